-- From portable/wiji.sql to the extension, and back: docs/portable.md.
--
--	psql -f portable/move.sql -c "CALL pg_temp.wiji_move('schema of the one', 'schema of the other')"
--
-- In one transaction, every column of the old type wiji gets the new one, with the defaults,
-- constraints, indexes, partitions and views that belong to it; the procedure is gone with the
-- session.  Definitions are read with the old schema as search_path and written with the new one
-- before it, so the same words mean the new functions.  What the procedure does not know how to
-- make again it does not drop: it stops, says what that is, and has changed nothing.

CREATE OR REPLACE PROCEDURE pg_temp.wiji_move(old_home regnamespace, new_home regnamespace) LANGUAGE plpgsql AS $$
DECLARE
	path CONSTANT text := current_setting('search_path');
	old_type CONSTANT regtype := format('%s.wiji', old_home)::regtype;
	new_type CONSTANT regtype := format('%s.wiji', new_home)::regtype;
	of_old CONSTANT oid[] := ARRAY(SELECT p.oid FROM pg_catalog.pg_proc p WHERE p.pronamespace = old_home AND p.proname ~ '^wiji|^(min|max)$')
		|| ARRAY(SELECT o.oid FROM pg_catalog.pg_operator o WHERE o.oprnamespace = old_home) || ARRAY[old_type::oid, old_type::oid];
	tables oid[];		-- with a column of the old type
	views oid[];
	relations text[];	-- all of these, and who may do what with each
	rights text[];
	version_check CONSTANT text := (SELECT pg_catalog.pg_get_constraintdef(oid) FROM pg_catalog.pg_constraint WHERE contypid = new_type AND conname = 'wiji_version');
	drops text[] := '{}';
	late text[] := '{}';
	makes text[] := '{}';
	r record;
	statement text;
	literal text;
	as_uuid uuid;
