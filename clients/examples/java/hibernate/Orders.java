// Hibernate 7, with wiji-hibernate.
import example.wiji.Wiji;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hibernate.cfg.Configuration;
import org.hibernate.query.Query;

public class Orders {
	static String items(Query<Order> query) {
		return query.list().stream().map(order -> order.item).collect(Collectors.joining(", "));
	}

	public static void main(String[] args) {
		var configuration = new Configuration().addAnnotatedClasses(Order.class, Extra.class)
			.setProperty("hibernate.connection.url", System.getenv("JDBC_URL"))
			.setProperty("hibernate.hbm2ddl.auto", "create-drop");	// or a migration has the same table

		try (var factory = configuration.buildSessionFactory(); var db = factory.openSession()) {
			List<Order> orders = Stream.of("coffee", "tea", "cake").map(Order::new).toList();
			db.beginTransaction();
			orders.forEach(db::persist);
			db.getTransaction().commit();
			System.out.println("inserted: " + items(db.createQuery("from Order order by id", Order.class)));

			Duration age = Duration.between(orders.get(0).id.instant(), Instant.now());
			if (age.abs().compareTo(Duration.ofMinutes(1)) < 0)
				System.out.println("created: just now");

			Instant yesterday = Instant.now().minus(Duration.ofDays(1));
			System.out.println("the last day: " + items(
				db.createQuery("from Order where id >= :lower order by id", Order.class)
					.setParameter("lower", Wiji.lower(yesterday))));
			System.out.println("a list of IDs: " + items(
				db.createQuery("from Order where id in :ids order by id", Order.class)
					.setParameterList("ids", List.of(orders.get(0).id, orders.get(2).id))));

			Extra own = new Extra(orders.get(0), "sugar");
			db.beginTransaction();
			db.persist(own);
			db.getTransaction().commit();
			db.clear();
			System.out.println("from the application: " + db.find(Extra.class, own.id).item);
		}
	}
}
