-- A million ids from one session: none twice, each with random bits of its own.
BEGIN;
CREATE TEMP TABLE t (n bigint GENERATED ALWAYS AS IDENTITY, id tid62 DEFAULT tid62_generate());
INSERT INTO t SELECT FROM generate_series(1, 1000000);
SELECT count(*), count(DISTINCT id) AS different, count(DISTINCT tid62_random(id)) AS random FROM t;

-- Their times are the clock's, cut to the second, and not the transaction's.
SELECT min(tid62_timestamp(id)) >= date_trunc('second', now()) AS begun,
       max(tid62_timestamp(id)) <= clock_timestamp() AS ended,
       bool_and(tid62_timestamp(id) = date_trunc('second', tid62_timestamp(id))) AS whole_seconds FROM t;
COMMIT;

-- All 64 bits are random: each is set in half of the ids, within six standard deviations of a fair
-- draw, and equals the next one in half of them.
SELECT count(*) AS bits, bool_and(abs(ones - 5000) < 6 * sqrt(2500)) AS fair,
       bool_and(abs(alike - 5000) < 6 * sqrt(2500)) AS independent
FROM (SELECT bit, sum(get_bit(tid62_random(id), bit)) AS ones,
             count(*) FILTER (WHERE get_bit(tid62_random(id), bit) = get_bit(tid62_random(id), (bit + 1) % 64)) AS alike
      FROM t, generate_series(0, 63) bit WHERE n <= 10000 GROUP BY bit) b;

-- So ids of one second are in no order, and ids of different seconds are in theirs.
SELECT count(*) > 1000 AS steps_down FROM (SELECT id < lag(id) OVER (ORDER BY n) AS down FROM t) s WHERE down;
SELECT tid62_generate(at) < tid62_generate(at + interval '1s') AS ascending FROM (VALUES (now())) AS v (at);

-- Another session has other ids.
SELECT tid62_random(tid62_generate()) AS random \gset
\c
SELECT tid62_random(tid62_generate()) <> :'random' AS another;

-- A call for each row: it is VOLATILE.
SELECT count(DISTINCT id) FROM (SELECT tid62_generate() AS id FROM generate_series(1, 10)) s;

-- Ids for a given moment, of which they keep the second.
SET timezone = 'UTC';
SELECT at, tid62_timestamp(tid62_generate(at))
FROM (VALUES (1, timestamptz '2020-01-01'), (2, '2026-11-21 02:37:58'), (3, '2026-11-21 02:37:58.999999'),
             (4, '2156-02-07 06:28:15'), (5, '2156-02-07 06:28:15.999999')) AS v (n, at) ORDER BY n;
SELECT count(DISTINCT tid62_generate('2024-02-29 12:00')) FROM generate_series(1, 100000);

-- Moments outside the format are error 22008.
SELECT f.* FROM (VALUES
	(1, '2019-12-31 23:59:59.999999'), (2, '2156-02-07 06:28:16'), (3, '-infinity'), (4, 'infinity'),
	(5, '4714-11-24 00:00:00+00 BC'), (6, '294276-12-31 23:59:59.999999')) AS v (n, at),
	failure(format('SELECT tid62_generate(%L)', at)) f ORDER BY n;
SELECT tid62_generate(NULL);
RESET timezone;
