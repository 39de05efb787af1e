// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL
package example.wiji.hibernate;

import example.wiji.Wiji;
import java.io.Serializable;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import org.hibernate.boot.model.TypeContributions;
import org.hibernate.boot.model.TypeContributor;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.sql.internal.DdlTypeImpl;
import org.hibernate.usertype.EnhancedUserType;

/**
 * The type of attributes of class {@link Wiji}, also of keys, in columns of type wiji.
 *
 * <p>Hibernate finds it where this artifact is on the class path, so no attribute names it. The database
 * generates the key of new rows by:
 *
 * <pre>{@code
 * @Id @Generated @ColumnDefault("wiji_generate()")
 * private Wiji id;
 * }</pre>
 *
 * <p>or the application does, by {@link GeneratedWiji}.
 */
public class WijiType implements EnhancedUserType<Wiji> {
	// None of SqlTypes: Hibernate then takes the column's type from the contributor below.
	private static final int SQL_TYPE = 26_000;

	/** For Hibernate. */
	public WijiType() {}

	@Override
	public int getSqlType() {
		return SQL_TYPE;
	}

	@Override
	public Class<Wiji> returnedClass() {
		return Wiji.class;
	}

	@Override
	public Wiji nullSafeGet(ResultSet row, int position, WrapperOptions options) throws SQLException {
		String text = row.getString(position);
		return text == null ? null : Wiji.parse(text);
	}

	@Override
	public void nullSafeSet(PreparedStatement statement, Wiji id, int position, WrapperOptions options) throws SQLException {
		// a parameter without a type, which the server reads as an ID
		if (id == null)
			statement.setNull(position, Types.OTHER);
		else
			statement.setObject(position, id.toString(), Types.OTHER);
	}

	@Override
	public String toSqlLiteral(Wiji id) {
		return "wiji '" + id + "'";
	}

	@Override
	public String toString(Wiji id) {
		return id.toString();
	}

	@Override
	public Wiji fromStringValue(CharSequence text) {
		return Wiji.parse(text);
	}

	@Override
	public Wiji deepCopy(Wiji id) {
		return id;
	}

	@Override
	public boolean isMutable() {
		return false;
	}

	@Override
	public Serializable disassemble(Wiji id) {
		return id;
	}

	@Override
	public Wiji assemble(Serializable cached, Object owner) {
		return (Wiji) cached;
	}

	/** Tells Hibernate the type; it is found as a service. */
	public static class Contributor implements TypeContributor {
		/** For Hibernate. */
		public Contributor() {}

		@Override
		public void contribute(TypeContributions types, ServiceRegistry services) {
			var configuration = types.getTypeConfiguration();
			types.contributeType(new WijiType());
			configuration.getDdlTypeRegistry().addDescriptor(new DdlTypeImpl(SQL_TYPE, "wiji", null));
		}
	}
}
