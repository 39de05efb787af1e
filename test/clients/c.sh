# shellcheck shell=bash
# C's clients, for script/long/clients: libwiji is installed in a folder.  libpq-binary needs only libpq,
# and libpqxx is C++.
packages=(gcc g++ make pkgconf libc6-dev libpq-dev libpqxx-dev)
clients=(libpq libpq-binary libpqxx)

fetch() { make -s -C "$work/src/clients/c" BUILD="$fetched/build" PREFIX="$fetched" LDCONFIG=: install; }

versions()
{
	echo "gcc $(gcc -dumpfullversion)"
	dpkg-query -W -f '${Package} ${Version}\n' libpq-dev libpqxx-dev
}

example()
{
	local compile=(gcc -Wall -Wextra -Werror orders.c) libraries=(libpq)

	case $1 in
		libpq) libraries=(libwiji libpq) ;;
		libpqxx) compile=(g++ -std=c++20 -Wall orders.cc) libraries=(libpqxx libpq) ;;
	esac
	# shellcheck disable=SC2046	# options are words
	as_client "${compile[@]}" $(PKG_CONFIG_PATH="$fetched/lib/pkgconfig" pkg-config --cflags --libs "${libraries[@]}") -o orders
	as_client env LD_LIBRARY_PATH="$fetched/lib" ./orders
}
