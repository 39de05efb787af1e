// JPA, with EclipseLink.  Connects with PGHOST, PGUSER and so on; an ID is a String as a key, and otherwise a Wiji.
// Run CREATE EXTENSION wiji first.  The program creates the tables, and drops them at the end.

import java.time.*;
import java.util.*;
import java.util.stream.*;
import javax.persistence.*;
import example.wiji.Wiji;	// clients/java

public class Orders {
	// A key is a String, because JPA does not support converters for keys.
	@Entity(name = "Orders")
	public static class Order {
		@Id
		@Column(columnDefinition = "wiji")
		private String id = Wiji.generate().toString();
		private String item;

		protected Order() {}

		Order(String item) {
			this.item = item;
		}
	}

	@Entity(name = "Lines")
	public static class Line {
		@Id
		@Column(columnDefinition = "wiji")
		private String id = Wiji.generate().toString();
		@Column(name = "order_id")
		private Wiji parent;

		protected Line() {}

		Line(Order order) {
			this.parent = Wiji.parse(order.id);
		}
	}

	// It applies to every column of this type.
	@Converter(autoApply = true)
	public static class WijiConverter implements AttributeConverter<Wiji, String> {
		public String convertToDatabaseColumn(Wiji id) { return id == null ? null : id.toString(); }
		public Wiji convertToEntityAttribute(String text) { return text == null ? null : Wiji.parse(text); }
	}

	static String items(TypedQuery<Order> orders) {
		return orders.getResultList().stream().map(order -> order.item).collect(Collectors.joining(", "));
	}

	public static void main(String[] args) {
		Map<String, String> env = System.getenv();
		// not javax.persistence.jdbc.password: EclipseLink would try to decrypt hexadecimal digits
		EntityManager db = Persistence.createEntityManagerFactory("orders", Map.of(
			"javax.persistence.jdbc.url", "jdbc:postgresql://" + env.get("PGHOST") + ":" + env.get("PGPORT") + "/" + env.get("PGDATABASE")
				+ "?stringtype=unspecified&user=" + env.get("PGUSER") + "&password=" + env.get("PGPASSWORD"),
			"eclipselink.logging.level", "SEVERE")).createEntityManager();

		db.getTransaction().begin();
		db.createNativeQuery("CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)").executeUpdate();
		db.createNativeQuery("CREATE TABLE lines (id wiji PRIMARY KEY, order_id wiji REFERENCES orders)").executeUpdate();
		List<Order> orders = Stream.of("coffee", "tea", "cake", "bread").map(Order::new).collect(Collectors.toList());
		orders.forEach(db::persist);
		db.flush();
		db.persist(new Line(orders.get(1)));
		db.getTransaction().commit();
		db.clear();	// what follows comes from the database
		System.out.println("inserted: " + orders.stream().map(order -> order.item).collect(Collectors.joining(", ")));

		System.out.println("by ID: " + db.find(Order.class, orders.get(0).id).item);

		// the converter, both ways
		Wiji tea = Wiji.parse(orders.get(1).id);
		Line line = db.createQuery("SELECT l FROM Lines l WHERE l.parent = :parent", Line.class)
			.setParameter("parent", tea).getSingleResult();
		if (!line.parent.equals(tea))
			throw new AssertionError("the line is of " + line.parent);

		System.out.println("by a list of IDs: " + items(db.createQuery("SELECT o FROM Orders o WHERE o.id IN :ids ORDER BY o.id", Order.class)
			.setParameter("ids", List.of(orders.get(0).id, orders.get(2).id))));

		System.out.println("first page: " + items(db.createQuery("SELECT o FROM Orders o ORDER BY o.id", Order.class).setMaxResults(2)));
		System.out.println("next page: " + items(db.createQuery("SELECT o FROM Orders o WHERE o.id > :last ORDER BY o.id", Order.class)
			.setParameter("last", orders.get(1).id).setMaxResults(2)));

		System.out.println("since an hour ago: " + items(db.createQuery(
			"SELECT o FROM Orders o WHERE o.id >= FUNCTION('wiji_lower', :since) ORDER BY o.id", Order.class)
			.setParameter("since", OffsetDateTime.now().minusHours(1))));

		Instant created = tea.instant();
		boolean now = Duration.between(created, Instant.now()).abs().compareTo(Duration.ofMinutes(1)) < 0;
		System.out.println("created: " + (now ? "just now" : created));

		db.getTransaction().begin();
		db.createNativeQuery("DROP TABLE lines, orders").executeUpdate();
		db.getTransaction().commit();
	}
}
