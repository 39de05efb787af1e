-- The wiji_feed extension, version 0.9.
-- Released: never changes.  What is new stands in an update script, which CREATE EXTENSION runs after it.

-- Complain if the script is fed to psql rather than to CREATE EXTENSION.
\echo Use "CREATE EXTENSION wiji_feed" to load this file. \quit

--
-- Change feeds: a feed is a table with triggers; below its horizon, a statement misses no row.
--

CREATE FUNCTION wiji_horizon_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'pgwiji_horizon_support'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_horizon_support(internal) IS
'internal: planner support: the session notes which partitions are added later';

-- STABLE: all calls with the same snapshot return the same horizon.
CREATE FUNCTION wiji_horizon(feed regclass) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_horizon'
LANGUAGE C STABLE STRICT PARALLEL RESTRICTED
SUPPORT wiji_horizon_support;
COMMENT ON FUNCTION wiji_horizon(feed regclass) IS
'key below which the statement misses no row of the feed, for keys of type uuid, and of others with its order';

CREATE FUNCTION wiji_horizon_bigint(feed regclass) RETURNS bigint
AS 'MODULE_PATHNAME', 'pgwiji_horizon_bigint'
LANGUAGE C STABLE STRICT PARALLEL RESTRICTED
SUPPORT wiji_horizon_support;
COMMENT ON FUNCTION wiji_horizon_bigint(feed regclass) IS
'number below which the statement misses no row of the feed, for keys from a sequence';

CREATE FUNCTION wiji_horizon_timestamptz(feed regclass) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'pgwiji_horizon_timestamptz'
LANGUAGE C STABLE STRICT PARALLEL RESTRICTED
SUPPORT wiji_horizon_support;
COMMENT ON FUNCTION wiji_horizon_timestamptz(feed regclass) IS
'time below which the statement misses no row of the feed, for row versions of type timestamptz';

CREATE FUNCTION wiji_feed_blockers(feed regclass, OUT pid integer, OUT since timestamptz, OUT floor text) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'pgwiji_feed_blockers'
LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION wiji_feed_blockers(feed regclass) IS
'sessions whose transactions insert into the feed, and the least key of each';

CREATE FUNCTION wiji_feeds(OUT feed regclass, OUT "column" name, OUT lag interval, OUT changes boolean,
	OUT behind interval, OUT blockers integer, OUT flaw text) RETURNS SETOF record
AS 'MODULE_PATHNAME', 'pgwiji_feeds'
LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION wiji_feeds() IS
'feeds that the caller may read or monitor, how far each is behind, and what is wrong with it';

CREATE FUNCTION wiji_feed_flaw(feed regclass) RETURNS text
AS 'MODULE_PATHNAME', 'pgwiji_feed_flaw'
LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION wiji_feed_flaw(feed regclass) IS
'why the table is not a feed; null if it is one';

--
-- Triggers
--

CREATE FUNCTION wiji_feed_enter() RETURNS trigger
AS 'MODULE_PATHNAME', 'pgwiji_feed_enter'
LANGUAGE C VOLATILE;
COMMENT ON FUNCTION wiji_feed_enter() IS
'trigger of a feed: registers the transaction before an INSERT';

CREATE FUNCTION wiji_feed_guard() RETURNS trigger
AS 'MODULE_PATHNAME', 'pgwiji_feed_guard'
LANGUAGE C VOLATILE;
COMMENT ON FUNCTION wiji_feed_guard() IS
'triggers of a feed: rejects keys that a consumer might have passed';

CREATE FUNCTION wiji_row_version() RETURNS trigger
AS 'MODULE_PATHNAME', 'pgwiji_row_version'
LANGUAGE C VOLATILE;
COMMENT ON FUNCTION wiji_row_version() IS
'trigger of a feed of changes: assigns a new version to each changed row';

--
-- Creating and dropping feeds, with the caller's rights
--

