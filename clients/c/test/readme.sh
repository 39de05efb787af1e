#!/bin/sh
# Runs what README.md prints, in its order, in an empty folder.
#
#	test/readme.sh FOLDER	with this folder in place of /usr/local
#	test/readme.sh --here	installs in /usr/local: for a system that is thrown away afterwards
#
# The program that needs libpq runs if PGDATABASE is set, to a database that has the extension.
# BUILD is the folder for what is built.  Prints TAP.

readme=$(cd "$(dirname "$0")/.." && pwd)/README.md
WIJI=$(cd "$(dirname "$0")/../../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0
failed=0
MAKEFLAGS="s -- BUILD=${BUILD:-$work/build}"
unset BUILD MAKELEVEL MAKEOVERRIDES MFLAGS

case ${1-} in
	--here) ;;
	'' | -*) sed -n 's/^#	/usage: /p' "$0" >&2; exit 2 ;;
	*)
		mkdir -p "$1" && prefix=$(cd "$1" && pwd) || exit
		MAKEFLAGS="$MAKEFLAGS DESTDIR= PREFIX=$prefix LDCONFIG=:"
		export PATH="$prefix/bin:$PATH" C_INCLUDE_PATH="$prefix/include" LIBRARY_PATH="$prefix/lib" LD_LIBRARY_PATH="$prefix/lib"
		;;
esac
export WIJI MAKEFLAGS

ok()
{
	count=$((count + 1))
	if [ "$2" = "$3" ]; then
		echo "ok $count - $1"
	else
		failed=1
		echo "not ok $count - $1"
		printf 'expected: %s\nfound: %s\n' "$3" "$2" | sed 's/^/# /'
	fi
}

# IDs and times in the page are examples.
shape()
{
	sed -E 's/\b[0-7][0-9A-HJKMNP-TV-Z]{25}\b/ID/g; s/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/UUID/g
		s/\b[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z/TIME/g'
}

# So are IDs that a command generates.
generated() { sed -E '/^\$ wiji generate/,/^\$/ s/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/ID/'; }

# The blocks as files 01.sh, 02.out and so on.  Of a program, 03.c, 03.name says what it is called, and
# 03.said what its comments promise.  A block that needs libpq has 03.needs.
awk -v to="$work/" '
	/^<!-- needs .* -->$/ { needs = 1; next }
	/^```/ && !kind { kind = substr($0, 4); if (kind == "") kind = "out"; block = to sprintf("%02d", ++n); next }
	/^```/ { if (needs) print "" > (block ".needs"); kind = needs = ""; next }
	kind { print > (block "." kind) }
	kind == "c" { print name > (block ".name") }
	kind == "c" && /(puts|printf)\(.* \/\/ / { sub(/.* \/\/ /, ""); print > (block ".said") }
	!kind && match($0, /`[a-z]+\.c`:$/) { name = substr($0, RSTART + 1, RLENGTH - 3) }' "$readme"

mkdir "$work/project" && cd "$work/project" || exit
said=
for block in "$work"/[0-9]*.sh "$work"/[0-9]*.out "$work"/[0-9]*.c; do
	echo "$block"
done | sort >"$work/blocks"
while read -r block; do
	if [ -e "${block%.*}.needs" ] && [ -z "${PGDATABASE-}" ]; then
		echo "# the program with libpq is not run: PGDATABASE is not set"
		continue
	fi
	case $block in
		*.sh)
			output=$(sh -e "$block" 2>&1)
			ok "$(cat "$block")" "status $?${said:+: $(echo "$output" | shape)}" "status 0${said:+: $said}"
			said=
			;;
		*.c)
			cp "$block" "$(sort -u "${block%.*}.name")"
			said=$(shape <"${block%.*}.said")
			;;
		*.out)
			ok 'the commands print what is shown' "$(sed -n 's/^\$ //p' "$block" | while IFS= read -r command; do
				echo "\$ $command"
				sh -c "$command" 2>&1
			done | generated)" "$(generated <"$block")"
			;;
	esac
done <"$work/blocks"
echo "1..$count"
exit $failed
