// tokio-postgres.  Connects with PGHOST, PGUSER and so on; an ID has its own type.
// Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
use std::env::var;
use std::error::Error;
use std::time::{Duration, SystemTime};
use tokio_postgres::types::private::BytesMut;
use tokio_postgres::types::{to_sql_checked, FromSql, IsNull, ToSql, Type};
use tokio_postgres::{NoTls, Row};

/// An ID of the library, in a wrapper that defines how the driver sends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Wiji(wiji::Wiji);

fn is_wiji(ty: &Type) -> bool {
    ty.name() == "wiji"
}

impl<'a> FromSql<'a> for Wiji {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Wiji(wiji::Wiji::try_from(raw)?))
    }
    fn accepts(ty: &Type) -> bool {
        is_wiji(ty)
    }
}

impl ToSql for Wiji {
    fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        out.extend_from_slice(self.0.as_bytes());
        Ok(IsNull::No)
    }
    fn accepts(ty: &Type) -> bool {
        is_wiji(ty)
    }
    to_sql_checked!();
}

fn items(rows: Vec<Row>) -> String {
    rows.iter().map(|row| row.get::<_, String>("item")).collect::<Vec<_>>().join(", ")
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let (db, connection) = tokio_postgres::Config::new()
        .host(var("PGHOST")?)
        .port(var("PGPORT")?.parse()?)
        .user(var("PGUSER")?)
        .password(var("PGPASSWORD").unwrap_or_default())
        .dbname(var("PGDATABASE")?)
        .connect(NoTls)
        .await?;
    tokio::spawn(connection);

    db.batch_execute("CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)").await?;

    let order = ["coffee", "tea", "cake", "bread"];
    let mut ids: Vec<Wiji> = Vec::new();
    for item in order {
        ids.push(db.query_one("INSERT INTO orders (item) VALUES ($1) RETURNING id", &[&item]).await?.get("id"));
    }
    println!("inserted: {}", order.join(", "));

    println!("by ID: {}", items(db.query("SELECT item FROM orders WHERE id = $1", &[&ids[0]]).await?));
    println!("by a list of IDs: {}", items(db.query("SELECT item FROM orders WHERE id = ANY ($1) ORDER BY id", &[&vec![ids[0], ids[2]]]).await?));
    println!("first page: {}", items(db.query("SELECT item FROM orders ORDER BY id LIMIT 2", &[]).await?));
    println!("next page: {}", items(db.query("SELECT item FROM orders WHERE id > $1 ORDER BY id LIMIT 2", &[&ids[1]]).await?));

    let hour_ago = SystemTime::now() - Duration::from_secs(3600);
    println!("since an hour ago: {}", items(db.query("SELECT item FROM orders WHERE id >= wiji_lower($1) ORDER BY id", &[&hour_ago]).await?));

    let created: SystemTime = db.query_one("SELECT wiji_timestamp($1)", &[&ids[0]]).await?.get(0);
    let age = SystemTime::now().duration_since(created).unwrap_or_default();
    println!("created: {}", if age < Duration::from_secs(60) { "just now".into() } else { format!("{age:?} ago") });

    let all: Vec<Wiji> = db.query_one("SELECT array_agg(id ORDER BY id) FROM orders", &[]).await?.get(0);
    assert_eq!(all, ids);

    // an ID that is generated here
    let sugar = Wiji(wiji::Wiji::generate()?);
    db.execute("INSERT INTO orders (id, item) VALUES ($1, 'sugar')", &[&sugar]).await?;
    assert_eq!(items(db.query("SELECT item FROM orders WHERE id = $1", &[&sugar]).await?), "sugar");

    // as text, an ID is a String, with a cast
    let text: String = db.query_one("SELECT id::text FROM orders WHERE id = $1::text::wiji", &[&"06C31QQ30K880007VPPQCVK2KZ"]).await.map_or("none".into(), |row| row.get(0));
    assert_eq!(text, "none");
    db.batch_execute("DROP TABLE orders").await?;
    Ok(())
}
