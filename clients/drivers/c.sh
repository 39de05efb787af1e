# shellcheck shell=bash disable=SC2034,SC2154,SC2164	# drivers/language uses and defines them, and ends at a failure
# C, for clients/check.  Of the programs, libpq-binary needs only libpq, and libpqxx is C++; for the others
# libwiji is installed in a folder.

tools=(make:make cc:gcc libc6-dev)
least=4.9
language_version() { cc -dumpfullversion -dumpversion; }

build() { make -s -C "$library" BUILD="$scratch/build" "$scratch/build/test/tell"; }
can_test() { true; }
own_tests() { make -s -C "$library" BUILD="$scratch/build" check; }
tell() { "$scratch/build/test/tell" "$@"; }

licenses=()	# it is the project's own
artifacts=()	# what Debian takes, script/package builds

# The README with a folder in place of /usr/local, and its program with libpq where that can be compiled
check_readme()
{
	local blocks=4

	create_database c_readme
	if printf '#include <libpq-fe.h>\nint main(void) { return PQlibVersion() == 0; }' |
		cc -x c - -I"$(pg_config --includedir)" -lpq -o "$scratch/libpq" 2>/dev/null; then
		blocks=5
	else
		unset PGDATABASE
		lacks "the README's program with libpq$on" 'this machine lacks it'
	fi
	succeeds "the README's blocks run$on" env BUILD="$scratch/build" "$library/test/readme.sh" "$scratch/installed-$server"
	is "all of them$on" "$blocks" "$(grep -c '^ok ' "$scratch/log")"
	drop_database
}

packages=(gcc g++ make libc6-dev libpq-dev libpqxx-dev)

fetch() { make -s -C "$work/src/clients/c" BUILD="$fetched/build" PREFIX="$fetched" LDCONFIG=: install; }

versions()
{
	echo "gcc $(gcc -dumpfullversion)"
	dpkg-query -W -f '${Package} ${Version}\n' libpq-dev libpqxx-dev
}

example()
{
	local compile=(gcc -Wall -Wextra -Werror -isystem "$(pg_config --includedir)" -I "$fetched/include" -L "$fetched/lib" orders.c)

	case $1 in
		libpq) as_client "${compile[@]}" -lwiji -lpq -o orders ;;
		libpq-binary) as_client "${compile[@]}" -lpq -o orders ;;
		libpqxx) as_client g++ -std=c++20 -Wall orders.cc -lpqxx -lpq -o orders ;;
	esac
	as_client env LD_LIBRARY_PATH="$fetched/lib" ./orders
}
