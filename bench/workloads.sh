# What a key does to a server: the workloads of script/bench --workloads, which sources this.
#
# Every workload is a function work_NAME CONTENDER.  It makes its tables, does the work, and prints
# one line for each thing that it measured: MEASURE, UNIT and VALUE, with tabs between them.  The
# lines of all rounds are kept in workloads.tsv, so a run that was interrupted goes on with what is
# missing, and anybody can count again.
#
# After setup():	$rows	rows of a large table	$seconds	length of a timed load
#			$clients	as many as a load has		$cores	of this machine

# contender: TYPE, then the column's DEFAULT clause.  In "created" a second column tells the time.
declare -A key=(
	[wiji]='wiji PRIMARY KEY DEFAULT wiji_generate()'
	[fresh]='wiji PRIMARY KEY DEFAULT wiji_generate_unpredictable()'
	[uuidv7]='uuid PRIMARY KEY DEFAULT uuidv7()'
	[uuidv4]='uuid PRIMARY KEY DEFAULT gen_random_uuid()'
	[bigint]='bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY'
	[ulid]='text COLLATE "C" PRIMARY KEY DEFAULT wiji_text()'
	[created]='uuid PRIMARY KEY DEFAULT uuidv7(), created_at timestamptz NOT NULL DEFAULT clock_timestamp()'
)

# The contenders of a workload that this server has; uuidv7() came with 18.
contenders_of()
{
	local contender

	for contender; do
		[ "$pg" -ge 18 ] || [[ ${key[$contender]} != *'uuidv7()'* ]] || continue
		echo "$contender"
	done
}

# What a foreign key's column is declared as.
type_of() { case $1 in bigint) echo bigint ;; ulid) echo 'text COLLATE "C"' ;; wiji | fresh) echo wiji ;; *) echo uuid ;; esac; }

measured() { printf '%s\t%s\t%s\n' "$1" "$2" "$3"; }

since() { awk "BEGIN { print $EPOCHREALTIME - $1 }"; }

# seconds_of STATEMENT…: how long one psql takes for all of them
seconds_of()
{
	local from=$EPOCHREALTIME

	psql "${@/#/-c}" >/dev/null
	since "$from"
}

# pgbench FILE ARGUMENT…: its report
load() { run "$bin/pgbench" -n -M prepared -T "$seconds" "${@:2}" -f "$1" 2>&1; }
# A report's transactions a second, and the serialization failures among a hundred transactions.
tps() { sed -n 's/^tps = \([0-9.]*\).*/\1/p'; }

script() { run tee "$1.sql" >/dev/null; }

# make_table CONTENDER: the table t, whose key is the contender's
make_table()
{
	psql -c 'DROP TABLE IF EXISTS t CASCADE' -c "CREATE TABLE t (id ${key[$1]}, n integer, body text DEFAULT repeat('x', 60))"
	[ "$1" != created ] || psql -c 'CREATE INDEX ON t (created_at)'
}

index_sizes() { psql -c "SELECT coalesce(sum(pg_relation_size(indexrelid)), 0) FROM pg_index WHERE indrelid = '$1'::regclass"; }

# WAL written since the counters were reset: bytes and full-page images.  A session's own are
# counted when it ends, at the latest.
wal_of() { psql -c "SELECT wal_$1 FROM pg_stat_wal"; }
reset_counters() { psql -c "SELECT pg_stat_reset_shared('wal'), pg_stat_reset()" >/dev/null; }

#
# The workloads
#

