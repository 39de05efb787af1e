// A worker of an outbox, with JDBC.  Run CREATE EXTENSION wiji_feed first.
import java.sql.*;
import java.util.Properties;

public class Outbox {
	static final String TABLES = """
		CREATE SCHEMA wiji_example;
		CREATE TABLE outbox (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, customer text, task text NOT NULL);
		SELECT wiji_create_feed('outbox');
		CREATE TABLE mailer (worker integer PRIMARY KEY, workers integer NOT NULL,
			feed regclass NOT NULL, position text, split name, sharing text);
		INSERT INTO mailer VALUES (0, 1, 'outbox', NULL, 'customer');
		""";

	interface Delivery {
		void deliver(long id, String customer, String task) throws Exception;
	}

	/**
	 * Delivers the next tasks.  If a delivery fails, the transaction is rolled back, the position stays, and
	 * the tasks come again.
	 *
	 * @return how many there were
	 */
	static int round(Connection db, Delivery delivery) throws Exception {
		int n = 0;
		db.setAutoCommit(false);	// with true, the position has moved before the first delivery
		try (PreparedStatement poll = db.prepareStatement("SELECT * FROM wiji_poll(NULL::outbox, 'mailer', max => 100)");
				ResultSet row = poll.executeQuery()) {
			for (; row.next(); n++)
				delivery.deliver(row.getLong("id"), row.getString("customer"), row.getString("task"));	// the ID tells a repeated delivery
			db.commit();
			return n;
		} catch (Exception e) {
			db.rollback();
			throw e;
		}
	}

	static boolean failing = true;	// once

	static void deliver(long id, String customer, String task) throws Exception {
		String what = task + " for " + (customer == null ? "nobody" : customer);
		if (task.equals("tea") && failing) {
			failing = false;
			System.out.println("failed: " + what);
			throw new java.io.IOException("the mail server has gone away");
		}
		System.out.println("delivered: " + what);
	}

	public static void main(String[] args) throws Exception {
		Properties properties = new Properties();
		properties.setProperty("currentSchema", "wiji_example,public");	// a schema of the example's own
		try (Connection db = DriverManager.getConnection(System.getenv("JDBC_URL"), properties);
				Statement statement = db.createStatement()) {
			statement.execute(TABLES);
			statement.execute("INSERT INTO outbox (customer, task) VALUES ('Ada', 'coffee'), ('Bob', 'tea'), (NULL, 'cake')");
			while (true) {
				try {
					if (round(db, Outbox::deliver) == 0)
						break;	// a worker that goes on waits a second here
				} catch (java.io.IOException e) {
					Thread.sleep(10);
				}
			}
			System.out.println("nothing is left");
			statement.execute("DROP SCHEMA wiji_example CASCADE");
			db.commit();
		}
	}
}
