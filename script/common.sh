# What the commands in this folder share: installing what is missing, building in a
# throw-away copy of the tree, and a throw-away PostgreSQL there.  Nothing is installed
# into PostgreSQL itself and no existing cluster is touched.
#
# After setup():  $work   the throw-away folder, removed at exit
#                 $pg     major version of PostgreSQL      $bin  its programs
#                 $conf   settings with which it finds the extension
#                 run     runs a command there as a user that may start PostgreSQL

set -Eeuo pipefail
trap 'echo "${0##*/}: failed at ${BASH_SOURCE[0]##*/}:$LINENO: $BASH_COMMAND" >&2' ERR
unset "${!PG@}" "${!MAKE@}" CDPATH	# no setting of the caller's leads elsewhere
export LC_ALL=C.UTF-8

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
pg=
work=

# Colours and progress are for terminals.
bold= plain= progress=cat
if [ -t 1 ] && [ "${TERM:-dumb}" != dumb ]; then
	progress=watch
	[ "${NO_COLOR:-}" ] || bold=$'\e[1;32m' plain=$'\e[0m'
fi

say() { printf '\n%s==> %s%s\n' "$bold" "$*" "$plain"; }
die() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 1; }

# What a command takes stands in its head; --help shows all of that.
usage() { die "$(sed -nE 's/^#\t(script\/.*)/usage: \1/p' "$0")"; }
[[ " $* " != *' --help '* ]] || { sed -E '1d; /^#/!Q; s/^# ?//' "$0"; exit; }

# number OPTION VALUE… and folder OPTION FOLDER…: has the option what it needs?
number() { [[ ${2-} =~ ^[1-9][0-9]{0,8}$ ]] || die "$1 needs a number"; }
folder() { [ -n "${2-}" ] || die "$1 needs a folder"; }

