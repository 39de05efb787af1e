// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL

//! Wiji: 128-bit identifiers that sort by creation time, to the microsecond.
//!
//! ```
//! # fn main() -> Result<(), wiji::Error> {
//! use wiji::Wiji;
//!
//! let id = Wiji::generate()?;
//! println!("{id}"); // 06C303ZADAJC00E40000000C1S, for example
//!
//! let read: Wiji = "06C303ZADAJC00E40000000C1S".parse()?;
//! assert!(read < id);
//! println!("{:?}", read.time()); // when it was generated
//! # Ok(())
//! # }
//! ```
//!
//! There are no dependencies, except on `wasm32-unknown-unknown`, where the crate getrandom supplies random
//! bits.  It does so elsewhere, too, with the feature `getrandom`.  That target has no clock: use
//! [`Factory::with_clock`] there, as [`Wiji::generate`] panics.
//!
//! The features `sqlx-0_9`, `postgres-types-0_2` (for tokio-postgres and postgres), `diesel-2` and `serde` make
//! an ID a type of these crates, and `uuid-1` converts it to and from their `Uuid`.  A feature's name has the
//! version of its crate: the one for a crate's next release can stand beside it.
//!
//! The crate implements specification 1.0.0 of Wiji; where that contradicts itself, the repository's
//! docs/internals/format.md applies.
#![warn(missing_docs)]
// this file may be a module of a crate without these features
#![allow(unknown_lints, unexpected_cfgs)]

#[cfg(feature = "diesel-2")]
pub mod diesel_2;
#[cfg(feature = "postgres-types-0_2")]
mod postgres_types_0_2;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "sqlx-0_9")]
mod sqlx_0_9;
#[cfg(feature = "uuid-1")]
mod uuid_1;

use std::fmt;
use std::ptr;
use std::str::FromStr;
#[cfg(any(target_os = "linux", target_os = "android"))]
use std::sync::atomic::AtomicU32;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The largest timestamp of an ID, in microseconds since 1970: 4253-05-31 22:20:37.927935 UTC.
pub const MAX_TIMESTAMP_US: u64 = (1 << 56) - 1;
/// The largest random value of an ID.
pub const MAX_RANDOM: u64 = (1 << 52) - 1;
/// The version of the format, which is the only one.
pub const VERSION: u8 = 1;

const CROCKFORD: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const HEX: &[u8; 16] = b"0123456789abcdef";

/// The values of digits, or INVALID.
const INVALID: u8 = 0x80;
static CROCKFORD_VALUES: [u8; 256] = {
    let mut values = values(CROCKFORD);
    let alike = [(b'I', b'1'), (b'L', b'1'), (b'O', b'0'), (b'U', b'V')];
    let mut i = 0;
    while i < alike.len() {
        let value = values[alike[i].1 as usize];
        values[alike[i].0 as usize] = value;
        values[alike[i].0.to_ascii_lowercase() as usize] = value;
        i += 1;
    }
    values
};
static HEX_VALUES: [u8; 256] = values(HEX);

const fn values(alphabet: &[u8]) -> [u8; 256] {
    let mut values = [INVALID; 256];
    let mut i = 0;
    while i < alphabet.len() {
        values[alphabet[i].to_ascii_uppercase() as usize] = i as u8;
        values[alphabet[i].to_ascii_lowercase() as usize] = i as u8;
        i += 1;
    }
    values
}

/// The kind of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text or bytes are not an ID.
    Invalid,
    /// A time or a field does not fit into an ID.
    OutOfRange,
    /// The counter was exhausted, and the clock was still behind after the longest wait.
    ClockBehind,
    /// The platform returned no random bits.
    NoRandomness,
}

/// An error; its text has the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    reason: String,
}

impl Error {
    fn new(kind: ErrorKind, reason: String) -> Error {
        Error { kind, reason }
    }

    fn invalid(text: &str, reason: String) -> Error {
        let mut shown: String = text.chars().take(40).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        Error::new(ErrorKind::Invalid, format!("invalid wiji {shown:?}: {reason}"))
    }

    fn out_of_range(name: &str, most: u64, found: impl fmt::Display) -> Error {
        Error::new(ErrorKind::OutOfRange, format!("{name} must be 0 to {most}, found {found}"))
    }

