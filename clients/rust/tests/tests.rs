//! The repository's conformance suite, and additional tests.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use wiji::{Error, ErrorKind, Factory, Wiji, MAX_RANDOM, MAX_TIMESTAMP_US};

const FORMS: [&str; 3] =
    ["06C303ZADAJC00E40000000C1S", "0660c03f-a9aa-9300-0710-000000003039", "0660c03fa9aa93000710000000003039"];

/// The rows of a table of the conformance suite, if it is here.
fn rows(name: &str) -> Option<Vec<Vec<String>>> {
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/conformance");
    if !std::path::Path::new(suite).exists() {
        eprintln!("skipped: the conformance suite is in the repository only");
        return None;
    }
    let text = std::fs::read_to_string(format!("{suite}/{name}.tsv")).unwrap();
    Some(text.lines().skip(1).map(|line| line.split('\t').map(String::from).collect()).collect())
}

macro_rules! table {
    ($name:expr) => {
        match rows($name) {
            Some(rows) => rows,
            None => return,
        }
    };
}

fn unhex(text: &str) -> Vec<u8> {
    (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap()).collect()
}

fn time(us: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_micros(us)
}

fn kind<T: std::fmt::Debug>(result: Result<T, Error>) -> ErrorKind {
    result.unwrap_err().kind()
}

/// A factory, and the clock that it reads.
fn standing(us: u64, max_wait: Duration) -> (Factory, Arc<AtomicU64>) {
    let clock = Arc::new(AtomicU64::new(us));
    let read = clock.clone();
    let factory = Factory::new().with_clock(move || time(read.load(Ordering::Relaxed)));
    (factory.with_random(0x123456789ABCD).unwrap().with_max_wait(max_wait), clock)
}

#[test]
fn valid() {
    let mut before: Option<Wiji> = None;
    for row in table!("valid") {
        let us = row[3].parse().unwrap();
        let id = Wiji::make(us, row[6].parse().unwrap(), row[8].parse().unwrap()).unwrap();
        let bytes = unhex(&row[2]);
        assert_eq!([id.to_string(), id.uuid(), id.hex()], row[..3]);
        assert_eq!(id.as_bytes()[..], bytes);
        for text in &row[..3] {
            assert_eq!(text.parse(), Ok(id));
            assert!(Wiji::is_valid(text));
        }
        assert_eq!(Wiji::try_from(&bytes[..]), Ok(id));
        assert_eq!(Wiji::try_from(<[u8; 16]>::from(id)), Ok(id));
        assert_eq!([id.timestamp_us(), id.timestamp_ms()], [us, row[4].parse().unwrap()]);
        assert_eq!(id.time(), time(us));
        assert_eq!([id.sequence().to_string(), id.version().to_string(), id.random().to_string()], row[6..]);
        if let Some(before) = before {
            assert!(before < id && before.to_string() < id.to_string());
        }
        assert_eq!(id.cmp(&id), std::cmp::Ordering::Equal);
        before = Some(id);
        assert_eq!(Wiji::lower(id.time()), Wiji::make(us, 0, 0));
        assert_eq!(Wiji::upper(id.time()), Wiji::make(us, u16::MAX, MAX_RANDOM));
    }
    assert!(before.is_some());
}

#[test]
fn written_otherwise() {
    for row in table!("written_otherwise") {
        assert_eq!(row[0].parse::<Wiji>().unwrap().to_string(), row[1]);
    }
}

#[test]
fn invalid() {
    for row in table!("invalid") {
        let read = if row[0] == "bytes" { Wiji::try_from(&unhex(&row[1])[..]) } else { row[1].parse() };
        let error = read.unwrap_err();
        let reason = match &row[2][..] {
            "length" => ": expected ",
            "character" => ": character ",
            "too large" => "128 bits",
            _ => ": found version ",
        };
        assert!(error.to_string().contains(reason), "{row:?}: {error}");
        assert_eq!(error.kind(), ErrorKind::Invalid);
    }
}

