-- Roles that may create objects in a database may install each extension without the others, use it and
-- drop it: they are trusted and independent of each other.
\getenv tree WIJI_TREE
\set rooms `cd "$WIJI_TREE" && ls wiji.control */*.control */*/*.control`
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
SET uid60.allow_duplicates = on; -- needed before PostgreSQL 17 without preloading
CREATE FUNCTION alone(extension text, OUT installed text) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('CREATE EXTENSION %I', extension);
	SELECT string_agg(extname, ' ') FROM pg_extension WHERE extname <> 'plpgsql' INTO installed;
	EXECUTE format('DROP EXTENSION %I', extension);
END $$;
SELECT count(*) > 0 AS there_are_some FROM room;
SELECT extension, installed FROM room, alone(extension) WHERE installed <> extension;
DROP FUNCTION alone;
RESET ROLE;
DROP OWNED BY regress_wiji_anyone;
DROP ROLE regress_wiji_anyone;

-- The tests that follow use all of them.
SELECT format('CREATE EXTENSION IF NOT EXISTS %I CASCADE', extension) FROM room \gexec

-- Functions that the other tests call.
\set ECHO none
\getenv tree WIJI_TREE
\set helpers :tree/test/helpers.sql
\i :helpers
\set ECHO all
