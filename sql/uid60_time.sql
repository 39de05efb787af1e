-- The smallest id of a moment or after it, and the largest of it or before, as bounds for time
-- filters and partitions.
SET timezone = 'UTC';
SELECT uid60_lower('2019-07-03 18:45:04.129'), uid60_upper('2019-07-03 18:45:04.129');
SELECT uid60_lower('2018-03-01') AS first, uid60_upper('2157-07-13 07:35:11.103') AS last;

-- Ids count milliseconds; between two of them lies no id.
SELECT at, uid60_timestamp(uid60_lower(at)), uid60_timestamp(uid60_upper(at)),
       uid60_lower(at) <= uid60_upper(at) AS has_ids
FROM (VALUES (timestamptz '2026-11-21 02:37:58.335'), ('2026-11-21 02:37:58.335001'), ('2026-11-21 02:37:58.335999'),
             ('2026-11-21 02:37:58.336')) AS v (at);
SELECT bool_and(uid60_timestamp(uid60_lower(at)) >= at
                AND uid60_timestamp((uid60_lower(at)::bigint - 1)::uid60) < at) AS smallest,
       bool_and(uid60_timestamp(uid60_upper(at)) <= at
                AND uid60_timestamp((uid60_upper(at)::bigint + 1)::uid60) > at) AS largest
FROM generate_series(1, 5000) us, LATERAL (SELECT timestamptz '2026-11-21' + us * interval '1us') AS v (at);

-- Moments that no id has are error 22008: moments before and after all ids, and the infinite ones.
SELECT f.* FROM (VALUES
	(1, '2018-02-28 23:59:59.999999'), (2, '2157-07-13 07:35:11.103001'),
	(3, '-infinity'), (4, 'infinity'), (5, '4714-11-24 00:00:00+00 BC'),
	(6, '294276-12-31 23:59:59.999999')) AS v (n, at),
	failure(format('SELECT uid60_lower(%L)', at)) f ORDER BY n;
SELECT f.* FROM (VALUES
	(1, '2018-02-28 23:59:59.999999'), (2, '2157-07-13 07:35:11.104'),
	(3, '-infinity'), (4, 'infinity'), (5, '4714-11-24 00:00:00+00 BC'),
	(6, '294276-12-31 23:59:59.999999')) AS v (n, at),
	failure(format('SELECT uid60_upper(%L)', at)) f ORDER BY n;

-- The last millisecond has ids up to its end.
SELECT uid60_upper('2157-07-13 07:35:11.103999');
SELECT uid60_lower(NULL), uid60_upper(NULL);

-- uid60_within is uid60_timestamp(id) <@ period, for any bounds, however they lie between the
-- milliseconds.
CREATE TEMP TABLE ids AS
SELECT number::uid60 AS id
FROM (VALUES (bigint '0'), (262143), (262144), (524287), (524288), (1152921504606584832),
             (1152921504606846975)) AS v (number);
CREATE TEMP TABLE moments AS
SELECT timestamptz '2018-02-28 23:59:59.998' + i * interval '250us' AS at FROM generate_series(0, 20) i
UNION ALL
SELECT at::timestamptz
FROM (VALUES (NULL), ('-infinity'), ('infinity'), ('4714-11-24 00:00:00+00 BC'), ('294276-12-31 23:59:59.999999'),
             ('2018-03-01 00:00:00.000999'), ('2018-03-01 00:00:00.001001'),
             ('2157-07-13 07:35:11.102999'), ('2157-07-13 07:35:11.103'), ('2157-07-13 07:35:11.103001'),
             ('2157-07-13 07:35:11.104')) AS v (at);
CREATE TEMP TABLE periods AS
SELECT tstzrange(a.at, b.at, bounds) AS period
FROM moments a JOIN moments b ON coalesce(a.at <= b.at, true), (VALUES ('[]'), ('[)'), ('(]'), ('()')) AS v (bounds);
INSERT INTO periods VALUES ('empty');
SELECT count(*) > 10000 AS many, bool_or(inside) AS some_inside, bool_and(inside) AS all_inside,
       bool_and(uid60_within(id, period) = inside) AS exact,
       bool_and((id >= uid60_within_lower(period) AND id <= uid60_within_upper(period)) = inside) AS and_as_comparisons
FROM ids, periods, LATERAL (SELECT uid60_timestamp(id) <@ period) AS v (inside);

-- The function itself says so too: the planner leaves it alone where the period is of the same row.
CREATE TEMP TABLE cases AS SELECT id, period FROM ids, periods;
EXPLAIN (COSTS off, VERBOSE) SELECT uid60_within(id, period) FROM cases;
SELECT bool_and(uid60_within(id, period) = (uid60_timestamp(id) <@ period)) AS exact FROM cases;
SELECT uid60_within(NULL, 'empty') AS no_id, uid60_within('AAAAAAAAAA', NULL) AS no_period;

-- The planner sees comparisons: an index scan …
CREATE TABLE t (id uid60 PRIMARY KEY, n integer);
INSERT INTO t SELECT uid60_lower(timestamptz '2026-11-21' + i * interval '1s'), i FROM generate_series(1, 10000) i;
ANALYZE t;
EXPLAIN (COSTS off) SELECT n FROM t WHERE uid60_within(id, '[2026-11-21 00:10,2026-11-21 00:11)');
SELECT min(n), max(n), count(*) FROM t WHERE uid60_within(id, '[2026-11-21 00:10,2026-11-21 00:11)');
PREPARE of_period AS SELECT count(*) FROM t WHERE uid60_within(id, $1);
SET plan_cache_mode = force_generic_plan;
EXECUTE of_period ('[2026-11-21 00:10,2026-11-21 00:11]');
EXECUTE of_period ('[2026-11-21 00:10:00.0001,2026-11-21 00:10:00.0009]');
DEALLOCATE of_period;
RESET plan_cache_mode;
DROP TABLE t;

-- … and just the partitions of the period, whose bounds are ids.
CREATE TABLE events (id uid60 PRIMARY KEY, item text) PARTITION BY RANGE (id);
SELECT format('CREATE TABLE events_%s PARTITION OF events FOR VALUES FROM (%L) TO (%L)',
              to_char(day, 'YYYYMMDD'), uid60_lower(day), uid60_lower(day + interval '1 day'))
FROM generate_series(timestamptz '2026-11-20', '2026-11-22', '1 day') day \gexec
EXPLAIN (COSTS off) SELECT * FROM events WHERE uid60_within(id, '[2026-11-21,2026-11-22)');
INSERT INTO events SELECT uid60_lower('2026-11-21 23:59:59.999'), 'last of the day' RETURNING tableoid::regclass;
DROP TABLE events;
RESET timezone;
