-- The extensions bring implicit casts and operators of names that all types have.  Do expressions of other types mean
-- what they meant without them?  Each pair of types is compared in a database that has none of the extensions and in
-- one that has all, and what the parser made of the comparison, or why it refused it, is compared.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS siq;
CREATE EXTENSION IF NOT EXISTS tid62;
CREATE EXTENSION IF NOT EXISTS uid60;
CREATE EXTENSION IF NOT EXISTS uuidtime;
CREATE DATABASE regression_without TEMPLATE template0;
SELECT current_database() AS database \gset

-- Columns of all types of the server that a table may have, of some arrays and of domains; and literals.
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
	WHERE operator = '=' OR l.operand ~ 'text|char|uuid|time|date|range|NULL|''' OR r.operand ~ 'text|char|uuid|time|date|range|NULL|'''
	UNION ALL SELECT format('%s(%s)', f, operand) FROM operand, unnest('{min,max,lower,length,coalesce,array_agg,upper}'::text[]) f
	UNION ALL SELECT format('%s(%s, %s)', f, l.operand, r.operand) FROM operand l, operand r, unnest('{coalesce,greatest,concat,nullif}'::text[]) f
	WHERE l.operand ~ 'text|char|uuid|NULL|''' AND r.operand ~ 'text|char|uuid|NULL|''' )
SELECT expression, parsed(expression) FROM expression;
$sql$ AS find \gset
\o results/ambiguity.log
\c regression_without
:find
\copy found TO 'results/ambiguity.data'
\c :database
SET client_min_messages = warning;
CREATE SCHEMA ambiguity;
SET search_path = ambiguity, public;
:find
\o
CREATE TABLE without (LIKE found);
\copy without FROM 'results/ambiguity.data'
SELECT count(*) > 10000 AS many, count(*) FILTER (WHERE parsed !~ '^.....$') > 1000 AS that_mean_something FROM without;

-- What had a meaning and has another one, or none, now: nothing.
SELECT expression, o.parsed AS without, n.parsed AS with FROM without o JOIN found n USING (expression)
WHERE o.parsed <> n.parsed AND o.parsed !~ '^[0-9A-Z]{5}$';

-- What had none and has one: a text that is compared with a uuid is read as a wiji.
SELECT DISTINCT regexp_replace(regexp_replace(expression, 't_(some_)?(text|varchar)\M', 'a text'), 't_(some_)?uuid\M', 'a uuid') COLLATE "C" AS expression
FROM without o JOIN found n USING (expression)
WHERE o.parsed <> n.parsed AND o.parsed ~ '^[0-9A-Z]{5}$' AND n.parsed !~ '^[0-9A-Z]{5}$'
ORDER BY 1;

RESET search_path;
DROP SCHEMA ambiguity CASCADE;
DROP DATABASE regression_without;
