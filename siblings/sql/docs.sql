-- Each extension's page names everything that a person may use, as it is declared, and
-- nothing that does not exist.

-- the pages of all extensions, each preceded by its name: that of the room, or of docs/
\set pages `cd "$WIJI_TREE" && for c in *.control */*.control */*/*.control; do name=$(basename "$c" .control); for p in "$(dirname "$c")/README.md" "docs/$name.md" "docs/${name#wiji_}s.md"; do [ "$p" = ./README.md ] || [ ! -f "$p" ] || { printf '\f%s\n' "$name"; cat "$p"; break; }; done; done`
CREATE TEMP TABLE page AS
SELECT split_part(p, E'\n', 1) AS extension, p AS text, regexp_replace(p, '```.*?```', '', 'g') AS prose
FROM regexp_split_to_table(:'pages', E'\f') p WHERE p <> '';
SELECT count(*) > 1 AS there_are_pages, bool_and(length(prose) > 1000) AS that_say_something FROM page;
SET client_min_messages = warning;
-- extensions without a page
SELECT extension FROM room LEFT JOIN page USING (extension) WHERE text IS NULL;

\set ECHO none
CREATE TEMP VIEW member AS
SELECT extension, classid, objid
FROM page JOIN pg_extension e ON extname = extension
JOIN pg_depend d ON refclassid = 'pg_extension'::regclass AND refobjid = e.oid AND deptype = 'e';
CREATE FUNCTION pg_temp.type_name(oid) RETURNS text IMMUTABLE
RETURN replace(replace(format_type($1, NULL), 'timestamp with time zone', 'timestamptz'), 'character varying',
               'varchar');

-- Functions that only the server calls: those of types, operators, aggregates, index methods and
-- the planner.  The comment of each begins with "internal: ", so that people can list the others, and so may that of
-- a function that others of the extension call.
CREATE TEMP VIEW functions AS
SELECT extension, p.*, 'internal'::regtype = ANY (proargtypes::oid[])
	OR EXISTS (SELECT FROM pg_type WHERE p.oid IN (typinput, typoutput, typreceive, typsend))
	OR EXISTS (SELECT FROM pg_operator WHERE oprcode = p.oid)
	OR EXISTS (SELECT FROM pg_aggregate WHERE aggtransfn = p.oid)
	OR EXISTS (SELECT FROM pg_amproc JOIN pg_opfamily f ON f.oid = amprocfamily JOIN pg_am a ON a.oid = opfmethod
	           WHERE amproc = p.oid AND (amname, amprocnum) <> ('btree', 1))
	OR EXISTS (SELECT FROM pg_depend JOIN pg_proc c ON classid = 'pg_proc'::regclass AND c.oid = objid
	           WHERE refclassid = 'pg_proc'::regclass AND refobjid = p.oid AND p.proname ~ '_recheck$')
	OR obj_description(p.oid, 'pg_proc') ~ '^internal: '
	   AND EXISTS (SELECT FROM pg_proc c JOIN member m ON m.classid = 'pg_proc'::regclass AND m.objid = c.oid
	               WHERE m.extension = member.extension AND c.oid <> p.oid
	                 AND (c.prosrc ~ ('\m' || p.proname || '\M') OR pg_get_function_sqlbody(c.oid) ~ ('\m' || p.proname || '\M')))
	   AS internal
FROM member JOIN pg_proc p ON classid = 'pg_proc'::regclass AND objid = p.oid;
\set ECHO all
SELECT internal, count(*) > 10 AS there_are FROM functions GROUP BY 1 ORDER BY 1;
SELECT oid::regprocedure AS function, obj_description(oid, 'pg_proc') AS comment FROM functions
WHERE internal <> starts_with(obj_description(oid, 'pg_proc'), 'internal: ') ORDER BY 1;

\set ECHO none
-- Functions that a person may call, except those that are better called as casts.
CREATE TEMP VIEW callable AS
SELECT * FROM functions p
WHERE prokind = 'f' AND NOT internal
  AND NOT EXISTS (SELECT FROM pg_cast WHERE castfunc = p.oid AND pg_temp.type_name(casttarget) = proname);

-- What there is: functions with and without their optional arguments; casts, aggregates, operator
-- classes with their access method, settings.
CREATE TEMP VIEW there AS
SELECT extension, format('%s(%s) → %s', proname,
	(SELECT string_agg(concat_ws(' ', quote_ident(nullif(proargnames[n], '')), pg_temp.type_name(proargtypes[n - 1])),
	                   ', ' ORDER BY n)
	 FROM generate_series(1, args) n),
	CASE WHEN proretset THEN 'setof ' ELSE '' END ||
	CASE WHEN prorettype = 'record'::regtype THEN
		(SELECT format('(%s)',
		               string_agg(proargnames[n] || ' ' || pg_temp.type_name(proallargtypes[n]), ', ' ORDER BY n))
		 FROM generate_series(pronargs + 1, cardinality(proallargtypes)) n)
	ELSE pg_temp.type_name(prorettype) END) AS item
