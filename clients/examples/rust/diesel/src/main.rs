// Diesel, with the feature diesel-2.
mod schema;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use schema::orders::dsl::{id, item, orders};
use std::error::Error;
use std::time::{Duration, SystemTime};
use wiji::Wiji;

#[derive(Queryable, Selectable)]
#[diesel(table_name = schema::orders)]
struct Order {
    id: Wiji,
    item: String,
}

fn items(found: &[Order]) -> String {
    found.iter().map(|order| order.item.as_str()).collect::<Vec<_>>().join(", ")
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut db = PgConnection::establish(&std::env::var("DATABASE_URL")?)?;
    db.batch_execute(
        "CREATE SCHEMA wiji_example; -- the example's own
         SET search_path = wiji_example, public;
         SET client_min_messages = warning;
         CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)",
    )?;

    let rows = [item.eq("coffee"), item.eq("tea"), item.eq("cake")];
    let inserted: Vec<Order> =
        diesel::insert_into(orders).values(&rows).returning(Order::as_returning()).get_results(&mut db)?;
    println!("inserted: {}", items(&inserted));

    if inserted[0].id.time().elapsed()? < Duration::from_secs(60) {
        println!("created: just now");
    }

    let all = orders.order(id).select(Order::as_select());
    let yesterday = Wiji::lower(SystemTime::now() - Duration::from_secs(24 * 60 * 60))?;
    println!("the last day: {}", items(&all.filter(id.ge(yesterday)).load(&mut db)?));
    println!("a list of IDs: {}", items(&all.filter(id.eq_any([inserted[0].id, inserted[2].id])).load(&mut db)?));

    let own = Wiji::generate()?;
    diesel::insert_into(orders).values((id.eq(own), item.eq("sugar"))).execute(&mut db)?;
    println!("from the application: {}", orders.find(own).select(item).first::<String>(&mut db)?);
    db.batch_execute("DROP SCHEMA wiji_example CASCADE")?;
    Ok(())
}
