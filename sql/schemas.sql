-- Each extension needs no other, works from a schema that is not on the search_path, may move to
-- another one, and does not care for objects on a hostile path, even before pg_catalog.
SET client_min_messages = warning;
DROP EXTENSION IF EXISTS wiji, siq, tid62, uid60, uuidtime;
SELECT format('CREATE EXTENSION %I', extension),
       $$SELECT extname AS alone FROM pg_extension WHERE extname ~ '^(wiji|siq|tid62|uid60|uuidtime)$'$$,
       format('DROP EXTENSION %I', extension)
FROM unnest('{wiji,siq,tid62,uid60,uuidtime}'::name[]) extension \gexec

-- From a schema that is not on the path …
CREATE SCHEMA "Odd Place";
SELECT format('CREATE EXTENSION %I SCHEMA "Odd Place"', extension)
FROM unnest('{wiji,siq,tid62,uid60,uuidtime}'::name[]) extension \gexec
SET uid60.allow_duplicates = on; -- needed before PostgreSQL 17 without preloading
SET search_path = pg_catalog;
CREATE TABLE public.t (
	n integer,
	wiji "Odd Place".wiji PRIMARY KEY DEFAULT "Odd Place".wiji_generate(),
	siq "Odd Place".siq UNIQUE DEFAULT "Odd Place".siq_generate('user'),
	tid62 "Odd Place".tid62 UNIQUE DEFAULT "Odd Place".tid62_generate(),
	uid60 "Odd Place".uid60 UNIQUE DEFAULT "Odd Place".uid60_generate(),
	uuid uuid UNIQUE DEFAULT "Odd Place".uuidtime_v7(),
	name "Odd Place".simpledb_id UNIQUE DEFAULT "Odd Place".simpledb_prefixed_id('t')
);
INSERT INTO public.t (n) SELECT generate_series(1, 1000);
SELECT count(DISTINCT wiji::text) AS wiji, count(DISTINCT siq::text) AS siq, count(DISTINCT tid62::text) AS tid62,
       count(DISTINCT uid60::text) AS uid60, count(DISTINCT name) AS name FROM public.t;
SELECT count(DISTINCT wiji::uuid) AS wiji_uuid, count(DISTINCT siq::uuid) AS siq_uuid,
       count(DISTINCT siq::numeric) AS siq_numeric, count(DISTINCT uid60::bigint) AS uid60_bigint FROM public.t;
SELECT bool_and("Odd Place".wiji_uuid(wiji) = wiji::uuid) AS wiji_uuid,
       bool_and("Odd Place".wiji_text(wiji)::"Odd Place".wiji OPERATOR("Odd Place".=) wiji) AS wiji_text,
       bool_and("Odd Place".tid62_text(tid62)::"Odd Place".tid62 OPERATOR("Odd Place".=) tid62) AS tid62_text,
       max("Odd Place".wiji_timestamp(wiji)) <= clock_timestamp() AS wiji_timestamp,
       max("Odd Place".tid62_timestamp(tid62)) <= clock_timestamp() AS tid62_timestamp FROM public.t;
SELECT (SELECT n FROM public.t ORDER BY wiji LIMIT 1) AS wiji,
       (SELECT n FROM public.t ORDER BY siq LIMIT 1) AS siq,
       (SELECT n FROM public.t ORDER BY uid60 LIMIT 1) AS uid60,
       (SELECT n FROM public.t ORDER BY uuid LIMIT 1) AS uuid;
SELECT (SELECT n FROM public.t
        WHERE wiji OPERATOR("Odd Place".=) (SELECT "Odd Place".min(wiji) FROM public.t)) AS wiji,
       (SELECT n FROM public.t
        WHERE siq OPERATOR("Odd Place".=) (SELECT "Odd Place".min(siq) FROM public.t)) AS siq,
       (SELECT count(n) FROM public.t
        WHERE tid62 OPERATOR("Odd Place".=) (SELECT "Odd Place".min(tid62) FROM public.t)) AS tid62,
       (SELECT n FROM public.t
        WHERE uid60 OPERATOR("Odd Place".=) (SELECT "Odd Place".min(uid60) FROM public.t)) AS uid60;
SELECT count(*) FROM public.t
WHERE "Odd Place".wiji_within(wiji, '[2020-01-01,)') AND "Odd Place".siq_within(siq, '[2020-01-01,)')
  AND "Odd Place".tid62_within(tid62, '[2020-01-01,)') AND "Odd Place".uid60_within(uid60, '[2020-01-01,)')
  AND "Odd Place".uuidtime_v7_within(uuid, '[2020-01-01,)');
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT public.plan($$SELECT n FROM public.t
WHERE "Odd Place".uid60_within(uid60, '[2026-01-01 00:00+00,2026-01-01 00:00+00]')$$);
RESET enable_seqscan;
RESET enable_bitmapscan;

-- … may move to another one (uid60 from PostgreSQL 17 on as pg_upgrade leaves it, without its array
-- type) …
CREATE SCHEMA elsewhere;
DO $$
BEGIN
	IF current_setting('server_version_num')::integer >= 170000 THEN
		ALTER EXTENSION uid60 DROP TYPE "Odd Place".uid60[];
	END IF;
