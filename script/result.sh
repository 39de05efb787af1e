# shellcheck shell=bash
# The last line of each command that tests, and the log of runs.
#
# WIJI_RUNS=FILE in the environment appends a line to FILE when such a command has ended: its time, the
# command, the server, the commit, and how many tests passed, failed and were skipped.  script/runs makes a
# table of it.  A command that ends early appends nothing.

# $root is the tree's folder, and $bin and $pg_config are as in common.sh, if they are set.
command_line=$(readlink -f "$0")
command_line="${command_line#"$root/"} $*"

# server_version: of the server that was tested, if one was
server_version()
{
	[ -x "${bin-}/postgres" ] || return 0
	"$bin/postgres" -V | sed -nE 's/^postgres \(PostgreSQL\) ([^ ]+).*/\1/p' | tr -d '\n'
	"$bin/pg_config" --configure | grep -q enable-cassert && printf ' with assertions'
	true
}

# commit: of the tree, with + if it differs from that; in a Debian without git, the caller's word
commit()
{
	if [ -n "${WIJI_COMMIT-}" ]; then
		echo "$WIJI_COMMIT"
	else
		git -c safe.directory="$root" -C "$root" describe --always --abbrev=8 --exclude '*' --dirty=+ 2>/dev/null || echo unknown
	fi
}

# sum_up [PASSED FAILED [SKIPPED]]: prints the last line, by default that of $passed and $failed; fails if a
# test did, or if there was none
sum_up()
{
	local passed=${1-$passed} failed=${2-$failed} skipped=${3-}

	printf '\n%d passed, %d failed%s\n' "$passed" "$failed" "${skipped:+, $skipped skipped}"
	[ -z "${WIJI_RUNS-}" ] ||
		printf '%s\t%s\t%s\t%s\t%d\t%d\t%d\n' "$(date -u +%Y-%m-%dT%H:%MZ)" "$(sed -E 's/ --(in|out|pg-config) [^ ]+//g; s/ +$//' <<<"$command_line")" \
			"$(server_version)" "$(commit)" "$passed" "$failed" "${skipped:-0}" >>"$WIJI_RUNS"
	[ "$failed" = 0 ] && [ "$passed" -gt 0 ] || exit 1
}

# sum_up_tap FILE: the same for the tests in TAP there
sum_up_tap()
{
	local passed failed skipped

	read -r passed failed skipped < <(awk '
		/^ok / { if (/ # SKIP/) skipped++; else passed++ }
		/^not ok / { failed++ }
		END { print passed + 0, failed + 0, skipped ? skipped : "" }' "$1")
	sum_up "$passed" "$failed" "$skipped"
}
