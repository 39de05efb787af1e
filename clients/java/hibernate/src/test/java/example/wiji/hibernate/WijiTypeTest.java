package example.wiji.hibernate;

import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import example.wiji.Wiji;
import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.hibernate.HibernateException;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.ColumnDefault;
import org.hibernate.annotations.Generated;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.boot.MetadataSources;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.cfg.Configuration;
import org.hibernate.type.SqlTypes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

class WijiTypeTest {
	static final Wiji ID = Wiji.parse("06C303ZADAJC00E40000000C1S");
	static final Wiji LATER = Wiji.parse("06C303ZADAJC00J40000000C1S");

	@Entity(name = "Item")
	static class Item {
		@Id @GeneratedWiji
		Wiji id;
		@ManyToOne
		Item parent;
		Wiji other;
		@Column(name = "a")
		Wiji[] array;
		List<Wiji> list;
		Set<Wiji> set;
		@JdbcTypeCode(SqlTypes.JSON)
		Label label;
		@ElementCollection(fetch = FetchType.EAGER)
		List<Wiji> elements;

		Item() {}

		Item(Wiji other) {
			this.other = other;
		}
	}

	@Embeddable
	static class Label {
		Wiji printed;
		Wiji[] all;

		Label() {}

		Label(Wiji printed, Wiji... all) {
			this.printed = printed;
			this.all = all;
		}

		@Override
		public boolean equals(Object other) {
			return other instanceof Label && Objects.equals(((Label) other).printed, printed) && Arrays.equals(((Label) other).all, all);
		}

		@Override
		public int hashCode() {
			return Objects.hashCode(printed);
		}
	}

	@Entity(name = "Made")
	static class Made {
		@Id @Generated @ColumnDefault("wiji_generate()")
		Wiji id;
	}

	@Test
	void columnsHaveTheTypeWithoutAnAnnotation() {
		var services = new StandardServiceRegistryBuilder()
			.applySetting("hibernate.dialect", "org.hibernate.dialect.PostgreSQLDialect")
			.applySetting("hibernate.boot.allow_jdbc_metadata_access", false).build();
		var metadata = new MetadataSources(services).addAnnotatedClass(Made.class).addAnnotatedClass(Item.class).buildMetadata();
		var table = metadata.getEntityBinding(Item.class.getName()).getTable();
		for (String[] column : new String[][] {{"id", "wiji"}, {"parent_id", "wiji"}, {"other", "wiji"}, {"a", "wiji array"},
			{"list", "wiji array"}, {"set", "wiji array"}, {"label", "jsonb"}})
			assertEquals(column[1], table.getColumns().stream().filter(found -> found.getName().equals(column[0])).findFirst()
				.orElseThrow().getSqlType(metadata), column[0]);
	}

	@Test
	void aValueIsReadFromText() throws Exception {
		assertEquals(ID, read(ID.toString()));
		assertEquals(ID, read(ID.toUuid().toString()));
		assertNull(read(null));
		assertThrows(IllegalArgumentException.class, () -> read("coffee"));
		assertEquals(ID, WijiJavaType.INSTANCE.wrap(ID.toBytes(), null));
	}

	static Wiji read(String text) throws Exception {
		var row = (ResultSet) Proxy.newProxyInstance(WijiTypeTest.class.getClassLoader(), new Class<?>[] {ResultSet.class},
			(proxy, method, arguments) -> method.getName().equals("wasNull") ? text == null : text);
		return WijiJdbcType.INSTANCE.getExtractor(WijiJavaType.INSTANCE).extract(row, 1, null);
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
		WijiJdbcType.INSTANCE.getBinder(WijiJavaType.INSTANCE).bind(statement, id, 1, null);
		return calls.toString();
	}

	@Test
	void aKeyThatIsSetIsKept() {
		var generator = new GeneratedWiji.Generator();
		assertEquals(ID, generator.generate(null, null, ID, null));
		assertInstanceOf(Wiji.class, generator.generate(null, null, null, null));
	}

	@Test
	void olderVersionsAreRejected() {
		for (String version : List.of("6.6.40.Final", "5.6.15.Final"))
			assertEquals("wiji-hibernate requires Hibernate 7, found " + version,
				assertThrows(HibernateException.class, () -> WijiContributor.check(version)).getMessage());
		for (String version : List.of("7.0.0.Final", "7.4.15.Final", "10.0.0.Final", "[WORKING]"))
			WijiContributor.check(version);
	}

