# shellcheck shell=bash disable=SC2154
# For script/bench --partitions: how long do clients wait while old partitions are dropped?  Eight
# clients insert through the parent, a report of two seconds runs half of the time, and a partition
# is dropped each second.

# drop_oldest EXPRESSION: the statement to drop a partition
drop_oldest()
{
	psql -c "$(psql -c "SELECT $1 FROM wiji_partitions('event') ORDER BY lower LIMIT 1")" >/dev/null 2>>failed.log || true
}

# longest_wait WAY EXPRESSION: a line of the table
longest_wait()
{
	local end=$((SECONDS + duration)) dropped

	psql -c 'DROP TABLE IF EXISTS event' \
		-c 'CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text) PARTITION BY RANGE (id)' \
		-c "SELECT FROM wiji_create_partitions('event', now() - interval '300 hours', now() + interval '2 hours', '1 hour', 'UTC')" >/dev/null 2>&1
	: >failed.log
	while ((SECONDS < end)); do
		psql -c 'SELECT count(*) FROM event, pg_sleep(2)' >/dev/null 2>&1
		sleep 2
	done &
	while ((SECONDS < end)); do
		sleep 1
		drop_oldest "$2"
	done &
	echo "INSERT INTO event (what) VALUES ('what');" | run tee insert.sql >/dev/null
	run "$bin/pgbench" -n -c 8 -j 2 -R 400 -T "$duration" -l --log-prefix="$work/$1" -f insert.sql >/dev/null 2>&1
	wait
	dropped=$(psql -c "SELECT 303 - count(*) FROM wiji_partitions('event')")
	# the third column, without the time that a transaction was late
	cat "$work/$1".* | awk -v way="$1" -v dropped="$dropped" -v failed="$(grep -c ERROR failed.log || true)" '
		{ w = ($3 - $7) / 1000; n++; if (w > longest) longest = w }
		END { printf "| %s | %d ms | %d | %d | %d |\n", way, longest, dropped, failed, n }'
	rm -f "$work/$1".*
}

measure_partitions()
{
	local duration=${1:-30}

	say "$duration seconds each, on PostgreSQL $pg"
	echo '| with | longest wait of a client | partitions dropped | calls that gave up | inserts |'
	echo '|---|--:|--:|--:|--:|'
	longest_wait wiji_drop_partitions "format('SELECT wiji_drop_partitions(%L, %L)', 'event', upper)"
	longest_wait DROP "format('DROP TABLE %s', partition)"
}
