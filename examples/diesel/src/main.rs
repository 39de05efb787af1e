// Diesel.  Connects with PGHOST, PGUSER and so on; an ID has its own type.
// Run CREATE EXTENSION wiji first.  The program creates the tables, and drops them at the end.
use chrono::Utc;
use diesel::connection::SimpleConnection;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::pg::{Pg, PgValue};
use diesel::prelude::*;
use diesel::serialize::{self, IsNull, Output, ToSql};
use std::error::Error;
use std::io::Write;
use std::time::{Duration, SystemTime};

/// The server's type in Diesel, which looks up its OID by this name.
mod sql_types {
    #[derive(diesel::query_builder::QueryId, diesel::sql_types::SqlType)]
    #[diesel(postgres_type(name = "wiji"))]
    pub struct Wiji;
}

/// The 16 bytes, which sort like IDs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, AsExpression, FromSqlRow)]
#[diesel(sql_type = sql_types::Wiji)]
struct Wiji([u8; 16]);

impl ToSql<sql_types::Wiji, Pg> for Wiji {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        out.write_all(&self.0)?;
        Ok(IsNull::No)
    }
}

impl FromSql<sql_types::Wiji, Pg> for Wiji {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        Ok(Wiji(value.as_bytes().try_into()?))
    }
}

diesel::table! {
    use diesel::sql_types::Text;
    use super::sql_types::Wiji;
    orders (id) {
        id -> Wiji,
        item -> Text,
    }
}

diesel::table! {
    use super::sql_types::Wiji;
    lines (id) {
        id -> Wiji,
        order_id -> Wiji,
    }
}

diesel::joinable!(lines -> orders (order_id));
diesel::allow_tables_to_appear_in_same_query!(lines, orders);

diesel::define_sql_function! { fn wiji_timestamp_us(id: sql_types::Wiji) -> BigInt; }
diesel::define_sql_function! { fn wiji_lower(at: diesel::pg::sql_types::Timestamptz) -> sql_types::Wiji; }

fn main() -> Result<(), Box<dyn Error>> {
    let mut db = PgConnection::establish("postgres://")?;
    db.batch_execute(
        "CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL);
         CREATE TABLE lines (id wiji PRIMARY KEY DEFAULT wiji_generate(), order_id wiji NOT NULL REFERENCES orders)",
    )?;

    let names = ["coffee", "tea", "cake", "bread"];
    let mut ids: Vec<Wiji> = Vec::new();
    for name in names {
        ids.push(diesel::insert_into(orders::table).values(orders::item.eq(name)).returning(orders::id).get_result(&mut db)?);
    }
    println!("inserted: {}", names.join(", "));

    let item: String = orders::table.find(ids[0]).select(orders::item).first(&mut db)?;
    println!("by ID: {item}");
    let items = orders::table.select(orders::item).order(orders::id);
    let some: Vec<String> = items.filter(orders::id.eq_any([ids[0], ids[2]])).load(&mut db)?;
    println!("by a list of IDs: {}", some.join(", "));
    let page: Vec<String> = items.limit(2).load(&mut db)?;
    println!("first page: {}", page.join(", "));
    let next: Vec<String> = items.filter(orders::id.gt(ids[1])).limit(2).load(&mut db)?;
    println!("next page: {}", next.join(", "));
    let since: Vec<String> = items.filter(orders::id.ge(wiji_lower(Utc::now() - Duration::from_secs(3600)))).load(&mut db)?;
    println!("since an hour ago: {}", since.join(", "));

    let created: i64 = diesel::select(wiji_timestamp_us(ids[0])).get_result(&mut db)?;
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_micros() as i64;
    println!("created: {}", if (now - created).abs() < 60_000_000 { "just now".into() } else { created.to_string() });

    diesel::insert_into(lines::table).values(lines::order_id.eq(ids[1])).execute(&mut db)?;
    let of_line: (Wiji, String) = lines::table.inner_join(orders::table).select((orders::id, orders::item)).first(&mut db)?;
    assert_eq!(of_line, (ids[1], "tea".into()));

    db.batch_execute("DROP TABLE lines, orders")?;
    Ok(())
}
