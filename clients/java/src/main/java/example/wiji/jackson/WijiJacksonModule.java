// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL
package example.wiji.jackson;

import example.wiji.Wiji;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.ToStringSerializer;

/**
 * IDs as strings in JSON, and as keys of its objects, for Jackson 3. {@code findAndAddModules()} finds it,
 * and so does Spring Boot 4. A string that is not an ID, including the empty one, is an
 * {@code InvalidFormatException}.
 */
public class WijiJacksonModule extends SimpleModule {
	private static final long serialVersionUID = 1;

	/** For Jackson. */
	public WijiJacksonModule() {
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
		public Wiji deserialize(JsonParser parser, DeserializationContext context) {
			if (!parser.hasToken(JsonToken.VALUE_STRING))
				return (Wiji) context.handleUnexpectedToken(Wiji.class, parser);
			String text = parser.getString();
			try {
				return Wiji.parse(text);
			} catch (IllegalArgumentException invalid) {
				return (Wiji) context.handleWeirdStringValue(Wiji.class, text, "%s", invalid.getMessage());
			}
		}
	}
}
