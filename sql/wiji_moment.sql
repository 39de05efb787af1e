-- Ids compare with moments and periods, and the planner makes comparisons of ids of that.
SET TimeZone = 'UTC';
SET DateStyle = 'ISO';
CREATE TABLE event (id wiji PRIMARY KEY, n integer, made timestamptz);
INSERT INTO event SELECT wiji_make(1793491200000000 + i::bigint * 60000000, 0, i), i, timestamptz '2026-11-01' + i * interval '1 minute' FROM generate_series(0, 43199) i;
ANALYZE event;

-- Operators, both ways round, with all that is a moment.
SELECT count(*) FROM event WHERE id >= timestamptz '2026-11-21' AND id < timestamptz '2026-11-22';
SELECT count(*) FROM event WHERE id BETWEEN date '2026-11-21' AND timestamp '2026-11-21 01:00';
SELECT n FROM event WHERE timestamptz '2026-11-01 00:02' = id;
SELECT count(*) FILTER (WHERE id <> timestamptz '2026-11-01') AS but_one, count(*) FILTER (WHERE timestamptz 'infinity' > id) AS all,
       count(*) FILTER (WHERE id <= '-infinity'::timestamptz) AS none, count(*) FILTER (WHERE id > NULL::timestamptz) AS no_moment FROM event;
SELECT count(*) FROM event WHERE id <@ '[2026-11-21,2026-11-22)';
SELECT count(*) FROM event WHERE tstzrange('2026-11-21', '2026-11-22') @> id;
SELECT count(*) FROM event WHERE wiji_within_any(id, '{[2026-11-01,2026-11-02),[2026-11-21,2026-11-21 01:00)}');

-- Constants become ids.  An end that is infinite, missing or null needs no comparison.
EXPLAIN (COSTS off) SELECT n FROM event WHERE id >= timestamptz '2026-11-21' AND id < '2026-11-22'::timestamptz;
EXPLAIN (COSTS off) SELECT n FROM event WHERE id = timestamptz '2026-11-21';
EXPLAIN (COSTS off) SELECT n FROM event WHERE id <@ '[2026-11-21,2026-11-22)';
EXPLAIN (COSTS off) SELECT n FROM event WHERE '[2026-11-30 12:00,infinity)' @> id;
EXPLAIN (COSTS off) SELECT n FROM event WHERE id <@ tstzrange(NULL, '2026-11-02', '[]');
EXPLAIN (COSTS off) SELECT n FROM event WHERE id > timestamptz '5000-01-01';
EXPLAIN (COSTS off) SELECT n FROM event WHERE wiji_within_any(id, '{[2026-11-01,2026-11-02),[2026-11-21,2026-11-21 01:00)}');
-- What is not known yet is found out when the query starts.  (How many rows are of the last day
-- depends on when the test runs.)
SET enable_seqscan = off;
SET enable_bitmapscan = off;
EXPLAIN (COSTS off) SELECT n FROM event WHERE id >= now() - interval '1 day';
EXPLAIN (COSTS off) SELECT n FROM event WHERE id > current_date;
EXPLAIN (COSTS off) SELECT n FROM event WHERE id <@ tstzrange(now() - interval '1 day', NULL);
SET plan_cache_mode = force_generic_plan;
PREPARE since (timestamptz) AS SELECT count(*) FROM event WHERE id >= $1;
EXPLAIN (COSTS off) EXECUTE since (NULL);
EXECUTE since ('2026-11-30');
EXECUTE since ('infinity');
EXECUTE since ('-infinity');
PREPARE at (timestamptz) AS SELECT n FROM event WHERE id = $1;
EXPLAIN (COSTS off) EXECUTE at (NULL);
EXECUTE at ('2026-11-21');
PREPARE between_two (timestamptz, timestamptz) AS SELECT count(*) FROM event WHERE id <@ tstzrange($1, $2, '(]');
EXECUTE between_two ('2026-11-21', '2026-11-21 00:10');
EXECUTE between_two (NULL, '2026-11-01 00:10');
-- (Ends in the wrong order are an error of the constructor.  Taken one by one they are of a period
-- without ids.)
EXECUTE between_two ('2026-11-22', '2026-11-21');
DEALLOCATE ALL;
RESET plan_cache_mode;
RESET enable_seqscan;
RESET enable_bitmapscan;
-- Sub-selects, and columns of other tables.
SELECT regexp_replace(plan, '\(InitPlan \w+\).col1|\$0', 'sub-select', 'g') AS plan FROM plan('SELECT n FROM event WHERE id > (SELECT max(made) - interval ''1 hour'' FROM event)') WHERE plan ~ 'Cond';
SELECT count(*) FROM event WHERE id > (SELECT max(made) - interval '1 hour' FROM event);
SET enable_memoize = off;
EXPLAIN (COSTS off) SELECT count(*) FROM (VALUES (timestamptz '2026-11-21'), ('2026-11-23')) v (day) JOIN event ON id >= day AND id < day + interval '1 hour';
SELECT count(*) FROM (VALUES (timestamptz '2026-11-21'), ('2026-11-23')) v (day) JOIN event ON id >= day AND id < day + interval '1 hour';
RESET enable_memoize;

