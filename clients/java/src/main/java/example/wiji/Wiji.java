// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL
package example.wiji;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A 128-bit identifier that sorts by creation time, to the microsecond.
 *
 * <pre>{@code
 * Wiji id = Wiji.generate();               // 06C303ZADAJC00E40000000C1S, for example
 * Wiji read = Wiji.parse(request.getId());
 * Instant created = read.instant();
 * }</pre>
 *
 * It requires only Java 17, and is thread-safe. It implements specification 1.0.0 of Wiji; where that
 * contradicts itself, the repository's docs/internals/format.md applies.
 */
public final class Wiji implements Comparable<Wiji>, Serializable {
	/** The largest timestamp, in microseconds since 1970: 4253-05-31T22:20:37.927935Z. */
	public static final long MAX_TIMESTAMP_US = (1L << 56) - 1;
	/** The largest sequence. */
	public static final int MAX_SEQUENCE = 0xFFFF;
	/** The largest random value. */
	public static final long MAX_RANDOM = (1L << 52) - 1;
	/** The version of the format, which is the only one. */
	public static final int VERSION = 1;

	private static final long serialVersionUID = 1;
	private static final byte BAD = -1;
	private static final String CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
	private static final String HEX = "0123456789abcdef";
	private static final byte[] CROCKFORD_DIGITS = CROCKFORD.getBytes(StandardCharsets.ISO_8859_1);
	private static final byte[] HEX_DIGITS = HEX.getBytes(StandardCharsets.ISO_8859_1);
	private static final byte[] CROCKFORD_VALUES = values(CROCKFORD, "I1", "L1", "O0", "UV");
	private static final byte[] HEX_VALUES = values(HEX);
	private static final Factory DEFAULT = new Factory();

	/** @serial the first eight bytes */
	private final long high;
	/** @serial the other eight bytes */
	private final long low;

	private Wiji(long high, long low) {
		this.high = high;
		this.low = low;
	}

	// The value of each character of Latin-1 in an alphabet, in upper and lower case, or BAD.
	private static byte[] values(String alphabet, String... alike) {
		byte[] table = new byte[256];
		Arrays.fill(table, BAD);
		for (int i = 0; i < alphabet.length(); i++)
			set(table, alphabet.charAt(i), i);
		for (String pair : alike)
			set(table, pair.charAt(0), alphabet.indexOf(pair.charAt(1)));
		return table;
	}

	private static void set(byte[] table, char letter, int value) {
		table[Character.toUpperCase(letter)] = table[Character.toLowerCase(letter)] = (byte) value;
	}

	/**
	 * A new ID, greater than all earlier IDs of this method in this process.
	 *
	 * @return the ID
	 * @throws IllegalStateException as with {@link Factory#generate}
	 */
	public static Wiji generate() {
		return DEFAULT.generate();
	}

	/**
	 * A new generator, with its own random bits and counter.
	 *
	 * @return the generator
	 */
	public static Factory factory() {
		return new Factory();
	}

	/**
	 * Builds the ID with these fields.
	 *
	 * @param timestampUs microseconds since 1970, 0 to {@link #MAX_TIMESTAMP_US}
	 * @param sequence 0 to {@link #MAX_SEQUENCE}
	 * @param random 0 to {@link #MAX_RANDOM}
	 * @return the ID
	 * @throws IllegalArgumentException if one of them is out of range
	 */
	public static Wiji make(long timestampUs, int sequence, long random) {
		inRange("timestampUs", timestampUs, MAX_TIMESTAMP_US);
		inRange("sequence", sequence, MAX_SEQUENCE);
		inRange("random", random, MAX_RANDOM);
		return pack(timestampUs, sequence, random);
	}

	private static void inRange(String name, long found, long most) {
		if (found < 0 || found > most)
			throw new IllegalArgumentException(name + " must be 0 to " + most + ", found " + found);
	}

	private static Wiji pack(long us, int sequence, long random) {
		return new Wiji(us << 8 | sequence >> 8, (long) sequence << 56 | (long) VERSION << 52 | random);
	}

