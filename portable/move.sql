-- From portable/wiji.sql to the extension, and back: docs/portable.md.
--
--	psql -v ON_ERROR_STOP=1 -f portable/move.sql -c "CALL pg_temp.wiji_move('schema of the one', 'schema of the other')"
--	psql -v ON_ERROR_STOP=1 -f portable/move.sql -c "CALL pg_temp.wiji_drop('schema of portable/wiji.sql')"
--
-- In one transaction, every column of the old type wiji in the caller's tables gets the new one,
-- with all that belongs to it; the procedure is gone with the session.  Definitions are read with
-- the old schema as search_path and written with the new one before it, so the same words mean the
-- new functions.
--
-- Nothing may get lost on the way.  So before and afterwards, every row that the catalogs have
-- about these tables and views is written down with names in place of numbers.  What pg_dump prints
-- comes from there.  If the two differ in more than the type, that is an error, and nothing has
-- changed.

-- What others changed until the locks were there has to be seen.
SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED;

-- The functions and operators that belong to this type: the extension's, or those that
-- portable/wiji.sql and feed.sql make.  The schema may have others, too.  The files' functions are
-- called wiji or wiji_..., and what else they make is made of these.
CREATE OR REPLACE FUNCTION pg_temp.wiji_objects(type pg_catalog.oid) RETURNS pg_catalog.oid[] LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF (SELECT typtype = 'b' FROM pg_type WHERE oid = type) THEN
		RETURN ARRAY(SELECT o.objid FROM pg_depend t JOIN pg_depend o USING (refclassid, refobjid, deptype)
			WHERE t.classid = 'pg_type'::regclass AND t.objid = type AND deptype = 'e' AND o.classid IN ('pg_proc'::regclass, 'pg_operator'::regclass));
	END IF;
	RETURN ARRAY(
		WITH named (function) AS (SELECT p.oid FROM pg_type t JOIN pg_proc p ON pronamespace = typnamespace WHERE t.oid = type AND proname ~ '^wiji(_|$)')
		SELECT function FROM named
		UNION ALL SELECT p.oid FROM pg_aggregate JOIN named ON aggtransfn = function JOIN pg_proc p ON p.oid = aggfnoid WHERE proname IN ('min', 'max')
		UNION ALL SELECT oid FROM pg_operator JOIN named ON oprcode = function WHERE type IN (oprleft, oprright) AND oprname = ANY ('{<,<=,=,<>,>=,>,<@,@>}'));
END $$;

-- What the server calls an object.
CREATE OR REPLACE FUNCTION pg_temp.wiji_name(class pg_catalog.oid, object pg_catalog.oid) RETURNS pg_catalog.text LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN CASE WHEN object <> 0 THEN (SELECT coalesce(identity, object::text) FROM pg_identify_object(class, object, 0)) END;
END $$;

-- A table or view with its schema, whatever the search_path is.
CREATE OR REPLACE FUNCTION pg_temp.wiji_relation(relation pg_catalog.oid) RETURNS pg_catalog.text LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN relation::regclass;
END $$;

CREATE OR REPLACE FUNCTION pg_temp.wiji_columns(relation pg_catalog.oid, VARIADIC numbers pg_catalog.int2[]) RETURNS pg_catalog.text LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN (SELECT string_agg(coalesce(attname, n::text), ',' ORDER BY i) FROM unnest(numbers) WITH ORDINALITY u (n, i)
	        LEFT JOIN pg_attribute ON attrelid = relation AND attnum = n);
END $$;

-- The bounds of a partition, with ids in the UUID form, which both types read.  A bound of another
-- column may look like an id, so the columns count, not the looks.
CREATE OR REPLACE FUNCTION pg_temp.wiji_bounds(partition pg_catalog.oid, ids pg_catalog.oid[]) RETURNS pg_catalog.text LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	bounds CONSTANT text := (SELECT pg_get_expr(relpartbound, oid) FROM pg_class WHERE oid = partition);
	types CONSTANT regtype[] := ARRAY(SELECT atttypid FROM pg_inherits JOIN pg_partitioned_table ON partrelid = inhparent CROSS JOIN unnest(partattrs) WITH ORDINALITY k (attnum, n)
	                                  LEFT JOIN pg_attribute a ON attrelid = partrelid AND a.attnum = k.attnum WHERE inhrelid = partition ORDER BY n);
	n integer := 1;		-- the key column that the next piece belongs to
	piece text;
	result text := '';
