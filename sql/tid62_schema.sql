-- The extension works from a schema that is not on the search_path …
DROP EXTENSION tid62;
CREATE SCHEMA "Odd Place";
CREATE EXTENSION tid62 SCHEMA "Odd Place";
SET search_path = pg_catalog;
CREATE TABLE public.t (id "Odd Place".tid62 PRIMARY KEY DEFAULT "Odd Place".tid62_generate(), n integer,
                       name "Odd Place".simpledb_id DEFAULT "Odd Place".simpledb_prefixed_id('t'));
INSERT INTO public.t (n) SELECT generate_series(1, 1000);
SELECT count(DISTINCT id::text), count(DISTINCT name) FROM public.t;
SELECT bool_and("Odd Place".tid62_text(id)::"Odd Place".tid62 OPERATOR("Odd Place".=) id) AS text,
       max("Odd Place".tid62_timestamp(id)) <= clock_timestamp() AS timestamp FROM public.t;
SELECT count(*) FROM public.t WHERE id OPERATOR("Odd Place".=) (SELECT "Odd Place".min(id) FROM public.t);
SELECT count(*) FROM public.t WHERE "Odd Place".tid62_within(id, tstzrange(now() - interval '1 minute', 'infinity'));

-- … may move to another one …
CREATE SCHEMA elsewhere;
ALTER EXTENSION tid62 SET SCHEMA elsewhere;
INSERT INTO public.t (n) VALUES (1001);
SELECT max(n), count(DISTINCT elsewhere.simpledb_id_suffix(name)) FROM public.t;

-- … and does not care for objects on a hostile path, even before pg_catalog.
CREATE SCHEMA trap;
CREATE FUNCTION trap.sprung() RETURNS boolean LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'trapped'; END$$;
CREATE FUNCTION trap.eq(elsewhere.tid62, elsewhere.tid62) RETURNS boolean LANGUAGE SQL AS 'SELECT trap.sprung()';
CREATE FUNCTION trap.eq(text, text) RETURNS boolean LANGUAGE SQL AS 'SELECT trap.sprung()';
CREATE OPERATOR trap.= (LEFTARG = elsewhere.tid62, RIGHTARG = elsewhere.tid62, FUNCTION = trap.eq);
CREATE OPERATOR trap.< (LEFTARG = elsewhere.tid62, RIGHTARG = elsewhere.tid62, FUNCTION = trap.eq);
CREATE OPERATOR trap.~ (LEFTARG = text, RIGHTARG = text, FUNCTION = trap.eq);
CREATE FUNCTION trap.tid62_generate() RETURNS elsewhere.tid62 LANGUAGE SQL AS 'SELECT trap.sprung(); SELECT NULL::elsewhere.tid62';
CREATE FUNCTION trap.gen_random_uuid() RETURNS uuid LANGUAGE SQL AS 'SELECT trap.sprung(); SELECT NULL::uuid';
CREATE FUNCTION trap.tid62_within_lower(tstzrange) RETURNS elsewhere.tid62 LANGUAGE SQL AS 'SELECT trap.sprung(); SELECT NULL::elsewhere.tid62';
CREATE FUNCTION trap.substring(text, text) RETURNS text LANGUAGE SQL AS 'SELECT trap.sprung(); SELECT NULL::text';
SET search_path = trap, pg_catalog, public, elsewhere;
INSERT INTO t (n) VALUES (1002);
SELECT elsewhere.max(id) IS NOT NULL AS max, count(id::text::elsewhere.tid62), count(id::timestamptz) FROM t;
SELECT count(*) FROM (SELECT DISTINCT id FROM t ORDER BY id) d;
SELECT count(*) FROM t WHERE elsewhere.tid62_within(id, tstzrange(now() - interval '1 minute', 'infinity'));
SELECT count(elsewhere.simpledb_uuid464()), count(elsewhere.simpledb_id_prefix(name)), count(elsewhere.simpledb_id_suffix(name)), count('x-y'::elsewhere.simpledb_id) FROM t;

-- Installed with such a path, into a schema where others have objects of its names, it uses none of
-- theirs.
RESET search_path;
DROP TABLE public.t;
SET client_min_messages = warning;
DROP EXTENSION tid62 CASCADE;
CREATE FUNCTION elsewhere.tid62_cmp(anyelement, anyelement) RETURNS integer LANGUAGE SQL AS 'SELECT 0';
CREATE FUNCTION elsewhere.tid62_lt(anyelement, anyelement) RETURNS boolean LANGUAGE SQL AS 'SELECT true';
CREATE OPERATOR elsewhere.< (LEFTARG = anyelement, RIGHTARG = anyelement, FUNCTION = elsewhere.tid62_lt);
CREATE FUNCTION elsewhere.substring(text, text) RETURNS text LANGUAGE SQL AS 'SELECT NULL::text';
SET search_path = trap, elsewhere, pg_catalog;
CREATE EXTENSION tid62 SCHEMA elsewhere;
SET search_path = pg_catalog;
SELECT amname, amproc::regprocedure FROM pg_amproc, pg_opfamily f, pg_am a
WHERE f.oid = amprocfamily AND a.oid = opfmethod AND amproclefttype = 'elsewhere.tid62'::regtype ORDER BY 1, amproc::regprocedure::text COLLATE "C";
SELECT oprname, oprcode FROM pg_operator WHERE oprleft = 'elsewhere.tid62'::regtype ORDER BY oprname COLLATE "C", oprcode::text COLLATE "C";
SELECT elsewhere.simpledb_id_suffix('user-x');
\sf elsewhere.simpledb_id_suffix

-- Back to where the other tests expect it.
RESET search_path;
DROP EXTENSION tid62;
DROP SCHEMA elsewhere, trap, "Odd Place" CASCADE;
CREATE EXTENSION tid62;
