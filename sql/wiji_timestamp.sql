-- IDs compare with timestamps and time ranges.
SET TimeZone = 'UTC';
SET DateStyle = 'ISO';
CREATE TABLE event (id wiji PRIMARY KEY, n integer);
INSERT INTO event SELECT wiji_make(1793491200000000 + i::bigint * 60000000, 0, i), i FROM generate_series(0, 43199) i;

-- Operators, in both directions, with all types that become timestamps.
SELECT count(*) FILTER (WHERE id >= timestamptz '2026-11-21' AND id < timestamptz '2026-11-22') AS timestamptz,
       count(*) FILTER (WHERE id BETWEEN date '2026-11-21' AND timestamp '2026-11-21 01:00') AS date,
       count(*) FILTER (WHERE id <@ '[2026-11-21,2026-11-22)') AS literal,
       count(*) FILTER (WHERE tstzrange('2026-11-21', '2026-11-22') @> id) AS range,
       count(*) FILTER (WHERE wiji_within_any(id, '{[2026-11-01,2026-11-02),[2026-11-21,2026-11-21 01:00)}')) AS ranges
FROM event;

-- A literal without a type is an ID, wherever it stands.
SELECT '06C31QQ30K880007VPPQCVK2KZ' = id AS literal,
       id IN ('06C31QQ30K880007VPPQCVK2KZ', '06C31QQ30K880007VPPQCVK2KZ') AS list,
       id = ANY ('{06C31QQ30K880007VPPQCVK2KZ}') AS array,
       id BETWEEN '06C31QQ30K880007VPPQCVK2KZ' AND '06C31QQ30K880007VPPQCVK2KZ' AS between,
       nullif(id, '06C31QQ30K880007VPPQCVK2KZ') AS nullif, id IS DISTINCT FROM '06C31QQ30K880007VPPQCVK2KZ' AS distinct,
       CASE id WHEN '06C31QQ30K880007VPPQCVK2KZ' THEN 'case' END AS case,
              coalesce(id, '06C31QQ30K880007VPPQCVK2KZ') AS coalesce,
       greatest(id, '06C31QQ30K880007VPPQCVK2KZ') AS greatest, row(id, 1) < row('06C31QQ30K880007VPPQCVK2KZ', 2) AS row
FROM (VALUES (wiji '06C31QQ30K880007VPPQCVK2KZ')) v (id);
CREATE DOMAIN event_id AS wiji NOT NULL;
SELECT id = '06C31QQ30K880007VPPQCVK2KZ' AS literal, id >= timestamptz '2026-11-21' AS timestamp,
       id <@ '[2026-11-21,2026-11-22)' AS range FROM (VALUES ('06C31QQ30K880007VPPQCVK2KZ'::event_id)) v (id);
DROP DOMAIN event_id;
PREPARE unknown AS SELECT FROM event WHERE id = $1 AND id < $2 AND id = ANY ($3) AND id <@ $4;
SELECT parameter_types FROM pg_prepared_statements WHERE name = 'unknown';
DEALLOCATE unknown;
-- Conditions with ranges and without an ID keep their meaning.
SELECT tstzrange('2026-11-21', NULL) @> '[2026-11-22,2026-11-23)' AS range,
       '[2026-11-22,2026-11-23)' <@ tstzrange('2026-11-21', NULL) AS other_way,
       tstzrange('2026-11-21', NULL) @> timestamptz '2026-11-22' AS timestamp;

-- A date in place of an ID: the hint shows how to write it.
SELECT f.*
FROM unnest('{2026-11-21,2026-11-21T10:00:00.000Z,yesterday,"[2026-11-21,2026-11-22)",06C3}'::text[]) literal,
     failure(format('SELECT FROM event WHERE id > %L', literal)) f;
-- So does that for the texts that drivers send for their language's timestamps, with the functions
-- of each type: node-postgres and asyncpg, lib/pq and pgx, JDBC, Ruby, Java.
SELECT literal, f.code, f.hint
FROM unnest('{2026-11-22T11:00:00.123+01:00,2026-11-22 10:00:00+00,2026-11-22 10:00:00.123456789Z,
              2026-11-22 10:00:00.123+01,2026-11-22 11:00:00 +0100,2026-11-22T10:00Z,
              22.11.2026,1795383883}'::text[]) literal,
     failure(format('SELECT wiji %L', literal)) f;
-- An interval needs a time to count from.
SELECT literal, f.code, f.hint FROM unnest('{1 day ago,-3 hours,@ 1 week,1 day,5 x,06C3}'::text[]) literal,
       failure(format('SELECT wiji %L', literal)) f;
DROP TABLE event;

