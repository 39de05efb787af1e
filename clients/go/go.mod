module example.org/wiji

go 1.19
