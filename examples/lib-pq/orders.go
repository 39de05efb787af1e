// lib/pq.  Connects with PGHOST, PGUSER and so on; an ID is a string.
// Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
package main

import (
	"database/sql"
	"errors"
	"fmt"
	"log"
	"strings"
	"time"

	"github.com/lib/pq"
	wiji "wiji.example/go"
)

var db *sql.DB

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func items(query string, values ...any) string {
	var list []string

	rows, err := db.Query(query, values...)
	check(err)
	for rows.Next() {
		var item string
		check(rows.Scan(&item))
		list = append(list, item)
	}
	check(rows.Err())
	return strings.Join(list, ", ")
}

func main() {
	var err error
	db, err = sql.Open("postgres", "sslmode=disable")
	check(err)
	_, err = db.Exec("CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)")
	check(err)

	order := []string{"coffee", "tea", "cake", "bread"}
	ids := map[string]string{}
	for _, item := range order {
		var id string
		check(db.QueryRow("INSERT INTO orders (item) VALUES ($1) RETURNING id", item).Scan(&id))
		ids[item] = id
	}
	fmt.Println("inserted:", strings.Join(order, ", "))

	fmt.Println("by ID:", items("SELECT item FROM orders WHERE id = $1", ids["coffee"]))
	fmt.Println("by a list of IDs:", items("SELECT item FROM orders WHERE id = ANY ($1) ORDER BY id", pq.Array([]string{ids["coffee"], ids["cake"]})))
	fmt.Println("first page:", items("SELECT item FROM orders ORDER BY id LIMIT 2"))
	fmt.Println("next page:", items("SELECT item FROM orders WHERE id > $1 ORDER BY id LIMIT 2", ids["tea"]))
	fmt.Println("since an hour ago:", items("SELECT item FROM orders WHERE id >= wiji_lower($1) ORDER BY id", time.Now().Add(-time.Hour)))

	var created time.Time
	check(db.QueryRow("SELECT wiji_timestamp($1)", ids["coffee"]).Scan(&created))
	if time.Since(created).Abs() < time.Minute {
		fmt.Println("created: just now")
	} else {
		fmt.Println("created:", created)
	}

	// an invalid ID: a web application answers 404
	var wrong *pq.Error
	if _, err := db.Exec("SELECT FROM orders WHERE id = $1", "coffee"); !errors.As(err, &wrong) || wrong.Code != "22P02" {
		log.Fatal(err)
	}

	// rows with their IDs, by COPY
	tx, err := db.Begin()
	check(err)
	milk, err := wiji.New()
	check(err)
	copy, err := tx.Prepare(pq.CopyIn("orders", "id", "item"))
	check(err)
	_, err = copy.Exec(milk, "milk")
	check(err)
	_, err = copy.Exec()
	check(err)
	check(copy.Close())
	check(tx.Commit())
	if found := items("SELECT item FROM orders WHERE id = $1", milk); found != "milk" {
		log.Fatal("COPY")
	}
	var read wiji.ID
	check(db.QueryRow("SELECT id FROM orders WHERE item = 'milk'").Scan(&read))
	if read != milk {
		log.Fatal(read)
	}
	var all []string
	check(db.QueryRow("SELECT array_agg(id ORDER BY id) FROM orders").Scan(pq.Array(&all)))
	if len(all) != 5 || all[0] != ids["coffee"] {
		log.Fatal(all)
	}
	_, err = db.Exec("DROP TABLE orders")
	check(err)
}
