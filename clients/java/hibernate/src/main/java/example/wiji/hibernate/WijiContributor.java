// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL
package example.wiji.hibernate;

import example.wiji.Wiji;
import org.hibernate.HibernateException;
import org.hibernate.Version;
import org.hibernate.boot.model.TypeContributions;
import org.hibernate.boot.model.TypeContributor;
import org.hibernate.service.ServiceRegistry;
import org.hibernate.type.internal.NamedBasicTypeImpl;
import org.hibernate.type.descriptor.sql.internal.DdlTypeImpl;

/**
 * Tells Hibernate the type of attributes of class {@link Wiji}, also of keys, in columns of
 * type wiji, and of their arrays and lists in columns of type wiji[].
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
public class WijiContributor implements TypeContributor {
	/** For Hibernate. */
	public WijiContributor() {}

	@Override
	public void contribute(TypeContributions types, ServiceRegistry services) {
		// first: the other classes cannot even be loaded in an older version
		check(Version.getVersionString());
		var registries = types.getTypeConfiguration();
		types.contributeJavaType(WijiJavaType.INSTANCE);
		registries.getJdbcTypeRegistry().addDescriptor(WijiJdbcType.DDL_TYPE, WijiJdbcType.INSTANCE);
		registries.getBasicTypeRegistry().register(
			new NamedBasicTypeImpl<>(WijiJavaType.INSTANCE, WijiJdbcType.INSTANCE, "wiji"), "wiji", Wiji.class.getName());
		registries.getDdlTypeRegistry().addDescriptor(new DdlTypeImpl(WijiJdbcType.DDL_TYPE, "wiji", null));
	}

	// a snapshot's own build has no version: "[WORKING]"
	static void check(String version) {
		if (version.matches("[0-6]\\..*"))
			throw new HibernateException("wiji-hibernate requires Hibernate 7, found " + version);
	}
}
