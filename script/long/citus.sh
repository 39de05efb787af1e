# shellcheck shell=bash disable=SC2154	# debian, stage and work are set by the others
# The part of neighbours for Citus, after common.sh and debian.sh: a coordinator and two workers,
# all of which have shards.  docs/production.md has the results.
#
#	copy_citus SOURCE   copies the source into the Debian
#	try_citus           inside that Debian: builds it, starts three nodes, and tests it

# Does not copy files that were built there for another server.
copy_citus()
{
	mkdir -p "$debian/citus"
	tar -C "$1" --exclude-vcs --exclude='*.'{o,so,bc,a} --exclude=.deps --exclude=config.{status,log} \
		--exclude=Makefile.global --exclude=citus_{config,version}.h -cf - . | tar -C "$debian/citus" -xf -
}

build_citus()
{
	say "Building Citus for PostgreSQL $pg (some minutes)"
	[ "$(id -u)" != 0 ] || chown -R postgres: /citus
	[ -f /citus/Makefile.global ] || quietly run env -C /citus ./configure PG_CONFIG="$bin/pg_config"
	quietly run make -C /citus -s -j2 with_llvm=no
	quietly run make -C /citus -s with_llvm=no DESTDIR="$stage" install
}

# c STATEMENT: its result from the coordinator
c() { sql 5420 -c "$1"; }

# error STATEMENT: its error message
error() { c "$1" 2>&1 | sed -n 's/^ERROR:  //p' || true; }

# shards QUERY: the number of shards that it reads; plan QUERY: its plan
shards() { plan "$1" | sed -n 's/^ *Task Count: //p'; }
plan() { c "EXPLAIN (COSTS off) $1"; }

# everywhere STATEMENT: the number of different results from the nodes
everywhere() { c "SELECT count(DISTINCT result) FROM run_command_on_all_nodes(\$run\$$1\$run\$) WHERE success"; }

try_citus()
{
	local port settings

	pg=17
	bin=/usr/lib/postgresql/$pg/bin
	build
	build_citus
	settings="shared_preload_libraries = 'citus, wiji'
		wal_level = logical
		max_prepared_transactions = 100
		max_worker_processes = 30
		citus.local_hostname = '$work'
		citus.shard_count = 12
		citus.enable_version_checks = off	# they use pg_available_extensions, which does not see our stage
		columnar.enable_version_checks = off"
	# a server that restricts output plugins must allow the one of Citus
	[[ $(run "$bin/postgres" --describe-config) != *output_plugin_libraries* ]] ||
		settings+="
		output_plugin_libraries = 'pgoutput, citus'"
	for port in 5420 5421 5422; do
		cluster $pg $port "$settings" "node$port"
		sql $port -c 'CREATE EXTENSION citus'
	done
	say "Citus $(c "SELECT extversion FROM pg_extension WHERE extname = 'citus'"), three nodes with PostgreSQL $(c 'SHOW server_version')"
	c "SELECT citus_set_coordinator_host('$work', 5420)" >/dev/null
	c "SELECT citus_set_node_property('$work', 5420, 'shouldhaveshards', true)" >/dev/null
	for port in 5421 5422; do
		c "SELECT citus_add_node('$work', $port)" >/dev/null
	done
	c 'CREATE EXTENSION wiji'
	c 'CREATE EXTENSION wiji_partition'
	is "CREATE EXTENSION reaches the workers" 3 "$(everywhere 'SELECT wiji_generate()')"

	distribute
	load
	route
	reference_tables
	partitions
	columnar
	move_shards
}

