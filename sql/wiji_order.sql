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
DROP TABLE t;

-- Sorting with abbreviated keys gives the order of the bytes, for any IDs.  The rows of each kind are
-- shuffled; sorted as IDs, they have the order of bytea.
\set ECHO none
CREATE TEMP TABLE t AS
SELECT 'a bulk load, 40 IDs a microsecond' AS kind, wiji_make(1795228678335935 + i / 40, i % 40, 13754316177915) AS id
FROM generate_series(1, 30000) i
UNION ALL
SELECT 'one microsecond, as for a date', wiji_make(1795228678335935, i % 65536, i::bigint * 7919)
FROM generate_series(1, 100000) i
UNION ALL
SELECT 'few IDs, many times', wiji_make(1795228678335935 + i % 7, 0, 1) FROM generate_series(1, 30000) i
UNION ALL
SELECT 'a foreign key, 20 rows each', wiji_make(1795228678335935 + i / 20, 0, 13754316177915)
FROM generate_series(1, 30000) i
UNION ALL
SELECT 'around September 2112, where keys end', wiji_make(4503599627370496 + (i % 200) - 100, i % 5000, i)
FROM generate_series(1, 30000) i
UNION ALL
SELECT 'sequences around 4095, where they are capped', wiji_make(i % 100, 4000 + i % 200, i)
FROM generate_series(1, 30000) i
UNION ALL
SELECT 'from 1970 to 4253',
       wiji_make((hashint8extended(i, 1) & 72057594037927935), (hashint8extended(i, 2) & 65535)::integer,
                 hashint8extended(i, 3) & 4503599627370495) FROM generate_series(1, 30000) i;
\set ECHO all

SET work_mem = '64MB';
SELECT kind, count(*) AS ids, bool_and(id >= before) AS ascend, bool_and(id::bytea >= before::bytea) AS bytes_ascend
FROM (SELECT kind, id, lag(id) OVER (PARTITION BY kind ORDER BY id) AS before
      FROM (SELECT * FROM t
            ORDER BY hashint8extended(wiji_random(id), wiji_timestamp_us(id) + wiji_sequence(id))) shuffled) sorted
GROUP BY kind ORDER BY kind;

-- A descending sort of each kind by itself, so that each is judged by its own keys.
SET enable_hashagg = off;
SELECT bool_and(ordered = by_bytes) AS same
FROM (SELECT DISTINCT kind FROM t) k,
     LATERAL (SELECT array_agg(id::uuid) AS ordered FROM (SELECT id FROM t WHERE t.kind = k.kind ORDER BY id DESC) s) a,
     LATERAL (SELECT array_agg(u) AS by_bytes
              FROM (SELECT id::uuid AS u FROM t WHERE t.kind = k.kind ORDER BY id::bytea DESC) s) b;

-- On disk, too.
SET work_mem = '64kB';
SELECT bool_and(id >= before) AS ascend
FROM (SELECT id, lag(id) OVER (ORDER BY id) AS before FROM (SELECT id FROM t ORDER BY wiji_hash(id)) shuffled) sorted;

-- NULLS FIRST and NULLS LAST.
SELECT id FROM (VALUES (wiji_make(2, 0, 0)), (NULL), (wiji_make(1, 0, 0))) AS v (id) ORDER BY id NULLS FIRST;
