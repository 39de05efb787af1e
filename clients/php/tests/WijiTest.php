<?php
declare(strict_types=1);

namespace Wiji\Tests;

use DateTime;
use DateTimeImmutable;
use InvalidArgumentException;
use LogicException;
use PHPUnit\Framework\TestCase;
use RangeException;
use RuntimeException;
use stdClass;
use Throwable;
use TypeError;
use Wiji\Factory;
use Wiji\Wiji;

final class WijiTest extends TestCase
{
	private const FORMS = ['06C303ZADAJC00E40000000C1S', '0660c03f-a9aa-9300-0710-000000003039', '0660c03fa9aa93000710000000003039'];
	private const REASONS = ['length' => ': expected ', 'character' => ': character ', 'too large' => '128 bits', 'version' => ': found version '];

	/**
	 * The rows of a table of the conformance suite, which the repository has in docs/conformance.
	 *
	 * @return list<list<string>>
	 */
	private function table(string $name): array
	{
		$folder = __DIR__ . '/../../../docs/conformance';
		if (!is_dir($folder)) {
			$this->markTestSkipped('the conformance suite is not here');
		}
		$lines = explode("\n", rtrim(file_get_contents("$folder/$name.tsv"), "\n"));
		return array_map(fn ($line) => explode("\t", $line), array_slice($lines, 1));
	}

	/**
	 * Asserts that the body throws an exception of this very class, and returns its message.
	 *
	 * @param class-string<Throwable> $class
	 */
	private function messageOf(string $class, callable $body, string $what = ''): string
	{
		try {
			$body();
		} catch (Throwable $error) {
			$this->assertSame($class, $error::class, "$what: $error");
			return $error->getMessage();
		}
		$this->fail("$what: no $class");
	}

	public function testValid(): void
	{
		$before = null;
		foreach ($this->table('valid') as [$text, $uuid, $hex, $us, $ms, $date, $sequence, $version, $random]) {
			$bytes = hex2bin($hex);
			$id = Wiji::make((int) $us, (int) $sequence, (int) $random);
			$this->assertSame($text, $id);
			$this->assertSame($text, Wiji::fromBinary($bytes));
			foreach ([$text, $uuid, $hex] as $form) {
				$this->assertSame([$text, $uuid, $hex, $bytes], [Wiji::wiji($form), Wiji::uuid($form), Wiji::hex($form), Wiji::binary($form)]);
				$fields = Wiji::parse($form);
				$this->assertSame(array_map(intval(...), [$us, $ms, $sequence, $version, $random]),
					[$fields->timestampUs, $fields->timestampMs, $fields->sequence, $fields->version, $fields->random]);
				$this->assertSame($date, $fields->date->format('Y-m-d\TH:i:s.u\Z'));
				$this->assertTrue(Wiji::isValid($form));
				$this->assertSame(0, Wiji::compare($form, $text));
			}
			if ($before !== null) {
				$this->assertSame([-1, 1, true], [Wiji::compare($before, $id), Wiji::compare($id, $before), strcmp($before, $id) < 0]);
			}
			$before = $id;
			$this->assertSame([Wiji::lower((int) $us), Wiji::upper((int) $us)], [Wiji::lower($fields->date), Wiji::upper($fields->date)]);
			$this->assertTrue(strcmp(Wiji::lower((int) $us), $id) <= 0 && strcmp($id, Wiji::upper((int) $us)) <= 0);
		}
	}

	public function testWrittenOtherwise(): void
	{
		foreach ($this->table('written_otherwise') as [$written, $text]) {
			$this->assertSame($text, Wiji::wiji($written));
		}
	}

	public function testInvalid(): void
	{
		foreach ($this->table('invalid') as [$form, $value, $why]) {
			$read = $form === 'bytes' ? fn () => Wiji::fromBinary(hex2bin($value)) : fn () => Wiji::parse($value);
			$this->assertStringContainsString(self::REASONS[$why], $this->messageOf(InvalidArgumentException::class, $read, $value));
			if ($form === 'text') {
				$this->assertFalse(Wiji::isValid($value), $value);
			}
		}
	}