BEGIN
	PERFORM pg_catalog.set_config('search_path', format('%s', old_home), true);

	tables := ARRAY(SELECT DISTINCT c.oid FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
	                WHERE old_type IN (t.oid, t.typelem) AND c.relkind IN ('r', 'p') AND NOT a.attisdropped AND c.relpersistence <> 't');
	SELECT string_agg(t::regclass::text, ', ' ORDER BY t) INTO statement FROM unnest(tables) t;
	IF statement IS NULL THEN
		RAISE undefined_column USING MESSAGE = format('no table has a column of type %s', old_type);
	END IF;
	EXECUTE 'LOCK TABLE ' || statement || ' IN ACCESS EXCLUSIVE MODE';

	-- Views on these tables, or that call the old functions, and views on such views, first those
	-- that others need.
	WITH RECURSIVE v AS (
		SELECT w.ev_class AS oid, 1 AS level FROM pg_depend d JOIN pg_rewrite w ON w.oid = d.objid
		WHERE d.classid = 'pg_rewrite'::regclass AND w.ev_class <> d.refobjid AND (d.refobjid = ANY (tables) OR d.refobjid = ANY (of_old))
		UNION
		SELECT w.ev_class, v.level + 1 FROM v JOIN pg_depend d ON d.refobjid = v.oid JOIN pg_rewrite w ON w.oid = d.objid
		WHERE d.classid = 'pg_rewrite'::regclass AND w.ev_class <> v.oid
	)
	SELECT coalesce(array_agg(oid ORDER BY level, oid), '{}') INTO views FROM (SELECT oid, max(level) AS level FROM v GROUP BY oid) s;

	-- What depends on a view or a partitioned table, which have to be made again, and is not made
	-- again here.
	SELECT string_agg(pg_describe_object(d.classid, d.objid, d.objsubid), ', ') INTO statement
	FROM (SELECT DISTINCT classid, objid, objsubid, refobjid FROM pg_depend WHERE refclassid = 'pg_class'::regclass AND deptype IN ('n', 'a')) d
	JOIN pg_class c ON c.oid = d.refobjid
	WHERE (c.oid = ANY (views) OR c.oid = ANY (tables) AND c.relkind = 'p')
	  AND NOT (d.classid = 'pg_rewrite'::regclass AND (SELECT ev_class = ANY (views) FROM pg_rewrite WHERE oid = d.objid))
	  AND NOT (c.relkind = 'p' AND (d.classid IN ('pg_attrdef'::regclass, 'pg_constraint'::regclass, 'pg_statistic_ext'::regclass)
	                                OR d.classid = 'pg_class'::regclass AND (SELECT relkind = 'I' OR relispartition FROM pg_class WHERE oid = d.objid)));
	IF statement IS NOT NULL THEN
		RAISE feature_not_supported USING
			MESSAGE = 'what depends on views and partitioned tables would be lost',
			DETAIL = statement,
			HINT = 'Drop it before, and make it again afterwards.';
	END IF;
	SELECT string_agg(c.oid::regclass::text, ', ') INTO statement FROM pg_class c
	WHERE c.oid = ANY (tables) AND c.relkind = 'p' AND (c.relrowsecurity OR c.relreplident <> 'd')
	   OR c.oid = ANY (tables) AND c.relkind <> 'p' AND EXISTS (SELECT FROM pg_inherits i WHERE i.inhparent = c.oid)
	   OR (c.oid = ANY (views) OR c.oid = ANY (tables) AND c.relkind = 'p')
	      AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND (a.attacl IS NOT NULL OR a.attidentity <> ''));
	IF statement IS NOT NULL THEN
		RAISE feature_not_supported USING
			MESSAGE = 'children that are no partitions, row security, a replica identity, identity columns or rights to columns would be lost',
			DETAIL = statement,
			HINT = 'Take them away before, and make them again afterwards.';
	END IF;
	SELECT array_agg(c.oid::regclass::text), array_agg(ARRAY(SELECT acl::text FROM unnest(c.relacl) acl ORDER BY 1)::text) INTO relations, rights
	FROM pg_class c WHERE c.oid = ANY (views) OR c.oid = ANY (tables);

	-- Views, the last first.
	FOR r IN SELECT c.*, pg_get_viewdef(c.oid) AS body, n FROM unnest(views) WITH ORDINALITY v (oid, n) JOIN pg_class c USING (oid) ORDER BY n DESC LOOP
		drops := drops || format('DROP %s %s', CASE r.relkind WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'VIEW' END, r.oid::regclass);
	END LOOP;

	-- Foreign keys of these tables and to them.
	FOR r IN SELECT conrelid::regclass AS owner, conname, pg_get_constraintdef(oid) AS body FROM pg_constraint
	         WHERE contype = 'f' AND conparentid = 0 AND (conrelid = ANY (tables) OR confrelid = ANY (tables)) LOOP
		drops := drops || format('ALTER TABLE %s DROP CONSTRAINT %I', r.owner, r.conname);
		makes := makes || format('ALTER TABLE %s ADD CONSTRAINT %I %s', r.owner, r.conname, r.body);
	END LOOP;

	-- Partitions stand alone for a while.
	FOR r IN SELECT inhrelid::regclass AS child, inhparent::regclass AS parent, pg_get_expr(relpartbound, c.oid) AS bound
	         FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE inhparent = ANY (tables) LOOP
		drops := drops || format('ALTER TABLE %s DETACH PARTITION %s', r.parent, r.child);
		makes := format('ALTER TABLE %s ATTACH PARTITION %s %s', r.parent, r.child, r.bound) || makes;
	END LOOP;

	-- Checks, indexes and defaults that use the old functions.
	FOR r IN SELECT DISTINCT conrelid::regclass AS owner, conname, pg_get_constraintdef(c.oid) AS body
	         FROM pg_constraint c JOIN pg_depend d ON d.classid = 'pg_constraint'::regclass AND d.objid = c.oid
	         WHERE contype = 'c' AND conrelid <> 0 AND conislocal AND d.refobjid = ANY (of_old) LOOP
		drops := drops || format('ALTER TABLE %s DROP CONSTRAINT %I', r.owner, r.conname);
		makes := format('ALTER TABLE %s ADD CONSTRAINT %I %s', r.owner, r.conname, r.body) || makes;
	END LOOP;
	FOR r IN SELECT DISTINCT i.indexrelid::regclass AS index, pg_get_indexdef(i.indexrelid) AS body
	         FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_depend d ON d.classid = 'pg_class'::regclass AND d.objid = i.indexrelid
	         WHERE c.relkind = 'i' AND NOT c.relispartition AND d.refobjid = ANY (of_old) LOOP
		drops := drops || format('DROP INDEX %s', r.index);
		makes := r.body || makes;
	END LOOP;
	FOR r IN SELECT DISTINCT a.attrelid::regclass AS owner, a.attname, pg_get_expr(f.adbin, f.adrelid) AS body
	         FROM pg_attrdef f JOIN pg_attribute a ON a.attrelid = f.adrelid AND a.attnum = f.adnum
	         JOIN pg_class c ON c.oid = a.attrelid
	         JOIN pg_depend d ON d.classid = 'pg_attrdef'::regclass AND d.objid = f.oid
	         WHERE a.attgenerated = '' AND c.relkind IN ('r', 'p') AND (d.refobjid = ANY (of_old) OR a.atttypid = old_type) LOOP
		drops := drops || format('ALTER TABLE %s ALTER %I DROP DEFAULT', r.owner, r.attname);
		makes := format('ALTER TABLE %s ALTER %I SET DEFAULT %s', r.owner, r.attname, r.body) || makes;
	END LOOP;

	-- The columns.  A partitioned table cannot change its key's type, so an empty one takes its
	-- place.
	FOR r IN SELECT c.oid, c.oid::regclass AS name, c.relkind, c.relname, c.relnamespace::regnamespace AS home, c.relowner::regrole AS owner, c.relacl,
	                obj_description(c.oid, 'pg_class') AS remark,
	                bool_or(a.atttypid <> old_type) AS has_array,
	                string_agg(format('ALTER %1$I TYPE %2$s%4$s USING %1$I::uuid%4$s::%2$s%4$s', a.attname, new_type, NULL, CASE WHEN a.atttypid = old_type THEN '' ELSE '[]' END), ', ') AS columns
	         FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid JOIN pg_type t ON t.oid = a.atttypid
	         WHERE c.oid = ANY (tables) AND old_type IN (t.oid, t.typelem) AND NOT a.attisdropped GROUP BY c.oid LOOP
		IF r.relkind = 'r' THEN
			statement := format('ALTER TABLE %s %s', r.name, r.columns);
			IF r.has_array THEN
				late := late || statement;
			ELSE
				drops := drops || statement;
			END IF;
			CONTINUE;
		END IF;
		drops := drops || format('CREATE TABLE %s.wiji_move_%s (LIKE %s INCLUDING ALL EXCLUDING INDEXES)', r.home, r.oid, r.name)
			|| format('DROP TABLE %s', r.name)
			|| format('ALTER TABLE %s.wiji_move_%s %s', r.home, r.oid, r.columns)
			|| format('CREATE TABLE %1$s.%3$I (LIKE %1$s.wiji_move_%2$s INCLUDING ALL) PARTITION BY %4$s', r.home, r.oid, r.relname, pg_get_partkeydef(r.oid))
			|| format('DROP TABLE %s.wiji_move_%s', r.home, r.oid)
			|| ARRAY(SELECT CASE WHEN k.oid IS NULL THEN regexp_replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ')
			                     ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', r.name, k.conname, pg_get_constraintdef(k.oid)) END
			         FROM pg_index i LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.contype IN ('p', 'u', 'x') WHERE i.indrelid = r.oid)
			|| format('COMMENT ON TABLE %s IS %L', r.name, r.remark)
			|| format('ALTER TABLE %s OWNER TO %s', r.name, r.owner)
			|| ARRAY(SELECT format('GRANT %s ON %s TO %s', privilege_type, r.name, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END)
			                || CASE WHEN is_grantable THEN ' WITH GRANT OPTION' ELSE '' END
			         FROM aclexplode(r.relacl) WHERE grantee <> r.owner);
	END LOOP;

	FOR r IN SELECT c.*, c.oid::regclass AS name, pg_get_viewdef(c.oid) AS body, CASE c.relkind WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'VIEW' END AS kind
	         FROM unnest(views) WITH ORDINALITY v (oid, n) JOIN pg_class c USING (oid) ORDER BY n LOOP
		makes := makes || format('CREATE %s %s%s AS %s', r.kind, r.name, ' WITH (' || array_to_string(r.reloptions, ', ') || ')', r.body)
			|| format('COMMENT ON %s %s IS %L', r.kind, r.name, obj_description(r.oid, 'pg_class'))
			|| ARRAY(SELECT format('COMMENT ON COLUMN %s.%I IS %L', r.name, attname, col_description(attrelid, attnum)) FROM pg_attribute
			         WHERE attrelid = r.oid AND attnum > 0 AND col_description(attrelid, attnum) IS NOT NULL)
			|| format('ALTER %s %s OWNER TO %s', r.kind, r.name, r.relowner::regrole)
			|| ARRAY(SELECT format('GRANT %s ON %s TO %s', privilege_type, r.name, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END)
			                || CASE WHEN is_grantable THEN ' WITH GRANT OPTION' ELSE '' END
			         FROM aclexplode(r.relacl) WHERE grantee <> r.relowner);
	END LOOP;

	-- Ids that are written in definitions: the domain does not read 26 characters, and both read
	-- the UUID form.
	FOR i IN 1 .. cardinality(makes) LOOP
		FOR literal IN SELECT DISTINCT m[1] FROM regexp_matches(makes[i], '''([0-7][0-9A-HJKMNP-TV-Z]{25})''' ||
				CASE WHEN makes[i] LIKE 'ALTER TABLE % ATTACH PARTITION %' THEN '' ELSE '::wiji' END, 'g') m LOOP
			EXECUTE format('SELECT %L::%s::uuid', literal, old_type) INTO as_uuid;
			makes[i] := replace(makes[i], quote_literal(literal), quote_literal(as_uuid));
		END LOOP;
	END LOOP;

	PERFORM set_config('search_path', format('%s, %s', new_home, old_home), true);
	-- Without its check for a moment the domain needs no table to be rewritten.  It comes back at
	-- once, and looks at every row; arrays of a domain cannot be looked at so, and their tables are
	-- rewritten.
	IF version_check IS NOT NULL THEN
		drops := format('ALTER DOMAIN %s DROP CONSTRAINT wiji_version', new_type) || drops
			|| format('ALTER DOMAIN %s ADD CONSTRAINT wiji_version %s', new_type, version_check);
	END IF;
	FOREACH statement IN ARRAY drops || late || makes LOOP
		RAISE DEBUG '%', statement;
		EXECUTE statement;
	END LOOP;

	-- Default privileges may have lent more than there was.
	PERFORM set_config('search_path', format('%s', old_home), true);
	SELECT string_agg(format('%s %s', relation, now), ', ') INTO statement
	FROM unnest(relations, rights) u (relation, before),
		LATERAL (SELECT ARRAY(SELECT acl::text FROM pg_class c, unnest(c.relacl) acl WHERE c.oid = relation::regclass ORDER BY 1)::text) n (now)
	WHERE before <> now;
	IF statement IS NOT NULL THEN
		RAISE feature_not_supported USING
			MESSAGE = 'rights would not be what they were',
			DETAIL = statement,
			HINT = 'ALTER DEFAULT PRIVILEGES may have added some.';
	END IF;

	SELECT string_agg(DISTINCT pg_describe_object(classid, objid, objsubid), ', ') INTO statement
	FROM pg_depend d
	WHERE refobjid = ANY (of_old)
	  AND classid IN ('pg_class'::regclass, 'pg_attrdef'::regclass, 'pg_constraint'::regclass, 'pg_rewrite'::regclass, 'pg_policy'::regclass, 'pg_trigger'::regclass, 'pg_proc'::regclass)
	  AND NOT EXISTS (SELECT FROM pg_proc p WHERE p.oid = objid AND p.pronamespace = old_home)
	  AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.oid = objid AND k.contypid <> 0);
	IF statement IS NOT NULL THEN
		RAISE WARNING USING
			MESSAGE = format('not everything has left %s', old_type),
			DETAIL = statement;
	END IF;
	PERFORM set_config('search_path', path, true);
END $$;
