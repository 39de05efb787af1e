-- Installing an extension does not change the meaning or the errors of statements that do not use
-- its types or functions.  Each statement here is planned without the extensions, with each of them,
-- and with all; the plans are compared, with the operators that the parser chose, or its errors.
-- (script/long/unchanged runs the server's own tests in this way.)
SET client_min_messages = warning;
SELECT current_database() AS database, string_agg(quote_ident(extension), ',' ORDER BY extension) AS extensions FROM room \gset
DROP DATABASE IF EXISTS regression_unchanged;
CREATE DATABASE regression_unchanged TEMPLATE template0;
\c regression_unchanged
SET client_min_messages = warning;

\set ECHO none
-- Columns of all types of the server that a table may have, of some arrays, of domains over types
-- that IDs are compared with, and of user-defined types with implicit casts to these.
CREATE DOMAIN some_text AS text;
CREATE DOMAIN some_varchar AS varchar(30);
CREATE DOMAIN some_uuid AS uuid;
CREATE DOMAIN some_timestamp AS timestamptz;
CREATE DOMAIN some_range AS tstzrange;
CREATE DOMAIN some_key AS bigint CHECK (VALUE > 0);
CREATE TYPE mood AS ENUM ('sad', 'happy');
CREATE TYPE pair AS (a text, b uuid);
CREATE FUNCTION own_type(name text, model text, input text, output text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('CREATE TYPE %I', name);
	EXECUTE format('CREATE FUNCTION %1$s_in(cstring) RETURNS %1$I LANGUAGE internal IMMUTABLE STRICT AS %2$L', name,
	               input);
	EXECUTE format('CREATE FUNCTION %1$s_out(%1$I) RETURNS cstring LANGUAGE internal IMMUTABLE STRICT AS %2$L', name,
	               output);
	EXECUTE format('CREATE TYPE %1$I (INPUT = %1$s_in, OUTPUT = %1$s_out, LIKE = %2$s)', name, model);
	EXECUTE format('CREATE CAST (%I AS %s) WITHOUT FUNCTION AS IMPLICIT', name, model);
END $$;
SELECT own_type('own_text', 'text', 'textin', 'textout'), own_type('own_uuid', 'uuid', 'uuid_in', 'uuid_out'),
       own_type('own_key', 'bigint', 'int8in', 'int8out') \g /dev/null
CREATE FUNCTION columns() RETURNS text RETURN
	(SELECT string_agg(format('%I %s', 't_' || regexp_replace(typname, '^_', 'array_of_'), oid::regtype), ', '
	                   ORDER BY typname COLLATE "C")
	 FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace AND typtype IN ('b', 'r', 'm') AND typcategory <> 'A'
	   AND typname !~ '^(pg_|gtsvector)' OR typname = 'pg_lsn'
	    OR oid IN ('text[]'::regtype, 'varchar[]'::regtype, 'uuid[]'::regtype, 'timestamptz[]'::regtype,
	               'bigint[]'::regtype)
	    OR typnamespace = 'public'::regnamespace AND typcategory <> 'A' AND typtype <> 'm');
DO $$BEGIN EXECUTE format('CREATE TABLE types (%s)', columns()); END$$;
-- (Columns whose types are related to those of IDs; script/test --all takes all, for minutes.)
\set operands 'text|char|uuid|time|date|int8|own|tstz|NULL|2K'
\getenv operands WIJI_TEST_OPERANDS
CREATE TABLE statements (n integer GENERATED ALWAYS AS IDENTITY, statement text, everywhere boolean);
WITH operand (operand) AS (
	SELECT * FROM (SELECT attname::text FROM pg_attribute WHERE attrelid = 'types'::regclass AND attnum > 0
	               UNION ALL VALUES ('NULL'), ('''06C31QQ30K880007VPPQCVK2KZ'''), ('''2026-11-22''')) o (operand)
	               WHERE operand ~ :'operands')
INSERT INTO statements (statement, everywhere)
SELECT format('SELECT ' || template || ' FROM types', l.operand, r.operand), everywhere
FROM operand l, operand r,
	(VALUES ('%s = %s', true), ('%s < %s', true), ('%s @> %s', true), ('%s <@ %s', true),
	        ('%s = ANY (ARRAY[%s])', false), ('nullif(%s, %s)', false),
	        ('%1$s IN (%2$s, %2$s)', false), ('(%s, 1) >= (%s, 2)', false), ('greatest(%s, %s)', false),
	        ('coalesce(%s, %s)', false),
	        ('%s FROM types UNION SELECT %s', false)) t (template, everywhere)
UNION ALL
SELECT format('SELECT %s FROM types', replace(template, 'x', operand)), true
FROM operand, unnest(ARRAY[
	'x <> x', 'x <= x', 'x >= x', 'x > x', 'x IS DISTINCT FROM x', $$x = ANY ('{}')$$, 'x > ANY (NULL)',
	'CASE x WHEN NULL THEN 1 END', $$x BETWEEN '1' AND NULL$$,
	'min(x)', 'max(x)', 'lower(x)', 'length(x)', 'upper(x)', 'array_agg(x)']) template
UNION ALL
SELECT format('SELECT FROM (SELECT %s AS x FROM types) l JOIN (SELECT %s AS x FROM types) r USING (x)', l.operand,
              r.operand), false
FROM operand l, operand r
WHERE l.operand ~ 'text|char|uuid|time|date|int8|own' AND r.operand ~ 'text|char|uuid|time|date|int8|own'
UNION ALL
SELECT format('SELECT %s %s $1 FROM types', operand, operator), true
FROM operand, unnest('{=,<>,<,<=,>,>=,@>,<@}'::text[]) operator
UNION ALL
SELECT format('SELECT $1 %s %s FROM types', operator, operand), true
FROM operand, unnest('{=,<>,<,<=,>,>=,@>,<@}'::text[]) operator
UNION ALL
SELECT DISTINCT format('SELECT %I(%s)', proname, arguments), false
FROM pg_proc, unnest('{NULL,$1,''2026-11-22''}'::text[]) arguments
WHERE pronamespace = 'pg_catalog'::regnamespace AND prokind IN ('f', 'a') AND pronargs = 1;
\set ECHO all
SELECT count(*) > 10000 AS many, :'extensions' <> '' AS there_are_some FROM statements;
\set ECHO none

-- What becomes of a statement: its plan; with parameters, their types; or an error.
CREATE FUNCTION outcome(statement text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	line text;
	result text;
BEGIN
	IF statement ~ '\$1|^SELECT \w+\(' THEN
		EXECUTE 'PREPARE tried AS ' || statement;
		SELECT 'takes ' || parameter_types::text INTO result FROM pg_prepared_statements;
		DEALLOCATE tried;
		RETURN result;
	END IF;
	FOR line IN EXECUTE 'EXPLAIN (VERBOSE, COSTS off) ' || statement LOOP
		result := concat_ws(E'\n', result, line);
	END LOOP;
	RETURN result;
EXCEPTION WHEN others THEN
	RETURN SQLSTATE;
END $$;
CREATE FUNCTION changed_by(VARIADIC extensions text[]) RETURNS TABLE (statement text, before text, after text)
LANGUAGE plpgsql AS $$
DECLARE
	extension text;
	found text[] := '{}';
BEGIN
	BEGIN
		FOREACH extension IN ARRAY extensions LOOP
			EXECUTE format('CREATE EXTENSION IF NOT EXISTS %I CASCADE', extension);
		END LOOP;
		found := array(SELECT array[s.statement, b.outcome, now]
		               FROM statements s JOIN before b USING (n), outcome(s.statement) AS now
		               WHERE (s.everywhere OR cardinality(extensions) > 1) AND b.outcome <> now ORDER BY n);
		RAISE EXCEPTION 'without them again' USING ERRCODE = 'ZZZZZ';
	EXCEPTION WHEN SQLSTATE 'ZZZZZ' THEN
	END;
	RETURN QUERY SELECT f[1], f[2], f[3] FROM (SELECT found[i:i][:] FROM generate_subscripts(found, 1) i) x (y),
		LATERAL (SELECT array(SELECT unnest(y))) z (f);
END $$;

\set ECHO all
-- In any database
CREATE TABLE before AS SELECT n, outcome(statement) FROM statements;
SELECT count(*) FILTER (WHERE outcome !~ '^.....$') > 1000 AS mean_something,
       count(*) FILTER (WHERE outcome IN ('42883', '42725')) > 1000 AS mean_nothing FROM before;
SELECT * FROM string_to_table(:'extensions', ',') extension, changed_by(extension);
SELECT * FROM changed_by(VARIADIC string_to_array(:'extensions', ','));

-- With user-defined implicit casts from text to other types
SELECT format('CREATE CAST (%s AS %s) WITH INOUT AS IMPLICIT', a, b)
FROM unnest('{text,varchar}'::text[]) a, unnest('{uuid,timestamptz,date,bigint}'::text[]) b \gexec
DROP TABLE before;
CREATE TABLE before AS SELECT n, outcome(statement) FROM statements;
SELECT * FROM string_to_table(:'extensions', ',') extension, changed_by(extension);
SELECT * FROM changed_by(VARIADIC string_to_array(:'extensions', ','));

-- And with implicit casts from uuid to text, too
SELECT format('CREATE CAST (uuid AS %s) WITH INOUT AS IMPLICIT', a) FROM unnest('{text,varchar}'::text[]) a \gexec
DROP TABLE before;
CREATE TABLE before AS SELECT n, outcome(statement) FROM statements;
SELECT * FROM changed_by(VARIADIC string_to_array(:'extensions', ','));

\c :database
SET client_min_messages = warning;
DROP DATABASE regression_unchanged;
