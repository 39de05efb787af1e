-- Functions that everyone may call, and whose arguments name what they act on: tables, columns, types.
-- Each has a reason why it lends nobody rights, in rights.tsv of its room; a new function needs one, too.
\set ECHO none
CREATE TEMP VIEW members AS
SELECT p.*, format('%s/%s', proname, pronargs) AS function, lanname AS language
FROM pg_proc p JOIN pg_language l ON l.oid = prolang
JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
WHERE extname IN (SELECT extension FROM room);
-- Types of arguments: OIDs and names of every kind, arrays of these, and whatever may contain some.  SQL
-- cannot call a function that has an argument of type internal.
CREATE TEMP VIEW naming AS
SELECT * FROM members WHERE 'internal'::regtype <> ALL (proargtypes::oid[]) AND EXISTS (
	SELECT FROM unnest(proargtypes::oid[]) a JOIN pg_type t ON t.oid = a LEFT JOIN pg_type e ON e.oid = t.typelem
	WHERE concat(t.typname, ' ', e.typname) ~ '\m_?(oid|name|reg\w+|tid|aclitem|xml|refcursor)\M'
	   OR t.typtype IN ('c', 'p') AND t.typname <> 'cstring');
\set ECHO all
\set rights `cd "$WIJI_TREE" && cat */rights.tsv */*/rights.tsv 2>/dev/null`
CREATE TEMP TABLE reasons AS
SELECT f[1] AS function, f[2] AS reason, nullif(f[3], '') AS anyone, nullif(f[4], '') AS reader
FROM string_to_table(:'rights', E'\n') line, string_to_array(line, E'\t') f WHERE f[1] ~ '/\d+$';
SELECT n.oid::regprocedure AS without_a_reason, r.function AS without_a_function
FROM naming n FULL JOIN reasons r USING (function) WHERE n.oid IS NULL OR reason IS NULL;
SELECT oid::regprocedure AS not_callable FROM naming JOIN reasons USING (function)
WHERE has_function_privilege('public', oid, 'EXECUTE') = (reason ~ '^revoked ');

-- Text is executed only by functions of that list, and nothing runs with other rights than the caller's
-- or with the caller's search_path.
SELECT oid::regprocedure FROM members WHERE language NOT IN ('c', 'internal', 'sql')
AND (function NOT IN (SELECT function FROM reasons) AND prosrc ~* '\mEXECUTE\M'
	OR proconfig[1] IS DISTINCT FROM 'search_path=pg_catalog, pg_temp');
SELECT oid::regprocedure FROM members WHERE prosecdef OR language = 'sql' AND prosqlbody IS NULL;
-- No C code executes text, evaluates an expression of a table's, or becomes another user.
\set code `cd "$WIJI_TREE" && cat *.c src/*.c src/*/*.c $(ls */*.control */*/*.control 2>/dev/null | sed 's|[^/]*$|*.c|') 2>/dev/null`
SELECT length(:'code') > 100000 AS there_is_some;
SELECT regexp_matches(:'code', 'SPI_\w+|SetUserId\w*|raw_parser|pg_parse_query|ExecInitExpr\w*|evaluate_expr',
	'g') AS found;

-- What the reasons require.
\set ECHO none
SET client_min_messages = warning;
DROP ROLE IF EXISTS regress_anyone, regress_reader; -- left by an interrupted run
CREATE ROLE regress_anyone;
CREATE ROLE regress_reader;
CREATE TABLE event (id wiji PRIMARY KEY) PARTITION BY RANGE (id);
GRANT SELECT ON event TO regress_reader;
CREATE TEMP TABLE argument (type regtype, value text);
INSERT INTO argument VALUES ('regclass', '''event'''), ('regtype', '''wiji'''), ('timestamptz', 'now()'),
	('text', '''UTC'''), ('interval', '''1 s'''), ('boolean', 'false'), ('name', '''id'''), ('name[]', '''{}'''),
	('regprocedure', 'NULL'), ('smallint', 'NULL'), ('oid', 'NULL'), ('regclass[]', '''{}'''), ('tstzrange[]', '''{}'''), ('anyelement', 'NULL::event'),
	('integer', '1');
CREATE TEMP TABLE call AS
SELECT function, format('SELECT * FROM %s(%s)', n.oid::regproc,
                        string_agg(value || CASE WHEN type = 'anyelement'::regtype THEN '' ELSE format('::%s', type) END, ', ' ORDER BY i)) AS statement
FROM naming n, unnest(proargtypes::oid[]) WITH ORDINALITY a (t, i) LEFT JOIN argument ON type = t
GROUP BY n.oid, function;
CREATE TEMP TABLE answer (function text, role name, code text);
GRANT ALL ON call, answer TO PUBLIC;
SET ROLE regress_anyone;
INSERT INTO answer SELECT function, current_user, code FROM call, failure(statement);
SET ROLE regress_reader;
INSERT INTO answer SELECT function, current_user, code FROM call, failure(statement);
RESET ROLE;
\set ECHO all
SELECT function, a.code AS anyone, r.code AS reader, reasons.anyone AS expected, reasons.reader AS expected
FROM answer a JOIN answer r USING (function) LEFT JOIN reasons USING (function)
WHERE a.role = 'regress_anyone' AND r.role = 'regress_reader'
  AND (a.code, r.code) IS DISTINCT FROM (reasons.anyone, reasons.reader) ORDER BY function COLLATE "C";
DROP TABLE event;
DROP ROLE regress_anyone, regress_reader;
RESET client_min_messages;
