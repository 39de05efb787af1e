-- The extensions work from a schema that is not on the search_path, may move to another one, and
-- ignore objects on a hostile path, even before pg_catalog.
SET client_min_messages = warning;
\set ECHO none
\getenv tree WIJI_TREE
\set values :tree/test/types/values.sql
\set calls :tree/test/types/calls.sql
\set calls_end :tree/test/types/calls_end.sql
\i :values
\i :calls
-- What is tested for each type: its text, its time, its order, conditions by time.
CREATE TABLE answers (path text, type text, rows bigint, texts bigint, times bigint, least bigint, greatest boolean, distinct_ids bigint,
                      within bigint);
SELECT 'INSERT INTO public.answers ' || string_agg(replace($$SELECT pg_catalog.current_setting('search_path'), 'TYPE', count(*),
	count(TYPE::pg_catalog.text::SCHEMA.TYPE), count(TYPE::pg_catalog.timestamptz),
	count(*) FILTER (WHERE TYPE OPERATOR(SCHEMA.=) (SELECT SCHEMA.min(TYPE) FROM public.t)),
	(SELECT TYPE FROM public.t ORDER BY TYPE DESC LIMIT 1) OPERATOR(SCHEMA.=) SCHEMA.max(TYPE),
	(SELECT count(*) FROM (SELECT DISTINCT TYPE FROM public.t ORDER BY TYPE) d),
	count(*) FILTER (WHERE SCHEMA.TYPE_within(TYPE, '[2020-01-01,)')) FROM public.t$$, 'TYPE', type),
	E'\nUNION ALL ') AS of_types,
	string_agg(format('%1$s SCHEMA.%1$s UNIQUE DEFAULT %2$s', type, call), ', ') AS columns
FROM generators \gset
SELECT replace(:'of_types', 'SCHEMA', 'elsewhere') AS of_types_elsewhere,
       replace(:'of_types', 'SCHEMA', '"Odd Place"') AS of_types_in_odd_place, replace(:'columns', 'SCHEMA', '"Odd Place"') AS columns,
       string_agg(quote_ident(extension), ', ') AS extensions FROM room \gset
\set ECHO all
SELECT count(*) > 300 AS many, count(DISTINCT function) > 50 AS of_many, count(*) FILTER (WHERE expected !~ '^ERROR') > 200 AS without_error
FROM calls;
SELECT type AS without_generator FROM id_types LEFT JOIN generators USING (type) WHERE call IS NULL;

\set ECHO none
DROP EXTENSION :extensions;
CREATE SCHEMA "Odd Place";
CREATE SCHEMA elsewhere;
SELECT format('CREATE EXTENSION IF NOT EXISTS %I SCHEMA "Odd Place" CASCADE', extension) FROM room \gexec
\set ECHO all
SET search_path = pg_catalog;
CREATE TABLE public.t (n integer, :columns);
INSERT INTO public.t (n) SELECT generate_series(1, 1000);
:of_types_in_odd_place;
SELECT public.in_schema('Odd Place');
UPDATE public.calls SET outcome = public.outcome_of(statement);
TABLE public.other_outcomes;
-- The planner turns conditions into comparisons, which an index answers.
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT type, plan FROM public.generators,
       LATERAL (SELECT string_agg(line, E'\n') AS plan FROM public.plan(format('SELECT n FROM public.t
	WHERE "Odd Place".%1$s_within(%1$s, ''[2026-01-01 00:00+00,2026-01-01 00:00+00]'')', type)) line) p
WHERE plan !~ 'Index Cond' OR plan ~ 'within\(';
RESET enable_seqscan;
RESET enable_bitmapscan;

-- … may move to another one …
\set ECHO none
SELECT format('ALTER EXTENSION %I SET SCHEMA elsewhere', extension) FROM public.room \gexec
\set ECHO all
INSERT INTO public.t (n) VALUES (1001);
:of_types_elsewhere;
SELECT public.in_schema('elsewhere');
UPDATE public.calls SET outcome = public.outcome_of(statement);
TABLE public.other_outcomes;

-- … and ignore a trap in the place of every function and operator of their own and of the server, and
-- types of the same names.
CREATE SCHEMA planted;
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
:of_types_elsewhere;
UPDATE public.calls SET outcome = public.outcome_of(statement);
RESET search_path;
TABLE other_outcomes;
SELECT count(DISTINCT path) AS paths FROM answers;
SELECT * FROM answers
WHERE (texts, times, least, greatest, distinct_ids, within) IS DISTINCT FROM (rows, rows, 1::bigint, true, rows, rows) OR rows < 1000;

-- Back to the schema that the other tests expect.
DROP TABLE t, answers;
\set ECHO none
\i :disarm
DROP SCHEMA planted CASCADE;
DROP EXTENSION :extensions;
DROP SCHEMA elsewhere, "Odd Place";
SELECT format('CREATE EXTENSION IF NOT EXISTS %I CASCADE', extension) FROM room \gexec
\i :calls_end
\set ECHO all
RESET client_min_messages;
