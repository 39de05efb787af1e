// Java's part of clients/bench/compare: its arguments and its output are described there.
import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.ulid.UlidCreator;
import com.github.f4b6a3.uuid.UuidCreator;
import example.wiji.Wiji;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

class Bench {
	static Object kept; // or the compiler leaves out what nobody uses

	static double measure(int n, Supplier<?> run) {
		long began = System.nanoTime();
		for (int i = 0; i < n; i++)
			kept = run.get();
		return (System.nanoTime() - began) / (double) n;
	}

	public static void main(String[] arguments) {
		int n = Integer.parseInt(arguments[0]);
		int rounds = Integer.parseInt(arguments[1]);
		Wiji id = Wiji.generate();
		Ulid ulid = UlidCreator.getMonotonicUlid();
		UUID uuid = UuidCreator.getTimeOrderedEpoch();
		String text = id.toString(), ulidText = ulid.toString(), uuidText = uuid.toString(), form = id.toUuid().toString();

		Map<String, Map<String, Supplier<?>>> operations = new LinkedHashMap<>();
		operations.put("generate", ordered(
			by("wiji", () -> Wiji.generate().toString()),
			by("ulid-creator, monotonic", () -> UlidCreator.getMonotonicUlid().toString()),
			by("uuid-creator, version 7", () -> UuidCreator.getTimeOrderedEpoch().toString())));
		operations.put("parse text", ordered(
			by("wiji", () -> Wiji.parse(text)),
			by("ulid-creator", () -> Ulid.from(ulidText))));
		operations.put("parse UUID form", ordered(
			by("wiji", () -> Wiji.parse(form)),
			by("java.util.UUID", () -> UUID.fromString(uuidText))));
		operations.put("format", ordered(
			by("wiji", id::toString),
			by("ulid-creator", ulid::toString),
			by("java.util.UUID", uuid::toString)));

		operations.forEach((operation, libraries) -> {
			Map<String, Double> best = new LinkedHashMap<>();
			for (int round = 0; round < rounds; round++)
				libraries.forEach((library, run) -> best.merge(library, measure(n, run), Math::min));
			best.forEach((library, ns) -> System.out.println(operation + "\t" + library + "\t" + ns));
		});
	}

	static Map.Entry<String, Supplier<?>> by(String library, Supplier<?> run) {
		return Map.entry(library, run);
	}

	@SafeVarargs
	static Map<String, Supplier<?>> ordered(Map.Entry<String, Supplier<?>>... entries) {
		Map<String, Supplier<?>> map = new LinkedHashMap<>();
		for (Map.Entry<String, Supplier<?>> entry : entries)
			map.put(entry.getKey(), entry.getValue());
		return map;
	}
}
