// sqlx, with the feature sqlx-0_9; its migration makes the table.
use chrono::{TimeDelta, Utc};
use sqlx::postgres::{PgConnectOptions, PgPool};
use std::time::Duration;
use wiji::Wiji;

#[derive(sqlx::FromRow)]
struct Order {
    id: Wiji,
    item: String,
}

fn items(orders: &[Order]) -> String {
    orders.iter().map(|order| order.item.as_str()).collect::<Vec<_>>().join(", ")
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let options: PgConnectOptions = std::env::var("DATABASE_URL")?.parse()?;
    let db = PgPool::connect_with(options.options([("search_path", "wiji_example,public")])).await?; // of the example's own
    sqlx::query("CREATE SCHEMA wiji_example").execute(&db).await?;
    sqlx::migrate!().run(&db).await?;

    let mut orders: Vec<Order> = Vec::new();
    for item in ["coffee", "tea", "cake"] {
        let insert = sqlx::query_as("INSERT INTO orders (item) VALUES ($1) RETURNING *").bind(item);
        orders.push(insert.fetch_one(&db).await?);
    }
    println!("inserted: {}", items(&orders));

    if orders[0].id.time().elapsed()? < Duration::from_secs(60) {
        println!("created: just now");
    }

    let since = sqlx::query_as("SELECT * FROM orders WHERE id >= wiji_lower($1) ORDER BY id");
    println!("the last day: {}", items(&since.bind(Utc::now() - TimeDelta::days(1)).fetch_all(&db).await?));

    let list = sqlx::query_as("SELECT * FROM orders WHERE id = ANY ($1) ORDER BY id");
    println!("a list of IDs: {}", items(&list.bind([orders[0].id, orders[2].id]).fetch_all(&db).await?));

    let own = Wiji::generate()?;
    sqlx::query("INSERT INTO orders (id, item) VALUES ($1, 'sugar')").bind(own).execute(&db).await?;
    let found: Order = sqlx::query_as("SELECT * FROM orders WHERE id = $1").bind(own).fetch_one(&db).await?;
    println!("from the application: {}", found.item);

    sqlx::query("DROP SCHEMA wiji_example CASCADE").execute(&db).await?;
    Ok(())
}
