// JDBC.  Connects with PGHOST, PGUSER and so on; an ID is a String.
// Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.

import java.sql.*;
import java.time.*;
import java.util.*;
import example.wiji.Wiji;

public class Orders {
	static Connection db;

	public static void main(String[] args) throws SQLException {
		Map<String, String> env = System.getenv();
		Properties properties = new Properties();
		properties.setProperty("user", env.get("PGUSER"));
		properties.setProperty("password", env.get("PGPASSWORD"));
		db = DriverManager.getConnection("jdbc:postgresql://" + env.get("PGHOST") + ":" + env.get("PGPORT")
			+ "/" + env.get("PGDATABASE"), properties);

		db.createStatement().execute(
			"CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)");

		Map<String, String> ids = new LinkedHashMap<>();
		PreparedStatement insert = db.prepareStatement("INSERT INTO orders (item) VALUES (?)", new String[] {"id"});
		for (String item : List.of("coffee", "tea", "cake", "bread")) {
			insert.setString(1, item);
			insert.executeUpdate();
			ResultSet key = insert.getGeneratedKeys();
			key.next();
			ids.put(item, key.getString("id"));
		}
		System.out.println("inserted: " + String.join(", ", ids.keySet()));

		PreparedStatement byId = db.prepareStatement("SELECT item FROM orders WHERE id = ?::wiji");
		byId.setString(1, ids.get("coffee"));
		System.out.println("by ID: " + items(byId));

		// a java.util.UUID of the same 16 bytes works, too; as a result it requires the cast
		ResultSet uuid = db.createStatement().executeQuery("SELECT id::uuid, id FROM orders ORDER BY orders.id LIMIT 1");
		uuid.next();
		byId.setObject(1, uuid.getObject(1, UUID.class));
		if (!items(byId).equals("coffee"))
			throw new AssertionError("UUID");
		try {
			throw new AssertionError("without the cast it is " + uuid.getObject(2, UUID.class));
		} catch (ClassCastException | SQLException rejected) {
			// "Cannot cast org.postgresql.util.PGobject to java.util.UUID"
		}

		PreparedStatement byIds = db.prepareStatement("SELECT item FROM orders WHERE id = ANY (?) ORDER BY id");
		byIds.setArray(1, db.createArrayOf("wiji", new String[] {ids.get("coffee"), ids.get("cake")}));
		System.out.println("by a list of IDs: " + items(byIds));

		System.out.println("first page: " + items(db.prepareStatement("SELECT item FROM orders ORDER BY id LIMIT 2")));
		PreparedStatement nextPage = db.prepareStatement("SELECT item FROM orders WHERE id > ?::wiji ORDER BY id LIMIT 2");
		nextPage.setString(1, ids.get("tea"));
		System.out.println("next page: " + items(nextPage));

		PreparedStatement since = db.prepareStatement("SELECT item FROM orders WHERE id >= wiji_lower(?) ORDER BY id");
		since.setObject(1, OffsetDateTime.now().minusHours(1));
		System.out.println("since an hour ago: " + items(since));

		PreparedStatement time = db.prepareStatement("SELECT wiji_timestamp(?::wiji)");
		time.setString(1, ids.get("coffee"));
		ResultSet result = time.executeQuery();
		result.next();
		OffsetDateTime created = result.getObject(1, OffsetDateTime.class);
		boolean now = Duration.between(created, OffsetDateTime.now()).abs().compareTo(Duration.ofMinutes(1)) < 0;
		System.out.println("created: " + (now ? "just now" : created));

		// an ID that is generated here, sent and found as text and as a UUID
		Wiji sugar = Wiji.generate();
		PreparedStatement own = db.prepareStatement("INSERT INTO orders (id, item) VALUES (?, 'sugar')");
		own.setString(1, sugar.toString());
		own.executeUpdate();
		byId.setObject(1, sugar.toUuid());
		if (!items(byId).equals("sugar"))
			throw new AssertionError(sugar);
		ids.put("sugar", sugar.toString());

		// an invalid ID: a web application answers 404
		byId.setString(1, "coffee");
		try {
			throw new AssertionError(items(byId));
		} catch (SQLException wrong) {
			if (!wrong.getSQLState().equals("22P02"))
				throw wrong;
		}

		// an array of PGobject, whose toString() is the ID
		result = db.createStatement().executeQuery("SELECT array_agg(id ORDER BY id) FROM orders");
		result.next();
		Object[] all = (Object[]) result.getArray(1).getArray();
		if (!Arrays.toString(all).equals(ids.values().toString()))
			throw new AssertionError(Arrays.toString(all));

		db.createStatement().execute("DROP TABLE orders");
		db.close();
	}

	static String items(PreparedStatement statement) throws SQLException {
		StringJoiner items = new StringJoiner(", ");
		for (ResultSet result = statement.executeQuery(); result.next();)
			items.add(result.getString("item"));
		return items.toString();
	}
}
