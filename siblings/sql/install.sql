-- Roles that may create objects in a database may install each extension without the others (except for
-- those that it requires), use it and drop it: they are trusted and independent of each other.
\getenv tree WIJI_TREE
\set rooms `cd "$WIJI_TREE" && ls wiji.control */*.control */*/*.control 2>/dev/null`
SET client_min_messages = warning;
DROP ROLE IF EXISTS regress_wiji_anyone; -- left by an interrupted run
RESET client_min_messages;
CREATE ROLE regress_wiji_anyone;
SELECT format('GRANT CREATE ON DATABASE %I TO regress_wiji_anyone', current_database()) \gexec
GRANT CREATE ON SCHEMA public TO regress_wiji_anyone;
CREATE TABLE room AS
SELECT substring(file, '([^/]+)\.control$') AS extension FROM string_to_table(:'rooms', E'\n') file;
GRANT SELECT ON room TO regress_wiji_anyone;
SET ROLE regress_wiji_anyone;
SET client_min_messages = warning;
CREATE FUNCTION alone(extension text, OUT installed name[], OUT required name[]) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('CREATE EXTENSION %I CASCADE', extension);
	installed := array(SELECT extname FROM pg_extension WHERE extname <> 'plpgsql' ORDER BY extname <> extension);
	required := array(SELECT r.extname FROM pg_depend JOIN pg_extension e ON e.oid = objid JOIN pg_extension r ON r.oid = refobjid
	                  WHERE classid = 'pg_extension'::regclass AND refclassid = classid
	                    AND e.extname = extension AND r.extname <> 'plpgsql');
	EXECUTE format('DROP EXTENSION %s', (SELECT string_agg(quote_ident(i), ', ') FROM unnest(installed) i));
END $$;
SELECT count(*) > 0 AS there_are_some FROM room;
SELECT extension, installed FROM room, alone(extension)
WHERE installed IS DISTINCT FROM extension::name || required;
DROP FUNCTION alone;
RESET ROLE;
DROP OWNED BY regress_wiji_anyone;
DROP ROLE regress_wiji_anyone;

-- The tests that follow use all of them, and functions.
\set ECHO none
SELECT format('CREATE EXTENSION IF NOT EXISTS %I CASCADE', extension) FROM room \gexec
RESET client_min_messages;
\getenv tree WIJI_TREE
\set helpers :tree/test/helpers.sql
\i :helpers
\set ECHO all