FROM callable, LATERAL (VALUES (pronargs::integer), (pronargs - pronargdefaults)) a (args)
UNION
SELECT extension, pg_temp.type_name(castsource) || ' → ' || pg_temp.type_name(casttarget)
FROM member JOIN pg_cast c ON classid = 'pg_cast'::regclass AND objid = c.oid
UNION
SELECT extension, proname || ' (aggregate)'
FROM member JOIN pg_proc p ON classid = 'pg_proc'::regclass AND objid = p.oid WHERE prokind = 'a'
UNION
SELECT extension, opcname || ' (' || amname || ')'
FROM member JOIN pg_opclass c ON classid = 'pg_opclass'::regclass AND objid = c.oid JOIN pg_am a ON a.oid = opcmethod
UNION
SELECT extension, name FROM page JOIN pg_settings ON split_part(name, '.', 1) = extension;

-- What the pages name, in code: "function([optional argument]) → type", "type → type", "min",
-- "wiji.setting", and "some_ops" (with its access methods).
CREATE TEMP VIEW code AS SELECT extension, c[1] AS code FROM page, regexp_matches(prose, '`([^`\n]+)`', 'g') c;
CREATE TEMP VIEW named AS
SELECT extension, format('%s(%s) → %s', f[1], args, replace(f[3], '"', '')) AS item
FROM code, regexp_matches(code, '^(\w+)\((.*)\) → (.+)$') f, LATERAL (VALUES
	(regexp_replace(regexp_replace(f[2], ' ?\[(?!\])|(?<!\[)\]', '', 'g'), ' DEFAULT [^,]+', '', 'g')),
	(trim(regexp_replace(f[2], '(\[.*\]|,? ?"?\w+"? \w+(\[\])? DEFAULT .*)$', '')))) a (args)
UNION
SELECT extension, code FROM code WHERE code ~ '^\w+ → \w+$'
UNION
SELECT extension, code || ' (aggregate)' FROM code WHERE code IN ('min', 'max')
UNION
SELECT extension, o[1] || ' (' || method || ')'
FROM page, regexp_matches(prose, '`(\w+_ops)` ?[|(] ?([\w, ]*\w)', 'g') o,
     regexp_split_to_table(lower(o[2]), ', ') method
UNION
SELECT extension, code FROM code WHERE split_part(code, '.', 1) IN (SELECT extension FROM page) AND code ~ '^\w+\.\w+$'
  AND code !~ '\.(c|h|md|sql|control)$';
\set ECHO all

-- libraries, whose settings are known then
\set ECHO none
SELECT DISTINCT format('LOAD %L', replace(probin, '$libdir/', '')) FROM functions WHERE probin IS NOT NULL \gexec
\set ECHO all
SELECT kind, EXISTS (SELECT FROM there WHERE item ~ pattern) AS there_are
FROM (VALUES ('functions', '\('), ('casts', '^\w+ → '), ('operator classes', '_ops \('), ('aggregates', 'aggregate'),
             ('settings', '^\w+\.\w+$')) k (kind, pattern);

-- what exists and is not on its page
TABLE there EXCEPT TABLE named ORDER BY 1, 2;

-- what is on a page and does not exist; settings of another extension may be named
SELECT * FROM named n
WHERE NOT EXISTS (SELECT FROM there t WHERE t.item = n.item AND (t.extension = n.extension OR n.item ~ '^\w+\.\w+$'))
ORDER BY 1, 2;

-- words, including those in examples, that begin like the names of an extension's functions and name
-- nothing; tables of functions in docs/ have the names of those whose extension is not here, and files are checked
-- below
\set elsewhere `cd "$WIJI_TREE" && awk -F'\140' '/^\| / { for (i = 2; i <= NF; i += 2) if ($i ~ /^[a-z0-9_]+\(.*\) → /) { sub(/\(.*/, "", $i); print $i } }' docs/*.md`
SELECT extension, w[1] AS unknown
FROM page, regexp_matches(regexp_replace(text, '`[\w/]+/\w+\.\w+`|\m\w+\.sql\M', '', 'g'), '\m[a-z]\w*_\w+\M', 'g') w
WHERE split_part(w[1], '_', 1) IN (SELECT split_part(proname, '_', 1) FROM callable)
  AND w[1] NOT IN (SELECT proname FROM pg_proc UNION SELECT opcname FROM pg_opclass UNION SELECT typname FROM pg_type
                   UNION SELECT extname FROM pg_extension UNION SELECT regexp_split_to_table(:'elsewhere', E'\n'))
GROUP BY 1, 2 ORDER BY 1, 2;

-- The tests that a page names as the proof of what it says exist.
\set format `cat "$WIJI_TREE/docs/internals/format.md"`
\set tests `cd "$WIJI_TREE" && ls sql/*.sql test/isolation/specs/* test/t/*.pl test/unit/*.c */sql/*.sql */*/sql/*.sql */t/*.pl */*/t/*.pl 2>/dev/null`
\set conformance `cd "$WIJI_TREE/docs" && ls conformance/*`
SELECT extension, f[1] AS no_such_test FROM (SELECT extension, text FROM page UNION ALL VALUES ('format', :'format')) p,
       regexp_matches(text, '`((?:sql|test|conformance)/[\w./]+)`', 'g') f
WHERE f[1] NOT IN (SELECT string_to_table(:'tests' || E'\n' || :'conformance', E'\n')) ORDER BY 1, 2;