    /// The kind of the error.
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for Error {}

/// An identifier.  It sorts by time, then by counter, then by random bits, in the order of its bytes and
/// of its text.
///
/// It is read with [`str::parse`]: 26 characters, UUID form (36) or hexadecimal (32), in upper or lower
/// case.  `{}` prints 26 characters, in upper case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wiji([u8; 16]);

static DEFAULT: Factory = Factory::new();

impl Wiji {
    /// A new ID, greater than all earlier IDs of this function in this process.  Errors are those of
    /// [`Factory::generate`].
    #[inline]
    pub fn generate() -> Result<Wiji, Error> {
        DEFAULT.generate()
    }

    /// Builds the ID with these fields, or returns [`ErrorKind::OutOfRange`].
    pub fn make(timestamp_us: u64, sequence: u16, random: u64) -> Result<Wiji, Error> {
        if timestamp_us > MAX_TIMESTAMP_US {
            return Err(Error::out_of_range("timestamp_us", MAX_TIMESTAMP_US, timestamp_us));
        }
        if random > MAX_RANDOM {
            return Err(Error::out_of_range("random", MAX_RANDOM, random));
        }
        Ok(Wiji(pack(timestamp_us, sequence, random).to_be_bytes()))
    }

    /// The first possible ID at a time or later: `id >= lower`.  [`ErrorKind::OutOfRange`] before 1970
    /// and after 4253.
    pub fn lower(time: SystemTime) -> Result<Wiji, Error> {
        // IDs have microseconds, so nanoseconds are rounded up
        let us = micros(time, 999, "microseconds since 1970")?;
        Ok(Wiji(pack(us, 0, 0).to_be_bytes()))
    }

    /// The last possible ID at a time or before: `id <= upper`.  Errors are those of [`Wiji::lower`].
    pub fn upper(time: SystemTime) -> Result<Wiji, Error> {
        let us = micros(time, 0, "microseconds since 1970")?;
        Ok(Wiji(pack(us, u16::MAX, MAX_RANDOM).to_be_bytes()))
    }

    /// Whether [`str::parse`] would accept the text.
    pub fn is_valid(text: &str) -> bool {
        text.parse::<Wiji>().is_ok()
    }

    /// The UUID form: 36 characters, in lower case.
    pub fn uuid(&self) -> String {
        let mut text = [b'-'; 36];
        for (at, bytes) in
            [(0, &self.0[..4]), (9, &self.0[4..6]), (14, &self.0[6..8]), (19, &self.0[8..10]), (24, &self.0[10..])]
        {
            write_hex(&mut text[at..at + 2 * bytes.len()], bytes);
        }
        ascii(&text).to_owned()
    }

    /// The hexadecimal form: 32 characters, in lower case.
    pub fn hex(&self) -> String {
        let mut text = [0; 32];
        write_hex(&mut text, &self.0);
        ascii(&text).to_owned()
    }

    /// The 16 bytes.
    pub fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }

    /// When the ID was generated.
    pub fn time(&self) -> SystemTime {
        UNIX_EPOCH + Duration::from_micros(self.timestamp_us())
    }

    /// When the ID was generated, in microseconds since 1970.
    pub fn timestamp_us(&self) -> u64 {
        (u128::from_be_bytes(self.0) >> 72) as u64
    }

    /// When the ID was generated, in milliseconds since 1970.
    pub fn timestamp_ms(&self) -> u64 {
        self.timestamp_us() / 1000
    }

    /// The counter for IDs of the same microsecond.
    pub fn sequence(&self) -> u16 {
        u16::from_be_bytes([self.0[7], self.0[8]])
    }

    /// The version of the format, always 1.
    pub fn version(&self) -> u8 {
        self.0[9] >> 4
    }

    /// The 52 random bits of the ID's generator.
    pub fn random(&self) -> u64 {
        u128::from_be_bytes(self.0) as u64 & MAX_RANDOM
    }
}

impl fmt::Display for Wiji {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = u128::from_be_bytes(self.0);
        let mut text = [0; 26];
        // in parts that a machine's word holds
        write_crockford(&mut text[..6], (number >> 100) as u64);
        write_crockford(&mut text[6..16], (number >> 50) as u64);
        write_crockford(&mut text[16..], number as u64);
        f.pad(ascii(&text))
    }
}

impl fmt::Debug for Wiji {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Wiji({self})")
    }
}

/// Checks the version: [`ErrorKind::Invalid`].
impl TryFrom<[u8; 16]> for Wiji {
    type Error = Error;

    fn try_from(bytes: [u8; 16]) -> Result<Wiji, Error> {
        let id = Wiji(bytes);
        if id.version() != VERSION {
            return Err(Error::new(ErrorKind::Invalid, format!("invalid wiji: {}", wrong_version(id))));
        }
        Ok(id)
    }
}

