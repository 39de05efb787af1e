#!/bin/sh
# The command as people and scripts use it.  WIJI is the command; prints TAP.

WIJI=${WIJI:-build/static/wiji}
LC_ALL=C
export LC_ALL
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0
failed=0

wiji() { $WIJI "$@"; }

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

# gives NAME STATUS OUTPUT ERRORS ARGUMENT...: reads the current standard input
gives()
{
	name=$1 status=$2 output=$3 errors=$4
	shift 4
	wiji "$@" >"$work/out" 2>"$work/err"
	ok "$name: status" $? "$status"
	ok "$name: output" "$(cat "$work/out")" "$output"
	ok "$name: errors" "$(cat "$work/err")" "$errors"
}

# misused NAME REASON ARGUMENT...
misused()
{
	name=$1 reason=$2
	shift 2
	wiji "$@" >"$work/out" 2>"$work/err" </dev/null
	ok "$name: status" $? 2
	ok "$name: nothing is printed" "$(cat "$work/out")" ''
	ok "$name: errors" "$(head -n 1 "$work/err")" "wiji: $reason"
	ok "$name: usage" "$(sed -n 2p "$work/err")" 'usage: wiji generate [-n N] [--at TIME] [--format text|uuid|hex]'
}

id=06C31QQ30K880007VPPQCVK2KZ
uuid=0660c37b-8c13-4200-001f-76b5d9b98a7f
hex=0660c37b8c134200001f76b5d9b98a7f