-- The planner sees comparisons with timestamps and time ranges as comparisons of IDs.
SET TimeZone = 'UTC';
SET DateStyle = 'ISO';
CREATE TABLE event (id wiji PRIMARY KEY, n integer, made timestamptz);
INSERT INTO event SELECT wiji_make(1793491200000000 + i::bigint * 60000000, 0, i), i,
       timestamptz '2026-11-01' + i * interval '1 minute' FROM generate_series(0, 43199) i;
ANALYZE event;

-- Constants become IDs.  An end that is infinite, missing or null does not need a comparison.
SELECT condition, conditions('SELECT n FROM event WHERE ' || condition) FROM unnest(ARRAY[
	$$id >= timestamptz '2026-11-21' AND id < '2026-11-22'::timestamptz$$, $$id <@ '[2026-11-21,2026-11-22)'$$,
	$$'[2026-11-30 12:00,infinity)' @> id$$, $$id <@ tstzrange(NULL, '2026-11-02', '[]')$$,
	$$id > timestamptz '5000-01-01'$$]) condition;
SELECT plan FROM plan($$SELECT n FROM event
	WHERE wiji_within_any(id, '{[2026-11-01,2026-11-02),[2026-11-21,2026-11-21 01:00)}')$$) plan WHERE plan ~ 'Filter';
-- A timestamp that is not known yet is computed when the query starts.
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SET plan_cache_mode = force_generic_plan;
PREPARE since (timestamptz) AS SELECT count(*) FROM event WHERE id >= $1;
SELECT conditions(query) FROM unnest(ARRAY[
	'SELECT n FROM event WHERE id >= now() - interval ''1 day''', 'SELECT n FROM event WHERE id > current_date',
	'SELECT n FROM event WHERE id <@ tstzrange(now() - interval ''1 day'', NULL)', 'EXECUTE since (NULL)']) query;
EXECUTE since ('2026-11-30');
EXECUTE since ('infinity');
EXECUTE since ('-infinity');
PREPARE between_two (timestamptz, timestamptz) AS SELECT count(*) FROM event WHERE id <@ tstzrange($1, $2, '(]');
EXECUTE between_two ('2026-11-21', '2026-11-21 00:10');
EXECUTE between_two (NULL, '2026-11-01 00:10');
DEALLOCATE ALL;
RESET plan_cache_mode;
RESET enable_seqscan;
RESET enable_bitmapscan;
-- Sub-selects, and columns of other tables.
SELECT regexp_replace(plan, '\(InitPlan \w+\).col1|\$0', 'sub-select', 'g') AS plan
FROM plan('SELECT n FROM event WHERE id > (SELECT max(made) - interval ''1 hour'' FROM event)') WHERE plan ~ 'Cond';
SELECT count(*) FROM event WHERE id > (SELECT max(made) - interval '1 hour' FROM event);
SET enable_memoize = off;
SELECT count(*) FROM (VALUES (timestamptz '2026-11-21'), ('2026-11-23')) v (day)
JOIN event ON id >= day AND id < day + interval '1 hour';
-- BRIN and GiST indexes find the IDs, too.
CREATE TABLE brin AS TABLE event;
CREATE INDEX ON brin USING brin (id);
CREATE TABLE gist AS TABLE event;
CREATE INDEX ON gist USING gist (id);
ANALYZE brin, gist;
SELECT kind, conditions(format($$SELECT FROM (VALUES (timestamptz '2026-11-21'), ('2026-11-23')) v (day)
	JOIN %I ON id >= day AND day + interval '1 hour' > id$$, kind)) FROM unnest('{event,brin,gist}'::text[]) kind;
DROP TABLE brin, gist;
RESET enable_memoize;

-- Between several ranges there are rows that an index finds and the condition does not.
SET enable_seqscan = off;
SELECT count(*) FROM event
WHERE wiji_within_any(id, (SELECT tstzmultirange '{[2026-11-01,2026-11-02),[2026-11-21,2026-11-21 01:00)}' OFFSET 0));
-- A hash index cannot search for a range.
CREATE TABLE hashed AS SELECT id FROM event LIMIT 100;
CREATE INDEX ON hashed USING hash (id);
SELECT count(*) FROM hashed WHERE id <@ (SELECT tstzrange '[2026-11-01,2026-11-01 00:10)' OFFSET 0);
DROP TABLE hashed;
RESET enable_seqscan;
-- The server simplifies the condition of an EXISTS before it plans.
SELECT count(*) FROM event a
WHERE CASE WHEN EXISTS (SELECT FROM event b WHERE b.id = a.id AND a.id >= timestamptz '2026-11-30') THEN true END;
-- Bounds that the constructor rejects are its error.
SELECT f.code, f.message FROM unnest(array['NULL', $$''$$, $$'[]]'$$, $$'{}'$$]) bounds,
       failure(format('SELECT FROM event WHERE id <@ tstzrange(now(), NULL, %s)', bounds)) f;