CREATE FUNCTION wiji_feed_prepare(feed regclass, INOUT "column" name, INOUT layout text, OUT compared_as regtype) RETURNS record
AS 'MODULE_PATHNAME', 'pgwiji_feed_prepare'
LANGUAGE C VOLATILE;
COMMENT ON FUNCTION wiji_feed_prepare(feed regclass, "column" name, layout text) IS
'internal: locks the owner''s table, checks its key, and returns its column, the layout of its UUIDs, and the type as which it is compared';

CREATE FUNCTION wiji_feed_ignored(feed regclass, ignore name[]) RETURNS text
AS 'MODULE_PATHNAME', 'pgwiji_feed_ignored'
LANGUAGE C VOLATILE STRICT;
COMMENT ON FUNCTION wiji_feed_ignored(feed regclass, ignore name[]) IS
'internal: locks the owner''s table, and returns a condition, always true, of the columns whose changes make no new version';

CREATE FUNCTION wiji_feed_triggers(feed regclass) RETURNS name[]
AS 'MODULE_PATHNAME', 'pgwiji_feed_triggers'
LANGUAGE C VOLATILE STRICT;
COMMENT ON FUNCTION wiji_feed_triggers(feed regclass) IS
'internal: locks the owner''s table, and returns the names of its triggers that make it a feed';

CREATE FUNCTION wiji_feed_verify(feed regclass) RETURNS void
AS 'MODULE_PATHNAME', 'pgwiji_feed_verify'
LANGUAGE C VOLATILE STRICT;
COMMENT ON FUNCTION wiji_feed_verify(feed regclass) IS
'internal: raises an error unless the owner''s table has become a feed';

CREATE FUNCTION wiji_feed_forget(feed regclass) RETURNS void
AS 'MODULE_PATHNAME', 'pgwiji_feed_forget'
LANGUAGE C VOLATILE STRICT;
COMMENT ON FUNCTION wiji_feed_forget(feed regclass) IS
'internal: locks the owner''s table, and deletes its stored horizon';

CREATE FUNCTION wiji_feed_drop_triggers(feed regclass) RETURNS void
LANGUAGE plpgsql STRICT
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	home CONSTANT name := (SELECT nspname FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'wiji_feed');
	trigger name;
BEGIN
	IF home IS NULL THEN
		RAISE undefined_object USING MESSAGE = 'extension "wiji_feed" does not exist', DETAIL = 'It has just been dropped.';
	END IF;
	FOR trigger IN EXECUTE format('SELECT unnest(%I.wiji_feed_triggers($1))', home) USING feed LOOP
		EXECUTE format('DROP TRIGGER %I ON %s', trigger, feed);
	END LOOP;
	-- the lock keeps the table's name, but not that of its schema
	EXECUTE format('SELECT unnest(%I.wiji_feed_triggers($1))', home) INTO trigger USING feed;
	IF trigger IS NOT NULL THEN
		RAISE serialization_failure USING MESSAGE = format('could not drop trigger "%s" of table %s because the schema was renamed concurrently', trigger, feed);
	END IF;
END $$;
COMMENT ON FUNCTION wiji_feed_drop_triggers(feed regclass) IS
'internal: drops the triggers of a feed, whose stored horizon stays';

CREATE FUNCTION wiji_drop_feed(feed regclass) RETURNS void
LANGUAGE plpgsql STRICT
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	home CONSTANT name := (SELECT nspname FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'wiji_feed');
BEGIN
	IF home IS NULL THEN
		RAISE undefined_object USING MESSAGE = 'extension "wiji_feed" does not exist', DETAIL = 'It has just been dropped.';
	END IF;
	EXECUTE format('SELECT %I.wiji_feed_drop_triggers($1)', home) USING feed;
	EXECUTE format('SELECT %I.wiji_feed_forget($1)', home) USING feed;
END $$;
COMMENT ON FUNCTION wiji_drop_feed(feed regclass) IS
'removes the triggers of a feed, and its stored horizon';

