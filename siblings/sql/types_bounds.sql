-- Bounds of a timestamp and ranges of timestamps, for each type.
SET timezone = 'UTC';
\set ECHO none
\getenv tree WIJI_TREE
\set bounds :tree/test/types/bounds.sql
\set bounds_end :tree/test/types/bounds_end.sql
\i :bounds
INSERT INTO kinds (kind, type, lower, upper, "timestamp", within)
SELECT type, type::regtype, type || '_lower(at)', type || '_upper(at)', type || '_timestamp(id)', type || '_within(id, r)'
FROM id_types;
\set ECHO all
SELECT count(*) > 0 AS there_are_some FROM kinds;
-- Bounds that are not exact.
SELECT kind, w.* FROM kinds, wrong_bounds(kinds) w 
WHERE (w.compared > 1000, w.lower, w.upper) IS DISTINCT FROM (true, 0, 0);
-- The first and the last times have IDs, and beyond them is error 22008.
SELECT * FROM each_type($$
	SELECT bound, at, f.code, f.message FROM TYPE_timestamp(TYPE_within_lower('(,)')) first,
	       TYPE_timestamp(TYPE_within_upper('(,)')) last,
	       LATERAL (VALUES ('lower', first), ('upper', first), ('lower', last), ('upper', last)) v (bound, at),
	       failure(format('SELECT TYPE_%s(%L)', bound, at)) f WHERE f.code IS NOT NULL$$);
SELECT * FROM each_type($$
	SELECT bound, at, f.code, f.message FROM TYPE_timestamp(TYPE_within_lower('(,)')) first,
	       TYPE_timestamp(TYPE_within_upper('(,)')) last,
	       LATERAL (VALUES ('lower', first - interval '1 us'), ('upper', first - interval '1 us'),
	                       ('lower', last + interval '1 us'), ('upper', last + interval '1 s')) v (bound, at),
	       failure(format('SELECT TYPE_%s(%L)', bound, at)) f
	WHERE f.code IS DISTINCT FROM '22008' OR f.message NOT LIKE 'timestamp out of range for type TYPE: %'$$);
SELECT kind, bound, at, f.code AS other_code
FROM kinds, LATERAL (VALUES ('lower', lower), ('upper', upper)) AS b (bound, call),
     unnest('{-infinity,infinity,4714-11-24 00:00:00+00 BC}'::text[]) at,
     failure(format('SELECT %s FROM (SELECT timestamptz %L AS at) v', call, at)) f
WHERE f.code IS DISTINCT FROM '22008';
-- Conditions that are not true for exactly the IDs whose time is in the range.
SELECT kind, w.* FROM kinds, wrong_within(kinds) w
WHERE (w.compared > 10000, w.within > 1000, wrong, wrong_below_not, function_wrong) IS DISTINCT FROM (true, true, 0, 0, 0);
-- The planner sees comparisons, and estimates them by time.
SELECT kind, d.* FROM kinds, day_of(kinds) d
WHERE (ids, by_generic_plan, reads, close) IS DISTINCT FROM (24, 24, 'Index Cond, t_2026, Subplans Removed: 1', true);
-- Several ranges are estimated as the hour around them.
CREATE FUNCTION estimate(query text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE plan json;
BEGIN
	EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
	RETURN plan -> 0 -> 'Plan' ->> 'Plan Rows';
END $$;
SELECT count(f.code) AS failures FROM kinds,
     failure(format('CREATE TABLE minutes_%1$s AS SELECT %1$s_lower(at) AS id
                     FROM generate_series(timestamptz ''2026-11-01'', ''2026-11-30'', ''1 minute'') at;
                     ANALYZE minutes_%1$s', kind)) f;
SELECT * FROM each_type($$SELECT estimate FROM estimate($q$SELECT FROM minutes_TYPE
	WHERE TYPE_within_any(id, '{[2026-11-04 10:00,2026-11-04 10:20),[2026-11-04 10:40,2026-11-04 11:00)}')$q$)
	WHERE estimate NOT BETWEEN 50 AND 70$$);
SELECT count(f.code) AS failures FROM kinds, failure(format('DROP TABLE minutes_%s', kind)) f;
DROP FUNCTION estimate;
\set ECHO none
\i :bounds_end
\set ECHO all
RESET timezone;