	/**
	 * The first possible ID at a time or later: {@code id >= lower}.
	 *
	 * @param time an instant from 1970 to 4253
	 * @return the ID
	 * @throws DateTimeException before and after that
	 */
	public static Wiji lower(Instant time) {
		// IDs have microseconds, so nanoseconds are rounded up
		return pack(micros(time, 999), 0, 0);
	}

	/**
	 * The last possible ID at a time or before: {@code id <= upper}.
	 *
	 * @param time an instant from 1970 to 4253
	 * @return the ID
	 * @throws DateTimeException before and after that
	 */
	public static Wiji upper(Instant time) {
		return pack(micros(time, 0), MAX_SEQUENCE, MAX_RANDOM);
	}

	// Microseconds since 1970, truncated after adding moreNanos.
	private static long micros(Instant time, int moreNanos) {
		long seconds = time.getEpochSecond();
		if (seconds >= 0 && seconds <= MAX_TIMESTAMP_US / 1_000_000) {
			long us = seconds * 1_000_000 + (time.getNano() + moreNanos) / 1000;
			if (us <= MAX_TIMESTAMP_US)
				return us;
		}
		throw new DateTimeException("the time must be 1970-01-01 to 4253-05-31T22:20:37.927935Z, found " + time);
	}

	/**
	 * Reads an ID: 26 characters, UUID form (36) or hexadecimal (32), in upper or lower case.
	 *
	 * @param text any of these forms
	 * @return the ID
	 * @throws IllegalArgumentException with the reason, if it is not an ID
	 */
	public static Wiji parse(CharSequence text) {
		Wiji id;
		switch (text.length()) {
			case 26:
				id = fromCrockford(text);
				break;
			case 32:
				id = fromHex(text);
				break;
			case 36:
				id = fromUuid(text);
				break;
			default:
				throw invalid(text, "expected 26 characters, 32 of hexadecimal or 36 of the UUID form, found " + text.length());
		}
		return checked(id, text);
	}

	/**
	 * Reads an ID, as {@link #parse(CharSequence)} does. Under this name, frameworks find out how a text
	 * becomes an object: Jakarta REST and Spring for parameters, Jackson for JSON and its keys.
	 *
	 * @param text any form
	 * @return the ID
	 * @throws IllegalArgumentException with the reason, if it is not an ID
	 */
	public static Wiji valueOf(String text) {
		return parse(text);
	}

	/**
	 * Reads an ID from its 16 bytes.
	 *
	 * @param bytes the bytes, which are copied
	 * @return the ID
	 * @throws IllegalArgumentException with the reason, if they are not an ID
	 */
	public static Wiji parse(byte[] bytes) {
		if (bytes.length != 16)
			throw invalid(null, "expected 16 bytes, found " + bytes.length);
		ByteBuffer buffer = ByteBuffer.wrap(bytes);
		return checked(new Wiji(buffer.getLong(), buffer.getLong()), null);
	}

	/**
	 * The ID that has the same 128 bits.
	 *
	 * @param uuid a UUID as returned by {@link #toUuid}
	 * @return the ID
	 * @throws IllegalArgumentException with the reason, if it is not an ID
	 */
	public static Wiji of(UUID uuid) {
		return checked(new Wiji(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits()), uuid.toString());
	}

	private static Wiji checked(Wiji id, CharSequence text) {
		if (id.version() != VERSION)
			throw invalid(text, "found version " + id.version() + "; the only version of a wiji is " + VERSION);
		return id;
	}

	private static IllegalArgumentException invalid(CharSequence text, String reason) {
		return new IllegalArgumentException("invalid wiji" + (text == null ? "" : " " + quoted(text)) + ": " + reason);
	}

	// As a Java string literal, truncated if it is long.
	private static String quoted(CharSequence text) {
		StringBuilder quoted = new StringBuilder("\"");
		for (int i = 0; i < Math.min(text.length(), 40); i++) {
			char c = text.charAt(i);
			if (c == '"' || c == '\\')
				quoted.append('\\').append(c);
			else if (c < ' ' || c >= 0x7F && c < 0xA0 || Character.isSurrogate(c))
				quoted.append(String.format("\\u%04x", (int) c));
			else
				quoted.append(c);
		}
		return quoted.append(text.length() > 40 ? "\u2026\"" : "\"").toString();
	}

