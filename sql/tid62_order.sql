-- Ids compare byte by byte: time first, then random bits.
CREATE FUNCTION pg_temp.make(seconds bigint, random text) RETURNS tid62 LANGUAGE SQL IMMUTABLE
RETURN decode(lpad(to_hex(seconds), 8, '0') || random, 'hex')::tid62;
CREATE TEMP TABLE t (n integer, id tid62);
INSERT INTO t VALUES
	(1, pg_temp.make(1, '0000000000000000')),
	(2, pg_temp.make(1, '0000000000000001')),
	(3, pg_temp.make(1, '00000000ffffffff')),
	(4, pg_temp.make(1, '0000000100000000')),
	(5, pg_temp.make(1, 'ffffffffffffffff')),
	(6, pg_temp.make(2, '0000000000000000')),
	(7, pg_temp.make(256, '0000000000000000')),
	(8, pg_temp.make(2147483648, '0000000000000000'));

-- All operators agree with the order of n, for every pair.
SELECT count(*) AS pairs,
       bool_and((a.id < b.id) = (a.n < b.n)) AS "<",
       bool_and((a.id <= b.id) = (a.n <= b.n)) AS "<=",
       bool_and((a.id = b.id) = (a.n = b.n)) AS "=",
       bool_and((a.id >= b.id) = (a.n >= b.n)) AS ">=",
       bool_and((a.id > b.id) = (a.n > b.n)) AS ">",
       bool_and((a.id <> b.id) = (a.n <> b.n)) AS "<>",
       bool_and(tid62_cmp(a.id, b.id) = sign(a.n - b.n)) AS tid62_cmp
FROM t a, t b;

SELECT array_agg(n ORDER BY id) AS up, array_agg(n ORDER BY id DESC) AS down FROM t;
SELECT min(id), max(id) FROM t;
SELECT min(id), max(id) FROM t WHERE false;
SELECT min(id) IS NOT DISTINCT FROM pg_temp.make(1, '0000000000000000') AS nulls_do_not_count
FROM (SELECT id FROM t UNION ALL SELECT NULL) AS with_null (id);

-- A sort of a hundred thousand ids, by key and by id: of few seconds, of one second, and of ids
-- whose first 8 bytes tie.
CREATE TEMP TABLE many AS
SELECT pg_temp.make(i / 1000, md5(i::text)::char(16)) AS id, 'few seconds' AS kind FROM generate_series(1, 100000) i
UNION ALL
SELECT pg_temp.make(7, md5(i::text)::char(16)), 'one second' FROM generate_series(1, 100000) i
UNION ALL
SELECT pg_temp.make(7, '00000000' || md5(i::text)::char(8)), 'ties' FROM generate_series(1, 100000) i;
SELECT kind, count(*), count(*) FILTER (WHERE id < before) AS steps_down,
       count(*) FILTER (WHERE id::bytea < before::bytea) AS by_bytes
FROM (SELECT kind, id, lag(id) OVER (PARTITION BY kind ORDER BY id) AS before FROM many) s GROUP BY kind ORDER BY kind;

-- An index gives the order, finds one id, a list and a range, and knows the ends.
CREATE TEMP TABLE few (id tid62 PRIMARY KEY, n integer);
INSERT INTO few SELECT pg_temp.make(i, '0123456789abcdef'), i FROM generate_series(1, 10000) i;
ANALYZE few;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
EXPLAIN (COSTS off) SELECT * FROM few ORDER BY id;
EXPLAIN (COSTS off) SELECT * FROM few WHERE id = '04XVaYIDfO3SmYAds';
EXPLAIN (COSTS off) SELECT * FROM few WHERE id = ANY ('{00000000000000000,00000000000000001}');
SELECT min(n), max(n), count(*) FROM few
WHERE id >= tid62_lower('2020-01-01 00:10:00+00') AND id <= tid62_upper('2020-01-01 00:19:59+00');
SELECT plan FROM plan('SELECT max(id) FROM few') WHERE plan ~ 'Scan';
SELECT min(id) = pg_temp.make(1, '0123456789abcdef') AS min, max(id) = pg_temp.make(10000, '0123456789abcdef') AS max
FROM few;
RESET enable_seqscan;
RESET enable_bitmapscan;

-- Equal ids have equal bytes, so a btree keeps duplicates once.
CREATE TEMP TABLE repeated AS SELECT id FROM few, generate_series(1, 50) WHERE n <= 1000;
CREATE INDEX repeated_once ON repeated (id);
CREATE INDEX repeated_each ON repeated (id) WITH (deduplicate_items = off);
SELECT pg_relation_size('repeated_once') < pg_relation_size('repeated_each') / 2 AS small;

-- BRIN: a range of ids for each range of blocks.
CREATE TEMP TABLE log AS SELECT pg_temp.make(i, '0123456789abcdef') AS id, repeat('x', 100) AS what
FROM generate_series(1, 20000) i;
CREATE INDEX log_id ON log USING brin (id) WITH (pages_per_range = 8);
SET enable_seqscan = off;
EXPLAIN (COSTS off) SELECT count(*) FROM log WHERE tid62_within(id, '[2020-01-01 01:00:00+00,2020-01-01 01:00:10+00)');
SELECT count(*) FROM log WHERE tid62_within(id, '[2020-01-01 01:00:00+00,2020-01-01 01:00:10+00)');
RESET enable_seqscan;

-- Merge and hash join, grouping both ways.
CREATE TEMP TABLE again AS SELECT * FROM few;
ANALYZE again;
SET enable_nestloop = off;
SET enable_hashjoin = off;
SELECT plan FROM plan('SELECT count(*) FROM few JOIN again USING (id)') WHERE plan ~ 'Join';
SELECT count(*) FROM few JOIN again USING (id);
RESET enable_hashjoin;
SET enable_mergejoin = off;
SELECT plan FROM plan('SELECT count(*) FROM few JOIN again USING (id)') WHERE plan ~ 'Join';
SELECT count(*) FROM few JOIN again USING (id);
RESET enable_mergejoin;
RESET enable_nestloop;

-- min and max combine across parallel workers.
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 2;
CREATE TABLE shared (id tid62, n integer);
INSERT INTO shared SELECT * FROM few;
EXPLAIN (COSTS off) SELECT min(id), max(id) FROM shared;
SELECT min(id) = pg_temp.make(1, '0123456789abcdef') AS min, max(id) = pg_temp.make(10000, '0123456789abcdef') AS max
FROM shared;

-- A parallel query's ids come from the leader.
EXPLAIN (COSTS off, VERBOSE) SELECT n, tid62_generate() FROM shared WHERE n % 2 = 0;
DROP TABLE shared;
RESET ALL;

-- Comparisons are leakproof: row-level security does not keep them from the index.
CREATE TABLE secret (id tid62 PRIMARY KEY, owner name DEFAULT current_user);
INSERT INTO secret SELECT tid62_generate() FROM generate_series(1, 1000);
ANALYZE secret;
ALTER TABLE secret ENABLE ROW LEVEL SECURITY;
ALTER TABLE secret FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON secret USING (owner = current_user);
SET client_min_messages = warning;
DROP ROLE IF EXISTS regress_tid62_reader; -- of a run that was ended
RESET client_min_messages;
CREATE ROLE regress_tid62_reader;
GRANT SELECT ON secret TO regress_tid62_reader;
SET ROLE regress_tid62_reader;
SELECT plan FROM plan($$SELECT * FROM secret WHERE id = '04XVaYIDfO3SmYAds'$$) WHERE plan ~ 'Scan|Index Cond';
RESET ROLE;
DROP TABLE secret;
DROP ROLE regress_tid62_reader;
