<?php
// Tests of Wiji.php, in TAP.
//
//	php test.php              runs all of them
//	php test.php answer       reads lines "wiji_text HEX" or "wiji_id HEX", and prints the ID or "-"
//	php test.php generate N   prints N lines of new IDs: text, UUID form, hex, and the bytes in hex
declare(strict_types=1);

use Wiji\Factory;
use Wiji\Wiji;

require __DIR__ . '/Wiji.php';
set_error_handler(fn ($level, $message, $file, $line) => throw new ErrorException($message, 0, $level, $file, $line));
error_reporting(E_ALL);
ini_set('memory_limit', '1G');

const FORMS = ['06C303ZADAJC00E40000000C1S', '0660c03f-a9aa-9300-0710-000000003039', '0660c03fa9aa93000710000000003039'];
$count = 0;
$failed = false;
$wrong = [];

function test(string $name, Closure $body): void
{
	global $count, $failed, $wrong;
	$wrong = [];
	try {
		$body();
	} catch (Throwable $error) {
		$wrong[] = (string) $error;
	}
	echo $wrong ? 'not ok ' : 'ok ', ++$count, " - $name\n";
	foreach (array_slice(explode("\n", implode("\n", $wrong)), 0, $wrong ? 20 : 0) as $line) {
		echo "# $line\n";
	}
	$failed = $failed || $wrong;
}

function is(mixed $found, mixed $expected, string $what): void
{
	global $wrong;
	if ($found !== $expected) {
		$wrong[] = "$what: expected " . var_export($expected, true) . ', found ' . var_export($found, true);
	}
}

function errorOf(Closure $body): Throwable
{
	try {
		$body();
	} catch (Throwable $error) {
		return $error;
	}
	return new Exception('no error');
}

/** @return list<list<string>> */
function table(string $name): array
{
	$lines = explode("\n", rtrim(file_get_contents(__DIR__ . "/../../docs/conformance/$name.tsv"), "\n"));
	return array_map(fn ($line) => explode("\t", $line), array_slice($lines, 1));
}

function conformance(): void
{
	test('valid.tsv', function () {
		$before = null;
		foreach (table('valid') as [$text, $uuid, $hex, $us, $ms, $date, $sequence, $version, $random]) {
			$id = Wiji::make((int) $us, (int) $sequence, (int) $random);
			is($id, $text, $text);
			foreach ([$text, $uuid, $hex, hex2bin($hex)] as $form) {
				is([Wiji::wiji($form), Wiji::uuid($form), Wiji::hex($form), Wiji::binary($form)], [$text, $uuid, $hex, hex2bin($hex)], $text);
				$fields = Wiji::parse($form);
				is([$fields->timestampUs, $fields->timestampMs, $fields->sequence, $fields->version, $fields->random],
					array_map(intval(...), [$us, $ms, $sequence, $version, $random]), $text);
				is($fields->date->format('Y-m-d\TH:i:s.u\Z'), $date, $text);
				is(Wiji::isValid($form), true, $text);
				is(Wiji::compare($form, $text), 0, $text);
			}
			if ($before !== null) {
				is([Wiji::compare($before, $id), Wiji::compare($id, $before), strcmp($before, $id) < 0], [-1, 1, true], $text);
			}
			$before = $id;
			is([Wiji::lower($fields->date), Wiji::upper($fields->date)], [Wiji::lower((int) $us), Wiji::upper((int) $us)], $text);
			is(Wiji::lower((int) $us) <= $id && $id <= Wiji::upper((int) $us), true, $text);
		}
	});

	test('written_otherwise.tsv', function () {
		foreach (table('written_otherwise') as [$written, $text]) {
			is(Wiji::wiji($written), $text, $written);
		}
	});

	test('invalid.tsv', function () {
		$reasons = ['length' => ': expected ', 'character' => ': character ', 'too large' => '128 bits', 'version' => ': found version '];
		foreach (table('invalid') as [$form, $value, $why]) {
			$id = $form === 'bytes' ? hex2bin($value) : $value;
			$error = errorOf(fn () => Wiji::parse($id));
			is($error::class, InvalidArgumentException::class, $value);
			// bytes of other lengths are read as text
			is(str_contains($error->getMessage(), $reasons[$why]) || $form === 'bytes' && $why === 'length', true, $value . $error->getMessage());
			is(Wiji::isValid($id), false, $value);
		}
	});

	test('clock.tsv', function () {
		$running = $factory = null;
		$now = 0;
		foreach (table('clock') as [$scenario, $clock, $ids, $result, $first, $last]) {
			if ($scenario !== $running) {
				$factory = Wiji::factory(clock: function () use (&$now) { return $now; }, random: 0x123456789ABCD, maxWait: 0);
			}
			$running = $scenario;
			$now = (int) $clock;
			if ($result === 'wait') {
				is(errorOf(fn () => $factory->wiji())::class, RuntimeException::class, $scenario);
				continue;
			}
			$generated = array_map(fn () => $factory->wiji(), range(1, (int) $ids));
			is([$generated[0], end($generated)], [$first, $last], $scenario);
			$sequence = Wiji::parse($first)->sequence;
			foreach ($generated as $i => $id) {
				is(Wiji::parse($id)->sequence, $sequence + $i, $scenario);
			}
		}
	});
}

