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

-- Names are compared as they are usually written.
SET quote_all_identifiers = off;

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
CREATE OR REPLACE PROCEDURE pg_temp.briefly(tables text, done text, statements text, referred text DEFAULT NULL) LANGUAGE plpgsql AS $$
DECLARE
	is_done boolean;
	since timestamptz;
	attempts integer := 0;
BEGIN
	LOOP
		attempts := attempts + 1;
		BEGIN
			EXECUTE 'SELECT ' || done INTO STRICT is_done;
			EXIT WHEN is_done;
			PERFORM pg_catalog.set_config('lock_timeout', (2 * setting::bigint)::text, true) FROM pg_catalog.pg_settings WHERE name OPERATOR(pg_catalog.=) 'deadlock_timeout';
			EXECUTE pg_catalog.format('LOCK TABLE %s IN SHARE UPDATE EXCLUSIVE MODE', pg_catalog.concat_ws(', ', tables, referred));
			PERFORM pg_catalog.set_config('lock_timeout', greatest(1, least(200, setting::integer / 2 + 1) / pg_catalog.cardinality(pg_catalog.string_to_array(pg_catalog.concat_ws(', ', tables, referred), ',')))::text, true)
			FROM pg_catalog.pg_settings WHERE name OPERATOR(pg_catalog.=) 'deadlock_timeout';	-- for all of the tables together
			EXECUTE pg_catalog.format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', tables);
			IF referred IS NOT NULL THEN
				EXECUTE pg_catalog.format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', referred);
			END IF;
			since := pg_catalog.clock_timestamp();
			EXECUTE 'SELECT ' || done INTO STRICT is_done;	-- nobody can have done it from here on
			EXIT WHEN is_done;
			PERFORM pg_catalog.set_config('search_path', pg_catalog.concat_ws(', ', nullif(pg_catalog.current_setting('search_path'), ''), 'pg_temp'), true);
			EXECUTE statements;
			EXIT;
		EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
			RAISE DEBUG '%', SQLERRM;
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

-- No foreign key refers to the table but these, each as "name ON table".  One that the steps do not
-- know would keep the old key, or stay with a partition when its table becomes one.
CREATE OR REPLACE PROCEDURE pg_temp.only_these_refer(relation regclass, VARIADIC foreign_keys text[] DEFAULT '{}') LANGUAGE plpgsql AS $$
DECLARE
	others CONSTANT text := (SELECT pg_catalog.string_agg(key, ', ' ORDER BY key)
		FROM pg_catalog.pg_constraint, pg_catalog.format('%I ON %s', conname, conrelid::pg_catalog.regclass) key
		WHERE confrelid OPERATOR(pg_catalog.=) relation::pg_catalog.oid AND contype OPERATOR(pg_catalog.=) 'f' AND conparentid OPERATOR(pg_catalog.=) 0::pg_catalog.oid
			AND key OPERATOR(pg_catalog.<>) ALL (foreign_keys)
			AND pg_catalog.format('%s ON %s', conname, conrelid::pg_catalog.regclass) OPERATOR(pg_catalog.<>) ALL (foreign_keys));
BEGIN
	IF others IS NOT NULL THEN
		RAISE object_not_in_prerequisite_state USING
			MESSAGE = pg_catalog.format('foreign keys refer to %s that no step is for', relation),
			DETAIL = pg_catalog.format('They are %s.', others),
			HINT = 'Write the statements for them into each step, and their names into this one.';
	END IF;
END $$;

-- When names change, views, policies and functions that go by the table or its row type, or by
-- these columns of it, would stay with the old one, and nobody would notice.
CREATE OR REPLACE PROCEDURE pg_temp.none_goes_by(relation regclass, VARIADIC columns name[] DEFAULT '{}') LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	others CONSTANT text := (SELECT string_agg(DISTINCT pg_describe_object(classid, objid, objsubid), E'\n')
		FROM pg_depend d LEFT JOIN pg_attribute ON refclassid = 'pg_class'::regclass AND attrelid = refobjid AND attnum = refobjsubid
		WHERE (refclassid = 'pg_class'::regclass AND refobjid = relation OR refclassid = 'pg_type'::regclass AND refobjid IN (SELECT unnest(ARRAY[oid, typarray]) FROM pg_type WHERE typrelid = relation))
		  AND deptype = 'n' AND classid <> 'pg_constraint'::regclass
		  AND CASE WHEN columns <> '{}' THEN attname = ANY (columns)
		           ELSE NOT EXISTS (SELECT FROM pg_depend own WHERE (own.classid, own.objid, own.refobjid) = (d.classid, d.objid, d.refobjid) AND own.deptype <> 'n') END);
