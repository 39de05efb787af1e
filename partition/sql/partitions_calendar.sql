-- The steps of wiji_create_partitions around every change of a clock in the time zone database,
-- since 1970.  What a clock shows at a time is well defined, so an oracle reads the clock every
-- minute: a step begins when its beginning is last shown.  A beginning that is left out counts by
-- the clock from before, unless a later one is earlier.  (In a few zones; script/test --all takes
-- all.)
\set zones '^(Africa/Ca|America/N|Antarctica/T|Australia/L|Europe/L|Pacific/A)'
\getenv zones WIJI_TEST_ZONES
SET TimeZone = 'UTC';
\set ECHO none
CREATE TEMP TABLE change AS
WITH RECURSIVE sample AS (
	SELECT zone, at, lead(at) OVER w AS later, shift, lead(shift) OVER w AS shift_later
	FROM (SELECT name AS zone FROM pg_timezone_names WHERE name !~ '^posix' AND name ~ :'zones') z,
	     generate_series(timestamptz '1970-01-03', '2038-01-01', '4 days') at,
	     CAST(timezone(zone, at) - timezone('UTC', at) AS interval) shift
	WINDOW w AS (PARTITION BY zone ORDER BY at)
), bisected AS (
	SELECT zone, at, later, shift, shift_later FROM sample WHERE shift <> shift_later
	UNION ALL
	SELECT zone, CASE WHEN same THEN middle ELSE at END, CASE WHEN same THEN later ELSE middle END, shift, shift_later
	FROM bisected, CAST(date_bin('30 seconds', at + (later - at) / 2, 'epoch') AS timestamptz) middle,
	     CAST(timezone(zone, middle) - timezone('UTC', middle) = shift AS boolean) same
	WHERE later - at > interval '30 seconds'
)
SELECT min(zone) AS zone, later AS at, shift, shift_later FROM bisected
WHERE later - at <= interval '30 seconds' GROUP BY later, shift, shift_later;

CREATE FUNCTION pg_temp.oracle(zone text, since timestamptz, until timestamptz, step interval) RETURNS timestamptz[]
LANGUAGE sql
BEGIN ATOMIC
	SELECT array_agg(DISTINCT starts ORDER BY starts)
	FROM (SELECT min(coalesce(max(at) FILTER (WHERE clock = beginning),
	                          max(at - interval '1 minute' + (beginning - before))))
	             OVER (ORDER BY beginning DESC) AS starts
	      FROM (SELECT at, timezone(zone, at) AS clock, timezone(zone, at - interval '1 minute') AS before
	            FROM generate_series(since, until, interval '1 minute') at) c,
	           CAST(date_bin(step, clock, timestamp '2001-01-01') AS timestamp) latest,
	           generate_series(CASE WHEN before < clock
	                           THEN least(latest, date_bin(step, before, timestamp '2001-01-01') + step)
	                           ELSE latest END, latest, step) beginning
	      WHERE latest = clock OR before < latest
	      GROUP BY beginning) b
	WHERE starts > since AND starts < until;
END;
\set ECHO all
SELECT count(*) > 400 AS many FROM change;
-- Eight hours before and after each, the steps follow each other, and begin where the oracle says.
SELECT step, sum(cardinality(starts)) > 300 AS many, count(*) FILTER (WHERE gap) AS gaps,
       count(*) FILTER (WHERE starts IS DISTINCT FROM expected) AS wrong,
       min(zone || ' ' || at) FILTER (WHERE starts IS DISTINCT FROM expected) AS first
FROM change, unnest('{15 minutes,1 hour,1 day}'::interval[]) step,
     LATERAL (SELECT array_agg(lower(s) ORDER BY s)
                     FILTER (WHERE lower(s) > at - interval '8 hours' AND lower(s) < at + interval '8 hours'),
                     range_agg(s) <> tstzmultirange(tstzrange(min(lower(s)), max(upper(s)))) OR bool_or(isempty(s))
                     OR sum(upper(s) - lower(s)) <> max(upper(s)) - min(lower(s))
              FROM wiji_partition_steps(at - interval '8 hours', at + interval '8 hours', step, zone) s)
     w (starts, gap),
     pg_temp.oracle(zone, at - interval '8 hours', at + interval '8 hours', step) expected
WHERE extract(second FROM at) = 0 -- Monrovia's, of 1972
GROUP BY step ORDER BY step;
DROP TABLE change;
