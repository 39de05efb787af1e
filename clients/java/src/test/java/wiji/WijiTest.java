package wiji;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Tests of Wiji.java, in TAP.
 *
 * <pre>
 *	java wiji.WijiTest FOLDER       runs all of them, with the tables in the folder
 *	java wiji.WijiTest answer       reads lines "wiji_text HEX" or "wiji_id HEX", and prints the ID or "-"
 *	java wiji.WijiTest generate N   prints N lines of new IDs: text, UUID form, hex, and the bytes in hex
 * </pre>
 */
final class WijiTest {
	static final String[] FORMS =
		{"06C303ZADAJC00E40000000C1S", "0660c03f-a9aa-9300-0710-000000003039", "0660c03fa9aa93000710000000003039"};
	static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

	static Path folder;
	static int count;
	static boolean anyFailed;
	static final List<String> wrong = new ArrayList<>();

	interface Body {
		void run() throws Exception;
	}

	static void test(String name, Body body) {
		wrong.clear();
		try {
			body.run();
		} catch (Throwable error) {
			wrong.add(error + " " + Arrays.toString(error.getStackTrace()));
		}
		System.out.println((wrong.isEmpty() ? "ok " : "not ok ") + ++count + " - " + name);
		wrong.stream().limit(10).forEach(line -> System.out.println("# " + line));
		anyFailed |= !wrong.isEmpty();
	}

	static void is(Object found, Object expected, Object what) {
		if (!Objects.equals(found, expected))
			wrong.add(what + ": expected " + expected + ", found " + found);
	}

	static Throwable errorOf(Body body) {
		try {
			body.run();
			return new Throwable("no error");
		} catch (Throwable error) {
			return error;
		}
	}

	static List<String[]> table(String name) throws Exception {
		List<String[]> rows = new ArrayList<>();
		List<String> lines = Files.readAllLines(folder.resolve(name + ".tsv"), StandardCharsets.UTF_8);
		for (String line : lines.subList(1, lines.size()))
			rows.add(line.split("\t", -1));
		return rows;
	}

	static byte[] unhex(String text) {
		byte[] bytes = new byte[text.length() / 2];
		for (int i = 0; i < bytes.length; i++)
			bytes[i] = (byte) Integer.parseInt(text.substring(2 * i, 2 * i + 2), 16);
		return bytes;
	}

	static Instant time(long us) {
		return Instant.EPOCH.plus(us, ChronoUnit.MICROS);
	}

	/** A clock that the test sets. */
	static class SetClock extends Clock {
		volatile Instant now;

		SetClock(long us) {
			now = time(us);
		}

		@Override
		public Instant instant() {
			return now;
		}

		@Override
		public ZoneId getZone() {
			return ZoneOffset.UTC;
		}

		@Override
		public Clock withZone(ZoneId zone) {
			return this;
		}
	}

	static void valid() throws Exception {
		Wiji before = null;
		for (String[] row : table("valid")) {
			long us = Long.parseLong(row[3]);
			Wiji id = Wiji.make(us, Integer.parseInt(row[6]), Long.parseLong(row[8]));
			is(List.of(id.toString(), id.toUuid().toString(), id.toHex()), List.of(row[0], row[1], row[2]), row[0]);
			is(new BigInteger(1, id.toBytes()), new BigInteger(row[2], 16), row[0]);
			for (int i = 0; i < 3; i++) {
				is(Wiji.parse(row[i]), id, row[i]);
				is(Wiji.isValid(row[i]), true, row[i]);
			}
			is(Wiji.parse(unhex(row[2])), id, row[2]);
			is(Wiji.isValid(unhex(row[2])), true, row[2]);
			is(Wiji.of(UUID.fromString(row[1])), id, row[1]);
			is(Wiji.parse(row[0]).hashCode(), id.hashCode(), row[0]);
			is(id.timestampUs(), us, row[0]);
			is(id.timestampMs(), Long.parseLong(row[4]), row[0]);
			is(DATE.format(id.instant()), row[5], row[0]);
			is(id.sequence() + " " + id.version() + " " + id.random(), row[6] + " " + row[7] + " " + row[8], row[0]);
			is(Wiji.compare(id, id), 0, row[0]);
			if (before != null) {
				is(Wiji.compare(before, id), -1, row[0]);
				is(id.compareTo(before), 1, row[0]);
				is(before.toString().compareTo(id.toString()) < 0, true, row[0]);
				is(before.equals(id), false, row[0]);
			}
			before = id;
			is(Wiji.lower(id.instant()), Wiji.make(us, 0, 0), row[0]);
			is(Wiji.upper(id.instant()), Wiji.make(us, Wiji.MAX_SEQUENCE, Wiji.MAX_RANDOM), row[0]);
		}
	}

