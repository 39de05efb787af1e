// JDBC.  A parameter of an ID has a cast, or the address has ?stringtype=unspecified.
import example.wiji.Wiji;
import java.sql.*;
import java.time.*;
import java.util.*;

public class Orders {
	static String items(PreparedStatement query) throws SQLException {
		StringJoiner items = new StringJoiner(", ");
		for (ResultSet row = query.executeQuery(); row.next();)
			items.add(row.getString("item"));
		return items.toString();
	}

	public static void main(String[] args) throws SQLException {
		Properties properties = new Properties();
		properties.setProperty("currentSchema", "wiji_example,public");	// a schema of the example's own
		try (Connection db = DriverManager.getConnection(System.getenv("JDBC_URL"), properties);
				Statement statement = db.createStatement()) {
			statement.execute("CREATE SCHEMA wiji_example");
			statement.execute("CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)");

			List<Wiji> ids = new ArrayList<>();
			PreparedStatement insert = db.prepareStatement("INSERT INTO orders (item) VALUES (?)", new String[] {"id"});
			for (String item : List.of("coffee", "tea", "cake")) {
				insert.setString(1, item);
				insert.executeUpdate();
				ResultSet key = insert.getGeneratedKeys();
				key.next();
				ids.add(Wiji.parse(key.getString("id")));
			}
			System.out.println("inserted: " + items(db.prepareStatement("SELECT item FROM orders ORDER BY id")));

			Duration age = Duration.between(ids.get(0).instant(), Instant.now());
			if (age.abs().compareTo(Duration.ofMinutes(1)) < 0)
				System.out.println("created: just now");

			PreparedStatement since = db.prepareStatement("SELECT item FROM orders WHERE id >= wiji_lower(?) ORDER BY id");
			since.setObject(1, OffsetDateTime.now().minusDays(1));
			System.out.println("the last day: " + items(since));

			PreparedStatement list = db.prepareStatement("SELECT item FROM orders WHERE id = ANY (?) ORDER BY id");
			list.setArray(1, db.createArrayOf("wiji", new Object[] {ids.get(0), ids.get(2)}));
			System.out.println("a list of IDs: " + items(list));

			Wiji own = Wiji.generate();
			PreparedStatement add = db.prepareStatement("INSERT INTO orders (id, item) VALUES (?::wiji, 'sugar')");
			add.setString(1, own.toString());
			add.executeUpdate();
			PreparedStatement byId = db.prepareStatement("SELECT item FROM orders WHERE id = ?::wiji");
			byId.setString(1, own.toString());
			System.out.println("from the application: " + items(byId));
			statement.execute("DROP SCHEMA wiji_example CASCADE");
		}
	}
}
