-- Factories: independent generators in one session, each with its own random bits and sequence.
SELECT wiji_factory() AS a, wiji_factory() AS b;
SELECT wiji_random(wiji_factory_generate(1)) = wiji_random(wiji_factory_generate(1)) AS keeps_its_own,
       wiji_random(wiji_factory_generate(1)) <> wiji_random(wiji_factory_generate(2)) AS differs_from_others,
       wiji_random(wiji_factory_generate(1)) <> wiji_random(wiji_generate()) AS differs_from_the_session;

-- Each ascends.
CREATE TEMP TABLE t AS SELECT n, 1 + n % 2 AS factory, wiji_factory_generate(1 + n % 2) AS id
FROM generate_series(1, 100000) n;
SELECT count(DISTINCT id), count(DISTINCT wiji_random(id)) AS generators,
       count(*) FILTER (WHERE id <= before) AS steps_down
FROM (SELECT id, lag(id) OVER (PARTITION BY factory ORDER BY n) AS before FROM t) s;

-- A factory survives a transaction that failed.
BEGIN;
SELECT wiji_factory() \g /dev/null
ROLLBACK;
SELECT wiji_factory_generate(3) IS NOT NULL AS still_there, wiji_factory_generate(NULL) IS NULL AS null,
       wiji_factory_close(NULL) IS NULL AS nothing_to_close;

-- A number that wiji_factory() never returned is an error.
SELECT call, f.* FROM unnest('{wiji_factory_generate(0),wiji_factory_generate(-1),wiji_factory_generate(4),
	wiji_factory_generate(2147483647),wiji_factory_close(0),wiji_factory_close(5),
	wiji_factory_close(-2147483648)}'::text[]) call,
	failure('SELECT ' || call) f;

-- A factory is closed, and its number is free for another, with other random bits.
SELECT wiji_random(wiji_factory_generate(2)) AS random, wiji_factory_close(2) \gset
SELECT f.* FROM unnest('{wiji_factory_generate(2),wiji_factory_close(2)}'::text[]) call, failure('SELECT ' || call) f;
SELECT wiji_factory() AS lowest_free, wiji_random(wiji_factory_generate(2)) <> :random AS another,
       wiji_factory() AS new;
SELECT count(wiji_factory_close(n)), max(wiji_factory()) FROM generate_series(1, 4) n;

-- Like opening one, it is not undone by a transaction that failed.
BEGIN;
SELECT wiji_factory_close(4) \g /dev/null
ROLLBACK;
SELECT f.code, wiji_factory() AS free FROM failure('SELECT wiji_factory_generate(4)') f;

-- Their number is limited.
SELECT max(wiji_factory()) FROM generate_series(5, 10000);
SELECT f.* FROM failure('SELECT wiji_factory()') f;
SELECT count(DISTINCT wiji_random(wiji_factory_generate(n))) FROM generate_series(1, 10000) n;

-- Closing one makes room for one, and closing all for all.
SELECT wiji_factory_close(5000) \g /dev/null
SELECT wiji_factory();
SELECT f.code FROM failure('SELECT wiji_factory()') f;
CREATE TEMP TABLE drawn AS SELECT wiji_random(wiji_factory_generate(n)) AS random FROM generate_series(1, 10000) n;
SELECT count(wiji_factory_close(n)) FROM generate_series(1, 10000) n;
SELECT f.code FROM failure('SELECT wiji_factory_generate(1)') f;
SELECT min(wiji_factory()), max(n) FROM generate_series(1, 10000) n;
INSERT INTO drawn SELECT wiji_random(wiji_factory_generate(n)) FROM generate_series(1, 10000) n;
SELECT count(DISTINCT random) FROM drawn;

-- All 52 bits are random.
SELECT bit_or(wiji_random(wiji_factory_generate(n))) = 4503599627370495 AS ones,
       bit_and(wiji_random(wiji_factory_generate(n))) = 0 AS zeros
FROM generate_series(1, 10000) n;

-- Another session does not have these.
\c
SELECT f.* FROM failure('SELECT wiji_factory_generate(1)') f;
