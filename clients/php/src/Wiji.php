<?php
// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL

declare(strict_types=1);

namespace Wiji;

use DateTimeImmutable;
use DateTimeInterface;
use DateTimeZone;
use InvalidArgumentException;
use LogicException;
use RangeException;
use RuntimeException;

if (PHP_INT_SIZE < 8) {
	throw new RuntimeException('Wiji.php requires 64-bit PHP');
}

/**
 * 128-bit identifiers that sort by creation time, to the microsecond.
 *
 *	use Wiji\Wiji;
 *
 *	$id = Wiji::wiji();                 // a new ID, such as '06C303ZADAJC00E40000000C1S'
 *	$created = Wiji::parse($id)->date;  // when it was generated, a DateTimeImmutable in UTC
 *
 * Without dependencies, for 64-bit PHP.  Implements specification 1.0.0; where it contradicts itself,
 * the repository's docs/internals/format.md applies.
 *
 * An ID is a string: 26 characters, UUID form (36) or hexadecimal (32), in upper or lower case.  Only
 * fromBinary() reads 16 bytes, so that no text that has 16 bytes becomes an ID.  Functions that read an
 * ID throw an InvalidArgumentException with the reason if it is not a wiji of version 1.
 *
 * wiji(), uuid(), hex() and binary() generate an ID where they have no argument, and read it otherwise:
 * for a list of new IDs, array_map(fn () => Wiji::wiji(), range(1, 3)).
 *
 * Compare IDs with compare(), or texts of one form with strcmp(): operators such as < and == take texts
 * that look like numbers for numbers.
 */
final class Wiji
{
	/** The largest timestamp, in microseconds since 1970: 4253-05-31 22:20:37.927935 UTC. */
	public const MAX_TIMESTAMP_US = (1 << 56) - 1;
	/** The largest sequence. */
	public const MAX_SEQUENCE = 0xFFFF;
	/** The largest random value. */
	public const MAX_RANDOM = (1 << 52) - 1;
	/** The version of the format, which is the only one. */
	public const VERSION = 1;

	private const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
	private const BASE32 = '0123456789abcdefghijklmnopqrstuv';	// of intval()
	private const HEX = '0123456789abcdefABCDEF';

	// The letters of a text in upper and lower case, and those that are read as others: I, L, O and U.
	private const READ = 'ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyzILOUilou';
	private const AS_TEXT = 'ABCDEFGHJKMNPQRSTVWXYZABCDEFGHJKMNPQRSTVWXYZ110V110V';
	private const AS_BASE32 = 'abcdefghijklmnopqrstuvabcdefghijklmnopqrstuv110r110r';

	// Every ID in every form, with its version, which the last bit of a character and the first three of
	// the next are.  Not /i, which may follow the locale.
	private const FORMS = '/\A(?:[0-7ILOilo][0-9A-Za-z]{13}[02468ACEGJMOPRTWYacegjmoprtwy][4-7][0-9A-Za-z]{10}'
		. '|[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){2}[0-9A-Fa-f]{2}1[0-9A-Fa-f]-[0-9A-Fa-f]{12}'
		. '|[0-9A-Fa-f]{18}1[0-9A-Fa-f]{13})\z/';

	private static ?Factory $factory = null;

	private function __construct()
	{
	}

	/** A new ID of this process's generator, or the one given: 26 characters, upper case. */
	public static function wiji(string $id = ''): string
	{
		if (func_num_args() === 0) {
			return self::text(self::default()->binary());
		}
		// a text needs no more than its letters in upper case
		return strlen($id) === 26 && preg_match(self::FORMS, $id) === 1
			? strtr($id, self::READ, self::AS_TEXT)
			: self::text(self::read($id));
	}

	/** The 16 bytes of a new ID, or of the one given. */
	public static function binary(string $id = ''): string
	{
		return func_num_args() > 0 ? self::read($id) : self::default()->binary();
	}

	/**
	 * The ID of 16 bytes: 26 characters, upper case.
	 *
	 * @throws InvalidArgumentException with the reason, if they are not a wiji of version 1
	 */
	public static function fromBinary(string $bytes): string
	{
		if (strlen($bytes) !== 16) {
			throw self::invalid('expected 16 bytes, found ' . strlen($bytes));
		}
		return self::text(self::checked($bytes));
	}

