-- Generators of siq, tid62 and uid60: what is the same for each.
SET uid60.allow_duplicates = on; -- needed before PostgreSQL 17 without preloading

-- A hundred thousand IDs of one session: distinct, all with the clock's time and not the
-- transaction's, truncated to the type's unit.  Those of siq and uid60 ascend.
\set ECHO none
CREATE FUNCTION generated(call text, type text, unit interval, OUT ids bigint, OUT different bigint,
                          OUT steps_down bigint, OUT before_the_call bigint, OUT after_the_call bigint) LANGUAGE plpgsql AS $$
DECLARE
	began timestamptz := clock_timestamp();
BEGIN
	EXECUTE format('CREATE TEMP TABLE t AS SELECT n, %s AS id FROM generate_series(1, 100000) n', call);
	EXECUTE format('
		SELECT count(*), count(DISTINCT id), count(*) FILTER (WHERE id <= before),
		       count(*) FILTER (WHERE %1$s_timestamp(id) <= $1 - $2),
		       count(*) FILTER (WHERE %1$s_timestamp(id) > clock_timestamp())
		FROM (SELECT id, lag(id) OVER (ORDER BY n) AS before FROM t) s', type)
	INTO ids, different, steps_down, before_the_call, after_the_call USING began, unit;
	DROP TABLE t;
END $$;
\set ECHO all
SELECT type, ids, different, CASE WHEN type <> 'tid62' THEN steps_down END AS steps_down,
       before_the_call, after_the_call
FROM (VALUES ('siq_generate(''message'', ''example.com'')', 'siq', interval '16 us'),
             ('tid62_generate()', 'tid62', '1 s'), ('uid60_generate()', 'uid60', '1 ms')) AS v (call, type, unit),
     generated(call, type, unit);
DROP FUNCTION generated;

-- The prefix of a setting is reserved where its library is loaded: a session that uses neither type may
-- have settings of its own there.
CREATE FUNCTION with_siq() RETURNS text SET siq.typo = 'x' RETURN current_setting('siq.typo');
CREATE FUNCTION with_uid60() RETURNS text SET uid60.typo = 'y' RETURN current_setting('uid60.typo');
\c
SELECT with_siq(), with_uid60();
SET uid60.allow_duplicates = on;
SELECT siq_generate('message') IS NOT NULL AS siq, uid60_generate() IS NOT NULL AS uid60;
SELECT with_siq();
SELECT with_uid60();
DROP FUNCTION with_siq, with_uid60;
