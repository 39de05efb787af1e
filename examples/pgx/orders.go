// pgx 5.  Connects as PGHOST, PGUSER and the like say; an id is a string.
// The database needs CREATE EXTENSION wiji first.  The table orders is made here, and dropped at the end.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"strings"
	"time"

	"example.org/wiji"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
)

var ctx = context.Background()

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// registerWiji tells a connection what a wiji is: pgx sends 16 bytes, as it does for a uuid.
// Without it ids are strings, sent and received as text; COPY, which is binary, needs it.
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

	fmt.Println("by id:", items(db, "SELECT item FROM orders WHERE id = $1", ids["coffee"]))
	fmt.Println("by a list of ids:", items(db, "SELECT item FROM orders WHERE id = ANY ($1) ORDER BY id", []string{ids["coffee"], ids["cake"]}))
	fmt.Println("first page:", items(db, "SELECT item FROM orders ORDER BY id LIMIT 2"))
	fmt.Println("next page:", items(db, "SELECT item FROM orders WHERE id > $1 ORDER BY id LIMIT 2", ids["tea"]))
	fmt.Println("since an hour ago:", items(db, "SELECT item FROM orders WHERE id >= wiji_lower($1) ORDER BY id", time.Now().Add(-time.Hour)))

	var made time.Time
	check(db.QueryRow(ctx, "SELECT wiji_timestamp($1)", ids["coffee"]).Scan(&made))
	if time.Since(made).Abs() < time.Minute {
		fmt.Println("made: just now")
	} else {
		fmt.Println("made:", made)
	}

	// a wrong id, which a web application makes 404
	var wrong *pgconn.PgError
	if err := db.QueryRow(ctx, "SELECT item FROM orders WHERE id = $1", "coffee").Scan(nil); !errors.As(err, &wrong) || wrong.Code != "22P02" {
		log.Fatal(err)
	}

	// with the type registered, ids are pgtype.UUID, [16]byte or strings in the UUID form, lists are slices, and COPY works
	check(registerWiji(db))
	var coffee pgtype.UUID
	check(db.QueryRow(ctx, "SELECT id FROM orders WHERE item = 'coffee'").Scan(&coffee))
	id, err := wiji.New() // made here
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
