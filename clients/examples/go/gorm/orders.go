// GORM.  The tag is the column's default; its type is that of wiji.ID.
package main

import (
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	wiji "wiji.example/go"
)

type Order struct {
	ID   wiji.ID `gorm:"default:wiji_generate()"`
	Item string  `gorm:"not null"`
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func items(query *gorm.DB) string {
	var list []string
	check(query.Model(&Order{}).Order("id").Pluck("item", &list).Error)
	return strings.Join(list, ", ")
}

func main() {
	db, err := gorm.Open(postgres.Open(os.Getenv("DATABASE_URL")), &gorm.Config{})
	check(err)
	check(db.Migrator().DropTable(&Order{}))
	check(db.AutoMigrate(&Order{}))

	orders := []Order{{Item: "coffee"}, {Item: "tea"}, {Item: "cake"}}
	check(db.Create(&orders).Error) // fills in the IDs, by RETURNING
	fmt.Println("inserted:", items(db))

	if age := time.Since(orders[0].ID.Time()); age.Abs() < time.Minute {
		fmt.Println("created: just now")
	}
	fmt.Println("the last day:", items(db.Where("id >= wiji_lower(?)", time.Now().AddDate(0, 0, -1))))
	fmt.Println("a list of IDs:", items(db.Where("id IN ?", []wiji.ID{orders[0].ID, orders[2].ID})))

	own, err := wiji.New()
	check(err)
	check(db.Create(&Order{ID: own, Item: "sugar"}).Error)
	fmt.Println("from the application:", items(db.Where("id = ?", own)))
}
