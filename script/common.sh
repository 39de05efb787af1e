# shellcheck shell=bash
# What the commands in this folder and in long/ share: they install missing packages, build in a
# temporary copy of the tree, and start a temporary PostgreSQL there.  Nothing is installed into
# PostgreSQL itself, and existing clusters are not touched.
#
# After setup():  $work   the temporary folder, removed at exit
#                 $pg     major version of PostgreSQL      $bin  its programs
#                 $stage  the root below which the extension is installed
#                 $conf   settings with which it finds the extension
#                 run     runs a command there as a user who may start PostgreSQL

set -Eeuo pipefail
trap 'echo "${0##*/}: failed at ${BASH_SOURCE[0]##*/}:$LINENO: $BASH_COMMAND" >&2' ERR
unset "${!PG@}" "${!MAKE@}" CDPATH LANGUAGE	# ignore the caller's settings
export LC_ALL=C.UTF-8

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
pg=
pg_config=	# of a PostgreSQL that is not from Debian
server=()	# the options that selected it
assert=	# whether to build it with assertions
no_install=	# whether to do without packages that are missing
missing=()	# those
source=	# folder with its sources, if available
work=
user=postgres	# who runs servers when root calls us

. "$root/script/result.sh"

# Colors are for terminals.
bold= plain=
[ ! -t 1 ] || [ "${NO_COLOR:-}" ] || bold=$'\e[1;32m' plain=$'\e[0m'

say() { printf '\n%s==> %s%s\n' "$bold" "$*" "$plain"; }
die() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }

# The comment at the top of a command lists its arguments; --help prints all of it.
usage() { die "$(sed -nE 's/^#\t((script|clients)\/.*)/usage: \1/p' "$0")"; }
[[ " $* " != *' --help '* ]] || { sed -E '1d; /^#/!Q; s/^# ?//' "$0"; exit; }

# number OPTION VALUE… and folder OPTION FOLDER…: check that the option has a value
number() { [[ ${2-} =~ ^[1-9][0-9]{0,8}$ ]] || die "$1 requires a number"; }
folder() { [ -n "${2-}" ] || die "$1 requires a folder"; }

# options ARGUMENT…: the option that most commands accept, --pg VERSION or --pg-config PATH
options()
{
	[ $# -gt 0 ] || return 0
	[ $# = 2 ] || usage
	case $1 in
		--pg)
			pg=$2
			[[ $pg =~ ^[0-9]+$ && $pg -ge 15 ]] || die "--pg requires a version, 15 or newer, such as 18"
			;;
		--pg-config)
			pg_config=$(readlink -f "$(command -v "$2")" || true)
			[ -n "$pg_config" ] || die "--pg-config requires the path of a pg_config"
			pg=$("$pg_config" --version | sed -nE 's/^PostgreSQL ([0-9]+).*/\1/p')
			[[ $pg -ge 15 ]] || die "wiji requires PostgreSQL 15 or newer; this is $("$pg_config" --version)"
			;;
		*) usage ;;
	esac
	server=("$@")
}

# quietly COMMAND…: shows its output only if it fails
quietly()
{
	local output

	output=$("$@" 2>&1 </dev/null) || {
		printf '%s\n' "$output" >&2
		die "failed: $*"
	}
}

as_root()
{
	if [ "$(id -u)" = 0 ]; then
		"$@"
	elif command -v sudo >/dev/null; then
		sudo "$@"
	else
		die "to install packages, run this as root or install sudo"
	fi
}

# offered PACKAGE: whether apt knows it
offered() { apt-cache show "$1" >/dev/null 2>&1; }

# installed PACKAGE: whether it is, or what tests use of it comes from elsewhere
installed()
{
	case $no_install$1 in
		yesgcc | yesmake | yespython3 | yesspin) command -v "$1" >/dev/null ;;
		yeslibipc-run-perl) perl -MIPC::Run -e 1 2>/dev/null ;;
		yeslibc6-dev) true ;;
		*) [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed* ]] ;;
	esac
}

