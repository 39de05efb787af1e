-- Functions that everyone may call, and whose arguments name what they act on: tables, columns, types.
-- Each has a reason why it lends nobody rights; a new function needs one, too.
\set ECHO none
CREATE TEMP VIEW members AS
SELECT p.*, format('%s/%s', proname, pronargs) AS function, lanname AS language
FROM pg_proc p JOIN pg_language l ON l.oid = prolang
JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
JOIN pg_extension e ON d.refclassid = 'pg_extension'::regclass AND d.refobjid = e.oid
WHERE extname IN ('wiji', 'wiji_feed', 'siq', 'tid62', 'uid60', 'uuidtime');
-- Types of arguments: OIDs and names of every kind, arrays of these, and whatever may contain some.  SQL
-- cannot call a function that has an argument of type internal.
CREATE TEMP VIEW naming AS
SELECT * FROM members WHERE 'internal'::regtype <> ALL (proargtypes::oid[]) AND EXISTS (
	SELECT FROM unnest(proargtypes::oid[]) a JOIN pg_type t ON t.oid = a LEFT JOIN pg_type e ON e.oid = t.typelem
	WHERE concat(t.typname, ' ', e.typname) ~ '\m_?(oid|name|reg\w+|tid|aclitem|xml|refcursor)\M'
	   OR t.typtype IN ('c', 'p') AND t.typname <> 'cstring');
\set ECHO all
CREATE TEMP TABLE reasons (function text, reason text);
COPY reasons FROM stdin DELIMITER '|';
wiji_partition_key/3|reads catalogs, and calls nothing else
wiji_partitions/1|reads catalogs, and casts bounds to types of the extensions
wiji_partition_bounds/2|reads catalogs, and casts bounds; a type of the caller's leads to functions in its schema, which run as the caller
wiji_create_partitions/5|executes statements as the caller, who must be the table's owner
wiji_create_partitions/6|the same
wiji_drop_partitions/2|executes statements as the caller, who must be the table's owner
wiji_drop_partitions/3|the same
wiji_horizon/1|requires SELECT; reads catalogs, and scans an index without evaluating anything
wiji_horizon_uuid/1|the same
wiji_horizon_bigint/1|the same
wiji_feed_blockers/1|requires SELECT; reads catalogs and shared memory
wiji_feed_flaw/1|reads catalogs, which everyone may read
wiji_feed_prepare/3|requires the table's owner; reads catalogs, and looks at a default without evaluating it
wiji_feed_triggers/1|requires the table's owner; reads catalogs
wiji_feed_verify/1|requires the table's owner; reads catalogs, and scans an index as wiji_horizon does
wiji_create_feed/6|executes statements as the caller, and calls functions that require the table's owner
wiji_drop_feed/1|executes statements as the caller, who must be the table's owner
\.
SELECT n.oid::regprocedure AS without_a_reason, r.function AS without_a_function
FROM naming n FULL JOIN reasons r USING (function) WHERE n.oid IS NULL OR reason IS NULL;
SELECT count(*) AS callable FROM naming WHERE has_function_privilege('public', oid, 'EXECUTE');

-- Text is executed only by functions of that list, and nothing runs with other rights than the caller's
-- or with the caller's search_path.
SELECT oid::regprocedure FROM members WHERE language NOT IN ('c', 'internal', 'sql')
AND (function NOT IN (SELECT function FROM reasons) AND prosrc ~* '\mEXECUTE\M'
	OR proconfig[1] IS DISTINCT FROM 'search_path=pg_catalog, pg_temp');
SELECT oid::regprocedure FROM members WHERE prosecdef OR language = 'sql' AND prosqlbody IS NULL;
-- No C code executes text, evaluates an expression of a table's, or becomes another user.
\set code `cd "$WIJI_TREE" && cat wiji.c src/*.c src/*/*.c siblings/*/*.c feed/*.c`
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
	('text', '''UTC'''), ('interval', '''1 s'''), ('boolean', 'false'), ('name', '''id'''), ('name[]', '''{}''');
CREATE TEMP TABLE call AS
SELECT function, format('SELECT * FROM %s(%s)', n.oid::regproc,
                        string_agg(format('%s::%s', value, type), ', ' ORDER BY i)) AS statement
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
SELECT function, a.code AS anyone, r.code AS reader FROM answer a JOIN answer r USING (function)
WHERE a.role = 'regress_anyone' AND r.role = 'regress_reader' ORDER BY function COLLATE "C";
DROP TABLE event;
DROP ROLE regress_anyone, regress_reader;
RESET client_min_messages;
