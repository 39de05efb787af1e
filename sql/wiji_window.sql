-- RANGE BETWEEN interval: the frame is measured in the creation times of IDs.
CREATE TEMP TABLE t AS
SELECT n, wiji_generate(timestamptz '2026-11-21 10:00+00' + minutes * interval '1 minute') AS id
FROM (VALUES (1, 0), (2, 20), (3, 20), (4, 59), (5, 60), (6, 61), (7, 200)) AS v (n, minutes);

SELECT n, to_char(wiji_timestamp(id) AT TIME ZONE 'UTC', 'HH24:MI') AS at,
       array_agg(n) OVER (ORDER BY id RANGE BETWEEN interval '1 hour' PRECEDING AND CURRENT ROW) AS last_hour,
       array_agg(n) OVER (ORDER BY id RANGE BETWEEN interval '1 hour' PRECEDING
                          AND interval '1 minute' PRECEDING) AS before,
       array_agg(n) OVER (ORDER BY id DESC RANGE BETWEEN interval '1 minute' PRECEDING
                          AND interval '1 minute' FOLLOWING) AS around
FROM t ORDER BY id;

-- The answer is the same as over the times themselves.
SELECT bool_and(a = b) AS same FROM (
	SELECT array_agg(n) OVER (ORDER BY id RANGE BETWEEN interval '41 minutes' PRECEDING
	                          AND interval '1 minute' FOLLOWING) AS a,
	       array_agg(n) OVER (ORDER BY wiji_timestamp(id) RANGE BETWEEN interval '41 minutes' PRECEDING
	                          AND interval '1 minute' FOLLOWING) AS b
	FROM t) s;

-- A day has 25 hours when the clocks go back, if TimeZone says so.
CREATE TEMP TABLE night AS
SELECT n, wiji_generate(at) AS id
FROM (VALUES (1, timestamptz '2026-10-24 12:00+02'), (2, '2026-10-25 12:00+01')) AS v (n, at);
SET TimeZone = 'Europe/Berlin';
SELECT n, count(*) OVER (ORDER BY id RANGE BETWEEN interval '1 day' PRECEDING AND CURRENT ROW) AS last_day FROM night;
SET TimeZone = 'UTC';
SELECT n, count(*) OVER (ORDER BY id RANGE BETWEEN interval '1 day' PRECEDING AND CURRENT ROW) AS last_day FROM night;
RESET TimeZone;

-- Months differ in length, as in timestamptz arithmetic: one before March 31 is February 28.
SELECT n, count(*) OVER (ORDER BY id RANGE BETWEEN interval '1 month' PRECEDING AND CURRENT ROW) AS last_month
FROM (VALUES (1, wiji_generate('2026-02-27 00:00+00')), (2, wiji_generate('2026-02-28 00:00+00')),
             (3, wiji_generate('2026-03-31 00:00+00'))) AS v (n, id);

-- A negative offset is rejected, as for timestamps.
SELECT code, message
FROM failure($$SELECT count(*) OVER (ORDER BY id RANGE BETWEEN interval '-1 hour' PRECEDING AND CURRENT ROW) FROM t$$);
SELECT code, message
FROM failure($$SELECT count(*) OVER (ORDER BY id RANGE BETWEEN interval '-1 hour' PRECEDING AND CURRENT ROW)
	FROM (SELECT wiji_timestamp(id) AS id FROM t) s$$);

-- Nulls are a frame of their own.
SELECT n, count(*) OVER (ORDER BY id NULLS LAST RANGE BETWEEN interval '1 hour' PRECEDING AND CURRENT ROW) AS last_hour
FROM (SELECT n, id FROM t WHERE n < 3 UNION ALL SELECT 8, NULL UNION ALL SELECT 9, NULL) s ORDER BY n;
