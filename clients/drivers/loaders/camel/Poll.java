import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.postgresql.ds.PGSimpleDataSource;

/** A route for each stream, which reads the rows after the last one. */
public class Poll extends RouteBuilder {
    final String name, key;
    final Map<String, Object> position = new HashMap<>(Map.of("id", 0L, "updated_at", new java.sql.Timestamp(0)));

    Poll(String name, String key) {
        this.name = name;
        this.key = key;
    }

    @Override
    public void configure() {
        var after = key.equals("id") ? "id > :#id" : "(updated_at, id) > (:#updated_at, :#id)";
        from("direct:" + name)
            .process(exchange -> exchange.getMessage().setHeaders(new HashMap<>(position)))
            .to("sql:SELECT * FROM " + name + " WHERE " + after + " ORDER BY " + key + ", id?dataSource=#" + name)
            .process(exchange -> {
                for (var row : (List<Map<String, Object>>) exchange.getMessage().getBody(List.class)) {
                    System.out.println(name + " " + row.get("id") + " " + row.get("n"));
                    position.put("id", row.get("id"));
                    position.put(key, row.get(key));
                }
            });
    }

    public static void main(String[] a) throws Exception {
        CamelContext context = new DefaultCamelContext();
        var names = new ArrayList<String>();
        for (int i = 1; i < a.length; i += 4) {
            var source = new PGSimpleDataSource();
            source.setUrl(a[0]);
            source.setUser(a[i + 2]);
            source.setPassword(System.getenv("PGPASSWORD"));
            context.getRegistry().bind(a[i], source);
            context.addRoutes(new Poll(a[i], a[i + 1]));
            names.add(a[i]);
        }
        context.start();
        var template = context.createProducerTemplate();
        var lines = new BufferedReader(new InputStreamReader(System.in));
        while (lines.readLine() != null) {
            for (var name : names) {
                template.requestBody("direct:" + name, (Object) null);
            }
            System.out.println();
        }
        System.exit(0);
    }
}
