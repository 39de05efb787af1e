-- What the scripts in this folder, and the steps in docs/migrate.md and docs/partitions.md, have in
-- common.  All of it is gone with the session.  It runs in the caller's search_path, for the sake
-- of the caller's statements, so its own names say that they mean the server's.

-- A batch waits for nobody and looks again at what others have changed, which another level makes
-- an error.
SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED;

-- Indexes and constraints of large tables take longer than a role may allow its statements.  What
-- has to be brief says so itself.
DO $$ BEGIN
	PERFORM pg_catalog.set_config(name, '0', false) FROM pg_catalog.pg_settings
	WHERE name OPERATOR(pg_catalog.=) ANY ('{statement_timeout,lock_timeout,transaction_timeout}');
END $$;

-- Names are compared as they are usually written, and patterns have backslashes.
SET quote_all_identifiers = off;
SET standard_conforming_strings = on;

-- Catalogs are read while tables are locked, and compiling how to read them takes longer.
SET jit = off;

-- Is there a column, constraint or trigger of that name?
CREATE OR REPLACE FUNCTION pg_temp.has(relation regclass, name name) RETURNS boolean LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF name LIKE '"%"' THEN		-- it would never be there, and a step that removes it would pass for done
		RAISE invalid_name USING MESSAGE = format('%s is in double quotes', name), HINT = 'Write tables as in SQL, and other names as they are.';
	END IF;
	RETURN EXISTS (SELECT FROM pg_attribute WHERE attrelid = relation AND attname = name AND NOT attisdropped)
		OR EXISTS (SELECT FROM pg_constraint WHERE conrelid = relation AND conname = name)
		OR EXISTS (SELECT FROM pg_trigger WHERE tgrelid = relation AND tgname = name);
END $$;

-- What type has a column?
CREATE OR REPLACE FUNCTION pg_temp.type_of(relation regclass, name name) RETURNS text LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	type CONSTANT text := (SELECT typname FROM pg_attribute JOIN pg_type t ON t.oid = atttypid WHERE attrelid = relation AND attname = name);
BEGIN
	IF type IS NULL THEN	-- psql would go on with its next \if
		RAISE undefined_column USING MESSAGE = format('%s has no column %I', relation, name);
	END IF;
	RETURN type;
END $$;

-- The statement that drops an index of the table, for \gexec.  DROP INDEX ... IF EXISTS would pass
-- over one whose schema is not in the search_path, and the wait for others with it.
CREATE OR REPLACE FUNCTION pg_temp.drop_index(relation regclass, index name) RETURNS SETOF text LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	PERFORM pg_temp.has(relation, index);		-- an error if it is in double quotes
	RETURN QUERY SELECT format('DROP INDEX CONCURRENTLY %s', oid::regclass) FROM pg_index JOIN pg_class ON oid = indexrelid WHERE indrelid = relation AND relname = index;
END $$;

-- The same for one that CREATE INDEX CONCURRENTLY left behind.  It slows writers down and serves no
-- query.
CREATE OR REPLACE FUNCTION pg_temp.drop_invalid(relation regclass, index name) RETURNS SETOF text LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN QUERY SELECT pg_temp.drop_index(relation, index) WHERE EXISTS (SELECT FROM pg_index JOIN pg_class ON oid = indexrelid WHERE indrelid = relation AND relname = index AND NOT indisvalid);
END $$;

-- Triggers, rules and expressions of an owner would run with the rights of another who updates his
-- tables, and the triggers that are made here would lend these rights for as long as they stay.  A
-- row that the owner does not see would never be done.
CREATE OR REPLACE PROCEDURE pg_temp.only_as_owner(VARIADIC relations regclass[]) LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- SET ROLE and SET SESSION AUTHORIZATION make a superuser nobody else: what he calls
	-- could end them
	me CONSTANT name := (SELECT CASE WHEN rolsuper THEN rolname ELSE current_user END FROM pg_stat_activity JOIN pg_roles ON oid = usesysid WHERE pid = pg_backend_pid());
	others text := (SELECT string_agg(format('%s of %I', oid::regclass, pg_get_userbyid(relowner)), ', ' ORDER BY oid) FROM pg_class
		WHERE oid = ANY (relations) AND pg_get_userbyid(relowner) <> me);
BEGIN
	IF others IS NOT NULL THEN
		RAISE insufficient_privilege USING
			MESSAGE = format('this changes tables that do not belong to %I', me),
			DETAIL = format('They are %s.', others),
			HINT = 'Connect as their owner. The owner''s code would run with the rights of anyone else.';
	END IF;
	SELECT string_agg(r::text, ', ' ORDER BY r) INTO others FROM unnest(relations) r WHERE row_security_active(r);
	IF others IS NOT NULL THEN
		RAISE insufficient_privilege USING
			MESSAGE = format('row-level security may hide rows of %s', others),
			HINT = 'Take FORCE ROW LEVEL SECURITY from the table meanwhile, or give BYPASSRLS to its owner.';
	END IF;
END $$;

-- For called(): a constraint that an index enforces, or NOT NULL.
CREATE OR REPLACE FUNCTION pg_temp.constraint_called(object oid) RETURNS text LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN (SELECT format('%s of %s', pg_get_constraintdef(oid), conrelid::regclass) FROM pg_constraint WHERE oid = object AND contype IN ('p', 'u', 'x', 'n'));
END $$;