# Customers and their orders on the same node, products on all nodes.
distribute()
{
	c 'CREATE TABLE customer (id wiji DEFAULT wiji_generate(), name text, created_at timestamptz DEFAULT clock_timestamp());
		CREATE TABLE product (id wiji PRIMARY KEY DEFAULT wiji_generate(), name text);
		CREATE TABLE orders (customer wiji NOT NULL, id wiji DEFAULT wiji_generate(), product wiji, n integer, PRIMARY KEY (customer, id))'
	c "INSERT INTO customer (name, created_at) SELECT 'customer ' || n, timestamptz '2026-01-01 00:00+00' + n * interval '1 hour' FROM generate_series(0, 999) n"
	c "INSERT INTO product (name) SELECT 'product ' || n FROM generate_series(1, 10) n"
	c 'UPDATE customer SET id = wiji_generate(created_at); ALTER TABLE customer ADD PRIMARY KEY (id)'
	c "SELECT create_reference_table('product')" >/dev/null
	c "SELECT create_distributed_table('customer', 'id')" >/dev/null
	c "SELECT create_distributed_table('orders', 'customer', colocate_with => 'customer')" >/dev/null
	c 'ALTER TABLE orders ADD FOREIGN KEY (customer) REFERENCES customer'
	c 'ALTER TABLE orders ADD FOREIGN KEY (product) REFERENCES product'
	is "IDs can be backfilled before with their timestamps" 1000 "$(c 'SELECT count(*) FROM customer WHERE wiji_timestamp(id) = created_at')"
	is "but not afterwards" 'functions used in UPDATE queries on distributed tables must not be VOLATILE' \
		"$(error 'UPDATE orders SET product = wiji_generate(now())')"
}

# COPY in both formats, INSERT … VALUES and INSERT … SELECT, at every node.
load()
{
	local port format

	for port in 5420 5421 5422; do
		seq 1000 | sed "s/^/of $port, line /" | sql_stdin $port 'COPY customer (name) FROM STDIN'
		for format in text binary; do
			sql $port -c "COPY (SELECT wiji_generate(), 'of $port, $format ' || n FROM generate_series(1, 1000) n) TO STDOUT (FORMAT $format)" |
				sql_stdin $port "COPY customer (id, name) FROM STDIN (FORMAT $format)"
		done
		sql $port -c "INSERT INTO customer (name) VALUES ('of $port'), ('of $port, too')"
		sql $port -c 'INSERT INTO orders (customer, n) SELECT id, n FROM customer, generate_series(1, 2) n'
	done
	is "COPY and INSERT on all nodes: no customer is lost, and IDs are distinct" '10006|10006' "$(c 'SELECT count(*), count(DISTINCT id) FROM customer')"
	is "the same for orders" '42024|42024' "$(c 'SELECT count(*), count(DISTINCT id) FROM orders')"
	is "all nodes see the same" 1 "$(everywhere 'SELECT (count(*), min(id), max(id)) FROM orders')"
	is "IDs of COPY ascend with its lines" 0 "$(c "SELECT count(*) FROM (SELECT id <= lag(id) OVER (ORDER BY substring(name, 'line (.*)')::integer) AS down FROM customer WHERE name LIKE 'of 5421, line %') s WHERE down")"
}

# prepared TYPE PLAN QUERY VALUE: the number of shards that a prepared statement reads
prepared()
{
	sql 5420 -c "SET plan_cache_mode = force_$2_plan" -c "PREPARE q ($1) AS $3" -c "EXPLAIN (COSTS off) EXECUTE q ($4)" 2>&1 |
		sed -nE 's/^ *Task Count: |^ERROR:  //p' || true
}

