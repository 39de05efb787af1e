// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL
package example.wiji.hibernate;

import example.wiji.Wiji;
import java.util.UUID;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.AbstractClassJavaType;
import org.hibernate.type.descriptor.jdbc.JdbcType;
import org.hibernate.type.descriptor.jdbc.JdbcTypeIndicators;

/** {@link Wiji} as a basic type, whose columns are of {@link WijiJdbcType}. */
public class WijiJavaType extends AbstractClassJavaType<Wiji> {
	private static final long serialVersionUID = 1;
	static final WijiJavaType INSTANCE = new WijiJavaType();

	/** For Hibernate. */
	public WijiJavaType() {
		super(Wiji.class);
	}

	@Override
	public boolean isInstance(Object value) {
		return value instanceof Wiji;
	}

	// overrides, in newer versions than 7.0
	public Wiji cast(Object value) {
		return (Wiji) value;
	}

	@Override
	public JdbcType getRecommendedJdbcType(JdbcTypeIndicators context) {
		return WijiJdbcType.INSTANCE;
	}

	@Override
	public boolean useObjectEqualsHashCode() {
		return true;
	}

	@Override
	public String toString(Wiji id) {
		return id.toString();
	}

	@Override
	public Wiji fromString(CharSequence text) {
		return Wiji.parse(text);
	}

	@Override
	public <X> X unwrap(Wiji id, Class<X> type, WrapperOptions options) {
		if (id == null)
			return null;
		if (type.isInstance(id))
			return type.cast(id);
		if (type.isAssignableFrom(String.class))
			return type.cast(id.toString());
		if (type == UUID.class)
			return type.cast(id.toUuid());
		if (type == byte[].class)
			return type.cast(id.toBytes());
		throw unknownUnwrap(type);
	}

	@Override
	public <X> Wiji wrap(X value, WrapperOptions options) {
		if (value == null || value instanceof Wiji)
			return (Wiji) value;
		if (value instanceof byte[])
			return Wiji.parse((byte[]) value);
		// text, a UUID, and what drivers have for types that they do not know: the elements of an array
		// are PGobjects, whose text is the value
		return Wiji.parse(value.toString());
	}
}
