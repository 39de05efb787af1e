-- The leader generates a parallel query's IDs: one generator, in order.
CREATE TABLE t AS SELECT n FROM generate_series(1, 100000) n;
ANALYZE t;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 2;

-- The scan is parallel, and IDs are generated above the Gather.
EXPLAIN (COSTS off, VERBOSE) SELECT n, wiji_generate() FROM t WHERE n % 2 = 0;
SELECT wiji_random(wiji_generate()) AS leader \gset
SELECT plan
FROM plan('SELECT row_number() OVER () AS row, id
	FROM (SELECT wiji_generate() AS id FROM t WHERE n % 2 = 0 OFFSET 0) s')
WHERE plan ~ 'Parallel|Gather';
CREATE TEMP TABLE made AS SELECT row_number() OVER () AS row, id
FROM (SELECT wiji_generate() AS id FROM t WHERE n % 2 = 0 OFFSET 0) s;
SELECT count(*), count(DISTINCT id), bool_and(wiji_random(id) = :leader) AS by_the_leader FROM made;
SELECT count(*) AS steps_down FROM (SELECT id <= lag(id) OVER (ORDER BY row) AS down FROM made) s WHERE down;

-- The same is true of the other functions that generate IDs.
SELECT plan
FROM plan('SELECT wiji_text(), wiji_uuid(), wiji_hex(), wiji_binary(), wiji_generate(now()) FROM t WHERE n % 2 = 0')
WHERE plan ~ 'Parallel|Gather';

-- Workers read and compare IDs.
CREATE TABLE ids AS SELECT wiji_make(n, 0, 0) AS id FROM generate_series(1, 100000) n;
ANALYZE ids;
EXPLAIN (COSTS off) SELECT count(*) FROM ids
WHERE id > wiji_make(500, 0, 0) AND wiji_timestamp_us(id) % 2 = 0 AND wiji_text(id) LIKE '0%';
-- A session's first ID may be generated while workers run.
\c
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 2;
SELECT count(DISTINCT id) FROM (SELECT wiji_generate() AS id FROM t WHERE n % 2 = 0 OFFSET 0) s;
DROP TABLE t, ids;
