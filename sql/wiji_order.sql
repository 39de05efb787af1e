-- IDs compare byte by byte: time first, then sequence, then random bits.
\set ECHO none
CREATE TEMP TABLE t (n integer, id wiji);
INSERT INTO t VALUES
	(1, wiji_make(1, 0, 0)),
	(2, wiji_make(1, 0, 1)),
	(3, wiji_make(1, 1, 0)),
	(4, wiji_make(1, 255, 4503599627370495)),
	(5, wiji_make(1, 256, 0)),
	(6, wiji_make(2, 0, 0)),
	(7, wiji_make(256, 0, 0)),
	(8, wiji_make(36028797018963968, 0, 0));
\set ECHO all

-- All operators agree with the order of n, for every pair.
SELECT count(*) AS pairs,
       bool_and((a.id < b.id) = (a.n < b.n)) AS "<",
       bool_and((a.id <= b.id) = (a.n <= b.n)) AS "<=",
       bool_and((a.id = b.id) = (a.n = b.n)) AS "=",
       bool_and((a.id >= b.id) = (a.n >= b.n)) AS ">=",
       bool_and((a.id > b.id) = (a.n > b.n)) AS ">",
       bool_and((a.id <> b.id) = (a.n <> b.n)) AS "<>",
       bool_and(wiji_cmp(a.id, b.id) = sign(a.n - b.n)) AS wiji_cmp
FROM t a, t b;

SELECT array_agg(n ORDER BY id) AS up, array_agg(n ORDER BY id DESC) AS down FROM t;
SELECT min(id), max(id), min(id) FILTER (WHERE false) IS NULL AS of_none,
       (SELECT min(id) FROM (SELECT id FROM t UNION ALL SELECT NULL) n) = min(id) AS nulls_do_not_count FROM t;

-- The form of the text does not matter.
SELECT wiji '000S94VR000002M6NWVVR14D2G' = wiji 'ooos94vrooooo2m6nwvurl4d2g' AS base32,
       wiji '000S94VR000002M6NWVVR14D2G' = wiji '0006524D-E000-0000-2A1A-BCDEF0123450' AS uuid,
       wiji '000S94VR000002M6NWVVR14D2G' = wiji '0006524de00000002a1abcdef0123450' AS hex;

-- An index gives the order, and finds one ID, a list, a range, and the ends.
CREATE TEMP TABLE many (id wiji PRIMARY KEY, n integer);
INSERT INTO many SELECT wiji_make(i * 1000, i % 7, i), i FROM generate_series(1, 10000) i;
ANALYZE many;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT plan FROM plan('SELECT * FROM many ORDER BY id');
SELECT conditions('SELECT * FROM many WHERE ' || condition) FROM unnest(ARRAY[$$id = '000000F8ZZZ000040000000000'$$,
	$$id = ANY ('{00000000000000040000000000,00000000000000040000000001}')$$,
	$$id >= wiji_lower('1970-01-01 00:00:01+00') AND id < wiji_lower('1970-01-01 00:00:02+00')$$]) condition;
SELECT min(n), max(n), count(*) FROM many
WHERE id >= wiji_lower('1970-01-01 00:00:01+00') AND id < wiji_lower('1970-01-01 00:00:02+00');
SELECT substring(plan, 'Index.*') AS plan, wiji_timestamp_us(min(id)), wiji_timestamp_us(max(id))
FROM many, plan('SELECT max(id) FROM many') plan WHERE plan ~ 'Scan' GROUP BY plan;
RESET enable_seqscan;
RESET enable_bitmapscan;

-- Merge and hash join, grouping both ways.
CREATE TEMP TABLE again AS SELECT * FROM many;
ANALYZE again;
CREATE FUNCTION pg_temp.way(query text) RETURNS text LANGUAGE sql AS
$$SELECT string_agg(substring(plan, '\w.*'), ' ') FROM plan(query) plan WHERE plan ~ 'Join|Group$|HashAggregate$'$$;
SET enable_nestloop = off;
SET enable_hashjoin = off;
SELECT pg_temp.way('SELECT count(*) FROM many JOIN again USING (id)'), count(*) FROM many JOIN again USING (id);
RESET enable_hashjoin;
SET enable_mergejoin = off;
SELECT pg_temp.way('SELECT count(*) FROM many JOIN again USING (id)'), count(*) FROM many JOIN again USING (id);
RESET enable_mergejoin;
RESET enable_nestloop;
SET enable_hashagg = off;
SELECT pg_temp.way('SELECT id FROM many GROUP BY id'), count(*) FROM (SELECT id FROM many UNION SELECT id FROM many) u;
RESET enable_hashagg;
SET enable_sort = off;
SET enable_indexscan = off;
SET enable_indexonlyscan = off;
SELECT pg_temp.way('SELECT id FROM many GROUP BY id'), count(*) FROM (SELECT id FROM many UNION SELECT id FROM many) u;
RESET enable_indexonlyscan;
RESET enable_indexscan;
RESET enable_sort;

-- min and max combine across parallel workers.
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 2;
SET enable_indexscan = off;
SET enable_indexonlyscan = off;
CREATE TABLE shared (id wiji, n integer);
INSERT INTO shared SELECT * FROM many;
SELECT plan FROM plan('SELECT min(id), max(id) FROM shared') plan WHERE plan ~ 'Partial|Finalize';
SELECT (min(id), max(id)) = (wiji_make(1000, 1, 1), wiji_make(10000000, 4, 10000)) AS right FROM shared;
DROP TABLE shared;
RESET ALL;
