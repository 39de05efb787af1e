// tokio-postgres, with the feature postgres-types-0_2; the crate postgres is the same without await.
use std::error::Error;
use std::time::{Duration, SystemTime};
use tokio_postgres::{Config, NoTls, Row};
use wiji::Wiji;

fn items(rows: Vec<Row>) -> String {
    rows.iter().map(|row| row.get("item")).collect::<Vec<&str>>().join(", ")
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut config: Config = std::env::var("DATABASE_URL")?.parse()?;
    config.options("-c search_path=wiji_example,public"); // a schema of the example's own
    let (db, connection) = config.connect(NoTls).await?;
    tokio::spawn(connection);
    db.batch_execute(
        "CREATE SCHEMA wiji_example;
         CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)",
    )
    .await?;

    let mut ids: Vec<Wiji> = Vec::new();
    for item in ["coffee", "tea", "cake"] {
        ids.push(db.query_one("INSERT INTO orders (item) VALUES ($1) RETURNING id", &[&item]).await?.get("id"));
    }
    println!("inserted: {}", items(db.query("SELECT item FROM orders ORDER BY id", &[]).await?));

    if ids[0].time().elapsed()? < Duration::from_secs(60) {
        println!("created: just now");
    }

    let yesterday = SystemTime::now() - Duration::from_secs(24 * 60 * 60);
    let since = "SELECT item FROM orders WHERE id >= wiji_lower($1) ORDER BY id";
    println!("the last day: {}", items(db.query(since, &[&yesterday]).await?));

    let list = vec![ids[0], ids[2]];
    let of_list = "SELECT item FROM orders WHERE id = ANY ($1) ORDER BY id";
    println!("a list of IDs: {}", items(db.query(of_list, &[&list]).await?));

    let own = Wiji::generate()?;
    db.execute("INSERT INTO orders (id, item) VALUES ($1, 'sugar')", &[&own]).await?;
    println!("from the application: {}", items(db.query("SELECT item FROM orders WHERE id = $1", &[&own]).await?));
    db.batch_execute("DROP SCHEMA wiji_example CASCADE").await?;
    Ok(())
}
