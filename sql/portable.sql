-- portable/wiji.sql: the same functions without the extension.
\getenv tree WIJI_TREE
\set wiji :tree/portable/wiji.sql
\set examples :tree/test/portable/examples.sql
SET client_min_messages = warning;
SET TimeZone = 'UTC';
SET DateStyle = 'ISO';
CREATE SCHEMA plain;
CREATE SCHEMA helpers;
ALTER FUNCTION failure SET SCHEMA helpers;
ALTER FUNCTION plan SET SCHEMA helpers;
SET search_path = plain, helpers;
-- It can be run again.
\set ECHO none
\o /dev/null
-- whatever the session has set
SET quote_all_identifiers = on;
\i :wiji
\i :wiji
RESET quote_all_identifiers;
\i :wiji
\o
\set ECHO all
-- Objects of an earlier copy are dropped, even if functions of that copy are bound to them, and
-- nothing else is.
\set ECHO none
CREATE TEMP TABLE had AS SELECT oid::regprocedure::text AS name FROM pg_proc WHERE pronamespace = 'plain'::regnamespace
UNION ALL SELECT oid::regoperator::text FROM pg_operator WHERE oprnamespace = 'plain'::regnamespace;
CREATE FUNCTION wiji_is_valid(uuid) RETURNS boolean LANGUAGE SQL RETURN true;
CREATE OR REPLACE FUNCTION wiji(uuid) RETURNS wiji LANGUAGE SQL IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN wiji_is_valid($1) THEN $1 END;
CREATE FUNCTION wiji_create_partitions(key regtype, parent regclass, first timestamptz, last timestamptz,
	step interval, timezone text, "limit" integer)
RETURNS SETOF regclass LANGUAGE SQL BEGIN ATOMIC SELECT parent; END;
CREATE FUNCTION wiji_create_partitions(
	parent regclass, first timestamptz, last timestamptz, step interval, timezone text DEFAULT 'UTC',
	"limit" integer DEFAULT 10000)
RETURNS SETOF regclass LANGUAGE SQL BEGIN ATOMIC
	SELECT wiji_create_partitions('wiji'::regtype, parent, first, last, step, timezone, "limit");
END;
CREATE FUNCTION wiji_partitions(
	parent regclass, wiji regtype, OUT partition regclass, OUT lower timestamptz, OUT upper timestamptz)
RETURNS SETOF record LANGUAGE SQL BEGIN ATOMIC SELECT parent, now(), now(); END;
CREATE OR REPLACE FUNCTION wiji_partitions(
	parent regclass, OUT partition regclass, OUT lower timestamptz, OUT upper timestamptz)
RETURNS SETOF record LANGUAGE SQL BEGIN ATOMIC SELECT * FROM wiji_partitions(parent, 'wiji'::regtype); END;
CREATE FUNCTION wiji_partition_key(parent regclass, wiji regtype, as_owner boolean) RETURNS text LANGUAGE SQL RETURN NULL;
CREATE FUNCTION wiji_partition_steps(timestamptz, timestamptz, interval, text) RETURNS text LANGUAGE SQL RETURN NULL;
CREATE FUNCTION wiji_eq(id wiji, at timestamptz) RETURNS boolean LANGUAGE SQL RETURN wiji_timestamp(id) = at;
CREATE FUNCTION wiji_ne(id wiji, at timestamptz) RETURNS boolean LANGUAGE SQL RETURN wiji_timestamp(id) <> at;
CREATE FUNCTION wiji_eq(at timestamptz, id wiji) RETURNS boolean LANGUAGE SQL RETURN wiji_timestamp(id) = at;
CREATE FUNCTION wiji_ne(at timestamptz, id wiji) RETURNS boolean LANGUAGE SQL RETURN wiji_timestamp(id) <> at;
CREATE OPERATOR = (LEFTARG = wiji, RIGHTARG = timestamptz, FUNCTION = wiji_eq, COMMUTATOR = =, NEGATOR = <>);
CREATE OPERATOR = (LEFTARG = timestamptz, RIGHTARG = wiji, FUNCTION = wiji_eq, COMMUTATOR = =, NEGATOR = <>);
CREATE OPERATOR <> (LEFTARG = wiji, RIGHTARG = timestamptz, FUNCTION = wiji_ne, COMMUTATOR = <>, NEGATOR = =);
CREATE OPERATOR <> (LEFTARG = timestamptz, RIGHTARG = wiji, FUNCTION = wiji_ne, COMMUTATOR = <>, NEGATOR = =);
\set ECHO all
SELECT pg_read_file(:'wiji') AS file \gset
\set VERBOSITY terse
CREATE VIEW needs AS SELECT wiji_generate() = now() AS old;
:file
DROP VIEW needs;
\set VERBOSITY default
:file
SELECT name, count(*) FROM (TABLE had
	UNION ALL SELECT oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'plain'::regnamespace
	UNION ALL SELECT oid::regoperator::text FROM pg_operator WHERE oprnamespace = 'plain'::regnamespace) now
