-- Everything of the extension is labelled as it should be: these queries find objects that are not.

CREATE TEMP VIEW members AS
SELECT classid, objid FROM pg_depend
WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e'
  AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'uuidtime');
CREATE TEMP VIEW functions AS
SELECT p.*, p.oid::regprocedure AS signature FROM pg_proc p JOIN members ON classid = 'pg_proc'::regclass AND objid = p.oid;

-- functions on uuid, nothing else
SELECT signature FROM functions ORDER BY signature::text COLLATE "C";
SELECT pg_describe_object(classid, objid, 0) FROM members WHERE classid <> 'pg_proc'::regclass;

-- without a comment
SELECT pg_describe_object(classid, objid, 0) AS uncommented FROM members WHERE obj_description(objid, classid::regclass::name) IS NULL;

-- names of symbols in C that could clash with names of another library
SELECT signature, prosrc FROM functions WHERE prosrc !~ '^uuidtime_' OR prolang <> (SELECT oid FROM pg_language WHERE lanname = 'c') ORDER BY signature::text COLLATE "C";

-- not STRICT, though it takes arguments: the planner makes comparisons of it, which are not, either
SELECT signature FROM functions WHERE pronargs > 0 AND NOT proisstrict ORDER BY signature::text COLLATE "C";

-- VOLATILE: functions that make ids; parallel workers may run all others
SELECT signature FROM functions WHERE provolatile <> 'i' ORDER BY signature::text COLLATE "C";
SELECT signature FROM functions WHERE proparallel <> CASE provolatile WHEN 'v' THEN 'r' ELSE 's' END ORDER BY signature::text COLLATE "C";

-- LEAKPROOF, SECURITY DEFINER, with settings of their own, arguments without a name
SELECT signature FROM functions WHERE proleakproof OR prosecdef OR proconfig IS NOT NULL OR pronargs > cardinality(coalesce(proargnames, '{}')) AND prorettype <> 'internal'::regtype ORDER BY signature::text COLLATE "C";

-- It needs no other extension, works from a schema that is not on the search_path, and may move.
DROP EXTENSION uuidtime;
DROP EXTENSION wiji;
CREATE SCHEMA "Odd Place";
CREATE EXTENSION uuidtime SCHEMA "Odd Place";
SELECT extname FROM pg_extension WHERE extname IN ('uuidtime', 'wiji');
SET search_path = pg_catalog;
CREATE TABLE public.t (id uuid PRIMARY KEY DEFAULT "Odd Place".uuidtime_v7());
ALTER EXTENSION uuidtime SET SCHEMA public;
INSERT INTO public.t DEFAULT VALUES;
SELECT public.uuidtime_version(id) FROM public.t;

-- Anyone who may create objects in a database may install it: it is trusted.
RESET search_path;
DROP TABLE t;
DROP EXTENSION uuidtime;
SET client_min_messages = warning;
DROP ROLE IF EXISTS regress_uuidtime_anyone; -- of a run that was ended
RESET client_min_messages;
CREATE ROLE regress_uuidtime_anyone;
SELECT format('GRANT CREATE ON DATABASE %I TO regress_uuidtime_anyone', current_database()) \gexec
GRANT CREATE ON SCHEMA "Odd Place" TO regress_uuidtime_anyone;
SET ROLE regress_uuidtime_anyone;
CREATE EXTENSION uuidtime SCHEMA "Odd Place";
DROP EXTENSION uuidtime;
RESET ROLE;
DROP OWNED BY regress_uuidtime_anyone;
DROP ROLE regress_uuidtime_anyone;

-- Back to where the other tests expect it.
DROP SCHEMA "Odd Place";
CREATE EXTENSION wiji;
CREATE EXTENSION uuidtime;