function generators(): void
{
	test('IDs ascend in every form, with the time of the clock', function () {
		$before = new DateTimeImmutable();
		$last = '';
		for ($i = 0; $i < 100_000; $i++) {
			$id = Wiji::hex([Wiji::wiji(...), Wiji::uuid(...), Wiji::hex(...), Wiji::binary(...)][$i % 4]());
			is($id > $last, true, $id);
			$last = $id;
		}
		$date = Wiji::parse($last)->date;
		is($before <= $date && $date <= new DateTimeImmutable(), true, $last);
	});

	test('a waiting generator continues when its clock does', function () {
		$reads = 0;
		$factory = new Factory(function () use (&$reads) { return $reads++ < 65_700 ? 1000 : 1001; }, maxWait: INF);
		for ($i = 0; $i < 65_537; $i++) {
			$id = $factory->binary();
		}
		$fields = Wiji::parse($id);
		is([$fields->timestampUs, $fields->sequence], [1001, 0], 'the ID after the wait');
	});

	test('waits are limited', function () {
		$now = Wiji::MAX_TIMESTAMP_US;
		$factory = new Factory(function () use (&$now) { return $now; }, maxWait: 0.03);
		for ($i = 0; $i < 65_536; $i++) {
			$factory->binary();
		}
		$now = 5;
		is(errorOf(fn () => $factory->binary())->getMessage(),
			'the clock is 72057594037927930 µs behind the last ID, whose counter is exhausted; waited 0.03 s', 'error');
	});

	test('factories have their own random bits', function () {
		$randoms = array_map(fn () => Wiji::parse(Wiji::factory()->wiji())->random, range(1, 1000));
		is(count(array_unique($randoms)), 1000, 'different');
		for ($bit = 0; $bit < 52; $bit++) {
			$ones = count(array_filter($randoms, fn ($random) => $random >> $bit & 1));
			is($ones > 350 && $ones < 650, true, "bit $bit is set in $ones");
		}
		$two = array_map(fn () => new Factory(fn () => 1000), range(1, 2));
		$generated = array_map(fn ($factory) => Wiji::parse($factory->wiji()), [...$two, ...$two, ...$two]);
		is(array_map(fn ($id) => $id->sequence, $generated), [0, 0, 1, 1, 2, 2], 'independent counters');
		is(count(array_unique(array_map(fn ($id) => $id->random, $generated))), 2, 'each keeps its own');
		$factory = new Factory(random: 7);
		is([strlen($factory->uuid()), strlen($factory->hex()), strlen($factory->binary())], [36, 32, 16], 'forms');
		is(Wiji::parse($factory->wiji())->random, 7, 'the given bits');
	});

	test('arguments that a factory rejects', function () {
		foreach ([-1, Wiji::MAX_TIMESTAMP_US + 1] as $us) {
			is(errorOf(fn () => (new Factory(fn () => $us))->wiji())::class, RangeException::class, "a clock of $us");
		}
		foreach ([-1, Wiji::MAX_RANDOM + 1] as $random) {
			is(errorOf(fn () => new Factory(random: $random))::class, RangeException::class, "random $random");
		}
		foreach ([-0.1, NAN] as $seconds) {
			is(errorOf(fn () => new Factory(maxWait: $seconds))::class, RangeException::class, "maxWait $seconds");
		}
	});

	test('a generator cannot be copied, because the copy would generate the same IDs', function () {
		$factory = Wiji::factory();
		is(errorOf(fn () => clone $factory)::class, Error::class, 'clone');
		is(errorOf(fn () => serialize($factory))::class, LogicException::class, 'serialize');
	});

	test('a million IDs of forked processes, and of their parent, which has generated one before', function () {
		$first = Wiji::binary();
		$ids = [$first => true];
		$randoms = [Wiji::parse($first)->random];
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
				posix_kill(getmypid(), SIGKILL);	// without the parent's shutdown functions
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
				is($part[$i] > $part[$i - 1], true, 'ascend');
			}
			$ids += array_fill_keys($part, true);
			$randoms[] = Wiji::parse($part[0])->random;
			pcntl_wait($status);
		}
		is(count($ids), 1_000_001, 'different IDs');
		is(count(array_unique($randoms)), 5, 'generators');
	});
}

