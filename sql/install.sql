-- CREATE EXTENSION says nothing, and makes a type that a table can use at once.
CREATE EXTENSION wiji;
CREATE TABLE t (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text);
INSERT INTO t (item) VALUES ('first'), ('second'), ('third');
SELECT item FROM t ORDER BY id;
SELECT count(*) FROM t WHERE wiji_timestamp(id) BETWEEN now() - interval '1 minute' AND clock_timestamp();
DROP TABLE t;

-- The type is laid out as uuid is.
SELECT w.typlen, w.typbyval, w.typalign, w.typstorage,
       (w.typlen, w.typbyval, w.typalign, w.typstorage) = (u.typlen, u.typbyval, u.typalign, u.typstorage) AS like_uuid
FROM pg_type w, pg_type u WHERE w.typname = 'wiji' AND u.typname = 'uuid';

-- Anyone who may create objects in a database may install it, use it and drop it: it is trusted.
DROP EXTENSION wiji;
SET client_min_messages = warning;
DROP ROLE IF EXISTS regress_wiji_anyone; -- of a run that was ended
RESET client_min_messages;
CREATE ROLE regress_wiji_anyone;
SELECT format('GRANT CREATE ON DATABASE %I TO regress_wiji_anyone', current_database()) \gexec
GRANT CREATE ON SCHEMA public TO regress_wiji_anyone;
SET ROLE regress_wiji_anyone;
CREATE EXTENSION wiji;
CREATE TEMP TABLE t (id wiji PRIMARY KEY DEFAULT wiji_generate());
INSERT INTO t DEFAULT VALUES;
DROP TABLE t;
DROP EXTENSION wiji;
RESET ROLE;
DROP OWNED BY regress_wiji_anyone;
DROP ROLE regress_wiji_anyone;
CREATE EXTENSION wiji;

-- For the tests that follow: which error does a statement raise, and how is a query run?
CREATE FUNCTION failure(statement text, OUT code text, OUT message text, OUT detail text, OUT hint text)
LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE statement;
	message := 'no error';
EXCEPTION WHEN others THEN
	GET STACKED DIAGNOSTICS code = RETURNED_SQLSTATE, message = MESSAGE_TEXT,
		detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
END $$;
CREATE FUNCTION plan(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE 'EXPLAIN (COSTS off) ' || query;
END $$;
