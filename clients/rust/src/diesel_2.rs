// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL

//! Feature `diesel-2`: the type of columns, and how an ID is one.

use super::Wiji;
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::pg::{Pg, PgValue};
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel_2 as diesel; // by the name that its macros use
use std::io::Write;

/// The type of a column, for [Diesel](diesel_2)'s `table!` and `import_types`.
pub mod sql_types {
    use diesel_2 as diesel;

    /// The type wiji of PostgreSQL.
    #[derive(Clone, Copy, Debug, Default, diesel::query_builder::QueryId, diesel::sql_types::SqlType)]
    #[diesel(postgres_type(name = "wiji"))]
    pub struct Wiji;
}

#[derive(AsExpression, FromSqlRow)]
#[diesel(foreign_derive)]
#[diesel(sql_type = sql_types::Wiji)]
#[allow(dead_code)]
struct Proxy(Wiji);

impl ToSql<sql_types::Wiji, Pg> for Wiji {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        out.write_all(self.as_bytes())?;
        Ok(IsNull::No)
    }
}

impl FromSql<sql_types::Wiji, Pg> for Wiji {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Wiji> {
        Ok(Wiji::try_from(value.as_bytes())?)
    }
}