/// Checks the length and the version: [`ErrorKind::Invalid`].
impl TryFrom<&[u8]> for Wiji {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Wiji, Error> {
        <[u8; 16]>::try_from(bytes)
            .map_err(|_| {
                Error::new(ErrorKind::Invalid, format!("invalid wiji: expected 16 bytes, found {}", bytes.len()))
            })?
            .try_into()
    }
}

impl From<Wiji> for [u8; 16] {
    fn from(id: Wiji) -> [u8; 16] {
        id.0
    }
}

impl AsRef<[u8]> for Wiji {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// The number whose 16 bytes, the highest one first, are the ID.  Checks the version: [`ErrorKind::Invalid`].
impl TryFrom<u128> for Wiji {
    type Error = Error;

    fn try_from(number: u128) -> Result<Wiji, Error> {
        number.to_be_bytes().try_into()
    }
}

/// The number whose 16 bytes, the highest one first, are the ID.
impl From<Wiji> for u128 {
    fn from(id: Wiji) -> u128 {
        u128::from_be_bytes(id.0)
    }
}

/// Reads any of the three text forms: [`ErrorKind::Invalid`].
impl FromStr for Wiji {
    type Err = Error;

    fn from_str(text: &str) -> Result<Wiji, Error> {
        let number = match text.len() {
            26 => from_crockford(text.as_bytes()),
            32 => from_hex(text.as_bytes()),
            36 => from_uuid(text.as_bytes()),
            _ => None,
        };
        let id = match number {
            Some(number) => Wiji(number.to_be_bytes()),
            None => return Err(no_number(text)),
        };
        if id.version() != VERSION {
            return Err(Error::invalid(text, wrong_version(id)));
        }
        Ok(id)
    }
}

fn pack(us: u64, sequence: u16, random: u64) -> u128 {
    u128::from(us) << 72 | u128::from(sequence) << 56 | u128::from(VERSION) << 52 | u128::from(random)
}

fn wrong_version(id: Wiji) -> String {
    format!("found version {}; the only version of a wiji is {VERSION}", id.version())
}

/// Only for bytes that are ASCII.
fn ascii(text: &[u8]) -> &str {
    debug_assert!(text.is_ascii());
    // SAFETY: all ASCII is UTF-8.
    unsafe { std::str::from_utf8_unchecked(text) }
}

fn write_crockford(text: &mut [u8], mut number: u64) {
    for place in text.iter_mut().rev() {
        *place = CROCKFORD[number as usize & 31];
        number >>= 5;
    }
}

fn write_hex(text: &mut [u8], bytes: &[u8]) {
    for (places, byte) in text.chunks_exact_mut(2).zip(bytes) {
        places[0] = HEX[usize::from(byte >> 4)];
        places[1] = HEX[usize::from(byte & 15)];
    }
}

/// Reads digits, and notes in bad whether one is INVALID.
#[inline]
fn read_digits(digits: &[u8], values: &[u8; 256], bits: u32, bad: &mut u8) -> u128 {
    let mut number = 0_u64;
    for &digit in digits {
        let value = values[usize::from(digit)];
        *bad |= value;
        number = number << bits | u64::from(value);
    }
    number.into()
}

/// 26 digits, unless the number would need more than 128 bits.
fn from_crockford(text: &[u8]) -> Option<u128> {
    let mut bad = 0;
    let high = read_digits(&text[..6], &CROCKFORD_VALUES, 5, &mut bad);
    let middle = read_digits(&text[6..16], &CROCKFORD_VALUES, 5, &mut bad);
    let low = read_digits(&text[16..26], &CROCKFORD_VALUES, 5, &mut bad);
    (bad & INVALID == 0 && high >> 28 == 0).then(|| high << 100 | middle << 50 | low)
}

/// 32 digits.
fn from_hex(text: &[u8]) -> Option<u128> {
    let mut bad = 0;
    let high = read_digits(&text[..16], &HEX_VALUES, 4, &mut bad);
    let low = read_digits(&text[16..32], &HEX_VALUES, 4, &mut bad);
    (bad & INVALID == 0).then(|| high << 64 | low)
}

const HYPHENS: [usize; 4] = [8, 13, 18, 23];

/// 36 characters.
fn from_uuid(text: &[u8]) -> Option<u128> {
    if HYPHENS.iter().any(|&i| text[i] != b'-') {
        return None;
    }
    let mut digits = [0; 32];
    digits[..8].copy_from_slice(&text[..8]);
    digits[8..12].copy_from_slice(&text[9..13]);
    digits[12..16].copy_from_slice(&text[14..18]);
    digits[16..20].copy_from_slice(&text[19..23]);
    digits[20..].copy_from_slice(&text[24..36]);
    from_hex(&digits)
}

/// Why the text is no number of 128 bits.
#[cold]
fn no_number(text: &str) -> Error {
    let (values, expected) = match text.len() {
        26 => (&CROCKFORD_VALUES, "in the Crockford base32 alphabet"),
        32 | 36 => (&HEX_VALUES, "a hexadecimal digit"),
        n => {
            let reason = format!("expected 26 characters, 32 of hexadecimal or 36 of the UUID form, found {n}");
            return Error::invalid(text, reason);
        }
    };
    for (i, character) in text.char_indices() {
        let shown = character.to_string();
        // only ASCII precedes the first invalid one
        if text.len() == 36 && HYPHENS.contains(&i) {
            if character != '-' {
                let reason = format!("character {}, {shown:?}, is not the hyphen that the UUID form has there", i + 1);
                return Error::invalid(text, reason);
            }
        } else if !character.is_ascii() || values[character as usize] == INVALID {
            return Error::invalid(text, format!("character {}, {shown:?}, is not {expected}", i + 1));
        }
    }
    let reason = format!("a first character beyond \"7\", here {:?}, would need more than 128 bits", &text[..1]);
    Error::invalid(text, reason)
}

/// Microseconds since 1970 that fit into an ID, truncated after adding more_ns nanoseconds.  An error calls
/// them by the name.
fn micros(time: SystemTime, more_ns: u32, name: &str) -> Result<u64, Error> {
    let since = match time.duration_since(UNIX_EPOCH) {
        Ok(since) => since,
        Err(before) => {
            let us = (before.duration().as_nanos() + 999) / 1000;
            return Err(Error::out_of_range(name, MAX_TIMESTAMP_US, format_args!("-{us}")));
        }
    };
    let us = u128::from(since.as_secs()) * 1_000_000 + u128::from((since.subsec_nanos() + more_ns) / 1000);
    if us > MAX_TIMESTAMP_US.into() {
        return Err(Error::out_of_range(name, MAX_TIMESTAMP_US, us));
    }
    Ok(us as u64)
}

type Clock = Box<dyn Fn() -> SystemTime + Send + Sync>;

/// A generator: each ID is greater than the one before, whatever the clock does.
///
/// Threads may share it.  A forked process draws its own random bits, whatever other threads did during
/// the fork.
pub struct Factory {
    clock: Option<Clock>,
    max_wait: Duration,
    own: Own,
}

/// The state of a generator.
#[derive(Default)]
struct State {
    random: Option<u64>,
    last: Option<u64>,
    sequence: u16,
}

/// The state that belongs to a process.  A fork copies the parent's, possibly locked by a thread that
/// does not exist in the child.  So the child creates a new one, and does not touch the copy.
struct Own(AtomicPtr<(u32, Mutex<State>)>);

impl Own {
    fn new(state: State) -> Own {
        Own(AtomicPtr::new(Own::boxed(state)))
    }

