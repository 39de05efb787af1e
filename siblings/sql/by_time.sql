-- Conditions with time ranges, for each type (wiji has a test of its own): however the planner transforms
-- them, their result is that of T_timestamp(id).
SET TimeZone = 'UTC';

\set ECHO none
\getenv tree WIJI_TREE
\set compare :tree/test/types/compare.sql
\i :compare
CREATE TEMP VIEW types AS SELECT type FROM id_types WHERE type <> 'wiji';
-- IDs at both ends of each type and around a second, and timestamps around all of these.
SELECT format($f$CREATE TABLE %1$s_ids AS
	SELECT NULL::%1$s AS id UNION ALL VALUES (%1$s_within_lower('(,)')), (%1$s_within_upper('(,)'))
	UNION SELECT id
	FROM (SELECT timestamptz '2026-11-21 10:00' + n * step AS at
	      FROM generate_series(-1, 1) n, unnest('{1 us,1 ms,1 s}'::interval[]) step) s,
	     LATERAL (VALUES (%1$s_lower(at)), (%1$s_upper(at))) v (id)$f$, type) FROM types \gexec
CREATE TABLE moment (at timestamptz);
INSERT INTO moment SELECT at + d
FROM unnest('{1970-01-01,2018-03-01,2020-01-01,2026-11-21 10:00,2156-02-07 06:28:15,2157-07-13 07:35:11.103,
              4253-05-31 22:20:37.927935,36812-02-20 00:36:15.999984}'::timestamptz[]) at,
     unnest('{0,1 us,-1 us,500 ms,999 us,1 s}'::interval[]) d;
INSERT INTO moment VALUES ('infinity'), ('-infinity'), ('4713-01-01 BC'), ('294276-12-31 23:59:59.999999'), (NULL);

\set ECHO all
-- The constructor, whose ends are taken one by one, with ends that are null or infinite, and with every
-- type of bounds; a column; a constant.
CREATE TABLE ends AS SELECT a.at AS a, b.at AS b, tstzrange(a.at, b.at, '[]') AS period FROM moment a, moment b
WHERE a.at <= b.at OR a.at IS NULL OR b.at IS NULL;
CREATE TEMP TABLE period_form (name text, period text);
INSERT INTO period_form
SELECT 'ends ' || b, format('tstzrange(m.a, m.b, %L)', b) FROM unnest('{[],[),(],()}'::text[]) b
UNION ALL VALUES ('ends', 'tstzrange(m.a, m.b)'), ('no end', 'tstzrange(m.a, NULL)'),
       ('no beginning', 'tstzrange(NULL, m.b, ''[]'')'), ('sub-select', '(SELECT tstzrange(m.a, m.b) OFFSET 0)'),
       ('column', 'm.period'), ('constant', 'tstzrange ''(2026-11-21 10:00,2026-11-21 10:00:01]''');
SELECT array_agg(condition) FILTER (WHERE wrong > 0) AS wrong,
       array_agg(condition) FILTER (WHERE compared < 10000) AS few
FROM types, period_form,
     LATERAL (VALUES (format('id <@ %s', period)), (format('%s @> id', period)),
                     (format('%s_within(id, %s)', type, period))) v (condition),
     compare(type || '_ids, ends m', condition, format('%s_timestamp(id) <@ %s', type, period));

-- An empty range has no IDs, and a null is not outside of it.
SELECT array_agg(type) FILTER (WHERE wrong > 0) AS wrong
FROM types, compare(type || '_ids', $$id <@ 'empty'$$, 'CASE WHEN id IS NOT NULL THEN false END');
-- Several ranges.
SELECT array_agg(condition) FILTER (WHERE wrong > 0) AS wrong, array_agg(condition) FILTER (WHERE compared < 8) AS few
FROM types, unnest(ARRAY[$$'{}'$$, $$'{(,)}'$$, $$'{[2026-11-21 10:00,2026-11-21 10:00]}'$$,
                        $$'{(,1980-01-01),[2026-11-21 10:00,2026-11-21 10:00:01),(2100-01-01,)}'$$, 'NULL']) periods,
     format('%s_within_any(id, %s)', type, periods) condition,
     compare(type || '_ids', condition, format('(%s_timestamp(id) <@ %s::tstzmultirange)', type, periods));

-- An end that is costly stays in the range's constructor, which evaluates it for each row; so does that of a
-- sub-select, once.
\set ECHO none
CREATE SEQUENCE calls;
CREATE FUNCTION costly_timestamp() RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
	PERFORM nextval('calls');
	RETURN '2026-11-01';
END $$;
CREATE FUNCTION calls_of(query text, OUT rows bigint, OUT calls bigint) LANGUAGE plpgsql AS $$
BEGIN
	PERFORM setval('calls', 1);
	EXECUTE query INTO rows;
	SELECT last_value - 1 FROM calls INTO calls;
END $$;
SELECT format($f$CREATE TABLE %1$s_minutes (id %1$s PRIMARY KEY);
	INSERT INTO %1$s_minutes SELECT %1$s_lower(at) FROM generate_series(timestamptz '2026-11-01', '2026-11-01 16:39', '1 minute') at;
	ANALYZE %1$s_minutes$f$, type) FROM types \gexec
SET enable_seqscan = off;
\set ECHO all
SELECT type, condition, c.* FROM types,
       (VALUES ('id <@ tstzrange(costly_timestamp(), NULL)', false), ('id <@ tstzrange((SELECT costly_timestamp()), NULL)', true))
       v (condition, once), calls_of(format('SELECT count(*) FROM %s_minutes WHERE %s', type, condition)) c
WHERE (rows, calls >= 1000, calls = 1) IS DISTINCT FROM (1000, NOT once, once);
RESET enable_seqscan;

\set ECHO none
SELECT format('DROP TABLE %1$s_ids, %1$s_minutes', type) FROM types \gexec
DROP TABLE moment, ends;
DROP FUNCTION compare, calls_of, costly_timestamp;
DROP SEQUENCE calls;
\set ECHO all
RESET timezone;
