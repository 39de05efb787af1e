-- uuidtime_v7_within(id, period): is the uuid of version 7, and was it made in that period?
SET TimeZone = 'UTC';
SELECT uuidtime_v7_within('019aa525-6800-7000-8000-000000000000', '[2025-11-21,2025-11-22)') AS that_day,
       uuidtime_v7_within('019aa525-6800-7000-8000-000000000000', '[2025-11-22,2025-11-23)') AS the_next,
       uuidtime_v7_within('019aa525-6800-4000-8000-000000000000', '(,)') AS of_version_4,
       uuidtime_v7_within(NULL, '(,)') AS no_id,
       uuidtime_v7_within('019aa525-6800-7000-8000-000000000000', NULL) AS no_period;

-- Uuids of every version and variant, first and last ones of milliseconds, and periods around
-- these.
CREATE TABLE u AS
SELECT overlay(overlay(id::text placing version from 15 for 1) placing variant from 20 for 1)::uuid AS id
FROM (SELECT f AS id FROM generate_series(timestamptz '2026-11-21 09:59:59.998', '2026-11-21 10:00:00.002', '1 ms') at,
      LATERAL (VALUES (uuidtime_v7_lower(at)), (uuidtime_v7_upper(at))) v (f)
      UNION ALL VALUES ('00000000-0000-7000-8000-000000000000'::uuid), ('ffffffff-ffff-7fff-bfff-ffffffffffff'),
             (NULL)) s,
     unnest('{1,4,6,7,8,f}'::text[]) version, unnest('{0,8,b,c,f}'::text[]) variant;
CREATE TABLE moment AS
SELECT at + d AS at FROM unnest('{1970-01-01,2026-11-21 10:00,10889-08-02 05:31:50.655}'::timestamptz[]) at,
       unnest('{0,1 us,-1 us,500 us,999 us,1 ms}'::interval[]) d;
INSERT INTO moment VALUES ('infinity'), ('-infinity'), (NULL);
CREATE TABLE period AS
SELECT tstzrange(a.at, b.at, bounds) AS period FROM moment a, moment b, unnest('{[],[),(],()}'::text[]) bounds
WHERE a.at <= b.at OR a.at IS NULL OR b.at IS NULL
UNION ALL VALUES ('empty'::tstzrange), (NULL);
-- The comparisons that the planner makes of it, and the function itself, which it leaves alone if
-- the period is of the uuid's own row.
SELECT count(*) > 50000 AS many, count(*) FILTER (WHERE truth) > 1000 AS some,
       count(*) FILTER (WHERE answer IS DISTINCT FROM truth) AS wrong,
       count(*) FILTER (WHERE opposite IS DISTINCT FROM NOT truth) AS wrong_below_not
FROM (SELECT uuidtime_v7_within(id, period) AS answer, NOT uuidtime_v7_within(id, period) AS opposite,
             CASE WHEN id IS NOT NULL THEN coalesce(uuidtime_version(id) = 7, false)
               AND uuidtime_timestamp(id) <@ period END AS truth
      FROM u, period WHERE period IS NOT NULL OFFSET 0) s;
CREATE TABLE pair AS SELECT * FROM u, period WHERE period IS NOT NULL AND id IS NOT NULL;
SELECT count(*) FILTER (WHERE uuidtime_v7_within(id, period) <> (coalesce(uuidtime_version(id) = 7, false)
       AND uuidtime_timestamp(id) <@ period)) AS wrong FROM pair;

SET enable_seqscan = off;
SET enable_bitmapscan = off;
-- Indexes serve it, for constants, expressions, parameters and sub-selects.
CREATE TABLE e (id uuid PRIMARY KEY);
INSERT INTO e SELECT uuidtime_v7_lower(at) FROM generate_series(timestamptz '2026-11-01', '2026-11-30', '1 minute') at;
-- one of version 4 among them
INSERT INTO e SELECT overlay(uuidtime_v7_lower('2026-11-21 00:30:30')::text placing '4' from 15 for 1)::uuid;
ANALYZE e;
-- (Servers from 19 on make the filter shorter.)
SELECT * FROM plan($$SELECT FROM e WHERE uuidtime_v7_within(id, '[2026-11-21,2026-11-21 01:00)')$$) plan
WHERE plan !~ 'Filter';
SELECT count(*) FROM e WHERE uuidtime_v7_within(id, '[2026-11-21,2026-11-21 01:00)');
SELECT * FROM plan($$SELECT FROM e WHERE uuidtime_v7_within(id, tstzrange(now() - interval '1 hour', NULL))$$) plan
WHERE plan !~ 'Filter';
SELECT regexp_replace(plan, '\(InitPlan \w+\).col1|\$0', 'sub-select', 'g') AS plan
FROM plan($$SELECT FROM e WHERE uuidtime_v7_within(id, (SELECT tstzrange '[2026-11-21,2026-11-21 01:00)' OFFSET 0))$$)
WHERE plan ~ 'Cond';
SELECT count(*) FROM e WHERE uuidtime_v7_within(id, (SELECT tstzrange '[2026-11-21,2026-11-21 01:00)' OFFSET 0));
-- A uuid of another version is in no period, not even in a null one. Custom and generic plans agree
-- on that.
PREPARE in_period(tstzrange) AS
SELECT uuidtime_version(id) AS version, uuidtime_v7_within(id, $1) AS answer, NOT uuidtime_v7_within(id, $1) AS opposite
FROM (VALUES (uuid '019aa525-6800-4000-8000-000000000000'), ('019aa525-6800-7000-8000-000000000000'), (NULL)) v (id);
SET plan_cache_mode = force_custom_plan;
EXECUTE in_period(NULL);
SET plan_cache_mode = force_generic_plan;
EXECUTE in_period(NULL);
RESET plan_cache_mode;
DEALLOCATE in_period;
-- A sub-select leaves the call as it is, and that answers the same.
SELECT uuidtime_version(id) AS version, uuidtime_v7_within(id, period) AS answer,
       uuidtime_v6_within(id, period) AS "as v6", uuidtime_v7_draft_within(id, period) AS "as draft"
FROM (SELECT id, (SELECT NULL::tstzrange OFFSET 0) AS period
      FROM (VALUES (uuid '019aa525-6800-4000-8000-000000000000'), ('019aa525-6800-7000-8000-000000000000'),
                   (NULL)) v (id)) s;
-- A security barrier does not keep the condition from the index.
CREATE FUNCTION allowed(uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN true; END $$;
CREATE VIEW barrier WITH (security_barrier) AS SELECT * FROM e WHERE allowed(id);
SELECT regexp_replace(plan, '\(InitPlan \w+\).col1|\$0', 'sub-select', 'g') AS plan
FROM plan($$SELECT FROM barrier WHERE uuidtime_v7_within(id, (SELECT tstzrange '[2026-11-21,2026-11-21 01:00)' OFFSET 0))$$)
WHERE plan ~ 'Cond';
DROP VIEW barrier;
DROP FUNCTION allowed;
DROP TABLE u, moment, period, pair, e;
RESET enable_seqscan;
RESET enable_bitmapscan;
RESET timezone;
