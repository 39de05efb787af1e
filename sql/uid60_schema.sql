-- The extension works from a schema that is not on the search_path …
DROP EXTENSION uid60;
CREATE SCHEMA "Odd Place";
CREATE EXTENSION uid60 SCHEMA "Odd Place";
SET search_path = pg_catalog;
SET uid60.allow_duplicates = on; -- needed before PostgreSQL 17 without preloading
CREATE TABLE public.t (id "Odd Place".uid60 PRIMARY KEY DEFAULT "Odd Place".uid60_generate(), n integer);
INSERT INTO public.t (n) SELECT generate_series(1, 1000);
SELECT count(DISTINCT id::bigint), count(DISTINCT id::text) FROM public.t;
SELECT n FROM public.t ORDER BY id LIMIT 1;
SELECT n FROM public.t WHERE id OPERATOR("Odd Place".=) (SELECT "Odd Place".min(id) FROM public.t);
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT public.plan($$SELECT n FROM public.t WHERE "Odd Place".uid60_within(id, '[2026-01-01 00:00+00,2026-01-01 00:00+00]')$$);
RESET enable_seqscan;
RESET enable_bitmapscan;

-- … may move to another one (from PostgreSQL 17 on without the array type, which would stay behind)
-- …
CREATE SCHEMA elsewhere;
DO $$
BEGIN
	IF current_setting('server_version_num')::integer >= 170000 THEN
		ALTER EXTENSION uid60 DROP TYPE "Odd Place".uid60[];
	END IF;
END $$;
ALTER EXTENSION uid60 SET SCHEMA elsewhere;
SELECT statement AS what_else FROM elsewhere.uid60_after_pg_upgrade() statement WHERE statement <> 'ALTER EXTENSION uid60 ADD TYPE elsewhere.uid60[]';
INSERT INTO public.t (n) VALUES (1001);
SELECT n FROM public.t ORDER BY id DESC LIMIT 1;

-- … and does not care for objects on a hostile path, even before pg_catalog.
CREATE SCHEMA trap;
CREATE FUNCTION trap.sprung() RETURNS boolean LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'trapped'; END$$;
CREATE FUNCTION trap.eq(elsewhere.uid60, elsewhere.uid60) RETURNS boolean LANGUAGE SQL AS 'SELECT trap.sprung()';
CREATE FUNCTION trap.eq(bigint, bigint) RETURNS boolean LANGUAGE SQL AS 'SELECT trap.sprung()';
CREATE OPERATOR trap.= (LEFTARG = elsewhere.uid60, RIGHTARG = elsewhere.uid60, FUNCTION = trap.eq);
CREATE OPERATOR trap.= (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = trap.eq);
CREATE FUNCTION trap.uid60_within_lower(tstzrange) RETURNS elsewhere.uid60 LANGUAGE SQL AS 'SELECT trap.sprung(); SELECT NULL::elsewhere.uid60';
CREATE FUNCTION trap.uid60(text) RETURNS elsewhere.uid60 LANGUAGE SQL AS 'SELECT trap.sprung(); SELECT NULL::elsewhere.uid60';
CREATE DOMAIN trap.int8 AS text CHECK (trap.sprung());
SET search_path = trap, pg_catalog, public, elsewhere;
INSERT INTO t (n) VALUES (1002);
SELECT count(*), count(id::text::elsewhere.uid60), count(id::timestamptz), count(id::bigint) FROM t WHERE elsewhere.uid60_within(id, '(,)');
SELECT count(*) FROM (SELECT DISTINCT id FROM t) d;

-- Installed with such a path, into a schema where others have objects of its names, it uses none of
-- theirs.
RESET search_path;
DROP TABLE public.t;
SET client_min_messages = warning;
DROP EXTENSION uid60 CASCADE;
RESET client_min_messages;
CREATE FUNCTION elsewhere.btequalimage(oid) RETURNS boolean LANGUAGE SQL AS 'SELECT false';
CREATE FUNCTION elsewhere.btint8sortsupport(internal) RETURNS void LANGUAGE internal STRICT AS 'btint8sortsupport';
SET search_path = trap, elsewhere, pg_catalog;
CREATE EXTENSION uid60 SCHEMA elsewhere;
SET search_path = pg_catalog;
SELECT amname, amproc::regprocedure FROM pg_amproc, pg_opfamily f, pg_am a
WHERE f.oid = amprocfamily AND a.oid = opfmethod AND amproclefttype = 'elsewhere.uid60'::regtype AND NOT (amname = 'btree' AND amprocnum = 6)
ORDER BY 1, amproc::regprocedure::text COLLATE "C";

-- Back to where it was.
RESET search_path;
DROP EXTENSION uid60;
DROP SCHEMA elsewhere, trap, "Odd Place" CASCADE;
CREATE EXTENSION uid60;