	// The value of a character, or a negative number.
	private static int value(char c, byte[] values) {
		return c < values.length ? values[c] : BAD;
	}

	// The number that four characters are, with digits of so many bits; negative if one of them is BAD.
	private static long four(CharSequence text, int at, int bits, byte[] values) {
		char a = text.charAt(at), b = text.charAt(at + 1), c = text.charAt(at + 2), d = text.charAt(at + 3);
		if ((a | b | c | d) > 0xFF)
			return BAD;
		return values[a] << 3 * bits | values[b] << 2 * bits | values[c] << bits | values[d];
	}

	private static Wiji fromCrockford(CharSequence text) {
		long a = four(text, 0, 5, CROCKFORD_VALUES);
		long b = four(text, 4, 5, CROCKFORD_VALUES);
		long c = four(text, 8, 5, CROCKFORD_VALUES);
		long d = four(text, 12, 5, CROCKFORD_VALUES);
		long e = four(text, 16, 5, CROCKFORD_VALUES);
		long f = four(text, 20, 5, CROCKFORD_VALUES);
		long g = four(text, 22, 5, CROCKFORD_VALUES);	// the last two, and two of before
		// 130 bits, of which the first two must be 0
		if ((a | b | c | d | e | f | g) < 0 || a >> 18 != 0)
			throw notCrockford(text);
		return new Wiji(a << 46 | b << 26 | c << 6 | d >> 14, d << 50 | e << 30 | f << 10 | g & 1023);
	}

	private static IllegalArgumentException notCrockford(CharSequence text) {
		for (int i = 0; i < 26; i++) {
			int value = value(text.charAt(i), CROCKFORD_VALUES);
			if (value < 0)
				return wrongCharacter(text, i, "in the Crockford base32 alphabet");
			if (i == 0 && value > 7)
				return invalid(text, "a first character beyond \"7\", here " + quoted(text.subSequence(0, 1))
					+ ", would need more than 128 bits");
		}
		throw new AssertionError(text);
	}

	private static Wiji fromHex(CharSequence text) {
		return checkedHex(text, hex(text, 0), hex(text, 4), hex(text, 8), hex(text, 12),
			hex(text, 16), hex(text, 20), hex(text, 24), hex(text, 28));
	}

	private static Wiji fromUuid(CharSequence text) {
		if (text.charAt(8) != '-' || text.charAt(13) != '-' || text.charAt(18) != '-' || text.charAt(23) != '-')
			throw notHex(text);
		return checkedHex(text, hex(text, 0), hex(text, 4), hex(text, 9), hex(text, 14),
			hex(text, 19), hex(text, 24), hex(text, 28), hex(text, 32));
	}

	private static long hex(CharSequence text, int at) {
		return four(text, at, 4, HEX_VALUES);
	}

	private static Wiji checkedHex(CharSequence text, long a, long b, long c, long d, long e, long f, long g, long h) {
		if ((a | b | c | d | e | f | g | h) < 0)
			throw notHex(text);
		return new Wiji(a << 48 | b << 32 | c << 16 | d, e << 48 | f << 32 | g << 16 | h);
	}

	private static IllegalArgumentException notHex(CharSequence text) {
		for (int i = 0; i < text.length(); i++)
			if (text.length() == 36 && (i == 8 || i == 13 || i == 18 || i == 23)) {
				if (text.charAt(i) != '-')
					return wrongCharacter(text, i, "the hyphen that the UUID form has there");
			} else if (value(text.charAt(i), HEX_VALUES) < 0)
				return wrongCharacter(text, i, "a hexadecimal digit");
		throw new AssertionError(text);
	}

	private static IllegalArgumentException wrongCharacter(CharSequence text, int i, String expected) {
		return invalid(text, "character " + (i + 1) + ", " + quoted(text.subSequence(i, i + 1)) + ", is not " + expected);
	}

	/**
	 * Whether {@link #parse(CharSequence)} would accept the text.
	 *
	 * @param text anything, or null
	 * @return whether it is an ID
	 */
	public static boolean isValid(CharSequence text) {
		try {
			return text != null && parse(text) != null;
		} catch (IllegalArgumentException invalid) {
			return false;
		}
	}

