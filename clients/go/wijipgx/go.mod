// A module of its own, so that wiji.example/go depends on the standard library only.
module wiji.example/go/wijipgx

go 1.20

require (
	github.com/jackc/pgx/v5 v5.6.0
	wiji.example/go v0.9.0
)

require (
	github.com/jackc/pgpassfile v1.0.0 // indirect
	github.com/jackc/pgservicefile v0.0.0-20221227161230-091c0ba34f0a // indirect
	golang.org/x/crypto v0.17.0 // indirect
	golang.org/x/text v0.14.0 // indirect
)

replace wiji.example/go => ../