CREATE FUNCTION wiji_create_feed(feed regclass, "column" name DEFAULT NULL, lag interval DEFAULT '0', changes boolean DEFAULT false,
	ignore name[] DEFAULT '{}', layout text DEFAULT NULL) RETURNS void
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
SET intervalstyle = postgres
AS $$
DECLARE
	home CONSTANT name := (SELECT nspname FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'wiji_feed');
	arguments text;
	compared_as regtype;
	ignored text;	-- a condition
BEGIN
	IF home IS NULL THEN
		RAISE undefined_object USING MESSAGE = 'extension "wiji_feed" does not exist', DETAIL = 'It has just been dropped.';
	ELSIF feed IS NULL OR lag IS NULL OR changes IS NULL OR ignore IS NULL THEN
		RAISE invalid_parameter_value USING MESSAGE = 'arguments of wiji_create_feed() must not be null, except "column" and "layout"';
	ELSIF changes AND "column" IS NULL THEN
		RAISE invalid_parameter_value USING MESSAGE = 'a feed of changes requires argument "column"',
			HINT = 'Name a column for the version of a row, as from ALTER TABLE ... ADD COLUMN changed uuid UNIQUE.';
	ELSIF changes AND lag <> '0' THEN
		RAISE invalid_parameter_value USING MESSAGE = 'a feed of changes does not support a lag';
	ELSIF ignore <> '{}' AND NOT changes THEN
		RAISE invalid_parameter_value USING MESSAGE = 'columns can be ignored only in a feed of changes';
	END IF;
	EXECUTE format('SELECT * FROM %I.wiji_feed_prepare($1, $2, $3)', home) INTO "column", layout, compared_as USING feed, "column", layout;
	arguments := concat_ws(', ', quote_literal("column"), quote_literal(lag), quote_literal(layout));
	EXECUTE format('SELECT %I.wiji_feed_ignored($1, $2)', home) INTO ignored USING feed, ignore;
	EXECUTE format('SELECT %I.wiji_feed_drop_triggers($1)', home) USING feed;	-- horizons that consumers may have read stay stored
	IF changes THEN
		EXECUTE format('CREATE TRIGGER wiji_row_version BEFORE INSERT OR UPDATE ON %s FOR EACH ROW %s EXECUTE FUNCTION %I.wiji_row_version(%L)',
			feed, ignored, home, "column");
	ELSE
		EXECUTE format('CREATE TRIGGER wiji_feed_enter BEFORE INSERT ON %s FOR EACH STATEMENT EXECUTE FUNCTION %I.wiji_feed_enter(%s)', feed, home, arguments);
	END IF;
	EXECUTE format('CREATE TRIGGER wiji_feed_guard AFTER INSERT ON %s FOR EACH ROW EXECUTE FUNCTION %I.wiji_feed_guard(%s)', feed, home, arguments);
	-- Nothing is queued for an update that leaves the key as it is.  The condition names the key by its number, so renaming it changes
	-- nothing; and the key that a trigger set counts, as it would not with UPDATE OF.
	EXECUTE format('CREATE TRIGGER wiji_feed_update AFTER UPDATE ON %s FOR EACH ROW WHEN (OLD.%I::%s IS DISTINCT FROM NEW.%2$I::%3$s) EXECUTE FUNCTION %I.wiji_feed_guard(%s)',
		feed, "column", compared_as, home, arguments);
	EXECUTE format('SELECT %I.wiji_feed_verify($1)', home) USING feed;
END $$;
COMMENT ON FUNCTION wiji_create_feed(feed regclass, "column" name, lag interval, changes boolean, ignore name[], layout text) IS
'makes a table a feed, which consumers can read in the order of keys without missing rows';

--
-- Horizons for standbys, and for starts
--