settings_steady="shared_buffers = $((rows * 8 / 1024))kB"	# a row takes 32 bytes of the index
contenders_steady='wiji fresh uuidv7 uuidv4 bigint ulid created'
# An index four times as large as shared_buffers goes on growing.  There is a checkpoint after every
# hundredth of the rows, so a page is written whole once in each.
work_steady()
{
	local more=$((rows / 5)) batch=$((rows / 100)) from took wal pages

	make_table "$1"
	psql -c "INSERT INTO t (n) SELECT generate_series(1, $rows)" -c 'VACUUM (FREEZE, ANALYZE) t' -c CHECKPOINT
	reset_counters
	for ((i = 0; i < more / 5; i += batch)); do
		echo "INSERT INTO t (n) SELECT generate_series(1, $batch);"
		echo 'CHECKPOINT;'
	done | script steady
	for fifth in first second third fourth last; do
		from=$EPOCHREALTIME
		psql -f steady.sql
		measured "rows a second, $fifth fifth" '1/s' "$(awk "BEGIN { print $more / 5 / $(since "$from") }")"
	done
	sleep 1
	wal=$(wal_of bytes) pages=$(wal_of fpi)
	measured 'WAL a row' bytes "$(awk "BEGIN { print $wal / $more }")"
	measured 'full-page images in 1,000 rows' pages "$(awk "BEGIN { print $pages * 1000 / $more }")"
	measured 'index blocks read in 1,000 rows' blocks \
		"$(psql -c "SELECT sum(idx_blks_read) * 1000.0 / $more FROM pg_statio_user_indexes WHERE relname = 't'")"
	measured 'indexes, a row' bytes "$(awk "BEGIN { print $(index_sizes t) / ($rows + $more) }")"
	measured 'table and indexes, a row' bytes \
		"$(psql -c "SELECT pg_total_relation_size('t') / ($rows + $more)::numeric")"
}

settings_family=''
contenders_family='wiji uuidv7 uuidv4 bigint ulid'
# Three levels of tables: customers have ten orders each, orders have ten lines.
work_family()
{
	local type=$(type_of "$1") few=$((rows / 100))

	psql -c 'DROP TABLE IF EXISTS line, "order", customer'
	psql -c "CREATE TABLE customer (id ${key[$1]}, n integer)" \
		-c "CREATE TABLE \"order\" (id ${key[$1]}, customer $type NOT NULL REFERENCES customer ON DELETE CASCADE, n integer)" \
		-c "CREATE TABLE line (id ${key[$1]}, \"order\" $type NOT NULL REFERENCES \"order\" ON DELETE CASCADE, n integer)" \
		-c 'CREATE INDEX ON "order" (customer)' -c 'CREATE INDEX ON line ("order")'
	measured insert seconds "$(seconds_of "INSERT INTO customer (n) SELECT generate_series(1, $few)" \
		'INSERT INTO "order" (customer, n) SELECT id, i FROM customer, generate_series(1, 10) i' \
		'INSERT INTO line ("order", n) SELECT id, i FROM "order", generate_series(1, 10) i')"
	psql -c 'VACUUM (FREEZE, ANALYZE) customer, "order", line'
	measured 'table and indexes' MB "$(psql -c "SELECT sum(pg_total_relation_size(t)) / 1e6 FROM unnest('{customer,\"order\",line}'::regclass[]) t")"
	measured 'read by key' seconds "$(seconds_of 'SELECT sum(l.n) FROM (SELECT id FROM line ORDER BY hashint4(n), ctid OFFSET 0) o, LATERAL (SELECT n FROM line WHERE id = o.id OFFSET 0) l')"
	measured 'read by parent' seconds "$(seconds_of 'SELECT sum(l.n) FROM (SELECT id FROM "order" ORDER BY hashint4(n), ctid OFFSET 0) o, LATERAL (SELECT sum(n) AS n FROM line WHERE "order" = o.id) l')"
	measured 'delete with cascade' seconds "$(seconds_of "DELETE FROM customer WHERE n <= $few / 10")"
}