#[test]
fn clock() {
    let mut running = String::new();
    let (mut factory, mut clock) = standing(0, Duration::ZERO);
    for row in table!("clock") {
        if row[0] != running {
            running = row[0].clone();
            (factory, clock) = standing(0, Duration::ZERO);
        }
        clock.store(row[1].parse().unwrap(), Ordering::Relaxed);
        if row[3] == "wait" {
            assert_eq!(kind(factory.generate()), ErrorKind::ClockBehind, "{row:?}");
            continue;
        }
        let generated: Vec<Wiji> = (0..row[2].parse().unwrap()).map(|_| factory.generate().unwrap()).collect();
        assert_eq!([generated[0].to_string(), generated[generated.len() - 1].to_string()], row[4..]);
        assert!(generated.windows(2).all(|pair| pair[0].sequence() + 1 == pair[1].sequence()), "{row:?}");
    }
    assert!(!running.is_empty());
}

#[test]
fn ids_ascend() {
    let before = SystemTime::now() - Duration::from_micros(1);
    let mut last = Wiji::generate().unwrap();
    for _ in 0..200_000 {
        let id = Wiji::generate().unwrap();
        assert!(id > last);
        last = id;
    }
    assert!(before <= last.time() && last.time() <= SystemTime::now());
}

#[test]
fn a_wait_ends_when_the_clock_advances() {
    let reads = AtomicU64::new(0);
    let clock = move || time(1000 + reads.fetch_add(1, Ordering::Relaxed) / 65_700);
    let factory = Factory::new().with_clock(clock).with_max_wait(Duration::MAX);
    let id = (0..65_537).map(|_| factory.generate().unwrap()).last().unwrap();
    assert_eq!((id.timestamp_us(), id.sequence()), (1001, 0));
}

#[test]
fn waits_are_limited() {
    let (factory, clock) = standing(MAX_TIMESTAMP_US, Duration::from_millis(30));
    for _ in 0..65_536 {
        factory.generate().unwrap();
    }
    clock.store(5, Ordering::Relaxed);
    assert_eq!(
        factory.generate().unwrap_err().to_string(),
        "the clock is 72057594037927930 µs behind the last ID, whose counter is exhausted; waited 30ms"
    );
}

#[test]
fn factories_have_their_own_random_bits() {
    let randoms: HashSet<u64> = (0..1000).map(|_| Factory::new().generate().unwrap().random()).collect();
    assert_eq!(randoms.len(), 1000);
    for bit in 0..52 {
        let ones = randoms.iter().filter(|&random| random >> bit & 1 == 1).count();
        assert!(ones > 350 && ones < 650, "bit {bit} is set in {ones}");
    }
    assert_eq!(kind(Factory::new().with_random(MAX_RANDOM + 1)), ErrorKind::OutOfRange);
}

#[test]
fn two_factories_are_independent() {
    let two = [(); 2].map(|_| Factory::new().with_clock(|| time(1000)));
    let generated: Vec<Wiji> = (0..6).map(|i| two[i % 2].generate().unwrap()).collect();
    assert!(generated.iter().all(|id| id.timestamp_us() == 1000), "{generated:?}");
    assert_eq!(generated.iter().map(Wiji::sequence).collect::<Vec<_>>(), [0, 0, 1, 1, 2, 2]);
    assert!((2..6).all(|i| generated[i].random() == generated[i % 2].random()), "{generated:?}");
    assert_ne!(generated[0].random(), generated[1].random());
}

#[test]
fn a_clock_out_of_range() {
    for at in [UNIX_EPOCH - Duration::from_nanos(1), time(MAX_TIMESTAMP_US + 1)] {
        assert_eq!(kind(Factory::new().with_clock(move || at).generate()), ErrorKind::OutOfRange);
    }
}

#[test]
fn a_million_ids_of_eight_threads() {
    let own = Factory::new();
    let make = |i: usize| -> Vec<Wiji> {
        (0..125_000).map(|_| if i % 2 == 0 { own.generate() } else { Wiji::generate() }.unwrap()).collect()
    };
    let parts: Vec<Vec<Wiji>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|i| scope.spawn(move || make(i))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(parts.iter().all(|part| part.windows(2).all(|pair| pair[0] < pair[1])));
    assert_eq!(parts.into_iter().flatten().collect::<HashSet<Wiji>>().len(), 1_000_000);
}