-- Rows are updated again and again, so each page has room for their next versions.
CREATE TABLE wiji_feed_horizon (
	feed regclass PRIMARY KEY,
	"column" smallint NOT NULL,
	type varchar(12) NOT NULL,
	horizon bigint NOT NULL,
	mark bigint NOT NULL,
	stored_at timestamptz NOT NULL
) WITH (fillfactor = 50);
COMMENT ON TABLE wiji_feed_horizon IS
'internal: the horizon of each feed when wiji_store_horizons() was last called, and the mark above which the feed starts, as times in microseconds since 1970 or numbers';
CREATE FUNCTION wiji_store_horizons(feeds regclass[] DEFAULT NULL) RETURNS bigint
AS 'MODULE_PATHNAME', 'pgwiji_store_horizons'
LANGUAGE C VOLATILE;
COMMENT ON FUNCTION wiji_store_horizons(feeds regclass[]) IS
'stores the horizons of these feeds, or of all, for standbys, and returns how many it stored';

-- Nobody else uses these until the owner of the extension says so, whatever privileges new tables and functions get by default.
REVOKE ALL ON wiji_feed_horizon FROM PUBLIC;
REVOKE ALL ON FUNCTION wiji_store_horizons(pg_catalog.regclass[]) FROM PUBLIC;
DO $$
DECLARE
	grantee pg_catalog.regrole;
BEGIN
	FOR grantee IN SELECT a.grantee FROM pg_catalog.pg_class c, pg_catalog.aclexplode(c.relacl) a
		WHERE c.oid OPERATOR(pg_catalog.=) 'wiji_feed_horizon'::pg_catalog.regclass AND a.grantee OPERATOR(pg_catalog.<>) c.relowner LOOP
		EXECUTE pg_catalog.format('REVOKE ALL ON wiji_feed_horizon FROM %s', grantee);
	END LOOP;
	FOR grantee IN SELECT a.grantee FROM pg_catalog.pg_proc p, pg_catalog.aclexplode(p.proacl) a
		WHERE p.oid OPERATOR(pg_catalog.=) 'wiji_store_horizons(pg_catalog.regclass[])'::pg_catalog.regprocedure AND a.grantee OPERATOR(pg_catalog.<>) p.proowner LOOP
		EXECUTE pg_catalog.format('REVOKE ALL ON FUNCTION wiji_store_horizons(pg_catalog.regclass[]) FROM %s', grantee);
	END LOOP;
	EXECUTE pg_catalog.format('GRANT EXECUTE ON FUNCTION wiji_store_horizons(pg_catalog.regclass[]) TO %s WITH GRANT OPTION',
		(SELECT extowner::pg_catalog.regrole FROM pg_catalog.pg_extension WHERE extname OPERATOR(pg_catalog.=) 'wiji_feed'));
END $$;

--
-- Consumers: ordinary tables, with a row for each worker.  Everything runs with the caller's rights.
--

CREATE FUNCTION wiji_feed_key(feed regclass, OUT key text, OUT type text, OUT operators text, OUT below text) RETURNS record
AS 'MODULE_PATHNAME', 'pgwiji_feed_key'
LANGUAGE C VOLATILE STRICT;
COMMENT ON FUNCTION wiji_feed_key(feed regclass) IS
'internal: locks the feed, and returns parts of a query of its rows, as f';

CREATE FUNCTION wiji_feed_split(feed regclass, split name, OUT expression text, OUT described text) RETURNS record
AS 'MODULE_PATHNAME', 'pgwiji_feed_split'
LANGUAGE C VOLATILE;
COMMENT ON FUNCTION wiji_feed_split(feed regclass, split name) IS
'internal: by what workers share the rows of the feed, as f: a column, or else the key';

