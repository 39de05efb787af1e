// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL

//! Feature `sqlx-0_9`: columns and parameters of type wiji, and their arrays.

use super::Wiji;
use sqlx_0_9::encode::IsNull;
use sqlx_0_9::error::BoxDynError;
use sqlx_0_9::postgres::{PgArgumentBuffer, PgHasArrayType, PgTypeInfo, PgValueFormat, PgValueRef};
use sqlx_0_9::{Decode, Encode, Postgres, Type};

impl Type<Postgres> for Wiji {
    fn type_info() -> PgTypeInfo {
        PgTypeInfo::with_name("wiji")
    }
}

impl PgHasArrayType for Wiji {
    fn array_type_info() -> PgTypeInfo {
        PgTypeInfo::array_of("wiji")
    }
}

impl Encode<'_, Postgres> for Wiji {
    fn encode_by_ref(&self, buffer: &mut PgArgumentBuffer) -> Result<IsNull, BoxDynError> {
        buffer.extend_from_slice(self.as_bytes());
        Ok(IsNull::No)
    }
}

impl<'r> Decode<'r, Postgres> for Wiji {
    fn decode(value: PgValueRef<'r>) -> Result<Wiji, BoxDynError> {
        Ok(match value.format() {
            PgValueFormat::Binary => Wiji::try_from(value.as_bytes()?)?,
            PgValueFormat::Text => value.as_str()?.parse()?,
        })
    }
}
