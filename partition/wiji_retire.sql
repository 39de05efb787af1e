-- Drops the partitions that are older than a time, of a table that is never quiet: no client waits for
-- an exclusive lock on the table.
--
--	psql -X -d shop -v parent=event -v before="now() - interval '1 year'" -f wiji_retire.sql
--
-- Connect as the owner of the table, not through a transaction pooler.  Other variables: schema, where the
-- functions of wiji_partition are, unless they are those of the extension; key_of, as in
-- wiji_drop_partitions().
--
-- An error stops this file, and whatever stops it, run it again: it completes what is pending, drops
-- what it has detached, and goes on.
--
-- A comment marks a partition before it is detached, and counts only while the table is not attached.
-- As soon as this file sees the table detached, it adds the version of its definition.  So a table that
-- somebody attaches again and detaches stays.

\set ON_ERROR_STOP on
\set AUTOCOMMIT on
\set QUIET on
\if :{?key_of} \else
\set key_of -
\endif
\if :{?schema} \else
SELECT pg_catalog.min(nspname::pg_catalog.text) AS schema FROM pg_catalog.pg_extension JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) extnamespace
WHERE extname OPERATOR(pg_catalog.=) 'wiji_partition' \gset
\endif
\if :{?schema} \else
DO $$ BEGIN RAISE undefined_object USING MESSAGE = 'extension "wiji_partition" does not exist', HINT = 'Create it, or pass -v schema=NAME.'; END $$;
\endif

-- The caller's names are found by the caller's search_path, all others in pg_catalog.
SELECT CAST(CAST(:'parent' AS pg_catalog.regclass) AS pg_catalog.oid) AS parent, CAST(CAST(:'key_of' AS pg_catalog.regprocedure) AS pg_catalog.oid) AS key_of \gset
SET search_path = pg_catalog, pg_temp;
SET default_transaction_isolation = 'read committed';
SET statement_timeout = 0;
-- Others queue for the locks.  It is below deadlock_timeout, so that none is canceled.
SELECT set_config('lock_timeout', least(200, greatest(setting::integer * 9 / 10, 1))::text, false) AS ignored FROM pg_settings WHERE name = 'deadlock_timeout' \gset
-- Blocks do not see variables of psql.
SELECT (:before)::timestamptz AS before,
	set_config('wiji_retire.schema', :'schema', false) AS ignored,
	set_config('wiji_retire.parent', :'parent', false) AS ignored,
	set_config('wiji_retire.mark', format('wiji_retire: detached from %s, ', :'parent'), false) AS ignored \gset

DO $do$
DECLARE
	parent CONSTANT regclass := current_setting('wiji_retire.parent')::oid;
	base CONSTANT name := (SELECT relname FROM pg_class WHERE oid = parent);
	stranger record;
BEGIN
	SELECT p.oid::regprocedure AS function, rolname AS owner INTO stranger
	FROM pg_proc p JOIN pg_roles r ON r.oid = proowner
	WHERE pronamespace = quote_ident(current_setting('wiji_retire.schema'))::regnamespace AND proname IN ('wiji_partition_key', 'wiji_partition_look')
	AND NOT rolsuper AND rolname <> current_user LIMIT 1;
	IF FOUND THEN
		RAISE insufficient_privilege USING MESSAGE = format('function %s belongs to role "%s"', stranger.function, stranger.owner),
			HINT = 'Pass a schema whose functions belong to you or to a superuser.';
	ELSIF EXISTS (SELECT FROM pg_partitioned_table WHERE partrelid = parent AND partdefid <> 0) THEN
		RAISE object_not_in_prerequisite_state USING MESSAGE = format('cannot detach partitions of table "%s" concurrently', base),
			DETAIL = 'It has a default partition.', HINT = 'Use wiji_drop_partitions().';
	ELSIF NOT pg_try_advisory_lock(hashtext('wiji_retire'), parent::oid::integer) THEN
		RAISE lock_not_available USING MESSAGE = format('partitions of table "%s" are being dropped by another session', base);
	END IF;
END $do$;

-- Marks of partitions that are attached
DO $do$
DECLARE
	partition regclass;
BEGIN
	-- The server cancels an autovacuum that somebody waits for this long.  No client conflicts with it.
	PERFORM set_config('lock_timeout', (extract(epoch FROM current_setting('deadlock_timeout')::interval) * 1000 + 500)::integer::text, true);
	FOR partition IN
		SELECT c.oid FROM pg_description JOIN pg_class c ON c.oid = objoid
		WHERE classoid = 'pg_class'::regclass AND objsubid = 0 AND starts_with(description, current_setting('wiji_retire.mark'))
		AND pg_get_userbyid(relowner) = current_user AND relispartition AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = c.oid AND inhdetachpending)
	LOOP
		EXECUTE format('COMMENT ON TABLE %s IS NULL', partition);
	END LOOP;
END $do$;

-- A detach that is pending
DO $do$
DECLARE
	parent CONSTANT regclass := current_setting('wiji_retire.parent')::oid;
	partition CONSTANT regclass := (SELECT inhrelid FROM pg_inherits WHERE inhparent = parent AND inhdetachpending);
	older text[];