settings_times=''
contenders_times='wiji created'
# Questions by time about the rows of a year: by the key, or by created_at and its index.
work_times()
{
	local at=id

	psql -c 'DROP TABLE IF EXISTS t CASCADE'
	if [ "$1" = wiji ]; then
		psql -c 'CREATE TABLE t (id wiji PRIMARY KEY, n integer, body text)' \
			-c "INSERT INTO t SELECT wiji_make((extract(epoch FROM now())::bigint - 31536000) * 1000000 + i * (31536000000000 / $rows), 0, 1), i, repeat('x', 60) FROM generate_series(1::bigint, $rows) i"
	else
		at=created_at
		psql -c 'CREATE TABLE t (id uuid PRIMARY KEY, created_at timestamptz NOT NULL, n integer, body text)' \
			-c "INSERT INTO t SELECT uuidv7(made - clock_timestamp()), made, i, repeat('x', 60) FROM generate_series(1::bigint, $rows) i, LATERAL (SELECT now() - interval '365 days' + i * interval '365 days' / $rows AS made) m" \
			-c 'CREATE INDEX ON t (created_at)'
	fi
	psql -c 'VACUUM (FREEZE, ANALYZE) t'
	measured 'newest 50, 1,000 times' seconds "$(seconds_of "SELECT count(*) FROM generate_series(1, 1000) g, LATERAL (SELECT $at FROM t WHERE n <> g ORDER BY $at DESC LIMIT 50) s")"
	measured 'last hour, 1,000 times' seconds "$(seconds_of "SELECT sum(s.n) FROM generate_series(1, 1000) g, LATERAL (SELECT count(n) AS n FROM t WHERE $at >= now() - interval '1 hour' AND n <> g) s")"
	measured 'each day of the year' seconds "$(seconds_of "SELECT sum(s.n) FROM generate_series(1, 364) g, LATERAL (SELECT count(n) AS n FROM t WHERE $at >= now() - interval '365 days' + g * interval '1 day' AND $at < now() - interval '364 days' + g * interval '1 day') s")"
	measured 'count by day' seconds "$(seconds_of "SELECT date_trunc('day', $([ "$1" = wiji ] && echo 'wiji_timestamp(id)' || echo created_at)), count(*) FROM t GROUP BY 1")"
	measured 'table and indexes' MB "$(psql -c "SELECT pg_total_relation_size('t') / 1e6")"
}

settings_queue=''
contenders_queue='wiji fresh uuidv7 uuidv4 bigint'
# A queue: half of the sessions put tasks in, the others take the oldest that nobody has taken.
work_queue()
{
	make_table "$1"
	psql -c 'ALTER TABLE t SET (autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0)' \
		-c 'INSERT INTO t (n) SELECT generate_series(1, 10000)'
	echo 'INSERT INTO t (n) VALUES (1);' | script put
	echo 'DELETE FROM t WHERE id = (SELECT id FROM t ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED);' | script take
	load put.sql -f take.sql -c "$clients" -j "$cores" >load.log
	measured 'put or taken' '1/s' "$(tps <load.log)"
	measured 'table and index at the end' MB "$(psql -c "SELECT pg_total_relation_size('t') / 1e6")"
}

settings_serializable=''
contenders_serializable='wiji uuidv7 uuidv4 bigint hashed'
key[hashed]=${key[wiji]}
# SERIALIZABLE: insert, read it by its key, insert a child, update.  "hashed" is wiji in 16 hash partitions.
work_serializable()
{
	local type=$(type_of "${1/hashed/wiji}") partitioned=

	[ "$1" != hashed ] || partitioned='PARTITION BY HASH (id)'
	psql -c 'DROP TABLE IF EXISTS child, parent CASCADE' -c "CREATE TABLE parent (id ${key[$1]}, n integer) $partitioned" \
		-c "CREATE TABLE child (id ${key[$1]}, parent $type NOT NULL REFERENCES parent) $partitioned"
	[ "$1" != hashed ] || for ((i = 0; i < 16; i++)); do
		for table in parent child; do
			echo "CREATE TABLE ${table}_$i PARTITION OF $table FOR VALUES WITH (MODULUS 16, REMAINDER $i);"
		done
	done | run "$bin/psql" -X -q
	psql -c 'INSERT INTO parent (n) SELECT generate_series(1, 10000)' -c 'VACUUM ANALYZE parent'
	script serializable <<-END
		BEGIN ISOLATION LEVEL SERIALIZABLE;
		INSERT INTO parent (n) VALUES (1) RETURNING id AS new \gset
		SELECT n FROM parent WHERE id = :new;
		INSERT INTO child (parent) VALUES (:new);
		UPDATE parent SET n = n + 1 WHERE id = :new;
		COMMIT;
	END
	load serializable.sql -c 10 -j "$cores" --max-tries=1 >load.log
	measured 'serialization failures' '%' \
		"$(sed -n 's/^number of failed transactions: .*(\([0-9.]*\)%)/\1/p' load.log)"
	measured 'transactions that succeeded' '1/s' "$(tps <load.log)"
}

