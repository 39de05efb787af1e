// A worker of an outbox, with pgx 5.  Run CREATE EXTENSION wiji_feed first.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/jackc/pgx/v5"
)

var ctx = context.Background()

const tables = `
CREATE SCHEMA wiji_example;
CREATE TABLE outbox (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, customer text, task text NOT NULL);
SELECT wiji_create_feed('outbox');
CREATE TABLE mailer (worker integer PRIMARY KEY, workers integer NOT NULL,
	feed regclass NOT NULL, position text, split name, sharing text);
INSERT INTO mailer VALUES (0, 1, 'outbox', NULL, 'customer');
`

type Task struct {
	ID       int64
	Customer *string
	Task     string
}

// Round delivers the next tasks, and says how many there were.  If a delivery fails, the transaction is
// rolled back, the position stays, and the tasks come again.
func Round(db *pgx.Conn, deliver func(Task) error) (n int, err error) {
	err = pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
		rows, _ := tx.Query(ctx, "SELECT * FROM wiji_poll(NULL::outbox, 'mailer', max => 100)")
		tasks, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Task])
		for i := 0; i < len(tasks) && err == nil; i++ {
			err = deliver(tasks[i]) // the ID tells a repeated delivery
		}
		n = len(tasks)
		return err
	})
	return n, err
}

func main() {
	must := func(err error) {
		if err != nil {
			log.Fatal(err)
		}
	}
	config, err := pgx.ParseConfig(os.Getenv("DATABASE_URL"))
	must(err)
	config.RuntimeParams["search_path"] = "wiji_example, public" // a schema of the example's own
	db, err := pgx.ConnectConfig(ctx, config)
	must(err)
	defer db.Close(ctx)
	_, err = db.Exec(ctx, tables)
	must(err)
	_, err = db.Exec(ctx, "INSERT INTO outbox (customer, task) VALUES ('Ada', 'coffee'), ('Bob', 'tea'), (NULL, 'cake')")
	must(err)

	failing := true // once
	deliver := func(task Task) error {
		customer := "nobody"
		if task.Customer != nil {
			customer = *task.Customer
		}
		if task.Task == "tea" && failing {
			failing = false
			fmt.Println("failed:", task.Task, "for", customer)
			return errors.New("the mail server has gone away")
		}
		fmt.Println("delivered:", task.Task, "for", customer)
		return nil
	}
	for {
		n, err := Round(db, deliver)
		if err == nil && n == 0 {
			break // a worker that goes on waits a second here
		}
		if err != nil {
			time.Sleep(10 * time.Millisecond)
		}
	}
	fmt.Println("nothing is left")
	_, err = db.Exec(ctx, "DROP SCHEMA wiji_example CASCADE")
	must(err)
}
