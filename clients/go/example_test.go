package wiji_test

import (
	"fmt"
	"time"

	wiji "wiji.example/go"
)

func ExampleParse() {
	id, err := wiji.Parse("0660c03f-a9aa-9300-0710-000000003039")
	fmt.Println(id, id.Time(), err)
	_, err = wiji.Parse("06C303ZADAJC00E40000000C1")
	fmt.Println(err)
	// Output:
	// 06C303ZADAJC00E40000000C1S 2026-11-21 02:37:58.335123 +0000 UTC <nil>
	// invalid wiji "06C303ZADAJC00E40000000C1": expected 26 characters, 32 of hexadecimal or 36 of the UUID form, found 25
}

func ExampleLower() {
	lower, err := wiji.Lower(time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC))
	fmt.Println(lower, err)
	// Output: 06C2Z0NDE00000040000000000 <nil>
}
