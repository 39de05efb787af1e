-- The extensions bring implicit casts and operators of names that all types have.  Do expressions
-- of other types mean what they meant without them?  Each pair of types is compared in a database
-- that has none of the extensions, in one that has wiji, and in one that has all, and the results
-- of the parser are compared: the operator that it chose, or the reason why it refused.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS siq;
CREATE EXTENSION IF NOT EXISTS tid62;
CREATE EXTENSION IF NOT EXISTS uid60;
CREATE EXTENSION IF NOT EXISTS uuidtime;
CREATE DATABASE regression_without TEMPLATE template0;
SELECT current_database() AS database \gset

-- Columns of all types of the server that a table may have, of some arrays and of domains; and
-- literals.
SELECT $sql$
CREATE DOMAIN some_text AS text;
CREATE DOMAIN some_varchar AS varchar(30);
CREATE DOMAIN some_uuid AS uuid;
CREATE FUNCTION parsed(expression text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	line text;
	result text;
BEGIN
	FOR line IN EXECUTE 'EXPLAIN (VERBOSE, COSTS off) SELECT ' || expression || ' FROM types' LOOP
		result := coalesce(result, substring(line FROM 'Output: (.*)'));
	END LOOP;
	RETURN result;
EXCEPTION WHEN others THEN
	RETURN SQLSTATE;
END $$;
DO $$
BEGIN
	EXECUTE (SELECT format('CREATE TABLE types (%s)', string_agg(format('%I %s', 't_' || regexp_replace(typname, '^_', 'array_of_'), oid::regtype), ', ' ORDER BY typname COLLATE "C"))
	         FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace AND typtype IN ('b', 'r', 'm') AND typcategory <> 'A' AND typname !~ '^(pg_|reg|gtsvector|txid)'
	            OR oid IN ('text[]'::regtype, 'varchar[]'::regtype, 'uuid[]'::regtype, 'timestamptz[]'::regtype, 'some_text'::regtype, 'some_varchar'::regtype, 'some_uuid'::regtype));
END $$;
CREATE TABLE found AS
WITH operand (operand) AS (
	SELECT attname::text FROM pg_attribute WHERE attrelid = 'types'::regclass AND attnum > 0
	UNION ALL VALUES ('NULL'), ('''06C31QQ30K880007VPPQCVK2KZ'''), ('''2026-11-22''')),
expression (expression) AS (
	SELECT format('%s %s %s', l.operand, operator, r.operand)
	FROM operand l, operand r, unnest('{=,<,<@}'::text[]) operator
	WHERE operator = '=' OR l.operand ~ 'text|varchar|uuid|timestamp|_date$|tstzrange|NULL|''' OR r.operand ~ 'text|varchar|uuid|timestamp|_date$|tstzrange|NULL|'''
	UNION ALL SELECT format('%s(%s)', f, operand) FROM operand, unnest('{min,max,lower,length,coalesce,array_agg,upper}'::text[]) f
	UNION ALL SELECT format('%s(%s, %s)', f, l.operand, r.operand) FROM operand l, operand r, unnest('{coalesce,greatest,concat,nullif}'::text[]) f
	WHERE l.operand ~ 'text|char|uuid|NULL|''' AND r.operand ~ 'text|char|uuid|NULL|''' )
SELECT expression, parsed(expression) FROM expression;
$sql$ AS find \gset
\o results/ambiguity.log
\c regression_without
:find
\copy found TO 'results/ambiguity.without'
\c :database
CREATE DATABASE regression_wiji TEMPLATE template0;
\c regression_wiji
CREATE EXTENSION wiji;
:find
\copy found TO 'results/ambiguity.wiji'
\c :database
SET client_min_messages = warning;
CREATE SCHEMA ambiguity;
SET search_path = ambiguity, public;
:find
\o
CREATE TABLE without (LIKE found);
\copy without FROM 'results/ambiguity.without'
CREATE TABLE wiji_alone (LIKE found);
\copy wiji_alone FROM 'results/ambiguity.wiji'
CREATE VIEW changed AS
SELECT 'wiji' AS extensions, expression, o.parsed AS without, n.parsed AS with_them FROM without o JOIN wiji_alone n USING (expression) WHERE o.parsed <> n.parsed
UNION ALL SELECT 'all', expression, o.parsed, n.parsed FROM without o JOIN found n USING (expression) WHERE o.parsed <> n.parsed;
SELECT count(*) > 10000 AS many, count(*) FILTER (WHERE parsed !~ '^.....$') > 1000 AS that_mean_something FROM without;

-- No expression that had a meaning has another one, or none, now.
SELECT * FROM changed WHERE without !~ '^[0-9A-Z]{5}$';

-- Expressions that had none and have one: a text is read as an id if it is compared with a value
-- that an id can be compared with.
SELECT regexp_replace(regexp_replace(regexp_replace(expression, 't_(some_)?(text|varchar)\M', 'a text'), 't_(some_)?uuid\M', 'a uuid'), 't_(\w+)', 'a \1') COLLATE "C" AS expression, string_agg(DISTINCT extensions, ' and ' ORDER BY extensions DESC) AS with
FROM changed WHERE without ~ '^[0-9A-Z]{5}$' AND with_them !~ '^[0-9A-Z]{5}$' GROUP BY 1 ORDER BY 1;

RESET search_path;
DROP SCHEMA ambiguity CASCADE;
DROP DATABASE regression_without;
DROP DATABASE regression_wiji;
