-- Conditions by time: however the planner transforms them, their result is that of wiji_timestamp(id).
SET TimeZone = 'UTC';

\set ECHO none
-- IDs at both ends of the format and around a second, and timestamps around all of these.
CREATE TABLE w (id wiji);
INSERT INTO w VALUES ('00000000000000040000000000'), ('7ZZZZZZZZZZZZZY7ZZZZZZZZZZ'), (wiji_make(1, 0, 0)),
       (wiji_make(72057594037927934, 65535, 1)), (NULL);
INSERT INTO w SELECT wiji_make(1795255200000000 + us, sequence, 1)
FROM unnest('{-1000000,-1,0,1,999999,1000000}'::integer[]) us, unnest('{0,65535}'::integer[]) sequence;
CREATE TABLE moment (at timestamptz);
INSERT INTO moment SELECT at + d
FROM unnest('{1970-01-01,2018-03-01,2020-01-01,2026-11-21 10:00,2156-02-07 06:28:15,2157-07-13 07:35:11.103,
              4253-05-31 22:20:37.927935,36812-02-20 00:36:15.999984}'::timestamptz[]) at,
     unnest('{0,1 us,-1 us,500 ms,999 us,1 s}'::interval[]) d;
INSERT INTO moment VALUES ('infinity'), ('-infinity'), ('4713-01-01 BC'), ('294276-12-31 23:59:59.999999'), (NULL);

\getenv tree WIJI_TREE
\set compare :tree/test/types/compare.sql
\i :compare
-- Each condition in the forms that the planner distinguishes: a constant, a parameter of a generic
-- plan, a column, an expression without a known value, a sub-select; below NOT and in the SELECT
-- list, where null is not false.
CREATE TEMP TABLE form (name text, at text);
INSERT INTO form VALUES ('column', 'm.at'), ('sub-select', '(SELECT m.at FROM (SELECT m.at) s OFFSET 0)'),
	('stable expression', 'm.at + interval ''0''');
\set ECHO all
-- No condition has another result.
SELECT count(*) AS conditions, min(compared) > 500 AS many, array_agg(condition) FILTER (WHERE wrong > 0) AS wrong
FROM form, unnest('{<,<=,>=,>}'::text[]) o,
     LATERAL (VALUES (format('id %s %s', o, at), format('wiji_timestamp(id) %s m.at', o)),
                     (format('%s %s id', at, o), format('m.at %s wiji_timestamp(id)', o))) v (condition, truth),
     compare('w, moment m', condition, truth);

-- Constants, and parameters of generic plans, with rows found as a WHERE clause finds them.
\set ECHO none
CREATE FUNCTION differences(generic boolean, OUT compared integer, OUT different text[])
LANGUAGE plpgsql AS $$
DECLARE
	moment timestamptz;
	o text;
	found bigint[];
