SET TimeZone = 'UTC';
SET DateStyle = 'ISO';

-- The planner expects as many rows for IDs as for a timestamptz with the same times.  "alike" is
-- within a tenth of each other and one row.
\set ECHO none
CREATE FUNCTION estimate(query text) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE plan json;
BEGIN
	EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
	RETURN plan -> 0 -> 'Plan' ->> 'Plan Rows';
END $$;
CREATE FUNCTION estimates(condition text, for_time text, OUT ids numeric, OUT times numeric, OUT alike boolean)
LANGUAGE plpgsql AS $$
BEGIN
	ids := estimate('SELECT FROM event WHERE ' || condition);
	times := estimate('SELECT FROM event WHERE ' || for_time);
	alike := abs(ids - times) <= 1 + times / 10;
END $$;

\set ECHO all
-- Ten thousand rows, one a minute: a histogram bin is 100 minutes.
CREATE TABLE event (id wiji PRIMARY KEY, at timestamptz UNIQUE) WITH (autovacuum_enabled = off);
INSERT INTO event SELECT wiji_generate(at), at
FROM generate_series(timestamptz '2026-11-01 00:00+00', '2026-11-07 22:39+00', '1 minute') at;
-- before there are statistics
SELECT alike FROM estimates($$wiji_within(id, '[2026-11-02 10:00+00, 2026-11-02 10:30+00)')$$,
                            $$at >= '2026-11-02 10:00+00' AND at < '2026-11-02 10:30+00'$$);
ANALYZE event;
-- ranges: inside of one bin, over some, over most; before the first, and after the last
\set ECHO none
CREATE FUNCTION of_ranges(ranges tstzrange[]) RETURNS TABLE (range tstzrange, ids numeric, times numeric, alike boolean)
BEGIN ATOMIC
	SELECT range, e.* FROM unnest(ranges) range,
		estimates(format('wiji_within(id, %L)', range), format('at >= %L AND at < %L', lower(range), upper(range))) e;
END;
\set ECHO all
SELECT r.*, rows FROM (VALUES (tstzrange '[2026-11-02 10:00+00, 2026-11-02 10:30+00)', 30),
	('[2026-11-02 10:00+00, 2026-11-02 20:00+00)', 600), ('[2026-11-02 00:00+00, 2026-11-06 00:00+00)', 5760),
	('[2020-01-01 00:00+00, 2020-02-01 00:00+00)', 1), ('[2030-01-01 00:00+00, 2030-02-01 00:00+00)', 1)) v (range, rows),
	of_ranges(ARRAY[range]) r
WHERE NOT (alike AND abs(ids - rows) <= 1 + rows / 10.0);
-- either end alone, and each operator
SELECT condition, ids, times
FROM unnest('{<,<=,>=,>}'::text[]) o,
     unnest('{2026-11-01 00:00:30+00,2026-11-01 01:00+00,2026-11-04 05:06:07+00,
              2026-11-07 22:30+00}'::timestamptz[]) at,
     format('id %s wiji_lower(%L)', o, at) condition, estimates(condition, format('at %s %L', o, at))
