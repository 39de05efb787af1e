// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL
package example.wiji.jackson;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import example.wiji.Wiji;
import java.io.IOException;

/**
 * IDs as strings in JSON, and as keys of its objects, for Jackson 2. {@code findAndRegisterModules()} finds
 * it, and in Spring Boot 3 a bean of this class is all. A string that is not an ID, including the empty
 * one, is an {@code InvalidFormatException}.
 */
public class WijiModule extends SimpleModule {
	private static final long serialVersionUID = 1;

	/** For Jackson. */
	public WijiModule() {
		super("wiji");
		addSerializer(Wiji.class, ToStringSerializer.instance);
		addDeserializer(Wiji.class, new Deserializer());
	}

	private static class Deserializer extends StdScalarDeserializer<Wiji> {
		private static final long serialVersionUID = 1;

		Deserializer() {
			super(Wiji.class);
		}

		@Override
		public Wiji deserialize(JsonParser parser, DeserializationContext context) throws IOException {
			if (!parser.hasToken(JsonToken.VALUE_STRING))
				return (Wiji) context.handleUnexpectedToken(Wiji.class, parser);
			String text = parser.getText();
			try {
				return Wiji.parse(text);
			} catch (IllegalArgumentException invalid) {
				return (Wiji) context.handleWeirdStringValue(Wiji.class, text, "%s", invalid.getMessage());
			}
		}
	}
}
