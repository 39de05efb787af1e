package wiji

import (
	"bytes"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

const suite = "../../docs/conformance/"

// table reads a table of the conformance suite, which is in the repository only.
func table(t *testing.T, name string) (rows [][]string) {
	if _, err := os.Stat(suite); errors.Is(err, os.ErrNotExist) {
		t.Skip("the conformance suite is in the repository only")
	}
	text, err := os.ReadFile(suite + name + ".tsv")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")[1:] {
		rows = append(rows, strings.Split(line, "\t"))
	}
	return rows
}

func number(t *testing.T, text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func equal(t *testing.T, found, expected any, what ...any) {
	t.Helper()
	if found != expected {
		t.Errorf("%v: expected %v, found %v", fmt.Sprint(what...), expected, found)
	}
}

func must(id ID, err error) ID {
	if err != nil {
		panic(err)
	}
	return id
}

func TestValid(t *testing.T) {
	var before ID
	for i, row := range table(t, "valid") {
		us, sequence, random := number(t, row[3]), int(number(t, row[6])), uint64(number(t, row[8]))
		raw, _ := hex.DecodeString(row[2])
		id := must(Make(us, sequence, random))
		equal(t, id.String(), row[0], row)
		equal(t, id.UUID(), row[1], row)
		equal(t, id.Hex(), row[2], row)
		equal(t, string(id.Bytes()), string(raw), row)
		for _, text := range row[:3] {
			equal(t, must(Parse(text)), id, text)
			equal(t, IsValid(text), true, text)
		}
		equal(t, must(FromBytes(raw)), id, row)
		equal(t, id.Micros(), us, row)
		equal(t, id.Millis(), number(t, row[4]), row)
		equal(t, id.Time().Format("2006-01-02T15:04:05.000000Z07:00"), row[5], row)
		equal(t, id.Sequence(), sequence, row)
		equal(t, id.Version(), int(number(t, row[7])), row)
		equal(t, id.Random(), random, row)
		equal(t, Compare(id, id), 0, row)
		if i > 0 {
			equal(t, Compare(before, id), -1, row)
			equal(t, Compare(id, before), 1, row)
			equal(t, before.String() < id.String(), true, row)
		}
		before = id
		equal(t, must(Lower(id.Time())), must(Make(us, 0, 0)), row)
		equal(t, must(Upper(id.Time())), must(Make(us, MaxSequence, MaxRandom)), row)
	}
}

func TestWrittenOtherwise(t *testing.T) {
	for _, row := range table(t, "written_otherwise") {
		equal(t, must(Parse(row[0])).String(), row[1], row)
	}
}

func TestInvalid(t *testing.T) {
	reasons := map[string]string{"length": ": expected ", "character": ": character ", "too large": "128 bits", "version": ": found version "}
	for _, row := range table(t, "invalid") {
		var err error
		if row[0] == "bytes" {
			raw, _ := hex.DecodeString(row[1])
			_, err = FromBytes(raw)
		} else {
			_, err = Parse(row[1])
			equal(t, IsValid(row[1]), false, row)
		}
		if !errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), reasons[row[2]]) {
			t.Errorf("%q: %v", row, err)
		}
	}
}

// standing returns a Factory whose clock reads *us, with the random bits of the suite and a minimal
// wait.
func standing(us *int64) *Factory {
	f := &Factory{Clock: func() time.Time { return time.UnixMicro(*us) }, MaxWait: 1}
	if err := f.begin(); err != nil {
		panic(err)
	}
	f.random = 0x123456789ABCD
	return f
}

func TestClock(t *testing.T) {
	var f *Factory
	var us int64
	running := ""
	for _, row := range table(t, "clock") {
		if row[0] != running {
			running, f = row[0], standing(&us)
		}
		us = number(t, row[1])
		if row[3] == "wait" {
			if _, err := f.New(); !errors.Is(err, ErrClock) {
				t.Errorf("%q: %v", row, err)
			}
			continue
		}
		first := must(f.New())
		last := first
		for n := number(t, row[2]); n > 1; n-- {
			id := must(f.New())
			equal(t, id.Sequence(), last.Sequence()+1, row)
			last = id
		}
		equal(t, first.String(), row[4], row)
		equal(t, last.String(), row[5], row)
	}
}

func TestAscending(t *testing.T) {
	before := time.Now().Truncate(time.Microsecond)
	last := ID{}
	for i := 0; i < 200000; i++ {
		id := must(New())
		if Compare(last, id) >= 0 {
			t.Fatalf("%v after %v", id, last)
		}
		last = id
	}
	if last.Time().Before(before) || last.Time().After(time.Now()) {
		t.Errorf("%v has the time %v", last, last.Time())
	}
}

func TestWaitEnds(t *testing.T) {
	reads := 0
	f := &Factory{MaxWait: -1, Clock: func() time.Time {
		reads++
		return time.UnixMicro(1000 + int64(reads/65700))
	}}
	var id ID
	for i := 0; i <= MaxSequence+1; i++ {
		id = must(f.New())
	}
	equal(t, id.Micros(), int64(1001))
	equal(t, id.Sequence(), 0)
}