-- Partitions are pruned when a query is planned, and when it starts.
CREATE TABLE part (id wiji) PARTITION BY RANGE (id);
CREATE TABLE part_1 PARTITION OF part FOR VALUES FROM (MINVALUE) TO (wiji_lower('2026-11-01'));
CREATE TABLE part_2 PARTITION OF part FOR VALUES FROM (wiji_lower('2026-11-01')) TO (wiji_lower('2026-12-01'));
CREATE TABLE part_3 PARTITION OF part FOR VALUES FROM (wiji_lower('2026-12-01')) TO (MAXVALUE);
EXPLAIN (COSTS off) SELECT FROM part WHERE id <@ '[2026-11-01,2026-12-01)';
SELECT plan FROM plan('SELECT FROM part WHERE id < now() - interval ''50 years''') WHERE plan ~ 'Removed';
DROP TABLE part;

-- What has no type is an id as before, wherever it stands.
SELECT '06C31QQ30K880007VPPQCVK2KZ' = id AS literal, id IN ('06C31QQ30K880007VPPQCVK2KZ', '06C31QQ30K880007VPPQCVK2KZ') AS list,
       id = ANY ('{06C31QQ30K880007VPPQCVK2KZ}') AS array, id BETWEEN '06C31QQ30K880007VPPQCVK2KZ' AND '06C31QQ30K880007VPPQCVK2KZ' AS between,
       nullif(id, '06C31QQ30K880007VPPQCVK2KZ') AS nullif, id IS DISTINCT FROM '06C31QQ30K880007VPPQCVK2KZ' AS distinct,
       CASE id WHEN '06C31QQ30K880007VPPQCVK2KZ' THEN 'case' END AS case, coalesce(id, '06C31QQ30K880007VPPQCVK2KZ') AS coalesce,
       greatest(id, '06C31QQ30K880007VPPQCVK2KZ') AS greatest, row(id, 1) < row('06C31QQ30K880007VPPQCVK2KZ', 2) AS row
FROM (VALUES (wiji '06C31QQ30K880007VPPQCVK2KZ')) v (id);
CREATE DOMAIN event_id AS wiji NOT NULL;
SELECT id = '06C31QQ30K880007VPPQCVK2KZ' AS literal, id >= timestamptz '2026-11-21' AS moment, id <@ '[2026-11-21,2026-11-22)' AS period FROM (VALUES ('06C31QQ30K880007VPPQCVK2KZ'::event_id)) v (id);
DROP DOMAIN event_id;
PREPARE unknown AS SELECT FROM event WHERE id = $1 AND id < $2 AND id = ANY ($3) AND id <@ $4;
SELECT parameter_types FROM pg_prepared_statements WHERE name = 'unknown';
DEALLOCATE unknown;
-- In each of these places a moment may stand, too.
SELECT id IN (timestamptz '2026-11-21 06:29:27.93069', timestamptz '2026-11-22') AS list, id = ANY ('{2026-11-22}'::timestamptz[]) AS array,
       nullif(id, timestamptz '2026-11-22') AS nullif, id IS DISTINCT FROM timestamptz '2026-11-22' AS distinct,
       CASE id WHEN timestamptz '2026-11-21 06:29:27.93069' THEN 'case' END AS case
FROM (VALUES (wiji '06C31QQ30K880007VPPQCVK2KZ')) v (id);
-- And what people write with ranges and no id stays as it was.
SELECT tstzrange('2026-11-21', NULL) @> '[2026-11-22,2026-11-23)' AS range, '[2026-11-22,2026-11-23)' <@ tstzrange('2026-11-21', NULL) AS other_way,
       tstzrange('2026-11-21', NULL) @> timestamptz '2026-11-22' AS moment;

-- A date where an id is expected: the hint shows how to write it.
SELECT f.* FROM unnest('{2026-11-21,yesterday,"[2026-11-21,2026-11-22)",06C3}'::text[]) literal, failure(format('SELECT FROM event WHERE id > %L', literal)) f;
DROP TABLE event;
