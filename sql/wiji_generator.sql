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