func TestWaitHasItsLimit(t *testing.T) {
	for _, from := range []int64{1000, MaxMicros} {
		us := from
		f := standing(&us)
		f.MaxWait = 30 * time.Millisecond
		for i := 0; i <= MaxSequence; i++ {
			must(f.New())
		}
		us = 5
		_, err := f.New()
		equal(t, err.Error(), fmt.Sprintf("the clock is behind the last ID by %d µs, with an exhausted counter; waited 30ms", from-5))
		equal(t, errors.Is(err, ErrClock), true)
	}
}

func TestFactories(t *testing.T) {
	randoms := map[uint64]bool{}
	var ones [52]int
	for i := 0; i < 1000; i++ {
		random := must(NewFactory().New()).Random()
		randoms[random] = true
		for bit := range ones {
			ones[bit] += int(random >> bit & 1)
		}
	}
	equal(t, len(randoms), 1000)
	for bit, n := range ones {
		if n < 350 || n > 650 {
			t.Errorf("bit %d is set in %d of 1000", bit, n)
		}
	}
}

// Two factories in turn, at the same time: they are independent.
func TestTwoFactories(t *testing.T) {
	standing := func() time.Time { return time.UnixMicro(1000) }
	two := [2]*Factory{{Clock: standing}, {Clock: standing}}
	var randoms [2]uint64
	for i := 0; i < 6; i++ {
		id := must(two[i%2].New())
		equal(t, id.Micros(), int64(1000), i)
		equal(t, id.Sequence(), i/2, i)
		if i < 2 {
			randoms[i] = id.Random()
		}
		equal(t, id.Random(), randoms[i%2], i)
	}
	equal(t, randoms[0] != randoms[1], true)
}

func TestClockOutOfRange(t *testing.T) {
	for _, at := range []time.Time{time.UnixMicro(-1), time.UnixMicro(MaxMicros + 1), time.Unix(1<<61, 0), {}} {
		factory := Factory{Clock: func() time.Time { return at }}
		if id, err := factory.New(); !errors.Is(err, ErrRange) {
			t.Errorf("%v: %v, %v", at, id, err)
		}
	}
}

// A million IDs of eight goroutines, two for each of four factories; run it with -race, too.
func TestParallel(t *testing.T) {
	var wait sync.WaitGroup
	factories := []*Factory{&factory, NewFactory(), NewFactory(), {}}
	parts := make([][]ID, 8)
	for i := range parts {
		i := i
		wait.Add(1)
		go func() {
			defer wait.Done()
			for len(parts[i]) < 125000 {
				parts[i] = append(parts[i], must(factories[i/2].New()))
			}
		}()
	}
	wait.Wait()
	ids := map[ID]bool{}
	for _, part := range parts {
		equal(t, sort.SliceIsSorted(part, func(i, j int) bool { return Compare(part[i], part[j]) < 0 }), true)
		for _, id := range part {
			ids[id] = true
		}
	}
	equal(t, len(ids), 1000000, "different IDs")
}

func TestBounds(t *testing.T) {
	equal(t, must(Lower(time.Unix(0, 0))).String(), "00000000000000040000000000")
	equal(t, must(Upper(time.UnixMicro(MaxMicros))).String(), "7ZZZZZZZZZZZZZY7ZZZZZZZZZZ")
	between := time.Unix(1795348800, 123456789)
	equal(t, must(Lower(between)).Micros(), int64(1795348800123457), "rounded up")
	equal(t, must(Upper(between)).Micros(), int64(1795348800123456), "rounded down")
	for _, at := range []time.Time{{}, time.Unix(0, -1), time.UnixMicro(MaxMicros + 1), time.Unix(1<<62, 0), time.Unix(-1<<62, 0), time.Unix(1<<63-1, 999999999)} {
		_, lower := Lower(at)
		_, upper := Upper(at)
		equal(t, errors.Is(lower, ErrRange) && errors.Is(upper, ErrRange), true, at)
	}
	_, err := Lower(time.UnixMicro(MaxMicros).Add(1))
	equal(t, errors.Is(err, ErrRange), true, "a nanosecond after the last ID")
	equal(t, must(Upper(time.UnixMicro(MaxMicros).Add(1))).Micros(), int64(MaxMicros))
}

func TestMakeOutOfRange(t *testing.T) {
	for message, fields := range map[string][3]int64{
		"microseconds since 1970 must be 0 to 72057594037927935, found -1":                {-1, 0, 0},
		"microseconds since 1970 must be 0 to 72057594037927935, found 72057594037927936": {MaxMicros + 1, 0, 0},
		"sequence must be 0 to 65535, found 65536":                                        {0, 65536, 0},
		"sequence must be 0 to 65535, found -1":                                           {0, -1, 0},
		"random must be 0 to 4503599627370495, found 4503599627370496":                    {0, 0, MaxRandom + 1},
	} {
		_, err := Make(fields[0], int(fields[1]), uint64(fields[2]))
		equal(t, err.Error(), "out of range for a wiji: "+message)
	}
}

