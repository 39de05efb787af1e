// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL
package example.wiji.hibernate;

import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import org.hibernate.dialect.Dialect;
import org.hibernate.engine.jdbc.Size;
import org.hibernate.sql.ast.spi.SqlAppender;
import org.hibernate.type.SqlTypes;
import org.hibernate.type.descriptor.ValueBinder;
import org.hibernate.type.descriptor.ValueExtractor;
import org.hibernate.type.descriptor.WrapperOptions;
import org.hibernate.type.descriptor.java.JavaType;
import org.hibernate.type.descriptor.jdbc.BasicBinder;
import org.hibernate.type.descriptor.jdbc.BasicExtractor;
import org.hibernate.type.descriptor.jdbc.JdbcLiteralFormatter;
import org.hibernate.type.descriptor.jdbc.JdbcType;

/** The type wiji of PostgreSQL. Values are exchanged as text, which every driver can. */
public class WijiJdbcType implements JdbcType {
	private static final long serialVersionUID = 1;
	/** By this number, none of {@link SqlTypes}, Hibernate's registry has the column's type. */
	static final int DDL_TYPE = 26_000;
	static final WijiJdbcType INSTANCE = new WijiJdbcType();

	/** For Hibernate. */
	public WijiJdbcType() {}

	@Override
	public int getJdbcTypeCode() {
		return Types.OTHER;
	}

	// Hibernate decides by this code what a value is in JSON, in composite types and for max(), and knows
	// no code of ours.  What it does with values of an enum is right for a wiji: the server has its type
	// and its order, and elsewhere it is a string.  (It casts UUIDs to "uuid" there.)
	@Override
	public int getDefaultSqlTypeCode() {
		return SqlTypes.NAMED_ENUM;
	}

	@Override
	public int getDdlTypeCode() {
		return DDL_TYPE;
	}

	@Override
	public String getFriendlyName() {
		return "WIJI";
	}

	@Override
	public String toString() {
		return "WijiJdbcType";
	}

	@Override
	public Class<?> getPreferredJavaTypeClass(WrapperOptions options) {
		return String.class;
	}

	// A driver sends the text without a type.  The cast gives a parameter its type where nothing else in
	// the statement does: greatest(?, ?), array[?].  Before Hibernate 7.2 the next two do not exist.
	public void appendWriteExpression(String expression, Size size, SqlAppender sql, Dialect dialect) {
		sql.append("cast(" + expression + " as wiji)");
	}

	/**
	 * Whether a parameter has its type.
	 *
	 * @param dialect not used
	 * @return true
	 */
	public boolean isWriteExpressionTyped(Dialect dialect) {
		return true;
	}

	@Override
	@Deprecated
	@SuppressWarnings("removal")
	public void appendWriteExpression(String expression, SqlAppender sql, Dialect dialect) {
		appendWriteExpression(expression, null, sql, dialect);
	}

	@Override
	public <T> JdbcLiteralFormatter<T> getJdbcLiteralFormatter(JavaType<T> javaType) {
		return (sql, value, dialect, options) -> sql.append("wiji '" + javaType.unwrap(value, String.class, options) + "'");
	}

	@Override
	public <X> ValueBinder<X> getBinder(JavaType<X> javaType) {
		return new BasicBinder<>(javaType, this) {
			private static final long serialVersionUID = 1;

			@Override
			protected void doBind(PreparedStatement statement, X id, int position, WrapperOptions options) throws SQLException {
				statement.setObject(position, javaType.unwrap(id, String.class, options), Types.OTHER);
			}

			@Override
			protected void doBind(CallableStatement statement, X id, String name, WrapperOptions options) throws SQLException {
				statement.setObject(name, javaType.unwrap(id, String.class, options), Types.OTHER);
			}
		};
	}

	@Override
	public <X> ValueExtractor<X> getExtractor(JavaType<X> javaType) {
		return new BasicExtractor<>(javaType, this) {
			private static final long serialVersionUID = 1;

			@Override
			protected X doExtract(ResultSet row, int position, WrapperOptions options) throws SQLException {
				return javaType.wrap(row.getString(position), options);
			}

			@Override
			protected X doExtract(CallableStatement statement, int position, WrapperOptions options) throws SQLException {
				return javaType.wrap(statement.getObject(position), options);
			}

			@Override
			protected X doExtract(CallableStatement statement, String name, WrapperOptions options) throws SQLException {
				return javaType.wrap(statement.getObject(name), options);
			}
		};
	}
}
