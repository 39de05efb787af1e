// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL

//! Feature `postgres-types-0_2`, for tokio-postgres and postgres: columns and parameters of type wiji or uuid.

use super::Wiji;
use bytes::BytesMut;
use postgres_types_0_2::{to_sql_checked, FromSql, IsNull, ToSql, Type};
use std::error::Error;

fn holds_ids(ty: &Type) -> bool {
    ty.name() == "wiji" || *ty == Type::UUID
}

impl<'a> FromSql<'a> for Wiji {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Wiji, Box<dyn Error + Sync + Send>> {
        Ok(Wiji::try_from(raw)?)
    }

    fn accepts(ty: &Type) -> bool {
        holds_ids(ty)
    }
}

impl ToSql for Wiji {
    fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        out.extend_from_slice(self.as_bytes());
        Ok(IsNull::No)
    }

    fn accepts(ty: &Type) -> bool {
        holds_ids(ty)
    }

    to_sql_checked!();
}