GROUP BY name HAVING count(*) <> 2;
DROP TABLE had;
SELECT code FROM failure($$SELECT wiji(uuid '00000000-0000-0000-0000-000000000000')$$);
-- It leaves the search_path as it was.
SHOW search_path;
\dD plain.wiji

-- The results of test/portable/examples.sql, which are those of the extension.
\getenv builddir PG_ABS_BUILDDIR
\set plain_answers :builddir/results/portable_plain.out
\set extension_answers :builddir/results/portable_extension.out
\setenv PLAIN :plain_answers
\setenv EXTENSION :extension_answers
\set ECHO none
\o :plain_answers
\i :examples
SET search_path = public, helpers;
\o :extension_answers
\i :examples
\o
\set ECHO all
\! cat "$PLAIN"
\! diff "$PLAIN" "$EXTENSION" && rm "$PLAIN" "$EXTENSION"
SET search_path = plain, helpers;

-- Functions without a comment.
SELECT p.oid::regprocedure FROM pg_proc p
WHERE pronamespace = 'plain'::regnamespace AND obj_description(oid, 'pg_proc') IS NULL AND prokind = 'f';
-- Functions that run with the rights of their owner, and those in PL/pgSQL without a search_path.
SELECT p.oid::regprocedure FROM pg_proc p JOIN pg_language l ON l.oid = prolang
WHERE pronamespace = 'plain'::regnamespace AND prokind = 'f'
  AND (prosecdef OR l.lanname <> 'sql' AND NOT proconfig @> '{"search_path=pg_catalog, pg_temp"}' OR lanname = 'sql'
       AND prosqlbody IS NULL);

-- IDs ascend up to a point: the session keeps the last one in a setting, which a rollback undoes:
SELECT set_config('wiji_portable.last', '0fffffffffffff0000', false);	-- as if the clock had been set back
BEGIN;
SELECT wiji_hex() ~ '^0fffffffffffff0001' AS counts_up, wiji_hex() ~ '^0fffffffffffff0002' AS and_on;
SAVEPOINT s;
SELECT setseed(0.5) \g /dev/null
SELECT wiji_generate() AS before \gset
SELECT wiji_hex(:'before'::uuid) ~ '^0fffffffffffff0003' AS counts_up;
ROLLBACK TO s;
-- then time and sequence repeat, and random bits do not, whatever the seed of random() and the
-- settings are.
SELECT setseed(0.5), set_config('wiji_portable.key', 'the same', false) \g /dev/null
SELECT wiji_hex(id) ~ '^0fffffffffffff0003' AS again, id <> :'before' AS another FROM wiji_generate() id;
COMMIT;
-- With a clock that goes on, a rollback does not matter.
RESET wiji_portable.last;
BEGIN;
SELECT wiji_generate() AS before \gset
ROLLBACK;
SELECT wiji_generate() > :'before' AS ascends;
-- 65,536 IDs of a microsecond are followed by the next microsecond's, without waiting.
SET wiji_portable.last = '0ffffffffffffefffe';
SELECT wiji_hex() ~ '^0ffffffffffffeffff' AS last, wiji_hex() ~ '^0fffffffffffff0000' AS next;
-- Values of other origin in the setting are ignored.
SET wiji_portable.last = 'zzzzzzzzzzzzzzzzzzzz';
SELECT wiji_timestamp(wiji_generate()) BETWEEN now() AND clock_timestamp() AS clock;
SET wiji_portable.last = 'ffffffffffffffffff';
SELECT wiji_timestamp(wiji_generate()) BETWEEN now() AND clock_timestamp() AS clock;
DISCARD ALL;
SET search_path = plain, helpers;
SET client_min_messages = warning;
SELECT wiji_timestamp(wiji_generate()) BETWEEN now() AND clock_timestamp() AS clock;
-- Every ID has random bits of its own, under either name, and IDs of both names ascend together.
SELECT count(DISTINCT wiji_random(id)), count(*) FILTER (WHERE id <= before) AS steps_down
FROM (SELECT id, lag(id) OVER (ORDER BY n) AS before
      FROM (SELECT n, CASE n % 2 WHEN 0 THEN wiji_generate() ELSE wiji_generate_unpredictable() END AS id
            FROM generate_series(1, 1000) n OFFSET 0) made) s;