WHERE NOT alike;
\set ECHO none
CREATE TEMP TABLE comparison AS SELECT * FROM (VALUES
	('the constant on the left',
	 $$wiji_lower('2026-11-02 10:00+00') <= id AND wiji_lower('2026-11-02 10:30+00') > id$$,
	 $$'2026-11-02 10:00+00' <= at AND '2026-11-02 10:30+00' > at$$),
	('uuids',
	 $$uuid '065f3fd3-b9a0-0000-0010-000000000000' <= id AND id < uuid '065f3ff7-7ce6-0000-0010-000000000000'$$,
	 $$at >= '2026-11-02 00:00+00' AND at < '2026-11-02 00:10+00'$$),
	('two ranges: the narrower ends count',
	 $$wiji_within(id, '[2026-11-02 10:00+00, 2026-11-02 10:30+00)')
	 AND wiji_within(id, '[2026-11-02 00:00+00, 2026-11-03 00:00+00)')$$,
	 $$at >= '2026-11-02 10:00+00' AND at < '2026-11-02 10:30+00'$$),
	('the same end twice counts once',
	 $$id >= wiji_lower('2026-11-04 10:00+00') AND wiji_lower('2026-11-04 10:00+00') <= id$$,
	 $$at >= '2026-11-04 10:00+00' AND '2026-11-04 10:00+00' <= at$$),
	('an end that is null, which the planner finds out only when it estimates',
	 $$id >= nullif(wiji_lower(now()), wiji_lower(now()))$$, $$at >= nullif(now(), now())$$),
	('a volatile bound: an index finds the other one, whose estimate is its own',
	 $$id >= clock_timestamp() - interval '1000 years' AND id < timestamptz '2026-11-02 00:00+00'$$,
	 $$at >= clock_timestamp() - interval '1000 years' AND at < '2026-11-02 00:00+00'$$),
	('either of two ranges',
	 $$wiji_within(id, '[2026-11-02 10:00+00, 2026-11-02 10:30+00)')
	 OR wiji_within(id, '[2026-11-04 10:00+00, 2026-11-04 11:00+00)')$$,
	 $$at >= '2026-11-02 10:00+00' AND at < '2026-11-02 10:30+00'
	 OR at >= '2026-11-04 10:00+00' AND at < '2026-11-04 11:00+00'$$),
	('with now()',
	 $$wiji_within(id, tstzrange(now() - interval '1000 years', now()))$$,
	 $$at >= now() - interval '1000 years' AND at < now()$$),
	('below IS TRUE both ends count',
	 $$((id >= timestamptz '2026-11-04 10:00+00' AND id < timestamptz '2026-11-04 11:00+00') IS TRUE) IS TRUE$$,
	 $$((at >= '2026-11-04 10:00+00' AND at < '2026-11-04 11:00+00') IS TRUE) IS TRUE$$),
	('below NOT',
	 $$NOT (id >= timestamptz '2026-11-04 10:00+00' AND id < timestamptz '2026-11-05 11:00+00')$$,
	 $$NOT (at >= '2026-11-04 10:00+00' AND at < '2026-11-05 11:00+00')$$),
	('an end that is missing, of a range that is not known',
	 $$id <@ tstzrange(now() - interval '1000 years', NULL)$$, $$at >= now() - interval '1000 years'$$)
) v (what, condition, for_time);
\set ECHO all
SELECT c.*, ids, times FROM comparison c, estimates(condition, for_time) WHERE NOT alike;
SELECT count(*) FROM comparison;
-- very many ORs
SELECT alike, ids < 400 AS few
FROM (SELECT string_agg(format('id >= %1$L::timestamptz AND id < %2$L::timestamptz', a, a + interval '2 minutes'),
                        ' OR ') AS condition,
             string_agg(format('at >= %1$L AND at < %2$L', a, a + interval '2 minutes'), ' OR ') AS for_time
      FROM generate_series(timestamptz '2026-11-02 00:00+00', '2026-11-02 16:40+00', '10 minutes') a) c,
     estimates(condition, for_time);
SELECT plan FROM plan($$SELECT FROM event
	WHERE id >= clock_timestamp() - interval '1000 years'
	  AND id < timestamptz '2026-11-01 00:05+00'$$) WHERE plan ~ 'Index Cond';
-- parameters that are not known
SET plan_cache_mode = force_generic_plan;
PREPARE by_id (tstzrange) AS SELECT FROM event WHERE wiji_within(id, $1);
PREPARE by_at (timestamptz, timestamptz) AS SELECT FROM event WHERE at >= $1 AND at < $2;
SELECT estimate('EXECUTE by_id (NULL)') = estimate('EXECUTE by_at (NULL, NULL)') AS alike;
DEALLOCATE ALL;
RESET plan_cache_mode;
-- an empty range, and null
SELECT estimate($$SELECT FROM event WHERE wiji_within(id, 'empty')$$),
       estimate($$SELECT FROM event WHERE wiji_within(id, NULL)$$);

