-- A superuser installs the extensions into a schema where an attacker has been before: what was
-- planted there does not run, and does not become a part of an extension.
\set ECHO none
SET client_min_messages = warning;
\getenv tree WIJI_TREE
\set values :tree/test/types/values.sql
\set calls :tree/test/types/calls.sql
\set calls_end :tree/test/types/calls_end.sql
\i :values
\i :calls
SELECT string_agg(quote_ident(extension), ', ') AS extensions,
       string_agg(format('CREATE EXTENSION IF NOT EXISTS %I CASCADE;', extension), ' ') AS create_all FROM room \gset
SELECT string_agg(format('%1$s %1$s UNIQUE DEFAULT %2$s', type, replace(call, 'SCHEMA.', '')), ', ') AS columns,
       string_agg(format('%1$s_within(%1$s, ''(,)'') AND %1$s = %1$s::text::%1$s', type), ' AND ') AS conditions FROM generators \gset
DROP EXTENSION :extensions;
CREATE SCHEMA known;
SET search_path = known;
:create_all
RESET search_path;
-- (the traps below have the server's own names, which some functions share)
CREATE TEMP TABLE known AS
SELECT proname FROM pg_proc WHERE pronamespace = 'known'::regnamespace
EXCEPT
SELECT proname FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace;
-- (this script stops at functions of its names, which its own test tries)
DELETE FROM known WHERE proname ~ '^wiji_(partition|create_partitions|drop_partitions)';
GRANT SELECT ON known TO PUBLIC;
DROP EXTENSION :extensions;
DROP ROLE IF EXISTS regress_hostile; -- left by an interrupted run
CREATE ROLE regress_hostile;
CREATE SCHEMA planted;
GRANT ALL ON SCHEMA planted TO regress_hostile;
SET ROLE regress_hostile;
SET check_function_bodies = off;

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

-- A script may refuse such a schema, without running anything.
\set ECHO none
CREATE TABLE tried AS
SELECT extension, code, message FROM room, failure(format('CREATE EXTENSION IF NOT EXISTS %I SCHEMA planted CASCADE', extension));
SELECT string_agg(quote_ident(extension), ', ') AS installed,
       string_agg(format('CREATE EXTENSION IF NOT EXISTS %I CASCADE;', extension), ' ') AS create_installed,
       string_agg(format('CREATE EXTENSION IF NOT EXISTS %I SCHEMA planted CASCADE;', extension), ' ') AS create_in_planted
FROM tried WHERE code IS NULL \gset
DELETE FROM calls WHERE extension IN (SELECT extension FROM tried WHERE code IN ('42710', '42723'));
DROP EXTENSION :installed;
\set ECHO all
SELECT * FROM tried WHERE code NOT IN ('42710', '42723');

-- The traps work: a script that compared so would run them.
SET search_path = pg_catalog, planted;
SELECT 'a'::text = 'pg_class'::regclass AS compared;
SELECT lower(1) AS called;

\set ECHO none
:create_in_planted
DROP EXTENSION :installed;
SET search_path = planted, pg_catalog;
:create_installed
\set ECHO all

-- The objects of the extensions, and those that they depend on, do not belong to the attacker.
RESET search_path;
CREATE TEMP TABLE members AS
SELECT extname, classid, objid
FROM pg_depend JOIN pg_extension e ON refclassid = 'pg_extension'::regclass AND refobjid = e.oid
WHERE deptype = 'e' AND extname IN (SELECT extension FROM room);
SELECT extension AS without_members FROM tried LEFT JOIN members ON extname = extension WHERE code IS NULL GROUP BY extension HAVING count(extname) < 5;
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

-- A superuser whose path has the traps before everything else calls all functions without springing one.
SELECT in_schema('planted');
SET search_path = planted, pg_catalog, public;
UPDATE public.calls SET outcome = public.outcome_of(statement);
RESET search_path;
TABLE other_outcomes;
SELECT count(*) > 300 AS many FROM calls;
\set disarm :tree/test/hostile/disarm.sql
\set ECHO none
\i :disarm
\set ECHO all
DROP SCHEMA planted, known CASCADE;
DROP TABLE tried;

-- A role that may only create objects installs the trusted extensions, even into a schema with an odd name …
SELECT format('GRANT CREATE ON DATABASE %I TO regress_hostile', current_database()) \gexec
SET ROLE regress_hostile;
CREATE SCHEMA "Their""s; DROP";
SET search_path = "Their""s; DROP";
\set ECHO none
:create_all
\set ECHO all
CREATE TABLE t (:columns);
INSERT INTO t DEFAULT VALUES;
SELECT count(*) FROM t WHERE :conditions;

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
\set ECHO none
DROP EXTENSION :extensions;
\set ECHO all
RESET search_path;
DROP SCHEMA "Their""s; DROP";
RESET ROLE;
SELECT count(*) FROM pg_shdepend WHERE refobjid = 'regress_hostile'::regrole AND deptype = 'o';
DROP OWNED BY regress_hostile;
DROP ROLE regress_hostile;
\set ECHO none
:create_all
\i :calls_end
\set ECHO all
RESET client_min_messages;