CREATE FUNCTION wiji_check_consumer(consumer regclass, OUT has_sharing boolean) RETURNS boolean
LANGUAGE plpgsql STRICT
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	name CONSTANT text := consumer;
BEGIN
	-- Its owner cannot put a view in its place afterwards, whose functions the caller would run.
	IF EXISTS (SELECT FROM pg_class WHERE oid = consumer AND relkind = 'r') THEN
		EXECUTE format('LOCK TABLE ONLY %s IN ACCESS SHARE MODE', name);
		IF to_regclass(name) IS DISTINCT FROM consumer THEN
			RAISE serialization_failure USING MESSAGE = format('could not lock consumer %s because it was renamed concurrently', name);
		END IF;
	END IF;
	IF EXISTS (SELECT FROM pg_class WHERE oid = consumer AND relkind = 'r')
		AND (SELECT count(*) = 5 FROM pg_attribute
			WHERE attrelid = consumer AND NOT attisdropped AND attgenerated = '' AND (attname, atttypid, attnotnull OR attname IN ('position', 'split')) IN
				(('worker', 'integer'::regtype, true), ('workers', 'integer'::regtype, true), ('feed', 'regclass'::regtype, true),
				('position', 'text'::regtype, true), ('split', 'name'::regtype, true)))
		AND EXISTS (SELECT FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
			WHERE indrelid = consumer AND indisprimary AND indnkeyatts = 1 AND attname = 'worker')
	THEN
		has_sharing := EXISTS (SELECT FROM pg_attribute
			WHERE attrelid = consumer AND attname = 'sharing' AND atttypid = 'text'::regtype AND attgenerated = '');
		RETURN;
	END IF;
	RAISE invalid_parameter_value USING MESSAGE = format('table %s is not a consumer', consumer),
		DETAIL = 'A consumer is a table with columns worker, workers, feed, position and split.',
		HINT = 'CREATE TABLE ... (worker integer PRIMARY KEY, workers integer NOT NULL, feed regclass NOT NULL, position text, split name, sharing text)';
END $$;
COMMENT ON FUNCTION wiji_check_consumer(consumer regclass) IS
'internal: locks the table, raises an error unless it has the columns of a consumer, and says if it has column "sharing"';

-- "sharing" of a row says how workers shared the rows up to its position.
CREATE FUNCTION wiji_check_workers(consumer regclass, has_sharing boolean, polls boolean,
	OUT feed regclass, OUT workers bigint, OUT expression text) RETURNS record
LANGUAGE plpgsql STRICT
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	home CONSTANT name := (SELECT nspname FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'wiji_feed');
	r record;
	k record;	-- the key of the feed
	sharing text;
	is_same boolean;
	message text;
	detail text;
	hint text;
	lowest text;
