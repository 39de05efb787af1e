# shellcheck shell=bash disable=SC2034,SC2154,SC2164	# drivers/language uses and defines them, and ends at a failure
# Rust, for clients/check

tools=(cargo:cargo)
least=1.63
language_version() { cargo --version; }

# rustup keeps a compiler for the user who installed it: its files are linked into $work, or copied from
# another file system.
lend()
{
	local sysroot

	! run sh -c 'command -v cargo' >/dev/null 2>&1 || return 0
	sysroot=$(rustc --print sysroot 2>/dev/null) && [ -x "$sysroot/bin/cargo" ] || return 0
	mkdir "$work/rust"
	cp -Rl "$sysroot"/{bin,lib} "$work/rust" 2>/dev/null ||
		{ rm -rf "${work:?}"/rust/* && cp -R "$sysroot"/{bin,lib} "$work/rust"; }
	echo "$work/rust/bin"
}

# cargo resolves optional dependencies, even when they are off: without a registry, the copy has none.
prepare()
{
	[ "$registries" ] || sed -i '/^\[\(dependencies\|features\|target\)\b/,$d' "$library/Cargo.toml"
}

cargo_here() { cd "$library" && CARGO_TARGET_DIR=$HOME/cargo cargo "$@"; }
build() { cargo_here build --quiet --examples; }
can_test() { true; }
own_tests()
{
	cargo_here test --quiet -- --format=pretty
	[ ! "$registries" ] || cargo_here test --quiet --all-features -- --format=pretty
}
tell() { "$HOME/cargo/debug/examples/tell" "$@"; }

file=rust/src/lib.rs
# in the newest edition, too, if this compiler knows it
alone()
{
	cp "$1" wiji.rs
	printf '%s\n' '#[allow(dead_code)] mod wiji;' 'fn main() { println!("{}", wiji::Wiji::generate().unwrap()); }' >main.rs
	rustc -D warnings --edition 2021 main.rs
	if rustc --edition 2024 --print cfg >/dev/null 2>&1; then
		rustc -D warnings --edition 2024 main.rs
	fi
	./main
}

artifacts=(crates.io)
can_pack() { cargo --version; }
# without a warning
pack()
{
	cargo package --allow-dirty 2>&1 | tee "$PWD.log"
	! grep warning "$PWD.log"
}
contents() { tar -tzf target/package/*.crate; }
install_pack()
{
	tar -xzf "$2"/target/package/*.crate
	cargo add --quiet wiji --path wiji-* ${registries:+--features postgres-types-0_2}
}
files()
{
	echo CHANGELOG.md Cargo.toml LICENSE README.md examples/tell.rs tests/tests.rs
	printf 'src/%s.rs\n' diesel_2 lib postgres_types_0_2 serde sqlx_0_9 uuid_1
}

readme_program=src/main.rs
readme_begin() { cargo init --quiet --name app; }
# the drivers of all projects are compiled once
readme_run() { CARGO_PROFILE_DEV_DEBUG=0 CARGO_TARGET_DIR=$HOME/cargo cargo run --quiet; }
readme_has() { false; }
readme_add() { cargo add --quiet "$1"; }
readme_can() { true; }

packages=(cargo libpq-dev)

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