-- Comparisons with timestamps and time ranges, with indexes.
CREATE TEMP TABLE t (id wiji PRIMARY KEY);
INSERT INTO t SELECT wiji_generate(at)
FROM generate_series(timestamptz '2026-11-01 00:00+00', '2026-11-02 00:00+00', '1 minute') at;
SELECT count(*) FILTER (WHERE id < m), count(*) FILTER (WHERE id <= m),
       count(*) FILTER (WHERE id >= m), count(*) FILTER (WHERE id > m),
       bool_and((id < m) = (wiji_timestamp(id) < m) AND (m > id) = (wiji_timestamp(id) < m) AND (id <= m) = (m >= id)
                AND (id >= m) = (m <= id) AND (id > m) = (m < id)) AS both_ways
FROM t, unnest('{-infinity,1969-01-01 00:00+00,2026-11-01 12:00+00,5000-01-01 00:00+00,infinity}'::timestamptz[]) m
GROUP BY m ORDER BY m;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SET TimeZone = 'UTC';
SELECT plan($$SELECT * FROM t WHERE id > timestamptz '2026-11-01 12:00+00' AND id < now()$$);
SELECT plan($$SELECT * FROM t WHERE id <@ tstzrange(now() - interval '1 hour', now())$$);
SELECT bool_or(line ~ 'Index Only Scan Backward') AS by_index FROM plan($$SELECT max(id) FROM t$$) line;
SELECT count(*) FROM t
WHERE id <@ tstzrange '[2026-11-01 12:00+00, 2026-11-01 13:00+00)' AND tstzrange '[2026-11-01 12:30+00,)' @> id;
SELECT count(*), count(*) FILTER (WHERE wiji_timestamp(id) <@ p)
FROM t, (VALUES (tstzmultirange '{[2026-11-01 12:00+00, 2026-11-01 13:00+00),
                                  [2026-11-01 20:00+00, 2026-11-01 20:10+00]}')) v (p)
WHERE wiji_within_any(id, p);

-- Differences: a literal of 26 characters is read by uuid's input, and f('...') is a literal if f is
-- a type.
SELECT code, message FROM failure($$SELECT wiji('06C31QQ30K880007VPPQCVK2KZ')$$);
SELECT code, message
FROM failure($$INSERT INTO t VALUES (gen_random_uuid()), (uuid '00000000-0000-0000-0000-000000000000')$$);

-- The file reports that a type wiji exists already.
DROP TABLE t;
DROP SCHEMA plain CASCADE;
CREATE SCHEMA taken;
CREATE DOMAIN taken.wiji AS text;
SET search_path = taken;
\set VERBOSITY terse
:file
\set VERBOSITY default
DROP SCHEMA taken CASCADE;
RESET search_path;
ALTER FUNCTION helpers.failure SET SCHEMA public;
ALTER FUNCTION helpers.plan SET SCHEMA public;
DROP SCHEMA helpers;