# Which queries go to one shard, and how the others read their shards.
route()
{
	local id ids day type plan condition
	local -A column=([wiji]=id [timestamptz]=created_at)

	id=$(c "SELECT id FROM customer WHERE name = 'customer 500'")
	ids=$(c "SELECT string_agg(quote_literal(id), ',') FROM (SELECT id FROM customer ORDER BY id LIMIT 2) s")
	is "a condition on an ID reads its shard" 1 "$(shards "SELECT * FROM customer WHERE id = '$id'")"
	is "so do a customer's orders, and a join of both" '1 1' "$(shards "SELECT * FROM orders WHERE customer = '$id'") $(shards "SELECT * FROM customer c JOIN orders o ON o.customer = c.id LEFT JOIN product p ON p.id = o.product WHERE c.id = '$id'")"
	is "a list of IDs reads their shards" t "$(c "SELECT $(shards "SELECT * FROM customer WHERE id IN ($ids)") BETWEEN 1 AND 2")"
	for plan in custom generic; do
		for type in wiji text varchar uuid; do
			is "a parameter of type $type, $plan plan" 1 "$(prepared $type $plan 'SELECT * FROM customer WHERE id = $1' "'$id'::wiji::$type")"
		done
	done
	is "so does a list as a parameter" t "$(c "SELECT $(prepared 'wiji[]' custom 'SELECT * FROM customer WHERE id = ANY ($1)' "ARRAY[$ids]::wiji[]") BETWEEN 1 AND 2")"
	for type in wiji timestamptz; do
		is "Citus has no generic plans for several shards, also for parameters of type $type" 'could not create distributed plan' \
			"$(prepared $type generic "SELECT * FROM customer WHERE ${column[$type]} > \$1" 'NULL')"
	done

	# a time range reads all shards, as a range of IDs in each
	day='[2026-01-02 00:00+00, 2026-01-03 00:00+00)'
	for condition in "wiji_within(id, '$day')" "id <@ '$day'" "id >= timestamptz '2026-01-02 00:00+00' AND id < timestamptz '2026-01-03 00:00+00'"; do
		is "$condition: reads all shards" 12 "$(shards "SELECT * FROM customer WHERE $condition")"
		is "through their indexes" 1 "$(plan "SELECT * FROM customer WHERE $condition" | grep -c 'Index Cond: ((id >= .*) AND (id < ')"
		is "and returns the same rows as a timestamp column" "$(c "SELECT count(*), md5(string_agg(id::text, '' ORDER BY id)) FROM customer WHERE created_at <@ '$day'::tstzrange")" \
			"$(c "SELECT count(*), md5(string_agg(id::text, '' ORDER BY id)) FROM customer WHERE $condition")"
	done
	is "so do now(), and a parameter, repeatedly" '9006|24 24 24 24 24 24 24' "$(c "SELECT count(*) FROM customer WHERE id > now() - interval '1 day'")|$(sql 5420 \
		-c 'PREPARE q (tstzrange) AS SELECT count(*) FROM customer WHERE wiji_within(id, $1)' -c "$(printf "EXECUTE q ('$day');%.0s" {1..7})" | paste -sd ' ')"
	is "a page is read from each shard in order" 1 "$(plan 'SELECT * FROM customer ORDER BY id LIMIT 10' | grep -c 'Index Scan using customer_pkey')"
	is "and is the first page overall" "$(c "SELECT string_agg(name, ' ') FROM (SELECT name FROM customer ORDER BY created_at LIMIT 10) s")" \
		"$(c "SELECT string_agg(name, ' ') FROM (SELECT name FROM customer ORDER BY id LIMIT 10) s")"
	is "min() returns the smallest ID" t "$(c "SELECT (SELECT min(id) FROM customer) = (SELECT id FROM customer WHERE name = 'customer 0')")"
}

