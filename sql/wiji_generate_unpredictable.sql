-- wiji.fresh_random: each id has 52 random bits of its own, so that none can be guessed from
-- others.
-- Time and sequence go on as before.

-- A setting for anybody, off unless told; here set before the session has loaded the library.
\c
SET wiji.fresh_random = on;
SELECT count(DISTINCT wiji_random(id)) AS different FROM (SELECT wiji_generate() AS id FROM generate_series(1, 1000)) s;
SHOW wiji.fresh_random;
SELECT vartype, context, boot_val FROM pg_settings WHERE name = 'wiji.fresh_random';
SELECT f.code, f.message FROM failure('SET wiji.fresh_random = perhaps') f;

-- The session's generator has no random bits to show then, and counts as ever.
SELECT random, last_timestamp < clock_timestamp() AS last_timestamp, generated FROM wiji_generator();
SET wiji.fresh_random = off;
SELECT count(DISTINCT wiji_random(wiji_generate())) AS its_own, bool_and(wiji_random(wiji_generate()) = random) AS shown
FROM wiji_generator(), generate_series(1, 100);

-- A million ids ascend, none comes twice, and the sequence starts at 0 in each new microsecond.
SET wiji.fresh_random = on;
CREATE TEMP TABLE t (n integer GENERATED ALWAYS AS IDENTITY, id wiji DEFAULT wiji_generate());
INSERT INTO t SELECT FROM generate_series(1, 1000000);
SELECT count(*), count(DISTINCT id) AS different FROM t;
SELECT count(*) AS steps_down FROM (SELECT id <= lag(id) OVER (ORDER BY n) AS down FROM t) s WHERE down;
SELECT bool_and(wiji_sequence(id) = rank) AS exact
FROM (SELECT id, rank() OVER (PARTITION BY wiji_timestamp(id) ORDER BY n) - 1 AS rank FROM t) s;

-- Are the bits of consecutive ids independent?  Each of 52 bits is one as often as not, and each
-- pair of bits is alike as often as not: within an id, and in an id and the one before it.  These
-- are 4,082 counts of a million, each normally distributed.  The largest is within 7 standard
-- deviations, except in one run of 96 million.
CREATE FUNCTION deviation(numbers text) RETURNS double precision LANGUAGE plpgsql AS $$
DECLARE
	bit bit varying[];		-- each bit of all numbers, one after the other
	this bit varying[];		-- without the first
	before bit varying[];	-- without the last
	n integer;
