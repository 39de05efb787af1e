// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL
package wiji;

import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
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
 * An identifier of 128 bits that sorts by the time at which it was made, to the microsecond.
 *
 * <pre>{@code
 * Wiji id = Wiji.generate();               // 06C303ZADAJC00E40000000C1S, for example
 * Wiji read = Wiji.parse(request.getId());
 * Instant made = read.instant();
 * }</pre>
 *
 * It needs nothing but Java 11. It follows specification 1.0.0 of Wiji; where that contradicts itself,
 * docs/internals/format.md of the repository holds. All of it may be used by several threads at once.
 */
public final class Wiji implements Comparable<Wiji>, Serializable {
	/** The largest timestamp, in microseconds since 1970: 4253-05-31T22:20:37.927935Z. */
	public static final long MAX_TIMESTAMP_US = (1L << 56) - 1;
	/** The largest sequence. */
	public static final int MAX_SEQUENCE = 0xFFFF;
	/** The largest random value. */
	public static final long MAX_RANDOM = (1L << 52) - 1;
	/** The version of the format, and the only one that there is. */
	public static final int VERSION = 1;

	private static final long serialVersionUID = 1;
	private static final String CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
	private static final String HEX = "0123456789abcdef";
	private static final byte[] CROCKFORD_VALUES = values(CROCKFORD, "I1", "L1", "O0", "UV");
	private static final byte[] HEX_VALUES = values(HEX);
	private static final Factory DEFAULT = new Factory();

	private final long high;
	private final long low;

	private Wiji(long high, long low) {
		this.high = high;
		this.low = low;
	}