	/** A new ID, or the one given, in the UUID form: 36 characters, lower case. */
	public static function uuid(string $id = ''): string
	{
		$hex = bin2hex(func_num_args() > 0 ? self::read($id) : self::default()->binary());
		return substr($hex, 0, 8) . '-' . substr($hex, 8, 4) . '-' . substr($hex, 12, 4) . '-' . substr($hex, 16, 4)
			. '-' . substr($hex, 20);
	}

	/** A new ID, or the one given, in hexadecimal: 32 characters, lower case. */
	public static function hex(string $id = ''): string
	{
		return bin2hex(func_num_args() > 0 ? self::read($id) : self::default()->binary());
	}

	/** The fields of an ID. */
	public static function parse(string $id): Fields
	{
		// negative if their first bit is set
		[1 => $high, 2 => $low] = unpack('J2', self::read($id));
		$us = $high >> 8 & self::MAX_TIMESTAMP_US;
		return new Fields(
			$us,
			intdiv($us, 1000),
			self::date($us),
			($high & 0xFF) << 8 | $low >> 56 & 0xFF,
			$low >> 52 & 15,
			$low & self::MAX_RANDOM,
		);
	}

	/** Whether parse() would accept the value, which may be of any type. */
	public static function isValid(mixed $id): bool
	{
		return is_string($id) && preg_match(self::FORMS, $id) === 1;
	}

	/** The order of two IDs in any forms: -1, 0 or 1. */
	public static function compare(string $a, string $b): int
	{
		return strcmp(self::read($a), self::read($b)) <=> 0;
	}

	/**
	 * A new generator, with its own random bits and counter.
	 *
	 * The arguments are those of Factory.
	 */
	public static function factory(?\Closure $clock = null, ?int $random = null, float $maxWait = 5.0): Factory
	{
		return new Factory($clock, $random, $maxWait);
	}

	/**
	 * Builds the ID with these fields.
	 *
	 * @throws RangeException if one of them is out of range
	 */
	public static function make(int $timestampUs, int $sequence, int $random): string
	{
		self::inRange('timestampUs', $timestampUs, self::MAX_TIMESTAMP_US);
		self::inRange('sequence', $sequence, self::MAX_SEQUENCE);
		self::inRange('random', $random, self::MAX_RANDOM);
		return self::text(self::pack($timestampUs, $sequence, $random));
	}

	/**
	 * The first ID of a point in time: for a condition id >= Wiji::lower($since) in SQL.
	 *
	 * @param DateTimeInterface|int $moment a date, or microseconds since 1970
	 * @throws RangeException before 1970 and after 4253-05-31 22:20:37.927935 UTC
	 */
	public static function lower(DateTimeInterface|int $moment): string
	{
		return self::text(self::pack(self::microseconds($moment), 0, 0));
	}

	/**
	 * The last ID of a point in time: for a condition id <= Wiji::upper($until) in SQL.
	 *
	 * @param DateTimeInterface|int $moment a date, or microseconds since 1970
	 * @throws RangeException before 1970 and after 4253-05-31 22:20:37.927935 UTC
	 */
	public static function upper(DateTimeInterface|int $moment): string
	{
		return self::text(self::pack(self::microseconds($moment), self::MAX_SEQUENCE, self::MAX_RANDOM));
	}

	private static function default(): Factory
	{
		return self::$factory ??= new Factory();
	}

	/** @internal */
	public static function inRange(string $name, int $value, int $most): void
	{
		if ($value < 0 || $value > $most) {
			throw new RangeException("$name must be 0 to $most, found $value");
		}
	}

	/** @internal The 16 bytes of fields that are in range. */
	public static function pack(int $us, int $sequence, int $random): string
	{
		// shifts discard bits beyond the 64th, and the sign is an ordinary bit
		return pack('J2', $us << 8 | $sequence >> 8, $sequence << 56 | self::VERSION << 52 | $random);
	}

	/** @internal The 26 characters of 16 bytes. */
	public static function text(string $bytes): string
	{
		[1 => $high, 2 => $low] = unpack('J2', $bytes);
		// 28, 50 and 50 of the 128 bits, because base_convert() is exact up to 63.  A leading bit in each
		// keeps its zeros.
		$text = substr(base_convert((string) (1 << 30 | $high >> 36 & (1 << 28) - 1), 10, 32), 1)
			. substr(base_convert((string) (1 << 50 | ($high & (1 << 36) - 1) << 14 | $low >> 50 & 0x3FFF), 10, 32), 1)
			. substr(base_convert((string) (1 << 50 | $low & (1 << 50) - 1), 10, 32), 1);
		return strtr($text, self::BASE32, self::CROCKFORD);
	}

