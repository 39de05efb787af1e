-- Before PostgreSQL 17, and without preloading, sessions share no memory: then this has to be said
-- (test/t/005_uid60_sessions.pl).
SET uid60.allow_duplicates = on;

-- A hundred thousand ids from one session: none twice, no step down.
BEGIN;
CREATE TEMP TABLE t (n bigint GENERATED ALWAYS AS IDENTITY, id uid60 DEFAULT uid60_generate());
INSERT INTO t SELECT FROM generate_series(1, 100000);
SELECT count(*), count(DISTINCT id) AS different, count(DISTINCT (uid60_timestamp(id), uid60_sequence(id))) AS slots
FROM t;
SELECT count(*) AS steps_down FROM (SELECT id <= lag(id) OVER (ORDER BY n) AS down FROM t) s WHERE down;

-- Their times are the clock's, not the transaction's.
SELECT min(uid60_timestamp(id)) >= date_trunc('milliseconds', now()) AS begun,
       max(uid60_timestamp(id)) <= clock_timestamp() AS ended,
       min(uid60_timestamp(id)) < max(uid60_timestamp(id)) AS moving FROM t;
COMMIT;

-- The sequence counts up to 511 in a millisecond.  The next one goes on after it, in the lower
-- half: it has 256 at least.
SELECT count(*) FILTER (WHERE after = before AND sequence <> last + 1) AS gaps,
       count(*) FILTER (WHERE after > before AND sequence <> (last + 1) % 256) AS other_beginnings,
       count(*) FILTER (WHERE after < before) AS steps_back
FROM (SELECT uid60_timestamp(id) AS after, uid60_sequence(id) AS sequence,
             uid60_timestamp(lag(id) OVER w) AS before, uid60_sequence(lag(id) OVER w) AS last
      FROM t WINDOW w AS (ORDER BY n)) s;

-- All nine random bits are, of each id.
SELECT bit_or(uid60_random(id)) AS ones, bit_and(uid60_random(id)) AS zeros,
       count(DISTINCT uid60_random(id)) AS different FROM t;

-- A call for each row: it is VOLATILE.
SELECT count(DISTINCT id) FROM (SELECT uid60_generate() AS id FROM generate_series(1, 10)) s;

-- A parallel query's ids come from the leader, in order.
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 2;
CREATE TABLE p AS SELECT n FROM generate_series(1, 10000) n;
ANALYZE p;
EXPLAIN (COSTS off, VERBOSE) SELECT n, uid60_generate() FROM p WHERE n % 2 = 0;
DROP TABLE p;

-- A table whose key it is.
CREATE TABLE orders (id uid60 PRIMARY KEY DEFAULT uid60_generate(), item text);
INSERT INTO orders (item) VALUES ('first'), ('second'), ('third');
SELECT item FROM orders ORDER BY id;
DROP TABLE orders;

-- There is no id for a given moment: 9 random bits would not tell apart ids that were made for the
-- same one.
SELECT f.code FROM failure('SELECT uid60_generate(now())') f;

-- The settings.  A number of the server is for who may set it for all its sessions
-- (test/t/014_uid60_servers.pl).
SELECT name, setting, min_val, max_val, context, short_desc FROM pg_settings WHERE name LIKE 'uid60.%'
ORDER BY name COLLATE "C";
SELECT f.code, f.message, f.detail
FROM (VALUES (1, 'uid60.server = 512'), (2, 'uid60.server = -2')) AS v (n, setting),
	failure('SET ' || setting) f ORDER BY n;
CREATE ROLE ordinary;
SET ROLE ordinary;
SELECT f.code, f.message FROM failure('SET uid60.server = 1') f;
RESET ROLE;
DROP ROLE ordinary;

-- The prefix is not reserved: an application may have settings of its own there, and a function
-- that has one works before an ID is generated and afterwards.
CREATE FUNCTION with_setting() RETURNS text SET uid60.typo = 'x' RETURN current_setting('uid60.typo');
\c
SELECT with_setting();
SET uid60.allow_duplicates = on;
SELECT uid60_generate() IS NOT NULL AS generated;
SELECT with_setting();
DROP FUNCTION with_setting;
