// Go's part of clients/bench/compare: its arguments, input and output are described there.
package main

import (
	"bufio"
	"crypto/rand"
	"fmt"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/oklog/ulid"
	wiji "wiji.example/go"
)

func must(id fmt.Stringer, err error) string {
	if err != nil {
		panic(err)
	}
	return id.String()
}

func main() {
	var mutex sync.Mutex
	entropy := ulid.Monotonic(rand.Reader, 0)
	generators := []func() string{
		func() string { return must(wiji.New()) },
		func() string {
			mutex.Lock()
			defer mutex.Unlock()
			return must(ulid.New(ulid.Now(), entropy))
		},
		func() string { return must(uuid.NewV7()) },
	}
	ids, _ := strconv.Atoi(os.Args[1])

	fmt.Println("wiji\toklog/ulid, monotonic\tgoogle/uuid, version 7")
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var generator, threads int
		var group sync.WaitGroup
		fmt.Sscan(lines.Text(), &generator, &threads)
		began := time.Now()
		for i := 0; i < threads; i++ {
			group.Add(1)
			go func() {
				defer group.Done()
				for i := 0; i < ids; i++ {
					generators[generator]()
				}
			}()
		}
		group.Wait()
		fmt.Println(time.Since(began).Seconds())
	}
}