BEGIN
	PERFORM pg_temp.type_of(relation, name) FROM unnest(columns) name;		-- an error if there is none
	IF others IS NOT NULL THEN
		RAISE object_not_in_prerequisite_state USING
			MESSAGE = format('objects would stay with %s', concat_ws(' of ', nullif(array_to_string(columns, ', '), ''), relation)),
			DETAIL = others,
			HINT = 'Drop them and make them again in this step. If they are to stay, leave out this call.';
	END IF;
END $$;

-- With a column go its indexes, constraints, statistics and rights, and nobody would notice.  Its
-- default and its sequence may go: they make old values.
CREATE OR REPLACE PROCEDURE pg_temp.none_goes_with(relation regclass, old name, new name) LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	others CONSTANT text := (
		SELECT string_agg(DISTINCT what, E'\n')
		FROM pg_attribute o JOIN pg_attribute n USING (attrelid), LATERAL (
			SELECT pg_describe_object(classid, objid, objsubid) FROM pg_depend
			WHERE (refclassid, refobjid, refobjsubid) = ('pg_class'::regclass, attrelid, o.attnum) AND (classid, deptype) <> ('pg_attrdef'::regclass, 'a')
			  AND NOT (classid = 'pg_class'::regclass AND EXISTS (SELECT FROM pg_class c WHERE c.oid = objid AND relkind = 'S'))
			  AND NOT (classid = 'pg_constraint'::regclass AND EXISTS (SELECT FROM pg_constraint c WHERE c.oid = objid AND contype = 'n'))
			UNION ALL SELECT 'NOT NULL' WHERE o.attnotnull AND NOT n.attnotnull
			UNION ALL (WITH RECURSIVE types AS (
					SELECT * FROM pg_type WHERE oid = o.atttypid UNION ALL SELECT t.* FROM types JOIN pg_type t ON t.oid = types.typbasetype)
				SELECT 'conditions of domain ' || format_type(oid, NULL) FROM types
				WHERE typtype = 'd' AND o.atttypid <> n.atttypid AND (typnotnull OR typdefault <> '' OR EXISTS (SELECT FROM pg_constraint WHERE contypid = types.oid)))
			UNION ALL (SELECT format('privileges %s', item) FROM unnest(o.attacl) item EXCEPT SELECT format('privileges %s', item) FROM unnest(n.attacl) item)
			UNION ALL SELECT 'comment' WHERE col_description(attrelid, o.attnum) <> '' AND col_description(attrelid, n.attnum) IS NULL
			UNION ALL SELECT format('security label of %I', provider) FROM pg_seclabel WHERE (objoid, classoid, objsubid) = (attrelid, 'pg_class'::regclass, o.attnum)
			UNION ALL SELECT 'statistics target' WHERE o.attstattarget >= 0 AND n.attstattarget IS DISTINCT FROM o.attstattarget
			UNION ALL (SELECT option FROM unnest(o.attoptions) option WHERE option NOT LIKE 'pg_attver=%' EXCEPT SELECT unnest(n.attoptions))
		) s (what)
		WHERE attrelid = relation AND o.attname = old AND n.attname = new);
BEGIN
	PERFORM pg_temp.type_of(relation, old), pg_temp.type_of(relation, new);		-- an error if there is none
	IF others IS NOT NULL THEN
		RAISE object_not_in_prerequisite_state USING
			MESSAGE = format('%I of %s has something that would go with it', old, relation),
			DETAIL = others,
			HINT = format('Give %I the same before this step, and drop indexes, constraints and the like of the old one in it.', new);
	END IF;
END $$;

