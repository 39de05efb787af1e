-- BRIN: a table that grows by time needs only a tiny index.
CREATE TABLE t (id wiji, n integer) WITH (autovacuum_enabled = off);
INSERT INTO t SELECT wiji_make(i::bigint * 1000000, 0, i), i FROM generate_series(1, 50000) i;
CREATE INDEX t_minmax ON t USING brin (id) WITH (pages_per_range = 8);
SET enable_seqscan = off;
SELECT conditions($$SELECT n FROM t WHERE wiji_within(id, '[1970-01-01 03:00+00, 1970-01-01 03:01+00)')$$)
       ~ 'Index' AS by_index,
       count(*), min(n), max(n) FROM t WHERE wiji_within(id, '[1970-01-01 03:00+00, 1970-01-01 03:01+00)');
SELECT pg_relation_size('t_minmax') < 50000 AS tiny FROM pg_class WHERE relname = 't';

-- Every operator finds what a sequential scan finds, for any ID, after updates and new summaries.
UPDATE t SET id = wiji_make(n::bigint * 777, 9, n) WHERE n % 100 = 0;
SELECT brin_summarize_new_values('t_minmax') \g /dev/null
\set ECHO none
CREATE FUNCTION pg_temp.same(index_class text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
	op text;
	probe wiji;
	with_index bigint;
	without bigint;
BEGIN
	FOR op, probe IN SELECT o, id
	FROM unnest('{<,<=,=,>=,>}'::text[]) o,
	     (SELECT id FROM t WHERE n IN (1, 100, 25000, 49999) UNION ALL
	      VALUES (wiji '00000000000000040000000000'), ('7ZZZZZZZZZZZZZY7ZZZZZZZZZZ')) p LOOP
		CONTINUE WHEN index_class = 'bloom' AND op <> '=';
		SET LOCAL enable_seqscan = off;
		SET LOCAL enable_bitmapscan = on;
		EXECUTE format('SELECT count(*) FROM t WHERE id %s %L', op, probe) INTO with_index;
		SET LOCAL enable_seqscan = on;
		SET LOCAL enable_bitmapscan = off;
		EXECUTE format('SELECT count(*) FROM t WHERE id %s %L', op, probe) INTO without;
		IF with_index <> without THEN
			RAISE EXCEPTION 'id % %: % with, % without', op, probe, with_index, without;
		END IF;
	END LOOP;
	RETURN true;
END $$;
\set ECHO all
SELECT pg_temp.same('minmax');
DROP INDEX t_minmax;

-- minmax-multi keeps several ranges for a range of blocks, so rows that are out of order cost
-- little.
CREATE INDEX t_multi ON t USING brin (id wiji_minmax_multi_ops) WITH (pages_per_range = 8);
SELECT conditions($$SELECT n FROM t WHERE wiji_within(id, '[1970-01-01 03:00+00, 1970-01-01 03:01+00)')$$)
       ~ 'Index' AS by_index;
SELECT pg_temp.same('multi');
INSERT INTO t SELECT wiji_make(i::bigint * 3, 65535, 4503599627370495), i FROM generate_series(1, 5000) i;
SELECT brin_summarize_new_values('t_multi') \g /dev/null
SELECT pg_temp.same('multi after inserts');
DROP INDEX t_multi;
-- with fewer values than there are, ranges are merged where the distance is least
CREATE INDEX t_multi ON t USING brin (id wiji_minmax_multi_ops (values_per_range = 8)) WITH (pages_per_range = 2);
SELECT pg_temp.same('multi merged');
DROP INDEX t_multi;

-- bloom finds single IDs anywhere.
CREATE INDEX t_bloom ON t USING brin (id wiji_bloom_ops) WITH (pages_per_range = 8);
SELECT conditions('SELECT n FROM t WHERE id = wiji_make(20001000000, 0, 20001)'), n
FROM t WHERE id = wiji_make(20001000000, 0, 20001);
SELECT pg_temp.same('bloom');
DROP TABLE t;

-- A column of a domain is indexed like a wiji, although the server's minmax classes search for
-- operators of exactly the column's type.
CREATE DOMAIN order_id AS wiji;
CREATE TABLE t (id order_id);
CREATE INDEX ON t USING brin ((id::wiji));
INSERT INTO t SELECT wiji_make(i, 0, i) FROM generate_series(1, 1000) i;
SELECT conditions($$SELECT * FROM t WHERE wiji_within(id, '[1970-01-01 00:00:00+00, 1970-01-01 00:00:00.0005+00)')$$)
       ~ 'Index' AS by_index,
       count(*) FROM t WHERE wiji_within(id, '[1970-01-01 00:00:00+00, 1970-01-01 00:00:00.0005+00)');
DROP TABLE t;
DROP DOMAIN order_id;
RESET enable_seqscan;