BEGIN
	FOR piece IN SELECT m[1] FROM regexp_matches(bounds, '(''(?:[^'']|'''')*''|[^'']+)', 'g') m LOOP
		IF piece NOT LIKE '''%' THEN
			n := CASE WHEN piece LIKE '%(%' THEN 1 ELSE n END + length(regexp_replace(piece, '^.*\(|[^,]', '', 'g'));
		ELSIF types[CASE WHEN cardinality(types) = 1 THEN 1 ELSE n END] = ANY (ids) THEN
			EXECUTE format('SELECT quote_literal(%s::%s::uuid)', piece, types[CASE WHEN cardinality(types) = 1 THEN 1 ELSE n END]) INTO piece;
		END IF;
		result := result || piece;
	END LOOP;
	RETURN result;
END $$;

-- The type has another name afterwards.  Its operators are its own or uuid's, its literals are
-- written otherwise, and where a domain is taken for its uuid, the server writes a cast.  It
-- writes IN for = ANY only if the operator needs no schema.  This takes all that away, with
-- parentheses and blanks: they come and go with casts.  Functions keep a mark in place of their
-- schema, so one of the server's is not taken for one of theirs; the server may have min and max of
-- uuids itself.
CREATE OR REPLACE FUNCTION pg_temp.wiji_without_type(definition pg_catalog.text, homes pg_catalog.regnamespace[]) RETURNS pg_catalog.text LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	literal text;
	home text;
	pattern text;
BEGIN
	FOREACH home IN ARRAY CASE WHEN definition LIKE '%.%' THEN homes::text[] ELSE '{}' END LOOP
		pattern := '(?<![\w"])' || regexp_replace(home, '(\W)', '\\\1', 'g');
		FOR literal IN SELECT DISTINCT m[1] FROM regexp_matches(definition, '''([0-9A-Za-z-]{26,36})''(?:::uuid\))?::' || pattern || '\.wiji\y', 'g') m LOOP
			EXECUTE format('SELECT replace($1, %L, (%L::%s.wiji)::uuid::text)', literal, literal, home) INTO definition USING definition;
		END LOOP;
		-- the type, functions and operators, but no table called wiji_...
		definition := regexp_replace(definition, pattern || CASE WHEN to_regprocedure('max(uuid)') IS NULL THEN '\.((?:wiji_\w+|min|max)\()' ELSE '\.(wiji_\w+\()' END, '~\1', 'g');
		definition := regexp_replace(definition, pattern || '\.(wiji\y|(?:min|max)\()', '\1', 'g');
		definition := replace(definition, 'OPERATOR(' || home || '.', 'OPERATOR(');
	END LOOP;
	definition := replace(replace(definition, ' IN ( SELECT', ' = ANY ( SELECT'), 'pg_catalog.uuid', 'wiji');
	RETURN regexp_replace(definition, '::(uuid|wiji)\y(\[\])?|OPERATOR\(|[() ]', '', 'g');
END $$;

-- Every row of the catalogs that belongs to these relations, whatever it is about, field by field,
-- but for numbers that mean nothing and for what goes with the type: its operators and operator
-- classes.
CREATE OR REPLACE FUNCTION pg_temp.wiji_catalog(relations pg_catalog.oid[], ids pg_catalog.oid[]) RETURNS SETOF pg_catalog.text LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	objects oid[];
	catalog regclass;
	statement text;
BEGIN
	WITH RECURSIVE o (class, object) AS (
		SELECT 'pg_class'::regclass::oid, r FROM unnest(relations) r
		UNION
		SELECT d.classid, d.objid FROM o JOIN pg_depend d ON d.refclassid = class AND d.refobjid = object
		WHERE NOT (d.classid = 'pg_class'::regclass AND EXISTS (SELECT FROM pg_class c WHERE c.oid = d.objid AND c.relnamespace = 'pg_toast'::regnamespace))
		  AND NOT (d.classid = 'pg_trigger'::regclass AND EXISTS (SELECT FROM pg_trigger t WHERE t.oid = d.objid AND t.tgisinternal))
		  AND NOT (d.classid = 'pg_constraint'::regclass AND EXISTS (SELECT FROM pg_constraint k WHERE k.oid = d.objid AND k.contype = 'f' AND k.conparentid <> 0))
	)
	SELECT array_agg(DISTINCT object) INTO objects FROM o;

	FOR catalog, statement IN
		WITH refers AS (
			SELECT fktable, fkcols, pktable, is_array FROM pg_get_catalog_foreign_keys()
			UNION ALL SELECT 'pg_publication_rel'::regclass, '{prrelid,prattrs}', 'pg_attribute'::regclass, true
		), meaningless (relation, columns) AS (VALUES
			('pg_class', '{relfilenode,relpages,reltuples,relallvisible,relallfrozen,reltoastrelid,relhasindex,relhasrules,relhastriggers,relhassubclass,relfrozenxid,relminmxid,relrewrite,relnatts}'::name[]),
			('pg_attribute', '{attnum,attndims,attcacheoff,atthasmissing,attmissingval,attoptions}'),
			('pg_index', '{indclass,indcheckxmin}'),
			('pg_constraint', '{conpfeqop,conppeqop,conffeqop,conexclop,conislocal,coninhcount,connoinherit}'),
			('pg_partitioned_table', '{partclass}'),
			('pg_statistic_ext', '{stxkeys}')
		), definitions (relation, definition) AS (VALUES	-- what trees of expressions say
			('pg_class', 'concat_ws('' '', pg_temp.wiji_bounds(t.oid, $2), (SELECT reloptions FROM pg_class toast WHERE toast.oid = t.reltoastrelid),
				CASE WHEN relhastriggers THEN (SELECT string_agg(key || '' is switched to '' || enabled, '', '' ORDER BY key, enabled) FROM pg_temp.wiji_other_triggers(ARRAY[t.oid]) WHERE enabled <> ''O'') END)'),
			('pg_attrdef', 'pg_get_expr(adbin, adrelid)'),
			-- 15.20 and others count in there how often a column was changed
			('pg_attribute', '(SELECT string_agg(o, '','' ORDER BY o) FROM unnest(attoptions) o WHERE o NOT LIKE ''pg_attver=%'')'),
			('pg_constraint', 'concat_ws('' '', pg_get_constraintdef(oid), CASE WHEN contype IN (''c'', ''n'') AND NOT (SELECT relispartition FROM pg_class c WHERE c.oid = conrelid) THEN ''inherited: '' || NOT conislocal END)'),
			('pg_index', 'concat_ws('' '', pg_get_indexdef(indexrelid), (SELECT string_agg(attnum || '': '' || attstattarget, '','' ORDER BY attnum) FROM pg_attribute WHERE attrelid = indexrelid AND attstattarget >= 0))'),
			('pg_partitioned_table', 'pg_get_partkeydef(partrelid)'),
			('pg_policy', 'concat_ws('' / '', pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))'),
			('pg_proc', 'CASE WHEN prokind <> ''a'' THEN pg_get_functiondef(oid) END'),
			('pg_publication_rel', 'pg_get_expr(prqual, prrelid)'),
			('pg_rewrite', 'pg_get_ruledef(oid)'),
			('pg_statistic_ext', 'pg_get_statisticsobjdef(oid)'),
			('pg_trigger', 'pg_get_triggerdef(oid)')
		), skipped (relation, condition) AS (VALUES
			('pg_attribute', 'attnum > 0 AND NOT attisdropped AND NOT EXISTS (SELECT FROM pg_index WHERE indexrelid = attrelid)'),
			('pg_class', 'relnamespace <> ''pg_toast''::regnamespace'),
			('pg_constraint', 'NOT (contype = ''f'' AND conparentid <> 0)'),
			('pg_depend', '(deptype IN (''x'', ''e'') OR classid = ''pg_class''::regclass AND refclassid = ''pg_class''::regclass AND refobjid = ANY ($1)
				AND NOT EXISTS (SELECT FROM pg_class c WHERE c.oid = objid AND c.relnamespace = ''pg_toast''::regnamespace))'),
			('pg_trigger', 'NOT tgisinternal')
		)
		SELECT c.oid, format('SELECT array_remove(ARRAY[%s], NULL) FROM %s t WHERE (%s)%s',
			concat_ws(', ', string_agg(CASE
				WHEN a.attname = ANY (m.columns) OR a.atttypid = 'pg_node_tree'::regtype THEN NULL
				WHEN a.attname IN ('oid', 'objid', 'refobjid', 'objoid') THEN
					format('pg_temp.wiji_name(%s, %I)', CASE a.attname WHEN 'oid' THEN 't.tableoid' WHEN 'objoid' THEN 'classoid' WHEN 'objid' THEN 'classid' ELSE 'refclassid' END, a.attname)
				WHEN a.attname IN ('objsubid', 'refobjsubid') THEN
					format('CASE WHEN %1$I > 0 AND %2$s = ''pg_class''::regclass THEN pg_temp.wiji_columns(%3$s, %1$I::int2) ELSE %1$I::text END', a.attname,
						CASE WHEN a.attname = 'refobjsubid' THEN 'refclassid' WHEN c.relname = 'pg_depend' THEN 'classid' ELSE 'classoid' END,
						CASE WHEN a.attname = 'refobjsubid' THEN 'refobjid' WHEN c.relname = 'pg_depend' THEN 'objid' ELSE 'objoid' END)
				WHEN a.attname = f.fkcols[2] THEN format('%L || pg_temp.wiji_columns(%I, %s%I)', a.attname || ': ', f.fkcols[1], CASE WHEN f.is_array THEN 'VARIADIC ' ELSE '' END, a.attname)
				WHEN f.is_array THEN format('%L || ARRAY(SELECT pg_temp.wiji_name(%s, o) FROM unnest(%I) WITH ORDINALITY u (o, n) ORDER BY n)::text', a.attname || ': ', f.pktable::oid, a.attname)
				WHEN f.fkcols IS NOT NULL THEN format('%L || pg_temp.wiji_name(%s, %I)', a.attname || ': ', f.pktable::oid, a.attname)
				WHEN a.atttypid = 'aclitem[]'::regtype THEN format('%L || ARRAY(SELECT item::text FROM unnest(%s) item ORDER BY 1)::text', a.attname || ': ',
					-- without an entry, a table or view has these
					CASE a.attname WHEN 'relacl' THEN 'coalesce(relacl, acldefault(CASE relkind WHEN ''S'' THEN ''s'' ELSE ''r'' END::"char", relowner))' ELSE quote_ident(a.attname) END)
				ELSE format('%L || %I::text', a.attname || ': ', a.attname) END, ', ' ORDER BY a.attnum),
				(SELECT '''definition: '' || (' || definition || ')' FROM definitions d WHERE d.relation = c.relname)),
			c.oid::regclass,
			concat_ws(' OR ', string_agg(CASE WHEN a.attname IN ('oid', 'objid', 'objoid') OR cardinality(f.fkcols) = 1 AND NOT f.is_array AND f.pktable NOT IN ('pg_am'::regclass, 'pg_namespace'::regclass, 'pg_authid'::regclass)
				THEN format('%I = ANY ($1)', a.attname) END, ' OR ')),
			(SELECT ' AND ' || condition FROM skipped s WHERE s.relation = c.relname))
		FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
			LEFT JOIN meaningless m ON m.relation = c.relname
			LEFT JOIN LATERAL (SELECT * FROM refers WHERE fktable = c.oid AND a.attname = fkcols[cardinality(fkcols)] ORDER BY cardinality(fkcols) LIMIT 1) f ON true
		WHERE c.relnamespace = 'pg_catalog'::regnamespace AND c.relkind = 'r' AND NOT c.relisshared AND has_table_privilege(c.oid, 'SELECT')
		  AND c.relname NOT IN ('pg_statistic', 'pg_statistic_ext_data')	-- of rows, and only a superuser may read them
		  AND a.attnum > 0 AND NOT a.attisdropped
		GROUP BY c.oid, c.relname
		HAVING bool_or(a.attname IN ('oid', 'objid', 'objoid') OR cardinality(f.fkcols) = 1)
	LOOP
		RETURN QUERY EXECUTE 'SELECT concat_ws('', '', $3, fields[1], fields[2], field) FROM (' || statement || ') s (fields), unnest(fields) field'
			USING objects, ids, catalog;
	END LOOP;
END $$;

-- The statements that make an index again, or the constraint that it belongs to, with what was said
-- about it.  Here and below, expressions are written for the search_path that is set.  Types have
-- their schema, as the server looks them up when the file is run, in the path of whoever runs it.
CREATE OR REPLACE FUNCTION pg_temp.wiji_index(index pg_catalog.oid) RETURNS pg_catalog.text[] LANGUAGE plpgsql AS $$
DECLARE
	r pg_catalog.record;
BEGIN
	SELECT pg_temp.wiji_relation(i.indrelid) AS owner, pg_temp.wiji_relation(c.oid) AS name, c.reltablespace, i.indisclustered, i.indisreplident, k.oid AS constraint, k.conname,
		CASE WHEN k.oid IS NULL THEN regexp_replace(pg_get_indexdef(index), '^(CREATE (?:UNIQUE )?INDEX (?:"(?:[^"]|"")*"|[^" ]+) ON) ONLY ', '\1 ')
		     ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', pg_temp.wiji_relation(i.indrelid), k.conname, pg_get_constraintdef(k.oid)) END AS body
	INTO r
	FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid LEFT JOIN pg_constraint k ON k.conindid = index AND k.contype IN ('p', 'u', 'x')
	WHERE i.indexrelid = index;
	RETURN array_remove(ARRAY[
			format('SET LOCAL default_tablespace = %L', coalesce((SELECT spcname FROM pg_tablespace WHERE oid = r.reltablespace), '')),
			r.body,
			format('COMMENT ON INDEX %s IS %L', r.name, obj_description(index, 'pg_class')),
			CASE WHEN r.conname <> '' THEN format('COMMENT ON CONSTRAINT %I ON %s IS %L', r.conname, r.owner, obj_description(r.constraint, 'pg_constraint')) END,
			CASE WHEN r.indisclustered THEN format('ALTER TABLE %s CLUSTER ON %I', r.owner, (SELECT relname FROM pg_class WHERE oid = index)) END,
			CASE WHEN r.indisreplident THEN format('ALTER TABLE %s REPLICA IDENTITY USING INDEX %I', r.owner, (SELECT relname FROM pg_class WHERE oid = index)) END], NULL)
		|| ARRAY(SELECT format('ALTER INDEX %s ALTER %s SET STATISTICS %s', r.name, attnum, attstattarget) FROM pg_attribute WHERE attrelid = index AND attstattarget >= 0);
END $$;

CREATE OR REPLACE FUNCTION pg_temp.wiji_statistics(statistics pg_catalog.oid) RETURNS pg_catalog.text[] LANGUAGE plpgsql AS $$
BEGIN
	RETURN (SELECT ARRAY[pg_get_statisticsobjdef(oid), format('COMMENT ON STATISTICS %s.%I IS %L', stxnamespace::regnamespace, stxname, obj_description(oid, 'pg_statistic_ext')),
			format('ALTER STATISTICS %s.%I SET STATISTICS %s', stxnamespace::regnamespace, stxname, coalesce(stxstattarget, -1))]
		FROM pg_statistic_ext WHERE oid = statistics);
END $$;

-- What hangs on a table or view, apart from its columns and what it is made of.
CREATE OR REPLACE FUNCTION pg_temp.wiji_belongings(relation pg_catalog.oid) RETURNS pg_catalog.text[] LANGUAGE plpgsql AS $$
DECLARE
	name CONSTANT pg_catalog.text := pg_temp.wiji_relation(relation);
	kind CONSTANT pg_catalog.text := (SELECT CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END FROM pg_class WHERE oid = relation);
	owner CONSTANT pg_catalog.oid := (SELECT relowner FROM pg_class WHERE oid = relation);
	states CONSTANT pg_catalog.jsonb := '{"D": "DISABLE", "R": "ENABLE REPLICA", "A": "ENABLE ALWAYS"}';
BEGIN
	RETURN ARRAY(SELECT statement FROM (
		SELECT 1, format('COMMENT ON %s %s IS %L', kind, name, obj_description(relation, 'pg_class'))
		UNION ALL SELECT 2, format('COMMENT ON COLUMN %s.%I IS %L', name, attname, col_description(relation, attnum)) FROM pg_attribute WHERE attrelid = relation AND attnum > 0 AND NOT attisdropped AND col_description(relation, attnum) <> ''
		UNION ALL SELECT 2, format('ALTER TABLE %s ALTER %I SET STATISTICS %s', name, attname, attstattarget) FROM pg_attribute WHERE attrelid = relation AND attnum > 0 AND NOT attisdropped AND attstattarget >= 0
		UNION ALL SELECT 2, format('ALTER TABLE %s ALTER %I SET (%s)', name, attname, o) FROM pg_attribute, unnest(attoptions) o WHERE attrelid = relation AND NOT attisdropped AND o NOT LIKE 'pg_attver=%'
		UNION ALL SELECT 2, format('ALTER VIEW %s ALTER %I SET DEFAULT %s', name, attname, pg_get_expr(adbin, relation)) FROM pg_attrdef JOIN pg_attribute ON attrelid = relation AND attnum = adnum WHERE adrelid = relation AND kind = 'VIEW'
		UNION ALL SELECT 3, unnest(pg_temp.wiji_index(indexrelid)) FROM pg_index WHERE indrelid = relation
		UNION ALL SELECT 4, unnest(pg_temp.wiji_statistics(oid)) FROM pg_statistic_ext WHERE stxrelid = relation
		UNION ALL SELECT 5, unnest(ARRAY[pg_get_triggerdef(oid), format('COMMENT ON TRIGGER %I ON %s IS %L', tgname, name, obj_description(oid, 'pg_trigger')),
			'ALTER TABLE ' || name || ' ' || (states ->> tgenabled::text) || ' TRIGGER ' || quote_ident(tgname)]) FROM pg_trigger WHERE tgrelid = relation AND NOT tgisinternal AND tgparentid = 0
		UNION ALL SELECT 6, unnest(ARRAY[pg_get_ruledef(oid), format('COMMENT ON RULE %I ON %s IS %L', rulename, name, obj_description(oid, 'pg_rewrite')),
			'ALTER TABLE ' || name || ' ' || (states ->> ev_enabled::text) || ' RULE ' || quote_ident(rulename)]) FROM pg_rewrite WHERE ev_class = relation AND rulename <> '_RETURN'
		UNION ALL SELECT 7, unnest(ARRAY[format('CREATE POLICY %I ON %s AS %s FOR %s TO %s', polname, name, CASE WHEN polpermissive THEN 'PERMISSIVE' ELSE 'RESTRICTIVE' END,
				'{"r": "SELECT", "a": "INSERT", "w": "UPDATE", "d": "DELETE", "*": "ALL"}'::jsonb ->> polcmd::text, (SELECT string_agg(CASE r WHEN 0 THEN 'PUBLIC' ELSE r::regrole::text END, ', ') FROM unnest(polroles) r))
				|| coalesce(' USING (' || pg_get_expr(polqual, relation) || ')', '') || coalesce(' WITH CHECK (' || pg_get_expr(polwithcheck, relation) || ')', ''),
			format('COMMENT ON POLICY %I ON %s IS %L', polname, name, obj_description(oid, 'pg_policy'))]) FROM pg_policy WHERE polrelid = relation
		UNION ALL SELECT 8, unnest(ARRAY[CASE WHEN relrowsecurity THEN format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', name) END, CASE WHEN relforcerowsecurity THEN format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', name) END,
			CASE relreplident WHEN 'f' THEN format('ALTER TABLE %s REPLICA IDENTITY FULL', name) WHEN 'n' THEN format('ALTER TABLE %s REPLICA IDENTITY NOTHING', name) END]) FROM pg_class WHERE oid = relation AND relkind <> 'v'
		UNION ALL SELECT 9, format('GRANT %s ON %s TO %s', privilege_type, name, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END) || CASE WHEN is_grantable THEN ' WITH GRANT OPTION' ELSE '' END
			FROM pg_class, aclexplode(relacl) WHERE oid = relation AND grantee <> owner
		UNION ALL SELECT 9, format('GRANT %s (%I) ON %s TO %s', privilege_type, attname, name, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END) || CASE WHEN is_grantable THEN ' WITH GRANT OPTION' ELSE '' END
			FROM pg_attribute, aclexplode(attacl) WHERE attrelid = relation
		UNION ALL SELECT 10, format('ALTER PUBLICATION %I ADD TABLE %s', pubname, name) || coalesce(' (' || pg_temp.wiji_columns(relation, VARIADIC prattrs) || ')', '') || coalesce(' WHERE (' || pg_get_expr(prqual, relation) || ')', '')
			FROM pg_publication_rel JOIN pg_publication p ON p.oid = prpubid WHERE prrelid = relation
	) s (step, statement) WHERE statement IS NOT NULL ORDER BY step);
