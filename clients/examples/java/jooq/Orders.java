// jOOQ, with the binding beside this file.
import static org.jooq.impl.DSL.*;

import example.wiji.Wiji;
import java.time.*;
import java.util.List;
import java.util.Properties;
import org.jooq.*;
import org.jooq.Record;
import org.jooq.impl.*;

public class Orders {
	// jOOQ's code generator writes these from the database
	static final Table<Record> ORDERS = table(name("orders"));
	static final Field<Wiji> ID = field(name("id"), WijiBinding.WIJI);
	static final Field<String> ITEM = field(name("item"), SQLDataType.CLOB.notNull());

	static DSLContext db;

	static String items(Condition condition) {
		return String.join(", ", db.select(ITEM).from(ORDERS).where(condition).orderBy(ID).fetch(ITEM));
	}

	public static void main(String[] args) {
		Properties properties = new Properties();
		properties.setProperty("currentSchema", "wiji_example,public");	// a schema of the example's own
		db = DSL.using(System.getenv("JDBC_URL"), properties);
		db.execute("CREATE SCHEMA wiji_example");
		db.execute("CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)");

		List<Wiji> ids = db.insertInto(ORDERS, ITEM).values("coffee").values("tea").values("cake")
			.returning(ID).fetch(ID);
		System.out.println("inserted: " + items(noCondition()));

		Duration age = Duration.between(ids.get(0).instant(), Instant.now());
		if (age.abs().compareTo(Duration.ofMinutes(1)) < 0)
			System.out.println("created: just now");

		Wiji yesterday = Wiji.lower(Instant.now().minus(Duration.ofDays(1)));
		System.out.println("the last day: " + items(ID.ge(yesterday)));
		System.out.println("a list of IDs: " + items(ID.in(ids.get(0), ids.get(2))));

		Wiji own = Wiji.generate();
		db.insertInto(ORDERS, ID, ITEM).values(own, "sugar").execute();
		System.out.println("from the application: " + items(ID.eq(own)));
		db.execute("DROP SCHEMA wiji_example CASCADE");
	}
}