BEGIN
	IF partition IS NULL THEN
		RETURN;
	END IF;
	-- A transaction whose snapshot has the partition would wait for its lock, which FINALIZE holds while it
	-- waits for that transaction.  So wait for all that are open now, without a lock.
	older := ARRAY(
		SELECT virtualtransaction FROM pg_locks l JOIN pg_stat_activity USING (pid)
		WHERE locktype = 'virtualxid' AND datname = current_database() AND usesysid IS NOT NULL AND pid <> pg_backend_pid());	-- no autovacuum
	FOR attempt IN 1..6000 LOOP
		EXIT WHEN NOT EXISTS (SELECT FROM pg_locks WHERE locktype = 'virtualxid' AND virtualtransaction = ANY (older));
		PERFORM pg_sleep(0.1);
	END LOOP;
	-- It also waits for each query that runs, then for tables that refer to the partition or to which it refers.
	PERFORM set_config('lock_timeout', least(100, greatest(setting::integer * 9 / 10, 1))::text, true) FROM pg_settings WHERE name = 'deadlock_timeout';
	FOR attempt IN 1..100 LOOP
		BEGIN
			EXECUTE format('ALTER TABLE %s DETACH PARTITION %s FINALIZE', parent, partition);
			RETURN;
		EXCEPTION WHEN lock_not_available THEN
			PERFORM pg_sleep(random());
		END;
	END LOOP;
	RAISE lock_not_available USING MESSAGE = format('could not complete detaching partition "%s"', partition),
		HINT = 'Look in pg_stat_activity for transactions that have been open for long.  When they have ended, run this file again.';
END $do$;

-- What this file has detached
SELECT $text$
DECLARE
	detached record;
	marked CONSTANT text := $$
		SELECT c.oid::regclass::text AS name, c.oid, c.xmin::text AS version, description, substring(description, '[)], version ([0-9]+)$') AS marked
		FROM pg_description JOIN pg_class c ON c.oid = objoid
		WHERE classoid = 'pg_class'::regclass AND objsubid = 0 AND starts_with(description, current_setting('wiji_retire.mark'))
		AND pg_get_userbyid(relowner) = current_user AND NOT relispartition$$;
BEGIN
	FOR detached IN EXECUTE marked LOOP
		IF detached.marked IS NULL THEN
			EXECUTE format('COMMENT ON TABLE %s IS %L', detached.name, format('%s, version %s', detached.description, detached.version));
		END IF;
	END LOOP;
	COMMIT;
	FOR detached IN EXECUTE marked LOOP
		BEGIN
			EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', detached.name);
			IF EXISTS (SELECT FROM pg_class WHERE oid = to_regclass(detached.name) AND oid = detached.oid AND xmin::text = detached.marked) THEN
				EXECUTE format('DROP TABLE %s', detached.name);
				RAISE NOTICE 'dropped table %', detached.name;
			ELSE
				RAISE WARNING 'table % was not dropped', detached.name
					USING DETAIL = 'Its definition has changed since it was detached.', HINT = 'Drop it, or remove its comment.', ERRCODE = 'object_not_in_prerequisite_state';
			END IF;
		EXCEPTION WHEN lock_not_available OR dependent_objects_still_exist THEN
			RAISE WARNING 'could not drop table %, which is detached', detached.name USING DETAIL = SQLERRM, HINT = 'Run this file again later.', ERRCODE = SQLSTATE;
		END;
	END LOOP;
END $text$ AS drop_detached \gset
DO :'drop_detached';

-- DETACH waits for the transactions that use the table, but for each no longer than lock_timeout.  So
-- wait until there are none that take longer.
SELECT $text$
DECLARE
	users text[];
BEGIN
	FOR attempt IN 1..100 LOOP
		users := ARRAY(SELECT virtualtransaction FROM pg_locks WHERE locktype = 'relation' AND relation = current_setting('wiji_retire.parent')::oid);
		PERFORM pg_sleep(0.1);
		EXIT WHEN NOT EXISTS (SELECT FROM pg_locks WHERE locktype = 'relation' AND relation = current_setting('wiji_retire.parent')::oid AND virtualtransaction = ANY (users));
	END LOOP;
END $text$ AS wait \gset

-- What is old and nothing keeps, one after the other
SELECT format('DO %L', CASE
		WHEN pg_get_userbyid(relowner) <> current_user THEN format($$BEGIN RAISE WARNING 'could not drop partition %%', %L USING DETAIL = 'It belongs to another role.', ERRCODE = '42501'; END$$, partition)
		WHEN comment IS NOT NULL THEN format($$BEGIN RAISE WARNING 'could not drop partition %%', %L USING DETAIL = 'It has a comment, in place of which this file would put its own.', ERRCODE = '55000'; END$$, partition)
		ELSE format($$BEGIN
			PERFORM set_config('lock_timeout', (extract(epoch FROM current_setting('deadlock_timeout')::interval) * 1000 + 500)::integer::text, true);
			COMMENT ON TABLE %s IS %L;
		END$$, partition, current_setting('wiji_retire.mark') || pg_get_expr(relpartbound, 0)) END),
	CASE WHEN is_ours THEN format('DO %L', :'wait') END,
	CASE WHEN is_ours THEN format('ALTER TABLE %s DETACH PARTITION %s CONCURRENTLY', :'parent'::oid::regclass, partition) END,
	CASE WHEN is_ours THEN format('DO %L', :'drop_detached') END
FROM :"schema".wiji_partition_key(:'parent'::oid::regclass, nullif(:'key_of'::oid, 0)::regprocedure, true, NULL::smallint, NULL::oid) k,
	:"schema".wiji_partition_look(:'parent'::oid::regclass, :'before'::timestamptz, k.bounds) WITH ORDINALITY l (partition, referencing, lockable, place)
	JOIN pg_class c ON c.oid = partition, obj_description(c.oid, 'pg_class') comment,
	LATERAL (SELECT comment IS NULL AND pg_get_userbyid(relowner) = current_user) o (is_ours)
ORDER BY place
\gexec