# install_packages PACKAGE…: installs the missing ones; with --no-install only sets $missing
install_packages()
{
	local package

	missing=()
	for package; do
		installed "$package" || missing+=("$package")
	done
	[ ${#missing[@]} -gt 0 ] || return 0
	if [ -n "$no_install" ]; then
		for package in gcc make; do
			[[ " ${missing[*]} " != *" $package "* ]] || die "without $package nothing can be built"
		done
		say "Without ${missing[*]}"
		return
	fi

	say "Installing ${missing[*]} (once; this may take some minutes)"
	quietly as_root apt-get update
	quietly as_root env DEBIAN_FRONTEND=noninteractive \
		apt-get install -y --no-install-recommends "${missing[@]}"
	missing=()
}

# apt creates a first cluster, too.  Without it, a later "apt-get install postgresql" would find
# PostgreSQL installed, and not create one.
install_postgresql()
{
	if [ -n "$no_install" ]; then
		[ -x "/usr/lib/postgresql/$pg/bin/postgres" ] || die "PostgreSQL $pg is not installed"
		install_packages "$@"
		return
	fi
	if [ ! -x "/usr/lib/postgresql/$pg/bin/postgres" ]; then
		offered "postgresql-$pg" || quietly as_root apt-get update
		offered "postgresql-$pg" || die "apt has no package postgresql-$pg; PostgreSQL's own repository for Debian has all versions"
	fi
	install_packages "postgresql-$pg" "postgresql-server-dev-$pg" "$@"
}

# The requested version, or the newest that is installed, or Debian's default.
choose_postgresql()
{
	if [ -z "$pg" ]; then
		pg=$(for server in /usr/lib/postgresql/*/bin/postgres; do
			[ ! -x "$server" ] || echo "$server"
		done | cut -d/ -f5 | sort -n | tail -n 1)
	fi
	[ -n "$pg" ] || [ -z "$no_install" ] || die "no PostgreSQL is installed"
	if [ -z "$pg" ]; then
		offered postgresql || quietly as_root apt-get update
		pg=$({ apt-cache show postgresql 2>/dev/null || true; } |
			sed -n 's/^Depends:.*postgresql-\([0-9][0-9]*\).*/\1/p' | sort -n | tail -n 1)
		[ -n "$pg" ] || die "apt has no package postgresql"
	fi
	[ "$pg" -ge 15 ] || die "wiji requires PostgreSQL 15 or newer; the newest available is $pg"
	server=(--pg "$pg")
}

cleanup()
{
	local pid

	trap '' HUP INT TERM	# timeout(1), for example, sends a signal twice
	[ -n "$work" ] || return 0
	for pid in $(jobs -p); do
		kill -- "-$pid" 2>/dev/null || true
	done
	wait
	find "$work" -name postmaster.pid | while read -r pid; do
		run "$bin/pg_ctl" -D "${pid%/*}" -m immediate stop >/dev/null 2>&1 </dev/null || true	# it may have ended
	done
	rm -rf "$work"
}

run()
{
	if [ "$(id -u)" = 0 ]; then
		runuser -u "$user" -- "$@"
	else
		"$@"
	fi
}

clean_up_at_exit()
{
	trap cleanup EXIT
	trap 'exit 130' INT
	trap 'exit 143' TERM
}

# the temporary folder, which belongs to the user who runs the server
make_folder()
{
	bin=/usr/lib/postgresql/$pg/bin
	[ -z "$pg_config" ] || bin=$("$pg_config" --bindir)
	work=$(mktemp -d /tmp/wiji.XXXXXX)
	stage=$work/stage
	conf=$work/extension.conf
	: >"$conf"
	[ "$(id -u)" != 0 ] || chown -R "$user:" "$work"
	cd "$work"
	export TMPDIR=$work	# the user who runs the server may not have access to the caller's
}

# setup PACKAGE…: builds the extension for $pg, and installs what that requires and the packages
setup()
{
	[ -n "$no_install" ] || command -v apt-get >/dev/null && command -v dpkg-query >/dev/null ||
		die "this command requires Debian or a derivative.
Elsewhere install a C compiler, GNU make and PostgreSQL 15 or newer with its
development files (pg_config must be in the PATH), then run
    make && sudo make install && make installcheck
The last command requires a running server and a role that may create databases;
PGHOST, PGPORT and PGUSER select them."

	clean_up_at_exit
	if [ -n "$assert" ]; then
		pg=18
		install_packages gcc libc6-dev make bison flex perl pkg-config dpkg-dev libreadline-dev zlib1g-dev libssl-dev "$@"
	elif [ -n "$pg_config" ]; then
		install_packages gcc libc6-dev make "$@"
	else
		choose_postgresql
		install_postgresql gcc libc6-dev make "$@"
	fi
	make_folder
	[ -z "$assert" ] || build_postgresql
	finds_extensions_elsewhere || copy_postgresql
	copy_tree
	build
	find_extension
}

# setup_core: only a copy of the tree, for tests of the core
setup_core()
{
	clean_up_at_exit
	install_packages gcc libc6-dev make
	id "$user" >/dev/null 2>&1 || user=nobody
	make_folder
	say "The core alone, in $work"
	copy_tree
}

# extensions: the names of those in the tree, the type's first
extensions() { (cd "$root" && printf '%s\n' *.control */*.control */*/*.control | sed -nE 's!^(.*/)?(\w+)\.control$!\2!p'); }

# has EXTENSION: whether the tree has it
has() { extensions | grep -x "$1" >/dev/null; }

# for_rooms: its input without the lines that end with "-- with T", where the tree lacks the extension T
for_rooms()
{
	awk -v all=" $(extensions | tr '\n' ' ')" '!match($0, /-- with [a-z0-9_]+$/) || index(all, " " substr($0, RSTART + 8) " ")'
}

# preload: the line of postgresql.conf with which wiji_feed has shared memory before 17, too
preload() { [ "$pg" -ge 17 ] || ! has wiji_feed || echo "shared_preload_libraries = 'wiji_feed'"; }

# in_room ROOM ARGUMENT…: make, in a room of the copy, for a server that preloads as above
in_room()
{
	run make -C src -s -f "$1/Makefile" VPATH= PG_CONFIG="$bin/pg_config" PRELOADED=yes with_llvm=no "${@:2}"
}

copy_tree()
{
	run mkdir src
	tar -C "$root" --exclude=./.git --mode=u+w -cf - . | run tar -C src -xf -
}

# build [TREE]: builds the extension for $pg, possibly in addition to another version; uses ccache
# where it is installed
build()
{
	local tree=${1:-src}

	say "Building for PostgreSQL $pg in $work"
	quietly run make -C "$tree" -s PG_CONFIG="$bin/pg_config" clean	# it may contain what the caller built
	quietly run env CCACHE_DIR="$(eval echo "~$(run id -un)")/.cache/ccache" CCACHE_NOHASHDIR=1 \
		make -C "$tree" -j"$(nproc)" PG_CONFIG="$bin/pg_config" with_llvm=no COPT='-Wextra -Wformat=2 -Werror' \
		CC="$(command -v ccache || true) $("$bin/pg_config" --cc)"
	quietly run make -C "$tree" -s PG_CONFIG="$bin/pg_config" with_llvm=no DESTDIR="$stage" install
}

# setup_installed: uses the extension that is installed in $pg, or in the newest PostgreSQL that
# has it
setup_installed()
{
	local control

	pg=$(for control in /usr/share/postgresql/*/extension/wiji.control; do
		[ ! -e "$control" ] || echo "$control"
	done | cut -d/ -f5 | { grep -x "${pg:-.*}" || true; } | sort -n | tail -n 1)
	[ -n "$pg" ] || die "wiji is not installed; without --installed this command builds it"
	clean_up_at_exit
	make_folder
}

# Debian's PostgreSQL up to 17 has its own setting for extensions in other folders.  PostgreSQL 18
# and newer have one, too.
finds_extensions_elsewhere()
{
	[ "$pg" -ge 18 ] || [[ $(run "$bin/postgres" --describe-config) == *extension_destdir* ]]
}

# Other servers find extensions only in their installation.  PostgreSQL locates its files relative
# to its programs, so a copy of it gets the extension, and the original stays unchanged.
copy_postgresql()
{
	local prefix=${bin%/*} folder

	for folder in --sharedir --pkglibdir --includedir-server; do
		[[ $("$bin/pg_config" $folder) == "$prefix"/* && $prefix != /usr && $prefix != /usr/local ]] ||
			die "this PostgreSQL $pg finds extensions only in its installation, which cannot be copied,
because $prefix contains other files, too"
	done
	quietly run cp -a "$prefix" "$work/postgresql"
	bin=$work/postgresql/${bin##*/}
	stage=
}

find_extension()
{
	local share lib

	[ -n "$stage" ] || return 0
	share=$stage$("$bin/pg_config" --sharedir)
	lib=$stage$("$bin/pg_config" --pkglibdir)
	{
		if [ "$pg" -ge 18 ]; then
			echo "extension_control_path = '$share:\$system'"
		else
			echo "extension_destdir = '$stage'"
		fi
		echo "dynamic_library_path = '$lib:\$libdir'"
	} | run tee "$conf" >/dev/null
}

# start_postgresql [FOLDER]: a server that is reachable only through a socket in $work, by PGHOST
start_postgresql()
{
	data=${1:-data}
	unset PGPORT	# it would be the server's
	say "Starting a temporary PostgreSQL $pg in $work"
	quietly run "$bin/initdb" -D "$data" -U postgres -A trust -E UTF8 --no-locale --no-sync
	run tee -a "$data/postgresql.conf" >/dev/null <<-EOF
		include '$conf'
		listen_addresses = ''
		unix_socket_directories = '$work'
		fsync = off
		uid60.allow_duplicates = on	# before 17, because it is not preloaded
		$(preload)
	EOF
	quietly run "$bin/pg_ctl" -D "$data" -w -l server.log start
	export PGHOST=$work PGUSER=postgres PGDATABASE=postgres
}

# let_in ROLE OPTION…: restarts that server with these options, and lets roles with a password log in at
# 127.0.0.1, on PGPORT, which was free: the new role ROLE with $password
let_in()
{
	password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
	PGPORT=$((20000 + RANDOM % 10000))
	while (: <"/dev/tcp/127.0.0.1/$PGPORT") 2>/dev/null; do
		PGPORT=$((20000 + RANDOM % 10000))
	done
	export PGPORT
	run tee "$data/pg_hba.conf" >/dev/null <<-EOF
		local all all trust
		host all all 127.0.0.1/32 scram-sha-256
	EOF
	quietly run "$bin/pg_ctl" -D "$data" -w -l server.log -o "-c listen_addresses=127.0.0.1 -c port=$PGPORT ${*:2}" restart
	quietly run "$bin/psql" -X -q -c "CREATE ROLE $1 LOGIN PASSWORD '$password'"
}

# postgresql_source: uses PostgreSQL's sources in the folder $source, or fetches Debian's for the
# same version from the configured repositories, with apt's lists in $work
postgresql_source()
{
	local file version apt=(-o Acquire::Check-Valid-Until=false -o "Dir::Etc::SourceList=/dev/null" -o "Dir::Etc::SourceParts=$work/apt" -o "Dir::State::Lists=$work/lists")

	if [ -n "$source" ]; then
		[ -r "$source/src/test/regress/sql/opr_sanity.sql" ] || die "$source does not contain PostgreSQL's sources"
		return
	fi
	say "Fetching the sources of PostgreSQL $pg"
	mkdir -p apt lists/partial source
	for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
		[ ! -f "$file" ] || sed -n 's/^deb /deb-src /p' "$file" >"apt/$(basename "$file" .list).list"
	done
	for file in /etc/apt/sources.list.d/*.sources; do
		[ ! -f "$file" ] || sed 's/^Types:.*/Types: deb-src/' "$file" >"apt/${file##*/}"
	done
	quietly apt-get "${apt[@]}" update
	# the newest version may be listed but not available
	for version in $(apt-cache "${apt[@]}" showsrc "postgresql-$pg" | sed -n 's/^Version: //p' | sort -ruV); do
		if (cd source && apt-get "${apt[@]}" source --download-only "postgresql-$pg=$version") >log 2>&1; then
			tar -C source --strip-components=1 -xf source/*.orig.tar.*
			source=$work/source
			return
		fi
	done
	cat log >&2
	die "could not fetch PostgreSQL's sources; use --source for a folder that contains them"
}

# Builds PostgreSQL with assertions from Debian's source package, in $work
build_postgresql()
{
	postgresql_source
	say "Building PostgreSQL $pg with assertions in $work"
	[ "$(id -u)" != 0 ] || chown -R "$user:" "$source"
	run mkdir build
	quietly run env -C build "$source/configure" --prefix="$work/postgresql" --enable-cassert --enable-debug \
		--enable-tap-tests --with-openssl --without-icu CFLAGS=-O1
	quietly run make -C build -s -j"$(nproc)" world-bin
	quietly run make -C build -s install-world-bin
	pg_config=$work/postgresql/bin/pg_config
	bin=${pg_config%/*}
	server=(--pg-config "$pg_config")
}

# For test commands: ok and not_ok NAME, is NAME EXPECTED FOUND, and sum_up at the end (result.sh).
passed=0
failed=0
ok() { passed=$((passed + 1)); echo "ok $((passed + failed)) - $1"; }
not_ok() { failed=$((failed + 1)); echo "not ok $((passed + failed)) - $1"; }

is()
{
	if [ "$2" = "$3" ]; then
		ok "$1"
	else
		not_ok "$1"
		printf '    expected: %s\n    found: %s\n' "$2" "$3"
	fi
}