	static void writtenOtherwise() throws Exception {
		for (String[] row : table("written_otherwise"))
			is(Wiji.parse(row[0]).toString(), row[1], row[0]);
	}

	static String reason(String why) {
		switch (why) {
			case "length": return ": expected ";
			case "character": return ": character ";
			case "too large": return "128 bits";
			default: return ": found version ";
		}
	}

	static void invalid() throws Exception {
		for (String[] row : table("invalid")) {
			boolean isText = row[0].equals("text");
			Throwable error = errorOf(isText ? () -> Wiji.parse(row[1]) : () -> Wiji.parse(unhex(row[1])));
			is(error.getClass(), IllegalArgumentException.class, row[1]);
			if (row[1].matches("[ -~]*"))	// the table counts a character beyond ASCII in bytes
				is(error.getMessage().contains(reason(row[2])), true, row[1] + ": " + error);
			is(isText ? Wiji.isValid(row[1]) : Wiji.isValid(unhex(row[1])), false, row[1]);
		}
	}

	static void clock() throws Exception {
		String running = "";
		SetClock clock = null;
		Wiji.Factory factory = null;
		for (String[] row : table("clock")) {
			if (!row[0].equals(running)) {
				clock = new SetClock(0);
				factory = Wiji.Factory.withRandom(clock, Duration.ZERO, 0x123456789ABCDL);
			}
			running = row[0];
			clock.now = time(Long.parseLong(row[1]));
			if (row[3].equals("wait")) {
				is(errorOf(factory::generate).getClass(), IllegalStateException.class, running);
				continue;
			}
			Wiji first = factory.generate();
			Wiji last = first;
			for (int n = Integer.parseInt(row[2]); n > 1; n--) {
				Wiji id = factory.generate();
				is(id.sequence(), last.sequence() + 1, running);
				last = id;
			}
			is(first + " " + last, row[4] + " " + row[5], running);
		}
	}

	static void ascend() {
		Instant before = Instant.now().truncatedTo(ChronoUnit.MICROS);
		Wiji last = Wiji.generate();
		for (int i = 0; i < 200_000; i++) {
			Wiji id = Wiji.generate();
			is(id.compareTo(last), 1, id);
			last = id;
		}
		is(!last.instant().isBefore(before) && !last.instant().isAfter(Instant.now()), true, last.instant());
	}

	static void waitEnds() {
		SetClock clock = new SetClock(1000) {
			int reads;

			@Override
			public Instant instant() {
				return time(reads++ < 65_700 ? 1000 : 1001);
			}
		};
		Wiji.Factory factory = new Wiji.Factory(clock, Duration.ofSeconds(Long.MAX_VALUE));
		Wiji id = null;
		for (int i = 0; i < 65_537; i++)
			id = factory.generate();
		is(id.timestampUs() + " " + id.sequence(), "1001 0", "the ID after the wait");
	}

	static void waitHasItsLimit() {
		SetClock clock = new SetClock(Wiji.MAX_TIMESTAMP_US);
		Wiji.Factory factory = new Wiji.Factory(clock, Duration.ofMillis(30));
		for (int i = 0; i < 65_536; i++)
			factory.generate();
		clock.now = time(5);
		is(errorOf(factory::generate).getMessage(),
			"the clock is 72057594037927930 µs behind the last ID, whose counter is exhausted; waited 30 ms", "error");
		Thread.currentThread().interrupt();
		is(errorOf(factory::generate).getMessage(), "interrupted while waiting for the clock", "interrupted");
		is(Thread.interrupted(), true, "the interrupt status is kept");
	}

	static void factories() {
		Set<Long> randoms = new HashSet<>();
		int[] ones = new int[52];
		for (int i = 0; i < 1000; i++) {
			long random = Wiji.factory().generate().random();
			randoms.add(random);
			for (int bit = 0; bit < 52; bit++)
				ones[bit] += (int) (random >> bit & 1);
		}
		is(randoms.size(), 1000, "different");
		is(Arrays.stream(ones).allMatch(n -> n > 350 && n < 650), true, Arrays.toString(ones));
	}

	static void twoFactories() {
		SetClock clock = new SetClock(1000);
		List<Wiji.Factory> two = List.of(new Wiji.Factory(clock, Duration.ZERO), new Wiji.Factory(clock, Duration.ZERO));
		long[] randoms = new long[2];
		for (int i = 0; i < 6; i++) {
			Wiji id = two.get(i % 2).generate();
			if (i < 2)
				randoms[i] = id.random();
			is(List.of(id.timestampUs(), (long) id.sequence(), id.random()), List.of(1000L, i / 2L, randoms[i % 2]), i);
		}
		is(randoms[0] != randoms[1], true, "each has its own random bits");
	}