    fn boxed(state: State) -> *mut (u32, Mutex<State>) {
        Box::into_raw(Box::new((current_process(), Mutex::new(state))))
    }

    fn state(&self) -> &Mutex<State> {
        let found = self.0.load(Ordering::Acquire);
        // SAFETY: it is null or from boxed(), and lives until this process drops us.
        match unsafe { found.as_ref() } {
            Some((process, state)) if *process == current_process() => return state,
            _ => (),
        }
        let new = Own::boxed(State::default());
        // SAFETY: as above.  If another thread was first, nothing refers to the new one.
        unsafe {
            match self.0.compare_exchange(found, new, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => &(*new).1,
                Err(first) => {
                    drop(Box::from_raw(new));
                    &(*first).1
                }
            }
        }
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        let found = *self.0.get_mut();
        // SAFETY: it is from boxed(), and unused.  A parent's is kept, because it may be locked.
        unsafe {
            if !found.is_null() && (*found).0 == current_process() {
                drop(Box::from_raw(found));
            }
        }
    }
}

impl Factory {
    /// A generator with its own random bits and counter.
    pub const fn new() -> Factory {
        Factory { clock: None, max_wait: Duration::from_secs(5), own: Own(AtomicPtr::new(ptr::null_mut())) }
    }

    /// Uses a clock other than the system's, for tests.
    pub fn with_clock(mut self, clock: impl Fn() -> SystemTime + Send + Sync + 'static) -> Factory {
        self.clock = Some(Box::new(clock));
        self
    }