	/**
	 * Whether {@link #parse(byte[])} would accept the bytes.
	 *
	 * @param bytes anything, or null
	 * @return whether it is an ID
	 */
	public static boolean isValid(byte[] bytes) {
		return bytes != null && bytes.length == 16 && bytes[9] >> 4 == VERSION;
	}

	/**
	 * The order of two IDs, which is also the order of their bytes and of their texts. (It differs from
	 * {@link UUID#compareTo}, which compares the halves as signed numbers.)
	 *
	 * @param a an ID
	 * @param b an ID
	 * @return -1, 0 or 1
	 */
	public static int compare(Wiji a, Wiji b) {
		int order = Long.compareUnsigned(a.high, b.high);
		return order != 0 ? order : Long.compareUnsigned(a.low, b.low);
	}

	/** {@return the order of IDs, as {@link #compare} has it} */
	@Override
	public int compareTo(Wiji other) {
		return compare(this, other);
	}

	@Override
	public boolean equals(Object other) {
		return other instanceof Wiji && ((Wiji) other).high == high && ((Wiji) other).low == low;
	}

	@Override
	public int hashCode() {
		// Hash tables use the last bits, in which IDs of one time or one generator hardly differ.  The
		// greater bits of a product depend on all bits.
		long mixed = high * 0x9E3779B97F4A7C15L + Long.rotateLeft(low, 8) * 0xC2B2AE3D27D4EB4FL;
		return (int) (mixed >>> 32 ^ mixed >>> 43);
	}

	/** {@return the 26 characters, in upper case} */
	@Override
	public String toString() {
		byte[] text = new byte[26];
		put(low, 5, CROCKFORD_DIGITS, text, 14, 26);
		text[13] = CROCKFORD_DIGITS[(int) (high << 4 & 31 | low >>> 60)];
		put(high >>> 1, 5, CROCKFORD_DIGITS, text, 0, 13);
		return new String(text, StandardCharsets.ISO_8859_1);
	}

	// Writes the last bits of a number as digits of so many bits each, at from to to - 1.
	private static void put(long number, int bits, byte[] digits, byte[] text, int from, int to) {
		for (int i = to - 1; i >= from; i--) {
			text[i] = digits[(int) number & digits.length - 1];
			number >>>= bits;
		}
	}

	/** {@return the UUID of the same 128 bits, whose text is the UUID form} */
	public UUID toUuid() {
		return new UUID(high, low);
	}

	/** {@return 32 hexadecimal digits, in lower case} */
	public String toHex() {
		byte[] text = new byte[32];
		put(high, 4, HEX_DIGITS, text, 0, 16);
		put(low, 4, HEX_DIGITS, text, 16, 32);
		return new String(text, StandardCharsets.ISO_8859_1);
	}

	/** {@return the 16 bytes} */
	public byte[] toBytes() {
		return ByteBuffer.allocate(16).putLong(high).putLong(low).array();
	}

	/** {@return when the ID was generated} */
	public Instant instant() {
		return Instant.EPOCH.plus(timestampUs(), ChronoUnit.MICROS);
	}

	/** {@return when the ID was generated, in microseconds since 1970} */
	public long timestampUs() {
		return high >>> 8;
	}

	/** {@return when the ID was generated, in milliseconds since 1970} */
	public long timestampMs() {
		return timestampUs() / 1000;
	}

	/** {@return the counter for IDs of the same microsecond} */
	public int sequence() {
		return (int) (high & 0xFF) << 8 | (int) (low >>> 56);
	}

	/** {@return the version of the format, always 1} */
	public int version() {
		return (int) (low >>> 52) & 15;
	}

	/** {@return the 52 random bits of the ID's generator} */
	public long random() {
		return low & MAX_RANDOM;
	}