BEGIN
	IF home IS NULL THEN
		RAISE undefined_object USING MESSAGE = 'extension "wiji_feed" does not exist', DETAIL = 'It has just been dropped.';
	END IF;
	EXECUTE format('SELECT count(*) AS n, (array_agg(feed ORDER BY worker))[1] AS feed, (array_agg(workers::bigint ORDER BY worker))[1] AS workers,
			(array_agg(split ORDER BY worker))[1] AS split, (array_agg(position ORDER BY worker))[1] AS position,
			count(DISTINCT ROW(workers, feed, split)) = 1 AND min(abs(workers::bigint)) = count(*) AND min(worker) = 0 AND max(worker) = count(*) - 1 AS agree,
			count(DISTINCT ROW(position)) = 1 AS at_one_position, count(position) = count(*) AS have_begun, max(abs(workers::bigint)) AS most, %s
		FROM ONLY %s', CASE WHEN has_sharing THEN 'min(sharing) AS lowest, max(sharing) AS highest, bool_or(sharing IS NULL) AS is_new'
			ELSE 'NULL AS lowest, NULL AS highest, false AS is_new' END, consumer) INTO r;
	feed := r.feed;
	workers := r.workers;
	IF r.n = 0 OR feed IS NULL THEN
		RAISE object_not_in_prerequisite_state USING MESSAGE = format('consumer %s does not have workers', consumer),
			HINT = format('INSERT INTO %s (worker, workers, feed) VALUES (0, 1, ...)', consumer);
	END IF;
	IF r.agree THEN
		EXECUTE format('SELECT * FROM %I.wiji_feed_split($1, $2)', home) INTO expression, sharing USING feed, r.split;
		sharing := CASE abs(workers) WHEN 1 THEN '1 worker' ELSE format('%s workers, %s', abs(workers), sharing) END;
		is_same := r.lowest = r.highest AND CASE WHEN substring(r.lowest, ', table \d+') = substring(sharing, ', table \d+')
			THEN split_part(r.lowest, ', name ', 1) = split_part(sharing, ', name ', 1)
			ELSE regexp_replace(r.lowest, ', table \d+, column \d+', '') = regexp_replace(sharing, ', table \d+, column \d+', '') END;
	END IF;

	-- Positions of workers are good only for those who share the rows in the same way.
	hint := 'Undo the change.  Or begin again at the least position, which returns some rows again';
	IF r.agree IS NOT TRUE THEN
		message := format('workers of consumer %s do not agree', consumer);
		detail := 'Each row must have the number of rows as workers, and the same feed and split; worker counts from 0.';
	ELSIF NOT is_same THEN
		message := format('workers of consumer %s share rows in another way than before', consumer);
		detail := format('Up to their positions, it was "%s"; now it is "%s".', CASE WHEN r.lowest <> sharing THEN r.lowest ELSE r.highest END, sharing);
	ELSIF r.is_new AND NOT r.at_one_position THEN
		message := format('new workers of consumer %s do not begin at one position', consumer);
		detail := 'Column "sharing" is null, and their positions differ.';
	ELSIF polls AND workers < 0 AND r.at_one_position THEN
		message := format('workers of consumer %s have stopped', consumer);
		detail := format('All of them are at position %s.', coalesce(r.position, 'NULL'));
		hint := 'Replace them by as many as there should be';
	ELSE
		IF polls AND r.is_new THEN
			EXECUTE format('UPDATE ONLY %s SET sharing = $1 WHERE sharing IS NULL', consumer) USING sharing;
		END IF;
		RETURN;
	END IF;
	EXECUTE format('SELECT * FROM %I.wiji_feed_key($1)', home) INTO k USING feed;
	IF r.n < greatest(r.most, substring(r.highest, '^\d{1,9}')::bigint) THEN
		hint := 'Undo the change.  Or begin again with the first row, because nobody knows the position of a worker that is missing';
	ELSIF r.have_begun THEN
		EXECUTE format('SELECT position FROM ONLY %s ORDER BY position::%s LIMIT 1', consumer, k.type) INTO lowest;
	END IF;
	RAISE object_not_in_prerequisite_state USING MESSAGE = message, DETAIL = detail,
		HINT = format('%s: DELETE FROM %s; INSERT INTO %2$s (worker, workers, feed, position, split) SELECT n, %s, %L, %L, %L FROM generate_series(0, %s) n',
			hint, consumer, r.n, feed, lowest, r.split, r.n - 1);
END $$;
COMMENT ON FUNCTION wiji_check_workers(consumer regclass, has_sharing boolean, polls boolean) IS
'internal: raises an error unless the workers of a consumer agree; for a poll, writes how they share rows into new ones';

CREATE FUNCTION wiji_newest_position(feed regclass) RETURNS text
LANGUAGE plpgsql STRICT
SET search_path = pg_catalog, pg_temp
SET datestyle = iso
SET timezone = 'UTC'
AS $$
DECLARE
	home CONSTANT name := (SELECT nspname FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'wiji_feed');
	k record;
	newest text;
BEGIN
	IF home IS NULL THEN
		RAISE undefined_object USING MESSAGE = 'extension "wiji_feed" does not exist', DETAIL = 'It has just been dropped.';
	END IF;
	EXECUTE format('SELECT * FROM %I.wiji_feed_key($1)', home) INTO k USING feed;
	EXECUTE format('SELECT format(''%%s'', %s) FROM %s f WHERE %s ORDER BY %1$s DESC LIMIT 1', k.key, feed, k.below) INTO newest;
	RETURN newest;
END $$;
COMMENT ON FUNCTION wiji_newest_position(feed regclass) IS
'position after all rows below the horizon, for a consumer of new rows only; null if there are none';

CREATE FUNCTION wiji_pending(consumer regclass) RETURNS TABLE (worker integer, "position" text, pending bigint)
LANGUAGE plpgsql STRICT
SET search_path = pg_catalog, pg_temp
SET datestyle = iso
SET timezone = 'UTC'
AS $$
DECLARE
	home CONSTANT name := (SELECT nspname FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'wiji_feed');
	has_sharing boolean;
	c record;	-- the consumer
	k record;	-- the key of its feed
