-- How the planner sees comparisons with moments and periods: as comparisons of ids.
SET TimeZone = 'UTC';
SET DateStyle = 'ISO';
CREATE TABLE event (id wiji PRIMARY KEY, n integer, made timestamptz);
INSERT INTO event SELECT wiji_make(1793491200000000 + i::bigint * 60000000, 0, i), i,
       timestamptz '2026-11-01' + i * interval '1 minute' FROM generate_series(0, 43199) i;
ANALYZE event;

-- Constants become ids.  An end that is infinite, missing or null needs no comparison.
EXPLAIN (COSTS off) SELECT n FROM event WHERE id >= timestamptz '2026-11-21' AND id < '2026-11-22'::timestamptz;
EXPLAIN (COSTS off) SELECT n FROM event WHERE id = timestamptz '2026-11-21';
EXPLAIN (COSTS off) SELECT n FROM event WHERE id IN (timestamptz '2026-11-21', '2026-11-22'::timestamptz);
EXPLAIN (COSTS off) SELECT n FROM event WHERE id <@ '[2026-11-21,2026-11-22)';
EXPLAIN (COSTS off) SELECT n FROM event WHERE '[2026-11-30 12:00,infinity)' @> id;
EXPLAIN (COSTS off) SELECT n FROM event WHERE id <@ tstzrange(NULL, '2026-11-02', '[]');
EXPLAIN (COSTS off) SELECT n FROM event WHERE id > timestamptz '5000-01-01';
EXPLAIN (COSTS off) SELECT n FROM event
WHERE wiji_within_any(id, '{[2026-11-01,2026-11-02),[2026-11-21,2026-11-21 01:00)}');
-- A moment that is not known yet is found out when the query starts.  (How many rows are of the
-- last day depends on when the test runs.)
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
SELECT regexp_replace(plan, '\(InitPlan \w+\).col1|\$0', 'sub-select', 'g') AS plan
FROM plan('SELECT n FROM event WHERE id > (SELECT max(made) - interval ''1 hour'' FROM event)') WHERE plan ~ 'Cond';
SELECT count(*) FROM event WHERE id > (SELECT max(made) - interval '1 hour' FROM event);
SET enable_memoize = off;
EXPLAIN (COSTS off) SELECT count(*) FROM (VALUES (timestamptz '2026-11-21'), ('2026-11-23')) v (day)
JOIN event ON id >= day AND id < day + interval '1 hour';
SELECT count(*) FROM (VALUES (timestamptz '2026-11-21'), ('2026-11-23')) v (day)
JOIN event ON id >= day AND id < day + interval '1 hour';
RESET enable_memoize;

-- Between several periods there are rows that an index finds and the condition does not.
SET enable_seqscan = off;
SELECT count(*) FROM event
WHERE wiji_within_any(id, (SELECT tstzmultirange '{[2026-11-01,2026-11-02),[2026-11-21,2026-11-21 01:00)}' OFFSET 0));
-- A hash index cannot be asked for a range.
CREATE TABLE hashed AS SELECT id FROM event LIMIT 100;
CREATE INDEX ON hashed USING hash (id);
SELECT count(*) FROM hashed WHERE id <@ (SELECT tstzrange '[2026-11-01,2026-11-01 00:10)' OFFSET 0);
DROP TABLE hashed;
RESET enable_seqscan;
-- A hundred periods become comparisons, more stay what they are.
SELECT n, bool_or(plan ~ 'wiji_within_any') AS by_function
FROM (VALUES (100), (101)) v (n),
     LATERAL (SELECT range_agg(tstzrange(at, at + interval '1 minute')) AS periods
              FROM generate_series(timestamptz '2026-11-01', '2026-11-30', '1 hour') WITH ORDINALITY h (at, i)
     WHERE i <= n) p,
     plan(format('SELECT FROM event WHERE wiji_within_any(id, %L)', periods))
GROUP BY n ORDER BY n;
-- The server simplifies the condition of an EXISTS also where it plans nothing yet.
SELECT count(*) FROM event a
WHERE CASE WHEN EXISTS (SELECT FROM event b WHERE b.id = a.id AND a.id >= timestamptz '2026-11-30') THEN true END;
-- Bounds that the constructor refuses are its error.
SELECT f.code, f.message FROM unnest(array['NULL', $$''$$, $$'[]]'$$, $$'{}'$$]) bounds,
       failure(format('SELECT FROM event WHERE id <@ tstzrange(now(), NULL, %s)', bounds)) f;
