-- Factories: further generators in one session, each with random bits and a sequence of its own.
SELECT wiji_factory() AS a, wiji_factory() AS b;
SELECT wiji_random(wiji_factory_generate(1)) = wiji_random(wiji_factory_generate(1)) AS keeps_its_own,
       wiji_random(wiji_factory_generate(1)) <> wiji_random(wiji_factory_generate(2)) AS differs_from_others,
       wiji_random(wiji_factory_generate(1)) <> wiji_random(wiji_generate()) AS differs_from_the_session;

-- Each ascends.
CREATE TEMP TABLE t AS SELECT n, 1 + n % 2 AS factory, wiji_factory_generate(1 + n % 2) AS id FROM generate_series(1, 100000) n;
SELECT count(DISTINCT id), count(DISTINCT wiji_random(id)) AS generators FROM t;
SELECT count(*) AS steps_down FROM (SELECT id <= lag(id) OVER (PARTITION BY factory ORDER BY n) AS down FROM t) s WHERE down;

-- A factory outlives a transaction that failed.
BEGIN;
SELECT wiji_factory();
ROLLBACK;
SELECT wiji_factory_generate(3) IS NOT NULL AS still_there;

-- A number that wiji_factory() never returned is an error.
SELECT f.* FROM (VALUES (0), (-1), (4), (2147483647)) AS v (n), failure(format('SELECT wiji_factory_generate(%s)', n)) f ORDER BY n;
SELECT wiji_factory_generate(NULL);

-- There is an end to them.
SELECT max(wiji_factory()) FROM generate_series(4, 10000);
SELECT f.* FROM failure('SELECT wiji_factory()') f;
SELECT count(DISTINCT wiji_random(wiji_factory_generate(n))) FROM generate_series(1, 10000) n;

-- All 52 bits are random.
SELECT bit_or(wiji_random(wiji_factory_generate(n))) = 4503599627370495 AS ones, bit_and(wiji_random(wiji_factory_generate(n))) = 0 AS zeros
FROM generate_series(1, 10000) n;

-- Another session has none of these.
\c
SELECT f.* FROM failure('SELECT wiji_factory_generate(1)') f;
