-- The extension works from a schema that is not on the search_path …
DROP EXTENSION wiji;
CREATE SCHEMA "Odd Place";
CREATE EXTENSION wiji SCHEMA "Odd Place";
SET search_path = pg_catalog;
CREATE TABLE public.t (id "Odd Place".wiji PRIMARY KEY DEFAULT "Odd Place".wiji_generate(), n integer);
INSERT INTO public.t (n) SELECT generate_series(1, 1000);
SELECT count(DISTINCT id::uuid), count(DISTINCT id::text) FROM public.t;
SELECT bool_and("Odd Place".wiji_uuid(id) = id::uuid) AS uuid,
       bool_and("Odd Place".wiji_text(id)::"Odd Place".wiji OPERATOR("Odd Place".=) id) AS text,
       max("Odd Place".wiji_timestamp(id)) <= clock_timestamp() AS timestamp FROM public.t;
SELECT n FROM public.t ORDER BY id LIMIT 1;
SELECT n FROM public.t WHERE id OPERATOR("Odd Place".=) (SELECT "Odd Place".min(id) FROM public.t);

-- … may move to another one …
CREATE SCHEMA elsewhere;
ALTER EXTENSION wiji SET SCHEMA elsewhere;
INSERT INTO public.t (n) VALUES (1001);
SELECT max(n), count(elsewhere.wiji_uuid(id)) FROM public.t;

-- … and does not care for objects on a hostile path, even before pg_catalog.
CREATE SCHEMA trap;
CREATE FUNCTION trap.sprung() RETURNS boolean LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'trapped'; END$$;
CREATE FUNCTION trap.eq(elsewhere.wiji, elsewhere.wiji) RETURNS boolean LANGUAGE SQL AS 'SELECT trap.sprung()';
CREATE FUNCTION trap.eq(uuid, uuid) RETURNS boolean LANGUAGE SQL AS 'SELECT trap.sprung()';
CREATE OPERATOR trap.= (LEFTARG = elsewhere.wiji, RIGHTARG = elsewhere.wiji, FUNCTION = trap.eq);
CREATE OPERATOR trap.= (LEFTARG = uuid, RIGHTARG = uuid, FUNCTION = trap.eq);
CREATE OPERATOR trap.< (LEFTARG = elsewhere.wiji, RIGHTARG = elsewhere.wiji, FUNCTION = trap.eq);
CREATE FUNCTION trap.wiji_generate() RETURNS elsewhere.wiji LANGUAGE SQL AS 'SELECT trap.sprung(); SELECT NULL::elsewhere.wiji';
CREATE FUNCTION trap.wiji_timestamp(elsewhere.wiji) RETURNS timestamptz LANGUAGE SQL AS 'SELECT trap.sprung(); SELECT now()';
CREATE FUNCTION trap.wiji(text) RETURNS elsewhere.wiji LANGUAGE SQL AS 'SELECT trap.sprung(); SELECT NULL::elsewhere.wiji';
CREATE DOMAIN trap.uuid AS text CHECK (trap.sprung());
SET search_path = trap, pg_catalog, public, elsewhere;
INSERT INTO t (n) VALUES (1002) RETURNING elsewhere.wiji_uuid(id) IS NOT NULL AS made;
SELECT n FROM t ORDER BY id DESC LIMIT 1;
SELECT elsewhere.max(id) IS NOT NULL AS max, count(elsewhere.wiji_text(id)), count(id::text::elsewhere.wiji), count(id::timestamptz) FROM t;
SELECT count(*) FROM (SELECT DISTINCT id FROM t) d;
SELECT count(elsewhere.wiji_lower(now())) FROM t;

-- Installed with such a path, into a schema where others have objects of its names, it uses none of
-- theirs.
RESET search_path;
DROP TABLE public.t;
SET client_min_messages = warning;
DROP EXTENSION wiji CASCADE;
CREATE FUNCTION elsewhere.wiji_cmp(anyelement, anyelement) RETURNS integer LANGUAGE SQL AS 'SELECT 0';
CREATE FUNCTION elsewhere.wiji_lt(anyelement, anyelement) RETURNS boolean LANGUAGE SQL AS 'SELECT true';
CREATE OPERATOR elsewhere.< (LEFTARG = anyelement, RIGHTARG = anyelement, FUNCTION = elsewhere.wiji_lt);
CREATE FUNCTION elsewhere.btequalimage(oid) RETURNS boolean LANGUAGE SQL AS 'SELECT false';
SET search_path = trap, elsewhere, pg_catalog;
CREATE EXTENSION wiji SCHEMA elsewhere;
SET search_path = pg_catalog;
SELECT amname, amproc::regprocedure FROM pg_amproc, pg_opfamily f, pg_am a
WHERE f.oid = amprocfamily AND a.oid = opfmethod AND amproclefttype = 'elsewhere.wiji'::regtype
  AND (amname, amprocnum) <> ('btree', 6) -- see wiji_after_pg_upgrade
ORDER BY 1, amproc::regprocedure::text COLLATE "C";
SELECT oprname, oprcode FROM pg_operator WHERE oprleft = 'elsewhere.wiji'::regtype ORDER BY oprname COLLATE "C", oprcode::text COLLATE "C";

-- Back to where the other tests expect it.
RESET search_path;
DROP EXTENSION wiji;
DROP SCHEMA elsewhere, trap, "Odd Place" CASCADE;
CREATE EXTENSION wiji;
