-- uuidtime_v7(at): UUIDs for rows that are older than their UUIDs.
SET timezone = 'UTC';

-- The millisecond is kept, from the first to the last of the format.
SELECT at, uuidtime_version(id) AS version, uuidtime_variant(id) AS variant, uuidtime_timestamp(id)
FROM (SELECT at, uuidtime_v7(at) AS id
      FROM (VALUES (timestamptz '1970-01-01'), ('2001-09-09 01:46:40.123456'), ('2026-11-21 08:25:13.655999'),
                   ('10889-08-02 05:31:50.655')) AS v (at)) s;

-- Fifty rows of one millisecond, filled in their order, come out in it.
CREATE TEMP TABLE old AS SELECT n, timestamptz '2024-02-03 04:05:06.789' AS at FROM generate_series(1, 50) n;
ALTER TABLE old ADD id uuid;
UPDATE old SET id = new.id
FROM (SELECT n, uuidtime_v7(at) AS id FROM (SELECT * FROM old ORDER BY at, n) o) new WHERE new.n = old.n;
SELECT array_agg(n ORDER BY id) = array_agg(n ORDER BY n) AS in_order, count(DISTINCT id) AS different,
       min(uuidtime_timestamp(id)), max(uuidtime_timestamp(id)) FROM old;

-- So do ten thousand rows, some of which have the same time, with every time in its place.
CREATE TEMP TABLE more AS SELECT n, at, uuidtime_v7(at) AS id
FROM (SELECT n, timestamptz '2024-02-29' + n / 10 * interval '70 us' AS at FROM generate_series(1, 10000) n) s;
SELECT count(DISTINCT id) AS different, count(*) FILTER (WHERE down) AS steps_down,
       count(*) FILTER (WHERE uuidtime_timestamp(id) <> date_trunc('milliseconds', at)) AS other_times
FROM (SELECT *, id <= lag(id) OVER (ORDER BY n) AS down FROM more) s;

-- Microseconds of one millisecond are in order even if their rows are filled in another order.
SELECT array_agg(us ORDER BY uuidtime_v7(timestamptz '2024-02-03 04:05:06.789' + us * interval '1 microsecond'))
FROM unnest('{999,0,456,1,998,455,500}'::integer[]) us;

-- 300,000 rows of one millisecond are all different, and in order: a date, for example, as the time of its rows.
CREATE TEMP TABLE same AS SELECT n, uuidtime_v7('2000-01-01') AS id FROM generate_series(1, 300000) n;
SELECT count(DISTINCT id) AS different, count(DISTINCT uuidtime_timestamp(id)) AS timestamps,
       count(*) FILTER (WHERE down) AS steps_down
FROM (SELECT id, id <= lag(id) OVER (ORDER BY n) AS down FROM same) s;

-- The last microsecond of a millisecond has places for 294,913 to 327,680 rows.  Then they start over, and the rows
-- stay different.
TRUNCATE same;
INSERT INTO same SELECT n, uuidtime_v7('2000-01-01 00:00:00.000999') FROM generate_series(1, 400000) n;
SELECT count(DISTINCT id) AS different, min(uuidtime_timestamp(id)), max(uuidtime_timestamp(id)),
       count(*) FILTER (WHERE down) AS steps_down
FROM (SELECT id, id <= lag(id) OVER (ORDER BY n) AS down FROM same) s;

-- The counter of a time begins with a random number below 32,768, as in uuidtime_v7().
SELECT count(DISTINCT counter) > 100 AS random, max(counter) < 32768 AS low
FROM (SELECT (('x' || substr(id::text, 20, 4) || substr(id::text, 25, 1))::bit(20)::integer >> 2) & 65535 AS counter
      FROM (SELECT uuidtime_v7(timestamptz '2000-01-01' + n * interval '1 s') AS id FROM generate_series(1, 1000) n) s) s;

-- The session's generator and this one do not affect each other.
CREATE TEMP TABLE mixed AS SELECT n, uuidtime_v7() AS before, uuidtime_v7(at) AS id, uuidtime_v7() AS after
FROM (SELECT n, CASE WHEN n % 2 = 0 THEN timestamptz '3000-01-01' ELSE '2000-01-01' END AS at
      FROM generate_series(1, 1000) n) s;
SELECT count(*) FILTER (WHERE before >= after OR before <= lag) AS steps_down_of_the_generator,
       count(*) FILTER (WHERE uuidtime_timestamp(before) > clock_timestamp()) AS from_the_future
FROM (SELECT *, lag(after) OVER (ORDER BY n) FROM mixed) s;
TRUNCATE mixed;
INSERT INTO mixed SELECT n, uuidtime_v7(), uuidtime_v7('2000-01-01'), uuidtime_v7() FROM generate_series(1, 1000) n;
SELECT count(*) FILTER (WHERE id <= lag) AS steps_down, count(DISTINCT uuidtime_timestamp(id)) AS timestamps
FROM (SELECT *, lag(id) OVER (ORDER BY n) FROM mixed) s;

-- Both names resolve, in a default, too.
CREATE TEMP TABLE t (n integer, at timestamptz DEFAULT '2000-01-01', id uuid DEFAULT uuidtime_v7(),
                     old uuid DEFAULT uuidtime_v7('2000-01-01'));
INSERT INTO t VALUES (1);
SELECT uuidtime_timestamp(id) > now() - interval '1 hour' AS of_now, uuidtime_timestamp(old) FROM t;

-- Timestamps outside the format are error 22008, and nothing is lost.
SELECT f.code, f.message
FROM (VALUES (1, '1969-12-31 23:59:59.999999'), (2, '10889-08-02 05:31:50.656'), (3, 'infinity'),
             (4, '-infinity')) AS v (n, at),
	failure(format('SELECT uuidtime_v7(%L)', at)) f ORDER BY n;
SELECT uuidtime_timestamp(uuidtime_v7('2000-01-01'));
SELECT uuidtime_v7(NULL);
SELECT provolatile, proisstrict, proparallel FROM pg_proc WHERE oid = 'uuidtime_v7(timestamptz)'::regprocedure;
DROP TABLE old, more, same, mixed, t;
RESET timezone;