	// The value of each ASCII character in an alphabet, in either case, or -1.
	private static byte[] values(String alphabet, String... alike) {
		byte[] table = new byte[128];
		Arrays.fill(table, (byte) -1);
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
	 * A new id, greater than all that this method made before in this process.
	 *
	 * @return the id
	 * @throws IllegalStateException as with {@link Factory#generate}
	 */
	public static Wiji generate() {
		return DEFAULT.generate();
	}

	/**
	 * A new generator, with random bits and a sequence of its own.
	 *
	 * @return the generator
	 */
	public static Factory factory() {
		return new Factory();
	}

	/**
	 * The id of these fields.
	 *
	 * @param timestampUs microseconds since 1970, 0 to {@link #MAX_TIMESTAMP_US}
	 * @param sequence 0 to {@link #MAX_SEQUENCE}
	 * @param random 0 to {@link #MAX_RANDOM}
	 * @return the id
	 * @throws IllegalArgumentException if one is out of its range
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
	 * The first id that was made at a moment or later: {@code id >= lower}.
	 *
	 * @param moment an instant from 1970 to 4253
	 * @return the id
	 * @throws DateTimeException before and after that
	 */
	public static Wiji lower(Instant moment) {
		// an id has microseconds, and what is finer belongs to the next one
		return pack(micros(moment, 999), 0, 0);
	}

	/**
	 * The last id that was made at a moment or before: {@code id <= upper}.
	 *
	 * @param moment an instant from 1970 to 4253
	 * @return the id
	 * @throws DateTimeException before and after that
	 */
	public static Wiji upper(Instant moment) {
		return pack(micros(moment, 0), MAX_SEQUENCE, MAX_RANDOM);
	}

	// Microseconds since 1970; of a nanosecond more, so many make the next one.
	private static long micros(Instant moment, int moreNanos) {
		long seconds = moment.getEpochSecond();
		if (seconds >= 0 && seconds <= MAX_TIMESTAMP_US / 1_000_000) {
			long us = seconds * 1_000_000 + (moment.getNano() + moreNanos) / 1000;
			if (us <= MAX_TIMESTAMP_US)
				return us;
		}
		throw new DateTimeException("a wiji is of 1970-01-01 to 4253-05-31T22:20:37.927935Z, not of " + moment);
	}

	/**
	 * Reads an id from its 26 characters, its UUID form (36) or its hexadecimal form (32), in either case.
	 *
	 * @param text any of these forms
	 * @return the id
	 * @throws IllegalArgumentException if it is no id; its message tells what is wrong
	 */
	public static Wiji parse(CharSequence text) {
		Wiji id;
		switch (text.length()) {
			case 26:
				id = fromCrockford(text);
				break;
			case 32:
			case 36:
				id = fromHex(text);
				break;
			default:
				throw invalid(text, "expected 26 characters, 32 of hexadecimal or 36 of the UUID form, found " + text.length());
		}
		return checked(id, text);
	}

	/**
	 * Reads an id from its 16 bytes.
	 *
	 * @param bytes the bytes, which are copied
	 * @return the id
	 * @throws IllegalArgumentException if they are no id; its message tells what is wrong
	 */
	public static Wiji parse(byte[] bytes) {
		if (bytes.length != 16)
			throw invalid(null, "expected 16 bytes, found " + bytes.length);
		ByteBuffer buffer = ByteBuffer.wrap(bytes);
		return checked(new Wiji(buffer.getLong(), buffer.getLong()), null);
	}

	/**
	 * The id that has the same 128 bits.
	 *
	 * @param uuid such as {@link #toUuid} gives
	 * @return the id
	 * @throws IllegalArgumentException if it is no id; its message tells what is wrong
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

	// As in a program of Java, and cut where it is long.
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

	private static int value(CharSequence text, int i, byte[] values, String expected) {
		char c = text.charAt(i);
		if (c < values.length && values[c] >= 0)
			return values[c];
		throw wrongCharacter(text, i, expected);
	}

	private static IllegalArgumentException wrongCharacter(CharSequence text, int i, String expected) {
		return invalid(text, "character " + (i + 1) + ", " + quoted(text.subSequence(i, i + 1)) + ", is not " + expected);
	}

	private static Wiji fromCrockford(CharSequence text) {
		long high = 0;
		long low = 0;
		for (int i = 0; i < 26; i++) {
			int value = value(text, i, CROCKFORD_VALUES, "in the Crockford base32 alphabet");
			if (i == 0 && value > 7)
				throw invalid(text, "a first character beyond \"7\", here " + quoted(text.subSequence(0, 1))
					+ ", would need more than 128 bits");
			high = high << 5 | low >>> 59;
			low = low << 5 | value;
		}
		return new Wiji(high, low);
	}

	private static Wiji fromHex(CharSequence text) {
		long high = 0;
		long low = 0;
		for (int i = 0; i < text.length(); i++) {
			if (text.length() == 36 && (i == 8 || i == 13 || i == 18 || i == 23)) {
				if (text.charAt(i) != '-')
					throw wrongCharacter(text, i, "the hyphen that the UUID form has there");
				continue;
			}
			high = high << 4 | low >>> 60;
			low = low << 4 | value(text, i, HEX_VALUES, "a hexadecimal digit");
		}
		return new Wiji(high, low);
	}

	/**
	 * Would {@link #parse(CharSequence)} read it?
	 *
	 * @param text anything, or null
	 * @return whether it is an id
	 */
	public static boolean isValid(CharSequence text) {
		try {
			return text != null && parse(text) != null;
		} catch (IllegalArgumentException invalid) {
			return false;
		}
	}

	/**
	 * Would {@link #parse(byte[])} read it?
	 *
	 * @param bytes anything, or null
	 * @return whether it is an id
	 */
	public static boolean isValid(byte[] bytes) {
		return bytes != null && bytes.length == 16 && bytes[9] >> 4 == VERSION;
	}

	/**
	 * The order of two ids, which is also that of their bytes and of their texts. (It is not that of
	 * {@link UUID#compareTo}, which takes the halves as signed numbers.)
	 *
	 * @param a an id
	 * @param b an id
	 * @return -1, 0 or 1
	 */
	public static int compare(Wiji a, Wiji b) {
		int order = Long.compareUnsigned(a.high, b.high);
		return order != 0 ? order : Long.compareUnsigned(a.low, b.low);
	}

	/** @return the order of ids: {@link #compare} */
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
		return Objects.hash(high, low);
	}

	/** @return the 26 characters, in upper case */
	@Override
	public String toString() {
		char[] text = new char[26];
		long high = this.high;
		long low = this.low;
		for (int i = text.length - 1; i >= 0; i--) {
			text[i] = CROCKFORD.charAt((int) low & 31);
			low = low >>> 5 | high << 59;
			high >>>= 5;
		}
		return new String(text);
	}

	/** @return the UUID of the same 128 bits, whose text is the UUID form */
	public UUID toUuid() {
		return new UUID(high, low);
	}

	/** @return 32 hexadecimal digits, in lower case */
	public String toHex() {
		return toUuid().toString().replace("-", "");
	}

	/** @return the 16 bytes */
	public byte[] toBytes() {
		return ByteBuffer.allocate(16).putLong(high).putLong(low).array();
	}

	/** @return when the id was made */
	public Instant instant() {
		return Instant.EPOCH.plus(timestampUs(), ChronoUnit.MICROS);
	}

	/** @return when the id was made, in microseconds since 1970 */
	public long timestampUs() {
		return high >>> 8;
	}

	/** @return when the id was made, in milliseconds since 1970 */
	public long timestampMs() {
		return timestampUs() / 1000;
	}

	/** @return the number of the id among its generator's of that microsecond */
	public int sequence() {
		return (int) (high & 0xFF) << 8 | (int) (low >>> 56);
	}

	/** @return the version of the format, always 1 */
	public int version() {
		return (int) (low >>> 52) & 15;
	}

	/** @return the 52 random bits of the id's generator */
	public long random() {
		return low & MAX_RANDOM;
	}

	private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
		in.defaultReadObject();
		if (version() != VERSION)
			throw new InvalidObjectException("invalid wiji: found version " + version());
	}

