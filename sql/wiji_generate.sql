-- A million IDs from one session are distinct and ascend.
BEGIN;
CREATE TEMP TABLE t (n bigint GENERATED ALWAYS AS IDENTITY, id wiji DEFAULT wiji_generate());
INSERT INTO t SELECT FROM generate_series(1, 1000000);
SELECT count(*), count(DISTINCT id) AS different, count(DISTINCT wiji_random(id)) AS generators FROM t;
SELECT count(*) AS steps_down FROM (SELECT id <= lag(id) OVER (ORDER BY n) AS down FROM t) s WHERE down;

-- Their times are the clock's, not the transaction's, and the sequence starts at 0 in each new
-- microsecond.
SELECT min(wiji_timestamp(id)) >= now() AS begun, max(wiji_timestamp(id)) <= clock_timestamp() AS ended,
       min(wiji_timestamp(id)) < max(wiji_timestamp(id)) AS moving FROM t;
COMMIT;
SELECT bool_and(wiji_sequence(id) = rank) AS exact
FROM (SELECT id, rank() OVER (PARTITION BY wiji_timestamp(id) ORDER BY n) - 1 AS rank FROM t) s;

-- The specification's encodings use the same generator.
SELECT bool_and(a < b AND b < c AND c < d AND d < e) AS ascending,
       count(DISTINCT wiji_random(a)) = 1 AND bool_and(wiji_random(a) = wiji_random(e)) AS one_generator
FROM (SELECT wiji_generate() AS a, wiji_text()::wiji AS b, wiji_uuid()::wiji AS c, wiji_hex()::wiji AS d,
             wiji_binary()::wiji AS e
      FROM generate_series(1, 1000)) s;

SELECT wiji_text() ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$' AS text, wiji_hex() ~ '^[0-9a-f]{32}$' AS hex,
       length(wiji_binary()) AS binary;

-- Another session has other random bits.
SELECT wiji_random(wiji_generate()) AS random \gset
\c
SELECT wiji_random(wiji_generate()) <> :random AS another;

-- A call for each row: it is VOLATILE.
SELECT count(DISTINCT id) FROM (SELECT wiji_generate() AS id FROM generate_series(1, 10)) s;

-- The state of this session's generator, and its history.

-- Before the first ID it has only random bits.
\c
SELECT random BETWEEN 0 AND 4503599627370495 AS random, last_timestamp, last_sequence, generated, clock_regressions,
       sequence_waits FROM wiji_generator();

SELECT random AS r FROM wiji_generator() \gset
SELECT wiji_random(wiji_generate()) = :r AS these_bits;

-- After the first ID, it has that ID's fields.
SELECT wiji_generate() AS id \gset
SELECT random = wiji_random(:'id') AS random, last_timestamp = wiji_timestamp(:'id') AS last_timestamp,
       last_sequence = wiji_sequence(:'id') AS last_sequence, generated FROM wiji_generator();

-- Every way to generate an ID of the session counts; others do not.
SELECT count(wiji_generate()), count(wiji_text()), count(wiji_uuid()), count(wiji_hex()), count(wiji_binary()),
       count(wiji_generate(now())), count(wiji_factory_generate(factory))
FROM generate_series(1, 10), wiji_factory() factory;
SELECT generated FROM wiji_generator();

-- The setting that bounds its waits: milliseconds, five seconds by default, open to all.
SHOW wiji.max_clock_wait;
SELECT unit, min_val, max_val, context FROM pg_settings WHERE name = 'wiji.max_clock_wait';
SET wiji.max_clock_wait = '1min';
SET wiji.max_clock_wait = -1;
SELECT f.code FROM failure('SET wiji.max_clock_wait = -2') f;
RESET wiji.max_clock_wait;

-- A setting that does not exist is an error, so misspellings are noticed.
SET wiji.max_clok_wait = 1;