END $$;

-- What a table of that column, or one of the types, may be that cannot be moved.
CREATE OR REPLACE PROCEDURE pg_temp.wiji_refuse(tables pg_catalog.oid[], of_old pg_catalog.oid[], types pg_catalog.oid[]) LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	what text;
	why text;
	how text;
BEGIN
	SELECT * INTO what, why, how FROM (
		SELECT format('column %I of %s is an identity of a partitioned table', attname, c.oid::regclass), 'Its numbers would begin anew.',
			'Use ALTER COLUMN ... DROP IDENTITY before, and add it again afterwards, with RESTART.'
		FROM pg_class c JOIN pg_attribute ON attrelid = c.oid WHERE c.oid = ANY (tables) AND relkind = 'p' AND attidentity <> ''
		UNION ALL
		SELECT format('table %s inherits from %s', inhrelid::regclass, inhparent::regclass), 'The type of a column can change only in both at once.',
			'Use ALTER TABLE ... NO INHERIT before, and INHERIT again afterwards.'
		FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE NOT relispartition AND (inhrelid = ANY (tables) OR inhparent = ANY (tables))
		UNION ALL
		SELECT format('column %I of %s is generated from an id, or is one', g.attname, g.attrelid::regclass), 'A column cannot change its type while another one is generated from it.',
			'Drop it before, and add it again afterwards.'
		FROM pg_attribute g JOIN pg_attrdef f ON adrelid = g.attrelid AND adnum = g.attnum
		WHERE g.attgenerated <> '' AND g.attrelid = ANY (tables) AND EXISTS (
			SELECT FROM pg_depend d LEFT JOIN pg_attribute a ON d.refclassid = 'pg_class'::regclass AND a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
			WHERE (d.classid = 'pg_attrdef'::regclass AND d.objid = f.oid OR d.classid = 'pg_class'::regclass AND d.objid = g.attrelid AND d.objsubid = g.attnum)
			  AND (d.refobjid = ANY (of_old) OR a.attrelid = g.attrelid AND a.atttypid = ANY (of_old)))
		UNION ALL
		SELECT format('column %I of %s, a table of %I, has the row type of %s', attname, attrelid::regclass, pg_get_userbyid(relowner), typrelid::regclass), 'That type cannot change while values of it are stored.',
			'Drop the column before, and add it again afterwards. The table''s owner, the owner of its schema or a superuser can do so.'
		FROM pg_type t JOIN pg_attribute ON atttypid IN (t.oid, t.typarray) JOIN pg_class c ON c.oid = attrelid
		WHERE typrelid = ANY (tables) AND NOT attisdropped AND relkind IN ('r', 'p', 'm')
		UNION ALL
		SELECT format('type %s has more than its check of the version', t.oid::regtype), 'The columns would lose or get the constraint or default.',
			'Use ALTER DOMAIN to drop it before, and give it to the columns.'
		FROM pg_type t WHERE t.oid = ANY (types) AND typtype = 'd'
		  AND (typnotnull OR typdefault IS NOT NULL OR EXISTS (SELECT FROM pg_constraint
		       WHERE contypid = t.oid AND (conname, pg_get_constraintdef(oid)) <> ('wiji_version', 'CHECK (((get_byte(uuid_send(VALUE), 9) >> 4) = 1))')))
	) s;
	IF FOUND THEN
		RAISE feature_not_supported USING MESSAGE = what, DETAIL = why, HINT = how;
	END IF;