	/**
	 * A generator. Each id that it makes is greater than the one before, whatever the clock does. Threads
	 * may share one.
	 */
	public static final class Factory {
		private static final long SHORT_US = 100; // spin for as long as a sleep takes to begin
		private static final long OFTEN_US = 20_000; // the clock may leap ahead

		private final ReentrantLock lock = new ReentrantLock();
		private final Clock clock;
		private final Duration maxWait;
		private long random;
		private long last = -1;
		private int sequence;

		/** A generator with random bits and a sequence of its own, which waits for five seconds at most. */
		public Factory() {
			this(Clock.systemUTC(), Duration.ofSeconds(5));
		}

		/**
		 * A generator with another clock, or another limit to its wait.
		 *
		 * @param clock tells the time; another than the system's is for tests
		 * @param maxWait how long to wait at most when the 65,536 ids of a microsecond are used up and the
		 *        clock has not passed it, 0 or more
		 */
		public Factory(Clock clock, Duration maxWait) {
			this(clock, maxWait, -1);
		}

		/**
		 * A generator with bits that are not drawn.
		 *
		 * @param clock as above
		 * @param maxWait as above
		 * @param random the generator's 52 bits; no other generator may have the same
		 * @return the generator
		 * @throws IllegalArgumentException if they are out of the range, 0 to {@link #MAX_RANDOM}
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
		 * A new id.
		 *
		 * @return the id
		 * @throws IllegalStateException if the clock was still behind after the longest wait, if the thread
		 *         was interrupted meanwhile, or if the clock reads before 1970 or after 4253
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
		// program that is made before it runs does not hold them.
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

		// Called without the lock: sleeps, or says why not.
		private void await(long behind, Duration waited) {
			if (waited.compareTo(maxWait) >= 0)
				throw new IllegalStateException("the clock is " + behind + " \u00b5s behind the last id, whose sequence is used up; waited "
					+ maxWait.toMillis() + " ms");
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
