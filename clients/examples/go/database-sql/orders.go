// database/sql with lib/pq; with pgx's stdlib only the import and the name of the driver differ.
package main

import (
	"database/sql"
	"fmt"
	"log"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/lib/pq"
	wiji "wiji.example/go"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	address := must(url.Parse(os.Getenv("DATABASE_URL")))
	settings := address.Query()
	settings.Set("search_path", "wiji_example,public") // a schema of the example's own
	address.RawQuery = settings.Encode()
	db := must(sql.Open("postgres", address.String()))
	defer db.Close()
	must(db.Exec(`CREATE SCHEMA wiji_example`))
	must(db.Exec(`CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)`))

	items := func(query string, arguments ...any) string {
		var list []string
		rows := must(db.Query(query, arguments...))
		defer rows.Close()
		for rows.Next() {
			var item string
			if err := rows.Scan(&item); err != nil {
				log.Fatal(err)
			}
			list = append(list, item)
		}
		return strings.Join(list, ", ")
	}

	ids := make([]wiji.ID, 3)
	for i, name := range []string{"coffee", "tea", "cake"} {
		if err := db.QueryRow("INSERT INTO orders (item) VALUES ($1) RETURNING id", name).Scan(&ids[i]); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println("inserted:", items("SELECT item FROM orders ORDER BY id"))
	if age := time.Since(ids[0].Time()); age.Abs() < time.Minute {
		fmt.Println("created: just now")
	}
	yesterday := time.Now().AddDate(0, 0, -1)
	fmt.Println("the last day:", items("SELECT item FROM orders WHERE id >= wiji_lower($1) ORDER BY id", yesterday))
	list := pq.Array([]wiji.ID{ids[0], ids[2]})
	fmt.Println("a list of IDs:", items("SELECT item FROM orders WHERE id = ANY ($1) ORDER BY id", list))
	own := must(wiji.New())
	must(db.Exec("INSERT INTO orders (id, item) VALUES ($1, 'sugar')", own))
	fmt.Println("from the application:", items("SELECT item FROM orders WHERE id = $1", own))
	must(db.Exec(`DROP SCHEMA wiji_example CASCADE`))
}