-- LIKE copies neither rights nor foreign keys, and not what was given to the old table since.
CREATE OR REPLACE PROCEDURE pg_temp.has_what(relation regclass, old regclass) LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	missing CONSTANT text := (
		WITH has (object, what) AS NOT MATERIALIZED (
			SELECT oid, unnest(ARRAY[format('owner %I', pg_get_userbyid(relowner)), format('schema %s', relnamespace::regnamespace),
				format('privileges %s', (SELECT string_agg(item::text, ', ' ORDER BY item::text) FROM unnest(coalesce(relacl, acldefault('r', relowner))) item)),
				CASE WHEN relrowsecurity THEN 'row-level security' END, CASE WHEN relforcerowsecurity THEN 'row-level security for its owner' END,
				format('replica identity "%s"', relreplident), 'tablespace ' || (SELECT quote_ident(spcname) FROM pg_tablespace t WHERE t.oid = reltablespace)]) FROM pg_class
			UNION ALL SELECT attrelid, format('column %I: %s %s', attname, key, value)	-- all but how it is stored, what nobody reads, and what is below
				FROM pg_attribute a, jsonb_each_text(to_jsonb(a) - '{attrelid,attnum,attndims,attcacheoff,atthasmissing,attmissingval,attinhcount,attislocal,atthasdef,attoptions}'::text[])
				WHERE attnum > 0 AND NOT attisdropped
			UNION ALL SELECT attrelid, format('column %I: %s', attname, option) FROM pg_attribute, unnest(attoptions) option WHERE NOT attisdropped AND option NOT LIKE 'pg_attver=%'	-- the server's own
			UNION ALL SELECT adrelid, format('column %I: default %s', attname, pg_get_expr(adbin, adrelid)) FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
			UNION ALL SELECT attrelid, format('column %I: sequence %s', attname, pg_get_serial_sequence(attrelid::regclass::text, attname)) FROM pg_attribute WHERE attidentity <> '' AND NOT attisdropped
			UNION ALL SELECT conrelid, 'constraint ' || pg_get_constraintdef(oid) FROM pg_constraint
			UNION ALL SELECT polrelid, format('policy %I %s', polname, to_jsonb(p) - '{oid,polname,polrelid,polqual,polwithcheck}'::text[] || jsonb_build_object('polroles', (SELECT array_agg(r ORDER BY r) FROM unnest(polroles::regrole[]) r))) FROM pg_policy p
			UNION ALL SELECT tgrelid, concat_ws(' ', 'trigger', quote_ident(tgname), nullif(tgenabled, 'O')) FROM pg_trigger WHERE NOT tgisinternal
			UNION ALL SELECT ev_class, concat_ws(' ', 'rule', quote_ident(rulename), nullif(ev_enabled, 'O')) FROM pg_rewrite
			UNION ALL SELECT prrelid, concat_ws(' ', 'publication', quote_ident(pubname), (SELECT array_agg(attname ORDER BY attname) FROM pg_attribute WHERE attrelid = prrelid AND attnum = ANY (prattrs)), 'WHERE ' || pg_get_expr(prqual, prrelid)) FROM pg_publication_rel r JOIN pg_publication p ON p.oid = prpubid
			UNION ALL SELECT srrelid, format('subscription %I', subname) FROM pg_subscription_rel JOIN pg_subscription s ON s.oid = srsubid	-- its worker would pass over rows for another table in silence
			UNION ALL SELECT objoid, concat_ws(' of column ', 'comment', quote_ident(attname)) FROM pg_description LEFT JOIN pg_attribute ON attrelid = objoid AND attnum = nullif(objsubid, 0) WHERE classoid = 'pg_class'::regclass
			UNION ALL SELECT objoid, concat_ws(' of column ', format('security label of %I', provider), quote_ident(attname)) FROM pg_seclabel LEFT JOIN pg_attribute ON attrelid = objoid AND attnum = nullif(objsubid, 0) WHERE classoid = 'pg_class'::regclass
		)
		SELECT string_agg(what, E'\n' ORDER BY what) FROM (SELECT what FROM has WHERE object = old EXCEPT SELECT what FROM has WHERE object = relation) s WHERE what <> '');
BEGIN
	IF missing IS NOT NULL THEN
		RAISE object_not_in_prerequisite_state USING
			MESSAGE = format('%s has something that %s has not', old, relation),
			DETAIL = missing,
			HINT = 'Give it the same before this step. What it is not to have, take from the old one.';
	END IF;
END $$;