	public function testClock(): void
	{
		$running = $factory = null;
		$now = 0;
		foreach ($this->table('clock') as [$scenario, $clock, $ids, $result, $first, $last]) {
			if ($scenario !== $running) {
				$factory = Wiji::factory(clock: function () use (&$now) { return $now; }, random: 0x123456789ABCD, maxWait: 0);
			}
			$running = $scenario;
			$now = (int) $clock;
			if ($result === 'wait') {
				$this->messageOf(RuntimeException::class, $factory->wiji(...), $scenario);
				continue;
			}
			$generated = array_map(fn () => $factory->wiji(), range(1, (int) $ids));
			$this->assertSame([$first, $last], [$generated[0], end($generated)], $scenario);
			$sequence = Wiji::parse($first)->sequence;
			foreach ($generated as $i => $id) {
				$this->assertSame($sequence + $i, Wiji::parse($id)->sequence, $scenario);
			}
		}
	}

	public function testIdsAscendInEveryFormWithTheTimeOfTheClock(): void
	{
		$before = new DateTimeImmutable();
		$last = '';
		for ($i = 0; $i < 100_000; $i++) {
			$id = match ($i % 4) {
				0 => Wiji::hex(Wiji::wiji()),
				1 => Wiji::hex(Wiji::uuid()),
				2 => Wiji::hex(),
				3 => bin2hex(Wiji::binary()),
			};
			$this->assertGreaterThan(0, strcmp($id, $last), $id);
			$last = $id;
		}
		$date = Wiji::parse($last)->date;
		$this->assertTrue($before <= $date && $date <= new DateTimeImmutable(), $last);
	}

	public function testAWaitingGeneratorContinuesWhenItsClockDoes(): void
	{
		$reads = 0;
		$factory = new Factory(function () use (&$reads) { return $reads++ < 65_700 ? 1000 : 1001; }, maxWait: INF);
		for ($i = 0; $i < 65_536; $i++) {
			$factory->binary();
		}
		$fields = Wiji::parse($factory->wiji());
		$this->assertSame([1001, 0], [$fields->timestampUs, $fields->sequence]);
	}

	public function testWaitsAreLimited(): void
	{
		$now = Wiji::MAX_TIMESTAMP_US;
		$factory = new Factory(function () use (&$now) { return $now; }, maxWait: 0.03);
		for ($i = 0; $i < 65_536; $i++) {
			$factory->binary();
		}
		$now = 5;
		$this->assertSame('the clock is 72057594037927930 µs behind the last ID, whose counter is exhausted; waited 0.03 s',
			$this->messageOf(RuntimeException::class, fn () => $factory->binary()));
	}

	public function testFactoriesHaveTheirOwnRandomBits(): void
	{
		$randoms = array_map(fn () => Wiji::parse(Wiji::factory()->wiji())->random, range(1, 1000));
		$this->assertCount(1000, array_unique($randoms));
		for ($bit = 0; $bit < 52; $bit++) {
			$ones = count(array_filter($randoms, fn ($random) => $random >> $bit & 1));
			$this->assertTrue($ones > 350 && $ones < 650, "bit $bit is set in $ones");
		}
	}

	public function testTwoFactoriesHaveIndependentCounters(): void
	{
		$two = array_map(fn () => new Factory(fn () => 1000), range(1, 2));
		$generated = array_map(fn ($factory) => Wiji::parse($factory->wiji()), [...$two, ...$two, ...$two]);
		$this->assertSame([0, 0, 1, 1, 2, 2], array_map(fn ($id) => $id->sequence, $generated));
		$this->assertCount(2, array_unique(array_map(fn ($id) => $id->random, $generated)));
	}

	public function testFormsOfAFactory(): void
	{
		$factory = new Factory(random: 7);
		foreach ([[26, $factory->wiji()], [36, $factory->uuid()], [32, $factory->hex()]] as [$length, $id]) {
			$this->assertSame([$length, 7], [strlen($id), Wiji::parse($id)->random]);
		}
		$this->assertSame(7, Wiji::parse(Wiji::fromBinary($factory->binary()))->random);
		$this->assertCount(2, array_unique(array_map($factory->wiji(...), range(1, 2))));
	}

	public function testArgumentsThatAFactoryRejects(): void
	{
		foreach ([-1, Wiji::MAX_TIMESTAMP_US + 1] as $us) {
			$this->messageOf(RangeException::class, fn () => (new Factory(fn () => $us))->wiji(), "a clock of $us");
		}
		foreach ([-1, Wiji::MAX_RANDOM + 1] as $random) {
			$this->messageOf(RangeException::class, fn () => new Factory(random: $random), "random $random");
		}
		foreach ([-0.1, NAN] as $seconds) {
			$this->messageOf(RangeException::class, fn () => new Factory(maxWait: $seconds), "maxWait $seconds");
		}
	}