END $$;

-- The triggers that come with something else, and may be on or off by themselves: those of foreign
-- keys, which have other names when the key is made again, one for each end and event; and those
-- that partitions have from their parents.
CREATE OR REPLACE FUNCTION pg_temp.wiji_other_triggers(relations pg_catalog.oid[], OUT key pg_catalog.text, OUT owner pg_catalog.oid, OUT name pg_catalog.name, OUT enabled pg_catalog.text, OUT of_key pg_catalog.bool) RETURNS SETOF pg_catalog.record LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN QUERY
	WITH RECURSIVE keys AS (
		SELECT k.oid, k.conname AS root FROM pg_constraint k WHERE k.contype = 'f' AND k.conparentid = 0
		UNION ALL SELECT k.oid, root FROM keys JOIN pg_constraint k ON k.conparentid = keys.oid
	)
	SELECT concat_ws(' ', root, k.conrelid::regclass, k.confrelid::regclass, tgrelid::regclass, tgtype, CASE k.confrelid WHEN k.conrelid THEN tgfoid::regproc END), tgrelid, tgname, tgenabled::text, true
	FROM keys JOIN pg_constraint k USING (oid) JOIN pg_trigger ON tgconstraint = k.oid WHERE tgisinternal AND tgrelid = ANY (relations)
	UNION ALL
	SELECT concat_ws(' ', tgname, tgrelid::regclass), tgrelid, tgname, tgenabled::text, false FROM pg_trigger WHERE NOT tgisinternal AND tgparentid <> 0 AND tgrelid = ANY (relations);
END $$;

-- A snapshot from before the locks does not show what others did until then.  It would be dropped,
-- and not made again.
CREATE OR REPLACE PROCEDURE pg_temp.wiji_sees_all() LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF current_setting('transaction_isolation') IN ('repeatable read', 'serializable') THEN
		RAISE invalid_transaction_state USING
			MESSAGE = format('this transaction is %s', upper(current_setting('transaction_isolation'))),
			DETAIL = 'What others change meanwhile would be lost.',
			HINT = 'Begin it as READ COMMITTED.';
	END IF;
END $$;

-- Names are looked up in these schemas, so nobody else may be able to put anything there.  Tables
-- and views of the schema before it are looked up there, too.
CREATE OR REPLACE PROCEDURE pg_temp.wiji_trust(home pg_catalog.regnamespace, before pg_catalog.regnamespace DEFAULT NULL) LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	trusted CONSTANT oid[] := ARRAY(SELECT oid FROM pg_roles WHERE rolsuper OR rolname = current_user);
	strangers text;
BEGIN
	SELECT string_agg(DISTINCT what, ', ') INTO strangers
	FROM (SELECT coalesce(quote_ident(rolname), 'PUBLIC') || ', who may create there' AS what
	      FROM pg_namespace n,
	           LATERAL (SELECT CASE WHEN nspowner = 'pg_database_owner'::regrole
	                                THEN (SELECT datdba FROM pg_database WHERE datname = current_database()) ELSE nspowner END
	                    UNION SELECT grantee FROM aclexplode(nspacl) WHERE privilege_type = 'CREATE' AND grantee <> nspowner) may (create_in)
	           LEFT JOIN pg_roles r ON r.oid = create_in
	      WHERE n.oid = home AND create_in <> ALL (trusted)
	      UNION ALL
	      (SELECT format('%s of %I', oid::regprocedure, pg_get_userbyid(proowner)) FROM pg_proc WHERE pronamespace = home AND proowner <> ALL (trusted) LIMIT 1)
	      UNION ALL
	      (SELECT format('%s of %I', oid::regoperator, pg_get_userbyid(oprowner)) FROM pg_operator WHERE oprnamespace = home AND oprowner <> ALL (trusted) LIMIT 1)
	      UNION ALL	-- f(id) is a cast if f is a type, but for types of rows and arrays
	      (SELECT format('type %s of %I', oid::regtype, pg_get_userbyid(typowner)) FROM pg_type WHERE typnamespace = home AND typowner <> ALL (trusted) AND typtype NOT IN ('b', 'c') LIMIT 1)
	      UNION ALL
	      (SELECT format('%s of %I, with a namesake in %s', oid::regclass, pg_get_userbyid(relowner), before) FROM pg_class c WHERE relnamespace = home AND relowner <> ALL (trusted)
	       AND EXISTS (SELECT FROM pg_class b WHERE b.relnamespace = before AND b.relname = c.relname) LIMIT 1)) s;
	IF strangers IS NOT NULL THEN
		RAISE insufficient_privilege USING
			MESSAGE = format('in schema %s others could give names another meaning', home),
			DETAIL = format('There is %s.', strangers),
			HINT = 'REVOKE CREATE, or have the type in a schema of its own: a superuser''s ALTER EXTENSION wiji SET SCHEMA does that.';
	END IF;
END $$;

