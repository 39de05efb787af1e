-- Values for the arguments of all functions of the extensions that are installed, as SQL; the rooms add some, and set
-- what their functions need.
CREATE TEMP TABLE arguments (type regtype, value text);
INSERT INTO arguments SELECT type::regtype, value FROM id_types, LATERAL (VALUES
	(format('%s_lower(now())', type)), (format('%s_upper(timestamptz ''2026-11-21 12:00+00'')', type)),
	(format('%s_within_lower(''(,)'')', type)), (format('%s_within_upper(''(,)'')', type)),
	(format('decode(repeat(''7f80'', 8), ''hex'')::%s', type)), (format('decode(repeat(''7f80'', 7), ''hex'')::%s', type)),
	(format('decode(repeat(''7f80'', 6), ''hex'')::%s', type)), (format('decode(repeat(''077f'', 4), ''hex'')::%s', type)),
	(format('%s_generate()', type))) v (value), failure('SELECT ' || value) f WHERE f.code IS NULL;
-- as text
INSERT INTO arguments SELECT 'text', format('(%s)::text', value) FROM arguments;
\set arguments `cd "$WIJI_TREE" && cat */arguments.sql */*/arguments.sql 2>/dev/null`
:arguments
-- The functions that SQL can call; what only functions in PL/pgSQL of the same extension call is not for others.
CREATE TEMP VIEW functions AS
SELECT p.*, extname AS extension, p.oid::regprocedure AS signature,
       array(SELECT t FROM unnest(proargtypes::regtype[]) WITH ORDINALITY u (t, n) ORDER BY n) AS types
FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
WHERE extname IN (SELECT extension FROM room) AND 'internal'::regtype <> ALL (proargtypes::oid[])
  AND NOT (obj_description(p.oid, 'pg_proc') ~ '^internal: '
           AND prolang = (SELECT oid FROM pg_language WHERE lanname = 'plpgsql'));