-- The same for a column's default.
CREATE OR REPLACE FUNCTION pg_temp.default_called(object oid) RETURNS text LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN (SELECT 'DEFAULT of ' || pg_describe_object('pg_class'::regclass, adrelid, adnum) FROM pg_attrdef WHERE oid = object);
END $$;

-- The same for statistics, whose columns the server writes in the order of the table.
CREATE OR REPLACE FUNCTION pg_temp.statistics_called(object oid) RETURNS text LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN (SELECT format('CREATE STATISTICS ON %s FROM %s', (
			SELECT string_agg(part, ', ' ORDER BY part COLLATE "C") FROM (
				SELECT quote_ident(attname) FROM pg_attribute WHERE attrelid = stxrelid AND attnum = ANY (stxkeys)
				UNION ALL SELECT unnest(pg_get_statisticsobjdef_expressions(oid))) parts (part)), stxrelid::regclass)
		FROM pg_statistic_ext WHERE oid = object);
END $$;

-- What the server calls an object.  An index, what it enforces, NOT NULL and statistics are called
-- by what they do, as one of another name may take their place.
--
-- said() calls this thousands of times while tables are locked, so the planner has to inline it:
-- it has no query and no search_path of its own.
CREATE OR REPLACE FUNCTION pg_temp.called(class oid, object oid, part integer DEFAULT 0) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT CASE WHEN object <> 0 THEN coalesce(CASE class
		WHEN 'pg_class'::regclass THEN regexp_replace(pg_get_indexdef(object), '^(CREATE (?:UNIQUE )?INDEX) (?:"(?:[^"]|"")*"|[^" ]+) ON (?:ONLY )?', '\1 ON ')
		WHEN 'pg_constraint'::regclass THEN pg_temp.constraint_called(object)
		WHEN 'pg_statistic_ext'::regclass THEN pg_temp.statistics_called(object)
		WHEN 'pg_attrdef'::regclass THEN pg_temp.default_called(object)
	END, pg_describe_object(class, object, part)) END
$$;

-- The lines of a query, one for each column, so that a word of one does not let another go.
CREATE OR REPLACE FUNCTION pg_temp.lines(query text) RETURNS text[] LANGUAGE sql STABLE AS $$
	SELECT ARRAY(SELECT format('line %s: %s', n, btrim(line)) FROM string_to_table(query, chr(10)) WITH ORDINALITY l (line, n))
$$;

-- Each type has operators, min and max of its own, in its schema.  That schema is written where the
-- server would not find them otherwise, and with it = ANY in place of IN.  A null and an empty
-- array are written with their type, also where nobody wrote one.
CREATE OR REPLACE FUNCTION pg_temp.of_any_type(line text, of_types text) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT CASE WHEN line LIKE '%OPERATOR(%' OR line LIKE '%.m__(%' OR line LIKE '% = ANY (%' OR line LIKE '%NULL::%' OR line LIKE '%{}''::%' OR line LIKE '%[]::%' THEN
		replace(regexp_replace(regexp_replace(line, of_types, '\1', 'g'),
			'(\mNULL|''\{\}''|\mARRAY\[\])::(?:(?:\w+|"(?:[^"]|"")*")\.)?(?:\w+|"(?:[^"]|"")*")(?: varying| precision)?(?:\([0-9,]+\))?(?: with(?:out)? time zone)?(?:\[\])?',
			'\1', 'g'), ' = ANY (', ' IN (')
	ELSE line END
$$;

-- A pattern for that schema.  It stays where one of that name takes no type of its schema, so that
-- others are not taken for these.
CREATE OR REPLACE FUNCTION pg_temp.of_types() RETURNS text LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN (
		WITH named (kind, schema, name, types) AS (
			SELECT 'operator', oprnamespace, oprname, ARRAY[oprleft, oprright] FROM pg_operator
			UNION ALL SELECT 'function', pronamespace, proname, proargtypes::oid[] FROM pg_proc WHERE proname IN ('min', 'max')
		), of_types AS (
			SELECT kind, schema, regexp_replace(name, '(\W)', '\\\1', 'g') AS name FROM named WHERE schema <> 'pg_catalog'::regnamespace
			GROUP BY kind, schema, named.name HAVING bool_and(EXISTS (SELECT FROM pg_type WHERE oid = ANY (types) AND typnamespace = schema))
		), schemas AS (
			SELECT kind, regexp_replace(schema::regnamespace::text, '(\W)', '\\\1', 'g') AS schema, string_agg(name, '|') AS names FROM of_types GROUP BY kind, of_types.schema
		)
		SELECT format('\mOPERATOR\((?:%s)([^()]+)\)|(?<![\w".])(?:%s)',
			coalesce(string_agg(format('%s\.(?=(?:%s)\))', schema, names), '|') FILTER (WHERE kind = 'operator'), '$.'),
			coalesce(string_agg(format('%s\.(?=(?:%s)\()', schema, names), '|') FILTER (WHERE kind = 'function'), '$.'))
		FROM schemas);
END $$;

