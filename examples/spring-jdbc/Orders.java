// Spring JDBC.  Connects with PGHOST, PGUSER and so on; an ID is a String.
// Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.

import java.sql.*;
import java.time.*;
import java.util.*;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.GeneratedKeyHolder;

public class Orders {
	public static void main(String[] args) {
		Map<String, String> env = System.getenv();
		JdbcTemplate db = new JdbcTemplate(new DriverManagerDataSource(
			"jdbc:postgresql://" + env.get("PGHOST") + ":" + env.get("PGPORT") + "/" + env.get("PGDATABASE")
				+ "?stringtype=unspecified",	// or write ?::wiji
			env.get("PGUSER"), env.get("PGPASSWORD")));

		db.execute("CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)");

		Map<String, String> ids = new LinkedHashMap<>();
		for (String item : List.of("coffee", "tea", "cake", "bread")) {
			GeneratedKeyHolder key = new GeneratedKeyHolder();
			db.update(connection -> {
				PreparedStatement insert = connection.prepareStatement(
					"INSERT INTO orders (item) VALUES (?)", new String[] {"id"});
				insert.setString(1, item);
				return insert;
			}, key);
			ids.put(item, key.getKeys().get("id").toString());	// getKey() is for numbers
		}
		System.out.println("inserted: " + String.join(", ", ids.keySet()));

		System.out.println("by ID: " + db.queryForObject("SELECT item FROM orders WHERE id = ?", String.class, ids.get("coffee")));

		// a java.util.UUID of the same 16 bytes
		UUID uuid = db.queryForObject("SELECT id::uuid FROM orders WHERE id = ?", UUID.class, ids.get("tea"));
		if (!"tea".equals(db.queryForObject("SELECT item FROM orders WHERE id = ?", String.class, uuid)))
			throw new AssertionError("UUID");

		// a list becomes IN (?, ?)
		List<String> some = new NamedParameterJdbcTemplate(db).queryForList("SELECT item FROM orders WHERE id IN (:ids) ORDER BY id",
			Map.of("ids", List.of(ids.get("coffee"), ids.get("cake"))), String.class);
		System.out.println("by a list of IDs: " + String.join(", ", some));

		System.out.println("first page: " + String.join(", ",
			db.queryForList("SELECT item FROM orders ORDER BY id LIMIT 2", String.class)));
		System.out.println("next page: " + String.join(", ",
			db.queryForList("SELECT item FROM orders WHERE id > ? ORDER BY id LIMIT 2", String.class, ids.get("tea"))));

		System.out.println("since an hour ago: " + String.join(", ", db.queryForList(
			"SELECT item FROM orders WHERE id >= wiji_lower(?) ORDER BY id", String.class, OffsetDateTime.now().minusHours(1))));

		OffsetDateTime created = db.queryForObject("SELECT wiji_timestamp(?::wiji)",
			(row, n) -> row.getObject(1, OffsetDateTime.class), ids.get("coffee"));
		boolean now = Duration.between(created, OffsetDateTime.now()).abs().compareTo(Duration.ofMinutes(1)) < 0;
		System.out.println("created: " + (now ? "just now" : created));

		db.execute("DROP TABLE orders");
	}
}
