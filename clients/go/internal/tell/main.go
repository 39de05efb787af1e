// Tell reads and generates IDs for other programs:
//
//	tell answer       reads lines "wiji_text HEX" or "wiji_id HEX", and prints the ID or "-"
//	tell generate N   prints N lines of new IDs: text, UUID form, hex, and the bytes in hex
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"

	wiji "wiji.example/go"
)

func must(id wiji.ID, err error) wiji.ID {
	if err != nil {
		log.Fatal(err)
	}
	return id
}

func answer(line string) string {
	word, question, _ := strings.Cut(line, " ")
	raw, _ := hex.DecodeString(strings.TrimPrefix(question, "."))
	id, err := wiji.FromBytes(raw)
	if word == "wiji_text" {
		id, err = wiji.Parse(string(raw))
	}
	if err != nil {
		return "-"
	}
	lower, upper := must(wiji.Lower(id.Time())), must(wiji.Upper(id.Time()))
	return fmt.Sprintf("%s %v %s %d %d %d %s %s", id.Hex(), id, id.UUID(), id.Micros(), id.Sequence(), id.Random(),
		lower.Hex(), upper.Hex())
}

func main() {
	switch {
	case len(os.Args) == 2 && os.Args[1] == "answer":
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			fmt.Println(answer(lines.Text()))
		}
	case len(os.Args) == 3 && os.Args[1] == "generate":
		for n, _ := strconv.Atoi(os.Args[2]); n > 0; n-- {
			fmt.Printf("%v %s %s %x\n", must(wiji.New()), must(wiji.New()).UUID(), must(wiji.New()).Hex(),
				must(wiji.New()).Bytes())
		}
	default:
		log.Fatal("usage: tell answer | generate N")
	}
}
