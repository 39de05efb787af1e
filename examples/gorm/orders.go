// GORM, on pgx.  Connects with PGHOST, PGUSER and so on; an ID is a string.
// Run CREATE EXTENSION wiji first.  The program creates the tables, and drops them at the end.
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
	fmt.Println("by ID:", coffee.Item)
	fmt.Println("by a list of IDs:", items(db.Where("id IN ?", []string{ids["coffee"], ids["cake"]})))
	fmt.Println("first page:", items(db.Limit(2)))
	fmt.Println("next page:", items(db.Where("id > ?", ids["tea"]).Limit(2)))
	fmt.Println("since an hour ago:", items(db.Where("id >= wiji_lower(?)", time.Now().Add(-time.Hour))))

	var created time.Time
	check(db.Raw("SELECT wiji_timestamp(?)", ids["coffee"]).Scan(&created).Error)
	if time.Since(created).Abs() < time.Minute {
		fmt.Println("created: just now")
	} else {
		fmt.Println("created:", created)
	}

	// bulk inserts get their IDs back, too; a foreign key has the same type
	more := []Order{{Item: "milk"}, {Item: "sugar"}}
	check(db.Create(&more).Error)
	check(db.Create(&Line{OrderID: more[0].ID}).Error)
	var line Line
	check(db.Preload("Order").First(&line).Error)
	if line.Order.Item != "milk" || more[0].ID >= more[1].ID {
		log.Fatal("a foreign key")
	}

	// a second migration changes nothing
	statements.Reset()
	check(db.AutoMigrate(&Order{}, &Line{}))
	if strings.Contains(statements.String(), "ALTER") {
		fmt.Fprintln(os.Stderr, statements.String())
		log.Fatal("the schema is changed")
	}
	check(db.Migrator().DropTable(&Line{}, &Order{}))
}