# A reference table has the same rows on each node, unless each node evaluates a default.
reference_tables()
{
	local rows='SELECT string_agg(code::text, $$ $$ ORDER BY code) FROM product'

	is "rows of a reference table are the same on each node" 1 "$(everywhere 'SELECT string_agg(id::text, $$ $$ ORDER BY id) FROM product')"
	c 'ALTER TABLE product ADD code wiji DEFAULT wiji_generate()'
	is "a default that ALTER TABLE evaluates differs between nodes" 3 "$(everywhere "$rows")"
	c 'ALTER TABLE product DROP code'
	c 'ALTER TABLE product ADD code uuid DEFAULT gen_random_uuid()'
	is "so does gen_random_uuid()" 3 "$(everywhere "$rows")"
	c 'ALTER TABLE product DROP code'

	c 'ALTER TABLE product ADD code wiji'
	c 'ALTER TABLE product ALTER code SET DEFAULT wiji_generate()'
	c 'CREATE TABLE made AS SELECT id, wiji_generate() AS code FROM product'
	c "SELECT create_reference_table('made')" >/dev/null
	c 'UPDATE product SET code = made.code FROM made WHERE made.id = product.id'
	c 'DROP TABLE made'
	c "INSERT INTO product (name) VALUES ('new'), ('new, too')"
	is "IDs that were generated once are the same on each node" 1 "$(everywhere "$rows")"
	is "and each row has one" '12|12' "$(c 'SELECT count(*), count(DISTINCT code) FROM product')"

	c 'ALTER TABLE orders ADD parcel wiji DEFAULT wiji_generate()'
	is "a distributed table accepts the default, a new ID for each row" '42024|42024' "$(c 'SELECT count(*), count(DISTINCT parcel) FROM orders')"
}

partitions()
{
	c 'CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text) PARTITION BY RANGE (id)'
	c "SELECT create_distributed_table('event', 'id')" >/dev/null
	is "create_time_partitions rejects a wiji column" 'type of the partition column of the table event must be date, timestamp or timestamptz' \
		"$(error "SELECT create_time_partitions('event', '1 month', now() + interval '3 months')")"
	c "SELECT wiji_create_partitions('event', '2026-01-01 00:00+00', '2026-04-01 00:00+00', '1 month', 'UTC')" >/dev/null
	is "wiji_create_partitions creates distributed partitions" 3 "$(c "SELECT count(*) FROM citus_tables WHERE table_name::text LIKE 'event\_2026%'")"
	c "INSERT INTO event SELECT wiji_generate(at) FROM generate_series(timestamptz '2026-01-01 00:00+00', '2026-03-31 23:00+00', '1 hour') at"
	is "rows are where they belong" '744 672 744' "$(c 'SELECT (SELECT count(*) FROM event_20260101) || $$ $$ || (SELECT count(*) FROM event_20260201) || $$ $$ || (SELECT count(*) FROM event_20260301)')"
	is "a condition on a day reads only its partition" event_20260201 "$(plan "SELECT * FROM event WHERE wiji_within(id, '[2026-02-10 00:00+00, 2026-02-11 00:00+00)')" | sed -nE 's/.* on (event_[0-9]{8})_[0-9]+ .*/\1/p' | sort -u)"
	c "SELECT wiji_create_partitions('event', now(), now() + interval '1 month', '1 month', 'UTC')" >/dev/null
	c "SELECT wiji_drop_partitions('event', '2026-04-01 00:00+00')" >/dev/null
	is "wiji_drop_partitions drops old partitions" 0 "$(c 'SELECT count(*) FROM event')"
	c "INSERT INTO event (what) VALUES ('now')"
	is "and keeps the others" 1 "$(c "SELECT count(*) FROM event")"
}

columnar()
{
	c 'CREATE EXTENSION citus_columnar'
	c "CREATE TABLE archive (id wiji NOT NULL, name text) USING columnar"
	c "SELECT create_distributed_table('archive', 'id')" >/dev/null
	c 'INSERT INTO archive SELECT id, name FROM customer'
	is "columnar tables have the same rows" "$(c "SELECT count(*), md5(string_agg(id::text, '' ORDER BY id)) FROM customer")" \
		"$(c "SELECT count(*), md5(string_agg(id::text, '' ORDER BY id)) FROM archive")"
	is "which can be found by time" 24 "$(c "SELECT count(*) FROM archive WHERE wiji_within(id, '[2026-01-02 00:00+00, 2026-01-03 00:00+00)')")"
}

