import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.jdbc.inbound.JdbcPollingChannelAdapter;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.messaging.Message;

/** Pages of 100 rows, each after the last row of the one before. */
public class Poll {
    @EnableIntegration
    static class Configuration {}

    static final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext(Configuration.class);
    final JdbcPollingChannelAdapter adapter;
    final MapSqlParameterSource position = new MapSqlParameterSource();
    final String name, key;

    Poll(String url, String name, String key, String role) {
        var source = new PGSimpleDataSource();
        source.setUrl(url);
        source.setUser(role);
        source.setPassword(System.getenv("PGPASSWORD"));
        this.name = name;
        this.key = key;
        var after = key.equals("id") ? "id > :id" : "(updated_at, id) > (:updated_at, :id)";
        adapter = new JdbcPollingChannelAdapter(source, "SELECT * FROM " + name + " WHERE " + after + " ORDER BY " + key + ", id");
        adapter.setMaxRows(100);
        adapter.setSelectSqlParameterSource(position);
        adapter.setBeanFactory(context);
        adapter.afterPropertiesSet();
        position.addValue("id", 0L);
        position.addValue("updated_at", new java.sql.Timestamp(0));
    }

    @SuppressWarnings("unchecked")
    void poll() {
        Message<Object> page;
        while ((page = adapter.receive()) != null) {
            for (var row : (List<Map<String, Object>>) page.getPayload()) {
                System.out.println(name + " " + row.get("id") + " " + row.get("n"));
                position.addValue("id", row.get("id"));
                position.addValue(key, row.get(key));
            }
        }
    }

    public static void main(String[] a) throws Exception {
        var polls = new ArrayList<Poll>();
        for (int i = 1; i < a.length; i += 4) {
            polls.add(new Poll(a[0], a[i], a[i + 1], a[i + 2]));
        }
        var lines = new BufferedReader(new InputStreamReader(System.in));
        while (lines.readLine() != null) {
            polls.forEach(Poll::poll);
            System.out.println();
        }
    }
}