-- The views on these tables, or that call an old function, and after them the views on such views.
CREATE OR REPLACE FUNCTION pg_temp.wiji_views(tables pg_catalog.oid[], of_old pg_catalog.oid[]) RETURNS pg_catalog.oid[] LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN (
		WITH RECURSIVE v AS (
			SELECT w.ev_class AS oid, 1 AS level FROM pg_depend d JOIN pg_rewrite w ON w.oid = d.objid
			WHERE d.classid = 'pg_rewrite'::regclass AND w.ev_class <> d.refobjid
			  AND (d.refobjid = ANY (tables) OR d.refobjid = ANY (of_old) AND (SELECT relowner = quote_ident(current_user)::regrole FROM pg_class c WHERE c.oid = w.ev_class))
			UNION
			SELECT w.ev_class, v.level + 1 FROM v JOIN pg_depend d ON d.refobjid = v.oid JOIN pg_rewrite w ON w.oid = d.objid
			WHERE d.classid = 'pg_rewrite'::regclass AND w.ev_class <> v.oid AND v.level < 1000
		)
		SELECT coalesce(array_agg(oid ORDER BY level, oid), '{}')
		FROM (SELECT oid, max(level) AS level FROM v JOIN pg_class c USING (oid) WHERE c.relkind IN ('v', 'm') GROUP BY oid) s);
END $$;

-- The owner's tables whose checks, indexes, statistics or defaults call an old function, with a
-- column of the type or without.
CREATE OR REPLACE FUNCTION pg_temp.wiji_callers(of_old pg_catalog.oid[], owner pg_catalog.oid) RETURNS pg_catalog.oid[] LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN ARRAY(SELECT c.oid FROM pg_class c WHERE relkind IN ('r', 'p', 'f') AND relpersistence <> 't' AND relowner = owner AND c.oid IN (
		SELECT coalesce(conrelid, indrelid, adrelid, stxrelid) FROM pg_depend
			LEFT JOIN pg_constraint k ON classid = 'pg_constraint'::regclass AND k.oid = objid
			LEFT JOIN pg_index ON classid = 'pg_class'::regclass AND indexrelid = objid
			LEFT JOIN pg_attrdef f ON classid = 'pg_attrdef'::regclass AND f.oid = objid
			LEFT JOIN pg_statistic_ext s ON classid = 'pg_statistic_ext'::regclass AND s.oid = objid
		WHERE refobjid = ANY (of_old)));
END $$;

-- The owner's tables with a column of this type or its array.
CREATE OR REPLACE FUNCTION pg_temp.wiji_tables(type pg_catalog.oid, owner pg_catalog.oid) RETURNS pg_catalog.oid[] LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN ARRAY(SELECT DISTINCT c.oid FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
	             WHERE type IN (t.oid, t.typelem) AND c.relkind IN ('r', 'p', 'f') AND NOT a.attisdropped AND c.relpersistence <> 't' AND c.relowner = owner ORDER BY c.oid);
END $$;

-- What wiji_lock locks: these tables, the other ends of their foreign keys, and who else calls an
-- old function; the views on them, the last first; and against writing, tables that have the domain
-- already, as ALTER DOMAIN does later to look at every row.
CREATE OR REPLACE FUNCTION pg_temp.wiji_to_lock(type pg_catalog.oid, new_type pg_catalog.oid, owner pg_catalog.oid, of_old pg_catalog.oid[],
	OUT tables pg_catalog.oid[], OUT views pg_catalog.oid[], OUT locked pg_catalog.oid[], OUT names pg_catalog.text[], OUT looks_at pg_catalog.text[], OUT view_names pg_catalog.text[]) LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	me CONSTANT oid := quote_ident(current_user)::regrole;
	checked CONSTANT oid[] := ARRAY(SELECT oid FROM pg_class WHERE relkind IN ('r', 'p') AND relpersistence <> 't' AND relowner = me
		AND oid IN (SELECT attrelid FROM pg_attribute JOIN pg_type t ON t.oid = atttypid WHERE atttypid = new_type AND typtype = 'd') ORDER BY oid);
BEGIN
	tables := pg_temp.wiji_tables(type, owner);
	views := pg_temp.wiji_views(tables, of_old);
	locked := ARRAY(SELECT oid FROM pg_class WHERE relkind IN ('r', 'p') AND relowner = me AND (oid = ANY (tables || pg_temp.wiji_callers(of_old, me))
		OR oid IN (SELECT unnest(ARRAY[conrelid, confrelid]) FROM pg_constraint WHERE contype = 'f' AND (conrelid = ANY (tables) OR confrelid = ANY (tables))))
		ORDER BY oid);
	names := ARRAY(SELECT format('%I.%I', nspname, relname) FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE c.oid = ANY (locked) ORDER BY c.oid);
	looks_at := ARRAY(SELECT format('%I.%I', nspname, relname) FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE c.oid = ANY (checked) ORDER BY c.oid);
	view_names := ARRAY(SELECT format('%I.%I', nspname, relname) FROM unnest(views) WITH ORDINALITY v (oid, i) JOIN pg_class c USING (oid) JOIN pg_namespace n ON n.oid = relnamespace
		WHERE relowner = me ORDER BY i DESC);
	locked := locked || checked || views;
END $$;

-- Locks all of these or none.  A reader has locked a view before its tables, and a writer tables in
-- any order.  If locks were waited for one after the other, he would wait for one of ours while we
-- wait for his: a deadlock, which ends his transaction.  So no lock is held for as long as
-- deadlock_timeout while others are waited for.  A vacuum gives way only to those who wait longer,
-- so a weaker lock, which no reader or writer notices, comes first, by itself.  Others may have
-- made, renamed or dropped any of these meanwhile, partitions above all.  Another try sees that.
-- So an error counts only if it comes again although nothing has changed, as that of an event
-- trigger does.  CREATE INDEX CONCURRENTLY and the like hold a lock while they wait for the end of
-- this transaction.
CREATE OR REPLACE PROCEDURE pg_temp.wiji_lock(type pg_catalog.oid, new_type pg_catalog.oid, owner pg_catalog.oid, of_old pg_catalog.oid[], INOUT tables pg_catalog.oid[], INOUT views pg_catalog.oid[]) LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp SET lock_timeout = 0 AS $$
DECLARE
	these record;
	this text;
	waited_for text;
	waiter integer;
	began timestamptz;
	failure text;		-- of the last try
BEGIN
	LOOP
		BEGIN
			SELECT * INTO STRICT these FROM pg_temp.wiji_to_lock(type, new_type, owner, of_old) w;
			SELECT holds.relation::regclass::text, waits.pid INTO waited_for, waiter
			FROM pg_locks me JOIN pg_locks waits USING (virtualxid) JOIN pg_locks holds ON holds.pid = waits.pid
			WHERE me.pid = pg_backend_pid() AND NOT waits.granted AND holds.granted AND holds.relation = ANY (these.locked) AND holds.mode = 'ShareUpdateExclusiveLock' ORDER BY 2, 1 LIMIT 1;
			IF FOUND THEN
				RAISE object_in_use USING
					MESSAGE = format('process %s has locked table %s and waits for the end of this transaction', waiter, waited_for),
					HINT = 'Let its CREATE INDEX CONCURRENTLY, or what it is, end, and call again.';
			END IF;
			PERFORM set_config('lock_timeout', (2 * setting::bigint)::text, true) FROM pg_settings WHERE name = 'deadlock_timeout';
			FOREACH this IN ARRAY these.names || these.looks_at LOOP
				BEGIN
					EXECUTE format('LOCK TABLE ONLY %s IN SHARE UPDATE EXCLUSIVE MODE', this);
					RAISE SQLSTATE 'WIJI1';		-- gives the lock back
				EXCEPTION WHEN SQLSTATE 'WIJI1' THEN
					NULL;
				END;
			END LOOP;
			began := clock_timestamp();
			FOR this IN
				-- LOCK TABLE would lock what is below a view, too
				SELECT format('ALTER TABLE %s OWNER TO %I', name, current_user) FROM unnest(these.view_names) name
				UNION ALL SELECT format('LOCK TABLE ONLY %s IN SHARE MODE', name) FROM unnest(these.looks_at) name
				UNION ALL SELECT format('LOCK TABLE ONLY %s IN ACCESS EXCLUSIVE MODE', name) FROM unnest(these.names) name
			LOOP
				PERFORM set_config('lock_timeout', greatest(1, least(200, 0.8 * setting::integer - 1000 * extract(epoch FROM clock_timestamp() - began))::integer)::text, true)
				FROM pg_settings WHERE name = 'deadlock_timeout';
				EXECUTE this;
			END LOOP;
			EXIT WHEN (SELECT w IS NOT DISTINCT FROM these FROM pg_temp.wiji_to_lock(type, new_type, owner, of_old) w);
			RAISE lock_not_available;
		EXCEPTION WHEN OTHERS THEN
			IF SQLSTATE NOT IN ('55P03', '40P01') AND failure = format('%s %s', these, SQLERRM) THEN
				RAISE;
			END IF;
			failure := format('%s %s', these, SQLERRM);
			PERFORM pg_sleep(0.3 + random());
		END;
	END LOOP;
	tables := these.tables;
	views := these.views;