	private static function date(int $us): DateTimeImmutable
	{
		$date = DateTimeImmutable::createFromFormat('U.u', sprintf('%d.%06d', intdiv($us, 1_000_000), $us % 1_000_000));
		return $date->setTimezone(new DateTimeZone('UTC'));
	}

	private static function microseconds(DateTimeInterface|int $moment): int
	{
		if ($moment instanceof DateTimeInterface) {
			$seconds = $moment->getTimestamp();
			// beyond these the product would become a float
			if ($seconds >= 0 && $seconds <= intdiv(self::MAX_TIMESTAMP_US, 1_000_000)) {
				$us = $seconds * 1_000_000 + (int) $moment->format('u');
				if ($us <= self::MAX_TIMESTAMP_US) {
					return $us;
				}
			}
			throw new RangeException('the time must be 1970-01-01 to 4253-05-31 22:20:37.927935 UTC, found '
				. $moment->format('Y-m-d H:i:s.u P'));
		}
		self::inRange('microseconds since 1970', $moment, self::MAX_TIMESTAMP_US);
		return $moment;
	}

	/** The 16 bytes of an ID's text. */
	private static function read(string $id): string
	{
		if (preg_match(self::FORMS, $id) !== 1) {
			throw self::error($id);
		}
		if (strlen($id) !== 26) {
			return hex2bin(strlen($id) === 36 ? str_replace('-', '', $id) : $id);
		}
		// 63 bits, 5 on both sides, and 60
		$digits = strtr($id, self::READ, self::AS_BASE32);
		$middle = intval($digits[13], 32);
		return pack('J2', intval(substr($digits, 0, 13), 32) << 1 | $middle >> 4, $middle << 60 | intval(substr($digits, 14), 32));
	}

	/** Why a text is not an ID. */
	private static function error(string $text): InvalidArgumentException
	{
		return match (strlen($text)) {
			26 => self::crockfordError($text),
			32, 36 => self::hexError($text),
			default => self::invalid('expected 26 characters, 32 of hexadecimal or 36 of the UUID form, found '
				. strlen($text), $text),
		};
	}

	/** The 16 bytes, if they have the version. */
	private static function checked(string $bytes): string
	{
		$version = ord($bytes[9]) >> 4;
		if ($version !== self::VERSION) {
			throw self::wrongVersion($version);
		}
		return $bytes;
	}

	private static function crockfordError(string $text): InvalidArgumentException
	{
		$good = strspn($text, '0123456789' . self::READ);
		if ($good < 26) {
			return self::wrongCharacter($text, $good, 'in the Crockford base32 alphabet');
		}
		$digits = strtr($text, self::READ, self::AS_BASE32);
		if ($digits[0] > '7') {
			return self::invalid('a first character beyond "7", here "' . $text[0] . '", would need more than 128 bits', $text);
		}
		return self::wrongVersion((intval(substr($digits, 14, 2), 32) >> 2) & 15, $text);
	}

	private static function hexError(string $text): InvalidArgumentException
	{
		for ($i = 0, $n = strlen($text); $i < $n; $i++) {
			if ($n === 36 && in_array($i, [8, 13, 18, 23], true)) {
				if ($text[$i] !== '-') {
					return self::wrongCharacter($text, $i, 'the hyphen that the UUID form has there');
				}
			} elseif (!str_contains(self::HEX, $text[$i])) {
				return self::wrongCharacter($text, $i, 'a hexadecimal digit');
			}
		}
		return self::wrongVersion(hexdec($text[$n === 36 ? 21 : 18]), $text);
	}

	private static function wrongVersion(int $version, ?string $text = null): InvalidArgumentException
	{
		return self::invalid("found version $version; the only version of a wiji is " . self::VERSION, $text);
	}

	private static function invalid(string $reason, ?string $text = null): InvalidArgumentException
	{
		$shown = $text === null ? '' : ' ' . self::quoted(strlen($text) > 40 ? substr($text, 0, 40) . '…' : $text);
		return new InvalidArgumentException("invalid wiji$shown: $reason");
	}

	/** @param int $at the byte at which the character begins, which only ASCII precedes */
	private static function wrongCharacter(string $text, int $at, string $expected): InvalidArgumentException
	{
		preg_match('/\G(?:[\xc2-\xf4][\x80-\xbf]{1,3}|.)/s', $text, $character, 0, $at);
		return self::invalid('character ' . ($at + 1) . ', ' . self::quoted($character[0]) . ", is not $expected", $text);
	}