	/** A copy would generate the same IDs. */
	public function testAFactoryCannotBeCopied(): void
	{
		$factory = Wiji::factory();
		$message = 'a copy of a generator would generate the same IDs';
		$this->assertSame($message, $this->messageOf(LogicException::class, fn () => clone $factory));
		$this->assertSame($message, $this->messageOf(LogicException::class, fn () => serialize($factory)));
	}

	public function testAMillionIdsOfForkedProcessesAndOfTheirParentWhichHasGeneratedOneBefore(): void
	{
		if (!function_exists('pcntl_fork') || !function_exists('posix_kill')) {
			$this->markTestSkipped('this PHP cannot fork');
		}
		$ids = [$first = Wiji::binary() => true];
		$randoms = [Wiji::parse(Wiji::fromBinary($first))->random];
		$pipes = [];
		foreach (range(1, 4) as $_) {
			[$mine, $its] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
			// long enough even for a slow machine
			stream_set_timeout($mine, 86400);
			stream_set_timeout($its, 86400);
			if (pcntl_fork() === 0) {
				for ($i = 0; $i < 200; $i++) {
					fwrite($its, implode(array_map(fn () => Wiji::binary(), range(1, 1000))));
				}
				posix_kill(getmypid(), SIGKILL);	// without PHPUnit's shutdown functions
			}
			fclose($its);
			$pipes[] = $mine;
		}
		for ($i = 0; $i < 200_000; $i++) {
			$ids[Wiji::binary()] = true;
		}
		foreach ($pipes as $pipe) {
			$part = str_split(stream_get_contents($pipe), 16);
			for ($i = 1; $i < count($part); $i++) {
				$this->assertGreaterThan(0, strcmp($part[$i], $part[$i - 1]));
			}
			$ids += array_fill_keys($part, true);
			$randoms[] = Wiji::parse(Wiji::fromBinary($part[0]))->random;
			pcntl_wait($status);
		}
		$this->assertCount(1_000_001, $ids);
		$this->assertCount(5, array_unique($randoms));
	}

	public function testBounds(): void
	{
		$this->assertSame('00000000000000040000000000', Wiji::lower(0));
		$this->assertSame('7ZZZZZZZZZZZZZY7ZZZZZZZZZZ', Wiji::upper(Wiji::MAX_TIMESTAMP_US));
		$this->assertSame(Wiji::upper(Wiji::MAX_TIMESTAMP_US), Wiji::upper(new DateTime('4253-05-31 22:20:37.927935 UTC')));
		$jakarta = new DateTimeImmutable('2026-11-22 19:00:00.123456 +07:00');
		$this->assertSame(1795348800123456, Wiji::parse(Wiji::lower($jakarta))->timestampUs);
		$this->assertSame(Wiji::MAX_RANDOM, Wiji::parse(Wiji::upper($jakarta))->random);
		foreach ([-1, Wiji::MAX_TIMESTAMP_US + 1, PHP_INT_MIN, PHP_INT_MAX, new DateTime('1969-12-31 23:59:59.999999 UTC'),
			new DateTime('4253-05-31 22:20:37.927936 UTC'), new DateTime('@9223372036854775807'), new DateTime('@-9223372036854775807')] as $time) {
			$this->messageOf(RangeException::class, fn () => Wiji::lower($time));
			$this->messageOf(RangeException::class, fn () => Wiji::upper($time));
		}
	}

	public function testTimesOutOfRangeAreNamed(): void
	{
		foreach ([
			'the time must be 1970-01-01 to 4253-05-31 22:20:37.927935 UTC, found 1969-12-31 23:59:59.999999 +00:00' => new DateTime('1969-12-31 23:59:59.999999 UTC'),
			'the time must be 1970-01-01 to 4253-05-31 22:20:37.927935 UTC, found 4253-06-01 00:20:37.927936 +02:00' => new DateTime('4253-06-01 00:20:37.927936 +02:00'),
			'microseconds since 1970 must be 0 to 72057594037927935, found -1' => -1,
		] as $message => $time) {
			$this->assertSame($message, $this->messageOf(RangeException::class, fn () => Wiji::lower($time)));
			$this->assertSame($message, $this->messageOf(RangeException::class, fn () => Wiji::upper($time)));
		}
	}

	/** What the regular expression takes is what is read, and what it does not take has a reason. */
	public function testEachCharacterAtEachPosition(): void
	{
		foreach (self::FORMS as $id) {
			for ($i = 0; $i < strlen($id); $i++) {
				for ($c = 0; $c < 256; $c++) {
					$text = substr_replace($id, chr($c), $i, 1);
					try {
						$read = Wiji::binary($text);
						$this->assertSame(Wiji::wiji($text), Wiji::fromBinary($read));
					} catch (InvalidArgumentException $error) {
						$read = null;
						$this->assertMatchesRegularExpression('/is not |found version |128 bits/', $error->getMessage());
					}
					$this->assertSame($read !== null, Wiji::isValid($text), $text);
				}
			}
		}
	}

