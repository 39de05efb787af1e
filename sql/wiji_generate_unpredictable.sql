-- wiji_generate_unpredictable(): each ID has its own 52 random bits, so that it cannot be guessed
-- from others.  Timestamp and sequence are those of the session's generator.

SELECT provolatile, proparallel, prorettype::regtype
FROM pg_proc WHERE oid = 'wiji_generate_unpredictable()'::regprocedure;
SELECT count(DISTINCT wiji_random(wiji_generate_unpredictable())) AS different FROM generate_series(1, 1000);

-- The generator keeps its own random bits, and counts all its IDs.
\c
SELECT random AS own FROM wiji_generator() \gset
SELECT count(wiji_random(wiji_generate_unpredictable())) FROM generate_series(1, 100);
SELECT random = :own AS own, last_timestamp < clock_timestamp() AS last_timestamp, generated FROM wiji_generator();

-- A million IDs ascend and are distinct, and the sequence starts at 0 in each new microsecond.
CREATE TEMP TABLE t (n integer GENERATED ALWAYS AS IDENTITY, id wiji DEFAULT wiji_generate_unpredictable());
INSERT INTO t SELECT FROM generate_series(1, 1000000);
SELECT count(*), count(DISTINCT id) AS different FROM t;
SELECT count(*) AS steps_down FROM (SELECT id <= lag(id) OVER (ORDER BY n) AS down FROM t) s WHERE down;
SELECT bool_and(wiji_sequence(id) = rank) AS exact
FROM (SELECT id, rank() OVER (PARTITION BY wiji_timestamp(id) ORDER BY n) - 1 AS rank FROM t) s;

-- The bits of consecutive IDs are independent: each of 52 bits is one half of the time, and each
-- pair of bits is equal half of the time, within an ID, and in an ID and the one before it.  These
-- are 4,082 counts of a million, each normally distributed.  The largest is within 7 standard
-- deviations, except in one run of 96 million.
\set ECHO none
CREATE FUNCTION deviation(numbers text) RETURNS double precision LANGUAGE plpgsql AS $$
DECLARE
	bit bit varying[];		-- each bit of all numbers, in sequence
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
\set ECHO all
SELECT deviation('SELECT wiji_random(id) AS number FROM t ORDER BY n') < 7 AS independent;

-- Worse generators fail it, even with a fiftieth of the numbers.  The first of these is good.
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

-- IDs of both functions ascend together.  Those of wiji_generate() have the generator's bits.
CREATE TEMP TABLE mixed AS
SELECT n, CASE WHEN n % 3 = 0 THEN wiji_generate_unpredictable() ELSE wiji_generate() END AS id
FROM generate_series(1, 10000) n;
SELECT n % 3 = 0 AS unpredictable, count(DISTINCT wiji_random(id)) AS different, bool_or(wiji_random(id) = :own) AS own
FROM mixed GROUP BY 1 ORDER BY 1;
SELECT count(*) AS steps_down FROM (SELECT id <= lag(id) OVER (ORDER BY n) AS down FROM mixed) s WHERE down;

-- As a column's default, including a column of uuid.
CREATE TEMP TABLE invitation (
	id wiji PRIMARY KEY DEFAULT wiji_generate_unpredictable(), key uuid DEFAULT wiji_generate_unpredictable(), n integer);
INSERT INTO invitation (n) SELECT generate_series(1, 100);
SELECT count(DISTINCT wiji_random(id)) AS id, count(DISTINCT wiji_random(key::wiji)) AS key FROM invitation;

DROP FUNCTION deviation;