	/**
	 * Reads an ID, and checks its version.
	 *
	 * @param in the stream
	 * @throws InvalidObjectException if the version is not that of an ID
	 * @throws IOException as the stream does
	 * @throws ClassNotFoundException as the stream does
	 */
	private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
		in.defaultReadObject();
		if (version() != VERSION)
			throw new InvalidObjectException("invalid wiji: found version " + version());
	}

	/**
	 * A generator. Each ID is greater than the one before, whatever the clock does. Threads may share it.
	 */
	public static final class Factory {
		private static final long SHORT_US = 100; // spin for as long as a sleep takes to start
		private static final long OFTEN_US = 20_000; // the clock may leap ahead

		private final ReentrantLock lock = new ReentrantLock();
		private final Clock clock;
		private final Duration maxWait;
		private long random;
		private long last = -1;
		private int sequence;

		/** A generator with its own random bits and counter, which waits for at most five seconds. */
		public Factory() {
			this(Clock.systemUTC(), Duration.ofSeconds(5));
		}

		/**
		 * A generator with another clock, or another limit for its waits.
		 *
		 * @param clock returns the time; clocks other than the system's are for tests
		 * @param maxWait how long to wait at most after the 65,536 IDs of a microsecond, until the clock has
		 *        passed it, 0 or more
		 */
		public Factory(Clock clock, Duration maxWait) {
			this(clock, maxWait, -1);
		}

		/**
		 * A generator with bits that are not random.
		 *
		 * @param clock as above
		 * @param maxWait as above
		 * @param random the generator's 52 bits, which must differ between generators
		 * @return the generator
		 * @throws IllegalArgumentException unless they are 0 to {@link #MAX_RANDOM}
		 */
		public static Factory withRandom(Clock clock, Duration maxWait, long random) {
			inRange("random", random, MAX_RANDOM);
			return new Factory(clock, maxWait, random);
		}

		private Factory(Clock clock, Duration maxWait, long random) {
			if (maxWait.isNegative())
				throw new IllegalArgumentException("maxWait must be 0 or more, found " + maxWait);
			this.clock = Objects.requireNonNull(clock);
			this.maxWait = maxWait;
			this.random = random;
		}

		/**
		 * A new ID.
		 *
		 * @return the ID
		 * @throws IllegalStateException if the clock was still behind after the longest wait, if the thread
		 *         was interrupted during the wait, or if the clock's time is before 1970 or after 4253
		 */
		public Wiji generate() {
			for (long began = 0; ;) {
				long behind;
				lock.lock();
				try {
					long us = read();
					if (us > last) {
						last = us;
						sequence = 0;
						return pack(last, sequence, random);
					}
					if (sequence < MAX_SEQUENCE)
						return pack(last, ++sequence, random);
					behind = last - us;
				} finally {
					lock.unlock();
				}
				if (began == 0)
					began = System.nanoTime() | 1;
				await(behind, Duration.ofNanos(System.nanoTime() - began));
			}
		}

		// The clock in microseconds. Random bits are drawn here and not earlier, so that an image of the
		// program that is created before it runs does not contain them.
		private long read() {
			long us;
			try {
				us = micros(clock.instant(), 0);
			} catch (DateTimeException outside) {
				throw new IllegalStateException("the clock is wrong: " + outside.getMessage(), outside);
			}
			if (random < 0)
				random = new SecureRandom().nextLong() & MAX_RANDOM;
			return us;
		}

		// Sleeps, or throws when the longest wait is over. Called without the lock.
		private void await(long behind, Duration waited) {
			if (waited.compareTo(maxWait) >= 0)
				throw new IllegalStateException("the clock is " + behind + " \u00b5s behind the last ID, whose counter is exhausted"
					+ "; waited " + maxWait.toMillis() + " ms");
			long waitedUs = waited.toNanos() / 1000;
			if (behind <= SHORT_US && waitedUs <= SHORT_US) {
				Thread.onSpinWait();
				return;
			}
			Duration left = maxWait.minus(waited);
			long us = Math.min(behind + SHORT_US, OFTEN_US);
			if (left.compareTo(Duration.ofNanos(us * 1000)) < 0)
				us = left.toNanos() / 1000 + 1;
			try {
				Thread.sleep(us / 1000, (int) (us % 1000) * 1000);
			} catch (InterruptedException interrupted) {
				Thread.currentThread().interrupt();
				throw new IllegalStateException("interrupted while waiting for the clock", interrupted);
			}
		}
	}
}