	/** In the database of JDBC_URL, which has the extension: in a schema of their own. */
	@Nested
	@TestInstance(TestInstance.Lifecycle.PER_CLASS)
	class InADatabase {
		SessionFactory factory;
		Item first = new Item(ID);
		Item second = new Item(LATER);

		@BeforeAll
		void connect() throws Exception {
			assumeTrue(System.getenv("JDBC_URL") != null, "JDBC_URL is not set");
			try (var db = DriverManager.getConnection(System.getenv("JDBC_URL"))) {
				db.createStatement().execute("CREATE SCHEMA wiji_hibernate");
			}
			factory = configuration("create-drop").buildSessionFactory();
		}

		Configuration configuration(String action) {
			return new Configuration().addAnnotatedClasses(Item.class, Made.class)
				.setProperty("hibernate.connection.url", System.getenv("JDBC_URL"))
				.setProperty("hibernate.default_schema", "wiji_hibernate")
				.setProperty("hibernate.jdbc.batch_size", "10")
				.setProperty("hibernate.hbm2ddl.auto", action);
		}

		@AfterAll
		void disconnect() throws Exception {
			if (factory == null)
				return;
			factory.close();
			try (var db = DriverManager.getConnection(System.getenv("JDBC_URL"))) {
				db.createStatement().execute("DROP SCHEMA wiji_hibernate CASCADE");
			}
		}

		@BeforeEach
		void insert() {
			first = new Item(ID);
			second = new Item(LATER);
			second.array = new Wiji[] {LATER, null, ID};
			second.list = List.of(ID, LATER);
			second.set = Set.of(LATER);
			second.label = new Label(LATER, ID, LATER);
			second.elements = List.of(LATER, ID);
			second.parent = first;
			factory.inTransaction(db -> {
				db.createMutationQuery("delete from Item where parent is not null").executeUpdate();
				db.createMutationQuery("delete from Item").executeUpdate();
				db.persist(first);
				db.persist(second);
			});
		}

		/** The only result of a query with these parameters. */
		<T> T one(Class<T> type, String query, Object... parameters) {
			return factory.fromSession(db -> {
				var created = db.createSelectionQuery(query, type);
				for (int i = 0; i < parameters.length; i++)
					created.setParameter(i + 1, parameters[i]);
				return created.getSingleResult();
			});
		}

		@Test
		void arraysAndListsComeBack() {
			Item found = one(Item.class, "from Item where id = ?1", second.id);
			assertArrayEquals(second.array, found.array);
			assertEquals(second.list, found.list);
			assertEquals(second.set, found.set);
			assertEquals(second.label, found.label);
			assertEquals(Set.copyOf(second.elements), Set.copyOf(found.elements));
			assertEquals(first.id, found.parent.id);
			Item empty = one(Item.class, "from Item where id = ?1", first.id);
			assertNull(empty.array);
			assertNull(empty.list);
			factory.inTransaction(db -> {
				Item item = db.find(Item.class, first.id);
				item.array = new Wiji[0];
				item.list = List.of(LATER, LATER);
				item.other = null;
			});
			Item changed = one(Item.class, "from Item where id = ?1", first.id);
			assertEquals(0, changed.array.length);
			assertEquals(List.of(LATER, LATER), changed.list);
			assertNull(changed.other);
		}

		@Test
		void functionsOfArrays() {
			assertEquals(second.id, one(Wiji.class, "select id from Item where array_contains(list, ?1)", ID));
			assertEquals(second.id, one(Wiji.class, "select id from Item where ?1 member of elements", ID));
			assertEquals(second.id, one(Wiji.class, "select id from Item where array_includes(array, ?1)", (Object) new Wiji[] {ID}));
			assertEquals(second.id, one(Wiji.class, "select id from Item where array_contains(list, other)"));
			assertEquals(LATER, one(Wiji.class, "select array_get(list, 2) from Item where list is not null"));
			assertEquals(List.of(ID, LATER), Arrays.asList(one(Wiji[].class, "select array_agg(other) within group (order by other) from Item")));
			assertEquals(3, one(Integer.class, "select array_length(array_append(list, ?1)) from Item where id = ?2", LATER, second.id));
		}