# options ARGUMENT…: the one that most commands take
options()
{
	[ $# -gt 0 ] || return 0
	[ $# = 2 ] && [ "$1" = --pg ] || usage
	pg=$2
	[[ $pg =~ ^[0-9]+$ && $pg -ge 15 ]] || die "--pg needs a version from 15 on, such as 18"
}

# lines as they come, on standard output, and the last of them on the terminal, which is 3
watch()
{
	local line

	while IFS= read -r line; do
		printf '%s\n' "$line"
		line=${line//[[:cntrl:]]/ }
		[ ${#line} -lt 79 ] || line="…${line: -77}"	# of a compiler's, the end tells which file it is at
		printf '\r\e[K%s' "$line" >&3
	done
	printf '\r\e[K' >&3
}

# quietly COMMAND…: its output only if it fails
quietly()
{
	local output

	{ output=$("$@" 2>&1 </dev/null 3>&- | "$progress") ; } 3>&1 || {
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

# offered PACKAGE: has apt heard of it?
offered() { apt-cache show "$1" >/dev/null 2>&1; }

# install PACKAGE…: those that are missing
install_packages()
{
	local package missing=()

	for package; do
		[[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed* ]] ||
			missing+=("$package")
	done
	[ ${#missing[@]} -gt 0 ] || return 0

	say "Installing ${missing[*]} (once; this may take some minutes)"
	quietly as_root apt-get update
	quietly as_root env DEBIAN_FRONTEND=noninteractive \
		apt-get install -y --no-install-recommends "${missing[@]}"
}

# PostgreSQL's Debian packages make and start a cluster when they are first installed.
# Nobody asked for one here.
install_postgresql()
{
	local no_cluster=/etc/postgresql-common/createcluster.d/wiji-throw-away.conf

	install_packages postgresql-common
	if [ ! -x "/usr/lib/postgresql/$pg/bin/postgres" ]; then
		offered "postgresql-$pg" || quietly as_root apt-get update
		offered "postgresql-$pg" || die "apt offers no postgresql-$pg; PostgreSQL's own repository for Debian has every version"
		as_root mkdir -p "${no_cluster%/*}"
		echo 'create_main_cluster = false' | as_root tee "$no_cluster" >/dev/null
		undo_no_cluster="as_root rm -f $no_cluster"
	fi
	install_packages "postgresql-$pg" "postgresql-server-dev-$pg" "$@"
	${undo_no_cluster:-:}
	undo_no_cluster=
}

# The version asked for, or the newest installed, or the one Debian installs by default.
choose_postgresql()
{
	if [ -z "$pg" ]; then
		pg=$(for server in /usr/lib/postgresql/*/bin/postgres; do
			[ ! -x "$server" ] || echo "$server"
		done | cut -d/ -f5 | sort -n | tail -n 1)
	fi
	if [ -z "$pg" ]; then
		offered postgresql || quietly as_root apt-get update
		pg=$({ apt-cache show postgresql 2>/dev/null || true; } |
			sed -n 's/^Depends:.*postgresql-\([0-9][0-9]*\).*/\1/p' | sort -n | tail -n 1)
		[ -n "$pg" ] || die "apt offers no package named postgresql"
	fi
	[ "$pg" -ge 15 ] || die "wiji needs PostgreSQL 15 or newer; the newest here is $pg"
}

cleanup()
{
	local pid

	${undo_no_cluster:-:}
	[ -n "$work" ] || return 0
	for pid in "$work"/*/postmaster.pid; do
		[ ! -f "$pid" ] || run "$bin/pg_ctl" -D "${pid%/*}" -m immediate stop >/dev/null || true
	done
	rm -rf "$work"
}

run()
{
	if [ "$(id -u)" = 0 ]; then
		runuser -u postgres -- "$@"
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

# the throw-away folder, which belongs to the user that runs the server
make_folder()
{
	bin=/usr/lib/postgresql/$pg/bin
	work=$(mktemp -d /tmp/wiji.XXXXXX)
	conf=$work/extension.conf
	: >"$conf"
	[ "$(id -u)" != 0 ] || chown -R postgres: "$work"
	cd "$work"
	export TMPDIR=$work	# the caller's may be closed to the user that runs the server
}

# setup PACKAGE…: from nothing to the extension built for $pg; the packages are needed too
setup()
{
	command -v apt-get >/dev/null && command -v dpkg-query >/dev/null ||
		die "this command knows how to install things on Debian and its family only.
Elsewhere install a C compiler, GNU make and PostgreSQL 15 or newer with its
development files (pg_config has to be found), then run
    make && sudo make install && make installcheck
The last needs a running server and a role that may create databases; PGHOST,
PGPORT and PGUSER say which."

	clean_up_at_exit
	choose_postgresql
	install_postgresql gcc libc6-dev make "$@"
	make_folder
	run mkdir src
	tar -C "$root" --exclude=./.git -cf - . | run tar -C src -xf -

	build
	find_extension
}

# build: the extension for $pg, also beside the one for another version
build()
{
	say "Building for PostgreSQL $pg in $work"
	quietly run make -C src -s PG_CONFIG="$bin/pg_config" clean	# what the caller built
	quietly run make -C src PG_CONFIG="$bin/pg_config" COPT='-Wextra -Werror'
	quietly run make -C src -s PG_CONFIG="$bin/pg_config" DESTDIR="$work/stage" install
}

# setup_installed: the extension as it is installed, in $pg or the newest PostgreSQL that has it
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

# Debian's PostgreSQL up to 17 has a setting of its own for extensions elsewhere; 18 has PostgreSQL's.
find_extension()
{
	local share lib

	share=$work/stage$("$bin/pg_config" --sharedir)
	lib=$work/stage$("$bin/pg_config" --pkglibdir)
	{
		if [ "$pg" -ge 18 ]; then
			echo "extension_control_path = '$share:\$system'"
		else
			echo "extension_destdir = '$work/stage'"
		fi
		echo "dynamic_library_path = '$lib:\$libdir'"
	} | run tee "$conf" >/dev/null
}

# A server of our own, reached through a socket in $work only.
start_postgresql()
{
	say "Starting a throw-away PostgreSQL $pg in $work"
	quietly run "$bin/initdb" -D data -U postgres -A trust -E UTF8 --no-locale --no-sync
	run tee -a data/postgresql.conf >/dev/null <<-EOF
		include '$conf'
		listen_addresses = ''
		unix_socket_directories = '$work'
		fsync = off
	EOF
	quietly run "$bin/pg_ctl" -D data -w -l server.log start
	export PGHOST=$work PGUSER=postgres PGDATABASE=postgres
}

# For commands that test: ok and not_ok NAME, is NAME EXPECTED FOUND, and at the end sum_up.
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

sum_up()
{
	printf '\n%d passed, %d failed\n' "$passed" "$failed"
	[ "$failed" = 0 ] && [ "$passed" -gt 0 ] || exit 1
}
