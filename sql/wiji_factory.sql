-- Factories: further generators in one session, each with random bits and a sequence of its own.
SELECT wiji_factory() AS a, wiji_factory() AS b;
SELECT wiji_random(wiji_factory_generate(1)) = wiji_random(wiji_factory_generate(1)) AS keeps_its_own,
       wiji_random(wiji_factory_generate(1)) <> wiji_random(wiji_factory_generate(2)) AS differs_from_others,
       wiji_random(wiji_factory_generate(1)) <> wiji_random(wiji_generate()) AS differs_from_the_session;

-- Each ascends.
CREATE TEMP TABLE t AS SELECT n, 1 + n % 2 AS factory, wiji_factory_generate(1 + n % 2) AS id
FROM generate_series(1, 100000) n;
SELECT count(DISTINCT id), count(DISTINCT wiji_random(id)) AS generators FROM t;
SELECT count(*) AS steps_down FROM (SELECT id <= lag(id) OVER (PARTITION BY factory ORDER BY n) AS down FROM t) s
WHERE down;

-- A factory outlives a transaction that failed.
BEGIN;
SELECT wiji_factory();
ROLLBACK;
SELECT wiji_factory_generate(3) IS NOT NULL AS still_there;

-- A number that wiji_factory() never returned is an error.
SELECT f.* FROM (VALUES (0), (-1), (4), (2147483647)) AS v (n), failure(format('SELECT wiji_factory_generate(%s)', n)) f
ORDER BY n;
SELECT wiji_factory_generate(NULL);

-- A factory is given back, and its number is free for another, with other random bits.
SELECT wiji_random(wiji_factory_generate(2)) AS random, wiji_factory_close(2) \gset
SELECT f.* FROM failure('SELECT wiji_factory_generate(2)') f;
SELECT f.* FROM failure('SELECT wiji_factory_close(2)') f;
SELECT wiji_factory() AS lowest_free, wiji_random(wiji_factory_generate(2)) <> :random AS another,
       wiji_factory() AS new;
SELECT count(wiji_factory_close(n)), max(wiji_factory()) FROM generate_series(1, 4) n;
SELECT wiji_factory_close(NULL) IS NULL AS nothing_to_close;
SELECT f.* FROM (VALUES (0), (5), (-2147483648)) AS v (n), failure(format('SELECT wiji_factory_close(%s)', n)) f
ORDER BY n;

-- As opening one, it is not undone by a transaction that failed.
BEGIN;
SELECT wiji_factory_close(4);
ROLLBACK;
SELECT f.* FROM failure('SELECT wiji_factory_generate(4)') f;
SELECT wiji_factory();

-- There is an end to them.
SELECT max(wiji_factory()) FROM generate_series(5, 10000);
SELECT f.* FROM failure('SELECT wiji_factory()') f;
SELECT count(DISTINCT wiji_random(wiji_factory_generate(n))) FROM generate_series(1, 10000) n;

-- One that is given back makes room for one; all that are given back, for all.
SELECT wiji_factory_close(5000);
SELECT wiji_factory();
SELECT f.* FROM failure('SELECT wiji_factory()') f;
CREATE TEMP TABLE drawn AS SELECT wiji_random(wiji_factory_generate(n)) AS random FROM generate_series(1, 10000) n;
SELECT count(wiji_factory_close(n)) FROM generate_series(1, 10000) n;
SELECT f.* FROM failure('SELECT wiji_factory_generate(1)') f;
SELECT min(wiji_factory()), max(n) FROM generate_series(1, 10000) n;
INSERT INTO drawn SELECT wiji_random(wiji_factory_generate(n)) FROM generate_series(1, 10000) n;
SELECT count(DISTINCT random) FROM drawn;

-- All 52 bits are random.
SELECT bit_or(wiji_random(wiji_factory_generate(n))) = 4503599627370495 AS ones,
       bit_and(wiji_random(wiji_factory_generate(n))) = 0 AS zeros
FROM generate_series(1, 10000) n;

-- Another session has none of these.
\c
SELECT f.* FROM failure('SELECT wiji_factory_generate(1)') f;