    /// Uses these 52 bits instead of random ones; [`ErrorKind::OutOfRange`] beyond [`MAX_RANDOM`].  They
    /// must differ between generators.  A forked process draws its own in any case.
    pub fn with_random(mut self, random: u64) -> Result<Factory, Error> {
        if random > MAX_RANDOM {
            return Err(Error::out_of_range("random", MAX_RANDOM, random));
        }
        self.own = Own::new(State { random: Some(random), ..State::default() });
        Ok(self)
    }

    /// Limits the wait after the 65,536 IDs of a microsecond, until the clock has passed it.  The default
    /// is five seconds; [`Duration::MAX`] means no limit.
    pub fn with_max_wait(mut self, max_wait: Duration) -> Factory {
        self.max_wait = max_wait;
        self
    }

    /// A new ID.  [`ErrorKind::ClockBehind`] if the clock was still behind after the longest wait,
    /// [`ErrorKind::OutOfRange`] if the clock's time is before 1970 or after 4253,
    /// [`ErrorKind::NoRandomness`] if there are no random bits for the first ID.
    #[inline]
    pub fn generate(&self) -> Result<Wiji, Error> {
        self.generate_number().map(|id| Wiji(id.to_be_bytes()))
    }

    /// Generates an ID as a number, which stays in registers, unlike 16 bytes.
    fn generate_number(&self) -> Result<u128, Error> {
        let mut began = None;
        loop {
            match self.try_generate()? {
                Ok(id) => return Ok(id),
                // a platform that cannot wait returns the error at once
                Err(behind) if cfg!(all(target_arch = "wasm32", target_os = "unknown")) => {
                    self.wait(behind, Duration::MAX)?
                }
                Err(behind) => self.wait(behind, began.get_or_insert_with(Instant::now).elapsed())?,
            }
        }
    }

    /// Generates an ID, or returns how many microseconds the clock is behind the last one.
    fn try_generate(&self) -> Result<Result<u128, u64>, Error> {
        // the state is consistent even if the clock panics
        let mut state = self.own.state().lock().unwrap_or_else(PoisonError::into_inner);
        let us = micros(self.clock.as_ref().map_or_else(SystemTime::now, |clock| clock()), 0, "the clock")?;
        let random = match state.random {
            Some(random) => random,
            None => *state.random.insert(draw_random()?),
        };
        match state.last {
            Some(last) if us <= last => match state.sequence.checked_add(1) {
                Some(next) => state.sequence = next,
                None => return Ok(Err(last - us)),
            },
            _ => (state.last, state.sequence) = (Some(us), 0),
        }
        Ok(Ok(pack(state.last.unwrap_or(us), state.sequence, random)))
    }

    /// Sleeps, or returns an error when the longest wait is over.  Called without the lock.
    fn wait(&self, behind_us: u64, waited: Duration) -> Result<(), Error> {
        const SHORT: Duration = Duration::from_micros(100); // spin for as long as a sleep takes to start
        const OFTEN: Duration = Duration::from_millis(20); // the clock may leap ahead

        let behind = Duration::from_micros(behind_us);
        if waited >= self.max_wait {
            let reason = format!(
                "the clock is {behind_us} µs behind the last ID, whose counter is exhausted; waited {:?}",
                self.max_wait
            );
            return Err(Error::new(ErrorKind::ClockBehind, reason));
        }
        if behind > SHORT || waited > SHORT {
            std::thread::sleep((behind + SHORT).min(self.max_wait - waited).min(OFTEN));
        }
        Ok(())
    }
}

impl Default for Factory {
    fn default() -> Factory {
        Factory::new()
    }
}

impl fmt::Debug for Factory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Factory").field("max_wait", &self.max_wait).finish_non_exhaustive()
    }
}