-- These tables, the views on them, and whatever else depends on them.
CREATE OR REPLACE FUNCTION pg_temp.depending(relations regclass[], OUT objects oid[], OUT classes oid[]) LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	WITH RECURSIVE o (class, object) AS (
		SELECT 'pg_class'::regclass::oid, r::oid FROM unnest(relations) r
		UNION
		SELECT d.* FROM o, LATERAL (
			SELECT classid, objid FROM pg_depend WHERE refclassid = class AND refobjid = object
			UNION ALL SELECT 'pg_class'::regclass, ev_class FROM pg_rewrite WHERE class = 'pg_rewrite'::regclass AND oid = object
			UNION ALL SELECT 'pg_publication'::regclass, prpubid FROM pg_publication_rel WHERE class = 'pg_publication_rel'::regclass AND oid = object) d
		WHERE CASE d.classid
			WHEN 'pg_class'::regclass THEN (SELECT relkind NOT IN ('t', 'S') FROM pg_class WHERE oid = d.objid)
			WHEN 'pg_trigger'::regclass THEN (SELECT NOT tgisinternal FROM pg_trigger WHERE oid = d.objid)
			WHEN 'pg_constraint'::regclass THEN (SELECT contype <> 'f' OR conparentid = 0 FROM pg_constraint WHERE oid = d.objid)
			WHEN 'pg_publication_rel'::regclass THEN (SELECT class = 'pg_class'::regclass OR relkind <> 'p' FROM pg_publication_rel r JOIN pg_class c ON c.oid = prrelid WHERE r.oid = d.objid)	-- that one may be about to take the name of one of these
			ELSE true END
	)
	SELECT array_agg(DISTINCT object), array_agg(DISTINCT class) INTO objects, classes FROM o;
END $$;

-- How said() reads catalogs.  "left_out" are columns for what an object's name says, what goes
-- with a type, what files and statistics are like, and what follows from the rest.  "put_in" is
-- what trees of expressions say, and what is elsewhere.  "only_if" says which rows count, and
-- "rights" which rights a null stands for.  ($1 are the objects, $2 their classes, $3 the
-- tables.)
CREATE OR REPLACE FUNCTION pg_temp.catalogs() RETURNS TABLE (catalog name, left_out name[], put_in text, only_if text, rights text) LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN QUERY VALUES
	('pg_attrdef'::name, '{adrelid,adnum}'::name[], 'ARRAY[pg_get_expr(adbin, adrelid)]', NULL, NULL),
	('pg_attribute', '{attname,attnum,attndims,attcacheoff,atthasdef,atthasmissing,attmissingval,attoptions}',
		$q$ARRAY(SELECT 'option: ' || o FROM unnest(attoptions) o WHERE o NOT LIKE 'pg_attver=%'
			UNION ALL SELECT 'sequence: ' || objid::regclass FROM pg_depend JOIN pg_class c ON c.oid = objid
			WHERE (classid, relkind) = ('pg_class'::regclass, 'S') AND (refclassid, refobjid, refobjsubid) = ('pg_class'::regclass, attrelid, attnum)
			UNION ALL SELECT 'domain: ' || c FROM pg_type d, pg_temp.conditions(d.oid) c WHERE d.oid = atttypid AND typtype = 'd'
			UNION ALL SELECT 'of type ' || format_type(atttypid, atttypmod) FROM pg_class c		-- of rows
			WHERE c.oid = attrelid AND relkind NOT IN ('v', 'm') AND NOT relispartition AND (attrelid <> ALL ($3) OR atttypid = ANY ($1)))$q$,
		'attnum > 0 AND NOT attisdropped AND NOT EXISTS (SELECT FROM pg_index WHERE indexrelid = attrelid)', NULL),
	('pg_class', '{relname,relfilenode,relpages,reltuples,relallvisible,relallfrozen,reltoastrelid,relhasindex,relhasrules,relhastriggers,relhassubclass,relchecks,relnatts,relfrozenxid,relminmxid,relrewrite}',
		$q$ARRAY['toast: ' || (SELECT reloptions FROM pg_class toast WHERE toast.oid = t.reltoastrelid)::text]$q$,
		'NOT EXISTS (SELECT FROM pg_index WHERE indexrelid = oid)', $q$acldefault('r', relowner)$q$),
	('pg_constraint', '{conname,convalidated,conindid,conpfeqop,conppeqop,conffeqop,conexclop,confdelsetcols,conislocal,coninhcount,connoinherit}',
		$q$ARRAY[regexp_replace(pg_get_constraintdef(oid), ' NOT VALID$', ''),
			(SELECT 'switched: ' || string_agg(format('%s %s %s', tgrelid::regclass, tgtype, tgenabled), ', ' ORDER BY tgrelid::regclass::text, tgtype) FROM pg_trigger WHERE tgconstraint = t.oid AND tgenabled <> 'O')]$q$, NULL, NULL),
	('pg_depend', '{classid,objsubid,refclassid,refobjid,refobjsubid,deptype}', $q$ARRAY[format('depends on %s (%s)', pg_temp.called(refclassid, refobjid, refobjsubid), deptype)]$q$,
		$q$classid = ANY ($2) AND refclassid NOT IN ('pg_operator'::regclass, 'pg_opclass'::regclass, 'pg_collation'::regclass)		-- these go with types
			AND CASE refclassid WHEN 'pg_type'::regclass THEN (SELECT typtype <> 'b' FROM pg_type y WHERE y.oid = refobjid)
				WHEN 'pg_proc'::regclass THEN (SELECT prokind <> 'a' FROM pg_proc p WHERE p.oid = refobjid) AND refobjid NOT IN (SELECT castfunc FROM pg_cast) ELSE true END	-- max, ::text
			AND NOT EXISTS (SELECT FROM pg_class c WHERE refclassid = 'pg_class'::regclass AND c.oid = refobjid AND relkind = 't')$q$, NULL),
	('pg_description', '{classoid,objsubid}', NULL, NULL, NULL),
	('pg_index', '{indclass,indcollation,indcheckxmin}',
		$q$ARRAY(SELECT 'tablespace: ' || spcname FROM pg_class c JOIN pg_tablespace s ON s.oid = reltablespace WHERE c.oid = indexrelid
			UNION ALL SELECT format('statistics of column %s: %s', attnum, attstattarget) FROM pg_attribute WHERE attrelid = indexrelid AND attstattarget >= 0)$q$, NULL, NULL),
	('pg_partitioned_table', '{partclass}', 'ARRAY[pg_get_partkeydef(partrelid)]', NULL, NULL),
	('pg_policy', NULL, $q$ARRAY['USING ' || pg_get_expr(polqual, polrelid), 'WITH CHECK ' || coalesce(pg_get_expr(polwithcheck, polrelid), 'as USING')]$q$, NULL, NULL),
	('pg_proc', NULL, $q$pg_temp.lines(CASE WHEN prokind <> 'a' THEN pg_get_functiondef(oid) END)$q$, NULL, $q$acldefault('f', proowner)$q$),
	('pg_publication', '{pubviaroot}', NULL, NULL, NULL),
	('pg_publication_rel', NULL, $q$ARRAY['WHERE ' || coalesce(pg_get_expr(prqual, prrelid), 'true'), CASE WHEN prattrs IS NULL THEN 'all columns' END]$q$, NULL, NULL),
	('pg_rewrite', NULL, 'pg_temp.lines(pg_get_ruledef(oid))', NULL, NULL),
	('pg_seclabel', '{classoid,objsubid}', NULL, NULL, NULL),
	('pg_statistic_ext', '{stxname,stxkeys}', NULL, NULL, NULL),
	('pg_subscription_rel', '{srsubstate,srsublsn}', NULL, NULL, NULL),
	('pg_trigger', NULL, 'ARRAY[pg_get_triggerdef(oid)]', NULL, NULL),
	('pg_type', '{typname}', NULL, $q$(typtype, typcategory) <> ('b', 'A')$q$, $q$acldefault('T', typowner)$q$);	-- no arrays
