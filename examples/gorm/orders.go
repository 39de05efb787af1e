// GORM, on pgx.  Connects as PGHOST, PGUSER and the like say; an id is a string.
// The database needs CREATE EXTENSION wiji first.  The tables are made here, and dropped at the end.
package main

import (
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

type Order struct {
	ID   string `gorm:"type:wiji;default:wiji_generate()"`
	Item string `gorm:"not null"`
}

type Line struct {
	ID      string `gorm:"type:wiji;default:wiji_generate()"`
	OrderID string `gorm:"type:wiji;not null"`
	Order   Order
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func items(query *gorm.DB) string {
	var names []string
	var orders []Order
	check(query.Order("id").Find(&orders).Error)
	for _, order := range orders {
		names = append(names, order.Item)
	}
	return strings.Join(names, ", ")
}

func main() {
	var statements strings.Builder
	db, err := gorm.Open(postgres.Open(""), &gorm.Config{
		Logger: logger.New(log.New(&statements, "", 0), logger.Config{LogLevel: logger.Info}),
	})
	check(err)
	check(db.AutoMigrate(&Order{}, &Line{}))

	ids := map[string]string{}
	order := []string{"coffee", "tea", "cake", "bread"}
	for _, item := range order {
		row := Order{Item: item}
		check(db.Create(&row).Error)
		ids[item] = row.ID // the server's, by RETURNING
	}
	fmt.Println("inserted:", strings.Join(order, ", "))

	var coffee Order
	check(db.First(&coffee, "id = ?", ids["coffee"]).Error)
	fmt.Println("by id:", coffee.Item)
	fmt.Println("by a list of ids:", items(db.Where("id IN ?", []string{ids["coffee"], ids["cake"]})))
	fmt.Println("first page:", items(db.Limit(2)))
	fmt.Println("next page:", items(db.Where("id > ?", ids["tea"]).Limit(2)))
	fmt.Println("since an hour ago:", items(db.Where("id >= wiji_lower(?)", time.Now().Add(-time.Hour))))

	var made time.Time
	check(db.Raw("SELECT wiji_timestamp(?)", ids["coffee"]).Scan(&made).Error)
	if time.Since(made).Abs() < time.Minute {
		fmt.Println("made: just now")
	} else {
		fmt.Println("made:", made)
	}

	// several at once get their ids back too; a foreign key has its type
	more := []Order{{Item: "milk"}, {Item: "sugar"}}
	check(db.Create(&more).Error)
	check(db.Create(&Line{OrderID: more[0].ID}).Error)
	var line Line
	check(db.Preload("Order").First(&line).Error)
	if line.Order.Item != "milk" || more[0].ID >= more[1].ID {
		log.Fatal("a foreign key")
	}

	// migrated again, nothing is changed
	statements.Reset()
	check(db.AutoMigrate(&Order{}, &Line{}))
	if strings.Contains(statements.String(), "ALTER") {
		fmt.Fprintln(os.Stderr, statements.String())
		log.Fatal("the schema is changed")
	}
	check(db.Migrator().DropTable(&Line{}, &Order{}))
}
