-- complain if the script is sourced in psql, rather than via CREATE EXTENSION
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

CREATE FUNCTION wiji_drop_feed(feed regclass) RETURNS void
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
COMMENT ON FUNCTION wiji_drop_feed(feed regclass) IS
'removes the triggers of a feed';

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
	EXECUTE format('SELECT %I.wiji_drop_feed($1)', home) USING feed;
	IF changes THEN
		EXECUTE format('CREATE TRIGGER wiji_row_version BEFORE INSERT OR UPDATE ON %s FOR EACH ROW EXECUTE FUNCTION %I.wiji_row_version(%s)',
			feed, home, (SELECT string_agg(quote_literal(coalesce(n, '')), ', ' ORDER BY i) FROM unnest("column" || ignore) WITH ORDINALITY n (n, i)));
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
