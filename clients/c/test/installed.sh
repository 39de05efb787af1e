#!/bin/sh
# What make install has installed into a folder: symbols, header, pkg-config, pages, their examples.
#
#	test/installed.sh FOLDER
#
# Prints TAP.

prefix=$(cd "$1" && pwd) || exit
CC=${CC:-cc}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0
failed=0

ok()
{
	count=$((count + 1))
	if [ "$2" = "$3" ]; then
		echo "ok $count - $1"
	else
		failed=1
		printf 'not ok %d - %s\n# expected: %s\n# found: %s\n' "$count" "$1" "$3" "$2"
	fi
}

# The header, the map, the library and the manual name the same functions.
header=$(sed -n 's/^extern .*[[:blank:]*]\(wiji_[a-z_]*\)(.*/\1/p' "$prefix/include/wiji.h" | sort)
ok 'the header declares functions' "$([ "$(echo "$header" | wc -l)" -gt 20 ] && echo yes)" yes
ok 'the library exports these' "$(nm -D --defined-only "$prefix/lib/libwiji.so" | sed -n 's/.* T \(.*\)@@LIBWIJI_1.0$/\1/p' | sort)" "$header"
ok 'and nothing else' "$(nm -D --defined-only "$prefix/lib/libwiji.so" | grep -vc ' T wiji_\| A LIBWIJI_1.0')" 0
ok 'the archive defines only names that begin with wiji' "$(nm -g --defined-only "$prefix/lib/libwiji.a" | grep -c ' [^ ] [^w]')" 0
ok 'each has a page' "$(for name in $header; do [ -e "$prefix/share/man/man3/$name.3" ] || echo "$name"; done)" ''
ok 'the soname of the library' "$(readelf -d "$prefix/lib/libwiji.so" | sed -n 's/.*soname: \[\(.*\)\]/\1/p')" libwiji.so.1
ok 'it does not require an executable stack' "$(readelf -lW "$prefix/lib/libwiji.so" | grep -c 'GNU_STACK.*RWE')" 0

# The header by itself, in other dialects.
echo '#include <wiji.h>' >"$work/header.c"
for dialect in c99 c11 gnu17; do
	ok "the header in $dialect" "$($CC -std=$dialect -pedantic -Wall -Wextra -Werror -I"$prefix/include" -fsyntax-only "$work/header.c" 2>&1)" ''
done
if command -v "${CXX:-c++}" >/dev/null; then
	printf '#include <wiji.h>\nwiji_options options = WIJI_OPTIONS;\n' >"$work/header.cc"
	ok 'the header in C++' "$("${CXX:-c++}" -std=c++11 -pedantic -Wall -Wextra -Werror -I"$prefix/include" -fsyntax-only "$work/header.cc" 2>&1)" ''
fi

# Compile, link both ways and run each program in the manual.
PKG_CONFIG_PATH=$prefix/lib/pkgconfig
LD_LIBRARY_PATH=$prefix/lib
export PKG_CONFIG_PATH LD_LIBRARY_PATH
if command -v pkg-config >/dev/null; then
	flags=$(pkg-config --cflags --libs libwiji)
else
	flags="-I$prefix/include -L$prefix/lib -lwiji"
fi
examples=0
for page in libwiji wiji_generate wiji_parse; do
	# \e is the manual's backslash
	awk -v to="$work/$page" '/^\.Bd -literal/ { n++; on = 1; next } /^\.Ed/ { on = 0 }
		on { gsub(/\\e/, "\\"); print > (to n ".c") }' "$prefix/share/man/man3/$page.3"
done
for program in "$work"/*.c; do
	[ "$program" != "$work/header.c" ] || continue
	examples=$((examples + 1))
	name=$(basename "$program" .c)
	# shellcheck disable=SC2086	# they are words
	ok "$name: an example, with the shared library" \
		"$($CC -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -pthread -o "$work/program" "$program" $flags 2>&1 && "$work/program" >/dev/null && echo runs)" runs
	ok "$name: with the static one" \
		"$($CC -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -pthread -I"$prefix/include" -o "$work/program" "$program" "$prefix/lib/libwiji.a" 2>&1 && "$work/program" >/dev/null && echo runs)" runs
done
ok 'the manual has programs' "$examples" 5
if command -v pkg-config >/dev/null; then
	ok 'pkg-config reports the version' "$(pkg-config --modversion libwiji)" "$("$prefix/bin/wiji" --version | cut -d' ' -f2)"
fi

# Run each command in the manual.
examples=$(sed -n 's/^\.Dl \$ //p' "$prefix/share/man/man1/wiji.1")
ok 'the manual has commands' "$(echo "$examples" | grep -c '^')" 7
echo "$examples" >"$work/examples"
while IFS= read -r example; do
	ok "$example" "$(cd "$work" && PATH=$prefix/bin:$PATH sh -ec "$example" 2>&1 >/dev/null; echo $?)" 0
done <"$work/examples"

if command -v mandoc >/dev/null; then
	ok 'the manual is well formed' "$(for page in "$prefix"/share/man/man[13]/*; do mandoc -T lint -W warning "$page"; done 2>&1)" ''
fi

echo "1..$count"
exit $failed
