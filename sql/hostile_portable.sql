-- portable/wiji.sql in a schema where an attacker has been before, or still is: what was planted is
-- not executed or bound, and the file rejects a schema where it could be.
\set ECHO none
\getenv tree WIJI_TREE
\set traps :tree/test/hostile/traps.sql
\set wiji :tree/portable/wiji.sql
SET client_min_messages = warning;
SELECT pg_read_file(:'wiji') AS file \gset
\set VERBOSITY terse
CREATE ROLE regress_hostile;
CREATE ROLE regress_victim;
CREATE SCHEMA planted AUTHORIZATION regress_victim;
GRANT ALL ON SCHEMA planted TO PUBLIC;
SET ROLE regress_hostile;
\i :traps
-- and a domain of each name: f('...') is a literal if f is a type
DO $$
DECLARE
	name name;
BEGIN
	FOR name IN
		SELECT typname FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace AND typname !~ '^_'
		UNION SELECT proname FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
	LOOP
		EXECUTE format('CREATE DOMAIN planted.%I AS text CHECK (planted.spring() IS NULL)', name);
	END LOOP;
END $$;
CREATE DOMAIN planted.wiji AS uuid CHECK (planted.spring() IS NULL);
\set ECHO all
RESET check_function_bodies;
RESET ROLE;

-- A schema in which others may create, such as "public" of a database from before 15.
SET search_path = planted, pg_catalog;
:file
SET ROLE regress_victim;
:file
-- Other roles may not create there anymore, but what was planted still exists.
REVOKE ALL ON SCHEMA planted FROM PUBLIC;
:file
RESET ROLE;
:file
-- A schema that contains only a type.
RESET search_path;
CREATE SCHEMA typed AUTHORIZATION regress_victim;
CREATE DOMAIN typed.current_setting AS text CHECK (planted.spring() IS NULL);
ALTER DOMAIN typed.current_setting OWNER TO regress_hostile;
SET ROLE regress_victim;
SET search_path = typed;
:file
RESET ROLE;
DROP SCHEMA typed CASCADE;
-- One's own schema alongside it in the path, in any order with the server's.
RESET search_path;
CREATE SCHEMA own AUTHORIZATION regress_victim;
GRANT USAGE ON SCHEMA planted TO regress_victim;
SET ROLE regress_victim;
SET search_path = own, planted, pg_catalog;
:file
:file

-- Its objects do not depend on the attacker's.
RESET search_path;
WITH RECURSIVE needed AS (
	SELECT 'pg_proc'::regclass::oid AS classid, oid AS objid FROM pg_proc WHERE pronamespace = 'own'::regnamespace
	UNION SELECT 'pg_operator'::regclass, oid FROM pg_operator WHERE oprnamespace = 'own'::regnamespace
	UNION SELECT 'pg_constraint'::regclass, oid FROM pg_constraint WHERE contypid = 'own.wiji'::regtype
	UNION
	SELECT d.refclassid, d.refobjid FROM needed n JOIN pg_depend d ON d.classid = n.classid AND d.objid = n.objid
)
SELECT count(*) FILTER (WHERE classid = 'pg_proc'::regclass) > 50 AS functions,
       count(*) FILTER (WHERE owner = 'regress_hostile'::regrole) AS planted
FROM needed, LATERAL (SELECT proowner FROM pg_proc WHERE oid = objid AND classid = 'pg_proc'::regclass
	UNION ALL SELECT oprowner FROM pg_operator WHERE oid = objid AND classid = 'pg_operator'::regclass
	UNION ALL SELECT typowner FROM pg_type WHERE oid = objid AND classid = 'pg_type'::regclass) o (owner);
-- A role whose path has the traps before everything else uses it without springing one.
SET search_path = planted, pg_catalog;
SELECT own.wiji_text(own.wiji_make(1, 2, 3)), own.wiji_uuid(own.wiji(pg_catalog.text '000S94VR000002M6NWVVR14D2G')),
       own.wiji_timestamp_ms(own.wiji_make(1000, 2, 3)),
       own.wiji_within(own.wiji_make(1, 2, 3), '(,)'), own.wiji_is_valid(pg_catalog.text 'no'),
       pg_catalog.length(own.wiji_hex(own.wiji_generate('2026-11-01 00:00+00'))),
       pg_catalog.octet_length(own.wiji_binary());
SELECT f.code, f.message FROM public.failure('SELECT own.wiji_lower(''infinity'')') f;
SELECT f.code, f.message FROM public.failure('SELECT own.wiji(pg_catalog.text ''x'')') f;

RESET ROLE;
RESET search_path;
\set disarm :tree/test/hostile/disarm.sql
\set ECHO none
\i :disarm
\set ECHO all
DROP SCHEMA planted CASCADE;
DROP SCHEMA own CASCADE;

-- A domain of another role, which could change its check at any time, and a schema of another role.
CREATE SCHEMA theirs AUTHORIZATION regress_hostile;
SET ROLE regress_hostile;
CREATE DOMAIN theirs.wiji AS uuid CONSTRAINT wiji_version CHECK (get_byte(uuid_send(VALUE), 9) >> 4 = 1);
RESET ROLE;
SET search_path = theirs;
:file
ALTER SCHEMA theirs OWNER TO regress_victim;
SET ROLE regress_victim;
:file
-- One's own, with another check.
RESET ROLE;
DROP DOMAIN theirs.wiji;
SET ROLE regress_victim;
CREATE DOMAIN theirs.wiji AS uuid CHECK (true);
:file
RESET ROLE;
RESET search_path;
DROP SCHEMA theirs CASCADE;

-- A transaction that does not see what was planted since it began.
BEGIN ISOLATION LEVEL REPEATABLE READ;
:file
ROLLBACK;
BEGIN ISOLATION LEVEL SERIALIZABLE;
:file
ROLLBACK;
-- A path that leads nowhere.
SET search_path = nothing;
:file
RESET search_path;
DROP OWNED BY regress_hostile, regress_victim;
DROP ROLE regress_hostile, regress_victim;
\set VERBOSITY default
RESET client_min_messages;
