-- Order, indexes, joins, sorting and hashing: what is the same for each type.
\set ECHO none
\getenv tree WIJI_TREE
\set order :tree/test/types/order.sql
\set order_end :tree/test/types/order_end.sql
\i :order
SET timezone = 'UTC';
-- IDs of many times, by type, in the order of their bytes
CREATE TABLE ordered AS SELECT type, (answer ->> 'bytes')::bytea AS bytes, NULL::bigint AS n FROM each_type($$
	SELECT DISTINCT id::bytea AS bytes
	FROM generate_series(timestamptz '2026-11-21 09:59:57', '2026-11-21 10:00:01', '333 ms') at,
	     LATERAL (VALUES (TYPE_lower(at)), (TYPE_upper(at)), (TYPE_within_lower('(,)')), (TYPE_within_upper('(,)'))) v (id)$$);
UPDATE ordered o SET n = s.n FROM (SELECT type, bytes, row_number() OVER (PARTITION BY type ORDER BY bytes) AS n FROM ordered) s
WHERE (s.type, s.bytes) = (o.type, o.bytes);
\set ECHO all
SELECT count(*) > 0 AS there_are_some, bool_and(n > 10) AS with_ids FROM (SELECT count(*) AS n FROM ordered GROUP BY type) s;

-- The operators agree with the order of the bytes for each pair.
SELECT type, w.* FROM (SELECT type, array_agg(bytes ORDER BY n) AS bytes FROM ordered GROUP BY type) o,
       wrong_pairs(type, bytes) w;
SELECT * FROM each_type($$
	WITH ids AS (SELECT n, bytes::TYPE AS id FROM ordered WHERE type = 'TYPE' UNION ALL SELECT NULL, NULL)
	SELECT up, down, min, max FROM (SELECT array_agg(n ORDER BY id) AS up, array_agg(n ORDER BY id DESC) AS down,
	                                       min(id), max(id) FROM ids) s
	WHERE (up, down, min::text, max::text) IS DISTINCT FROM (array(SELECT n FROM ids ORDER BY n), array(SELECT n FROM ids ORDER BY n DESC),
	      TYPE_within_lower('(,)')::text, TYPE_within_upper('(,)')::text)$$);
SELECT * FROM each_type('SELECT min, max FROM (SELECT min(id), max(id) FROM (SELECT NULL::TYPE AS id) s) s
	WHERE min IS NOT NULL OR max IS NOT NULL');

-- Indexes, joins, grouping, parallel aggregation: with some settings the plan has what is expected,
-- and with any plan the answer is the same.
\set ECHO none
CREATE FUNCTION same_answer(type text, settings text[], expected text, query text, OUT planned boolean,
	OUT same boolean)
LANGUAGE plpgsql AS $$
DECLARE
	setting text;
	other record;
	answer record;
BEGIN
	query := replace(query, 'TYPE', type);
	EXECUTE query INTO other;
	FOREACH setting IN ARRAY settings LOOP
		EXECUTE 'SET ' || setting;
	END LOOP;
	planned := EXISTS (SELECT FROM plan(query) line WHERE line ~ expected);
	EXECUTE query INTO answer;
	same := answer = other;
	RESET ALL;
END $$;
CREATE FUNCTION make_ids(type text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('
		CREATE TABLE %1$s_ids AS SELECT %1$s_lower(timestamptz ''2026-11-21 00:00+00'' + n * interval ''1 s'') AS id, n
		FROM generate_series(1, 10000) n;
		CREATE INDEX %1$s_btree ON %1$s_ids (id);
		CREATE TABLE %1$s_log AS SELECT * FROM %1$s_ids;
		CREATE INDEX %1$s_hash ON %1$s_log USING hash (id);
		CREATE INDEX %1$s_brin ON %1$s_log USING brin (id) WITH (pages_per_range = 4);
		ANALYZE %1$s_ids, %1$s_log', type);
END $$;
\set ECHO all
SELECT count(make_ids(type)) > 0 AS there_are_some FROM id_types;
\set ECHO none
SELECT type, expected, query, planned, same
FROM (VALUES
	(1, '{enable_seqscan=off,enable_bitmapscan=off,enable_sort=off}'::text[], 'Index (Only )?Scan using \w+_btree',
	 'SELECT array_agg(n) FROM (SELECT n FROM TYPE_ids ORDER BY id) s'),
	(2, '{enable_seqscan=off,enable_bitmapscan=off}', 'Index Cond: \(id = ',
	 $$SELECT n FROM TYPE_ids WHERE id = TYPE_lower('2026-11-21 00:10+00')$$),
	(3, '{enable_seqscan=off,enable_bitmapscan=off}', 'Index Cond: \(id = ANY',
	 $$SELECT sum(n) FROM TYPE_ids WHERE id IN (TYPE_lower('2026-11-21 00:10+00'), TYPE_lower('2026-11-21 00:20+00'))$$),
	(4, '{enable_seqscan=off}', 'Index Only Scan Backward', 'SELECT max(id) FROM TYPE_ids'),
	(5, '{enable_seqscan=off,enable_indexscan=off}', 'Bitmap Index Scan on \w+_brin',
	 $$SELECT sum(n) FROM TYPE_log WHERE id < TYPE_lower('2026-11-21 00:10+00')$$),
	(6, '{enable_seqscan=off,enable_bitmapscan=off}', 'Index Scan using \w+_hash',
	 $$SELECT n FROM TYPE_log WHERE id = TYPE_lower('2026-11-21 00:10+00')$$),
	(7, '{enable_nestloop=off,enable_hashjoin=off}', 'Merge Join',
	 'SELECT count(*) FROM TYPE_ids JOIN TYPE_log USING (id)'),
	(8, '{enable_nestloop=off,enable_mergejoin=off}', 'Hash Join',
	 'SELECT count(*) FROM TYPE_ids JOIN TYPE_log USING (id)'),
	(9, '{enable_hashagg=off}', 'Group', 'SELECT count(*) FROM (SELECT id FROM TYPE_log GROUP BY id) s'),
	(10, '{enable_sort=off,enable_indexscan=off,enable_indexonlyscan=off}', 'HashAggregate',
	 'SELECT count(*) FROM (SELECT id FROM TYPE_log GROUP BY id) s'),
	(11, '{parallel_setup_cost=0,parallel_tuple_cost=0,min_parallel_table_scan_size=0,enable_indexonlyscan=off,
	      enable_indexscan=off,enable_bitmapscan=off}', 'Partial Aggregate', 'SELECT min(id), max(id) FROM TYPE_log')
) AS v (i, settings, expected, query), id_types,
same_answer(type, settings, expected, query) WHERE NOT (planned AND same) ORDER BY type, i;
SELECT format('DROP TABLE %1$s_ids, %1$s_log', type) FROM id_types \gexec
\set ECHO all

-- With seed 0 the extended hash agrees with the plain one in its low 32 bits; another seed gives
-- another hash.
SELECT * FROM each_type($$
	SELECT bytes::TYPE AS id FROM ordered
	WHERE type = 'TYPE' AND (TYPE_hash_extended(bytes::TYPE, 0) & 4294967295 <> TYPE_hash(bytes::TYPE)::bigint & 4294967295
	                         OR TYPE_hash_extended(bytes::TYPE, 1) = TYPE_hash_extended(bytes::TYPE, 0))$$);
DROP TABLE ordered;
DROP FUNCTION same_answer, make_ids;
\set ECHO none
\i :order_end
\set ECHO all
