# shellcheck shell=bash
# Rust's clients, for script/long/clients
packages=(cargo libpq-dev)
clients=(tokio-postgres sqlx diesel)

fetch()
{
	for client in "${clients[@]}"; do
		cd "$work/src/clients/examples/rust/$client"
		mkdir .cargo
		cargo vendor "$fetched/$client" >.cargo/config.toml
		chmod -R a+rX "$fetched/$client"	# fnv has a file that only its owner may read
	done
}

versions()
{
	cargo --version | cut -d ' ' -f 1,2
	for client in "${clients[@]}"; do
		cd "$work/src/clients/examples/rust/$client"
		cargo tree --offline --depth 1 --prefix none | sed '/(/d; s/ v/ /'
	done | sort -u
}

example()
{
	# the three have a hundred crates in common, which are built once
	as_client env CARGO_TARGET_DIR="$home/cargo" CARGO_PROFILE_DEV_DEBUG=0 CARGO_INCREMENTAL=0 \
		cargo build --quiet --offline --locked
	as_client "$home/cargo/debug/orders"
}
