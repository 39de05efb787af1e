-- The messages under "Errors" in docs/wiji.md are those that the server prints.
SET client_min_messages = warning;
\getenv tree WIJI_TREE
\set page `cat "$WIJI_TREE/docs/wiji.md"`
\set code `cd "$WIJI_TREE" && cat wiji.c src/*.c src/*/*.c`
-- Each is followed by its code; "…" stands for anything.
CREATE TEMP TABLE listed AS SELECT DISTINCT m[1] AS message, part[2] AS code
FROM regexp_matches(:'page', '^\| (`[^|]*) \|', 'gn') row,
	regexp_matches(row[1], '((?:`[^`]+`(?:, )?)+) \((\w{5})\)', 'g') part, regexp_matches(part[1], '`([^`]+)`', 'g') m;
SELECT count(*) > 15 AS there_are FROM listed;

\set ECHO none
CREATE TEMP TABLE event (id wiji, s text) PARTITION BY RANGE (id);
CREATE TEMP TABLE bill (id wiji PRIMARY KEY, number bigint);
CREATE TEMP TABLE raised AS SELECT statement, f.code, f.message FROM unnest(ARRAY[
	$$SELECT FROM event WHERE id >= '2026-11-22 10:00:00+00'$$,
	$$SELECT FROM event WHERE id = '06C3'$$,
	$$CREATE TEMP TABLE p PARTITION OF event FOR VALUES FROM ('2026-11-01') TO ('2026-12-01')$$,
	$$CREATE TEMP TABLE p PARTITION OF event FOR VALUES FROM (timestamptz '2026-11-01') TO (timestamptz '2026-12-01')$$,
	$$SELECT uuid '0193e1d6-5ad2-7c3f-9a0b-5f1d2c3b4a59'::wiji$$,
	$$SELECT '\x0193e1d65ad27c3f9a0b5f1d2c3b4a59'::bytea::wiji$$,
	$$SELECT FROM bill WHERE gen_random_uuid() = '06C31QQ30KRC0007VPPQCVK2KZ'$$,
	$$SET LOCAL search_path = pg_catalog; SELECT FROM event WHERE id > now()$$,
	$$SET LOCAL search_path = pg_catalog; SELECT max(id) FROM event$$,
	$$SET LOCAL search_path = pg_catalog; CREATE TEMP TABLE t (id wiji)$$,
	$$SET LOCAL search_path = pg_catalog; SELECT wiji_generate()$$,
	$$SELECT FROM event WHERE id = s$$,
	$$PREPARE by_id (varchar) AS SELECT FROM event WHERE id = $1$$,
	$$SELECT wiji_timestamp(s) FROM event$$,
	$$SELECT id FROM event UNION SELECT s FROM event$$,
	$$SELECT FROM event a JOIN (SELECT s FROM event) b (id) USING (id)$$,
	$$PREPARE since (varchar) AS SELECT FROM event WHERE id >= wiji_lower($1)$$,
	$$PREPARE since (varchar) AS SELECT FROM event WHERE id <@ tstzrange($1, now())$$,
	$$SELECT FROM event WHERE id >= wiji_lower(1795420179)$$,
	$$SELECT date_trunc('day', id) FROM event$$,
	$$SELECT id + interval '1 day' FROM event$$,
	$$SELECT id - id FROM event$$,
	$$SELECT id::date FROM event$$,
	$$SELECT lower(id) FROM event$$,
	$$SELECT FROM event WHERE id LIKE '06C3%'$$,
	$$SELECT FROM event WHERE id <@ daterange('2026-11-01', '2026-12-01')$$,
	$$CREATE INDEX ON bill ((wiji_timestamp(id)::date))$$,
	$$CREATE TEMP TABLE dated (id wiji, day date GENERATED ALWAYS AS (wiji_timestamp(id)::date) STORED)$$,
	$$INSERT INTO bill (id) VALUES (5)$$,
	$$CREATE TEMP TABLE line (bill bigint REFERENCES bill)$$,
	$$SELECT 5::bigint::wiji$$,
	$$SELECT FROM event WHERE id >= wiji_lower('infinity')$$,
	$$INSERT INTO event VALUES (wiji_generate())$$,
	$$SET LOCAL ROLE pg_monitor; DROP TABLE event$$,
	$$CREATE FUNCTION pg_temp.f() RETURNS integer LANGUAGE c AS '$libdir/no_such_file'$$,
	$$CREATE EXTENSION wiji_of_another_version$$,
	$$SHOW wiji.no_such_setting$$]) statement,
	failure(statement) f;
\set ECHO all
-- Each is on the page,
CREATE TEMP TABLE pairs AS SELECT statement, raised.code, raised.message, listed.message AS as_listed
FROM raised LEFT JOIN listed ON listed.code = raised.code AND raised.message LIKE replace(listed.message, '…', '%');
SELECT statement, code, message FROM pairs WHERE as_listed IS NULL;
-- and what is on the page is raised, or is a message in the code where raising it takes a clock.
SELECT message, code,
       strpos(:'code', '"' || replace(replace(message, '…', '%s'), '"', '\"') || '"') > 0 AS in_code FROM listed
WHERE message NOT IN (SELECT as_listed FROM pairs WHERE as_listed IS NOT NULL) ORDER BY message COLLATE "C";
DROP TABLE event, bill;