END $$;

CREATE OR REPLACE PROCEDURE pg_temp.wiji_move(old_home pg_catalog.regnamespace, new_home pg_catalog.regnamespace) LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
SET default_tablespace = ''
SET default_table_access_method = 'heap'
-- as pg_dump has it: what is written is what is read
SET DateStyle = 'ISO'
SET IntervalStyle = 'postgres'
SET extra_float_digits = 3
SET quote_all_identifiers = off
SET standard_conforming_strings = on
SET transform_null_equals = off
AS $$
DECLARE
	old_type CONSTANT regtype := format('%s.wiji', old_home)::regtype;
	new_type CONSTANT regtype := format('%s.wiji', new_home)::regtype;
	homes CONSTANT regnamespace[] := ARRAY[old_home, new_home];
	-- SET ROLE and SET SESSION AUTHORIZATION make a superuser nobody else: the owner's code
	-- could end them
	me CONSTANT oid := (SELECT CASE WHEN rolsuper THEN oid ELSE quote_ident(current_user)::regrole END FROM pg_stat_activity JOIN pg_roles ON oid = usesysid WHERE pid = pg_backend_pid());
	of_old CONSTANT oid[] := pg_temp.wiji_objects(old_type) || ARRAY(SELECT unnest(ARRAY[oid, typarray]) FROM pg_type WHERE oid = old_type);
	version_check CONSTANT text := (SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE contypid = new_type AND conname = 'wiji_version');
	tables oid[];		-- with a column of the old type
	callers oid[];		-- whose checks, indexes, statistics or defaults call an old function
	views oid[];		-- on these tables, or that call an old function, and views on such views
	relations text[];
	before text[];
	after text[];
	drops text[] := '{}';
	late text[] := '{}';	-- when the domain has its check again, as that cannot look at arrays
	replaces text[];
	makes text[] := '{}';
	attaches text[] := '{}';
	keys text[] := '{}';
	forced text[];		-- tables with keys, whose owner has forced policies on himself
	switched jsonb;		-- which of wiji_other_triggers are on, and how
	r record;
	statement text;
	literal text;
	as_uuid uuid;
