-- Generated tid62s: random bits, and given seconds.
-- A hundred thousand of one session: distinct, all with the clock's time and not the transaction's,
-- truncated to the type's unit.
\set ECHO none
\getenv tree WIJI_TREE
\set generated :tree/test/types/generated.sql
\i :generated
\set ECHO all
SELECT ids, different, before_the_call, after_the_call
FROM pg_temp.generated($$tid62_generate()$$, 'tid62', '1 s');
CREATE TEMP TABLE t AS SELECT n, tid62_generate() AS id FROM generate_series(1, 100000) n;
SELECT count(*), count(DISTINCT tid62_random(id)) AS random FROM t;

-- All 64 bits are random: each is set in half of the IDs, within six standard deviations of a fair
-- draw, and equals the next one in half of them.
SELECT count(*) AS bits, bool_and(abs(ones - 5000) < 6 * sqrt(2500)) AS fair,
       bool_and(abs(alike - 5000) < 6 * sqrt(2500)) AS independent
FROM (SELECT bit, sum(get_bit(tid62_random(id), bit)) AS ones,
             count(*) FILTER (WHERE get_bit(tid62_random(id), bit) = get_bit(tid62_random(id), (bit + 1) % 64)) AS alike
      FROM t, generate_series(0, 63) bit WHERE n <= 10000 GROUP BY bit) b;

-- So IDs of one second are in random order, and those of different seconds in the order of time.
SELECT count(*) > 1000 AS steps_down FROM (SELECT id < lag(id) OVER (ORDER BY n) AS down FROM t) s WHERE down;
SELECT tid62_generate(at) < tid62_generate(at + interval '1s') AS ascending FROM (VALUES (now())) AS v (at);

-- IDs for a given timestamp, of which they keep the second.
SET timezone = 'UTC';
SELECT at, tid62_timestamp(tid62_generate(at))
FROM (VALUES (1, timestamptz '2020-01-01'), (2, '2026-11-21 02:37:58.999999'),
             (3, '2156-02-07 06:28:15.999999')) AS v (n, at) ORDER BY n;
SELECT count(DISTINCT tid62_generate('2024-02-29 12:00')) FROM generate_series(1, 100000);
SELECT f.* FROM unnest('{2019-12-31 23:59:59.999999,2156-02-07 06:28:16,-infinity}'::text[])
	WITH ORDINALITY AS v (at, n),
	failure(format('SELECT tid62_generate(%L)', at)) f ORDER BY n;
RESET timezone;
