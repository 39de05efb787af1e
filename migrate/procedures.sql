-- What the scripts in this folder, and the steps in docs/migrate.md and docs/partitions.md, have in
-- common.  All of it is gone with the session.  It runs in the caller's search_path, for the sake
-- of the caller's statements, so its own names say that they mean the server's.

-- Is there a column, constraint or trigger of that name?
CREATE OR REPLACE FUNCTION pg_temp.has(relation regclass, name name) RETURNS boolean LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
	SELECT EXISTS (SELECT FROM pg_attribute WHERE attrelid = relation AND attname = name AND NOT attisdropped)
		OR EXISTS (SELECT FROM pg_constraint WHERE conrelid = relation AND conname = name)
		OR EXISTS (SELECT FROM pg_trigger WHERE tgrelid = relation AND tgname = name)
$$;

-- What type has a column?
CREATE OR REPLACE FUNCTION pg_temp.type_of(relation regclass, name name) RETURNS text LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
	SELECT typname::text FROM pg_attribute JOIN pg_type t ON t.oid = atttypid WHERE attrelid = relation AND attname = name
$$;

-- The statement that drops an index which CREATE INDEX CONCURRENTLY left behind, for \gexec.  It
-- slows writers down and serves no query.
CREATE OR REPLACE FUNCTION pg_temp.drop_invalid(index text) RETURNS SETOF text LANGUAGE sql STABLE AS $$
	SELECT pg_catalog.format('DROP INDEX CONCURRENTLY %s', indexrelid::pg_catalog.regclass)
	FROM pg_catalog.pg_index WHERE indexrelid OPERATOR(pg_catalog.=) pg_catalog.to_regclass(index)::pg_catalog.oid AND NOT indisvalid
$$;

-- Statements that take strong locks, all or none, unless they were executed before, which "done"
-- says.
--
-- Others queue behind a strong lock that is waited for, so it is waited for no longer than 200 ms,
-- again and again.  A vacuum gives way only to those who wait longer, for deadlock_timeout.  So a
-- weaker lock comes first, which has no reader or writer wait, and which keeps vacuums away.  Both
-- are given back after each attempt: a transaction that has written and then wants to ANALYZE would
-- wait for the weaker lock, and we for the transaction.
CREATE OR REPLACE PROCEDURE pg_temp.briefly(tables text, done text, statements text) LANGUAGE plpgsql AS $$
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
			SET LOCAL lock_timeout = 0;
			EXECUTE pg_catalog.format('LOCK TABLE %s IN SHARE UPDATE EXCLUSIVE MODE', tables);
			SET LOCAL lock_timeout = '200ms';
			EXECUTE pg_catalog.format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', tables);
			since := pg_catalog.clock_timestamp();
			EXECUTE 'SELECT ' || done INTO STRICT is_done;	-- nobody can have done it from here on
			EXIT WHEN is_done;
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

-- UPDATE … SET assignment, for the rows that are still to be done, in the order in which they are
-- stored.  Each batch commits.  It waits for no row that another transaction has locked, so it
-- cannot deadlock with one, and passes over the table again for such rows.
CREATE OR REPLACE PROCEDURE pg_temp.in_batches(relation regclass, assignment text, todo text, pages integer DEFAULT 30) LANGUAGE plpgsql AS $$
DECLARE
	page bigint;
	n bigint;
	total bigint := 0;
	since timestamptz;
	longest interval := '0';
	left_over boolean;
BEGIN
	LOOP
		page := 0;
		WHILE page * pg_catalog.current_setting('block_size')::integer < pg_catalog.pg_relation_size(relation) LOOP
			since := pg_catalog.clock_timestamp();
			EXECUTE pg_catalog.format('UPDATE %s SET %s WHERE ctid = ANY (ARRAY(SELECT ctid FROM %1$s WHERE ctid >= $1 AND ctid < $2 AND %3$s FOR NO KEY UPDATE SKIP LOCKED))', relation, assignment, todo)
				USING pg_catalog.format('(%s,0)', page)::tid, pg_catalog.format('(%s,0)', page + pages)::tid;
			GET DIAGNOSTICS n = ROW_COUNT;
			COMMIT;
			total := total + n;
			longest := greatest(longest, pg_catalog.clock_timestamp() - since);
			page := page + pages;
		END LOOP;
		EXECUTE pg_catalog.format('SELECT EXISTS (SELECT FROM %s WHERE %s)', relation, todo) INTO STRICT left_over;
		EXIT WHEN NOT left_over;
		COMMIT;
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
	since timestamptz;
	longest interval := '0';
	left_over boolean;
BEGIN
	LOOP
		since := pg_catalog.clock_timestamp();
		EXECUTE statement;
		GET DIAGNOSTICS n = ROW_COUNT;
		COMMIT;
		total := total + n;
		longest := greatest(longest, pg_catalog.clock_timestamp() - since);
		CONTINUE WHEN n > 0;
		EXECUTE pg_catalog.format('SELECT EXISTS (SELECT FROM %s WHERE %s)', relation, todo) INTO STRICT left_over;
		EXIT WHEN NOT left_over;
		COMMIT;
		PERFORM pg_catalog.pg_sleep(0.1);	-- others have locked them
	END LOOP;
	RAISE NOTICE '%: % rows, in batches of at most % ms', relation, total, pg_catalog.round(1000::numeric * extract(epoch FROM longest));
END $$;
