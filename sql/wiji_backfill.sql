-- wiji_generate(at): IDs for rows that are older than their IDs.
SET timezone = 'UTC';

-- The timestamp is kept, to the microsecond, from the first to the last of the format.
SELECT bool_and(wiji_timestamp(wiji_generate(at)) = at) AS exact
FROM (VALUES (timestamptz '1970-01-01'), ('2001-09-09 01:46:40.123456'), (now()),
             ('4253-05-31 22:20:37.927935')) AS v (at);

-- Rows in order get IDs in order, even if some have the same timestamp.
CREATE TEMP TABLE old (n integer, made timestamptz, id wiji);
INSERT INTO old (n, made) SELECT i, timestamptz '2020-02-29' + i / 10 * interval '1 hour'
FROM generate_series(1, 10000) i;
UPDATE old SET id = new.id FROM (SELECT n, wiji_generate(made) AS id FROM (SELECT * FROM old ORDER BY made, n) o) new
WHERE new.n = old.n;
SELECT count(DISTINCT id), bool_and(wiji_timestamp(id) = made) AS exact FROM old;
SELECT count(*) AS steps_down FROM (SELECT id <= lag(id) OVER (ORDER BY n) AS down FROM old) s WHERE down;

-- Each has new random bits; the sequence counts up while the timestamp stays the same.
SELECT count(DISTINCT wiji_random(id)), max(wiji_sequence(id)) FROM old;
SELECT array_agg(wiji_sequence(wiji_generate(at)) ORDER BY n) AS sequences
FROM (VALUES (1, timestamptz '2000-01-01'), (2, '2000-01-01'), (3, '1999-12-31'), (4, '2000-01-01'),
             (5, '2000-01-01')) AS v (n, at);

-- 200,000 rows of one microsecond are all different, and the first 65,536 are in order.
CREATE TEMP TABLE same AS SELECT n, wiji_generate('2000-01-01 12:00') AS id FROM generate_series(1, 200000) n;
SELECT count(DISTINCT id), count(DISTINCT wiji_timestamp(id)) AS timestamps FROM same;
SELECT count(*) AS steps_down FROM (SELECT id <= lag(id) OVER (ORDER BY n) AS down FROM same WHERE n <= 65536) s
WHERE down;

-- From there on the sequence starts over.
SELECT array_agg(wiji_sequence(id) ORDER BY n) AS sequences FROM same WHERE n IN (65536, 65537, 131072, 131073);

-- The session's own generator is not affected.
SELECT wiji_generate() > wiji_generate('2000-01-01') AS now_is_later,
       wiji_generate() < wiji_generate('3000-01-01') AS and_earlier;
SELECT a < b AS ascending
FROM (SELECT wiji_generate() AS a, wiji_generate('3000-01-01') AS far, wiji_generate() AS b) s;

-- Timestamps outside the format are error 22008, and nothing is lost.
SELECT f.code, f.message
FROM (VALUES (1, '1969-12-31 23:59:59.999999'), (2, '4253-05-31 22:20:37.927936'), (3, 'infinity'),
             (4, '-infinity')) AS v (n, at),
	failure(format('SELECT wiji_generate(%L)', at)) f ORDER BY n;
SELECT wiji_timestamp(wiji_generate('2000-01-01'));
SELECT wiji_generate(NULL);
RESET timezone;
