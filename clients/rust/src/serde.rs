// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL

//! Feature `serde`: an ID is its text in JSON and other formats for people, and else its 16 bytes.

use super::Wiji;
use ::serde::de::{Deserialize, Deserializer, Error, Visitor};
use ::serde::ser::{Serialize, Serializer};
use std::fmt;

impl Serialize for Wiji {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_bytes(self.as_bytes())
        }
    }
}

impl<'de> Deserialize<'de> for Wiji {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Wiji, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(Text)
        } else {
            deserializer.deserialize_bytes(Bytes)
        }
    }
}

// Bytes are never text: the two have a visitor each.
struct Text;
struct Bytes;

impl Visitor<'_> for Text {
    type Value = Wiji;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the text of a wiji")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Wiji, E> {
        text.parse().map_err(E::custom)
    }
}

impl Visitor<'_> for Bytes {
    type Value = Wiji;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the 16 bytes of a wiji")
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Wiji, E> {
        Wiji::try_from(bytes).map_err(E::custom)
    }
}
