-- A superuser installs the extensions into a schema where an attacker has been before: what was
-- planted there does not run, and does not become a part of an extension.
\set ECHO none
SET client_min_messages = warning;
SET uid60.allow_duplicates = on; -- needed before PostgreSQL 17 without preloading
DROP EXTENSION IF EXISTS wiji, siq, tid62, uid60, uuidtime, wiji_feed CASCADE;
\set create_all 'CREATE EXTENSION wiji; CREATE EXTENSION siq; CREATE EXTENSION tid62; '
\set create_all :create_all 'CREATE EXTENSION uid60; CREATE EXTENSION uuidtime; CREATE EXTENSION wiji_feed;'
CREATE SCHEMA known;
SET search_path = known;
:create_all
RESET search_path;
-- (the traps below have the server's own names, which some functions share)
CREATE TEMP TABLE known AS
SELECT proname FROM pg_proc WHERE pronamespace = 'known'::regnamespace
EXCEPT
SELECT proname FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace;
GRANT SELECT ON known TO PUBLIC;
DROP EXTENSION wiji, siq, tid62, uid60, uuidtime, wiji_feed;
DROP ROLE IF EXISTS regress_hostile; -- left by an interrupted run
CREATE ROLE regress_hostile;
CREATE SCHEMA planted;
GRANT ALL ON SCHEMA planted TO regress_hostile;
SET ROLE regress_hostile;
SET check_function_bodies = off;

\getenv tree WIJI_TREE
\set traps :tree/test/hostile/traps.sql
\i :traps
-- and functions of the extensions' own names
DO $$
DECLARE
	statement text;
BEGIN
	FOR statement IN
		SELECT format($f$CREATE FUNCTION planted.%I(%s) RETURNS boolean LANGUAGE plpgsql AS
			'BEGIN PERFORM planted.spring(); END'$f$, proname, args)
		FROM known, unnest(array['anyelement', 'anyelement, anyelement']) args
	LOOP
		EXECUTE statement;
	END LOOP;
END $$;
\set ECHO all
SELECT count(*) > 8000 AS thousands FROM pg_proc WHERE pronamespace = 'planted'::regnamespace;
RESET check_function_bodies;
RESET ROLE;

-- The traps work: a script that compared so would run them.
SET search_path = pg_catalog, planted;
SELECT 'a'::text = 'pg_class'::regclass AS compared;
SELECT lower(1) AS called;

CREATE EXTENSION wiji SCHEMA planted;
CREATE EXTENSION siq SCHEMA planted;
CREATE EXTENSION tid62 SCHEMA planted;
CREATE EXTENSION uid60 SCHEMA planted;
CREATE EXTENSION uuidtime SCHEMA planted;
CREATE EXTENSION wiji_feed SCHEMA planted;
DROP EXTENSION wiji, siq, tid62, uid60, uuidtime, wiji_feed;
SET search_path = planted, pg_catalog;
:create_all

-- The objects of the extensions, and those that they depend on, do not belong to the attacker.
RESET search_path;
CREATE TEMP TABLE members AS
SELECT extname, classid, objid
FROM pg_depend JOIN pg_extension e ON refclassid = 'pg_extension'::regclass AND refobjid = e.oid
WHERE deptype = 'e' AND extname IN ('wiji', 'siq', 'tid62', 'uid60', 'uuidtime', 'wiji_feed');
SELECT extname, count(*) > 10 AS many FROM members GROUP BY extname ORDER BY extname COLLATE "C";
CREATE TEMP TABLE theirs AS
SELECT classid, objid FROM pg_shdepend
WHERE refclassid = 'pg_authid'::regclass AND refobjid = 'regress_hostile'::regrole AND deptype = 'o'
AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database());
SELECT count(*) > 8000 AS thousands FROM theirs;
SELECT pg_describe_object(classid, objid, 0) AS member FROM members JOIN theirs USING (classid, objid);
WITH RECURSIVE needed AS (
	SELECT classid, objid FROM members
	UNION
	SELECT d.refclassid, d.refobjid FROM needed n JOIN pg_depend d ON d.classid = n.classid AND d.objid = n.objid
)
SELECT pg_describe_object(classid, objid, 0) AS needed FROM needed JOIN theirs USING (classid, objid);

-- A superuser whose path has the traps before everything else uses it without springing one.
SET search_path = planted, pg_catalog;
SELECT planted.wiji_uuid(planted.wiji_make(1, 2, 3)), planted.simpledb_id_prefix('a-b-c'),
       planted.simpledb_id_suffix('a-b-c'), 'a-b'::planted.simpledb_id;
SELECT planted.wiji_within(planted.wiji_make(1, 2, 3), '(,)'), planted.siq_within(planted.siq_generate('user'), '(,)'),
       planted.tid62_within(planted.tid62_generate(), '(,)'), planted.uid60_within(planted.uid60_generate(), '(,)');
SELECT pg_catalog.length(planted.simpledb_prefixed_id('a')), pg_catalog.length(planted.simpledb_uuid464()),
       pg_catalog.octet_length(planted.wiji_binary());
RESET search_path;
\set disarm :tree/test/hostile/disarm.sql
\set ECHO none
\i :disarm
\set ECHO all
DROP SCHEMA planted, known CASCADE;

-- A role that may only create objects installs the trusted extensions, even into a schema with an odd name …
SELECT format('GRANT CREATE ON DATABASE %I TO regress_hostile', current_database()) \gexec
SET ROLE regress_hostile;
CREATE SCHEMA "Their""s; DROP";
SET search_path = "Their""s; DROP";
:create_all
CREATE TABLE t (w wiji PRIMARY KEY DEFAULT wiji_generate(), s siq DEFAULT siq_generate('user'),
                t tid62 DEFAULT tid62_generate(), u uid60 DEFAULT uid60_generate(), v uuid DEFAULT uuidtime_v7());
INSERT INTO t DEFAULT VALUES;
SELECT count(*) FROM t WHERE wiji_within(w, '(,)') AND s = s::text::siq AND t = t::text::tid62 AND u = u::text::uid60;

-- … but does not own the objects, so it cannot put code of its own into what others call …
SELECT count(*) FROM pg_proc WHERE proowner = 'regress_hostile'::regrole;
SELECT count(*) FROM pg_proc p
WHERE prosecdef AND pronamespace = (SELECT oid FROM pg_namespace WHERE nspname LIKE 'Their%');
CREATE OR REPLACE FUNCTION wiji_timestamp(id wiji) RETURNS timestamptz LANGUAGE SQL IMMUTABLE STRICT AS 'SELECT now()';
ALTER FUNCTION wiji_timestamp(wiji) SECURITY DEFINER;
ALTER TYPE wiji OWNER TO regress_hostile;
ALTER OPERATOR FAMILY wiji_ops USING btree ADD FUNCTION 1 (wiji, uuid) uuid_cmp(uuid, uuid);
CREATE FUNCTION mine(cstring) RETURNS wiji LANGUAGE c AS '$libdir/wiji', 'wiji_in';
ALTER EXTENSION wiji UPDATE TO '2.0';

-- … and drops it; nothing stays.
DROP TABLE t;
DROP EXTENSION wiji, siq, tid62, uid60, uuidtime, wiji_feed;
RESET search_path;
DROP SCHEMA "Their""s; DROP";
RESET ROLE;
SELECT count(*) FROM pg_shdepend WHERE refobjid = 'regress_hostile'::regrole AND deptype = 'o';
DROP OWNED BY regress_hostile;
DROP ROLE regress_hostile;
RESET client_min_messages;
:create_all