settings_edge=''
contenders_edge='wiji fresh uuidv7 uuidv4 bigint wiji16 wiji64'
key[wiji16]=${key[wiji]}
key[wiji64]=${key[wiji]}
# Many sessions insert at the right edge of one index, or of one in each of 16 or 64 hash partitions.
# What they wait for is asked ten times a second.
work_edge()
{
	local partitions=${1#wiji} sampler

	make_table "$1"
	if [[ $partitions =~ ^[0-9]+$ ]]; then
		psql -c 'DROP TABLE t' -c "CREATE TABLE t (id ${key[wiji]}, n integer) PARTITION BY HASH (id)"
		for ((i = 0; i < partitions; i++)); do
			echo "CREATE TABLE t_$i PARTITION OF t FOR VALUES WITH (MODULUS $partitions, REMAINDER $i);"
		done | run "$bin/psql" -X -q
	fi
	echo 'INSERT INTO t (n) VALUES (1);' | script insert
	(for ((i = 0; i < seconds * 10; i++)); do
		psql -c "SELECT coalesce(wait_event_type || ' ' || wait_event, 'running') FROM pg_stat_activity WHERE application_name = 'pgbench' AND state = 'active'"
		sleep 0.1
	done >waits) &
	sampler=$!
	load insert.sql -c $((clients * 2)) -j "$cores" >load.log
	wait "$sampler"
	measured inserts '1/s' "$(tps <load.log)"
	measured 'sessions found waiting at index pages' '%' "$(awk '/BufferContent|BufferMapping|LWLock Buffer/ { n++ } END { print NR ? 100 * n / NR : 0 }' waits)"
	measured 'sessions found waiting for WAL' '%' "$(awk '/WAL/ { n++ } END { print NR ? 100 * n / NR : 0 }' waits)"
}

settings_feed=''
contenders_feed='wiji tx'
key[tx]="${key[wiji]}, tx xid8 NOT NULL DEFAULT pg_current_xact_id()"
# A feed that is read by its ids, and one that is read by (tx, id), as docs/recipes.md does it.
work_feed()
{
	local position=id text='quote_literal(id::text)' news='id < wiji_horizon()' middle from writer

	make_table "$1"
	psql -c 'DROP TABLE IF EXISTS other' -c 'CREATE TABLE other (n integer)'
	if [ "$1" = tx ]; then
		position='tx, id' text='quote_literal(tx::text), quote_literal(id::text)' news='tx < pg_snapshot_xmin(pg_current_snapshot())'
		psql -c 'CREATE INDEX ON t (tx, id)'
	fi
	echo 'INSERT INTO t (n) VALUES (1);' | script insert
	load insert.sql -c "$clients" -j "$cores" >load.log
	measured 'inserts, a row each' '1/s' "$(tps <load.log)"
	measured 'INSERT … SELECT' seconds "$(seconds_of "INSERT INTO t (n) SELECT generate_series(1, $rows)")"
	measured 'table and indexes, a row' bytes "$(psql -c "SELECT pg_total_relation_size('t') / count(*)::numeric FROM t")"
	psql -c 'VACUUM (FREEZE, ANALYZE) t'
	middle=$(psql -F ', ' -c "SELECT $text FROM t ORDER BY id DESC OFFSET 2000 LIMIT 1")
	measured 'reading 1,000 rows, 1,000 times' seconds "$(seconds_of "DO \$\$ BEGIN FOR i IN 1..1000 LOOP
		PERFORM * FROM t WHERE ($position) > ($middle) AND $news ORDER BY $position LIMIT 1000; END LOOP; END \$\$")"

	psql -c BEGIN -c 'INSERT INTO other VALUES (1)' -c 'SELECT pg_sleep(2)' -c COMMIT >/dev/null &
	writer=$!
	until [ "$(psql -c "SELECT count(*) FROM pg_locks WHERE relation = 'other'::regclass AND pid <> pg_backend_pid()")" != 0 ]; do sleep 0.01; done
	psql -c 'INSERT INTO t (n) VALUES (0)'
	from=$EPOCHREALTIME
	until [ "$(psql -c "SELECT count(*) FROM t WHERE n = 0 AND $news")" = 1 ]; do sleep 0.01; done
	measured 'lag behind a transaction that writes elsewhere for 2 s' seconds "$(since "$from")"
	wait "$writer"
}

settings_changes=''
contenders_changes='wiji updated wiji70 updated70 none'
key[updated]='' key[wiji70]='' key[updated70]='' key[none]=''
# Changes of rows, stamped by wiji_stamp(), or by a trigger that sets updated_at, both with an index; the
# same with fillfactor 70; and with no such column.
work_changes()
{
	local column= position

	case $1 in
		wiji*) column=', changed wiji NOT NULL UNIQUE' ;;
		updated*) column=', changed timestamptz NOT NULL' ;;
	esac
	psql -c 'DROP TABLE IF EXISTS t CASCADE' \
		-c "CREATE TABLE t (id integer PRIMARY KEY, n integer NOT NULL, body text DEFAULT repeat('x', 60)$column) WITH (fillfactor = $([[ $1 == *70 ]] && echo 70 || echo 100))"
	case $1 in
		wiji*) psql -c "CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON t FOR EACH ROW EXECUTE FUNCTION wiji_stamp('changed')" ;;
		updated*) psql -c 'CREATE INDEX ON t (changed)' \
			-c "CREATE OR REPLACE FUNCTION set_changed() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.changed := clock_timestamp(); RETURN NEW; END'" \
			-c 'CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON t FOR EACH ROW EXECUTE FUNCTION set_changed()' ;;
	esac
	measured 'INSERT … SELECT' seconds "$(seconds_of "INSERT INTO t SELECT i, 0 FROM generate_series(1, $rows) i")"
	psql -c 'VACUUM (FREEZE, ANALYZE) t' -c 'SELECT pg_stat_reset()' >/dev/null
	script update <<-END
		\set id random(1, $rows)
		UPDATE t SET n = n + 1 WHERE id = :id;
	END
	load update.sql -c "$clients" -j "$cores" >load.log
	measured 'updates, a row each' '1/s' "$(tps <load.log)"
	sleep 1
	measured 'HOT updates' '%' "$(psql -c "SELECT 100.0 * n_tup_hot_upd / nullif(n_tup_upd, 0) FROM pg_stat_user_tables WHERE relname = 't'")"
	measured 'table and indexes, a row' bytes "$(psql -c "SELECT pg_total_relation_size('t') / $rows::numeric")"
	[ "$1" != none ] || return 0
	position=$(psql -c 'SELECT quote_literal(changed::text) FROM t ORDER BY changed DESC OFFSET 1000 LIMIT 1')
	measured 'reading 1,000 changes, 1,000 times' seconds "$(seconds_of "DO \$\$ BEGIN FOR i IN 1..1000 LOOP
		PERFORM * FROM t WHERE changed > $position $([[ $1 == updated* ]] || echo 'AND changed < wiji_horizon()') ORDER BY changed LIMIT 1000; END LOOP; END \$\$")"
}

