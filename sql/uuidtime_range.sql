-- Time ranges of the RFC's version 7.
SET timezone = 'UTC';

-- The smallest and the largest id of a millisecond.
SELECT uuidtime_v7_lower('2026-11-21 02:37:58.335') AS lower, uuidtime_v7_upper('2026-11-21 02:37:58.335') AS upper;
SELECT uuidtime_v7_lower('1970-01-01') AS first, uuidtime_v7_upper('10889-08-02 05:31:50.655') AS last;
SELECT uuidtime_timestamp(uuidtime_v7_lower('1970-01-01')) AS first,
       uuidtime_timestamp(uuidtime_v7_upper('10889-08-02 05:31:50.655')) AS last;

-- Milliseconds are all that uuidtime_timestamp reads: between two of them, "at or after" begins
-- with the next and "at or before" ends with the last.
SELECT at, uuidtime_timestamp(uuidtime_v7_lower(at)) AS lower, uuidtime_timestamp(uuidtime_v7_upper(at)) AS upper
FROM (VALUES
	(timestamptz '2026-11-21 02:37:58.335'), ('2026-11-21 02:37:58.335001'), ('2026-11-21 02:37:58.335999'),
	('2026-11-21 02:37:58.336')) AS v (at);
SELECT bool_and((uuidtime_timestamp(id) >= at) = (id >= uuidtime_v7_lower(at))) AS lower,
       bool_and((uuidtime_timestamp(id) <= at) = (id <= uuidtime_v7_upper(at))) AS upper, count(*)
FROM (SELECT timestamptz '2026-11-21' + n * interval '250 us' AS at FROM generate_series(0, 20) n) moments,
     (SELECT uuidtime_v7_lower(at) AS id
      FROM generate_series(timestamptz '2026-11-21', '2026-11-21 00:00:00.005', interval '1 ms') at
      UNION ALL SELECT uuidtime_v7_upper(at)
      FROM generate_series(timestamptz '2026-11-21', '2026-11-21 00:00:00.005', interval '1 ms') at) ids;

-- A new id lies between the bounds of its own moment.
SELECT bool_and(id >= uuidtime_v7_lower(uuidtime_timestamp(id))
                AND id <= uuidtime_v7_upper(uuidtime_timestamp(id))) AS within
FROM (SELECT uuidtime_v7() AS id FROM generate_series(1, 1000)) s;

-- Moments that the format does not hold are error 22008.
SELECT f.*, l = f AS both FROM (VALUES
	(1, '1969-12-31 23:59:59.999999'), (2, '10889-08-02 05:31:50.655001'), (3, '-infinity'), (4, 'infinity'),
	(5, '4714-11-24 00:00:00+00 BC'), (6, '294276-12-31 23:59:59.999999')) AS v (n, at),
	failure(format('SELECT uuidtime_v7_lower(%L)', at)) l, failure(format('SELECT uuidtime_v7_upper(%L)', at)) f
	ORDER BY n;
SELECT uuidtime_v7_lower(NULL), uuidtime_v7_upper(NULL);

-- A day of a table: the primary key finds it.
CREATE TABLE t (id uuid PRIMARY KEY, n integer);
INSERT INTO t SELECT uuidtime_v7_lower(timestamptz '2026-11-20' + n * interval '1 hour'), n
FROM generate_series(0, 71) n;
ANALYZE t;
SELECT count(*), min(n), max(n) FROM t
WHERE id >= uuidtime_v7_lower('2026-11-21') AND id < uuidtime_v7_lower('2026-11-22');
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT *
FROM plan($$SELECT n FROM t
	WHERE id >= uuidtime_v7_lower('1970-01-01 00:00+00') AND id < uuidtime_v7_lower('1970-01-01 00:00:01+00')$$);
RESET enable_seqscan;
RESET enable_bitmapscan;
DROP TABLE t;

-- Partitions by time, and the planner leaves out the ones that a query does not need.
CREATE TABLE events (id uuid PRIMARY KEY DEFAULT uuidtime_v7(), what text) PARTITION BY RANGE (id);
CREATE TABLE events_10 PARTITION OF events FOR
VALUES FROM (uuidtime_v7_lower('2026-10-01')) TO (uuidtime_v7_lower('2026-11-01'));
CREATE TABLE events_11 PARTITION OF events FOR
VALUES FROM (uuidtime_v7_lower('2026-11-01')) TO (uuidtime_v7_lower('2026-12-01'));
INSERT INTO events VALUES (uuidtime_v7_upper('2026-10-31 23:59:59.999'), 'the last of October'),
       (uuidtime_v7_lower('2026-11-01'), 'the first of November');
SELECT tableoid::regclass, what FROM events ORDER BY id;
SELECT DISTINCT substring(line, 'events_\d+') AS read
FROM plan($$SELECT * FROM events WHERE id >= uuidtime_v7_lower('2026-11-01')$$) line WHERE line ~ 'events_';
DROP TABLE events;