BEGIN
	CALL pg_temp.wiji_sees_all();
	CALL pg_temp.wiji_trust(old_home);
	CALL pg_temp.wiji_trust(new_home, old_home);
	tables := pg_temp.wiji_tables(old_type, me);
	IF tables = '{}' THEN
		RAISE undefined_column USING
			MESSAGE = format('no table of %s has a column of type %s', me::regrole, old_type),
			HINT = 'Every owner moves the tables of his own.';
	END IF;
	CALL pg_temp.wiji_lock(old_type, new_type, me, of_old, tables, views);
	CALL pg_temp.wiji_refuse(tables, of_old, ARRAY[old_type, new_type]);

	-- Code of an owner must not run with the rights of another.  Anyone can make a view of a table
	-- whose name he may look up, and so keep its columns from changing.
	SELECT string_agg(format('%s %s of %I', CASE relkind WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' ELSE 'table' END, c.oid::regclass, pg_get_userbyid(relowner)), ', ' ORDER BY c.oid) INTO statement
	FROM pg_class c
	WHERE relowner <> me AND (c.oid = ANY (views)
		OR c.oid IN (SELECT unnest(ARRAY[inhparent, inhrelid]) FROM pg_inherits WHERE inhparent = ANY (tables) OR inhrelid = ANY (tables))
		OR c.oid IN (SELECT unnest(ARRAY[conrelid, confrelid]) FROM pg_constraint WHERE contype = 'f' AND (conrelid = ANY (tables) OR confrelid = ANY (tables))));
	IF statement IS NOT NULL THEN
		RAISE insufficient_privilege USING
			MESSAGE = 'what belongs to others hangs on these tables',
			DETAIL = format('By a view, a partition or a foreign key: %s.', statement),
			HINT = 'Take it off before, and make it again afterwards: its owner, the owner of its schema or a superuser can do so. A schema whose names others may not look up (REVOKE USAGE) keeps new views away.';
	END IF;
	relations := ARRAY(SELECT t::regclass::text FROM unnest(tables || views || ARRAY(
		SELECT unnest(ARRAY[conrelid, confrelid]) FROM pg_constraint WHERE contype = 'f' AND (conrelid = ANY (tables) OR confrelid = ANY (tables)))) t GROUP BY t);
	SELECT jsonb_object_agg(key, enabled), min(owner::regclass::text) FILTER (WHERE of_key AND enabled <> 'O') INTO switched, statement FROM pg_temp.wiji_other_triggers(relations::regclass[]::oid[]);
	IF statement <> '' AND NOT (SELECT rolsuper FROM pg_roles WHERE oid = me) THEN
		RAISE insufficient_privilege USING
			MESSAGE = format('a foreign key of table %s, or to it, is switched off', statement),
			DETAIL = 'Only a superuser may do so, and it would be on afterwards.',
			HINT = 'As a superuser, use ALTER TABLE ... ENABLE TRIGGER ALL before, and DISABLE TRIGGER again afterwards.';
	END IF;
	callers := pg_temp.wiji_callers(of_old, me);
	relations := relations || ARRAY(SELECT t::regclass::text FROM unnest(callers) t WHERE t::regclass::text <> ALL (relations));
	before := ARRAY(SELECT pg_temp.wiji_catalog(relations::regclass[]::oid[], ARRAY[old_type, new_type]));

	-- Once more: a transaction may have left something there while this one waited for locks.
	CALL pg_temp.wiji_trust(old_home);
	CALL pg_temp.wiji_trust(new_home, old_home);
	PERFORM set_config('search_path', format('%s, pg_temp', old_home), true);

	-- Views, the last first.
	drops := drops || ARRAY(SELECT format('DROP %s %s', CASE relkind WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'VIEW' END, pg_temp.wiji_relation(c.oid))
		FROM unnest(views) WITH ORDINALITY v (oid, n) JOIN pg_class c USING (oid) ORDER BY n DESC);

	-- Foreign keys of these tables and to them.
	FOR r IN SELECT pg_temp.wiji_relation(conrelid) AS owner, conname, pg_get_constraintdef(oid) AS body, obj_description(oid, 'pg_constraint') AS remark FROM pg_constraint
	         WHERE contype = 'f' AND conparentid = 0 AND (conrelid = ANY (tables) OR confrelid = ANY (tables)) LOOP
		drops := drops || format('ALTER TABLE %s DROP CONSTRAINT %I', r.owner, r.conname);
		keys := keys || format('ALTER TABLE %s ADD CONSTRAINT %I %s', r.owner, r.conname, r.body)
			|| format('COMMENT ON CONSTRAINT %I ON %s IS %L', r.conname, r.owner, r.remark);
	END LOOP;

	forced := ARRAY(SELECT pg_temp.wiji_relation(oid) FROM pg_class WHERE relforcerowsecurity AND oid IN (
		SELECT unnest(ARRAY[conrelid, confrelid]) FROM pg_constraint WHERE contype = 'f' AND (conrelid = ANY (tables) OR confrelid = ANY (tables))));

	-- Partitions stand alone for a while.
	FOR r IN SELECT pg_temp.wiji_relation(inhrelid) AS child, pg_temp.wiji_relation(inhparent) AS parent, pg_temp.wiji_bounds(c.oid, ARRAY[old_type, new_type]) AS bound
	         FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE inhparent = ANY (tables) AND c.relispartition ORDER BY pg_get_expr(relpartbound, c.oid) = 'DEFAULT' LOOP
		drops := drops || format('ALTER TABLE %s DETACH PARTITION %s', r.parent, r.child);
		attaches := attaches || format('ALTER TABLE %s ATTACH PARTITION %s %s', r.parent, r.child, r.bound);
	END LOOP;

	-- Checks, indexes, statistics and defaults that use the old functions.
	-- Partitions have checks of their own if they stand alone.  Children get theirs from parents,
	-- who have fewer ancestors.
	FOR r IN SELECT DISTINCT conrelid, pg_temp.wiji_relation(conrelid) AS owner, conname, pg_get_constraintdef(k.oid) AS body, obj_description(k.oid, 'pg_constraint') AS remark,
	                (WITH RECURSIVE above AS (SELECT inhparent FROM pg_inherits WHERE inhrelid = conrelid UNION SELECT i.inhparent FROM above a JOIN pg_inherits i ON i.inhrelid = a.inhparent)
	                 SELECT count(*) FROM above) AS ancestors
	         FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_depend d ON d.classid = 'pg_constraint'::regclass AND d.objid = k.oid
	         WHERE contype = 'c' AND (conislocal OR c.relispartition AND c.oid = ANY (tables)) AND c.oid = ANY (callers) AND d.refobjid = ANY (of_old)
	         ORDER BY ancestors, conrelid LOOP
		drops := drops || format('ALTER TABLE %s DROP CONSTRAINT %I', r.owner, r.conname);
		makes := ARRAY[format('ALTER TABLE %s ADD CONSTRAINT %I %s', r.owner, r.conname, r.body),
			format('COMMENT ON CONSTRAINT %I ON %s IS %L', r.conname, r.owner, r.remark)] || makes;
	END LOOP;
	FOR r IN SELECT DISTINCT i.indexrelid AS index FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid
	         WHERE c.relkind = 'i' AND i.indrelid = ANY (callers) AND d.refobjid = ANY (of_old) LOOP
		drops := drops || format('DROP INDEX %s', pg_temp.wiji_relation(r.index));
		makes := pg_temp.wiji_index(r.index) || makes;
	END LOOP;
	FOR r IN SELECT DISTINCT s.oid, stxnamespace::regnamespace AS home, stxname FROM pg_statistic_ext s JOIN pg_class c ON c.oid = stxrelid JOIN pg_depend d ON d.classid = 'pg_statistic_ext'::regclass AND d.objid = s.oid
	         WHERE NOT (c.relkind = 'p' AND c.oid = ANY (tables)) AND c.oid = ANY (callers) AND d.refobjid = ANY (of_old) LOOP
		drops := drops || format('DROP STATISTICS %s.%I', r.home, r.stxname);
		makes := pg_temp.wiji_statistics(r.oid) || makes;
	END LOOP;
	FOR r IN SELECT DISTINCT pg_temp.wiji_relation(a.attrelid) AS owner, a.attname, pg_get_expr(f.adbin, f.adrelid) AS body
	         FROM pg_attrdef f JOIN pg_attribute a ON a.attrelid = f.adrelid AND a.attnum = f.adnum
	         JOIN pg_class c ON c.oid = a.attrelid
	         JOIN pg_depend d ON d.classid = 'pg_attrdef'::regclass AND d.objid = f.oid
	         WHERE a.attgenerated = '' AND c.oid = ANY (tables || callers) AND (d.refobjid = ANY (of_old) OR a.atttypid = ANY (of_old)) LOOP
		drops := drops || format('ALTER TABLE ONLY %s ALTER %I DROP DEFAULT', r.owner, r.attname);
		makes := format('ALTER TABLE ONLY %s ALTER %I SET DEFAULT %s', r.owner, r.attname, r.body) || makes;
	END LOOP;

	-- ALTER TABLE makes statistics again, and forgets their targets.
	makes := makes || ARRAY(SELECT format('ALTER STATISTICS %s.%I SET STATISTICS %s', stxnamespace::regnamespace, stxname, stxstattarget)
		FROM pg_statistic_ext JOIN pg_class c ON c.oid = stxrelid WHERE stxrelid = ANY (tables) AND relkind = 'r' AND stxstattarget >= 0);

	-- The columns.  A partitioned table cannot change its key's type, so an empty one takes its
	-- place.  That comes first: before PostgreSQL 18 a lock does not keep rights from being
	-- changed, and what is revoked while other tables are rewritten would be granted again.
	FOR r IN SELECT c.oid, pg_temp.wiji_relation(c.oid) AS name, c.relkind, c.relname, c.relnamespace::regnamespace AS home, c.relam,
	                coalesce((SELECT spcname FROM pg_tablespace s WHERE s.oid = c.reltablespace), '') AS place,
	                bool_or(a.atttypid <> old_type) AS has_array,
	                string_agg(format('ALTER %1$I TYPE %2$s%3$s', a.attname, new_type, CASE WHEN a.atttypid = old_type THEN '' ELSE '[]' END)
	                           || CASE c.relkind WHEN 'f' THEN '' ELSE format(' USING %1$I::uuid%3$s::%2$s%3$s', a.attname, new_type, CASE WHEN a.atttypid = old_type THEN '' ELSE '[]' END) END, ', ') AS columns
	         FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
	         WHERE c.oid = ANY (tables) AND old_type IN (t.oid, t.typelem) AND NOT a.attisdropped GROUP BY c.oid ORDER BY c.relkind <> 'p' LOOP
		IF r.relkind <> 'p' THEN
			statement := format('ALTER TABLE %s %s', r.name, r.columns);
			IF r.has_array THEN
				late := late || statement;
			ELSE
				drops := drops || statement;
			END IF;
			CONTINUE;
		END IF;
		replaces := ARRAY[format('CREATE TABLE %s.wiji_move_%s (LIKE %s INCLUDING ALL EXCLUDING INDEXES EXCLUDING STATISTICS)', r.home, r.oid, r.name)]
			|| ARRAY(SELECT format('ALTER SEQUENCE %s OWNED BY NONE', pg_temp.wiji_relation(objid)) FROM pg_depend WHERE refobjid = r.oid AND deptype = 'a' AND classid = 'pg_class'::regclass AND (SELECT relkind = 'S' FROM pg_class WHERE oid = objid))
			|| format('DROP TABLE %s', r.name)
			|| format('ALTER TABLE %s.wiji_move_%s %s', r.home, r.oid, r.columns)
			|| format('SET LOCAL default_tablespace = %L', r.place)
			|| format('CREATE TABLE %1$s.%3$I (LIKE %1$s.wiji_move_%2$s INCLUDING ALL) PARTITION BY %4$s%5$s', r.home, r.oid, r.relname, pg_get_partkeydef(r.oid), (SELECT ' USING ' || quote_ident(amname) FROM pg_am WHERE oid = r.relam))
			|| format('DROP TABLE %s.wiji_move_%s', r.home, r.oid)
			|| ARRAY(SELECT format('ALTER SEQUENCE %s OWNED BY %s.%I', pg_temp.wiji_relation(objid), r.name, attname) FROM pg_depend JOIN pg_attribute ON attrelid = refobjid AND attnum = refobjsubid
			         WHERE refobjid = r.oid AND deptype = 'a' AND classid = 'pg_class'::regclass AND (SELECT relkind = 'S' FROM pg_class WHERE oid = objid));
		IF r.has_array AND version_check <> '' THEN
			late := late || replaces;
		ELSE
			drops := drops || replaces;
		END IF;
		makes := pg_temp.wiji_belongings(r.oid) || makes;
	END LOOP;

	-- The server looks at keys by queries, from which policies hide rows that the owner forced on
	-- himself.
	makes := makes || attaches || ARRAY(SELECT format('ALTER TABLE %s NO FORCE ROW LEVEL SECURITY', name) FROM unnest(forced) name)
		|| keys || ARRAY(SELECT format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', name) FROM unnest(forced) name);
	FOR r IN SELECT c.*, pg_temp.wiji_relation(c.oid) AS name, rtrim(pg_get_viewdef(c.oid), ';') AS body, (SELECT amname FROM pg_am WHERE oid = c.relam) AS method,
	                coalesce((SELECT spcname FROM pg_tablespace s WHERE s.oid = c.reltablespace), '') AS place,
	                array_to_string(c.reloptions || ARRAY(SELECT 'toast.' || o FROM pg_class t, unnest(t.reloptions) o WHERE t.oid = c.reltoastrelid), ', ') AS options
	         FROM unnest(views) WITH ORDINALITY v (oid, n) JOIN pg_class c USING (oid) ORDER BY n LOOP
		makes := makes || format('SET LOCAL default_tablespace = %L', r.place)
			|| format('CREATE %s %s%s%s AS %s%s', CASE r.relkind WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'VIEW' END, r.name,
			          ' USING ' || quote_ident(r.method), ' WITH (' || nullif(r.options, '') || ')', r.body, CASE WHEN r.relispopulated THEN '' ELSE ' WITH NO DATA' END);
	END LOOP;
	FOREACH r.oid IN ARRAY views LOOP
		makes := makes || pg_temp.wiji_belongings(r.oid);
	END LOOP;

	-- Where plain SQL has its own min and max of uuids, definitions cast ids to these.  A column of
	-- another type stays as it is, and so does what is in quotes.
	SELECT string_agg(DISTINCT regexp_replace(quote_ident(attname), '(\W)', '\\\1', 'g'), '|') INTO literal FROM pg_attribute WHERE attrelid = ANY (tables || views) AND atttypid = old_type;
	IF literal <> '' AND version_check IS NULL AND to_regprocedure('max(uuid)') = ANY (of_old) THEN
		makes := ARRAY(SELECT regexp_replace(m, '(''(?:[^'']|'''')*''|"(?:[^"]|"")*")|\y((?:min|max)\()\(((?:(?:"(?:[^"]|"")*"|[\w$]+)\.)?(?:' || literal || '))(\))::uuid\)', '\1\2\3\4', 'g')
			FROM unnest(makes) WITH ORDINALITY u (m, n) ORDER BY n);
	END IF;
	-- Ids that are written in definitions: the domain does not read 26 characters, and both read
	-- the UUID form.
	FOR i IN 1 .. cardinality(makes) LOOP
		FOR literal IN SELECT DISTINCT m[1] FROM regexp_matches(makes[i], '''([0-7][0-9A-HJKMNP-TV-Z]{25})''::wiji\y', 'g') m LOOP
			EXECUTE format('SELECT %L::%s::uuid', literal, old_type) INTO as_uuid;
			makes[i] := replace(makes[i], quote_literal(literal) || '::wiji', quote_literal(as_uuid) || '::wiji');
		END LOOP;
	END LOOP;

	PERFORM set_config('search_path', format('%s, %s, pg_temp', new_home, old_home), true);
	-- Without its check for a moment the domain needs no table to be rewritten.  It comes back at
	-- once, and looks at every row; arrays of a domain cannot be looked at so, and their tables are
	-- rewritten.
	IF version_check IS NOT NULL THEN
		drops := format('ALTER DOMAIN %s DROP CONSTRAINT wiji_version', new_type) || drops
			|| format('ALTER DOMAIN %s ADD CONSTRAINT wiji_version %s', new_type, version_check);
	END IF;
	FOREACH statement IN ARRAY drops || late || makes LOOP
		CONTINUE WHEN statement LIKE 'COMMENT ON %' AND statement LIKE '% IS NULL';
		RAISE DEBUG '%', statement;
		EXECUTE statement;
	END LOOP;

	PERFORM set_config('search_path', 'pg_catalog, pg_temp', true);
	CALL pg_temp.wiji_trust(old_home);
	CALL pg_temp.wiji_trust(new_home, old_home);
	FOR r IN SELECT owner::regclass AS owner, name, switched ->> key AS state FROM pg_temp.wiji_other_triggers(relations::regclass[]::oid[]) WHERE enabled <> switched ->> key LOOP
		EXECUTE format('ALTER TABLE ONLY %s %s TRIGGER %I', r.owner, '{"O": "ENABLE", "D": "DISABLE", "R": "ENABLE REPLICA", "A": "ENABLE ALWAYS"}'::jsonb ->> r.state, r.name);
	END LOOP;
	after := ARRAY(SELECT pg_temp.wiji_catalog(relations::regclass[]::oid[], ARRAY[old_type, new_type]));
	WITH was AS (SELECT line, n, row_number() OVER (PARTITION BY n) AS i
	             FROM (SELECT unnest(before) EXCEPT ALL SELECT unnest(after)) s (line), pg_temp.wiji_without_type(line, homes) n),
	     is_now AS (SELECT line, n, row_number() OVER (PARTITION BY n) AS i
	             FROM (SELECT unnest(after) EXCEPT ALL SELECT unnest(before)) s (line), pg_temp.wiji_without_type(line, homes) n)
	SELECT string_agg(CASE WHEN a.line IS NULL THEN 'was: ' || b.line ELSE 'is: ' || a.line END, E'\n' ORDER BY coalesce(a.line, b.line)) INTO statement
	FROM was b FULL JOIN is_now a USING (n, i) WHERE a.line IS NULL OR b.line IS NULL;
	IF statement IS NOT NULL THEN
		RAISE feature_not_supported USING
			MESSAGE = 'more than the type would change, so nothing has been moved',
			DETAIL = statement,
			HINT = 'Drop what this is about before, and make it again afterwards.';
	END IF;

	SELECT string_agg(DISTINCT pg_describe_object(classid, objid, objsubid), ', ') INTO statement
	FROM pg_depend d
	WHERE refobjid = ANY (of_old) AND objid <> ALL (of_old)
	  AND classid NOT IN ('pg_amop'::regclass, 'pg_amproc'::regclass)	-- which belong to an operator class
	  AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.classid = d.classid AND e.objid = d.objid AND e.deptype = 'e')
	  AND NOT EXISTS (SELECT FROM pg_type t WHERE classid = 'pg_type'::regclass AND t.oid = objid AND t.typelem = old_type)
	  AND NOT EXISTS (SELECT FROM pg_constraint k WHERE classid = 'pg_constraint'::regclass AND k.oid = objid AND k.contypid = old_type);
	IF statement IS NOT NULL THEN
		RAISE WARNING USING
			MESSAGE = format('not everything has left %s', old_type),
			DETAIL = statement;
	END IF;
END $$;

-- Drops the schema in which portable/wiji.sql and feed.sql were, and nothing else: a column, view
-- or function that still needs it, or anybody's own object in it, is an error.  DROP SCHEMA would
-- want CASCADE for the functions, and take the columns with them.
CREATE OR REPLACE PROCEDURE pg_temp.wiji_drop(home pg_catalog.regnamespace) LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp SET client_min_messages = warning AS $$
DECLARE
	of_files CONSTANT oid[] := pg_temp.wiji_objects(to_regtype(format('%s.wiji', home)));
	others CONSTANT text := (
		WITH RECURSIVE part (class, object) AS (
			SELECT 'pg_namespace'::regclass::oid, home::oid
			UNION
			SELECT classid, objid
			FROM part JOIN pg_depend ON (refclassid, refobjid) = (class, object)
			WHERE deptype IN ('a', 'i') OR class = 'pg_namespace'::regclass AND CASE
				WHEN classid IN ('pg_proc'::regclass, 'pg_operator'::regclass) THEN objid = ANY (of_files)
				WHEN classid = 'pg_type'::regclass THEN (SELECT typname = 'wiji' FROM pg_type WHERE oid = objid)
				WHEN classid = 'pg_class'::regclass THEN (SELECT relkind = 'S' AND relname = 'wiji_low_water' FROM pg_class WHERE oid = objid)
			END
		)
		SELECT string_agg(DISTINCT pg_describe_object(classid, objid, objsubid), E'\n')
		FROM part JOIN pg_depend ON (refclassid, refobjid) = (class, object)
		WHERE (classid, objid) NOT IN (SELECT class, object FROM part));
	statement text;
BEGIN
	CALL pg_temp.wiji_sees_all();
	IF NOT EXISTS (SELECT FROM pg_type WHERE typnamespace = home AND typname = 'wiji' AND typbasetype = 'uuid'::regtype) THEN
		RAISE undefined_object USING MESSAGE = format('schema %s has no domain wiji of portable/wiji.sql', home);
	END IF;
	IF others IS NOT NULL THEN
		RAISE dependent_objects_still_exist USING
			MESSAGE = format('cannot drop schema %s, because other objects need it or are in it', home),
			DETAIL = others,
			HINT = 'Each owner of tables moves them by pg_temp.wiji_move. Change or drop the rest.';
	END IF;
	-- Without CASCADE, which would take what others have made since, and while this waits for
	-- locks.
	FOR statement IN
		SELECT 'DROP OPERATOR ' || string_agg(oid::regoperator::text, ', ') FROM pg_operator WHERE oprnamespace = home
		UNION ALL SELECT 'DROP ROUTINE ' || string_agg(oid::regprocedure::text, ', ') FROM pg_proc WHERE pronamespace = home
		UNION ALL SELECT 'DROP SEQUENCE ' || string_agg(oid::regclass::text, ', ') FROM pg_class WHERE relnamespace = home
		UNION ALL SELECT format('DROP DOMAIN %s.wiji', home)
		UNION ALL SELECT format('DROP SCHEMA %s', home)
	LOOP
		EXECUTE coalesce(statement, 'SELECT');
	END LOOP;
END $$;