settings_woken='fsync = on'
contenders_woken='wiji hasty notify'
key[hasty]='' key[notify]=''
# How a reader learns of news: it polls ten times a second, a thousand times, or is notified by each
# transaction.  What that costs writers, of which ever more commit at once, and flush their WAL.
work_woken()
{
	local writers reader end

	make_table wiji
	echo 'INSERT INTO t (n) VALUES (1);' | script insert
	[ "$1" != notify ] || psql -c "CREATE OR REPLACE FUNCTION notify_t() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NOTIFY t; RETURN NULL; END'" \
		-c 'CREATE TRIGGER notify AFTER INSERT ON t FOR EACH STATEMENT EXECUTE FUNCTION notify_t()'
	for writers in 1 4 16; do
		end="clock_timestamp() + interval '$((seconds + 1)) s'"
		case $1 in
			notify) { echo 'LISTEN t;'; sleep "$((seconds + 1))"; } | run "$bin/psql" -X -q >/dev/null & reader=$! ;;
			*) psql -c "DO \$\$ DECLARE last wiji := wiji_generate(); stop timestamptz := $end; BEGIN WHILE clock_timestamp() < stop LOOP
				last := coalesce((SELECT max(id) FROM t WHERE id > last AND id < wiji_horizon()), last);
				PERFORM pg_sleep($([ "$1" = hasty ] && echo 0.001 || echo 0.1)); COMMIT; END LOOP; END \$\$" & reader=$! ;;
		esac
		load insert.sql -c "$writers" -j "$cores" >load.log
		measured "inserts of $writers clients, a row each" '1/s' "$(tps <load.log)"
		wait "$reader"
	done
}

