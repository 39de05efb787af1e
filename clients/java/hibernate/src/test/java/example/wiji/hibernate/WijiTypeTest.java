package example.wiji.hibernate;

import static org.junit.jupiter.api.Assertions.*;

import example.wiji.Wiji;
import jakarta.persistence.*;
import java.lang.reflect.Proxy;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Types;
import java.util.Arrays;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.junit.jupiter.api.Test;

class WijiTypeTest {
	static final Wiji ID = Wiji.parse("06C303ZADAJC00E40000000C1S");

	@Entity(name = "Item")
	static class Item {
		@Id @GeneratedWiji
		Wiji id;
		@ManyToOne
		Item parent;
		Wiji other;
	}

	@Test
	void columnsHaveTheTypeWithoutAnAnnotation() {
		var services = new StandardServiceRegistryBuilder()
			.applySetting("hibernate.dialect", "org.hibernate.dialect.PostgreSQLDialect")
			.applySetting("hibernate.boot.allow_jdbc_metadata_access", false).build();
		var metadata = new MetadataSources(services).addAnnotatedClass(Item.class).buildMetadata();
		var columns = metadata.getEntityBinding(Item.class.getName()).getTable().getColumns();
		assertEquals(3, columns.size());
		columns.forEach(column -> assertEquals("wiji", column.getSqlType(metadata), column.getName()));
	}

	@Test
	void aValueIsReadFromText() throws Exception {
		assertEquals(ID, new WijiType().nullSafeGet(row(ID.toString()), 1, null));
		assertEquals(ID, new WijiType().nullSafeGet(row(ID.toUuid().toString()), 1, null));
		assertNull(new WijiType().nullSafeGet(row(null), 1, null));
		assertThrows(IllegalArgumentException.class, () -> new WijiType().nullSafeGet(row("coffee"), 1, null));
	}

	static ResultSet row(String text) {
		return (ResultSet) Proxy.newProxyInstance(WijiTypeTest.class.getClassLoader(), new Class<?>[] {ResultSet.class},
			(proxy, method, arguments) -> text);
	}

	@Test
	void aParameterIsTextWithoutAType() throws Exception {
		assertEquals("setObject[1, 06C303ZADAJC00E40000000C1S, " + Types.OTHER + "]", sent(ID));
		assertEquals("setNull[1, " + Types.OTHER + "]", sent(null));
	}

	static String sent(Wiji id) throws Exception {
		var calls = new StringBuilder();
		var statement = (PreparedStatement) Proxy.newProxyInstance(WijiTypeTest.class.getClassLoader(),
			new Class<?>[] {PreparedStatement.class}, (proxy, method, arguments) -> {
				calls.append(method.getName()).append(Arrays.toString(arguments));
				return null;
			});
		new WijiType().nullSafeSet(statement, id, 1, null);
		return calls.toString();
	}

	@Test
	void aKeyThatIsSetIsKept() {
		var generator = new GeneratedWiji.Generator();
		assertEquals(ID, generator.generate(null, null, ID, null));
		assertInstanceOf(Wiji.class, generator.generate(null, null, null, null));
	}
}
