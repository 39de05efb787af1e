import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import org.apache.avro.file.DataFileStream;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.nifi.controller.AbstractControllerService;
import org.apache.nifi.dbcp.DBCPService;
import org.apache.nifi.processors.standard.QueryDatabaseTable;
import org.apache.nifi.util.TestRunner;
import org.apache.nifi.util.TestRunners;

/** The processor, run by NiFi's own runner for tests, which keeps the state. */
public class Poll {
    static class Pool extends AbstractControllerService implements DBCPService {
        final String url, role;

        Pool(String url, String role) {
            this.url = url;
            this.role = role;
        }

        @Override
        public Connection getConnection() {
            try {
                return DriverManager.getConnection(url, role, System.getenv("PGPASSWORD"));
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    final TestRunner runner = TestRunners.newTestRunner(QueryDatabaseTable.class);
    final String name;

    Poll(String url, String name, String key, String role) throws Exception {
        this.name = name;
        var pool = new Pool(url, role);
        runner.addControllerService("pool", pool);
        runner.enableControllerService(pool);
        runner.setProperty("Database Connection Pooling Service", "pool");
        runner.setProperty("Database Type", "PostgreSQL");
        runner.setProperty("Table Name", name);
        runner.setProperty("Maximum-value Columns", key);
    }

    void poll() throws Exception {
        runner.run();
        for (var file : runner.getFlowFilesForRelationship(QueryDatabaseTable.REL_SUCCESS)) {
            try (var rows = new DataFileStream<GenericRecord>(new ByteArrayInputStream(file.toByteArray()), new GenericDatumReader<>())) {
                for (var row : rows) {
                    System.out.println(name + " " + row.get("id") + " " + row.get("n"));
                }
            }
        }
        runner.clearTransferState();
    }

    public static void main(String[] a) throws Exception {
        var polls = new ArrayList<Poll>();
        for (int i = 1; i < a.length; i += 4) {
            polls.add(new Poll(a[0], a[i], a[i + 1], a[i + 2]));
        }
        var lines = new BufferedReader(new InputStreamReader(System.in));
        while (lines.readLine() != null) {
            for (var poll : polls) {
                poll.poll();
            }
            System.out.println();
        }
    }
}