-- The newest rows, which are not in the statistics yet, but in the index.
INSERT INTO event SELECT wiji_generate(at), at
FROM generate_series(timestamptz '2026-11-07 22:40+00', '2026-11-08 22:39+00', '1 minute') at;
SELECT condition, alike, ids > least AS enough FROM (VALUES
	($$id >= wiji_lower('2026-11-08 20:00+00')$$, $$at >= '2026-11-08 20:00+00'$$, 10),
	($$wiji_within(id, '[2026-11-08 20:00+00, 2026-11-08 21:00+00)')$$,
	 $$at >= '2026-11-08 20:00+00' AND at < '2026-11-08 21:00+00'$$, 0)) v (condition, for_time, least),
	estimates(condition, for_time);
-- Bins of fractions of a second, and of microseconds as from a bulk load: estimates are close.
CREATE FUNCTION mean_error(start timestamptz, step interval, ranges integer, rows integer) RETURNS numeric
LANGUAGE SQL AS $$
	SELECT avg(abs(estimate(format('SELECT FROM event WHERE wiji_within(id, %L)',
	                               tstzrange(start + i * step, start + (i + 1) * step))) - rows)) / rows
	FROM generate_series(1, ranges) i
$$;
TRUNCATE event;
INSERT INTO event SELECT wiji_generate(at), at
FROM generate_series(timestamptz '2026-11-01 00:00+00', '2026-11-01 00:02+00', '10 ms') at;
ANALYZE event;
SELECT mean_error('2026-11-01 00:00:05+00', '500 ms', 200, 50) < 0.25 AS near;
TRUNCATE event;
INSERT INTO event SELECT wiji_make(1793491200000000 + i / 40, i % 40, 1) FROM generate_series(1, 20000) i;
ANALYZE event;
SELECT mean_error('2026-11-01 00:00:00.00001+00', '5 us', 90, 200) < 0.25 AS near;
DROP FUNCTION mean_error;
TRUNCATE event;
INSERT INTO event SELECT wiji_generate(at), at
FROM generate_series(timestamptz '2026-11-01 00:00+00', '2026-11-07 22:39+00', '1 minute') at;
ANALYZE event;

-- Both ends count in ON of an outer join.
SELECT abs(estimate(format(q, 'id')) - estimate(format(q, 'at'))) < 10 AS outer_join
FROM (VALUES ($$SELECT FROM event e LEFT JOIN event f ON f.at = e.at
	AND e.%1$s >= timestamptz '2026-11-04 10:00+00' AND e.%1$s < timestamptz '2026-11-04 11:00+00'$$)) v (q);
-- A range that is not known, and two that are.
SELECT estimate($$SELECT FROM event
	WHERE id <@ (SELECT tstzrange '[2026-11-04 10:00+00,2026-11-04 11:00+00)' OFFSET 0)$$)
       BETWEEN 25 AND 100 AS sub_select,
       estimate($$SELECT FROM event WHERE id <@ tstzrange '[2026-11-04 10:00+00,2026-11-04 11:00+00)'
	OR id <@ tstzrange '[2026-11-05 10:00+00,2026-11-05 11:00+00)'$$) BETWEEN 110 AND 130 AS two_hours;
-- A column of ranges, with the server's estimate for timestamps.
CREATE TEMP TABLE shift AS SELECT tstzrange(at, at + interval '1 hour') AS period FROM event LIMIT 20;
ANALYZE shift;
SELECT estimate('SELECT FROM event JOIN shift ON id <@ period')
       = estimate('SELECT FROM event JOIN shift ON at <@ period') AS joined;