	/** Invalid UTF-8 becomes U+FFFD. */
	private static function quoted(string $text): string
	{
		return json_encode($text, JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE);
	}
}

/** The fields of an ID. */
final class Fields
{
	public function __construct(
		/** Microseconds since 1970. */
		public readonly int $timestampUs,
		/** Milliseconds since 1970. */
		public readonly int $timestampMs,
		/** When the ID was generated, in UTC. */
		public readonly DateTimeImmutable $date,
		/** The counter for IDs of the same microsecond. */
		public readonly int $sequence,
		/** Always 1. */
		public readonly int $version,
		/** The generator's 52 random bits. */
		public readonly int $random,
	) {
	}
}

/**
 * A generator.  Each ID is greater than the one before, whatever the clock does.
 *
 * Its functions throw a RuntimeException if the clock was still behind after the longest wait, and a
 * RangeException if the clock's time is before 1970 or after 4253.  A forked process draws its own
 * random bits.
 */
final class Factory
{
	private int $process = 0;
	private int $last = -1;
	private int $sequence = 0;

	/**
	 * @param ?\Closure $clock returns microseconds since 1970; for tests, by default the system's clock
	 * @param ?int $random the generator's 52 bits, random by default; must differ between generators
	 * @param float $maxWait how many seconds to wait at most after the 65,536 IDs of a microsecond, until
	 *	the clock has passed it; INF for no limit
	 * @throws RangeException if an argument is out of range
	 */
	public function __construct(private ?\Closure $clock = null, private ?int $random = null, private float $maxWait = 5.0)
	{
		if (!($maxWait >= 0)) {
			throw new RangeException("maxWait must be seconds, 0 or more, found $maxWait");
		}
		if ($random !== null) {
			Wiji::inRange('random', $random, Wiji::MAX_RANDOM);
			$this->process = getmypid();
		}
	}

	public function __clone(): void
	{
		throw new LogicException('a copy of a generator would generate the same IDs');
	}

	public function __serialize(): never
	{
		throw new LogicException('a copy of a generator would generate the same IDs');
	}

	/** A new ID: 26 characters, upper case. */
	public function wiji(): string
	{
		return Wiji::text($this->binary());
	}

	/** A new ID in the UUID form: 36 characters, lower case. */
	public function uuid(): string
	{
		return Wiji::uuid(bin2hex($this->binary()));
	}

	/** A new ID in hexadecimal: 32 characters, lower case. */
	public function hex(): string
	{
		return bin2hex($this->binary());
	}

	/** The 16 bytes of a new ID. */
	public function binary(): string
	{
		for ($began = null;;) {
			$us = $this->clock === null ? self::systemClock() : ($this->clock)();
			Wiji::inRange('the clock', $us, Wiji::MAX_TIMESTAMP_US);
			if ($this->process !== getmypid()) {
				$this->begin();
			}
			if ($us > $this->last) {
				$this->last = $us;
				$this->sequence = 0;
				return Wiji::pack($us, 0, $this->random);
			}
			if ($this->sequence < Wiji::MAX_SEQUENCE) {
				return Wiji::pack($this->last, ++$this->sequence, $this->random);
			}
			$began ??= hrtime(true);
			$this->wait($this->last - $us, intdiv(hrtime(true) - $began, 1000));
		}
	}

	private function begin(): void
	{
		$this->random = random_int(0, Wiji::MAX_RANDOM);
		$this->last = -1;
		$this->sequence = 0;
		$this->process = getmypid();
	}

	private static function systemClock(): int
	{
		['sec' => $seconds, 'usec' => $us] = gettimeofday();
		return $seconds * 1_000_000 + $us;
	}

	/** Sleeps, or throws when the longest wait is over.  Both arguments are microseconds. */
	private function wait(int $behind, int $waited): void
	{
		$left = $this->maxWait * 1e6 - $waited;
		if ($left <= 0) {
			throw new RuntimeException("the clock is $behind µs behind the last ID, whose counter is exhausted"
				. "; waited $this->maxWait s");
		}
		// spin for as long as a sleep takes to start; the clock may leap ahead, so read it often
		if ($behind > 100 || $waited > 100) {
			usleep((int) min($behind + 100, $left, 20_000));
		}
	}
}