END $$;
ALTER EXTENSION wiji SET SCHEMA elsewhere;
ALTER EXTENSION siq SET SCHEMA elsewhere;
ALTER EXTENSION tid62 SET SCHEMA elsewhere;
ALTER EXTENSION uid60 SET SCHEMA elsewhere;
ALTER EXTENSION uuidtime SET SCHEMA elsewhere;
INSERT INTO public.t (n) VALUES (1001)
RETURNING elsewhere.wiji_uuid(wiji) IS NOT NULL AS wiji, elsewhere.simpledb_id_suffix(name) IS NOT NULL AS name,
          elsewhere.uuidtime_version(uuid) AS uuid;
SELECT (SELECT n FROM public.t ORDER BY wiji DESC LIMIT 1) AS wiji,
       (SELECT n FROM public.t ORDER BY siq DESC LIMIT 1) AS siq,
       (SELECT n FROM public.t ORDER BY uid60 DESC LIMIT 1) AS uid60,
       (SELECT n FROM public.t ORDER BY uuid DESC LIMIT 1) AS uuid;
SELECT bool_or(plan ~ 'siq_within\(') AS left_to_the_function
FROM public.plan($$SELECT * FROM public.t WHERE elsewhere.siq_within(siq, '[2020-01-01,)')$$) AS plan;

-- … and does not care for a trap in the place of every function and operator of its own and of the
-- server, nor for types of the same names.
CREATE SCHEMA planted;
\getenv srcdir PG_ABS_SRCDIR
\set traps :srcdir/test/hostile/traps.sql
\set disarm :srcdir/test/hostile/disarm.sql
\set ECHO none
\i :traps
\set ECHO all
DO $$
DECLARE
	name name;
BEGIN
	FOR name IN SELECT typname FROM pg_type
		WHERE typnamespace IN ('elsewhere'::regnamespace, 'pg_catalog'::regnamespace) AND typname !~ '^_' LOOP
		EXECUTE format('CREATE DOMAIN planted.%I AS text CHECK (planted.spring() IS NULL)', name);
	END LOOP;
END $$;
SET search_path = planted, pg_catalog, public, elsewhere;
SELECT 1 = 1 AS sprung;
SELECT now() AS sprung;
SELECT 'x'::text AS sprung;
INSERT INTO t (n) VALUES (1002) RETURNING elsewhere.wiji_uuid(wiji) IS NOT NULL AS wiji;
SELECT (SELECT n FROM t ORDER BY wiji DESC LIMIT 1) AS wiji, (SELECT n FROM t ORDER BY siq DESC LIMIT 1) AS siq,
       (SELECT n FROM t ORDER BY uid60 DESC LIMIT 1) AS uid60, (SELECT n FROM t ORDER BY uuid DESC LIMIT 1) AS uuid;
SELECT elsewhere.max(wiji) IS NOT NULL AS wiji, elsewhere.max(siq) IS NOT NULL AS siq,
       elsewhere.max(tid62) IS NOT NULL AS tid62, elsewhere.max(uid60) IS NOT NULL AS uid60 FROM t;
SELECT count(*) FROM (SELECT DISTINCT wiji, siq, tid62, uid60, uuid, name FROM t) d;
SELECT count(*) FROM (SELECT DISTINCT tid62 FROM t ORDER BY tid62) d;
SELECT count(wiji::pg_catalog.text::elsewhere.wiji) AS wiji, count(siq::pg_catalog.text::elsewhere.siq) AS siq,
       count(tid62::pg_catalog.text::elsewhere.tid62) AS tid62,
       count(uid60::pg_catalog.text::elsewhere.uid60) AS uid60 FROM t;
SELECT count(elsewhere.wiji_text(wiji)) AS wiji, count(siq::pg_catalog.uuid::elsewhere.siq) AS siq_uuid,
       count(siq::numeric::elsewhere.siq) AS siq_numeric, count(uid60::bigint) AS uid60 FROM t;
SELECT count(wiji::pg_catalog.timestamptz) AS wiji, count(siq::pg_catalog.timestamptz) AS siq,
       count(tid62::pg_catalog.timestamptz) AS tid62, count(uid60::pg_catalog.timestamptz) AS uid60,
       count(elsewhere.wiji_lower('2026-11-22')) AS lower FROM t;
SELECT count(*) FROM t
WHERE elsewhere.wiji_within(wiji, '[2020-01-01,)') AND elsewhere.siq_within(siq, '[2020-01-01,)')
  AND elsewhere.tid62_within(tid62, '[2020-01-01,)') AND elsewhere.uid60_within(uid60, '(,)')
  AND elsewhere.uuidtime_v7_within(uuid, '[2020-01-01,)');
SELECT count(elsewhere.simpledb_uuid464()) AS uuid464, count(elsewhere.simpledb_id_prefix(name)) AS prefix,
       count(elsewhere.simpledb_id_suffix(name)) AS suffix, count('x-y'::elsewhere.simpledb_id) AS id FROM t;

-- Back to where the other tests expect them.
RESET search_path;
DROP TABLE t;
\set ECHO none
\i :disarm
\set ECHO all
DROP SCHEMA planted CASCADE;
DROP EXTENSION wiji, siq, tid62, uid60, uuidtime;
DROP SCHEMA elsewhere, "Odd Place";
CREATE EXTENSION wiji;
CREATE EXTENSION siq;
CREATE EXTENSION tid62;
CREATE EXTENSION uid60;
CREATE EXTENSION uuidtime;
RESET client_min_messages;
