# shellcheck shell=bash disable=SC2034,SC2154,SC2164	# drivers/language uses and defines them, and ends at a failure
# Go, for clients/check

tools=(go:golang-go)
least=1.19
language_version() { go version; }

build() { cd "$library" && go vet ./... && go build -o "$scratch/tell" ./internal/tell; }
can_test() { true; }
own_tests()
{
	cd "$library"
	go test -v ${registries:+-race}
	[ "$registries" ] || return 0
	cd wijipgx
	go vet -mod=mod
	go test -mod=mod -v
}
tell() { "$scratch/tell" "$@"; }

licenses=(LICENSE wijipgx/LICENSE)
file=go/wiji.go
alone()
{
	go mod init alone 2>/dev/null
	mkdir wiji
	cp "$1" wiji
	printf '%s\n' 'package main' 'import "alone/wiji"' \
		'func main() { id, err := wiji.New(); println(id.String(), err) }' >main.go
	go run . 2>&1 | sed 's/ (0x0,0x0)$//'
}

# what the proxy keeps of the two modules, from which the project gets them
artifacts=('the proxy of Go')
can_pack() { go version; }
pack()
{
	local module folder proxy

	for module in go go/wijipgx; do
		folder=./${module#go} proxy=$PWD/proxy/wiji.example/$module/@v
		mkdir -p "$proxy"
		cp "$folder/go.mod" "$proxy/v0.9.0.mod"
		echo v0.9.0 >"$proxy/list"
		echo '{"Version":"v0.9.0"}' >"$proxy/v0.9.0.info"
		(cd "$folder" && find . -type f ! -path './proxy/*' ! -path './wijipgx/*' -printf '%P\n' |
			python3 -c 'import sys, zipfile
archive = zipfile.ZipFile(sys.argv[1], "w")
for name in sys.stdin.read().split(): archive.write(name, sys.argv[2] + name)' "$proxy/v0.9.0.zip" "wiji.example/$module@v0.9.0/")
	done
}
contents()
{
	names proxy/wiji.example/go/@v/*.zip
	names proxy/wiji.example/go/wijipgx/@v/*.zip
}
install_pack()
{
	GONOSUMDB=wiji.example GOPROXY="file://$2/proxy,$(go env GOPROXY)" \
		go get wiji.example/go@v0.9.0 ${registries:+wiji.example/go/wijipgx@v0.9.0}
}
files()
{
	echo CHANGELOG.md LICENSE README.md example_test.go go.mod internal/tell/main.go wiji.go wiji_test.go
	printf 'wiji.example/go/wijipgx@v0.9.0/%s\n' CHANGELOG.md LICENSE go.mod wijipgx.go wijipgx_test.go
}

readme_program=main.go
readme_begin() { go mod init example/app; }
readme_run() { go vet -mod=mod . && go run -mod=mod .; }
readme_has() { false; }
readme_add() { true; }
readme_can() { true; }

packages=(golang-go)

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
	[ "$1" != pgx ] || modules >&2
}

# the tests of wijipgx with the oldest pgx that it takes, and the newest
modules()
{
	local version

	cp -RT "$library" module
	cd module/wijipgx
	for version in 5.6.0 latest; do
		[ $version != latest ] || go_modules go get github.com/jackc/pgx/v5@latest
		as_client env GOPATH="$fetched" GOFLAGS='-mod=mod -buildvcs=false' GOTOOLCHAIN=local go test -count=1 -v . |
			tee "$scratch/module" | tail -n 5
		grep -q '^--- PASS: TestServer' "$scratch/module"	# it was not skipped
	done
}
