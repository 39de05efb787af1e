package example.wiji;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidObjectException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
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
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.Test;

final class WijiTest {
	private static final String[] FORMS =
		{"06C303ZADAJC00E40000000C1S", "0660c03f-a9aa-9300-0710-000000003039", "0660c03fa9aa93000710000000003039"};
	private static final DateTimeFormatter DATE =
		DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

	/** The rows of a table of the conformance suite, which the repository has in docs/conformance. */
	private static List<String[]> table(String name) throws IOException {
		// from the package's folder, which is Maven's
		Path folder = Path.of("../../docs/conformance");
		assumeTrue(Files.isDirectory(folder), "the conformance suite is not here");
		List<String> lines = Files.readAllLines(folder.resolve(name + ".tsv"), StandardCharsets.UTF_8);
		return lines.stream().skip(1).map(line -> line.split("\t", -1)).toList();
	}

	private static byte[] unhex(String text) {
		return HexFormat.of().parseHex(text);
	}

	private static Instant time(long us) {
		return Instant.EPOCH.plus(us, ChronoUnit.MICROS);
	}

	/** A clock that the test sets. */
	private static class SetClock extends Clock {
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

	@Test
	void valid() throws IOException {
		Wiji before = null;
		for (String[] row : table("valid")) {
			long us = Long.parseLong(row[3]);
			Wiji id = Wiji.make(us, Integer.parseInt(row[6]), Long.parseLong(row[8]));
			assertEquals(List.of(row[0], row[1], row[2]), List.of(id.toString(), id.toUuid().toString(), id.toHex()));
			assertArrayEquals(unhex(row[2]), id.toBytes());
			for (String form : List.of(row[0], row[1], row[2])) {
				assertEquals(id, Wiji.parse(form));
				assertTrue(Wiji.isValid(form), form);
			}
			assertEquals(id, Wiji.parse(unhex(row[2])));
			assertTrue(Wiji.isValid(unhex(row[2])), row[2]);
			assertEquals(id, Wiji.of(UUID.fromString(row[1])));
			assertEquals(id.hashCode(), Wiji.parse(row[0]).hashCode());
			assertEquals(us, id.timestampUs());
			assertEquals(Long.parseLong(row[4]), id.timestampMs());
			assertEquals(row[5], DATE.format(id.instant()));
			assertEquals(row[6] + " " + row[7] + " " + row[8], id.sequence() + " " + id.version() + " " + id.random());
			assertEquals(0, Wiji.compare(id, id));
			if (before != null) {
				assertEquals(-1, Wiji.compare(before, id), row[0]);
				assertEquals(1, id.compareTo(before), row[0]);
				assertTrue(before.toString().compareTo(id.toString()) < 0, row[0]);
				assertNotEquals(before, id);
			}
			before = id;
			assertEquals(Wiji.make(us, 0, 0), Wiji.lower(id.instant()));
			assertEquals(Wiji.make(us, Wiji.MAX_SEQUENCE, Wiji.MAX_RANDOM), Wiji.upper(id.instant()));
		}
	}

	@Test
	void writtenOtherwise() throws IOException {
		for (String[] row : table("written_otherwise"))
			assertEquals(row[1], Wiji.parse(row[0]).toString());
	}

	private static String reason(String why) {
		return switch (why) {
			case "length" -> ": expected ";
			case "character" -> ": character ";
			case "too large" -> "128 bits";
			default -> ": found version ";
		};
	}

	@Test
	void invalid() throws IOException {
		for (String[] row : table("invalid")) {
			boolean isText = row[0].equals("text");
			String message = assertThrows(IllegalArgumentException.class,
				() -> { if (isText) Wiji.parse(row[1]); else Wiji.parse(unhex(row[1])); }, row[1]).getMessage();
			if (StandardCharsets.US_ASCII.newEncoder().canEncode(row[1]))	// the table counts other characters in bytes
				assertTrue(message.contains(reason(row[2])), message);
			assertFalse(isText ? Wiji.isValid(row[1]) : Wiji.isValid(unhex(row[1])), row[1]);
		}
	}

