// pgx 5.  Connects with PGHOST, PGUSER and so on; an ID is a string.
// Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	wiji "wiji.example/go"
)

var ctx = context.Background()

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// registerWiji registers the type with a connection: pgx then sends 16 bytes, as for a uuid.
// Without it IDs are strings, sent and received as text; COPY, which is binary, requires it.
func registerWiji(db *pgx.Conn) error {
	var id, array uint32
	err := db.QueryRow(ctx, "SELECT oid, typarray FROM pg_type WHERE oid = 'wiji'::regtype").Scan(&id, &array)
	if err != nil {
		return err
	}
	wiji := &pgtype.Type{Name: "wiji", OID: id, Codec: pgtype.UUIDCodec{}}
	db.TypeMap().RegisterType(wiji)
	db.TypeMap().RegisterType(&pgtype.Type{Name: "_wiji", OID: array, Codec: &pgtype.ArrayCodec{ElementType: wiji}})
	return nil
}

func items(db *pgx.Conn, query string, values ...any) string {
	rows, err := db.Query(ctx, query, values...)
	check(err)
	list, err := pgx.CollectRows(rows, pgx.RowTo[string])
	check(err)
	return strings.Join(list, ", ")
}

func main() {
	db, err := pgx.Connect(ctx, "")
	check(err)
	_, err = db.Exec(ctx, "CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)")
	check(err)

	order := []string{"coffee", "tea", "cake", "bread"}
	ids := map[string]string{}
	for _, item := range order {
		var id string
		check(db.QueryRow(ctx, "INSERT INTO orders (item) VALUES ($1) RETURNING id", item).Scan(&id))
		ids[item] = id
	}
	fmt.Println("inserted:", strings.Join(order, ", "))

	fmt.Println("by ID:", items(db, "SELECT item FROM orders WHERE id = $1", ids["coffee"]))
	fmt.Println("by a list of IDs:", items(db, "SELECT item FROM orders WHERE id = ANY ($1) ORDER BY id", []string{ids["coffee"], ids["cake"]}))
	fmt.Println("first page:", items(db, "SELECT item FROM orders ORDER BY id LIMIT 2"))
	fmt.Println("next page:", items(db, "SELECT item FROM orders WHERE id > $1 ORDER BY id LIMIT 2", ids["tea"]))
	fmt.Println("since an hour ago:", items(db, "SELECT item FROM orders WHERE id >= wiji_lower($1) ORDER BY id", time.Now().Add(-time.Hour)))

	var created time.Time
	check(db.QueryRow(ctx, "SELECT wiji_timestamp($1)", ids["coffee"]).Scan(&created))
	if time.Since(created).Abs() < time.Minute {
		fmt.Println("created: just now")
	} else {
		fmt.Println("created:", created)
	}

	// an invalid ID: a web application answers 404
	var wrong *pgconn.PgError
	if err := db.QueryRow(ctx, "SELECT item FROM orders WHERE id = $1", "coffee").Scan(nil); !errors.As(err, &wrong) || wrong.Code != "22P02" {
		log.Fatal(err)
	}

	// with the type registered, IDs are pgtype.UUID, [16]byte or strings in the UUID form, lists are slices, and COPY works
	check(registerWiji(db))
	var coffee pgtype.UUID
	check(db.QueryRow(ctx, "SELECT id FROM orders WHERE item = 'coffee'").Scan(&coffee))
	id, err := wiji.New() // generated here
	check(err)
	milk := [16]byte(id)
	_, err = db.CopyFrom(ctx, pgx.Identifier{"orders"}, []string{"id", "item"}, pgx.CopyFromRows([][]any{{milk, "milk"}}))
	check(err)
	if found := items(db, "SELECT item FROM orders WHERE id = ANY ($1) ORDER BY id", []pgtype.UUID{coffee, {Bytes: milk, Valid: true}}); found != "coffee, milk" {
		log.Fatal(found)
	}
	_, err = db.Exec(ctx, "DROP TABLE orders")
	check(err)
}