# write PORT: inserts customers with orders until the file "writing" is gone; prints the number of
# customers.  A statement that coincides with a split may fail, and is repeated.
write()
{
	local rows=0

	while [ -e writing ]; do
		sql "$1" -c "WITH new AS (INSERT INTO customer (name) SELECT 'while moving, $1' FROM generate_series(1, 10) RETURNING id)
			INSERT INTO orders (customer, n) SELECT id, n FROM new, generate_series(1, 3) n" 2>>"errors-$1" || continue
		rows=$((rows + 10))
	done
	echo $rows
}

# placements: the number of shards of orders on each node
placements() { c "SELECT string_agg(n::text, ' ' ORDER BY nodeport) FROM (SELECT nodeport, count(*) AS n FROM citus_shards WHERE table_name = 'orders'::regclass GROUP BY 1) s"; }

# Shards are moved, split and rebalanced, while all nodes write.
move_shards()
{
	local port shard middle from to written=0

	run touch writing
	for port in 5420 5421 5422; do
		write $port >"written-$port" &
	done
	is "shards are distributed evenly" '4 4 4' "$(placements)"

	# shards of one node to the next
	for shard in $(c "SELECT shardid FROM citus_shards WHERE table_name = 'customer'::regclass AND nodeport = 5421"); do
		c "SELECT citus_move_shard_placement($shard, '$work', 5421, '$work', 5422, 'force_logical')" >/dev/null
	done
	is "the shards of one node are moved to the next" '4 8' "$(placements)"

	# split a shard in the middle
	read -r shard middle <<<"$(c "SELECT shardid || ' ' || (shardminvalue::bigint + shardmaxvalue::bigint) / 2 FROM pg_dist_shard WHERE logicalrelid = 'customer'::regclass ORDER BY shardid LIMIT 1")"
	from=$(c "SELECT nodeid FROM citus_shards s JOIN pg_dist_node n USING (nodename, nodeport) WHERE shardid = $shard")
	to=$(c "SELECT nodeid FROM pg_dist_node WHERE nodeport = 5421")
	c "SELECT citus_split_shard_by_split_points($shard, ARRAY['$middle'], ARRAY[$from, $to], 'force_logical')" >/dev/null
	is "a shard is split between two nodes" 13 "$(c "SELECT count(*) FROM citus_shards WHERE table_name = 'orders'::regclass")"

	c "SELECT citus_rebalance_start(shard_transfer_mode => 'force_logical')" >/dev/null
	c 'SELECT citus_rebalance_wait()'
	is "shards are distributed evenly again" t "$(c "SELECT max(n) - min(n) <= 1 FROM (SELECT count(*) AS n FROM citus_shards WHERE table_name = 'orders'::regclass GROUP BY nodeport) s")"

	run rm writing
	wait
	for port in 5420 5421 5422; do
		written=$((written + $(cat "written-$port")))
	done
	is "no customer is lost, and IDs are distinct" "$((10006 + written))|$((10006 + written))" "$(c 'SELECT count(*), count(DISTINCT id) FROM customer')"
	is "the same for orders, after moving" "$((42024 + 3 * written))|$((42024 + 3 * written))" "$(c 'SELECT count(*), count(DISTINCT id) FROM orders')"
	is "orders are with their customers" 0 "$(c 'SELECT count(*) FROM orders o WHERE NOT EXISTS (SELECT FROM customer c WHERE c.id = o.customer)')"
	is "errors are only about shards that were removed" '' "$(cat errors-* | grep '^ERROR' | grep -v 'could not find valid entry for shard' || true)"
	is "each node wrote" 3 "$(c "SELECT count(DISTINCT name) FROM customer WHERE name LIKE 'while moving, %'")"
	is "a condition on an ID still reads its shard" 1 "$(shards "SELECT * FROM customer WHERE id = '$(c 'SELECT max(id) FROM customer')'")"
}
