-- Feeds by id alone in plain SQL, for servers on which the extension cannot be installed:
-- docs/feeds.md, "Where no extension may be installed".  Needs portable/wiji.sql in the same
-- schema.
--
--	psql -c 'SET search_path = wiji' -f portable/feed.sql
--
-- A transaction that writes to a feed holds a lock whose key is its floor: the time below which it
-- makes no id.  The horizon is the least floor.  A transaction leaves its locks after its rows can
-- be seen.  So what is below the horizon can be seen by the *next* statement, or never will be.
--
-- A writer that takes its lock after the reader has looked must not go below what the reader was
-- told.  So the reader first raises the low-water mark, a sequence, and a writer looks at the mark
-- once more when it has its lock.  test/model/portable_feed.pml tries every order of these steps.
--
-- It is one statement, which goes into a schema of the caller's own only, as portable/wiji.sql
-- does.

DO $install$
DECLARE
	home CONSTANT pg_catalog.name := current_schema;
	path CONSTANT pg_catalog.text := pg_catalog.current_setting('search_path');
	-- Who else has been or can get into schema $1?  Those of $2 are trusted.
	who_else CONSTANT pg_catalog.text := $who$
		SELECT string_agg(DISTINCT what, ', ')
		FROM pg_namespace n,
			LATERAL (SELECT CASE WHEN nspowner = 'pg_database_owner'::regrole THEN (SELECT datdba FROM pg_database WHERE datname = current_database()) ELSE nspowner END, 'its owner'
			         UNION SELECT grantee, 'a role with the right to create' FROM aclexplode(nspacl) WHERE privilege_type = 'CREATE' AND grantee <> nspowner
			         UNION SELECT proowner, 'the owner of a function' FROM pg_proc WHERE pronamespace = n.oid
			         UNION SELECT oprowner, 'the owner of an operator' FROM pg_operator WHERE oprnamespace = n.oid
			         UNION SELECT typowner, 'the owner of a type' FROM pg_type WHERE typnamespace = n.oid AND (typname = 'wiji' OR typtype NOT IN ('b', 'c'))
			         UNION SELECT relowner, 'the owner of wiji_low_water' FROM pg_class WHERE relnamespace = n.oid AND relname = 'wiji_low_water') s (who, what)
		WHERE nspname = $1 AND who <> ALL ($2)
	$who$;
	trusted pg_catalog.oid[];
	strangers pg_catalog.text;
	file pg_catalog.text;
	step pg_catalog.text;
	other pg_catalog.regrole;
