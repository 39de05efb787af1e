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
