-- The extensions work from a schema that is not on the search_path, may move to another one, and
-- ignore objects on a hostile path, even before pg_catalog.
SET client_min_messages = warning;
DROP EXTENSION wiji, siq, tid62, uid60, uuidtime, wiji_feed;
CREATE SCHEMA "Odd Place";
CREATE SCHEMA elsewhere;
SET uid60.allow_duplicates = on; -- needed before PostgreSQL 17 without preloading
-- What is tested for each type: its text, its time, its order, conditions by time.
\set ECHO none
SELECT string_agg(replace($$SELECT 'TYPE' AS type, count(TYPE::pg_catalog.text::elsewhere.TYPE) AS texts,
	count(TYPE::pg_catalog.timestamptz) AS times,
	count(*) FILTER (WHERE TYPE OPERATOR(elsewhere.=) (SELECT elsewhere.min(TYPE) FROM public.t)) AS least,
	(SELECT count(*) FROM (SELECT DISTINCT TYPE FROM public.t ORDER BY TYPE) d) AS distinct,
	count(*) FILTER (WHERE elsewhere.TYPE_within(TYPE, '[2020-01-01,)')) AS within FROM public.t$$, 'TYPE', type),
	E'\nUNION ALL ') AS of_types_elsewhere
FROM unnest('{wiji,siq,tid62,uid60}'::text[]) type \gset
SELECT replace(:'of_types_elsewhere', 'elsewhere', '"Odd Place"') AS of_types_in_odd_place \gset
CREATE EXTENSION wiji SCHEMA "Odd Place";
CREATE EXTENSION siq SCHEMA "Odd Place";
CREATE EXTENSION tid62 SCHEMA "Odd Place";
CREATE EXTENSION uid60 SCHEMA "Odd Place";
CREATE EXTENSION uuidtime SCHEMA "Odd Place";
CREATE EXTENSION wiji_feed SCHEMA "Odd Place";
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
\set ECHO all
INSERT INTO public.t (n) SELECT generate_series(1, 1000);
:of_types_in_odd_place;
SELECT count(DISTINCT wiji::uuid) AS wiji_uuid, count(DISTINCT siq::uuid) AS siq_uuid,
       count(DISTINCT siq::numeric) AS siq_numeric, count(DISTINCT uid60::bigint) AS uid60_bigint,
       count(DISTINCT "Odd Place".wiji_text(wiji)) AS wiji_text, count(DISTINCT name) AS name,
       count(*) FILTER (WHERE "Odd Place".uuidtime_v7_within(uuid, '[2020-01-01,)')) AS v7 FROM public.t;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT public.plan($$SELECT n FROM public.t
WHERE "Odd Place".uid60_within(uid60, '[2026-01-01 00:00+00,2026-01-01 00:00+00]')$$);
RESET enable_seqscan;
RESET enable_bitmapscan;

-- … may move to another one (uid60, from PostgreSQL 17 on, without its array type, as pg_upgrade
-- leaves it) …
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
ALTER EXTENSION wiji_feed SET SCHEMA elsewhere;
DO $$
BEGIN
	IF current_setting('server_version_num')::integer >= 170000 THEN -- before, feeds need preloading
		CREATE TABLE public.event (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY);
		PERFORM elsewhere.wiji_create_feed('public.event');
		INSERT INTO public.event DEFAULT VALUES;
		DROP TABLE public.event;
	END IF;
END $$;
INSERT INTO public.t (n) VALUES (1001);
:of_types_elsewhere;
SELECT elsewhere.wiji_uuid(wiji) IS NOT NULL AS wiji, elsewhere.simpledb_id_suffix(name) IS NOT NULL AS name,
       elsewhere.uuidtime_version(uuid) AS uuid FROM public.t ORDER BY wiji DESC LIMIT 1;
SELECT bool_or(plan ~ 'siq_within\(') AS left_to_the_function
FROM public.plan($$SELECT * FROM public.t WHERE elsewhere.siq_within(siq, '[2020-01-01,)')$$) AS plan;

-- … and ignore a trap in the place of every function and operator of their own and of the server, and
-- types of the same names.
CREATE SCHEMA planted;
\getenv tree WIJI_TREE
\set traps :tree/test/hostile/traps.sql
\set disarm :tree/test/hostile/disarm.sql
\set ECHO none
\i :traps
DO $$
DECLARE
	name name;
BEGIN
	FOR name IN SELECT typname FROM pg_type
		WHERE typnamespace IN ('elsewhere'::regnamespace, 'pg_catalog'::regnamespace) AND typname !~ '^_' LOOP
		EXECUTE format('CREATE DOMAIN planted.%I AS text CHECK (planted.spring() IS NULL)', name);
	END LOOP;
END $$;
\set ECHO all
SET search_path = planted, pg_catalog, public, elsewhere;
SELECT 1 = 1 AS sprung;
SELECT now() AS sprung;
SELECT 'x'::text AS sprung;
INSERT INTO t (n) VALUES (1002);
SELECT elsewhere.wiji_feed_flaw('t');
:of_types_elsewhere;
SELECT (SELECT n FROM t ORDER BY wiji DESC LIMIT 1) AS wiji, (SELECT n FROM t ORDER BY siq DESC LIMIT 1) AS siq,
       (SELECT n FROM t ORDER BY uid60 DESC LIMIT 1) AS uid60, (SELECT n FROM t ORDER BY uuid DESC LIMIT 1) AS uuid;
SELECT count(elsewhere.wiji_text(wiji)) AS wiji, count(elsewhere.wiji_uuid(wiji)) AS wiji_uuid,
       count(siq::pg_catalog.uuid::elsewhere.siq) AS siq_uuid, count(siq::numeric::elsewhere.siq) AS siq_numeric,
       count(uid60::bigint) AS uid60, count(elsewhere.wiji_lower('2026-11-22')) AS lower,
       count(elsewhere.simpledb_uuid464()) AS uuid464, count(elsewhere.simpledb_id_prefix(name)) AS prefix,
       count(elsewhere.simpledb_id_suffix(name)) AS suffix, count('x-y'::elsewhere.simpledb_id) AS id,
       count(*) FILTER (WHERE elsewhere.uuidtime_v7_within(uuid, '[2020-01-01,)')) AS v7 FROM t;

-- Back to the schema that the other tests expect.
RESET search_path;
DROP TABLE t;
\set ECHO none
\i :disarm
\set ECHO all
DROP SCHEMA planted CASCADE;
DROP EXTENSION wiji, siq, tid62, uid60, uuidtime, wiji_feed;
DROP SCHEMA elsewhere, "Odd Place";
CREATE EXTENSION wiji;
CREATE EXTENSION siq;
CREATE EXTENSION tid62;
CREATE EXTENSION uid60;
CREATE EXTENSION uuidtime;
CREATE EXTENSION wiji_feed;
RESET client_min_messages;
