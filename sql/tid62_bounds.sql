-- The smallest id that is not before a moment, and the largest that is not after it.
SET timezone = 'UTC';
SELECT tid62_lower('2025-12-30 12:00:00'), tid62_upper('2025-12-30 12:00:00');

-- Between two seconds these are the first of the later and the last of the earlier one.
SELECT at, tid62_timestamp(tid62_lower(at)) AS lower, tid62_timestamp(tid62_upper(at)) AS upper
FROM (VALUES (1, timestamptz '2025-12-30 11:59:59.999999'), (2, '2025-12-30 12:00:00'),
             (3, '2025-12-30 12:00:00.000001'),
             (4, '2025-12-30 12:00:00.5'), (5, '2025-12-30 12:00:00.999999')) AS v (n, at) ORDER BY n;
SELECT tid62_lower('2020-01-01') AS first, tid62_upper('2156-02-07 06:28:15') AS last,
       tid62_upper('2156-02-07 06:28:15.999999') AS last_moment;

-- Moments without such an id are error 22008; a first id does not come after the last second has
-- begun.
SELECT f.* FROM (VALUES
	(1, 'lower', '2019-12-31 23:59:59.999999'), (2, 'upper', '2019-12-31 23:59:59.999999'),
	(3, 'lower', '2156-02-07 06:28:15.000001'), (4, 'upper', '2156-02-07 06:28:16'),
	(5, 'lower', '-infinity'), (6, 'upper', '-infinity'), (7, 'lower', 'infinity'),
	(8, 'upper', 'infinity')) AS v (n, bound, at),
	failure(format('SELECT tid62_%s(%L)', bound, at)) f ORDER BY n;
SELECT tid62_lower(NULL), tid62_upper(NULL);

-- Ids around three seconds and at both ends, and moments and periods of every kind among them.
CREATE TABLE ids AS
SELECT tid62(decode(lpad(to_hex(second), 8, '0') || random, 'hex')) AS id
FROM unnest(ARRAY[0, 1, 189259199, 189259200, 189259201, 4294967294, 4294967295]) second,
     unnest(ARRAY['0000000000000000', '7fffffffffffffff', 'ffffffffffffffff']) random;
CREATE TABLE moments AS
SELECT second + part AS at
FROM unnest(ARRAY[timestamptz '2020-01-01 00:00:01', '2025-12-30 12:00:00', '2156-02-07 06:28:14']) second,
     unnest(ARRAY[interval '-1s', '-0.000001s', '0', '0.000001s', '0.5s', '0.999999s', '1s']) part;

-- They are bounds of exactly the ids whose time is on their side.
SELECT count(*) AS pairs, count(*) FILTER (WHERE NOT on_side) AS "wrong" FROM (
	SELECT (id >= tid62_lower(at)) = (tid62_timestamp(id) >= at)
	  AND (id <= tid62_upper(at)) = (tid62_timestamp(id) <= at) AS on_side
	FROM ids, moments WHERE at <= '2156-02-07 06:28:15') s;

-- tid62_within is tid62_timestamp(id) <@ period: for each kind of bounds, beyond the times of a
-- tid62, and empty.
INSERT INTO moments VALUES ('-infinity'), ('infinity'), ('2000-01-01'), ('3000-01-01'),
       ('294276-12-31 23:59:59.999999'), (NULL);
CREATE TABLE periods AS
SELECT tstzrange(a.at, b.at, bounds) AS period FROM moments a, moments b, unnest(ARRAY['[]', '[)', '(]', '()']) bounds
WHERE a.at <= b.at OR a.at IS NULL OR b.at IS NULL
UNION ALL SELECT 'empty';
-- The planner leaves the first as it is, with id and period in one row; elsewhere it makes the
-- second of it.
SELECT count(*) AS pairs,
       count(*) FILTER (WHERE within <> (tid62_timestamp(id) <@ period)) AS wrong,
       count(*) FILTER (WHERE (id >= tid62_within_lower(period) AND id <= tid62_within_upper(period))
                              <> (tid62_timestamp(id) <@ period)) AS rewritten_wrong