		@Test
		void functionsOfIds() {
			assertEquals(LATER, one(Wiji.class, "select max(other) from Item"));
			assertEquals(ID, one(Wiji.class, "select min(other) from Item"));
			assertEquals(second.id, one(Wiji.class, "select max(i.id) from Item i"));
			assertEquals(LATER, one(Wiji.class, "select greatest(other, ?1) from Item where id = ?2", LATER, first.id));
			assertEquals(second.id, one(Wiji.class, "select id from Item where other = greatest(?1, ?2)", ID, LATER));
			assertEquals(ID, one(Wiji.class, "select least(other, ?1) from Item where id = ?2", ID, second.id));
			assertEquals(first.id, one(Wiji.class, "select coalesce(parent.id, ?1) from Item where id = ?2", ID, second.id));
			assertEquals(LATER, one(Wiji.class, "select case when other <> ?1 then other else ?2 end from Item where id = ?3", ID, LATER, first.id));
			assertEquals(ID.toString(), one(String.class, "select cast(other as String) from Item where id = ?1", first.id));
			assertEquals(2L, one(Long.class, "select count(distinct other) from Item"));
		}

		@Test
		void conditions() {
			assertEquals(2L, one(Long.class, "select count(*) from Item where id >= ?1", Wiji.lower(Instant.now().minus(Duration.ofMinutes(10)))));
			assertEquals(1L, one(Long.class, "select count(*) from Item where other between ?1 and ?1", ID));
			assertEquals(2L, one(Long.class, "select count(*) from Item where other in (?1, ?2)", ID, LATER));
			assertEquals(2L, one(Long.class, "select count(*) from Item where other in ?1", List.of(ID, LATER)));
			assertEquals(1L, one(Long.class, "select count(*) from Item where ?1 is null or other = ?1", ID));
			factory.inSession(db -> {
				assertEquals(2, db.findMultiple(Item.class, List.of(first.id, second.id)).size());
				var builder = db.getCriteriaBuilder();
				var query = builder.createQuery(Item.class);
				var item = query.from(Item.class);
				query.where(builder.equal(item.get("other"), builder.literal(ID)));
				assertEquals(first.id, db.createQuery(query).getSingleResult().id);
			});
		}

		@Test
		void jsonIsReadByItsParts() {
			assertEquals(second.id, one(Wiji.class, "select id from Item where label.printed = ?1", LATER));
			assertEquals(LATER, one(Wiji.class, "select label.printed from Item where id = ?1", second.id));
		}

		@Test
		void nativeQueries() {
			factory.inSession(db -> {
				assertEquals(second.id, db.createNativeQuery("SELECT max(id) AS id FROM wiji_hibernate.item", Wiji.class).getSingleResult());
				assertEquals(first.id, db.createNativeQuery("SELECT * FROM wiji_hibernate.item WHERE other = :other", Item.class)
					.setParameter("other", ID).getSingleResult().id);
			});
		}

		@Test
		void rowsThatHqlInsertsGetIds() {
			factory.inTransaction(db -> {
				assertEquals(2, db.createMutationQuery("insert Item (other) select other from Item").executeUpdate());
				assertEquals(2, db.createMutationQuery("insert Item (other) values (:a), (:b)")
					.setParameter("a", ID).setParameter("b", LATER).executeUpdate());
			});
			assertEquals(6L, one(Long.class, "select count(distinct id) from Item"));
		}

		@Test
		void rowsInBulk() {
			factory.inTransaction(db -> {
				for (int i = 0; i < 100; i++)
					db.persist(new Item(ID));
			});
			assertEquals(102L, one(Long.class, "select count(*) from Item"));
			factory.inTransaction(db -> assertEquals(101,
				db.createMutationQuery("update Item set other = :b, list = :list where other = :a").setParameter("a", ID)
					.setParameter("b", null).setParameter("list", List.of(LATER)).executeUpdate()));
			assertEquals(102L, one(Long.class, "select count(*) from Item where array_contains(list, ?1)", LATER));
		}

		@Test
		void theDatabaseGeneratesKeys() {
			Made made = new Made();
			factory.inTransaction(db -> db.persist(made));
			assertTrue(made.id.instant().isAfter(Instant.now().minus(Duration.ofMinutes(10))));
		}

		@Test
		void anotherIdIsNotAnError() {
			assertNull(factory.fromSession(db -> db.find(Item.class, ID)));
		}

		@Test
		void theSchemaNeedsNoChange() {
			configuration("validate").buildSessionFactory().close();
			var changes = new StringWriter();
			var update = configuration("none");
			update.setProperty("jakarta.persistence.schema-generation.scripts.action", "update");
			update.getProperties().put("jakarta.persistence.schema-generation.scripts.create-target", changes);
			update.buildSessionFactory().close();
			assertEquals("", changes.toString());
		}
	}
}
