# shellcheck shell=bash
# The last line of each command that tests, and the log of runs.
#
# WIJI_RUNS=FILE in the environment appends a line to FILE when such a command has ended: its time, the
# command, the server, the commit, and how many tests passed, failed and were skipped.  script/runs makes a
# table of it.  The commit is that of the tree when the command began.  A command that ends early appends
# nothing.

# $root is the tree's folder, and $bin and $pg_config are as in common.sh, if they are set.
command_line=$(readlink -f "$0")
command_line="${command_line#"$root/"} $*"

# server_version: of the server that was tested, if one was, and the machine, if it is not the usual one
server_version()
{
	[ -x "${bin-}/postgres" ] || return 0
	"$bin/postgres" -V | sed -nE 's/^postgres \(PostgreSQL\) ([^ ]+).*/\1/p' | tr -d '\n'
	! "$bin/pg_config" --configure | grep enable-cassert >/dev/null || printf ' with assertions'
	[ "$(uname -m)" = x86_64 ] || printf ' on %s' "$(uname -m)"
}

# commit: of the tree, with + if anything in the tree differs from it, or is not in it
commit()
{
	local git=(git -c safe.directory="$root" -C "$root") status

	if status=$("${git[@]}" status --porcelain 2>/dev/null); then
		"${git[@]}" describe --always --abbrev=8 --exclude '*' | sed "s/\$/${status:++}/"
	else
		echo unknown
	fi
}

# What this command calls appends to the same file, from other folders, for the same commit.
if [ -n "${WIJI_RUNS-}" ]; then
	WIJI_RUNS=$(realpath "$WIJI_RUNS")
	: "${WIJI_COMMIT:=$(commit)}"
	export WIJI_RUNS WIJI_COMMIT
fi

# sum_up [PASSED FAILED [SKIPPED]]: prints the last line, by default that of $passed and $failed; fails if a
# test did, or if there was none
sum_up()
{
	local passed=${1-$passed} failed=${2-$failed} skipped=${3-}

	printf '\n%d passed, %d failed%s\n' "$passed" "$failed" "${skipped:+, $skipped skipped}"
	[ -z "${WIJI_RUNS-}" ] ||
		printf '%s\t%s\t%s\t%s\t%d\t%d\t%d\n' "$(date -u +%Y-%m-%dT%H:%MZ)" "$(sed -E 's/ --(in|out|pg-config) [^ ]+//g; s/ +$//' <<<"$command_line")" \
			"$(server_version)" "$WIJI_COMMIT" "$passed" "$failed" "${skipped:-0}" >>"$WIJI_RUNS"
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