/// Declares functions of the platform, by the rules for the edition of the crate that this file is in: from
/// 2024 on, `extern` must be `unsafe`, and `_` is an expression.
#[allow(unused_macros)]
macro_rules! foreign {
    ($_2024:expr, $(#[$attribute:meta])* $abi:literal $($functions:tt)*) => {
        $(#[$attribute])* unsafe extern $abi { $($functions)* }
    };
    (_, $(#[$attribute:meta])* $abi:literal $($functions:tt)*) => {
        $(#[$attribute])* extern $abi { $($functions)* }
    };
}

/// A number that stays the same in this process and differs from those of its ancestors.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn current_process() -> u32 {
    static WORD: AtomicPtr<AtomicU32> = AtomicPtr::new(ptr::null_mut());
    static NOT_WIPED: AtomicU32 = AtomicU32::new(u32::MAX);
    static LAST: AtomicU32 = AtomicU32::new(0);

    let mut word = WORD.load(Ordering::Acquire);
    if word.is_null() {
        // several threads may get here concurrently: the word of the first one is used
        let new = wiped_word().unwrap_or(&NOT_WIPED as *const AtomicU32 as *mut AtomicU32);
        word = match WORD.compare_exchange(word, new, Ordering::AcqRel, Ordering::Acquire) {
            Ok(_) => new,
            Err(first) => first,
        };
    }
    // SAFETY: the words are never freed.
    let word = unsafe { &*word };
    match word.load(Ordering::Acquire) {
        0 => {
            let number = LAST.fetch_add(1, Ordering::Relaxed) + 1;
            word.compare_exchange(0, number, Ordering::AcqRel, Ordering::Acquire).map_or_else(|first| first, |_| number)
        }
        u32::MAX => std::process::id(),
        number => number,
    }
}

/// A word that a fork sets to 0, on its own page, if the kernel supports that (Linux 4.14 and later).
/// It saves a system call for each ID.
#[cfg(any(target_os = "linux", target_os = "android"))]
#[cold]
fn wiped_word() -> Option<*mut AtomicU32> {
    use std::alloc::{GlobalAlloc, Layout, System};
    use std::os::raw::{c_int, c_void};
    foreign!(_, "C"
        fn getpagesize() -> c_int;
        fn madvise(start: *mut c_void, length: usize, advice: c_int) -> c_int;
    );
    const MADV_WIPEONFORK: c_int = 18;

    // SAFETY: the page is ours, and the advice is only about it.
    unsafe {
        let layout = Layout::from_size_align(getpagesize() as usize, getpagesize() as usize).ok()?;
        let page = System.alloc_zeroed(layout);
        // some versions of qemu accept any advice, even invalid advice, and ignore it
        let advise = |advice| !page.is_null() && madvise(page.cast(), layout.size(), advice) == 0;
        (!advise(-1) && advise(MADV_WIPEONFORK)).then(|| page.cast())
    }
}

/// Other systems identify processes by their process IDs, if they have processes.
#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn current_process() -> u32 {
    if cfg!(unix) {
        std::process::id()
    } else {
        0
    }
}

fn draw_random() -> Result<u64, Error> {
    let mut bytes = [0; 8];
    if !fill_randomly(&mut bytes) {
        let reason = String::from("the platform returned no random bits");
        return Err(Error::new(ErrorKind::NoRandomness, reason));
    }
    Ok(u64::from_ne_bytes(bytes) & MAX_RANDOM)
}

// The functions of the platforms are declared here, so that the file depends on nothing: a library's users
// build, audit and update each of its dependencies.
#[cfg(any(feature = "getrandom", all(target_arch = "wasm32", target_os = "unknown")))]
fn fill_randomly(bytes: &mut [u8; 8]) -> bool {
    getrandom::fill(bytes).is_ok()
}

#[cfg(all(any(unix, target_os = "wasi"), not(feature = "getrandom")))]
fn fill_randomly(bytes: &mut [u8; 8]) -> bool {
    foreign!(_, "C"
        // part of every libc: the kernel's cryptographic generator, once it is seeded
        fn getentropy(buffer: *mut u8, length: usize) -> std::os::raw::c_int;
    );
    // SAFETY: it writes exactly as many bytes as the buffer has.
    unsafe { getentropy(bytes.as_mut_ptr(), bytes.len()) == 0 }
}

#[cfg(all(windows, not(feature = "getrandom")))]
fn fill_randomly(bytes: &mut [u8; 8]) -> bool {
    foreign!(_, #[link(name = "advapi32")] "system"
        // known as RtlGenRandom
        fn SystemFunction036(buffer: *mut u8, length: u32) -> u8;
    );
    // SAFETY: it writes exactly as many bytes as the buffer has.
    unsafe { SystemFunction036(bytes.as_mut_ptr(), bytes.len() as u32) != 0 }
}

#[cfg(not(any(
    feature = "getrandom",
    all(target_arch = "wasm32", target_os = "unknown"),
    unix,
    windows,
    target_os = "wasi"
)))]
fn fill_randomly(_: &mut [u8; 8]) -> bool {
    false
}
