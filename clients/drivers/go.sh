# shellcheck shell=bash
# Go's clients, for script/long/clients
packages=(golang-go)
clients=(pgx database-sql gorm sqlc)

go_modules() { env GOPATH="$fetched" GOFLAGS='-modcacherw -buildvcs=false' GOTOOLCHAIN=local "$@"; }

# direct FORMAT: the modules that the example requires by itself, and has from a registry
direct() { go_modules go list -m -f "{{if not (or .Main .Replace .Indirect)}}$1{{end}}" all; }

fetch()
{
	# without C, because PostgreSQL's parser in C takes ten minutes to compile
	go_modules CGO_ENABLED=0 go install github.com/sqlc-dev/sqlc/cmd/sqlc@latest
	for client in "${clients[@]}"; do
		cd "$work/src/clients/examples/go/$client"
		[ ! -f sqlc.yaml ] || "$fetched/bin/sqlc" generate
		# as a new user does
		go mod init example/app
		go mod edit -require wiji.example/go@v0.9.0 -replace "wiji.example/go=$work/src/clients/go"
		go mod edit -require wiji.example/go/wijipgx@v0.9.0 -replace "wiji.example/go/wijipgx=$work/src/clients/go/wijipgx"
		go_modules go mod tidy
		# newer than what wijipgx requires at least
		mapfile -t newest < <(direct '{{.Path}}@latest')
		go_modules go get "${newest[@]}"
		go_modules go mod tidy
	done
}

versions()
{
	go version | sed -E 's/go version go([^ ]+).*/go \1/'
	"$fetched/bin/sqlc" version | sed 's/^/sqlc /'
	for client in "${clients[@]}"; do
		cd "$work/src/clients/examples/go/$client"
		direct '{{.Path}} {{.Version}}'
	done | sort -u
}

example()
{
	# lib/pq requires TLS by default
	as_client env GOPATH="$fetched" GOFLAGS=-buildvcs=false GOTOOLCHAIN=local GOPROXY=off PGSSLMODE=disable go run .
}