function edges(): void
{
	test('bounds at both ends', function () {
		is(Wiji::lower(0), '00000000000000040000000000', 'the first ID');
		is(Wiji::upper(Wiji::MAX_TIMESTAMP_US), '7ZZZZZZZZZZZZZY7ZZZZZZZZZZ', 'the last ID');
		is(Wiji::upper(new DateTime('4253-05-31 22:20:37.927935 UTC')), Wiji::upper(Wiji::MAX_TIMESTAMP_US), 'the last timestamp');
		$jakarta = new DateTimeImmutable('2026-11-22 19:00:00.123456 +07:00');
		is(Wiji::parse(Wiji::lower($jakarta))->timestampUs, 1795348800123456, 'lower');
		is(Wiji::parse(Wiji::upper($jakarta))->random, Wiji::MAX_RANDOM, 'upper');
		foreach ([-1, Wiji::MAX_TIMESTAMP_US + 1, PHP_INT_MIN, PHP_INT_MAX, new DateTime('1969-12-31 23:59:59.999999 UTC'),
			new DateTime('4253-05-31 22:20:37.927936 UTC'), new DateTime('@9223372036854775807'), new DateTime('@-9223372036854775807')] as $time) {
			is(errorOf(fn () => Wiji::lower($time))::class, RangeException::class, 'lower');
			is(errorOf(fn () => Wiji::upper($time))::class, RangeException::class, 'upper');
		}
	});

	test('make reports which field is out of range', function () {
		foreach ([
			'timestampUs must be 0 to 72057594037927935, found -1' => [-1, 0, 0],
			'timestampUs must be 0 to 72057594037927935, found 72057594037927936' => [1 << 56, 0, 0],
			'timestampUs must be 0 to 72057594037927935, found 9223372036854775807' => [PHP_INT_MAX, 0, 0],
			'sequence must be 0 to 65535, found 65536' => [0, 65536, 0],
			'random must be 0 to 4503599627370495, found 4503599627370496' => [0, 0, 1 << 52],
		] as $message => $fields) {
			is(errorOf(fn () => Wiji::make(...$fields))->getMessage(), $message, $message);
		}
		is(errorOf(fn () => Wiji::make(1.5, 0, 0))::class, TypeError::class, 'a float');
		is(errorOf(fn () => Wiji::make(PHP_INT_MAX + 1, 0, 0))::class, TypeError::class, 'a number that became a float');
	});

	test('an invalid character at each position', function () {
		foreach (FORMS as $id) {
			for ($i = 0; $i < strlen($id); $i++) {
				foreach (['!', ' ', '_', "\0", "\n", "\x80", "\xff", 'é', 'ı', 'ſ', "\u{212a}", '０', '😀'] as $character) {
					$longer = substr($id, 0, $i) . $character . substr($id, $i + 1);
					is(Wiji::isValid($longer), false, $longer);
					$corrupted = substr($id, 0, $i) . $character . substr($id, $i + strlen($character));
					if (strlen($corrupted) === strlen($id)) {
						$shown = json_encode($character, JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE);
						$message = errorOf(fn () => Wiji::parse($corrupted))->getMessage();
						is(str_contains($message, ': character ' . ($i + 1) . ", $shown, is not "), true, $message);
					}
				}
			}
		}
	});

	test('lengths 0 to 40', function () {
		for ($n = 0; $n <= 40; $n++) {
			is(errorOf(fn () => Wiji::parse(str_repeat('0', $n)))::class, InvalidArgumentException::class, "$n zeros");
			is(Wiji::isValid(str_repeat("\x11", $n)), $n === 16, "$n bytes");
		}
		is(strlen(errorOf(fn () => Wiji::parse(str_repeat('x', 1_000_000)))->getMessage()) < 200, true, 'a long text is truncated in the message');
	});

	test('values that are not strings are not valid', function () {
		foreach ([null, 4, 4.0, [], new stdClass(), true] as $value) {
			is(Wiji::isValid($value), false, get_debug_type($value));
			is(errorOf(fn () => Wiji::uuid($value))::class, TypeError::class, get_debug_type($value));
		}
		is(errorOf(fn () => Wiji::uuid(''))::class, InvalidArgumentException::class, 'an empty string does not generate an ID');
	});
}

function answer(string $line): string
{
	[$word, $question] = explode(' ', $line);
	$id = hex2bin(ltrim($question, '.'));
	if (!Wiji::isValid($id) || (strlen($id) === 16) !== ($word === 'wiji_id')) {
		return '-';
	}
	$fields = Wiji::parse($id);
	return implode(' ', [Wiji::hex($id), Wiji::wiji($id), Wiji::uuid($id), $fields->timestampUs, $fields->sequence, $fields->random,
		Wiji::hex(Wiji::lower($fields->timestampUs)), Wiji::hex(Wiji::upper($fields->timestampUs))]);
}

if (($argv[1] ?? '') === 'answer') {
	while (($line = fgets(STDIN)) !== false) {
		echo answer(rtrim($line, "\n")), "\n";
	}
} elseif (($argv[1] ?? '') === 'generate') {
	for ($n = (int) $argv[2]; $n > 0; $n--) {
		echo Wiji::wiji(), ' ', Wiji::uuid(), ' ', Wiji::hex(), ' ', bin2hex(Wiji::binary()), "\n";
	}
} else {
	conformance();
	generators();
	edges();
	echo "1..$count\n";
	exit($failed ? 1 : 0);
}
