// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL
package example.wiji.hibernate;

import example.wiji.Wiji;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.EnumSet;
import org.hibernate.annotations.IdGeneratorType;
import org.hibernate.boot.model.relational.SqlStringGenerationContext;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.id.BulkInsertionCapableIdentifierGenerator;

/**
 * A key that the application generates by {@link Wiji#generate}, unless it is already set. Hibernate can
 * then insert rows in batches, which it cannot where the database generates keys. Only the rows of HQL's
 * {@code insert … select} exist nowhere but in the database, which generates their keys.
 *
 * <pre>{@code
 * @Id @GeneratedWiji
 * private Wiji id;
 * }</pre>
 */
@IdGeneratorType(GeneratedWiji.Generator.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.METHOD})
public @interface GeneratedWiji {
	/** Generates the keys. */
	class Generator implements BeforeExecutionGenerator, BulkInsertionCapableIdentifierGenerator {
		private static final long serialVersionUID = 1;

		/** For Hibernate. */
		public Generator() {}

		@Override
		public Object generate(SharedSessionContractImplementor session, Object owner, Object current, EventType event) {
			return current == null ? Wiji.generate() : current;
		}

		@Override
		public EnumSet<EventType> getEventTypes() {
			return EventTypeSets.INSERT_ONLY;
		}

		@Override
		public boolean allowAssignedIdentifiers() {
			return true;
		}

		@Override
		public String determineBulkInsertionIdentifierGenerationSelectFragment(SqlStringGenerationContext context) {
			return "wiji_generate()";
		}
	}
}