/// The random bits of the IDs that n children generate, one each; none of a child that hangs.
#[cfg(unix)]
fn randoms_of_children(n: usize, factory: &Factory) -> HashSet<u64> {
    use std::io::Read;
    use std::os::unix::io::FromRawFd;
    extern "C" {
        fn alarm(seconds: u32) -> u32;
        fn fork() -> i32;
        fn pipe(ends: *mut i32) -> i32;
        fn write(end: i32, bytes: *const u8, length: usize) -> isize;
        fn close(end: i32) -> i32;
        fn _exit(status: i32) -> !;
    }
    let random_of_child = |_| {
        let mut ends = [0; 2];
        let mut bytes = [0; 16];
        // SAFETY: the child only generates an ID and writes it.
        let mut read = unsafe {
            assert_eq!(pipe(ends.as_mut_ptr()), 0);
            if fork() == 0 {
                alarm(60); // ends a child that hangs
                let written = factory.generate().map(|id| write(ends[1], id.as_bytes().as_ptr(), 16));
                _exit(i32::from(written != Ok(16)));
            }
            close(ends[1]);
            std::fs::File::from_raw_fd(ends[0])
        };
        read.read_exact(&mut bytes).ok()?;
        Some(Wiji::try_from(bytes).unwrap().random())
    };
    (0..n).filter_map(random_of_child).collect()
}

#[cfg(unix)]
#[test]
fn a_forked_process_draws_its_own_bits() {
    let factory = Factory::new().with_random(5).unwrap();
    assert_eq!(factory.generate().unwrap().random(), 5);
    let randoms = randoms_of_children(20, &factory);
    assert_eq!(randoms.len(), 20);
    assert!(!randoms.contains(&5));
    assert_eq!(factory.generate().unwrap().random(), 5);
}

#[cfg(unix)]
#[test]
fn a_fork_while_other_threads_generate_ids() {
    let factory = Factory::new();
    let before = factory.generate().unwrap();
    let done = AtomicU64::new(0);
    let randoms = std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while done.load(Ordering::Relaxed) == 0 {
                    factory.generate().unwrap();
                }
            });
        }
        let randoms = randoms_of_children(30, &factory);
        done.store(1, Ordering::Relaxed);
        randoms
    });
    assert_eq!(randoms.len(), 30);
    assert!(!randoms.contains(&before.random()));
}

#[test]
fn bounds() {
    let bounds = |at| (Wiji::lower(at), Wiji::upper(at));
    assert_eq!(bounds(UNIX_EPOCH).0.unwrap().to_string(), "00000000000000040000000000");
    assert_eq!(bounds(time(MAX_TIMESTAMP_US)).1.unwrap().to_string(), "7ZZZZZZZZZZZZZY7ZZZZZZZZZZ");
    let (lower, upper) = bounds(UNIX_EPOCH + Duration::new(1795348800, 123456789));
    assert_eq!(lower.unwrap().timestamp_us(), 1795348800123457);
    assert_eq!(upper.unwrap().timestamp_us(), 1795348800123456);
    let last = time(MAX_TIMESTAMP_US);
    for at in
        [UNIX_EPOCH - Duration::from_nanos(1), time(MAX_TIMESTAMP_US + 1), UNIX_EPOCH + Duration::from_secs(1 << 62)]
    {
        assert_eq!((kind(bounds(at).0), kind(bounds(at).1)), (ErrorKind::OutOfRange, ErrorKind::OutOfRange));
    }
    let (lower, upper) = bounds(last + Duration::from_nanos(999));
    assert_eq!((kind(lower), upper), (ErrorKind::OutOfRange, Wiji::upper(last)));
}