	public function testMakeReportsWhichFieldIsOutOfRange(): void
	{
		foreach ([
			'timestampUs must be 0 to 72057594037927935, found -1' => [-1, 0, 0],
			'timestampUs must be 0 to 72057594037927935, found 72057594037927936' => [1 << 56, 0, 0],
			'timestampUs must be 0 to 72057594037927935, found 9223372036854775807' => [PHP_INT_MAX, 0, 0],
			'sequence must be 0 to 65535, found 65536' => [0, 65536, 0],
			'random must be 0 to 4503599627370495, found 4503599627370496' => [0, 0, 1 << 52],
		] as $message => $fields) {
			$this->assertSame($message, $this->messageOf(RangeException::class, fn () => Wiji::make(...$fields)));
		}
		$this->messageOf(TypeError::class, fn () => Wiji::make(1.5, 0, 0));
		$this->messageOf(TypeError::class, fn () => Wiji::make(PHP_INT_MAX + 1, 0, 0), 'a number that became a float');
	}

	public function testAnInvalidCharacterAtEachPosition(): void
	{
		foreach (self::FORMS as $id) {
			for ($i = 0; $i < strlen($id); $i++) {
				foreach (['!', ' ', '_', "\0", "\n", "\x80", "\xff", 'é', 'ı', 'ſ', "\u{212a}", '０', '😀'] as $character) {
					$this->assertFalse(Wiji::isValid(substr($id, 0, $i) . $character . substr($id, $i + 1)));
					$corrupted = substr($id, 0, $i) . $character . substr($id, $i + strlen($character));
					if (strlen($corrupted) === strlen($id)) {
						$shown = json_encode($character, JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE);
						$this->assertStringContainsString(': character ' . ($i + 1) . ", $shown, is not ",
							$this->messageOf(InvalidArgumentException::class, fn () => Wiji::parse($corrupted)));
					}
				}
			}
		}
	}

	/** 16 bytes with the version in its place are bytes of an ID, and no text of one. */
	public function testBytesAreNotText(): void
	{
		$bytes = "aaaaaaaaa\x10aaaaaa";
		$this->assertFalse(Wiji::isValid($bytes));
		foreach ([Wiji::parse(...), Wiji::wiji(...), Wiji::uuid(...), Wiji::hex(...), Wiji::binary(...)] as $read) {
			$this->assertSame('invalid wiji "aaaaaaaaa\u0010aaaaaa": expected 26 characters, 32 of hexadecimal or 36 of the UUID form, found 16',
				$this->messageOf(InvalidArgumentException::class, fn () => $read($bytes)));
		}
		$this->messageOf(InvalidArgumentException::class, fn () => Wiji::compare(self::FORMS[0], $bytes));
		$this->assertSame($bytes, Wiji::binary(Wiji::fromBinary($bytes)));
		$this->assertSame('invalid wiji: found version 2; the only version of a wiji is 1',
			$this->messageOf(InvalidArgumentException::class, fn () => Wiji::fromBinary("aaaaaaaaa\x20aaaaaa")));
	}

	public function testLengths0To40(): void
	{
		for ($n = 0; $n <= 40; $n++) {
			$this->messageOf(InvalidArgumentException::class, fn () => Wiji::parse(str_repeat('0', $n)), "$n zeros");
			$this->assertFalse(Wiji::isValid(str_repeat("\x11", $n)), "$n bytes");
			if ($n !== 16) {
				$this->assertSame("invalid wiji: expected 16 bytes, found $n",
					$this->messageOf(InvalidArgumentException::class, fn () => Wiji::fromBinary(str_repeat("\x11", $n))));
			}
		}
		$long = $this->messageOf(InvalidArgumentException::class, fn () => Wiji::parse(str_repeat('x', 1_000_000)));
		$this->assertLessThan(200, strlen($long));
	}

	public function testValuesThatAreNotStrings(): void
	{
		foreach ([null, 4, 4.0, [], new stdClass(), true] as $value) {
			$this->assertFalse(Wiji::isValid($value), get_debug_type($value));
			$this->messageOf(TypeError::class, fn () => Wiji::uuid($value), get_debug_type($value));
		}
		$this->messageOf(InvalidArgumentException::class, fn () => Wiji::uuid(''), 'an empty string does not generate an ID');
	}
}
