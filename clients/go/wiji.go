// Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL

// Package wiji generates and reads 128-bit identifiers that sort by creation time, to the
// microsecond.
//
//	import wiji "wiji.example/go"
//
//	id, err := wiji.New() // 06C303ZADAJC00E40000000C1S, for example
//	id, err := wiji.Parse(r.PathValue("id"))
//	id.Time() // when it was generated
//
// It depends on the standard library only.  It implements specification 1.0.0 of Wiji; where that
// contradicts itself, the repository's docs/internals/format.md applies.
//
// All functions may be called from several goroutines at once.
package wiji

import (
	"bytes"
	"crypto/rand"
	"database/sql/driver"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

// The largest values of an ID's fields.
const (
	MaxMicros   = 1<<56 - 1 // 4253-05-31 22:20:37.927935 UTC
	MaxSequence = 1<<16 - 1
	MaxRandom   = 1<<52 - 1
)

// Version is the format's version, which is the only one.
const Version = 1

var (
	// ErrInvalid is in the chain of each error about text or bytes that are not an ID.
	ErrInvalid = errors.New("invalid wiji")

	// ErrRange is in the chain of each error about a time or a field that an ID cannot hold.
	ErrRange = errors.New("out of range for a wiji")

	// ErrClock is in the chain of the error that the clock was behind for longer than
	// Factory.MaxWait.
	ErrClock = errors.New("the clock is behind")
)

const (
	alphabet    = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	defaultWait = 5 * time.Second
)

// The value of each byte in an alphabet, in upper and lower case, or 0xFF.
var (
	values    = valuesIn(alphabet, "I1", "L1", "O0", "UV")
	hexValues = valuesIn("0123456789ABCDEF")
)

func valuesIn(alphabet string, alike ...string) (table [256]byte) {
	for i := range table {
		table[i] = 0xFF
	}
	set := func(letter byte, value int) {
		table[letter] = byte(value)
		table[strings.ToLower(string(rune(letter)))[0]] = byte(value)
	}
	for i := range alphabet {
		set(alphabet[i], i)
	}
	for _, pair := range alike {
		set(pair[0], strings.IndexByte(alphabet, pair[1]))
	}
	return table
}

// ID is an identifier: its 16 bytes.  IDs are comparable with ==, can be map keys, and are text in
// JSON.  For database/sql, the value of an ID is its text.
//
// The zero ID is not valid: what marshals an ID, or sends it to a database, returns an ErrInvalid for
// it, because nothing would read it back.  Where an ID may be missing, use a *ID.
type ID [16]byte

// New generates an ID that is greater than all earlier IDs of New in this process.  The error is that
// of [Factory.New].
func New() (ID, error) { return factory.New() }

// Make builds the ID with these fields.  The error is an ErrRange.
func Make(micros int64, sequence int, random uint64) (ID, error) {
	switch {
	case micros < 0 || micros > MaxMicros:
		return ID{}, outOfRange("microseconds since 1970", micros, MaxMicros)
	case sequence < 0 || sequence > MaxSequence:
		return ID{}, outOfRange("sequence", sequence, MaxSequence)
	case random > MaxRandom:
		return ID{}, outOfRange("random", random, MaxRandom)
	}
	return pack(micros, uint16(sequence), random), nil
}

func outOfRange(name string, found any, most int64) error {
	return fmt.Errorf("%w: %s must be 0 to %d, found %d", ErrRange, name, most, found)
}

func pack(micros int64, sequence uint16, random uint64) (id ID) {
	binary.BigEndian.PutUint64(id[:8], uint64(micros)<<8|uint64(sequence)>>8)
	binary.BigEndian.PutUint64(id[8:], uint64(sequence)<<56|Version<<52|random)
	return id
}

// Lower returns the first possible ID at t or later: id >= lower.  The error, an ErrRange, means that t
// is before 1970 or after 4253.
func Lower(t time.Time) (ID, error) {
	// IDs have microseconds, so nanoseconds are rounded up
	return bound(t, time.Microsecond-1, 0, 0)
}

// Upper returns the last possible ID at t or before: id <= upper.  The error is that of Lower.
func Upper(t time.Time) (ID, error) {
	return bound(t, 0, MaxSequence, MaxRandom)
}

func bound(t time.Time, later time.Duration, sequence uint16, random uint64) (ID, error) {
	if holds(t) && holds(t.Add(later)) {
		return pack(t.Add(later).UnixMicro(), sequence, random), nil
	}
	return ID{}, wrongTime("the time", t)
}

// holds returns whether t fits into an ID.  UnixMicro would overflow in the year 292,278.
func holds(t time.Time) bool {
	s := t.Unix()
	return s >= 0 && s <= MaxMicros/1_000_000 && t.UnixMicro() <= MaxMicros
}

func wrongTime(name string, t time.Time) error {
	return fmt.Errorf("%w: %s must be 1970-01-01 to 4253-05-31 22:20:37.927935 UTC, found %v", ErrRange, name, t)
}

// Parse reads an ID: 26 characters, UUID form (36) or hexadecimal (32), in upper or lower case.  The
// error, an ErrInvalid, has the reason.
func Parse(text string) (ID, error) {
	var id ID
	var err error

	switch len(text) {
	case 26:
		err = id.fromCrockford(text)
	case 32, 36:
		err = id.fromHex(text)
	default:
		err = invalid(text, "expected 26 characters, 32 of hexadecimal or 36 of the UUID form, found %d", len(text))
	}
	if err == nil && id.Version() != Version {
		err = invalid(text, "found version %d; the only version of a wiji is 1", id.Version())
	}
	if err != nil {
		return ID{}, err
	}
	return id, nil
}

// FromBytes reads an ID from its 16 bytes.  The error, an ErrInvalid, has the reason.
func FromBytes(b []byte) (id ID, err error) {
	if len(b) != len(id) {
		return ID{}, fmt.Errorf("%w: expected 16 bytes, found %d", ErrInvalid, len(b))
	}
	copy(id[:], b)
	if err := id.check(); err != nil {
		return ID{}, err
	}
	return id, nil
}

// check returns the error that an ID has another version.
func (id ID) check() error {
	if id.Version() != Version {
		return fmt.Errorf("%w: found version %d; the only version of a wiji is 1", ErrInvalid, id.Version())
	}
	return nil
}

// checkWritten returns the error that nobody could read the ID.
func (id ID) checkWritten() error {
	if id == (ID{}) {
		return fmt.Errorf("%w: the zero ID cannot be written; where an ID may be missing, use a *ID", ErrInvalid)
	}
	return id.check()
}

func invalid(text, reason string, arguments ...any) error {
	const most = 40
	if len(text) > most {
		text = text[:most] + "…"
	}
	return fmt.Errorf("%w %q: %s", ErrInvalid, text, fmt.Sprintf(reason, arguments...))
}

// wrongCharacter returns the error about the character at byte i, which only ASCII precedes.
func wrongCharacter(text string, i int, expected string) error {
	_, size := utf8.DecodeRuneInString(text[i:])
	return invalid(text, "character %d, %q, is not %s", i+1, text[i:i+size], expected)
}

func (id *ID) fromCrockford(text string) error {
	_ = text[25]
	// 65 bits, of which the first two must be 0, 5 on both sides, and 60
	var high, low uint64
	middle := values[text[13]]
	bad := middle
	for i := 0; i < 13; i++ {
		value := values[text[i]]
		bad |= value
		high = high<<5 | uint64(value)
	}
	for i := 14; i < 26; i++ {
		value := values[text[i]]
		bad |= value
		low = low<<5 | uint64(value)
	}
	if bad > 31 || values[text[0]] > 7 {
		return notCrockford(text)
	}
	binary.BigEndian.PutUint64(id[:8], high<<1|uint64(middle)>>4)
	binary.BigEndian.PutUint64(id[8:], uint64(middle)<<60|low)
	return nil
}

func notCrockford(text string) error {
	for i := 0; i < len(text); i++ {
		if values[text[i]] > 31 {
			return wrongCharacter(text, i, "in the Crockford base32 alphabet")
		}
	}
	return invalid(text, `a first character beyond "7", here %q, would need more than 128 bits`, text[:1])
}

// digits has the places of the hexadecimal digits in the UUID form, two for each byte.
var digits = [16]int{0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34}

func (id *ID) fromHex(text string) error {
	var bad byte
	if len(text) == 36 {
		for i, at := range digits {
			high, low := hexValues[text[at]], hexValues[text[at+1]]
			bad |= high | low
			id[i] = high<<4 | low
		}
		if text[8] != '-' || text[13] != '-' || text[18] != '-' || text[23] != '-' {
			bad = 0xFF
		}
	} else {
		for i := range id {
			high, low := hexValues[text[2*i]], hexValues[text[2*i+1]]
			bad |= high | low
			id[i] = high<<4 | low
		}
	}
	if bad > 15 {
		return notHex(text)
	}
	return nil
}

func notHex(text string) error {
	for i := 0; i < len(text); i++ {
		if len(text) == 36 && (i == 8 || i == 13 || i == 18 || i == 23) {
			if text[i] != '-' {
				return wrongCharacter(text, i, "the hyphen that the UUID form has there")
			}
		} else if hexValues[text[i]] > 15 {
			return wrongCharacter(text, i, "a hexadecimal digit")
		}
	}
	return nil
}

// IsValid returns whether Parse would accept the text.
func IsValid(text string) bool {
	_, err := Parse(text)
	return err == nil
}

// Compare returns the order of two IDs: -1, 0 or 1.
func Compare(a, b ID) int { return bytes.Compare(a[:], b[:]) }

// String returns the 26 characters of the ID, in upper case.
func (id ID) String() string {
	text := id.encode()
	return string(text[:])
}

func (id ID) encode() (text [26]byte) {
	high, low := binary.BigEndian.Uint64(id[:8]), binary.BigEndian.Uint64(id[8:])
	text[13] = alphabet[high<<4&31|low>>60]
	for i := 25; i > 13; i-- {
		text[i] = alphabet[low&31]
		low >>= 5
	}
	high >>= 1
	for i := 12; i >= 0; i-- {
		text[i] = alphabet[high&31]
		high >>= 5
	}
	return text
}

// UUID returns the ID in the UUID form: 36 characters, in lower case.
func (id ID) UUID() string {
	var text [36]byte
	const hexadecimal = "0123456789abcdef"
	for i, at := range digits {
		text[at], text[at+1] = hexadecimal[id[i]>>4], hexadecimal[id[i]&15]
	}
	text[8], text[13], text[18], text[23] = '-', '-', '-', '-'
	return string(text[:])
}

// Hex returns the ID in hexadecimal: 32 characters, in lower case.
func (id ID) Hex() string { return hex.EncodeToString(id[:]) }

// Bytes returns the 16 bytes of the ID.
func (id ID) Bytes() []byte { return append([]byte(nil), id[:]...) }

// Time returns when the ID was generated, in UTC.
func (id ID) Time() time.Time { return time.UnixMicro(id.Micros()).UTC() }

// Micros returns when the ID was generated, in microseconds since 1970.
func (id ID) Micros() int64 { return int64(binary.BigEndian.Uint64(id[:8]) >> 8) }

// Millis returns when the ID was generated, in milliseconds since 1970.
func (id ID) Millis() int64 { return id.Micros() / 1000 }

// Sequence returns the counter for IDs of the same microsecond.
func (id ID) Sequence() int { return int(binary.BigEndian.Uint16(id[7:9])) }

// Version returns the version of the ID's format, which is 1 except for the zero ID.
func (id ID) Version() int { return int(id[9] >> 4) }

// Random returns the 52 random bits of the ID's generator.
func (id ID) Random() uint64 { return binary.BigEndian.Uint64(id[8:]) & MaxRandom }

// AppendText implements encoding.TextAppender: it appends the 26 characters of the ID.
func (id ID) AppendText(b []byte) ([]byte, error) {
	if err := id.checkWritten(); err != nil {
		return b, err
	}
	text := id.encode()
	return append(b, text[:]...), nil
}

// MarshalText implements encoding.TextMarshaler, also for JSON, by String.
func (id ID) MarshalText() ([]byte, error) { return id.AppendText(nil) }

// UnmarshalText implements encoding.TextUnmarshaler, also for JSON, by Parse.
func (id *ID) UnmarshalText(text []byte) error {
	read, err := Parse(string(text))
	if err == nil {
		*id = read
	}
	return err
}

// MarshalBinary implements encoding.BinaryMarshaler by Bytes.
func (id ID) MarshalBinary() ([]byte, error) { return id.AppendBinary(nil) }

// AppendBinary implements encoding.BinaryAppender: it appends the 16 bytes of the ID.
func (id ID) AppendBinary(b []byte) ([]byte, error) {
	if err := id.checkWritten(); err != nil {
		return b, err
	}
	return append(b, id[:]...), nil
}

// UnmarshalBinary implements encoding.BinaryUnmarshaler by FromBytes.
func (id *ID) UnmarshalBinary(b []byte) error {
	read, err := FromBytes(b)
	if err == nil {
		*id = read
	}
	return err
}

// Value implements driver.Valuer: as a query parameter, an ID is its text.
func (id ID) Value() (driver.Value, error) {
	if err := id.checkWritten(); err != nil {
		return nil, err
	}
	return id.String(), nil
}

// GormDataType tells GORM the type of an ID's column.
func (ID) GormDataType() string { return "wiji" }

// Scan implements sql.Scanner: a column may contain text in any form, or the 16 bytes.  Read nullable
// columns into a *ID.
func (id *ID) Scan(value any) error {
	switch value := value.(type) {
	case nil:
		return fmt.Errorf("%w: the column is NULL; read it into a *ID", ErrInvalid)
	case string:
		return id.UnmarshalText([]byte(value))
	case []byte:
		if len(value) == len(id) { // no text form has this length
			return id.UnmarshalBinary(value)
		}
		return id.UnmarshalText(value)
	}
	return fmt.Errorf("%w: cannot be read from a %T", ErrInvalid, value)
}

// Factory is a generator: each ID is greater than the one before, whatever the clock does.  The zero
// Factory is ready to use.  After its first use it must not be copied, and its fields must not be
// changed.
type Factory struct {
	// Clock returns the time.  It is for tests; nil means time.Now.
	Clock func() time.Time

	// MaxWait is how long New waits at most after the 65,536 IDs of a microsecond, until the clock has
	// passed it.  0 means five seconds; a negative value means no limit.
	MaxWait time.Duration

	mutex    sync.Mutex
	begun    bool
	random   uint64
	last     int64
	sequence uint16
}

var factory Factory // this process's

// NewFactory returns a generator with its own random bits and counter.
func NewFactory() *Factory { return new(Factory) }

// New generates an ID.  The error is an ErrClock if the clock was still behind after MaxWait, and an
// ErrRange if the clock's time is before 1970 or after 4253.
func (f *Factory) New() (ID, error) {
	var began time.Time
	for {
		id, ok, behind, err := f.try()
		if ok || err != nil {
			return id, err
		}
		if began.IsZero() {
			began = time.Now()
		}
		if err := f.wait(behind, time.Since(began)); err != nil {
			return ID{}, err
		}
	}
}

// try generates an ID, or returns how many microseconds the clock is behind the last one.
func (f *Factory) try() (id ID, ok bool, behind int64, err error) {
	f.mutex.Lock()
	defer f.mutex.Unlock()

	if !f.begun {
		if err := f.begin(); err != nil {
			return ID{}, false, 0, err
		}
	}
	now := f.now()
	if !holds(now) {
		return ID{}, false, 0, wrongTime("the clock", now)
	}
	us := now.UnixMicro()
	switch {
	case us > f.last:
		f.last, f.sequence = us, 0
	case f.sequence < MaxSequence:
		f.sequence++
	default:
		return ID{}, false, f.last - us, nil
	}
	return pack(f.last, f.sequence, f.random), true, 0, nil
}

func (f *Factory) begin() error {
	var b [8]byte
	if _, err := rand.Read(b[:]); err != nil {
		return fmt.Errorf("could not generate random bits: %w", err)
	}
	f.random = binary.BigEndian.Uint64(b[:]) & MaxRandom
	f.last = -1
	f.begun = true
	return nil
}

func (f *Factory) now() time.Time {
	if f.Clock == nil {
		return time.Now()
	}
	return f.Clock()
}

// wait sleeps, or returns an error when MaxWait is over.  It is called without the lock.
func (f *Factory) wait(behind int64, waited time.Duration) error {
	const often = 20 * time.Millisecond // because the clock may leap ahead
	left := often
	if f.MaxWait >= 0 {
		limit := f.MaxWait
		if limit == 0 {
			limit = defaultWait
		}
		if waited >= limit {
			return fmt.Errorf("%w the last ID by %d µs, with an exhausted counter; waited %v", ErrClock, behind, limit)
		}
		left = limit - waited
	}
	// spin for as long as a sleep takes to start
	if behind <= 100 && waited <= 100*time.Microsecond {
		return nil
	}
	sleep := often
	if behind < often.Microseconds() {
		sleep = time.Duration(behind+100) * time.Microsecond
	}
	if sleep > left {
		sleep = left
	}
	time.Sleep(sleep)
	return nil
}