/// One cause has one name: who gave a time is told about the time, and not about a field.
#[test]
fn times_out_of_range() {
    let message = |result: Result<Wiji, Error>| result.unwrap_err().to_string();
    for (at, found) in [
        (UNIX_EPOCH - Duration::from_nanos(1), "-1"),
        (UNIX_EPOCH - Duration::from_secs(1), "-1000000"),
        (UNIX_EPOCH - Duration::from_nanos(1_000_001), "-1001"),
        (time(MAX_TIMESTAMP_US + 1), "72057594037927936"),
        (UNIX_EPOCH + Duration::from_secs(1 << 62), "4611686018427387904000000"),
    ] {
        let expected = format!(" must be 0 to 72057594037927935, found {found}");
        assert_eq!(message(Wiji::lower(at)), format!("microseconds since 1970{expected}"));
        assert_eq!(message(Wiji::upper(at)), format!("microseconds since 1970{expected}"));
        assert_eq!(message(Factory::new().with_clock(move || at).generate()), format!("the clock{expected}"));
    }
}

#[test]
fn make_out_of_range() {
    for (us, random, message) in [
        (MAX_TIMESTAMP_US + 1, 0, "timestamp_us must be 0 to 72057594037927935, found 72057594037927936"),
        (0, MAX_RANDOM + 1, "random must be 0 to 4503599627370495, found 4503599627370496"),
        (0, u64::MAX, "random must be 0 to 4503599627370495, found 18446744073709551615"),
    ] {
        let error = Wiji::make(us, 0, random).unwrap_err();
        assert_eq!((error.kind(), error.to_string().as_str()), (ErrorKind::OutOfRange, message));
    }
}

#[test]
fn an_invalid_character_at_each_position() {
    for id in FORMS {
        for i in 0..id.len() {
            for wrong in ["!", " ", "_", "\0", "\n", "é", "ı", "ſ", "\u{212a}", "０", "😀"] {
                let longer = format!("{}{wrong}{}", &id[..i], &id[i + 1..]);
                assert!(!Wiji::is_valid(&longer));
                if i + wrong.len() <= id.len() {
                    let corrupted = format!("{}{wrong}{}", &id[..i], &id[i + wrong.len()..]);
                    let error = corrupted.parse::<Wiji>().unwrap_err().to_string();
                    let start = format!("invalid wiji {corrupted:?}: character {}, {wrong:?}, is not ", i + 1);
                    assert!(error.starts_with(&start), "{error}");
                }
            }
        }
    }
}

#[test]
fn each_digit_at_each_place() {
    const CROCKFORD: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    let forms = [(FORMS[0], CROCKFORD), (FORMS[1], "0123456789abcdef"), (FORMS[2], "0123456789abcdef")];
    for (form, alphabet) in forms {
        for i in (0..form.len()).filter(|&i| &form[i..=i] != "-") {
            for digit in alphabet.chars() {
                let text = format!("{}{digit}{}", &form[..i], &form[i + 1..]);
                let digits = text.chars().filter(|&digit| digit != '-');
                let base = alphabet.len() as u128;
                let number = digits.fold(Some(0_u128), |number, digit| {
                    number?.checked_mul(base)?.checked_add(alphabet.find(digit).unwrap() as u128)
                });
                let expected = number.filter(|number| number >> 52 & 15 == 1);
                assert_eq!(text.parse().ok().map(|id: Wiji| id.into()), expected, "{text}");
                if let Some(number) = expected {
                    let id = Wiji::try_from(number).unwrap();
                    assert!([id.to_string(), id.uuid(), id.hex()].contains(&text), "{text}");
                    assert_eq!(text.to_ascii_uppercase().parse(), Ok(id));
                    assert_eq!(text.to_ascii_lowercase().parse(), Ok(id));
                }
            }
        }
    }
}

#[test]
fn numbers_and_slices() {
    let id: Wiji = FORMS[0].parse().unwrap();
    assert_eq!(u128::from(id), 0x0660c03fa9aa93000710000000003039);
    assert_eq!(Wiji::try_from(0x0660c03fa9aa93000710000000003039), Ok(id));
    assert_eq!(
        Wiji::try_from(0_u128).unwrap_err().to_string(),
        "invalid wiji: found version 0; the only version of a wiji is 1"
    );
    assert_eq!(AsRef::<[u8]>::as_ref(&id), id.as_bytes());
    assert_eq!(format!("{id:>28}|{id:<28}|{id:.3}"), "  06C303ZADAJC00E40000000C1S|06C303ZADAJC00E40000000C1S  |06C");
}

