// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL

//! Feature `uuid-1`: the UUID of the same 16 bytes.

use super::{Error, Wiji};
use uuid_1::Uuid;

/// The UUID of the same bytes, which sorts as the ID does.
impl From<Wiji> for Uuid {
    fn from(id: Wiji) -> Uuid {
        Uuid::from_bytes(id.into())
    }
}

/// The ID of the same bytes.  Checks the version of a wiji, which is in another place than that of a UUID:
/// [`ErrorKind::Invalid`](super::ErrorKind::Invalid).
impl TryFrom<Uuid> for Wiji {
    type Error = Error;

    fn try_from(uuid: Uuid) -> Result<Wiji, Error> {
        uuid.into_bytes().try_into()
    }
}