END $$;

-- The columns of all catalogs, and an expression that says one: "name: value", with names in place
-- of numbers, or null.
CREATE OR REPLACE FUNCTION pg_temp.fields() RETURNS TABLE (relation oid, name name, number int2, referred oid, field text) LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN QUERY
	WITH refers AS (
		SELECT fktable, fkcols, pktable, is_array FROM pg_get_catalog_foreign_keys()
		UNION ALL SELECT 'pg_publication_rel'::regclass, '{prrelid,prattrs}', 'pg_attribute'::regclass, true
	)
	SELECT c.oid, attname, attnum, CASE WHEN NOT is_array AND cardinality(fkcols) = 1 THEN pktable::oid END, CASE
		WHEN attname = ANY (left_out) OR attname IN ('oid', 'objid', 'objoid') OR atttypid = 'pg_node_tree'::regtype THEN 'NULL'
		WHEN attname = fkcols[2] THEN format('%L || (SELECT string_agg(coalesce(attname, n::text), '', '' ORDER BY %s) FROM unnest(%s) WITH ORDINALITY u (n, i) LEFT JOIN pg_attribute a ON a.attrelid = %I AND a.attnum = n)',
			attname || ': ', CASE WHEN attname = 'prattrs' THEN 'attname' ELSE 'i' END, CASE WHEN is_array THEN format('%I::int2[]', attname) ELSE format('ARRAY[%I]', attname) END, fkcols[1])
		WHEN is_array THEN format('%L || ARRAY(SELECT pg_temp.called(%s, o) FROM unnest(%I) o ORDER BY 1)::text', attname || ': ', pktable::oid, attname)
		WHEN fkcols IS NOT NULL THEN format('%L || pg_temp.called(%s, %I)', attname || ': ', pktable::oid, attname)
		WHEN atttypid = 'aclitem[]'::regtype THEN format('%L || ARRAY(SELECT item::text FROM unnest(coalesce(%s)) item ORDER BY 1)::text', attname || ': ', concat_ws(', ', quote_ident(attname), rights))
		ELSE format('%L || %I::text', attname || ': ', attname) END
	FROM pg_class c JOIN pg_attribute ON attrelid = c.oid LEFT JOIN pg_temp.catalogs() ON catalog = relname
		LEFT JOIN (SELECT DISTINCT ON (fktable, col) * FROM refers, LATERAL (SELECT fkcols[cardinality(fkcols)] AS col) l ORDER BY fktable, col, cardinality(fkcols)) f ON fktable = c.oid AND col = attname
	WHERE relnamespace = 'pg_catalog'::regnamespace AND relkind = 'r' AND NOT relisshared AND relname NOT IN ('pg_statistic', 'pg_statistic_ext_data') AND attnum > 0 AND NOT attisdropped;
END $$;

-- Every row that the catalogs have about what depends on these tables, field by field.
CREATE OR REPLACE FUNCTION pg_temp.said(relations regclass[]) RETURNS TABLE (about text, what text) LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	of_types CONSTANT text := pg_temp.of_types();
	objects oid[];
	classes oid[];
	statement text;