# make_unshared: the library without memory that sessions share, in $work/unshared
make_unshared()
{
	run mkdir unshared
	run cp -r src unshared/src
	quietly run make -C unshared/src -s clean PG_CONFIG="$bin/pg_config"
	quietly run make -C unshared/src -s wiji.so PG_CONFIG="$bin/pg_config" COPT=-DID_WITHOUT_SHARED_MEMORY
	run mv unshared/src/wiji.so unshared/
}

settings_horizon=''
contenders_horizon='wiji without'
key[without]='uuidv7()'	# a library is found by dynamic_library_path from 18 on
# What it costs that horizons know of each id.  "without" is a library without memory that all
# sessions share, as in 15 where nobody preloads it.
work_horizon()
{
	local connections

	psql -c 'SET client_min_messages = warning' -c 'DROP TABLE IF EXISTS t CASCADE' -c 'CREATE TABLE t (id wiji PRIMARY KEY DEFAULT wiji_generate(), n integer)'
	[ "$1" = wiji ] || export PGOPTIONS="-c dynamic_library_path=$work/unshared:\$libdir"
	psql -F $'\t' -v ids="$rows" -f src/bench/horizon.sql
	measured "a session's first id" us "$(for ((i = 0; i < 51; i++)); do
		psql -c "SELECT took('SELECT wiji_generate()')"
	done | sort -g | sed -n 26p)"
	echo 'INSERT INTO t (n) VALUES (1);' | script insert
	load insert.sql -c 8 -j "$cores" >load.log
	measured 'inserts of 8 clients, a row each' '1/s' "$(tps <load.log)"
	unset PGOPTIONS
	[ "$1" = wiji ] || return 0
	for connections in 100 1000; do
		restart_with "$base_settings
max_connections = $connections"
		measured "wiji_horizon() with max_connections = $connections" us "$(psql -c "SELECT (
			took('DO ''BEGIN FOR i IN 1..10000 LOOP PERFORM wiji_horizon(); END LOOP; END''')
			- took('DO ''BEGIN FOR i IN 1..10000 LOOP PERFORM clock_timestamp(); END LOOP; END''')) / 10000")"
	done
}

settings_connect=''
contenders_connect='wiji preloaded'
key[preloaded]=
# A connection that makes no id, and one that makes one: where the first id loads the library, and
# where the server has loaded it.
work_connect()
{
	local ids

	[ "$1" = wiji ] || restart_with "$base_settings
shared_preload_libraries = 'wiji'"
	echo 'SELECT 1;' | script no
	echo 'SELECT wiji_generate();' | script one
	for ids in no one; do
		load "$ids.sql" -C -c 1 >load.log
		measured "a connection that makes $ids id" ms "$(awk "BEGIN { print 1000 / $(tps <load.log) }")"
	done
	[ "$1" = wiji ] || restart_with "$base_settings"
}