FROM (SELECT id, period, tid62_within(id, period) AS within FROM (SELECT * FROM ids, periods OFFSET 0) p OFFSET 0) s;
SELECT tid62_within(NULL, 'empty'), tid62_within('04XVaYIDfO3SmYAds', NULL);

-- A period between two seconds has no id, and no room for one.
SELECT tid62_within_lower(p) AS lower, tid62_within_upper(p) AS upper,
       tid62_within_lower(p) > tid62_within_upper(p) AS nothing_between
FROM (VALUES (tstzrange '[2025-12-30 12:00:00.2,2025-12-30 12:00:00.7]')) AS v (p);

-- The planner sees comparisons: an index finds a period, partitions outside it are not read.
CREATE TABLE t (id tid62 PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE t_2025 PARTITION OF t FOR VALUES FROM (tid62_lower('2025-01-01')) TO (tid62_lower('2026-01-01'));
CREATE TABLE t_2026 PARTITION OF t FOR VALUES FROM (tid62_lower('2026-01-01')) TO (tid62_lower('2027-01-01'));
INSERT INTO t SELECT tid62_generate(at) FROM generate_series(timestamptz '2025-01-01', '2026-12-31', '1 hour') at;
ANALYZE t;
SET enable_bitmapscan = off;
EXPLAIN (COSTS off) SELECT FROM t WHERE tid62_within(id, '[2026-05-01,2026-05-02)');
SELECT count(*) FROM t WHERE tid62_within(id, '[2026-05-01,2026-05-02)');
SELECT count(*) FROM t WHERE tid62_within(id, '[2025-12-31 12:00,2026-01-01 12:00]');
SELECT count(*) FROM t WHERE id BETWEEN tid62_lower('2026-05-01') AND tid62_upper('2026-05-01 23:59:59.999999');
RESET enable_bitmapscan;

-- It estimates them by time: a day of 24 rows is told to within one row or two.
CREATE FUNCTION estimate(query text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
	RETURN plan->0->'Plan'->>'Plan Rows';
END $$;
SELECT estimate($$SELECT FROM t WHERE tid62_within(id, '[2026-05-01,2026-05-02)')$$) BETWEEN 22 AND 26 AS a_day,
       estimate($$SELECT FROM t_2026 WHERE id < tid62_lower('2026-07-02 12:00')$$) BETWEEN 4300 AND 4450 AS half_a_year;
SET plan_cache_mode = force_generic_plan;
RESET plan_cache_mode;
DEALLOCATE ALL;
ANALYZE moments;
-- Functions of people that have the names of these are other functions.
CREATE SCHEMA other;
CREATE FUNCTION other.tid62_within_lower() RETURNS tid62 LANGUAGE plpgsql AS 'BEGIN RETURN tid62_lower(now()); END';
CREATE FUNCTION other.tid62_moments(integer, timestamptz) RETURNS tstzrange
LANGUAGE plpgsql AS 'BEGIN RETURN tstzrange($2, NULL); END';
CREATE FUNCTION other.tid62_moments(text, timestamptz) RETURNS tstzrange
LANGUAGE plpgsql AS 'BEGIN RETURN tstzrange($2, NULL); END';
EXPLAIN (COSTS off) SELECT FROM t_2026 WHERE id >= other.tid62_within_lower();
EXPLAIN (COSTS off) SELECT FROM t_2026 WHERE id >= tid62_within_lower(other.tid62_moments(7, now()));
EXPLAIN (COSTS off) SELECT FROM t_2026 WHERE id >= tid62_within_lower(other.tid62_moments(NULL, now()));
SET client_min_messages = warning;
DROP SCHEMA other CASCADE;
RESET client_min_messages;
DROP TABLE t, ids, moments, periods;
DROP FUNCTION estimate;
RESET timezone;