-- A foreign key takes another's place, and has to do what that one does.  So its columns have a
-- default if those of the other one have.
CREATE OR REPLACE PROCEDURE pg_temp.does_the_same(relation regclass, new_key name, old_key name) LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	keys CONSTANT oid[] := (SELECT array_agg(objid ORDER BY n)
		FROM pg_class t JOIN pg_namespace s ON s.oid = relnamespace, unnest(ARRAY[old_key, new_key]) WITH ORDINALITY AS k(key, n),
			pg_get_object_address('table constraint', ARRAY[nspname, relname, key], '{}')		-- an error if there is none
		WHERE t.oid = relation);
	definitions CONSTANT text[] := (SELECT array_agg(concat_ws(', and is ', pg_get_constraintdef(f.oid), off) ORDER BY f.oid = keys[2])
		FROM pg_constraint f, LATERAL (SELECT min('switched off'::text) FROM pg_trigger WHERE tgconstraint = f.oid AND tgenabled <> 'O') t (off)
		WHERE f.oid = ANY (keys)
		HAVING count(DISTINCT to_jsonb(f) - '{oid,conname,convalidated,conindid,confrelid,conkey,confkey,conpfeqop,conppeqop,conffeqop,confdelsetcols}'::text[]
			|| jsonb_build_object('some', confdelsetcols IS NOT NULL, 'off', off)) > 1);
	defaults CONSTANT text := (SELECT string_agg(format('%I', o.attname), ', ')
		FROM pg_constraint old JOIN pg_constraint new ON old.oid = keys[1] AND new.oid = keys[2], unnest(old.conkey, new.conkey) k (old_column, new_column)
			JOIN pg_attribute o ON o.attrelid = relation AND o.attnum = old_column JOIN pg_attribute n ON n.attrelid = relation AND n.attnum = new_column
		WHERE (o.atthasdef OR (SELECT typdefault <> '' FROM pg_type t WHERE t.oid = o.atttypid)) AND NOT n.atthasdef);
BEGIN
	IF definitions IS NOT NULL THEN
		RAISE object_not_in_prerequisite_state USING
			MESSAGE = format('%I of %s does not do what %I does', new_key, relation, old_key),
			DETAIL = array_to_string(definitions, E'\n'),
			HINT = 'Write what the first one does into the statement for the second one.';
	END IF;
	IF defaults IS NOT NULL THEN
		RAISE object_not_in_prerequisite_state USING
			MESSAGE = format('%s of %s has a default, which its new column has not', defaults, relation),
			HINT = 'Use ALTER COLUMN ... SET DEFAULT before, with the new key of the same row.';
	END IF;
END $$;

-- An index takes another's place, and has to be what that one is, but for the types of its columns.
CREATE OR REPLACE PROCEDURE pg_temp.same_index(relation regclass, new_index name, old_index name) LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	missing CONSTANT text := (
		WITH has (index, what) AS NOT MATERIALIZED (
			SELECT relname, concat_ws(' ', key, value)
			FROM pg_index i JOIN pg_class c ON c.oid = indexrelid, jsonb_each_text(
				to_jsonb(i) - '{indexrelid,indkey,indclass,indcollation,indisprimary,indimmediate,indcheckxmin}'::text[]
				|| jsonb_build_object('deferrable', NOT indimmediate, 'options', reloptions, 'method', (SELECT amname FROM pg_am WHERE oid = relam),
					'tablespace', (SELECT spcname FROM pg_tablespace WHERE oid = reltablespace), 'indpred', pg_get_expr(indpred, indrelid), 'indexprs', pg_get_expr(indexprs, indrelid),
					'include', (SELECT array_agg(attname ORDER BY attnum) FROM pg_attribute WHERE attrelid = indexrelid AND attnum > indnkeyatts)))
			WHERE indrelid = relation AND value <> 'false'
		)
		SELECT string_agg(what, E'\n' ORDER BY what) FROM (SELECT what FROM has WHERE index = old_index EXCEPT SELECT what FROM has WHERE index = new_index) s);
BEGIN
	PERFORM pg_temp.has(relation, name) FROM unnest(ARRAY[new_index, old_index]) name;		-- an error if one is in double quotes
	IF missing IS NOT NULL THEN
		RAISE object_not_in_prerequisite_state USING
			MESSAGE = format('index %I of %s is something that %I is not', old_index, relation, new_index),
			DETAIL = missing,
			HINT = 'Make the new one so. What only a constraint can be, such as DEFERRABLE, write after USING INDEX, and leave out this call.';
	END IF;
END $$;

-- The server calls triggers in the order of their names.  What a later one wrote, a trigger of that
-- name would not see, nor what is written to a child, nor a generated column, which has no value
-- yet.
CREATE OR REPLACE PROCEDURE pg_temp.fires_last(relation regclass, name name, VARIADIC columns name[] DEFAULT '{}') LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	later CONSTANT text := (SELECT string_agg(quote_ident(tgname), ', ' ORDER BY tgname) FROM pg_trigger
		WHERE tgrelid = relation AND NOT tgisinternal AND tgtype & 3 = 3 AND tgname > name);		-- BEFORE … FOR EACH ROW
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

-- UPDATE … SET assignment, for the rows that are still to be done, in the order in which they are
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