	static void rejected() {
		for (Instant now : List.of(time(-1), time(Wiji.MAX_TIMESTAMP_US + 1), Instant.MIN, Instant.MAX))
			is(errorOf(new Wiji.Factory(Clock.fixed(now, ZoneOffset.UTC), Duration.ZERO)::generate).getClass(),
				IllegalStateException.class, now);
		is(errorOf(() -> new Wiji.Factory(Clock.systemUTC(), Duration.ofNanos(-1))).getClass(), IllegalArgumentException.class, "maxWait");
		for (long random : new long[] {-1, Wiji.MAX_RANDOM + 1})
			is(errorOf(() -> Wiji.Factory.withRandom(Clock.systemUTC(), Duration.ZERO, random)).getClass(),
				IllegalArgumentException.class, random);
	}

	static void threads() throws Exception {
		Wiji.Factory own = Wiji.factory();
		ExecutorService threads = Executors.newFixedThreadPool(8);
		List<Future<List<Wiji>>> parts = new ArrayList<>();
		for (int i = 0; i < 8; i++) {
			Callable<Wiji> next = i % 2 == 0 ? Wiji::generate : own::generate;
			parts.add(threads.submit(() -> {
				List<Wiji> part = new ArrayList<>();
				for (int n = 0; n < 125_000; n++)
					part.add(next.call());
				return part;
			}));
		}
		Set<Wiji> ids = new HashSet<>();
		for (Future<List<Wiji>> future : parts) {
			List<Wiji> part = future.get();
			for (int i = 1; i < part.size(); i++)
				is(part.get(i - 1).compareTo(part.get(i)), -1, part.get(i));
			ids.addAll(part);
		}
		threads.shutdown();
		is(ids.size(), 1_000_000, "different IDs");
	}

	static void bounds() {
		is(Wiji.lower(Instant.EPOCH).toString(), "00000000000000040000000000", "the first ID");
		Instant last = time(Wiji.MAX_TIMESTAMP_US);
		is(Wiji.upper(last).toString(), "7ZZZZZZZZZZZZZY7ZZZZZZZZZZ", "the last ID");
		Instant between = Instant.ofEpochSecond(1795348800, 123456789);
		is(Wiji.lower(between).timestampUs(), 1795348800123457L, "lower");
		is(Wiji.upper(between).timestampUs(), 1795348800123456L, "upper");
		for (Instant outside : List.of(Instant.MIN, Instant.EPOCH.minusNanos(1), last.plusNanos(1000), Instant.MAX)) {
			is(errorOf(() -> Wiji.lower(outside)).getClass(), DateTimeException.class, outside);
			is(errorOf(() -> Wiji.upper(outside)).getClass(), DateTimeException.class, outside);
		}
		is(errorOf(() -> Wiji.lower(last.plusNanos(1))).getClass(), DateTimeException.class, "after the last ID");
		is(Wiji.upper(last.plusNanos(999)), Wiji.upper(last), "the last ID, from a nanosecond after it");
	}

	static void ranges() {
		is(errorOf(() -> Wiji.make(-1, 0, 0)).getMessage(), "timestampUs must be 0 to 72057594037927935, found -1", "-1");
		is(errorOf(() -> Wiji.make(1L << 56, 0, 0)).getMessage(), "timestampUs must be 0 to 72057594037927935, found 72057594037927936", "2^56");
		is(errorOf(() -> Wiji.make(0, 65536, 0)).getMessage(), "sequence must be 0 to 65535, found 65536", "2^16");
		is(errorOf(() -> Wiji.make(0, 0, 1L << 52)).getMessage(), "random must be 0 to 4503599627370495, found 4503599627370496", "2^52");
		is(errorOf(() -> Wiji.make(Long.MIN_VALUE, -1, Long.MIN_VALUE)).getClass(), IllegalArgumentException.class, "the minimum");
	}

	static void signs() {
		Wiji greatest = Wiji.upper(time(Wiji.MAX_TIMESTAMP_US));
		Wiji middle = Wiji.make(1, 0x80, 0);	// the low half is negative
		is(Wiji.compare(Wiji.make(1, 0x7F, 0), middle), -1, "sequences 0x7F and 0x80");
		is(Wiji.compare(middle, greatest), -1, "the maximum");
		is(middle.sequence(), 0x80, "its sequence");
		is(Wiji.parse(middle.toBytes()), middle, "its bytes");
		is(Wiji.make(0, 0xFFFF, 0).timestampUs(), 0L, "the counter does not change the time");
	}