BEGIN
	SELECT d.objects, d.classes INTO objects, classes FROM pg_temp.depending(relations) d;
	FOR statement IN
		WITH fields AS MATERIALIZED (
			SELECT * FROM pg_temp.fields()
		), keys AS (	-- the column by which a row is about an object, and what that is called
			SELECT DISTINCT ON (relation) relation, name AS key, CASE
				WHEN name IN ('objid', 'objoid') THEN format('pg_temp.called(%s, %I, objsubid)', replace(replace(name, 'objid', 'classid'), 'objoid', 'classoid'), name)
				WHEN name = 'oid' THEN 'pg_temp.called(t.tableoid, oid)'
				ELSE format('pg_temp.called(%s, %I%s)', referred, name, CASE WHEN relation = 'pg_attribute'::regclass THEN ', attnum' END) END AS identity
			FROM fields WHERE name IN ('objid', 'objoid') OR name = 'oid' AND relation = ANY (classes)
				OR (referred = 'pg_class'::regclass OR number = 1 AND referred = ANY (classes)) AND NOT EXISTS (SELECT FROM pg_attribute WHERE attrelid = relation AND attname IN ('oid', 'classid', 'classoid'))
			ORDER BY relation, number
		)
		SELECT format('SELECT pg_temp.of_any_type(name, $4), pg_temp.of_any_type(field, $4) FROM (SELECT %s, ARRAY[%s]%s FROM %s t WHERE %I = ANY ($1)%s OFFSET 0) s (name, fields), unnest(fields) field WHERE field <> ''''',
			identity, string_agg(field, ', ' ORDER BY number) FILTER (WHERE name <> key), ' || ' || min(put_in), relation::regclass, key, ' AND ' || min(only_if))
		FROM keys JOIN fields USING (relation) JOIN pg_class ON oid = relation LEFT JOIN pg_temp.catalogs() ON catalog = relname GROUP BY relation, key, identity
	LOOP
		RETURN QUERY EXECUTE statement USING objects, classes, relations, of_types;
	END LOOP;
	RETURN QUERY	-- under which names subscribers get the rows, which goes by publish_via_partition_root
	SELECT pg_temp.called('pg_class'::regclass, c.oid), format('published: %s', pubname)
	FROM pg_publication_tables JOIN pg_namespace ON nspname = schemaname JOIN pg_class c ON relnamespace = pg_namespace.oid AND relname = tablename
	WHERE c.oid = ANY (objects);
END $$;

-- The conditions of a domain, and of those that it is made of.
CREATE OR REPLACE FUNCTION pg_temp.conditions(type oid) RETURNS SETOF text LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN QUERY
	WITH RECURSIVE domains AS (
		SELECT * FROM pg_type WHERE oid = type AND typtype = 'd'
		UNION ALL SELECT t.* FROM domains d JOIN pg_type t ON t.oid = d.typbasetype AND t.typtype = 'd'
	)
	SELECT format('%s %s', format_type(d.oid, NULL), condition) FROM domains d, LATERAL (
		SELECT 'NOT NULL' WHERE typnotnull
		UNION ALL SELECT 'DEFAULT ' || typdefault
		UNION ALL SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE contypid = d.oid AND contype = 'c') c (condition)
	WHERE condition <> '';
END $$;

-- What was said before is said now.  A column may have another type, and with it another default
-- (or be an identity column) and no sequence; and what has one of these words in it may go.
CREATE OR REPLACE PROCEDURE pg_temp.nothing_is_lost(relations regclass[], abouts text[], whats text[], goes text[]) LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	lost CONSTANT text := (
		WITH now AS MATERIALIZED (SELECT about, what FROM pg_temp.said(relations)),
		lost (about, what) AS (SELECT * FROM unnest(abouts, whats) EXCEPT SELECT * FROM now),
		exchanged AS (SELECT about FROM lost WHERE what LIKE 'atttypid: %')
		SELECT string_agg(line, E'\n' ORDER BY line COLLATE "C") FROM (
			SELECT concat_ws(': ', about, CASE WHEN about IN (SELECT about FROM now) THEN string_agg(what, '; ' ORDER BY what COLLATE "C") END)
			FROM lost
			WHERE NOT (about IN (SELECT about FROM exchanged) AND what ~ '^(att(typid|typmod|len|byval|align|storage|compression|collation|identity): |sequence: |depends on )')
			  AND NOT (about IN (SELECT format('DEFAULT of %s', about) FROM exchanged)
				AND about IN (SELECT about FROM now UNION ALL SELECT format('DEFAULT of %s', about) FROM now WHERE what ~ '^attidentity: .'))
			  AND NOT EXISTS (SELECT FROM unnest(goes) word WHERE format('%s: %s', about, what) ~ format('(^|\W)%s(\W|$)', regexp_replace(CASE WHEN word ~ '\W' THEN word ELSE word::name END, '(\W)', '\\\1', 'g')))
			GROUP BY about) s (line));
BEGIN
	IF lost IS NOT NULL THEN
		RAISE object_not_in_prerequisite_state USING
			MESSAGE = 'something would be lost that this step is not to lose',
			DETAIL = lost,
			HINT = 'Give the same to what takes its place, before this step or in it. What is not to stay, drop before, or write words of its line into "goes".';
	END IF;
END $$;

-- Tables as in SQL, with a comma between them.
CREATE OR REPLACE FUNCTION pg_temp.each(tables text) RETURNS regclass[] LANGUAGE plpgsql STABLE AS $$
BEGIN
	RETURN ARRAY(SELECT pg_catalog.array_to_string(t, '')::pg_catalog.regclass FROM pg_catalog.regexp_matches(tables, '(?:"[^"]*"|[^",])+', 'g') t);
END $$;

-- Statements that take strong locks, all or none, unless they were executed before, which "done"
-- says.
--
-- Others queue behind a strong lock that is waited for, so it is waited for no longer than 200 ms,
-- again and again, and no longer than half of deadlock_timeout, after which one of them could be
-- ended.  A vacuum gives way only to those who wait longer.  So a weaker lock comes first, which
-- has no reader or writer wait, and which keeps vacuums away.  It is waited for no longer than
-- twice deadlock_timeout: a loader that has done ANALYZE for one table and wants to for another
-- waits for us while we wait for him.  If he came before we looked for a deadlock, we end; if
-- later, we give up before he looks.  Both locks are given back after each attempt.
--
-- Tables to which these get foreign keys are "referred".  They go on being read.
CREATE OR REPLACE PROCEDURE pg_temp.briefly(tables text, done text, statements text, referred text DEFAULT NULL, goes text[] DEFAULT NULL) LANGUAGE plpgsql AS $$
DECLARE
	abouts text[];
	whats text[];
	is_done boolean;
	since timestamptz;
	attempts integer := 0;
BEGIN
	CALL pg_temp.only_as_owner(VARIADIC pg_temp.each(tables));
	LOOP
		attempts := attempts + 1;
		BEGIN
			EXECUTE 'SELECT ' || done INTO STRICT is_done;
			EXIT WHEN is_done;
			PERFORM pg_catalog.set_config('lock_timeout', (2 * setting::bigint)::text, true) FROM pg_catalog.pg_settings WHERE name OPERATOR(pg_catalog.=) 'deadlock_timeout';
			EXECUTE pg_catalog.format('LOCK TABLE %s IN SHARE UPDATE EXCLUSIVE MODE', pg_catalog.concat_ws(', ', tables, referred));
			PERFORM pg_catalog.set_config('lock_timeout', greatest(1, least(200, setting::integer / 2 + 1) / pg_catalog.cardinality(pg_temp.each(pg_catalog.concat_ws(', ', tables, referred))))::text, true)
			FROM pg_catalog.pg_settings WHERE name OPERATOR(pg_catalog.=) 'deadlock_timeout';	-- for all of the tables together
			EXECUTE pg_catalog.format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', tables);
			IF referred IS NOT NULL THEN
				EXECUTE pg_catalog.format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', referred);
			END IF;
			since := pg_catalog.clock_timestamp();
			EXECUTE 'SELECT ' || done INTO STRICT is_done;	-- nobody can have done it from here on
			EXIT WHEN is_done;
			PERFORM pg_catalog.set_config('search_path', pg_catalog.concat_ws(', ', nullif(pg_catalog.current_setting('search_path'), ''), 'pg_temp'), true);
			IF goes IS NOT NULL THEN
				SELECT pg_catalog.array_agg(about), pg_catalog.array_agg(what) INTO abouts, whats FROM pg_temp.said(pg_temp.each(tables));
			END IF;
			EXECUTE statements;
			IF goes IS NOT NULL THEN
				CALL pg_temp.nothing_is_lost(pg_temp.each(tables), abouts, whats, goes);
			END IF;
			EXIT;
		EXCEPTION
			WHEN lock_not_available OR deadlock_detected THEN
				RAISE DEBUG '%', SQLERRM;
			WHEN internal_error THEN	-- others drop a view while it is looked at
				IF attempts >= 10 THEN
					RAISE;
				END IF;
		END;
		COMMIT;
		PERFORM pg_catalog.pg_sleep(0.3::float8 + pg_catalog.random());
	END LOOP;
	COMMIT;		-- which also removes files
	RAISE NOTICE '%', CASE WHEN is_done THEN pg_catalog.format('%s: this had been done', tables)
		ELSE pg_catalog.format('%s: locked for %s ms, in attempt %s', tables, pg_catalog.round(1000::numeric * extract(epoch FROM pg_catalog.clock_timestamp() - since)), attempts) END;
END $$;

-- Rows that nothing here could ever complete: an error before anything is changed.  Later, as
-- "done" says, such rows may be new ones, which lack nothing.
CREATE OR REPLACE PROCEDURE pg_temp.none_may_be(relation regclass, done text, condition text) LANGUAGE plpgsql AS $$
DECLARE
	n bigint;
BEGIN
	EXECUTE pg_catalog.format('SELECT CASE WHEN %s THEN 0 ELSE (SELECT pg_catalog.count(*) FROM %s WHERE %s) END', done, relation, condition) INTO STRICT n;
	IF n > 0 THEN
		RAISE object_not_in_prerequisite_state USING
			MESSAGE = pg_catalog.format('%s rows of %s are in the way', n, relation),
			DETAIL = pg_catalog.format('For them, %s.', condition),
			HINT = 'Change them, and run this again.';
	END IF;
END $$;

-- No foreign key refers to the table but these, each as "name ON table", where a long name is cut
-- as the server does.  One that the steps do not know would keep the old key, or stay with a
-- partition when its table becomes one.
CREATE OR REPLACE PROCEDURE pg_temp.only_these_refer(relation regclass, VARIADIC foreign_keys text[] DEFAULT '{}') LANGUAGE plpgsql AS $$
DECLARE
	others CONSTANT text := (SELECT pg_catalog.string_agg(pg_catalog.quote_ident(conname) OPERATOR(pg_catalog.||) on_table, ', ' ORDER BY conname, on_table)
		FROM pg_catalog.pg_constraint, pg_catalog.format(' ON %s', conrelid::pg_catalog.regclass) on_table
		WHERE confrelid OPERATOR(pg_catalog.=) relation::pg_catalog.oid AND contype OPERATOR(pg_catalog.=) 'f' AND conparentid OPERATOR(pg_catalog.=) 0::pg_catalog.oid
			AND NOT EXISTS (SELECT FROM pg_catalog.unnest(foreign_keys) key, pg_catalog.length(on_table) n, pg_catalog."left"(key, 0 OPERATOR(pg_catalog.-) n) name
				WHERE pg_catalog."right"(key, n) OPERATOR(pg_catalog.=) on_table
				AND (name OPERATOR(pg_catalog.=) pg_catalog.quote_ident(conname) OR name::pg_catalog.name OPERATOR(pg_catalog.=) conname)));
BEGIN
	IF others IS NOT NULL THEN
		RAISE object_not_in_prerequisite_state USING
			MESSAGE = pg_catalog.format('foreign keys refer to %s that no step is for', relation),
			DETAIL = pg_catalog.format('They are %s.', others),
			HINT = 'Write the statements for them into each step, and their names into this one.';
	END IF;
END $$;

-- Steps that find a row by a column alone would take one row for another where several have the
-- same value, as in a key that is unique for each tenant only.
CREATE OR REPLACE PROCEDURE pg_temp.unique_alone(relation regclass, name name) LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	PERFORM pg_temp.type_of(relation, name);		-- an error if there is none
	IF NOT EXISTS (SELECT FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
	               WHERE indrelid = relation AND attname = name AND indnkeyatts = 1 AND indisunique AND indisvalid AND indpred IS NULL) THEN
		RAISE object_not_in_prerequisite_state USING
			MESSAGE = format('%s may have several rows of the same %I', relation, name),
			DETAIL = 'No unique index is on that column alone.',
			HINT = 'Write the other columns of the key wherever a step compares this one, and leave out this check.';
	END IF;
END $$;

-- The server calls triggers in the order of their names.  What a later one wrote, a trigger of that
-- name would not see, nor what is written to a child, nor a generated column, which has no value
-- yet.
CREATE OR REPLACE PROCEDURE pg_temp.fires_last(relation regclass, name name, VARIADIC columns name[] DEFAULT '{}') LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	later CONSTANT text := (SELECT string_agg(quote_ident(tgname), ', ' ORDER BY tgname) FROM pg_trigger
		WHERE tgrelid = relation AND NOT tgisinternal AND tgtype & 3 = 3 AND tgname > name);		-- BEFORE, FOR EACH ROW
	generated CONSTANT text := (SELECT string_agg(quote_ident(attname), ', ') FROM pg_attribute
		WHERE attrelid = relation AND attname = ANY (columns) AND attgenerated <> '');
BEGIN
	PERFORM pg_temp.type_of(relation, c) FROM unnest(columns) c;		-- an error if there is none
	IF later IS NOT NULL THEN
		RAISE object_not_in_prerequisite_state USING
			MESSAGE = format('triggers of %s fire after %I', relation, name),
			DETAIL = format('They are %s.', later),
			HINT = 'ALTER TRIGGER ... RENAME them, or give this one a name that comes after them.';
	END IF;
	IF EXISTS (SELECT FROM pg_inherits JOIN pg_class ON oid = inhrelid WHERE inhparent = relation AND NOT relispartition) THEN
		RAISE wrong_object_type USING
			MESSAGE = format('other tables inherit from %s', relation),
			DETAIL = 'Its triggers do not fire for them.',
			HINT = 'Use ALTER TABLE ... NO INHERIT before.';
	END IF;
	IF generated IS NOT NULL THEN
		RAISE wrong_object_type USING
			MESSAGE = format('%s of %s is generated', generated, relation),
			DETAIL = 'It has no value yet when triggers fire before a row is written.',
			HINT = 'Use ALTER COLUMN ... DROP EXPRESSION, and have a trigger write it that fires before.';
	END IF;
END $$;

-- An UPDATE, which gives its table no other name, is executed by the owner whose triggers it calls.
-- What it changes has to be done then, or it would be changed for ever.
CREATE OR REPLACE PROCEDURE pg_temp.one_batch(relation regclass, todo text, statement text, INOUT n bigint, INOUT longest interval) LANGUAGE plpgsql AS $$
DECLARE
	since CONSTANT timestamptz := pg_catalog.clock_timestamp();
	not_done bigint;
BEGIN
	CALL pg_temp.only_as_owner(relation);
	IF EXISTS (SELECT FROM pg_catalog.pg_rewrite WHERE ev_class OPERATOR(pg_catalog.=) relation::pg_catalog.oid AND ev_type OPERATOR(pg_catalog.=) '2' AND ev_enabled OPERATOR(pg_catalog.<>) 'D') THEN
		RAISE feature_not_supported USING
			MESSAGE = pg_catalog.format('%s has rules on UPDATE', relation),
			DETAIL = 'With them, no batch can know what it has updated.',
			HINT = 'If they are not needed meanwhile, ALTER TABLE ... DISABLE RULE.';
	END IF;
	EXECUTE pg_catalog.format(E'WITH %I AS (%s\nRETURNING %s.*) SELECT pg_catalog.count(*), pg_catalog.count(*) FILTER (WHERE %s) FROM %1$I',
		(SELECT relname FROM pg_catalog.pg_class WHERE oid OPERATOR(pg_catalog.=) relation::pg_catalog.oid), pg_catalog.rtrim(statement, E' ;\n\t'), relation, todo)
		INTO STRICT n, not_done;
	IF not_done > 0 THEN
		RAISE object_not_in_prerequisite_state USING
			MESSAGE = pg_catalog.format('%s rows of %s are not done when they have been updated', not_done, relation),
			DETAIL = pg_catalog.format('Afterwards as before, %s.', todo),
			HINT = 'Perhaps a value that the update needs is null. Give it to them, or leave them out of what is to be done, and run this again.';
	END IF;
	COMMIT;
	longest := greatest(longest, pg_catalog.clock_timestamp() - since);
END $$;

-- Are rows still to be done, as others have locked them?  If one of them is free, "statement" has
-- to take some.
CREATE OR REPLACE PROCEDURE pg_temp.look_again(relation regclass, todo text, statement text, INOUT left_over boolean, INOUT n bigint, INOUT longest interval) LANGUAGE plpgsql AS $$
BEGIN
	n := 0;
	EXECUTE pg_catalog.format('SELECT EXISTS (SELECT FROM %s WHERE %s)', relation, todo) INTO STRICT left_over;
	IF left_over THEN
		EXECUTE pg_catalog.format('SELECT true FROM %s WHERE %s LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED', relation, todo) INTO left_over;
		IF left_over THEN
			CALL pg_temp.one_batch(relation, todo, statement, n, longest);
			IF n = 0 THEN
				RAISE object_not_in_prerequisite_state USING
					MESSAGE = pg_catalog.format('rows of %s are to be done that the update does not take', relation),
					DETAIL = pg_catalog.format('For them, %s, and nobody has locked them.', todo),
					HINT = 'Perhaps its own condition leaves them out, or a trigger keeps them as they are.';
			END IF;
		END IF;
		left_over := true;
	END IF;
	COMMIT;
END $$;

-- UPDATE ... SET assignment, for the rows that are still to be done, in the order in which they are
-- stored.  Each batch commits.  It waits for no row that another transaction has locked, so it
-- cannot deadlock with one, and passes over the table again for such rows.
CREATE OR REPLACE PROCEDURE pg_temp.in_batches(relation regclass, assignment text, todo text, pages integer DEFAULT 30) LANGUAGE plpgsql AS $$
DECLARE
	page bigint;
	n bigint;
	total bigint := 0;
	longest interval := '0';
	left_over boolean;
BEGIN
	IF EXISTS (SELECT FROM pg_catalog.pg_class c WHERE c.oid OPERATOR(pg_catalog.=) relation::pg_catalog.oid
	           AND (c.relkind OPERATOR(pg_catalog.<>) 'r' OR EXISTS (SELECT FROM pg_catalog.pg_inherits WHERE inhparent OPERATOR(pg_catalog.=) c.oid))) THEN
		RAISE wrong_object_type USING
			MESSAGE = pg_catalog.format('%s is not one table', relation),
			HINT = 'Batches follow how one table is stored. Call this for each of its partitions, which pg_partition_tree shows, or use until_done.';
	END IF;
	IF (pages > 0) IS NOT TRUE THEN
		RAISE invalid_parameter_value USING MESSAGE = 'a batch has at least one page';
	END IF;
	LOOP
		page := 0;
		WHILE page * pg_catalog.current_setting('block_size')::integer < pg_catalog.pg_relation_size(relation) LOOP
			CALL pg_temp.one_batch(relation, todo, pg_catalog.format('UPDATE %s SET %s WHERE ctid = ANY (ARRAY(SELECT ctid FROM %1$s WHERE ctid >= ''(%4$s,0)'' AND ctid < ''(%5$s,0)'' AND (%3$s) FOR NO KEY UPDATE SKIP LOCKED))',
				relation, assignment, todo, page, page + pages), n, longest);
			total := total + n;
			page := page + pages;
		END LOOP;
		CALL pg_temp.look_again(relation, todo, pg_catalog.format('UPDATE %s SET %s WHERE ctid = ANY (ARRAY(SELECT ctid FROM %1$s WHERE %3$s LIMIT 1000 FOR NO KEY UPDATE SKIP LOCKED))',
			relation, assignment, todo), left_over, n, longest);
		total := total + n;
		EXIT WHEN NOT left_over;
		PERFORM pg_catalog.pg_sleep(0.1);
	END LOOP;
	RAISE NOTICE '%: % rows, in batches of at most % ms', relation, total, pg_catalog.round(1000::numeric * extract(epoch FROM longest));
END $$;

-- An UPDATE that takes its own batch of the rows that are still to be done, as often as there are
-- any.
CREATE OR REPLACE PROCEDURE pg_temp.until_done(relation regclass, todo text, statement text) LANGUAGE plpgsql AS $$
DECLARE
	n bigint;
	total bigint := 0;
	longest interval := '0';
	left_over boolean;
BEGIN
	LOOP
		CALL pg_temp.one_batch(relation, todo, statement, n, longest);
		total := total + n;
		CONTINUE WHEN n > 0;
		CALL pg_temp.look_again(relation, todo, statement, left_over, n, longest);
		total := total + n;
		EXIT WHEN NOT left_over;
		PERFORM pg_catalog.pg_sleep(0.1);	-- others have locked them
	END LOOP;
	RAISE NOTICE '%: % rows, in batches of at most % ms', relation, total, pg_catalog.round(1000::numeric * extract(epoch FROM longest));
END $$;