BEGIN
	compared := 0;
	PERFORM set_config('plan_cache_mode', CASE WHEN generic THEN 'force_generic_plan' ELSE 'force_custom_plan' END,
	                   true);
	FOREACH o IN ARRAY '{<,<=,>=,>}'::text[] LOOP
		EXECUTE format('
			PREPARE asked (timestamptz) AS
			SELECT array[count(*) FILTER (WHERE id %1$s $1), count(*) FILTER (WHERE wiji_timestamp(id) %1$s $1),
			             count(*) FILTER (WHERE NOT id %1$s $1),
			             count(*) FILTER (WHERE NOT wiji_timestamp(id) %1$s $1)]
			FROM w', o);
		FOR moment IN SELECT at FROM moment LOOP
			EXECUTE format('EXECUTE asked (%L)', moment) INTO found;
			compared := compared + 1;
			IF found[1] <> found[2] OR found[3] <> found[4] THEN
				different := different || format('%s %s', o, moment);
			END IF;
		END LOOP;
		DEALLOCATE asked;
	END LOOP;
	PERFORM set_config('plan_cache_mode', 'auto', true);
END $$;
\set ECHO all
SELECT generic, d.* FROM unnest('{f,t}'::boolean[]) generic, differences(generic) d ORDER BY 1;

-- Time ranges: the constructor, whose ends are taken one by one, with ends that are null or infinite,
-- and with every type of bounds; a column; a constant.
CREATE TABLE ends AS SELECT a.at AS a, b.at AS b, tstzrange(a.at, b.at, '[]') AS period FROM moment a, moment b
WHERE a.at <= b.at OR a.at IS NULL OR b.at IS NULL;
CREATE TEMP TABLE period_form (name text, period text);
INSERT INTO period_form
SELECT 'ends ' || b, format('tstzrange(m.a, m.b, %L)', b) FROM unnest('{[],[),(],()}'::text[]) b
UNION ALL VALUES ('ends', 'tstzrange(m.a, m.b)'), ('no end', 'tstzrange(m.a, NULL)'),
       ('no beginning', 'tstzrange(NULL, m.b, ''[]'')'), ('sub-select', '(SELECT tstzrange(m.a, m.b) OFFSET 0)'),
       ('column', 'm.period'), ('constant', 'tstzrange ''(2026-11-21 10:00,2026-11-21 10:00:01]''');
SELECT count(*) AS conditions, min(compared) > 10000 AS many, array_agg(condition) FILTER (WHERE wrong > 0) AS wrong
FROM period_form,
     LATERAL (VALUES (format('id <@ %s', period)), (format('%s @> id', period)),
                     (format('wiji_within(id, %s)', period))) v (condition),
     compare('w, ends m', condition, format('wiji_timestamp(id) <@ %s', period));

-- An empty range has no IDs, and a null is not outside of it.
SELECT count(*) FILTER (WHERE id <@ 'empty') AS inside,
       count(*) FILTER (WHERE NOT id <@ 'empty') = count(id) AS all_ids_outside FROM w;
-- Several ranges.
SELECT count(*) AS conditions, min(compared) > 10 AS some, array_agg(periods) FILTER (WHERE wrong > 0) AS wrong
FROM unnest(ARRAY[$$'{}'$$, $$'{(,)}'$$, $$'{[2026-11-21 10:00,2026-11-21 10:00]}'$$,
                        $$'{(,1980-01-01),[2026-11-21 10:00,2026-11-21 10:00:01),(2100-01-01,)}'$$, 'NULL']) periods,
     compare('w', format('wiji_within_any(id, %s)', periods),
             format('(wiji_timestamp(id) <@ %s::tstzmultirange)', periods));

--
-- An argument that could have two values is evaluated once
--

-- A function that is declared STABLE and is not: each call returns another day.
\set ECHO none
CREATE SEQUENCE calls;
CREATE FUNCTION another_day() RETURNS tstzrange LANGUAGE plpgsql STABLE AS $$
DECLARE n bigint := nextval('calls');
BEGIN
	RETURN tstzrange(timestamptz '2026-11-01' + n * interval '1 day', timestamptz '2026-11-02' + n * interval '1 day');
END $$;
CREATE TABLE event (id wiji PRIMARY KEY);
INSERT INTO event SELECT wiji_generate(at) FROM generate_series(timestamptz '2026-11-01', '2026-11-30', '1 hour') at;
ANALYZE event;
CREATE TABLE one AS SELECT 1 AS n;
CREATE FUNCTION calls_of(query text, OUT rows bigint, OUT calls bigint) LANGUAGE plpgsql AS $$
BEGIN
	PERFORM setval('calls', 1);
	EXECUTE query INTO rows;
	SELECT last_value - 1 FROM calls INTO calls;
END $$;
\set ECHO all
-- One call for each query, and the 24 rows of one day, by the index and by a sequential scan.
SELECT condition, c.* FROM unnest(ARRAY[
	'wiji_within(id, (SELECT another_day()))',
	'id <@ (SELECT another_day() FROM one)',
	'(SELECT another_day() FROM one ORDER BY n LIMIT 1) @> id',
	'id <@ (SELECT (array_agg(another_day()))[1] FROM one)',
	'id <@ (WITH day AS (SELECT another_day() AS period FROM one) SELECT period FROM day)',
	'wiji_within_any(id, (SELECT tstzmultirange(another_day()) FROM one))']) condition,
	calls_of('SELECT count(*) FROM event WHERE ' || condition) c;
SET enable_indexscan = off; SET enable_indexonlyscan = off; SET enable_bitmapscan = off;
SELECT * FROM calls_of('SELECT count(*) FROM event WHERE id <@ (SELECT another_day() FROM one)');
RESET enable_indexscan; RESET enable_indexonlyscan; RESET enable_bitmapscan;
-- A timestamp may stand in one comparison only, or has to be cheap and stable.  Otherwise it stays
-- in its function, which evaluates it for each of a thousand rows.
CREATE FUNCTION costly_timestamp() RETURNS timestamptz
LANGUAGE plpgsql STABLE AS $$BEGIN RETURN lower(another_day()); END $$;
CREATE FUNCTION cheap_timestamp() RETURNS timestamptz
LANGUAGE plpgsql STABLE COST 1 AS $$BEGIN RETURN lower(another_day()); END $$;
CREATE TABLE minutes (id wiji PRIMARY KEY);
INSERT INTO minutes SELECT wiji_generate(at)
FROM generate_series(timestamptz '2026-11-01', '2026-11-01 16:39', '1 minute') at;
ANALYZE minutes;
SET enable_seqscan = off;
SELECT condition, calls < 500 AS few_calls
FROM unnest(ARRAY[
	'id >= costly_timestamp()', 'id > cheap_timestamp()', 'id <@ tstzrange(costly_timestamp(), NULL)']) condition,
	calls_of('SELECT count(*) FROM minutes WHERE ' || condition);
SELECT calls AS "call of a sub-select"
FROM calls_of('SELECT count(*) FROM minutes WHERE id <@ tstzrange((SELECT costly_timestamp()), NULL)');
RESET enable_seqscan;
DROP TABLE minutes;
DROP FUNCTION costly_timestamp, cheap_timestamp;

--
-- Without tables: OLD and NEW in the condition of a trigger
--
CREATE FUNCTION tell() RETURNS trigger
LANGUAGE plpgsql AS $$ BEGIN RAISE NOTICE '% %', TG_OP, TG_NAME; RETURN NEW; END $$;
CREATE TRIGGER moved BEFORE UPDATE ON w FOR EACH ROW
WHEN (new.id <@ tstzrange(wiji_timestamp(old.id), NULL) AND old.id <@ tstzrange(wiji_timestamp(new.id), NULL))
EXECUTE FUNCTION tell();
INSERT INTO w VALUES (wiji_lower('2026-11-21'));
UPDATE w SET id = wiji_lower('2016-11-21') WHERE id = wiji_lower('2026-11-21');
UPDATE w SET id = id WHERE id = wiji_lower('2016-11-21');

--
-- Grouping sets: a condition is null in the sets that do not include it
--
SELECT id <@ '[2026-11-08,2026-11-09)' AS that_day, count(*)
FROM event GROUP BY ROLLUP (id <@ '[2026-11-08,2026-11-09)') ORDER BY 1;

DROP TABLE w, moment, ends, event, one;
DROP FUNCTION compare, differences, calls_of, another_day, tell;
DROP SEQUENCE calls;
RESET timezone;
