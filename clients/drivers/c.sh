# shellcheck shell=bash
# C's clients, for script/long/clients: libwiji is installed in a folder.  libpq-binary needs only libpq,
# and libpqxx is C++.
packages=(gcc g++ make libc6-dev libpq-dev libpqxx-dev)
clients=(libpq libpq-binary libpqxx)

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
