// Go's part of clients/bench/compare: its arguments and its output are described there.
package main

import (
	"crypto/rand"
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/oklog/ulid/v2"
	wiji "wiji.example/go"
)

type contender struct {
	library string
	run     func()
}

var (
	text  string // what was made: or the compiler leaves it out
	id    wiji.ID
	aUUID uuid.UUID
	aULID ulid.ULID
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	n, _ := strconv.Atoi(os.Args[1])
	rounds, _ := strconv.Atoi(os.Args[2])
	var mutex sync.Mutex
	var err error
	entropy := ulid.Monotonic(rand.Reader, 0)

	made, err := wiji.New()
	must(err)
	itsText, itsForm := made.String(), made.UUID()
	madeUUID, err := uuid.NewV7()
	must(err)
	madeULID := ulid.Make()
	uuidText, ulidText := madeUUID.String(), madeULID.String()

	for _, each := range []struct {
		operation  string
		contenders []contender
	}{
		{"generate", []contender{
			{"wiji", func() { id, err = wiji.New(); text = id.String() }},
			{"oklog/ulid, monotonic", func() {
				mutex.Lock()
				aULID, err = ulid.New(ulid.Now(), entropy)
				mutex.Unlock()
				text = aULID.String()
			}},
			{"google/uuid, version 7", func() { aUUID, err = uuid.NewV7(); text = aUUID.String() }},
		}},
		{"parse text", []contender{
			{"wiji", func() { id, err = wiji.Parse(itsText) }},
			{"oklog/ulid", func() { aULID, err = ulid.ParseStrict(ulidText) }},
			{"google/uuid", func() { aUUID, err = uuid.Parse(uuidText) }},
		}},
		{"parse UUID form", []contender{
			{"wiji", func() { id, err = wiji.Parse(itsForm) }},
			{"google/uuid", func() { aUUID, err = uuid.Parse(uuidText) }},
		}},
		{"format", []contender{
			{"wiji", func() { text = made.String() }},
			{"oklog/ulid", func() { text = madeULID.String() }},
			{"google/uuid", func() { text = madeUUID.String() }},
		}},
	} {
		best := make([]float64, len(each.contenders))
		for round := 0; round < rounds; round++ {
			for i, contender := range each.contenders {
				began := time.Now()
				for i := 0; i < n; i++ {
					contender.run()
					must(err)
				}
				if ns := float64(time.Since(began).Nanoseconds()) / float64(n); round == 0 || ns < best[i] {
					best[i] = ns
				}
			}
		}
		for i, contender := range each.contenders {
			fmt.Printf("%s\t%s\t%f\n", each.operation, contender.library, best[i])
		}
	}
}