#[test]
fn lengths() {
    for n in 0..=40 {
        assert!(!Wiji::is_valid(&"0".repeat(n)));
        assert_eq!(Wiji::try_from(&vec![0x11; n][..]).is_ok(), n == 16);
    }
    assert!("x".repeat(1_000_000).parse::<Wiji>().unwrap_err().to_string().len() < 200);
    assert!("é".repeat(16).parse::<Wiji>().is_err());
}

#[cfg(feature = "serde")]
mod with_serde {
    use super::*;
    use serde::de::value::{BytesDeserializer, Error, StrDeserializer};
    use serde::{Deserialize, Serialize};

    struct Text(Wiji);

    impl std::fmt::Display for Text {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            self.0.serialize(f)
        }
    }

    #[test]
    fn an_id_is_text() {
        let id: Wiji = "06C303ZADAJC00E40000000C1S".parse().unwrap();
        assert_eq!(Text(id).to_string(), "06C303ZADAJC00E40000000C1S");
        let read = |text| Wiji::deserialize(StrDeserializer::<Error>::new(text));
        assert_eq!(read("0660c03f-a9aa-9300-0710-000000003039"), Ok(id));
        assert!(read("coffee").unwrap_err().to_string().starts_with("invalid wiji \"coffee\": expected 26"));
        Wiji::deserialize(BytesDeserializer::<Error>::new(id.as_bytes())).unwrap_err();
    }
}

#[cfg(feature = "uuid-1")]
#[test]
fn a_uuid_of_the_same_bytes() {
    use uuid_1::Uuid;
    let id: Wiji = FORMS[0].parse().unwrap();
    assert_eq!(Uuid::from(id).to_string(), FORMS[1]);
    assert_eq!(Wiji::try_from(Uuid::from(id)), Ok(id));
    assert_eq!(kind(Wiji::try_from(Uuid::nil())), ErrorKind::Invalid);
}

#[cfg(feature = "postgres-types-0_2")]
mod with_postgres_types {
    use super::*;
    use bytes::BytesMut;
    use postgres_types_0_2::{FromSql, Kind, ToSql, Type};

    #[test]
    fn an_id_is_16_bytes() {
        let wiji = Type::new("wiji".into(), 70000, Kind::Simple, "public".into());
        let id = Wiji::generate().unwrap();
        let mut sent = BytesMut::new();
        id.to_sql_checked(&wiji, &mut sent).unwrap();
        assert_eq!(sent[..], id.as_bytes()[..]);
        assert_eq!(Wiji::from_sql(&wiji, &sent).unwrap(), id);
        assert!(Wiji::from_sql(&wiji, &[0; 16]).is_err());
        assert!(<Wiji as FromSql>::accepts(&Type::UUID) && !<Wiji as FromSql>::accepts(&Type::TEXT));
        assert!(id.to_sql_checked(&Type::TEXT, &mut sent).is_err());
    }
}

#[cfg(feature = "sqlx-0_9")]
mod with_sqlx {
    use super::*;
    use sqlx_0_9::encode::Encode;
    use sqlx_0_9::postgres::{PgHasArrayType, PgTypeInfo, Postgres};
    use sqlx_0_9::Type;

    #[test]
    fn an_id_is_16_bytes() {
        let id = Wiji::generate().unwrap();
        let mut sent = Default::default();
        assert!(!<Wiji as Encode<Postgres>>::encode_by_ref(&id, &mut sent).unwrap().is_null());
        assert_eq!(sent[..], id.as_bytes()[..]);
        assert_eq!(<Wiji as Type<Postgres>>::type_info(), PgTypeInfo::with_name("wiji"));
        assert_eq!(Wiji::array_type_info(), PgTypeInfo::array_of("wiji"));
    }
}
