package example.wiji;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Reads and generates IDs for other programs.
 *
 * <pre>
 *	java example.wiji.Tell answer       reads lines "wiji_text HEX" or "wiji_id HEX", and prints the ID or "-"
 *	java example.wiji.Tell generate N   prints N lines of new IDs: text, UUID form, hex, and the bytes in hex
 * </pre>
 */
final class Tell {
	private static final HexFormat HEX = HexFormat.of();

	private Tell() {}

	private static String answer(String line) {
		String[] words = line.split(" ");
		byte[] bytes = HEX.parseHex(words[1].replace(".", ""));
		Wiji id;
		try {
			id = words[0].equals("wiji_text") ? Wiji.parse(new String(bytes, StandardCharsets.UTF_8)) : Wiji.parse(bytes);
		} catch (IllegalArgumentException invalid) {
			return "-";
		}
		return String.join(" ", id.toHex(), id.toString(), id.toUuid().toString(), id.timestampUs() + "", id.sequence() + "",
			id.random() + "", Wiji.lower(id.instant()).toHex(), Wiji.upper(id.instant()).toHex());
	}

	public static void main(String[] arguments) throws IOException {
		switch (arguments[0]) {
			case "answer" -> {
				BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
				for (String line; (line = lines.readLine()) != null;)
					System.out.println(answer(line));
			}
			case "generate" -> {
				for (int n = Integer.parseInt(arguments[1]); n > 0; n--)
					System.out.println(String.join(" ", Wiji.generate().toString(), Wiji.generate().toUuid().toString(),
						Wiji.generate().toHex(), HEX.formatHex(Wiji.generate().toBytes())));
			}
			default -> throw new IllegalArgumentException(arguments[0]);
		}
	}
}