BEGIN
	PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
	IF current_setting('transaction_isolation') IN ('repeatable read', 'serializable') THEN
		RAISE invalid_transaction_state USING
			MESSAGE = format('this transaction is %s', upper(current_setting('transaction_isolation'))),
			DETAIL = 'What others have left in the schema since it began would not be seen.',
			HINT = 'Begin it as READ COMMITTED.';
	END IF;
	IF home IS NULL THEN
		RAISE invalid_schema_name USING MESSAGE = 'no schema has been selected to create in';
	END IF;
	trusted := ARRAY(SELECT oid FROM pg_roles WHERE rolsuper OR rolname = current_user);
	-- The extension's type is no domain, and its functions have the names of those below.
	IF NOT EXISTS (SELECT FROM pg_type WHERE oid = to_regtype(format('%I.wiji', home)) AND typbasetype = 'uuid'::regtype) THEN
		RAISE undefined_object USING
			MESSAGE = format('schema %I has no domain wiji of portable/wiji.sql', home),
			DETAIL = 'This file goes into the same schema as that one.',
			HINT = 'SET search_path to the schema in which portable/wiji.sql was run, or run it here before. With the extension, you need neither file.';
	END IF;

	-- Another schema of the database may have these functions, too, and its own low-water mark.  So
	-- what a transaction has done for one is remembered in a setting of that one's own.  When the
	-- file is run again, its name stays: a statement that is writing has begun with the old trigger
	-- and goes on with the new one.  Only a copy of a schema gets another name.
	file := replace($file$
-- Not transactional: what a reader was told stays true when it rolls back.  Only wiji_horizon()
-- raises it, with its owner's rights.
CREATE SEQUENCE IF NOT EXISTS wiji_low_water MINVALUE 0 START 0;
REVOKE ALL ON SEQUENCE wiji_low_water FROM PUBLIC;
GRANT SELECT ON SEQUENCE wiji_low_water TO PUBLIC;
COMMENT ON SEQUENCE wiji_low_water IS
'microseconds since 1970 below which no transaction of a feed that has begun since makes an id';

CREATE OR REPLACE FUNCTION wiji_feed_begin() RETURNS trigger
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	home regnamespace;
	low_water bigint;
	floor bigint;
	first bigint;
BEGIN
	-- Once in a transaction.  A savepoint that is rolled back takes back both this and the lock.
	IF current_setting('wiji_portable.floor', true) <> '' THEN
		RETURN NULL;
	END IF;
	SELECT pronamespace INTO home FROM pg_trigger JOIN pg_proc p ON p.oid = tgfoid WHERE tgrelid = TG_RELID AND tgname = TG_NAME;
	IF home IS NULL THEN	-- seen by the server, and not by a REPEATABLE READ transaction from before
		RAISE serialization_failure USING
			MESSAGE = format('trigger "%s" is newer than this transaction''s snapshot', TG_NAME),
			HINT = 'Begin the transaction again.';
	END IF;
	EXECUTE format('SELECT last_value FROM %s.wiji_low_water', home) INTO STRICT low_water;
	floor := greatest(low_water, ('x' || encode(timestamptz_send(clock_timestamp()), 'hex'))::bit(64)::bigint + 946684800000000);
	PERFORM pg_advisory_xact_lock_shared(6269010681299730432 | floor);
	EXECUTE format('SELECT last_value FROM %s.wiji_low_water', home) INTO STRICT low_water;
	first := greatest(floor, low_water);
	-- The ids of the session go on from there.
	PERFORM set_config('wiji_portable.last', greatest(coalesce(current_setting('wiji_portable.last', true), '') COLLATE "C", lpad(to_hex(first), 14, '0') || '0000'), false),
		set_config('wiji_portable.floor', lpad(to_hex(first), 14, '0'), true);
	RETURN NULL;
END $$;
COMMENT ON FUNCTION wiji_feed_begin() IS
'trigger BEFORE INSERT FOR EACH STATEMENT of a feed: from here on the transaction holds the horizon back';

CREATE OR REPLACE FUNCTION wiji_refuse_foreign_id() RETURNS trigger
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	floor CONSTANT text := current_setting('wiji_portable.floor', true);
	id uuid;
	place text;
BEGIN
	IF coalesce(floor, '') = '' THEN
		RAISE object_not_in_prerequisite_state USING
			MESSAGE = format('no feed was begun for table "%s"', TG_TABLE_NAME),
			DETAIL = 'No trigger with wiji_feed_begin() was executed by this statement.',
			HINT = 'CREATE TRIGGER ... BEFORE INSERT ... FOR EACH STATEMENT EXECUTE FUNCTION wiji_feed_begin(). Insert into a partitioned table, not into its partitions.';
	END IF;
	IF TG_ARGV[0] = 'id' THEN
		id := NEW.id;		-- most are called so, and this is the fastest way
	ELSE
		EXECUTE format('SELECT ($1).%I', TG_ARGV[0]) INTO id USING NEW;
	END IF;
	place := encode(substr(uuid_send(id), 1, 9), 'hex');
	IF (place COLLATE "C" > floor AND place COLLATE "C" <= current_setting('wiji_portable.last', true)) IS NOT TRUE THEN
		RAISE check_violation USING
			MESSAGE = format('id %s was not made by this session in this transaction', id),
			DETAIL = 'Readers of the feed may have passed it, or would pass others with it.',
			HINT = 'Let the column''s default make it.';
	END IF;
	RETURN NEW;
END $$;
COMMENT ON FUNCTION wiji_refuse_foreign_id() IS
'trigger BEFORE INSERT FOR EACH ROW of a feed, whose argument is the name of the column: refuses ids that the horizon does not know, null included (23514)';

CREATE OR REPLACE FUNCTION wiji_horizon(low_water regclass) RETURNS uuid
LANGUAGE plpgsql VOLATILE STRICT
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	now CONSTANT bigint := ('x' || encode(timestamptz_send(clock_timestamp()), 'hex'))::bit(64)::bigint + 946684800000000;
	raised bigint;
	floor bigint;
BEGIN
	IF current_setting('transaction_isolation') NOT IN ('read committed', 'read uncommitted') THEN
		RAISE object_not_in_prerequisite_state USING
			MESSAGE = format('the horizon cannot be asked for in isolation level %s', current_setting('transaction_isolation')),
			DETAIL = 'What is read after it would be as old as the transaction.',
			HINT = 'Ask in a transaction of its own, before this one begins.';
	END IF;
	-- A standby has the mark, but knows nothing of the locks.
	IF pg_is_in_recovery() THEN
		RAISE object_not_in_prerequisite_state USING
			MESSAGE = 'the horizon cannot be asked for during recovery',
			HINT = 'Ask on the primary, and read there, too: a standby may lack rows below that horizon.';
	END IF;
	-- One reader at a time raises the mark, and to no more than the clock.  The end of the block
	-- gives back the lock, and not what the sequence has.
	BEGIN
		PERFORM pg_advisory_xact_lock(6341068275337658368);
		EXECUTE format('SELECT last_value FROM %s', low_water) INTO STRICT raised;
		IF raised < now THEN
			raised := setval(low_water, now);
		END IF;
		RAISE SQLSTATE 'WIJI1';
	EXCEPTION WHEN SQLSTATE 'WIJI1' THEN
		NULL;
	END;
	-- The first byte of these locks' keys is 0x57.
	SELECT min((classid::bigint & 16777215) << 32 | objid::bigint) INTO floor FROM pg_locks
	WHERE locktype = 'advisory' AND objsubid = 1 AND classid::bigint >> 24 = 87
	  AND database = (SELECT oid FROM pg_database WHERE datname = current_database());
	RETURN (lpad(to_hex(least(raised, floor)), 14, '0') || '000010000000000000')::uuid;
END $$;
COMMENT ON FUNCTION wiji_horizon(low_water regclass) IS
'internal: wiji_horizon() with this low-water mark';

CREATE OR REPLACE FUNCTION wiji_horizon() RETURNS wiji
LANGUAGE SQL VOLATILE PARALLEL UNSAFE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
	SELECT wiji_horizon('wiji_low_water'::regclass);
END;
COMMENT ON FUNCTION wiji_horizon() IS
'the id below which the next statement sees every row of a feed, if it takes a snapshot of its own; 55000 in REPEATABLE READ and SERIALIZABLE, and on a standby';
$file$, 'wiji_portable.floor', coalesce(
		(SELECT setting FROM pg_proc p, substring(prosrc FROM 'wiji_portable[.]floor_[0-9a-f]{32}') setting
		 WHERE oid = to_regprocedure(format('%I.wiji_feed_begin()', home))
		   AND NOT EXISTS (SELECT FROM pg_proc other WHERE other.oid <> p.oid AND proname = 'wiji_feed_begin' AND strpos(prosrc, setting) > 0)),
		'wiji_portable.floor_' || md5(gen_random_uuid()::text)));

	-- It looks before it defines anything, and once more: a transaction may have left something
	-- meanwhile.
	FOREACH step IN ARRAY ARRAY[file, ''] LOOP
		EXECUTE who_else INTO strangers USING home, trusted;
		IF strangers IS NOT NULL THEN
			RAISE insufficient_privilege USING
				MESSAGE = format('schema %I is not the current user''s alone', home),
				DETAIL = format('Somebody else is %s.', strangers),
				HINT = 'Put portable/wiji.sql and this file into a schema of your own.';
		END IF;
		PERFORM set_config('search_path', format('%I, pg_temp', home), true);
		EXECUTE step;
		PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
	END LOOP;
	-- ALTER DEFAULT PRIVILEGES may let others set the mark.
	FOR other IN
		SELECT DISTINCT grantee::regrole FROM pg_class, aclexplode(relacl)
		WHERE oid = format('%I.wiji_low_water', home)::regclass AND grantee NOT IN (0, relowner)
	LOOP
		EXECUTE format('REVOKE ALL ON SEQUENCE %I.wiji_low_water FROM %s CASCADE', home, other);
	END LOOP;
	PERFORM set_config('search_path', path, true);
END $install$;