BEGIN
	IF home IS NULL THEN
		RAISE undefined_object USING MESSAGE = 'extension "wiji_feed" does not exist', DETAIL = 'It has just been dropped.';
	END IF;
	EXECUTE format('SELECT %I.wiji_check_consumer($1)', home) INTO has_sharing USING consumer;
	EXECUTE format('SELECT * FROM %I.wiji_check_workers($1, $2, false)', home) INTO c USING consumer, has_sharing;
	EXECUTE format('SELECT * FROM %I.wiji_feed_key($1)', home) INTO k USING c.feed;
	FOR worker, "position" IN EXECUTE format('SELECT worker, position FROM ONLY %s ORDER BY worker', consumer) LOOP
		EXECUTE format('SELECT count(*) FROM (SELECT FROM %s f WHERE %s %s LIMIT 10000) page', c.feed, k.below,
			format('AND %s OPERATOR(%s.>) ', k.key, k.operators) || quote_literal("position") || '::' || k.type) INTO pending;
		RETURN NEXT;
	END LOOP;
END $$;
COMMENT ON FUNCTION wiji_pending(consumer regclass) IS
'each worker of a consumer, its position, and how many rows of the feed are after it, up to 10,000';

CREATE FUNCTION wiji_poll(feed anyelement, consumer regclass, worker integer DEFAULT NULL, max integer DEFAULT 1000) RETURNS SETOF anyelement
LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp
SET datestyle = iso
SET timezone = 'UTC'
AS $$
DECLARE
	home CONSTANT name := (SELECT nspname FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'wiji_feed');
	source CONSTANT regclass := (SELECT nullif(typrelid, 0) FROM pg_type WHERE oid = pg_typeof(feed));
	names CONSTANT text := concat_ws(' ', source, consumer);
	has_sharing boolean;
	is_new boolean;
	reads regclass;
	k record;	-- the key of the feed
	w record;	-- the worker
	c record;	-- the consumer
	upto text;
	after text;
	last text;
	scanned bigint;
	returned bigint;
	updated bigint;
