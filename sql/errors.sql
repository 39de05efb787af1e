-- The messages in docs/errors.md are those that the server prints.
SET client_min_messages = warning;
\getenv srcdir PG_ABS_SRCDIR
\setenv TREE :srcdir
\set page `cat "$TREE/docs/errors.md"`
\set code `cd "$TREE" && cat wiji.c src/*.c src/*/*.c siblings/*/*.c`
\set plain `cat "$TREE/portable/wiji.sql"`
-- Each has its code behind it; "…" stands for anything.
CREATE TEMP TABLE told AS SELECT m[1] AS message, part[2] AS code
FROM regexp_matches(:'page', '^\| (`[^|]*) \|', 'gn') row,
	regexp_matches(row[1], '((?:`[^`]+`(?:, )?)+) \((\w{5})\)', 'g') part, regexp_matches(part[1], '`([^`]+)`', 'g') m;
SELECT count(*) > 15 AS there_are FROM told;

CREATE TEMP TABLE event (id wiji, s text) PARTITION BY RANGE (id);
CREATE TEMP TABLE bill (id wiji PRIMARY KEY, number bigint);
-- Plain SQL has some of its own.
CREATE SCHEMA plain;
SET search_path = plain;
:plain
RESET search_path;
CREATE TEMP TABLE raised AS SELECT statement, f.code, f.message FROM unnest(ARRAY[
	$$SELECT FROM event WHERE id >= '2026-11-22 10:00:00+00'$$,
	$$SELECT FROM event WHERE id = '06C3'$$,
	$$SELECT FROM bill WHERE gen_random_uuid() = '06C31QQ30KRC0007VPPQCVK2KZ'$$,
	$$DO 'DECLARE n bigint;
		BEGIN INSERT INTO bill VALUES (wiji ''06C31QQ30KRC0007VPPQCVK2KZ'') RETURNING id INTO n; END'$$,
	$$SELECT uuid '0193e1d6-5ad2-7c3f-9a0b-5f1d2c3b4a59'::wiji$$,
	$$SET LOCAL search_path = pg_catalog; CREATE TEMP TABLE t (id wiji)$$,
	$$SET LOCAL search_path = pg_catalog; SELECT wiji_generate()$$,
	$$CREATE TEMP TABLE t (id pg_catalog.wiji)$$,
	$$SET LOCAL search_path = plain; SELECT uuid '0193e1d6-5ad2-7c3f-9a0b-5f1d2c3b4a59'::wiji$$,
	$$SET LOCAL search_path = plain; SELECT NULL::wiji <@ '[2026-11-01,2026-12-01)'$$,
	$$CREATE EXTENSION wiji_of_another_version$$,
	$$SET LOCAL search_path = pg_catalog; SELECT FROM event WHERE id > now()$$,
	$$SET LOCAL search_path = pg_catalog; SELECT max(id) FROM event$$,
	$$SELECT now() - id FROM event$$,
	$$SELECT id - id FROM event$$,
	$$SELECT id - interval '1 day' FROM event$$,
	$$SELECT coalesce(id, now()) FROM event$$,
	$$SELECT FROM event WHERE id <@ daterange('2026-11-01', '2026-12-01')$$,
	$$SELECT FROM event WHERE id <@ tstzrange('2026-12-01', '2026-11-01')$$,
	$$SELECT FROM event WHERE (id, 1) > (now(), 5)$$,
	$$SELECT FROM event FULL JOIN (SELECT now()) m (at) ON id >= at$$,
	$$CREATE INDEX ON bill ((wiji_timestamp(id)::date))$$,
	$$CREATE TEMP TABLE dated (id wiji, day date GENERATED ALWAYS AS (wiji_timestamp(id)::date) STORED)$$,
	$$CREATE FUNCTION pg_temp.f() RETURNS integer LANGUAGE c AS '$libdir/no_such_file'$$,
	$$SELECT FROM event WHERE id LIKE '06C3%'$$,
	$$SELECT FROM event WHERE id ILIKE '06c3%'$$,
	$$SELECT FROM event WHERE id ~ '^06C3'$$,
	$$SELECT wiji_timestamp(s) FROM event$$,
	$$SELECT ARRAY[id] @> ARRAY['06C31QQ30KRC0007VPPQCVK2KZ'] FROM event$$,
	$$SELECT ARRAY[id] || '06C31QQ30KRC0007VPPQCVK2KZ' FROM event$$,
	$$SELECT id FROM event UNION SELECT s FROM event$$,
	$$SELECT FROM event a JOIN (SELECT s FROM event) b (id) USING (id)$$,
	$$SELECT wiji_timestamp(gen_random_uuid())$$,
	$$SELECT date(id) FROM event$$,
	$$SELECT id::date FROM event$$,
	$$SELECT date_trunc('day', id) FROM event$$,
	$$SELECT age(id) FROM event$$,
	$$SELECT to_char(id, 'YYYY') FROM event$$,
	$$SELECT lower(id) FROM event$$,
	$$SELECT string_agg(id, ',') FROM event$$,
	$$SELECT extract(hour FROM id) FROM event$$,
	$$SELECT id AT TIME ZONE 'Europe/Berlin' FROM event$$,
	$$SELECT id + interval '1 day' FROM event$$,
	$$SELECT id::timestamp FROM event$$,
	$$SELECT FROM event WHERE id = s$$,
	$$PREPARE by_id (varchar) AS SELECT FROM event WHERE id = $1$$,
	$$SELECT FROM event WHERE id = 5::bigint$$,
	$$SELECT FROM event WHERE id = '\x00'::bytea$$,
	$$INSERT INTO bill (id) VALUES (5)$$,
	$$PREPARE recent AS SELECT FROM event WHERE id >= now() - $1$$,
	$$SELECT 5::bigint::wiji$$,
	$$ALTER TABLE bill ALTER number TYPE wiji$$,
	$$CREATE TEMP TABLE line (bill bigint REFERENCES bill)$$,
	$$SHOW wiji.no_such_setting$$,
	$$SELECT FROM event WHERE id >= wiji_lower('infinity')$$,
	$$SELECT FROM event WHERE id >= wiji_lower('1795420179464')$$,
	$$SELECT FROM event WHERE id >= wiji_lower(1795420179.5::float8)$$,
	$$SELECT FROM event WHERE id >= wiji_lower(1795420179)$$,
	$$PREPARE since (varchar) AS SELECT FROM event WHERE id >= wiji_lower($1)$$,
	$$PREPARE since (varchar) AS SELECT FROM event WHERE id <@ tstzrange($1, now())$$,
	$$INSERT INTO event VALUES (wiji_generate())$$,
	$$CREATE TEMP TABLE p PARTITION OF event FOR VALUES FROM ('2026-11-01') TO ('2026-12-01')$$,
	$$CREATE TEMP TABLE p PARTITION OF event FOR VALUES FROM (timestamptz '2026-11-01') TO (timestamptz '2026-12-01')$$,
	$$CREATE TABLE pg_temp.theirs (id wiji) PARTITION BY RANGE (id); ALTER TABLE pg_temp.theirs OWNER TO pg_monitor;
		SELECT wiji_drop_partitions('pg_temp.theirs', now())$$,
	$$SELECT wiji_create_partitions('pg_class', '2026-11-01', '2026-11-02', '1 day')$$]) statement,
	failure(statement) f;
-- Each is told,
CREATE TEMP TABLE pairs AS SELECT statement, raised.code, raised.message, told.message AS as_told
FROM raised LEFT JOIN told ON told.code = raised.code AND raised.message LIKE replace(told.message, '…', '%');
SELECT statement, code, message FROM pairs WHERE as_told IS NULL;
-- and what is told is raised, or is a message in the code where that takes a clock or a feed, or
-- takes virtual columns of PostgreSQL 18 or a full /dev/shm.
SELECT message, code, strpos(:'code', 'errmsg("' || replace(replace(message, '…', '%s'), '"', '\"') || '"') > 0 AS in_code FROM told
WHERE message NOT IN (SELECT as_told FROM pairs WHERE as_told IS NOT NULL) ORDER BY message COLLATE "C";
DROP TABLE event, bill;
DROP SCHEMA plain CASCADE;
