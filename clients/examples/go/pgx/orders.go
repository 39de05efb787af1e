// pgx 5, with wijipgx.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	wiji "wiji.example/go"
	"wiji.example/go/wijipgx"
)

var ctx = context.Background()

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	config := must(pgxpool.ParseConfig(os.Getenv("DATABASE_URL")))
	config.AfterConnect = wijipgx.Register
	config.ConnConfig.RuntimeParams["search_path"] = "wiji_example, public" // a schema of the example's own
	db := must(pgxpool.NewWithConfig(ctx, config))
	defer db.Close()
	must(db.Exec(ctx, `CREATE SCHEMA wiji_example`))
	must(db.Exec(ctx, `CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)`))

	items := func(query string, arguments ...any) string {
		rows := must(db.Query(ctx, query, arguments...))
		return strings.Join(must(pgx.CollectRows(rows, pgx.RowTo[string])), ", ")
	}

	names := []string{"coffee", "tea", "cake"}
	ids := make([]wiji.ID, len(names))
	for i, name := range names {
		err := db.QueryRow(ctx, "INSERT INTO orders (item) VALUES ($1) RETURNING id", name).Scan(&ids[i])
		if err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println("inserted:", items("SELECT item FROM orders ORDER BY id"))
	if age := time.Since(ids[0].Time()); age.Abs() < time.Minute {
		fmt.Println("created: just now")
	}
	yesterday := time.Now().AddDate(0, 0, -1)
	fmt.Println("the last day:", items("SELECT item FROM orders WHERE id >= wiji_lower($1) ORDER BY id", yesterday))
	list := []wiji.ID{ids[0], ids[2]}
	fmt.Println("a list of IDs:", items("SELECT item FROM orders WHERE id = ANY ($1) ORDER BY id", list))

	own := must(wiji.New())
	must(db.CopyFrom(ctx, pgx.Identifier{"orders"}, []string{"id", "item"}, pgx.CopyFromRows([][]any{{own, "sugar"}})))
	fmt.Println("from the application:", items("SELECT item FROM orders WHERE id = $1", own))
	must(db.Exec(ctx, `DROP SCHEMA wiji_example CASCADE`))
}