BEGIN
	IF home IS NULL THEN
		RAISE undefined_object USING MESSAGE = 'extension "wiji_feed" does not exist', DETAIL = 'It has just been dropped.';
	ELSIF consumer IS NULL OR max IS NULL THEN
		RAISE invalid_parameter_value USING MESSAGE = 'arguments "consumer" and "max" of wiji_poll() must not be null';
	ELSIF max < 1 THEN
		RAISE invalid_parameter_value USING MESSAGE = 'argument "max" of wiji_poll() must be at least 1';
	END IF;
	EXECUTE format('SELECT %I.wiji_check_consumer($1)', home) INTO has_sharing USING consumer;
	EXECUTE format('SELECT (array_agg(feed ORDER BY worker))[1], %s FROM ONLY %s',
		CASE WHEN has_sharing THEN 'bool_or(sharing IS NULL)' ELSE 'false' END, consumer) INTO reads, is_new;
	IF reads IS NULL THEN
		EXECUTE format('SELECT %I.wiji_check_workers($1, $2, true)', home) USING consumer, has_sharing;
	ELSIF reads IS DISTINCT FROM source THEN
		RAISE invalid_parameter_value USING MESSAGE = format('consumer %s does not read rows of type %s', consumer, pg_typeof(feed)),
			HINT = CASE WHEN source = pg_partition_root(reads) THEN format('The table that the consumer names has become a partition: UPDATE %s SET feed = %L.', consumer, source)
				ELSE format('Call wiji_poll(NULL::%s, ...).', reads) END;
	END IF;
	EXECUTE format('SELECT * FROM %I.wiji_feed_key($1)', home) INTO k USING source;
	-- The first poll of new workers writes into all rows.  It locks them in order, so it is not in a deadlock with another.
	IF is_new THEN
		EXECUTE format('SELECT FROM ONLY %s c ORDER BY worker FOR UPDATE OF c', consumer);
		EXECUTE format('SELECT %I.wiji_check_workers($1, $2, true)', home) USING consumer, has_sharing;
	END IF;

	-- If all rows of a page are other workers', the next page is read, or the next worker takes its turn.
	FOR attempt IN 1 .. 100 LOOP
		IF worker IS NULL THEN
			EXECUTE format('SELECT worker, position FROM ONLY %s c WHERE position IS NULL OR position::%s OPERATOR(%s.<) (SELECT %s FROM %s f WHERE %s ORDER BY 1 DESC LIMIT 1)
				ORDER BY random() LIMIT 1 FOR UPDATE OF c SKIP LOCKED', consumer, k.type, k.operators, k.key, source, k.below) INTO w;
		ELSE
			EXECUTE format('SELECT worker, position FROM ONLY %s WHERE worker = $1 FOR UPDATE', consumer) INTO w USING worker;
			IF w IS NULL THEN
				RAISE invalid_parameter_value USING MESSAGE = format('consumer %s does not have worker %s', consumer, worker);
			END IF;
		END IF;
		EXIT WHEN w IS NULL;
		-- In statements that begin under the lock: a change of the number of workers waits for it, or is seen.
		EXECUTE format('SELECT * FROM %I.wiji_check_workers($1, $2, true)', home) INTO c USING consumer, has_sharing;
		IF c.feed IS DISTINCT FROM source THEN
			RAISE serialization_failure USING MESSAGE = format('could not poll because consumer %s was changed concurrently', consumer);
		END IF;

		upto := k.below;
		IF c.workers < 0 THEN	-- the greatest position
			EXECUTE format('SELECT position FROM ONLY %s WHERE position IS NOT NULL ORDER BY position::%s DESC LIMIT 1', consumer, k.type) INTO last;
			upto := format('%s AND %s OPERATOR(%s.<=) %L::%s', upto, k.key, k.operators, last, k.type);
		END IF;
		after := format('AND %s OPERATOR(%s.>) ', k.key, k.operators) || quote_literal(w.position) || '::' || k.type;
		EXECUTE format('SELECT format(''%%s'', key), n FROM (SELECT %s AS key, row_number() OVER (ORDER BY %1$s) AS n FROM %s f WHERE %s %s ORDER BY 1 LIMIT %s) page
			ORDER BY n DESC LIMIT 1', k.key, source, upto, after, max) INTO last, scanned;
		EXIT WHEN last IS NULL;
		RETURN QUERY EXECUTE format('SELECT f.* FROM %s f WHERE %s OPERATOR(%s.<=) %L::%s %s %s ORDER BY %2$s',
			source, k.key, k.operators, last, k.type, after,
			CASE WHEN abs(c.workers) > 1 THEN format('AND (hash_record_extended(ROW(%s), 0) & 9223372036854775807) %% %s = %s',
				c.expression, abs(c.workers), w.worker) END);
		GET DIAGNOSTICS returned = ROW_COUNT;
		EXECUTE format('UPDATE ONLY %s SET position = $1 WHERE worker = $2', consumer) USING last, w.worker;
		GET DIAGNOSTICS updated = ROW_COUNT;
		IF updated <> 1 THEN
			RAISE object_not_in_prerequisite_state USING MESSAGE = format('could not update the position of worker %s of consumer %s', w.worker, consumer),
				DETAIL = 'A trigger, a rule or a policy of the table prevents it.';
		END IF;
		EXIT WHEN returned > 0 OR worker IS NOT NULL AND scanned < max;
	END LOOP;
	-- locks keep the names of the tables, but not those of their schemas
	IF concat_ws(' ', source, consumer) <> names THEN
		RAISE serialization_failure USING MESSAGE = 'could not poll because a table or its schema was renamed concurrently';
	END IF;
END $$;
COMMENT ON FUNCTION wiji_poll(feed anyelement, consumer regclass, worker integer, max integer) IS
'next rows of a feed for a worker of a consumer, whose position is moved behind them';