	static void wrongCharacters() {
		for (String id : FORMS)
			for (int i = 0; i < id.length(); i++)
				for (String character : new String[] {"!", " ", "_", "é", "ı", "ſ", "\u212a", "０", "\u0661", "\u0130"}) {
					String corrupted = id.substring(0, i) + character + id.substring(i + 1);
					String start = "invalid wiji \"" + corrupted + "\": character " + (i + 1) + ", \"" + character + "\", is not ";
					String message = errorOf(() -> Wiji.parse(corrupted)).getMessage();
					is(message.startsWith(start), true, message);
				}
		is(errorOf(() -> Wiji.parse("\0\n\"\\\u007f\ud83d")).getMessage(),
			"invalid wiji \"\\u0000\\u000a\\\"\\\\\\u007f\\ud83d\": expected 26 characters, 32 of hexadecimal or 36 of the UUID form, found 6", "escapes");
	}

	static void lengths() {
		for (int n = 0; n <= 40; n++) {
			is(Wiji.isValid("0".repeat(n)), false, n);
			byte[] bytes = new byte[n];
			Arrays.fill(bytes, (byte) 0x11);
			is(Wiji.isValid(bytes), n == 16, n);
			is(errorOf(() -> Wiji.parse(bytes)).getMessage(), n == 16 ? "no error" : "invalid wiji: expected 16 bytes, found " + n, n);
		}
		is(Wiji.isValid((String) null) || Wiji.isValid((byte[]) null), false, "null");
		is(errorOf(() -> Wiji.parse("x".repeat(1_000_000))).getMessage().length() < 200, true, "a long text is truncated in the message");
		is(errorOf(() -> Wiji.of(UUID.fromString("019d2257-972f-7a4e-b6ea-81d64ed08dfc"))).getClass(), IllegalArgumentException.class, "a uuid");
	}

	static byte[] serialized(Object object) throws Exception {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		new ObjectOutputStream(bytes).writeObject(object);
		return bytes.toByteArray();
	}

	static void serialization() throws Exception {
		Wiji id = Wiji.make(1, 2, 3);
		byte[] bytes = serialized(id);
		is(new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject(), id, "the same after deserialization");
		bytes[bytes.length - 7] = 0x20;	// the byte with the version
		is(errorOf(() -> new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject()).getMessage(),
			"invalid wiji: found version 2", "another version");
	}

	static String answer(String line) {
		String[] words = line.split(" ");
		byte[] bytes = unhex(words[1].replace(".", ""));
		Wiji id;
		try {
			id = words[0].equals("wiji_text") ? Wiji.parse(new String(bytes, StandardCharsets.UTF_8)) : Wiji.parse(bytes);
		} catch (IllegalArgumentException invalid) {
			return "-";
		}
		return String.join(" ", id.toHex(), id.toString(), id.toUuid().toString(), id.timestampUs() + "", id.sequence() + "",
			id.random() + "", Wiji.lower(id.instant()).toHex(), Wiji.upper(id.instant()).toHex());
	}

	static String hex(byte[] bytes) {
		return String.format("%032x", new BigInteger(1, bytes));
	}

	public static void main(String[] arguments) throws Exception {
		if (arguments[0].equals("answer")) {
			BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
			for (String line; (line = lines.readLine()) != null;)
				System.out.println(answer(line));
			return;
		}
		if (arguments[0].equals("generate")) {
			for (int n = Integer.parseInt(arguments[1]); n > 0; n--)
				System.out.println(Wiji.generate() + " " + Wiji.generate().toUuid() + " " + Wiji.generate().toHex()
					+ " " + hex(Wiji.generate().toBytes()));
			return;
		}
		folder = Path.of(arguments[0]);
		test("valid.tsv", WijiTest::valid);
		test("written_otherwise.tsv", WijiTest::writtenOtherwise);
		test("invalid.tsv", WijiTest::invalid);
		test("clock.tsv", WijiTest::clock);
		test("IDs ascend, with the time of the clock", WijiTest::ascend);
		test("a waiting generator continues when its clock does", WijiTest::waitEnds);
		test("waits are limited, and can be interrupted", WijiTest::waitHasItsLimit);
		test("factories have their own random bits", WijiTest::factories);
		test("two factories are independent", WijiTest::twoFactories);
		test("arguments that a factory rejects", WijiTest::rejected);
		test("a million IDs of eight threads", WijiTest::threads);
		test("bounds at both ends", WijiTest::bounds);
		test("make reports which field is out of range", WijiTest::ranges);
		test("halves are unsigned", WijiTest::signs);
		test("an invalid character at each position", WijiTest::wrongCharacters);
		test("lengths 0 to 40, and null", WijiTest::lengths);
		test("deserialization checks the version", WijiTest::serialization);
		System.out.println("1.." + count);
		System.exit(anyFailed ? 1 : 0);
	}
}