	@Test
	void clock() throws IOException {
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
				assertThrows(IllegalStateException.class, factory::generate, running);
				continue;
			}
			Wiji first = factory.generate();
			Wiji last = first;
			for (int n = Integer.parseInt(row[2]); n > 1; n--) {
				Wiji id = factory.generate();
				assertEquals(last.sequence() + 1, id.sequence(), running);
				last = id;
			}
			assertEquals(row[4] + " " + row[5], first + " " + last, running);
		}
	}

	@Test
	void idsAscendWithTheTimeOfTheClock() {
		Instant before = Instant.now().truncatedTo(ChronoUnit.MICROS);
		Wiji last = Wiji.generate();
		for (int i = 0; i < 200_000; i++) {
			Wiji id = Wiji.generate();
			assertEquals(1, id.compareTo(last));
			last = id;
		}
		Instant created = last.instant();
		assertFalse(created.isBefore(before) || created.isAfter(Instant.now()), created.toString());
	}

	@Test
	void aWaitingGeneratorContinuesWhenItsClockDoes() {
		SetClock clock = new SetClock(1000) {
			private int reads;

			@Override
			public Instant instant() {
				return time(reads++ < 65_700 ? 1000 : 1001);
			}
		};
		Wiji.Factory factory = new Wiji.Factory(clock, Duration.ofSeconds(Long.MAX_VALUE));
		for (int i = 0; i < 65_536; i++)
			factory.generate();
		Wiji id = factory.generate();
		assertEquals("1001 0", id.timestampUs() + " " + id.sequence());
	}

	@Test
	void waitsAreLimitedAndCanBeInterrupted() {
		SetClock clock = new SetClock(Wiji.MAX_TIMESTAMP_US);
		Wiji.Factory factory = new Wiji.Factory(clock, Duration.ofMillis(30));
		for (int i = 0; i < 65_536; i++)
			factory.generate();
		clock.now = time(5);
		assertEquals("the clock is 72057594037927930 \u00b5s behind the last ID, whose counter is exhausted; waited 30 ms",
			assertThrows(IllegalStateException.class, factory::generate).getMessage());
		Thread.currentThread().interrupt();
		assertEquals("interrupted while waiting for the clock",
			assertThrows(IllegalStateException.class, factory::generate).getMessage());
		assertTrue(Thread.interrupted(), "the interrupt status is kept");
	}

	@Test
	void factoriesHaveTheirOwnRandomBits() {
		Set<Long> randoms = new HashSet<>();
		int[] ones = new int[52];
		for (int i = 0; i < 1000; i++) {
			long random = Wiji.factory().generate().random();
			randoms.add(random);
			for (int bit = 0; bit < 52; bit++)
				ones[bit] += (int) (random >> bit & 1);
		}
		assertEquals(1000, randoms.size());
		assertTrue(Arrays.stream(ones).allMatch(n -> n > 350 && n < 650), Arrays.toString(ones));
	}

	@Test
	void twoFactoriesHaveIndependentCounters() {
		SetClock clock = new SetClock(1000);
		List<Wiji.Factory> two = List.of(new Wiji.Factory(clock, Duration.ZERO), new Wiji.Factory(clock, Duration.ZERO));
		long[] randoms = new long[2];
		for (int i = 0; i < 6; i++) {
			Wiji id = two.get(i % 2).generate();
			if (i < 2)
				randoms[i] = id.random();
			assertEquals(List.of(1000L, i / 2L, randoms[i % 2]), List.of(id.timestampUs(), (long) id.sequence(), id.random()));
		}
		assertNotEquals(randoms[0], randoms[1]);
	}

	@Test
	void argumentsThatAFactoryRejects() {
		for (Instant now : List.of(time(-1), time(Wiji.MAX_TIMESTAMP_US + 1), Instant.MIN, Instant.MAX)) {
			Wiji.Factory factory = new Wiji.Factory(Clock.fixed(now, ZoneOffset.UTC), Duration.ZERO);
			assertThrows(IllegalStateException.class, factory::generate, now.toString());
		}
		assertThrows(IllegalArgumentException.class, () -> new Wiji.Factory(Clock.systemUTC(), Duration.ofNanos(-1)));
		for (long random : new long[] {-1, Wiji.MAX_RANDOM + 1})
			assertThrows(IllegalArgumentException.class, () -> Wiji.Factory.withRandom(Clock.systemUTC(), Duration.ZERO, random));
	}

	@Test
	void aMillionIdsOfEightThreads() throws Exception {
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
				assertEquals(-1, part.get(i - 1).compareTo(part.get(i)));
			ids.addAll(part);
		}
		threads.shutdown();
		assertEquals(1_000_000, ids.size());
	}

	@Test
	void bounds() {
		assertEquals("00000000000000040000000000", Wiji.lower(Instant.EPOCH).toString());
		Instant last = time(Wiji.MAX_TIMESTAMP_US);
		assertEquals("7ZZZZZZZZZZZZZY7ZZZZZZZZZZ", Wiji.upper(last).toString());
		for (Instant outside : List.of(Instant.MIN, Instant.EPOCH.minusNanos(1), last.plusNanos(1000), Instant.MAX)) {
			assertThrows(DateTimeException.class, () -> Wiji.lower(outside));
			assertThrows(DateTimeException.class, () -> Wiji.upper(outside));
		}
	}

	@Test
	void boundsBetweenTwoMicroseconds() {
		Instant between = Instant.ofEpochSecond(1795348800, 123456789);
		assertEquals(1795348800123457L, Wiji.lower(between).timestampUs());
		assertEquals(1795348800123456L, Wiji.upper(between).timestampUs());
		Instant last = time(Wiji.MAX_TIMESTAMP_US);
		assertThrows(DateTimeException.class, () -> Wiji.lower(last.plusNanos(1)));
		assertEquals(Wiji.upper(last), Wiji.upper(last.plusNanos(999)));
	}

	private static String reasonAgainst(long timestampUs, int sequence, long random) {
		return assertThrows(IllegalArgumentException.class, () -> Wiji.make(timestampUs, sequence, random)).getMessage();
	}

	@Test
	void makeReportsWhichFieldIsOutOfRange() {
		assertEquals("timestampUs must be 0 to 72057594037927935, found -1", reasonAgainst(-1, 0, 0));
		assertEquals("timestampUs must be 0 to 72057594037927935, found 72057594037927936", reasonAgainst(1L << 56, 0, 0));
		assertEquals("sequence must be 0 to 65535, found 65536", reasonAgainst(0, 65536, 0));
		assertEquals("random must be 0 to 4503599627370495, found 4503599627370496", reasonAgainst(0, 0, 1L << 52));
	}

	@Test
	void halvesAreUnsigned() {
		Wiji greatest = Wiji.upper(time(Wiji.MAX_TIMESTAMP_US));
		Wiji middle = Wiji.make(1, 0x80, 0);	// the low half is negative
		assertEquals(-1, Wiji.compare(Wiji.make(1, 0x7F, 0), middle));
		assertEquals(-1, Wiji.compare(middle, greatest));
		assertEquals(0x80, middle.sequence());
		assertEquals(middle, Wiji.parse(middle.toBytes()));
		assertEquals(0L, Wiji.make(0, 0xFFFF, 0).timestampUs());
	}

	@Test
	void anInvalidCharacterAtEachPosition() {
		for (String id : FORMS)
			for (int i = 0; i < id.length(); i++)
				for (String character : List.of("!", " ", "_", "\u00e9", "\u0131", "\u017f", "\u212a", "\uff10", "\u0661", "\u0130")) {
					String corrupted = id.substring(0, i) + character + id.substring(i + 1);
					String start = "invalid wiji \"" + corrupted + "\": character " + (i + 1) + ", \"" + character + "\", is not ";
					String message = assertThrows(IllegalArgumentException.class, () -> Wiji.parse(corrupted)).getMessage();
					assertTrue(message.startsWith(start), message);
				}
		assertEquals("invalid wiji \"\\u0000\\u000a\\\"\\\\\\u007f\\ud83d\": "
			+ "expected 26 characters, 32 of hexadecimal or 36 of the UUID form, found 6",
			assertThrows(IllegalArgumentException.class, () -> Wiji.parse("\0\n\"\\\u007f\ud83d")).getMessage());
	}

	@Test
	void lengths0To40() {
		for (int n = 0; n <= 40; n++) {
			assertFalse(Wiji.isValid("0".repeat(n)));
			assertFalse(Wiji.isValid("\u0011".repeat(n)));
			byte[] bytes = new byte[n];
			Arrays.fill(bytes, (byte) 0x11);
			assertEquals(n == 16, Wiji.isValid(bytes));
			if (n != 16)
				assertEquals("invalid wiji: expected 16 bytes, found " + n,
					assertThrows(IllegalArgumentException.class, () -> Wiji.parse(bytes)).getMessage());
		}
		String message = assertThrows(IllegalArgumentException.class, () -> Wiji.parse("x".repeat(1_000_000))).getMessage();
		assertTrue(message.length() < 200, message);
	}

	@Test
	void nullAndOtherUuids() {
		assertFalse(Wiji.isValid((String) null));
		assertFalse(Wiji.isValid((byte[]) null));
		assertThrows(IllegalArgumentException.class, () -> Wiji.of(UUID.fromString("019d2257-972f-7a4e-b6ea-81d64ed08dfc")));
	}

	/** Where HashMap puts IDs that one generator makes, a microsecond apart or in one. */
	@Test
	void hashCodesFillTheBuckets() {
		for (int[] step : new int[][] {{1, 0}, {1000, 0}, {1_000_000, 0}, {0, 1}})
			for (int n : new int[] {1 << 8, 1 << 12, 1 << 16}) {
				int[] buckets = new int[n];
				for (int i = 0; i < n; i++) {
					int hash = Wiji.make(1795348800123456L + (long) i * step[0], i * step[1], 0x123456789ABCDL).hashCode();
					buckets[(hash ^ hash >>> 16) & n - 1]++;
				}
				// random numbers leave 0.37 of them empty
				long empty = Arrays.stream(buckets).filter(ids -> ids == 0).count();
				int most = Arrays.stream(buckets).max().getAsInt();
				assertTrue(empty < 0.45 * n && most < 10, n + " IDs in steps of " + Arrays.toString(step) + ": " + empty + ", " + most);
			}
	}

	@Test
	void frameworksFindValueOf() {
		for (String form : FORMS)
			assertEquals(Wiji.parse(FORMS[0]), Wiji.valueOf(form));
		assertThrows(IllegalArgumentException.class, () -> Wiji.valueOf(""));
	}

	@Test
	void deserializationChecksTheVersion() throws Exception {
		Wiji id = Wiji.make(1, 2, 3);
		ByteArrayOutputStream stream = new ByteArrayOutputStream();
		new ObjectOutputStream(stream).writeObject(id);
		byte[] bytes = stream.toByteArray();
		assertEquals(id, new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject());
		bytes[bytes.length - 7] = 0x20;	// the byte with the version
		assertEquals("invalid wiji: found version 2", assertThrows(InvalidObjectException.class,
			() -> new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject()).getMessage());
	}
}
