// sqlx.  Connects with PGHOST, PGUSER and so on; an ID has its own type around a Uuid.
// Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
use sqlx::postgres::PgConnectOptions;
use sqlx::types::chrono::Utc;
use sqlx::{ConnectOptions, Connection, FromRow};
use std::env::var;
use std::time::Duration;
use uuid::Uuid;

// not "transparent": its type would be uuid
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, sqlx::Type)]
#[sqlx(type_name = "wiji")]
struct Wiji(Uuid);

#[derive(FromRow)]
struct Order {
    id: Wiji,
    item: String,
}

fn items(orders: &[Order]) -> String {
    orders.iter().map(|order| order.item.as_str()).collect::<Vec<_>>().join(", ")
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut db = PgConnectOptions::new()
        .host(&var("PGHOST")?)
        .port(var("PGPORT")?.parse()?)
        .username(&var("PGUSER")?)
        .password(&var("PGPASSWORD").unwrap_or_default())
        .database(&var("PGDATABASE")?)
        .connect()
        .await?;

    sqlx::query("CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)").execute(&mut db).await?;

    let names = ["coffee", "tea", "cake", "bread"];
    let mut ids: Vec<Wiji> = Vec::new();
    for item in names {
        ids.push(sqlx::query_scalar("INSERT INTO orders (item) VALUES ($1) RETURNING id").bind(item).fetch_one(&mut db).await?);
    }
    println!("inserted: {}", names.join(", "));

    let one: Order = sqlx::query_as("SELECT * FROM orders WHERE id = $1").bind(ids[0]).fetch_one(&mut db).await?;
    println!("by ID: {}", one.item);
    let some: Vec<Order> = sqlx::query_as("SELECT * FROM orders WHERE id = ANY ($1) ORDER BY id").bind(vec![ids[0], ids[2]]).fetch_all(&mut db).await?;
    println!("by a list of IDs: {}", items(&some));
    let page: Vec<Order> = sqlx::query_as("SELECT * FROM orders ORDER BY id LIMIT 2").fetch_all(&mut db).await?;
    println!("first page: {}", items(&page));
    let next: Vec<Order> = sqlx::query_as("SELECT * FROM orders WHERE id > $1 ORDER BY id LIMIT 2").bind(page[1].id).fetch_all(&mut db).await?;
    println!("next page: {}", items(&next));
    let hour_ago = Utc::now() - Duration::from_secs(3600);
    let since: Vec<Order> = sqlx::query_as("SELECT * FROM orders WHERE id >= wiji_lower($1) ORDER BY id").bind(hour_ago).fetch_all(&mut db).await?;
    println!("since an hour ago: {}", items(&since));

    let age: f64 = sqlx::query_scalar("SELECT extract(epoch FROM clock_timestamp() - wiji_timestamp($1))::float8").bind(ids[0]).fetch_one(&mut db).await?;
    println!("created: {}", if age < 60.0 { "just now".into() } else { format!("{age} s ago") });

    let all: Vec<Wiji> = sqlx::query_scalar("SELECT array_agg(id ORDER BY id) FROM orders").fetch_one(&mut db).await?;
    assert_eq!(all, ids);

    sqlx::query("DROP TABLE orders").execute(&mut db).await?;
    db.close().await?;
    Ok(())
}