BEGIN
	EXECUTE (SELECT format('SELECT ARRAY[%s], count(*) FROM (%s OFFSET 0) s', string_agg(
			format('string_agg(CASE WHEN number & %s = 0 THEN ''0'' ELSE ''1'' END, '''')::bit varying',
			       1::bigint << b), ', '), numbers)
		FROM generate_series(0, 51) b) INTO bit, n;
	SELECT array_agg(substring(b FROM 2)), array_agg(substring(b FOR n - 1)) FROM unnest(bit) b INTO this, before;
	RETURN (SELECT max(abs(2 * bit_count(alike) - n + 1) / sqrt(n - 1))
		FROM unnest(this) WITH ORDINALITY b (b, i), LATERAL (
			SELECT b
			UNION ALL SELECT b # other FROM unnest(before) other
			UNION ALL SELECT b # other FROM unnest(this) WITH ORDINALITY o (other, j) WHERE j < i) counts (alike));
END $$;
SELECT deviation('SELECT wiji_random(id) AS number FROM t ORDER BY n') < 7 AS independent;

-- Generators that are not as good fail it, and with a fiftieth of the numbers: the first of these
-- is as good.
CREATE TEMP VIEW hashed AS SELECT n, ('x' || left(md5(n::text), 13))::bit(52)::bigint AS number
FROM generate_series(1, 20000) n;
SELECT generator, deviation(format('SELECT %s & 4503599627370495 AS number FROM hashed ORDER BY n',
                                   number)) < 7 AS independent
FROM (VALUES (1, 'a hash', 'number'), (2, 'one draw for all', '4711'),
             (3, 'one draw for two', 'lead(number, n % 2) OVER (ORDER BY n)'),
	(4, 'counts up from a draw', '4503599627 + n'), (5, 'adds a constant', 'n * 2654435769'),
	(6, '51 bits', 'number & -2'),
	(7, 'one in twenty is not new', 'CASE WHEN n % 20 = 0 THEN lag(number) OVER (ORDER BY n) ELSE number END'),
	(8, 'half a draw for each',
	 'number >> 26 | (lag(number, 1, 1::bigint) OVER (ORDER BY n) & 67108863) << 26')) g (i, generator, number)
	ORDER BY i;

-- Every way to make an id has them, factories too, whose ids ascend as before.
SELECT count(DISTINCT wiji_random(wiji_text()::wiji)) AS text, count(DISTINCT wiji_random(wiji_uuid()::wiji)) AS uuid,
       count(DISTINCT wiji_random(wiji_hex()::wiji)) AS hex, count(DISTINCT wiji_random(wiji_binary()::wiji)) AS binary,
       count(DISTINCT wiji_random(wiji_factory_generate(factory))) AS factory,
       count(DISTINCT wiji_random(wiji_generate(now()))) AS at
FROM wiji_factory() factory, generate_series(1, 100);
SELECT bool_and(a < b AND b < c AND c < d AND d < e) AS ascending
FROM (SELECT wiji_generate() AS a, wiji_text()::wiji AS b, wiji_uuid()::wiji AS c, wiji_hex()::wiji AS d,
             wiji_binary()::wiji AS e
      FROM generate_series(1, 1000)) s;
SELECT count(*) AS steps_down
FROM (SELECT id <= lag(id) OVER (ORDER BY n) AS down
      FROM (SELECT n, wiji_factory_generate(1) AS id FROM generate_series(1, 10000) n) s) s WHERE down;

-- Switched on and off in a session, ids ascend through it; off, they have the session's own bits
-- again, which have not changed.
SET wiji.fresh_random = off;
SELECT random AS own FROM wiji_generator() \gset
CREATE TEMP TABLE switched AS
SELECT n, wiji_generate() AS id
FROM generate_series(1, 10000) n,
     set_config('wiji.fresh_random', CASE WHEN n % 3 = 0 THEN 'on' ELSE 'off' END, false) OFFSET 0;
SELECT n % 3 = 0 AS fresh, count(DISTINCT wiji_random(id)) AS different, bool_or(wiji_random(id) = :own) AS own
FROM switched GROUP BY 1 ORDER BY 1;
SELECT count(*) AS steps_down FROM (SELECT id <= lag(id) OVER (ORDER BY n) AS down FROM switched) s WHERE down;

-- For a transaction.  For a table: the default is a function that switches it on while it runs.
SET wiji.fresh_random = off;
BEGIN;
SET LOCAL wiji.fresh_random = on;
SELECT wiji_random(wiji_generate()) = :own AS own;
ROLLBACK;
SELECT wiji_random(wiji_generate()) = :own AS own;
CREATE FUNCTION unguessable() RETURNS wiji SET wiji.fresh_random = on RETURN wiji_generate();
CREATE TABLE invitation (id wiji PRIMARY KEY DEFAULT unguessable(), n integer);
INSERT INTO invitation (n) SELECT generate_series(1, 100);
SELECT count(DISTINCT wiji_random(id)) FROM invitation;
SELECT wiji_random(wiji_generate()) = :own AS own;
DROP TABLE invitation;
DROP FUNCTION unguessable;

-- For a database, or a role, from the next session on.
SELECT format('ALTER DATABASE %I SET wiji.fresh_random = on', current_database()) \gexec
\c
SELECT count(DISTINCT wiji_random(wiji_generate())) FROM generate_series(1, 100);
SELECT format('ALTER DATABASE %I RESET wiji.fresh_random', current_database()) \gexec
\c
SELECT count(DISTINCT wiji_random(wiji_generate())) FROM generate_series(1, 100);

DROP FUNCTION deviation;