settings_moves='wal_level = logical'
contenders_moves='wiji uuidv7 uuidv4 bigint ulid created'
# What an administrator does to a table.
work_moves()
{
	local from

	make_table "$1"
	psql -c "INSERT INTO t (n) SELECT generate_series(1, $rows)" -c 'VACUUM (FREEZE, ANALYZE) t' -c CHECKPOINT
	from=$EPOCHREALTIME
	run "$bin/pg_dump" -Fc -Z0 -t t -f t.dump
	measured dump seconds "$(since "$from")"
	measured 'dump, a row' bytes "$(awk "BEGIN { print $(stat -c %s t.dump) / $rows }")"
	psql -c 'DROP TABLE t'
	from=$EPOCHREALTIME
	run "$bin/pg_restore" -d postgres t.dump
	measured restore seconds "$(since "$from")"
	measured 'CREATE INDEX' seconds "$(seconds_of 'CREATE INDEX again ON t (id)')"
	psql -c 'DROP INDEX again' -c 'DELETE FROM t WHERE n % 10 = 0'
	measured 'VACUUM after a tenth was deleted' seconds "$(seconds_of 'VACUUM t')"
	initial_copy
}

# Logical replication's first copy, to another database of the same server.
initial_copy()
{
	local from

	psql -c 'CREATE DATABASE copy TEMPLATE template0'
	{ echo 'CREATE EXTENSION wiji;'; run "$bin/pg_dump" -s -t t --no-publications; } | run "$bin/psql" -X -q -At -d copy >/dev/null
	psql -c 'CREATE PUBLICATION p FOR TABLE t' -c "SELECT pg_create_logical_replication_slot('s', 'pgoutput')" >/dev/null
	from=$EPOCHREALTIME
	psql -d copy -c "CREATE SUBSCRIPTION s CONNECTION 'host=$work dbname=postgres user=postgres' PUBLICATION p WITH (create_slot = false)"
	while [ "$(psql -d copy -c "SELECT count(*) FROM pg_subscription_rel WHERE srsubstate IN ('r', 's')")" = 0 ]; do sleep 0.05; done
	measured "logical replication's first copy" seconds "$(since "$from")"
	psql -d copy -c 'DROP SUBSCRIPTION s'
	psql -c 'DROP PUBLICATION p' -c 'DROP DATABASE copy'
}

#
# Running them
#

# run_workloads FILE: what FILE has not yet, each round beginning with another contender
run_workloads()
{
	local raw=$1 workload contender round contenders settings

	# bench/workloads.sql has their titles
	for workload in steady family times queue serializable edge feed changes woken horizon connect moves; do
		contenders=contenders_$workload settings=settings_$workload
		restart_with "$base_settings
${!settings}"
		for ((round = 1; round <= rounds; round++)); do
			for contender in $(in_turn "$round" $(contenders_of ${!contenders})); do
				! grep -q "^$workload"$'\t'"$contender"$'\t'"$round"$'\t' "$raw" || continue
				say "$workload, round $round of $rounds: $contender"
				"work_$workload" "$contender" >measures
				sed "s/^/$workload\t$contender\t$round\t/" measures | tee -a "$raw"	# only when all of it is there
			done
		done
	done
}

measure_workloads()
{
	local raw=$work/workloads.part

	cores=$(nproc)
	clients=$((cores * 4))
	make_unshared
	base_settings='max_wal_size = 64GB
checkpoint_timeout = 1d
max_connections = 1000'
	[ -z "$out" ] || raw=$out/workloads.part
	touch "$raw"
	run_workloads "$raw"

	say "Results"
	run "$bin/psql" -X -q -At -v ON_ERROR_STOP=1 -v cpu="$(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1)" \
		-v cores="$cores" -v rows="$rows" -v out="$work" -f src/bench/workloads.sql <"$raw"
	cat workloads.md
	if [ -n "$out" ]; then
		cp workloads.md "$out/workloads.md"
		gnuplot -e "data='$work/workloads'; out='$out'" "$root/bench/workloads.gnuplot"
		mv "$raw" "$out/workloads.tsv"
		say "Written to $out"
	fi
}