-- If a function that the planner needs has another name, the condition stays what it is.
BEGIN;
ALTER FUNCTION wiji_since(timestamptz) RENAME TO another_name;
SELECT count(*) FROM event WHERE id >= now() - interval '1000 years';
ROLLBACK;
-- A plan does not outlive the right to call a function of which it shows no trace, nor lend it.
CREATE FUNCTION is_late(id wiji) RETURNS boolean LANGUAGE sql STABLE AS $$SELECT id >= timestamptz '2026-11-30'$$;
CREATE ROLE regress_wiji_anyone;
GRANT SELECT ON event TO regress_wiji_anyone;
SET plan_cache_mode = force_generic_plan;
SET ROLE regress_wiji_anyone;
PREPARE late AS SELECT count(*) FROM event WHERE is_late(id);
EXECUTE late;
RESET ROLE;
REVOKE EXECUTE ON FUNCTION wiji_ge_timestamptz FROM PUBLIC;
EXECUTE late;
SET ROLE regress_wiji_anyone;
EXECUTE late;
RESET ROLE;
GRANT EXECUTE ON FUNCTION wiji_ge_timestamptz TO PUBLIC;
DEALLOCATE late;
DROP FUNCTION is_late;
-- Who may not call a function that the planner would put in has the condition as it was written,
-- also if the plan was made for somebody else.
CREATE FUNCTION recent() RETURNS TABLE (plan text) LANGUAGE sql AS
$$SELECT plan FROM plan('EXECUTE recent (''2026-11-30'')') WHERE plan ~ 'id'$$;
PREPARE recent (timestamptz) AS SELECT count(*) FROM event WHERE id >= $1;
REVOKE EXECUTE ON FUNCTION wiji_since FROM PUBLIC;
SELECT * FROM recent();
SET ROLE regress_wiji_anyone;
SELECT * FROM recent();
EXECUTE recent ('2026-11-30');
RESET ROLE;
GRANT EXECUTE ON FUNCTION wiji_since TO regress_wiji_anyone;
SET ROLE regress_wiji_anyone;
SELECT * FROM recent();
RESET ROLE;
REVOKE EXECUTE ON FUNCTION wiji_ge(wiji, wiji) FROM PUBLIC;
SET ROLE regress_wiji_anyone;
SELECT * FROM recent();
EXECUTE recent ('2026-11-30');
SELECT count(*) FROM event WHERE NOT id < timestamptz '2026-11-30';
SELECT count(*) FROM event WHERE wiji_within_any(id, '{[2026-11-29,2026-11-30),[2026-12-01,)}');
-- The genetic search throws away the memory in which it estimates, and with it nothing of the plan.
SET geqo_threshold = 2;
PREPARE tried (tstzrange) AS SELECT count(*) FROM event LEFT JOIN event b USING (n) LEFT JOIN event c USING (n)
WHERE b.id <@ $1 IS NOT TRUE AND c.id <@ $1 IS NOT TRUE;
EXECUTE tried ('[2026-11-30,)');
DEALLOCATE tried;
RESET geqo_threshold;
RESET ROLE;
DEALLOCATE recent;
RESET plan_cache_mode;
-- What a session keeps for all roles calls only what all roles may call.
CREATE DOMAIN of_this_era AS timestamptz CHECK (VALUE > '1970-01-01');
CREATE TABLE noted (id wiji);
CREATE INDEX ON noted (id) WHERE id >= of_this_era '2026-11-30';
INSERT INTO noted VALUES (wiji_lower('2026-12-01'));
GRANT INSERT ON noted TO regress_wiji_anyone;
SET ROLE regress_wiji_anyone;
INSERT INTO noted VALUES (wiji_lower('2026-12-01'));
RESET ROLE;
DROP TABLE noted;
-- Who may call a condition may call what has the same privileges, so an index serves all of them.
REVOKE EXECUTE ON FUNCTION wiji_ge_timestamptz FROM PUBLIC;
GRANT EXECUTE ON FUNCTION wiji_ge_timestamptz, wiji_ge(wiji, wiji) TO regress_wiji_anyone;
CREATE TABLE noted (id wiji);
CREATE UNIQUE INDEX noted_late ON noted (id) WHERE id >= timestamptz '2026-11-30';
GRANT INSERT, SELECT ON noted TO regress_wiji_anyone;
SET ROLE regress_wiji_anyone;
INSERT INTO noted VALUES (wiji_lower('2026-12-01')), (wiji_lower('2026-12-01'))
ON CONFLICT (id) WHERE id >= timestamptz '2026-11-30' DO NOTHING;
RESET ROLE;
SELECT count(*) FROM noted;
DROP TABLE noted;
GRANT EXECUTE ON FUNCTION wiji_since, wiji_ge(wiji, wiji), wiji_ge_timestamptz TO PUBLIC;
DROP DOMAIN of_this_era;
DROP FUNCTION recent;
DROP OWNED BY regress_wiji_anyone;
DROP ROLE regress_wiji_anyone;

-- Partitions are pruned when a query is planned, and when it starts.
CREATE TABLE part (id wiji) PARTITION BY RANGE (id);
CREATE TABLE part_1 PARTITION OF part FOR VALUES FROM (MINVALUE) TO (wiji_lower('2026-11-01'));
CREATE TABLE part_2 PARTITION OF part FOR VALUES FROM (wiji_lower('2026-11-01')) TO (wiji_lower('2026-12-01'));
CREATE TABLE part_3 PARTITION OF part FOR VALUES FROM (wiji_lower('2026-12-01')) TO (MAXVALUE);
EXPLAIN (COSTS off) SELECT FROM part WHERE id <@ '[2026-11-01,2026-12-01)';
SELECT plan FROM plan('SELECT FROM part WHERE id < now() - interval ''50 years''') WHERE plan ~ 'Removed';
DROP TABLE part;
DROP TABLE event;