-- A costly expression is estimated by the statistics of its index.
CREATE INDEX event_text ON event ((wiji(lower(id::text))));
ANALYZE event;
SELECT estimate($$SELECT FROM event
	WHERE wiji(lower(id::text)) <@ '[2026-11-04 10:00+00,2026-11-04 11:00+00)'$$) BETWEEN 50 AND 70 AS costly,
       (SELECT bool_or(plan ~ 'event_text')
        FROM plan($$SELECT FROM event
	WHERE wiji(lower(id::text)) <@ '[2026-11-04 10:00+00,2026-11-04 11:00+00)'$$)) AS by_index;
DROP INDEX event_text;
-- 2,500 rows back-filled for one microsecond.
CREATE TABLE burst AS SELECT id, at FROM event;
INSERT INTO burst SELECT wiji_generate('2026-11-04 10:00:30+00'), '2026-11-04 10:00:30+00'
FROM generate_series(1, 2500);
ANALYZE burst;
SELECT estimate($$SELECT FROM burst WHERE id <@ '[2026-11-04 10:00:30+00,2026-11-04 10:00:31+00]'$$)
       BETWEEN 1250 AND 5000 AS burst;
DROP TABLE burst;
-- An index scan for a range that is a sub-select costs as much as for two sub-selects.
CREATE FUNCTION cost(query text) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE plan json;
BEGIN
	EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
	RETURN plan -> 0 -> 'Plan' ->> 'Total Cost';
END $$;
SELECT cost('SELECT FROM event WHERE id <@ (SELECT period FROM shift LIMIT 1)')
       < 2 * cost('SELECT FROM event WHERE at >= (SELECT now()) AND at < (SELECT now())') AS alike;
DROP FUNCTION cost;
-- Very many clauses do not take very long.
SELECT estimate('SELECT FROM event WHERE ' || string_agg(format('id > %L', id), ' AND ')) >= 0 AS estimated FROM event;

-- IDs that repeat, some of them often, and nulls, as in a foreign key's column.
CREATE TABLE line (id wiji, at timestamptz);
INSERT INTO line SELECT id, at
FROM event, generate_series(1, CASE WHEN at >= '2026-11-03 00:00+00' AND at < '2026-11-03 00:05+00' THEN 500
                            ELSE 1 END);
INSERT INTO line SELECT NULL, NULL FROM generate_series(1, 3000);
CREATE INDEX ON line (id);
CREATE INDEX ON line (at);
ANALYZE line;
ALTER TABLE event RENAME TO parent;
ALTER TABLE line RENAME TO event;
SELECT * FROM of_ranges('{"[2026-11-03 00:00+00,2026-11-03 00:03+00)","[2026-11-03 00:02+00,2026-11-03 04:00+00)",
	"[2026-11-05 00:00+00,2026-11-05 00:30+00)","[2026-11-01 00:00+00,2026-11-09 00:00+00)"}') WHERE NOT alike;
-- Operators of other extensions may use these estimators, with any types.
CREATE FUNCTION pg_temp.before_year(wiji, integer) RETURNS boolean IMMUTABLE
RETURN extract(year FROM wiji_timestamp($1) AT TIME ZONE 'UTC') < $2;
CREATE OPERATOR <<< (LEFTARG = wiji, RIGHTARG = integer, FUNCTION = pg_temp.before_year, RESTRICT = wiji_rangesel);
SELECT estimate('SELECT FROM event WHERE id <<< 2027') > 0 AS estimated;
DROP OPERATOR <<< (wiji, integer);
-- Several ranges are estimated as the hour around them.
CREATE TABLE ids AS SELECT wiji_lower(at) AS id FROM parent;
ANALYZE ids;
SELECT estimate($$SELECT FROM ids
	WHERE wiji_within_any(id, '{[2026-11-04 10:00,2026-11-04 10:20),[2026-11-04 10:40,2026-11-04 11:00)}')$$)
	BETWEEN 50 AND 70 AS an_hour;
DROP TABLE event, parent, ids;
DROP FUNCTION of_ranges, estimates, estimate;
