-- CREATE EXTENSION prints nothing, and creates a type that a table can use at once.
CREATE EXTENSION wiji;
CREATE TABLE t (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text);
INSERT INTO t (item) VALUES ('first'), ('second'), ('third');
SELECT item FROM t ORDER BY id;
SELECT count(*) FROM t WHERE wiji_timestamp(id) BETWEEN now() - interval '1 minute' AND clock_timestamp();
DROP TABLE t;
DROP EXTENSION wiji;

-- Roles that may create objects in a database may install each of the five without the others, use
-- it and drop it: they are trusted and independent of each other.
SET client_min_messages = warning;
DROP ROLE IF EXISTS regress_wiji_anyone; -- left by an interrupted run
RESET client_min_messages;
CREATE ROLE regress_wiji_anyone;
SELECT format('GRANT CREATE ON DATABASE %I TO regress_wiji_anyone', current_database()) \gexec
GRANT CREATE ON SCHEMA public TO regress_wiji_anyone;
SET ROLE regress_wiji_anyone;
SET uid60.allow_duplicates = on; -- needed before PostgreSQL 17 without preloading
CREATE FUNCTION use_alone(extension text, type regtype, call text, OUT installed text, OUT ids bigint)
LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('CREATE EXTENSION %I', extension);
	SELECT string_agg(extname, ' ') FROM pg_extension WHERE extname <> 'plpgsql' INTO installed;
	EXECUTE format('CREATE TEMP TABLE t (id %s PRIMARY KEY DEFAULT %s, n integer)',
	               coalesce(type::text, extension), call);
	INSERT INTO t (n) SELECT generate_series(1, 100);
	SELECT count(*) FROM t INTO ids;
	DROP TABLE t;
	EXECUTE format('DROP EXTENSION %I', extension);
END $$;
SELECT extension, u.* FROM (VALUES
	('wiji', NULL::regtype, 'wiji_generate()'),
	('siq', NULL, 'siq_generate(''message'', ''example.com'')'),
	('tid62', NULL, 'tid62_generate()'),
	('uid60', NULL, 'uid60_generate()'),
	('uuidtime', 'uuid', 'uuidtime_v7()')) AS v (extension, type, call),
	use_alone(extension, type, call) u;
DROP FUNCTION use_alone;
-- Change feeds are an extension that requires wiji.
CREATE EXTENSION wiji_feed CASCADE;
CREATE TABLE t (id bigserial PRIMARY KEY);
SELECT wiji_feed_flaw('t');
DROP TABLE t;
DROP EXTENSION wiji_feed, wiji;
RESET ROLE;
DROP OWNED BY regress_wiji_anyone;
DROP ROLE regress_wiji_anyone;

-- The tests that follow use all of them.
CREATE EXTENSION wiji;
CREATE EXTENSION siq;
CREATE EXTENSION tid62;
CREATE EXTENSION uid60;
CREATE EXTENSION uuidtime;
CREATE EXTENSION wiji_feed;

-- The types are laid out like uuid and bigint, and the others are not padded by alignment.
SELECT typname, typlen, typbyval, typalign, typstorage, typcategory FROM pg_type
WHERE typname IN ('wiji', 'uuid', 'siq', 'tid62', 'uid60', 'int8') ORDER BY typlen DESC, typname COLLATE "C";

-- Functions that the other tests call.
\set ECHO none
-- The error that a statement raises.
CREATE FUNCTION failure(statement text, OUT code text, OUT message text, OUT detail text, OUT hint text)
LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE statement;
	message := 'no error';
EXCEPTION WHEN others THEN
	GET STACKED DIAGNOSTICS code = RETURNED_SQLSTATE, message = MESSAGE_TEXT,
		detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
END $$;

-- The plan of a query.
CREATE FUNCTION plan(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE 'EXPLAIN (COSTS off) ' || query;
END $$;

-- The conditions of its indexes and joins, and whether rows are filtered.
CREATE FUNCTION conditions(query text) RETURNS text BEGIN ATOMIC
	SELECT string_agg(coalesce(substring(line, '(?:Index|Hash|Merge) Cond: .*'), 'Filter'), '; ')
	FROM plan(query) line WHERE line ~ '(Index|Hash|Merge) Cond: |Filter: ';
END;

-- The answer of a query for each type, whose name replaces TYPE in it.
CREATE FUNCTION each_type(query text) RETURNS TABLE (type text, answer json) LANGUAGE plpgsql AS $$
BEGIN
	FOREACH type IN ARRAY '{wiji,siq,tid62,uid60}'::text[] LOOP
		RETURN QUERY EXECUTE format('SELECT %L, to_json(s) FROM (%s) s', type, replace(query, 'TYPE', type));
	END LOOP;
END $$;
\set ECHO all
