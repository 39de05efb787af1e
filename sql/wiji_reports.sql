-- The phrasings of docs/guide.md: the index that each uses, and the same answer from both.
CREATE TABLE orders (id wiji PRIMARY KEY, customer int, amount numeric);
INSERT INTO orders
SELECT wiji_generate(timestamptz '2026-11-01 00:00+00' + n * interval '1 min'), n % 10, n
FROM generate_series(0, 43199) n;
CREATE VIEW orders_report AS SELECT wiji_timestamp(id) AS created_at, * FROM orders;
CREATE INDEX orders_time ON orders USING brin (wiji_timestamp(id)) WITH (pages_per_range = 4);
VACUUM ANALYZE orders;
SET timezone = 'UTC';

\set ECHO none
-- How a statement finds its rows, and its answer.
CREATE FUNCTION way(statement text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	RETURN coalesce(string_agg(DISTINCT substring(p FROM 'Index.* (orders_pkey|orders_time)'), ', '), 'the table')
	FROM plan(statement) p;
EXCEPTION WHEN OTHERS THEN
	RETURN SQLSTATE || ': ' || SQLERRM;
END $$;
CREATE FUNCTION answer(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	row record;
	answer text;
BEGIN
	FOR row IN EXECUTE statement LOOP
		answer := concat_ws(',', answer, row::text);
	END LOOP;
	RETURN answer;
END $$;
CREATE FUNCTION grafana(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	macro text[];
BEGIN
	FOREACH macro SLICE 1 IN ARRAY ARRAY[
		['Filter\(([^)]*)', '\1 BETWEEN ''2026-11-20T00:00:00Z'' AND ''2026-11-21T00:00:00Z'''],
		['From\(', '''2026-11-20T00:00:00Z'''],
		['To\(', '''2026-11-21T00:00:00Z'''],
		['GroupAlias\(([^,)]*), ''1h''', 'floor(extract(epoch from \1)/3600)*3600 AS "time"']]
	LOOP
		statement := regexp_replace(statement, '\$__time' || macro[1] || '\)', macro[2], 'g');
	END LOOP;
	RETURN statement;
END $$;
\set ECHO all
SET max_parallel_workers_per_gather = 0;

-- What to write uses the key's index; what not to write reads the table.
\set ECHO none
CREATE TEMP TABLE phrasing (n integer, wanted text, write text, not_this text);
INSERT INTO phrasing VALUES
	(1, 'from a day on',
	 $$SELECT count(*) FROM orders WHERE id >= date '2026-11-29'$$,
	 $$SELECT count(*) FROM orders WHERE age('2026-12-01', wiji_timestamp(id)) <= interval '2 days'$$),
	(2, 'one day',
	 $$SELECT count(*) FROM orders WHERE id <@ tstzrange('2026-11-20', '2026-11-21')$$,
	 $$SELECT count(*) FROM orders WHERE wiji_timestamp(id)::date = '2026-11-20'$$),
	(3, 'two days',
	 $$SELECT count(*) FROM orders WHERE id >= date '2026-11-20' AND id < date '2026-11-22'$$,
	 $$SELECT count(*) FROM orders WHERE wiji_timestamp(id)::date BETWEEN '2026-11-20' AND '2026-11-21'$$),
	(4, 'a day in Berlin',
	 $$SELECT count(*) FROM orders
	   WHERE id >= timestamp '2026-11-20' AT TIME ZONE 'Europe/Berlin'
	     AND id < timestamp '2026-11-21' AT TIME ZONE 'Europe/Berlin'$$,
	 $$SELECT count(*) FROM orders
	   WHERE (wiji_timestamp(id) AT TIME ZONE 'Europe/Berlin')::date = '2026-11-20'$$),
	(5, 'a week',
	 $$SELECT count(*) FROM orders WHERE id >= date '2026-11-16' AND id < date '2026-11-23'$$,
	 $$SELECT count(*) FROM orders WHERE date_trunc('week', wiji_timestamp(id)) = '2026-11-16'$$),
	(6, 'the newest three',
	 $$SELECT id FROM orders ORDER BY id DESC LIMIT 3$$,
	 $$SELECT id FROM orders ORDER BY wiji_timestamp(id) DESC LIMIT 3$$),
	(7, 'the newest time',
	 $$SELECT wiji_timestamp(max(id)) FROM orders$$,
	 $$SELECT max(wiji_timestamp(id)) FROM orders$$);
\set ECHO all
SELECT wanted, way(write) AS write, way(not_this) AS "not this", answer(write) = answer(not_this) AS same
FROM phrasing ORDER BY n;

-- Times in quotes are read as IDs.
SELECT condition, way('SELECT FROM orders WHERE ' || condition)
FROM (VALUES ($$id >= '2026-11-21'$$), ($$id >= 'yesterday'$$), ($$id >= '2026-11-20T00:00:00Z'$$)) c (condition);

-- A view's column of times has the BRIN index, in the words of Grafana, Metabase and Superset.
-- Their variables in SQL are cast.  DuckDB sends a text with a collation.
SELECT condition, way('SELECT FROM orders_report WHERE ' || condition),
	answer('SELECT count(*) FROM orders_report WHERE ' || condition)
FROM (VALUES
	(1, $$created_at BETWEEN '2026-11-20T00:00:00Z' AND '2026-11-21T00:00:00Z'$$),
	(2, $$created_at >= timestamp with time zone '2026-11-20 00:00:00.000Z'
	  AND created_at < timestamp with time zone '2026-11-21 00:00:00.000Z'$$),
	(3, $$created_at >= to_timestamp('2026-11-20 00:00:00.000000', 'YYYY-MM-DD HH24:MI:SS.US')
	  AND created_at < to_timestamp('2026-11-21 00:00:00.000000', 'YYYY-MM-DD HH24:MI:SS.US')$$),
	(4, $$id BETWEEN '2026-11-20T00:00:00Z'::timestamptz AND '2026-11-21T00:00:00Z'::timestamptz$$),
	(5, $$created_at::date = '2026-11-20'$$),
	(6, $$id >= date '2026-11-20'::timestamptz AND id < '2026-11-21'::timestamptz$$),
	(7, $$id >= '06C2MYSQK00000040000000000' COLLATE "C" AND id < '06C2Z0NDE00000040000000000' COLLATE "C"$$)
) c (n, condition)
ORDER BY n;

-- The page's statements for Grafana, and two that fail.  It replaces a macro up to the first ")".
\getenv tree WIJI_TREE
\set page `cat "$WIJI_TREE/docs/guide.md"`
SELECT n, way(grafana(statement))
FROM substring(:'page' FROM 's macros -->\n\x60{3}sql\n(.*?);\n\x60{3}') block,
	regexp_split_to_table(block, ';') WITH ORDINALITY s (statement, n) ORDER BY n;
SELECT macro, way(grafana('SELECT FROM orders WHERE ' || macro))
FROM (VALUES ('$__timeFilter(id)'), ('$__timeFilter(wiji_timestamp(id))')) m (macro);

-- The index's expression has statistics: two thirds of the rows are expected here, as there are.
SELECT (substring(answer($$EXPLAIN (FORMAT json) SELECT FROM orders_report WHERE created_at < '2026-11-21'$$)
	FROM 'Plan Rows\W+(\d+)'))::integer BETWEEN 28000 AND 29600 AS good;

-- A day and a zone as parameters.  Without "::timestamp" it is another hour.
PREPARE local AS SELECT min(wiji_timestamp(id)) FROM orders WHERE id >= $1::timestamp AT TIME ZONE $2;
PREPARE bare AS SELECT min(wiji_timestamp(id)) FROM orders WHERE id >= $1 AT TIME ZONE $2;
PREPARE bare_lower AS SELECT min(wiji_timestamp(id)) FROM orders WHERE id >= wiji_lower($1 AT TIME ZONE $2);
PREPARE bare_date (date, text) AS SELECT min(wiji_timestamp(id)) FROM orders WHERE id >= $1 AT TIME ZONE $2;
PREPARE range AS SELECT min(wiji_timestamp(id)) FROM orders WHERE id <@ tstzrange($1, $2);
SELECT statement, answer(statement), way(statement) FROM unnest(ARRAY[
	$$EXECUTE local('2026-11-20', 'Europe/Berlin')$$, $$EXECUTE bare('2026-11-20', 'Europe/Berlin')$$,
	$$EXECUTE bare_lower('2026-11-20', 'Europe/Berlin')$$, $$EXECUTE bare_date('2026-11-20', 'Europe/Berlin')$$,
	$$EXECUTE range('2026-11-20 00:00 Europe/Berlin', '2026-11-21 00:00 Europe/Berlin')$$]) statement;
DEALLOCATE ALL;

DROP TABLE orders CASCADE;
DROP FUNCTION way, answer, grafana;
