package example.wiji.jackson;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import example.wiji.Wiji;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class WijiModuleTest {
	public record Order(Wiji id, Wiji[] lines, Map<Wiji, Integer> stock) {}

	static final Wiji ID = Wiji.parse("06C303ZADAJC00E40000000C1S");
	static final String JSON = "{'id':'06C303ZADAJC00E40000000C1S','lines':['06C303ZADAJC00E40000000C1S',null],"
		.concat("'stock':{'06C303ZADAJC00E40000000C1S':3}}").replace('\'', '"');
	static final Order ORDER = new Order(ID, new Wiji[] {ID, null}, Map.of(ID, 3));

	final ObjectMapper two = new ObjectMapper().findAndRegisterModules();
	final JsonMapper three = JsonMapper.builder().findAndAddModules().build();

	static void same(Order found) {
		assertEquals(List.of(ID, ID, ORDER.stock), List.of(found.id, found.lines[0], found.stock));
		assertNull(found.lines[1]);
	}

	@Test
	void idsAreStrings() throws Exception {
		assertEquals(JSON, two.writeValueAsString(ORDER));
		assertEquals(JSON, three.writeValueAsString(ORDER));
		same(two.readValue(JSON, Order.class));
		same(three.readValue(JSON, Order.class));
		assertEquals(ID, two.convertValue(ID.toUuid(), Wiji.class));
		assertEquals(ID, three.convertValue(ID.toUuid().toString(), Wiji.class));
	}

	@Test
	void whatIsNotAnIdIsAnError() {
		for (String json : List.of("\"\"", "\" \"", "\"coffee\"", "5", "{}", "[\"06C303ZADAJC00E40000000C1S\"]", "\" 06C303ZADAJC00E40000000C1S\"")) {
			assertThrows(com.fasterxml.jackson.databind.exc.MismatchedInputException.class, () -> two.readValue(json, Wiji.class), json);
			assertThrows(tools.jackson.databind.exc.MismatchedInputException.class, () -> three.readValue(json, Wiji.class), json);
		}
		String message = assertThrows(com.fasterxml.jackson.databind.exc.InvalidFormatException.class,
			() -> two.readValue("\"%s\"", Wiji.class)).getMessage();
		assertTrue(message.contains("invalid wiji \"%s\": expected 26 characters"), message);
		assertThrows(com.fasterxml.jackson.databind.exc.InvalidFormatException.class,
			() -> two.readValue("{\"stock\":{\"coffee\":1}}", Order.class));
		assertThrows(tools.jackson.databind.exc.InvalidFormatException.class,
			() -> three.readValue("{\"stock\":{\"coffee\":1}}", Order.class));
	}
}