# generate
ok 'one ID' "$(wiji generate | grep -cE '^[0-7][0-9A-HJKMNP-TV-Z]{25}$')" 1
ok 'many IDs, ascending and distinct' "$(wiji generate -n 100000 | sort -cu && echo yes)" yes
ok 'as many as were requested' "$(wiji generate -n 100000 | wc -l | tr -d ' ')" 100000
ok 'none' "$(wiji generate -n 0; echo $?)" 0
ok 'in the UUID form' "$(wiji generate --format uuid | grep -cE '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$')" 1
ok 'in hex' "$(wiji generate --format=hex -n 3 | grep -cE '^[0-9a-f]{32}$')" 3
ok 'with a given time' "$(wiji generate --at 2026-11-21T06:29:27.93069Z -n 3 | wiji inspect --json | sed 's/.*"date":"\([^"]*\)","sequence":\([0-9]*\).*/\1 \2/')" \
	"2026-11-21T06:29:27.930690Z 0
2026-11-21T06:29:27.930690Z 1
2026-11-21T06:29:27.930690Z 2"
ok 'with a given time, past the counter' "$(wiji generate --at @1 -n 200000 | sort -u | wc -l | tr -d ' ')" 200000

# inspect
gives 'the fields of an ID' 0 "id            $id
uuid          $uuid
hex           $hex
timestamp_us  1795242567930690
timestamp_ms  1795242567930
date          2026-11-21T06:29:27.930690Z
sequence      0
version       1
random        4352648064633471" '' inspect $uuid
ok 'IDs are separated by blank lines' "$(wiji inspect $id $id | sed -n '9,11p')" "random        4352648064633471

id            $id"
gives 'the fields in JSON' 0 "{\"id\":\"$id\",\"uuid\":\"$uuid\",\"hex\":\"$hex\",\"timestamp_us\":1795242567930690,\"timestamp_ms\":1795242567930,\"date\":\"2026-11-21T06:29:27.930690Z\",\"sequence\":0,\"version\":1,\"random\":4352648064633471}" '' \
	inspect --json 0660C37B8C134200001F76B5D9B98A7F

# convert
gives 'each form into another' 0 "$uuid
$uuid
$uuid" '' convert --format uuid $id $uuid $hex
gives 'text as people write it' 0 $id '' convert --format text o6c3LqQ3Ok88ooo7vppqcuk2kz

# bounds
gives 'the first and the last ID of a microsecond' 0 "06C31QQ30K8800040000000000
06C31QQ30K8BZZY7ZZZZZZZZZZ" '' bounds 2026-11-21T06:29:27.930690Z 2026-11-21T07:29:27.930690+01
gives 'bounds for a column of uuids' 0 "00000000-0000-0000-0010-000000000000
ffffffff-ffff-ffff-ff1f-ffffffffffff" '' bounds --format uuid @0 4253-05-31T22:20:37.927935Z
misused 'bounds the wrong way round' 'FROM, "2026-11-21", is later than TO, "2026-11-20"' bounds 2026-11-21 2026-11-20
misused 'month 13' '"2026-13-01": the month must be 01 to 12' bounds 2026-11-21 2026-13-01
misused 'a time before 1970' '"1969-12-31": the timestamp must be 1970-01-01T00:00:00Z to 4253-05-31T22:20:37.927935Z' generate --at 1969-12-31

# check
gives 'valid IDs' 0 '' '' check $id $uuid $hex
gives 'an invalid ID' 1 '' 'wiji: "06C31QQ30K880007VPPQCVK2K": Expected 26 characters, or 32 of hexadecimal, or 36 of the UUID form; found 25.' \
	check $id 06C31QQ30K880007VPPQCVK2K
gives 'a UUID of version 7' 1 '' 'wiji: "019d2257-972f-7a4e-96ea-81d64ed08dfc": Found version 14; the only version of a wiji is 1. It is a UUID of version 7, which has its version in another place.' \
	check 019d2257-972f-7a4e-96ea-81d64ed08dfc
gives 'an empty argument' 1 '' 'wiji: "": Expected 26 characters, or 32 of hexadecimal, or 36 of the UUID form; found 0.' check ''

# standard input
printf '%s\nnone\n%s\r\n\n%s' $id $uuid $hex >"$work/in"
gives 'errors have line numbers, and the other lines are converted' 1 "$id
$id
$id" 'wiji: line 2: "none": Expected 26 characters, or 32 of hexadecimal, or 36 of the UUID form; found 4.
wiji: line 4: "": Expected 26 characters, or 32 of hexadecimal, or 36 of the UUID form; found 0.' convert --format text <"$work/in"
printf '\033[2J\0\t\n\303\244"\\\n' >"$work/in"
gives 'nothing that a terminal interprets' 1 '' 'wiji: line 1: "\x1b[2J\x00\x09": Character 1, of code 0x1b, is not in any form of a wiji.
wiji: line 2: "\xc3\xa4"\": Character 1, of code 0xc3, is not in any form of a wiji.' check <"$work/in"
{ head -c 5000000 /dev/zero | tr '\0' 0; echo; echo $id; } >"$work/in"
gives 'a line of millions of characters' 1 $hex "wiji: line 1: \"$(head -c 64 /dev/zero | tr '\0' 0)...\": No form of a wiji has 5000000 characters." \
	convert --format hex <"$work/in"
printf '%s\r' $id >"$work/in"
gives 'a carriage return alone does not end a line' 1 '' "wiji: line 1: \"$id\\x0d\": Character 27, of code 0x0d, is not in any form of a wiji." check <"$work/in"
gives 'no lines' 0 '' '' check </dev/null
gives 'a directory' 2 '' 'wiji: standard input: Is a directory' check <.
ok 'no standard input' "$(wiji check 2>&1 <&-; echo $?)" 'wiji: standard input: Bad file descriptor
2'
# shellcheck disable=SC2030,SC2031
ok 'output for each line as it arrives' "$(mkfifo "$work/to" "$work/from"
	wiji convert --format text <"$work/to" >"$work/from" &
	exec 3>"$work/to" 4<"$work/from"
	for form in $uuid $hex; do echo "$form" >&3; read -r answer <&4; echo "$answer"; done)" "$id
$id"

# standard output
if [ -c /dev/full ]; then
	ok 'a full disk' "$(wiji generate -n 5 2>&1 >/dev/full; echo $?)" 'wiji: standard output: No space left on device
2'
	ok 'a full disk, without IDs' "$(wiji --version 2>&1 >/dev/full; echo $?)" 'wiji: standard output: No space left on device
2'
	ok 'a full disk, in the middle' "$(wiji generate -n 500000 2>&1 >/dev/full; echo $?)" 'wiji: standard output: No space left on device
2'
fi
ok 'a pipe that closes' "$(wiji generate -n 100000000 | head -n 1 | wc -l | tr -d ' ')" 1
ok 'a pipe that closes, where the signal is ignored' \
	"$(trap '' PIPE; { wiji generate -n 100000000 2>&3; echo $? >&3; } 3>"$work/err" | :; cat "$work/err")" \
	'wiji: standard output: Broken pipe
2'
ok 'no standard output' "$(wiji generate 2>&1 >&-; echo $?)" 'wiji: standard output: Bad file descriptor
2'
ok 'no standard error' "$(wiji check none 2>&-; echo $?)" 1
yes none | head -n 100000 >"$work/in"
ok 'a hundred thousand errors without standard error' "$(wiji check 2>&- <"$work/in"; echo $?)" 1

# use
misused 'no command' 'no command specified'
misused 'another command' 'unrecognized command "make"' make
misused 'convert into nothing' 'convert requires --format text, uuid or hex' convert $id
misused 'another form' '--format must be text, uuid or hex, not "base64"' convert --format base64
misused 'not a number' '-n requires a number, 0 or greater, not "x"' generate -n x
misused 'a negative number' '-n requires a number, 0 or greater, not "-1"' generate -n -1
misused 'a number that is too large' '-n requires a number, 0 or greater, not "99999999999999999999"' generate -n 99999999999999999999
misused 'an argument' 'generate takes no arguments' generate $id
misused 'an option of another command' 'check does not accept that option' check --json
misused 'an option before the command' 'wiji does not accept that option' -n 3 generate
misused 'a missing time' 'bounds requires two times, FROM and TO' bounds 2026-11-21
wiji check --frobnicate >"$work/out" 2>"$work/err"
ok 'an unknown option: status' $? 2
ok 'an unknown option: usage' "$(sed -n 2p "$work/err")" 'usage: wiji generate [-n N] [--at TIME] [--format text|uuid|hex]'
ok 'help' "$(wiji --help | head -n 1; wiji check --help | grep -c 'exit status')" 'usage: wiji generate [-n N] [--at TIME] [--format text|uuid|hex]
1'
ok 'version' "$(wiji --version | grep -cE '^wiji [0-9]+\.[0-9]+\.[0-9]+$')" 1

echo "1..$count"
exit $failed