func TestWrongCharacter(t *testing.T) {
	for _, id := range []string{"06C303ZADAJC00E40000000C1S", "0660c03f-a9aa-9300-0710-000000003039", "0660c03fa9aa93000710000000003039"} {
		for i := range id {
			for _, wrong := range []string{"!", " ", "_", "\x00", "\n", "\x80", "\xff"} {
				corrupted := id[:i] + wrong + id[i+1:]
				_, err := Parse(corrupted)
				if err == nil || !strings.HasPrefix(err.Error(), fmt.Sprintf("invalid wiji %q: character %d, %q, is not ", corrupted, i+1, wrong)) {
					t.Errorf("%q: %v", corrupted, err)
				}
			}
			for _, wrong := range []string{"é", "ı", "ſ", "\u212a", "０", "😀"} {
				equal(t, IsValid(id[:i]+wrong+id[i+1:]), false, wrong)
				if i+len(wrong) <= len(id) {
					_, err := Parse(id[:i] + wrong + id[i+len(wrong):])
					equal(t, strings.Contains(err.Error(), fmt.Sprintf(": character %d, %q, is not ", i+1, wrong)), true, err)
				}
			}
		}
	}
}

func TestLengths(t *testing.T) {
	for n := 0; n <= 40; n++ {
		equal(t, IsValid(strings.Repeat("0", n)), false, n)
		_, err := FromBytes(bytes.Repeat([]byte{0x11}, n))
		equal(t, err == nil, n == 16, n)
	}
	_, err := Parse(strings.Repeat("x", 1000000))
	equal(t, len(err.Error()) < 200, true, "a long text is truncated in the message")
}

func TestInterfaces(t *testing.T) {
	id := must(New())
	encoded, err := json.Marshal(map[ID]ID{id: id})
	equal(t, string(encoded), fmt.Sprintf(`{"%v":"%v"}`, id, id), err)
	var decoded map[ID]ID
	equal(t, json.Unmarshal(encoded, &decoded), nil)
	equal(t, decoded[id], id)
	equal(t, errors.Is(json.Unmarshal([]byte(`{"x":"y"}`), &decoded), ErrInvalid), true)

	value, _ := id.Value()
	equal(t, value, id.String())
	for _, column := range []any{id.String(), id.UUID(), id.Bytes(), []byte(id.Hex())} {
		var read ID
		equal(t, read.Scan(column), nil)
		equal(t, read, id, column)
	}
	kept := id
	for _, column := range []any{nil, int64(4), "no ID", make([]byte, 16)} {
		equal(t, errors.Is(kept.Scan(column), ErrInvalid), true, column)
	}
	equal(t, kept, id, "invalid values do not change the ID")
	equal(t, kept.Scan(nil).Error(), "invalid wiji: the column is NULL; read it into a *ID")
}

// What is written can be read: nothing reads the zero ID, so nothing writes it.
func TestZeroIsNotWritten(t *testing.T) {
	type row struct{ ID ID }
	var id ID
	later := must(Make(1, 0, 0))
	later[9] = 0x20 // another version
	for _, wrong := range []ID{id, later} {
		_, byJSON := json.Marshal(row{wrong})
		_, asKey := json.Marshal(map[ID]int{wrong: 1})
		byGob := gob.NewEncoder(new(bytes.Buffer)).Encode([]ID{wrong})
		_, asText := wrong.MarshalText()
		_, appended := wrong.AppendText(nil)
		_, asBytes := wrong.MarshalBinary()
		_, appendedBytes := wrong.AppendBinary(nil)
		_, toSQL := wrong.Value()
		for i, err := range []error{byJSON, asKey, byGob, asText, appended, asBytes, appendedBytes, toSQL} {
			// encoding/json does not wrap the error of a key
			equal(t, err != nil && strings.Contains(err.Error(), ErrInvalid.Error()), true, i, " ", err)
		}
		equal(t, errors.Is(toSQL, ErrInvalid) && errors.Is(byJSON, ErrInvalid), true)
	}
	_, err := id.Value()
	equal(t, err.Error(), "invalid wiji: the zero ID cannot be written; where an ID may be missing, use a *ID")

	none, err := json.Marshal(struct{ ID *ID }{})
	equal(t, string(none), `{"ID":null}`, err)
}

func TestGob(t *testing.T) {
	id := must(New())
	var buffer bytes.Buffer
	equal(t, gob.NewEncoder(&buffer).Encode([]ID{id}), nil)
	var read []ID
	equal(t, gob.NewDecoder(&buffer).Decode(&read), nil)
	equal(t, read[0], id)
}

func TestAppend(t *testing.T) {
	id := must(New())
	text, err := id.AppendText([]byte("id="))
	equal(t, string(text), "id="+id.String(), err)
	raw, err := id.AppendBinary([]byte("id="))
	equal(t, string(raw), "id="+string(id.Bytes()), err)
	buffer := make([]byte, 0, 64)
	equal(t, testing.AllocsPerRun(100, func() { _, _ = id.AppendText(buffer) }), 0.0, "allocations")
}