DROP TABLE event;

-- wiji_within(id, period): whether the ID's timestamp is in that time range.
SELECT wiji_within('06C31QQ30K880007VPPQCVK2KZ', '[2026-11-21 00:00+00, 2026-11-22 00:00+00)') AS that_day,
       wiji_within('06C31QQ30K880007VPPQCVK2KZ', '[2026-11-22 00:00+00, 2026-11-23 00:00+00)') AS the_next;

-- Inclusive and exclusive ends, to the microsecond.
SELECT wiji_within(id, '[2026-11-21 10:00+00, 2026-11-21 11:00+00]') AS "[]",
       wiji_within(id, '[2026-11-21 10:00+00, 2026-11-21 11:00+00)') AS "[)",
       wiji_within(id, '(2026-11-21 10:00+00, 2026-11-21 11:00+00]') AS "(]",
       wiji_within(id, '(2026-11-21 10:00+00, 2026-11-21 11:00+00)') AS "()", what
FROM (VALUES (wiji_upper('2026-11-21 09:59:59.999999+00'), 'the last id before'),
             (wiji_lower('2026-11-21 10:00+00'), 'the first'),
             (wiji_upper('2026-11-21 10:00+00'), 'the last of the first microsecond'),
             (wiji_lower('2026-11-21 10:00:00.000001+00'), 'the first of the second'),
             (wiji_lower('2026-11-21 11:00+00'), 'the first of the end'),
             (wiji_upper('2026-11-21 11:00+00'), 'the last of the end'),
             (wiji_lower('2026-11-21 11:00:00.000001+00'), 'the first after')) AS v (id, what);

-- It is wiji_timestamp(id) <@ period for any ID and any range, even if IDs cannot be in it.  So are
-- the two comparisons that the planner sees.
\set ECHO none
CREATE TEMP TABLE ids AS SELECT id FROM (VALUES
	(wiji '00000000000000040000000000'), (wiji_make(1, 0, 0)), ('06C31QQ30K880007VPPQCVK2KZ'),
	(wiji_make(72057594037927934, 65535, 1)), ('7ZZZZZZZZZZZZZY7ZZZZZZZZZZ'), (NULL)) AS v (id);
CREATE TEMP TABLE times AS SELECT at FROM (VALUES
	(timestamptz '-infinity'), ('4713-01-01 00:00+00 BC'), ('1969-12-31 23:59:59.999999+00'), ('1970-01-01 00:00+00'),
	('1970-01-01 00:00:00.000001+00'),
	('2026-11-21 06:29:27.93069+00'), ('4253-05-31 22:20:37.927934+00'), ('4253-05-31 22:20:37.927935+00'),
	('4253-05-31 22:20:37.927936+00'),
	('294276-12-31 23:59:59.999999+00'), ('infinity'), (NULL)) AS v (at);
CREATE TEMP TABLE periods AS
SELECT DISTINCT tstzrange(a.at, b.at, bounds) AS period
FROM times a, times b, unnest('{[],[),(],()}'::text[]) bounds
WHERE a.at <= b.at OR a.at IS NULL OR b.at IS NULL
UNION ALL VALUES ('empty'::tstzrange), (NULL);
CREATE TEMP TABLE together AS SELECT id, period FROM ids, periods;
\set ECHO all
SELECT count(*) > 1500 AS many, count(*) FILTER (WHERE wiji_within(id, period)) > 100 AS some_within,
       bool_and(wiji_within(id, period) IS NOT DISTINCT FROM (wiji_timestamp(id) <@ period)) AS function,
       bool_and((id >= wiji_within_lower(period) AND id <= wiji_within_upper(period))
                IS NOT DISTINCT FROM (wiji_timestamp(id) <@ period)) AS comparisons FROM together;

-- The ends of a range as IDs.  Beyond the first and the last ID, where wiji_lower is an error, they
-- are these.
SELECT period, wiji_within_lower(period), wiji_within_upper(period)
FROM (VALUES (1, tstzrange '[1970-01-01 00:00:00.000002+00, 1970-01-01 00:00:00.000002+00]'),
             (2, '(1970-01-01 00:00:00.000002+00, 1970-01-01 00:00:00.000004+00)'),
             (3, '(,)'), (4, '[1066-10-14 00:00+00, 5000-01-01 00:00+00]'),
             (5, '[1066-10-14 00:00+00, 1969-01-01 00:00+00]'), (6, 'empty'), (7, NULL)) AS v (n, period) ORDER BY n;
