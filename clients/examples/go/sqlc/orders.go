// sqlc, on pgx with wijipgx: "sqlc generate" makes the package orders from sqlc.yaml.
package main

import (
	"context"
	_ "embed"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"example/app/orders"
	"github.com/jackc/pgx/v5"
	wiji "wiji.example/go"
	"wiji.example/go/wijipgx"
)

//go:embed schema.sql
var schema string

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func main() {
	ctx := context.Background()
	config := must(pgx.ParseConfig(os.Getenv("DATABASE_URL")))
	config.RuntimeParams["search_path"] = "wiji_example, public" // a schema of the example's own
	db := must(pgx.ConnectConfig(ctx, config))
	defer db.Close(ctx)
	check(wijipgx.Register(ctx, db))
	must(db.Exec(ctx, "CREATE SCHEMA wiji_example"))
	must(db.Exec(ctx, schema))
	q := orders.New(db)

	names := []string{"coffee", "tea", "cake"}
	var ids []wiji.ID
	for _, name := range names {
		ids = append(ids, must(q.AddOrder(ctx, name)))
	}
	fmt.Println("inserted:", strings.Join(names, ", "))
	if age := time.Since(ids[0].Time()); age.Abs() < time.Minute {
		fmt.Println("created: just now")
	}
	fmt.Println("the last day:", strings.Join(must(q.ItemsSince(ctx, time.Now().AddDate(0, 0, -1))), ", "))
	fmt.Println("a list of IDs:", strings.Join(must(q.ItemsOf(ctx, []wiji.ID{ids[0], ids[2]})), ", "))

	own := must(wiji.New())
	check(q.AddOrderWithID(ctx, orders.AddOrderWithIDParams{ID: own, Item: "sugar"}))
	fmt.Println("from the application:", must(q.Item(ctx, own)))
	must(db.Exec(ctx, "DROP SCHEMA wiji_example CASCADE"))
}
