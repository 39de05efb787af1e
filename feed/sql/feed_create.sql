-- wiji_create_feed() makes a table a feed, and wiji_drop_feed() makes it an ordinary one again.

-- A feed is a table with three triggers, of which one gives each row its version in a feed of changes.  Its
-- keys may be in another column than the primary key.  A change of the columns to ignore does not count.
CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
CREATE TABLE "Sold" (n integer PRIMARY KEY, "Changed At" wiji UNIQUE DEFAULT wiji_generate());
\set ECHO none
CREATE FUNCTION triggers(arguments text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE 'SELECT public.wiji_create_feed(' || arguments || ')';
	RETURN QUERY SELECT replace(pg_get_triggerdef(oid), 'CREATE TRIGGER ', '') FROM pg_catalog.pg_trigger
	WHERE tgname ~ '^wiji_' ORDER BY tgname;
	EXECUTE 'SELECT public.wiji_drop_feed(' || split_part(arguments, ',', 1) || ')';
END $$;
\set ECHO all
SELECT triggers(arguments) FROM unnest(ARRAY[
	$$'event'$$, $$'event', lag => '5 s'$$, $$'"Sold"', 'Changed At', '00:00:01.5'$$,
	$$'"Sold"', 'Changed At', changes => true, ignore => '{n,"Changed At"}'$$]) arguments;
-- Without them a table is an ordinary one.
SELECT wiji_drop_feed('event') \g /dev/null
SELECT call, code, message, hint FROM unnest('{wiji_horizon,wiji_feed_blockers}'::text[]) call,
	failure(format('SELECT %s(''event'')', call));

-- The third argument is the layout of a uuid: "v7", or "wiji" if the default calls a function of
-- extension wiji, or if the caller says so.
CREATE DOMAIN event_id AS uuid DEFAULT wiji_uuid();
CREATE DOMAIN event_id_2 AS event_id;
\set ECHO none
CREATE FUNCTION layout("column" text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	layout text;
BEGIN
	EXECUTE format('CREATE TABLE t (id %s UNIQUE)', "column");
	SELECT substring(t, 'guard\(''id'', ''00:00:00'', (.*)\)') INTO layout
	FROM triggers($f$'t', 'id'$f$) t WHERE t ~ 'guard';
	DROP TABLE t;
	RETURN layout;
END $$;
\set ECHO all
SET client_min_messages = error;
SELECT c AS column, layout(c) FROM unnest('{uuid,uuid DEFAULT v7(),uuid DEFAULT wiji_uuid(),
	uuid DEFAULT nullif(wiji_generate_unpredictable()::uuid\, NULL),event_id_2,
	event_id_2 DEFAULT v7()}'::text[]) c;
CREATE TABLE t (id uuid PRIMARY KEY);
SELECT triggers($$'t', layout => 'wiji'$$);
RESET client_min_messages;
DROP TABLE t;
DROP FUNCTION layout;
DROP DOMAIN event_id_2, event_id;

-- Without an argument, the key is the column of the primary key, or the first one of a partitioned table.
-- Partitions are part of the feed.  Keys must be unique across them, which only the user can know.
CREATE TABLE parted (id wiji DEFAULT wiji_generate(), region text, PRIMARY KEY (id, region)) PARTITION BY LIST (region);
CREATE TABLE parted_north PARTITION OF parted FOR VALUES IN ('north') PARTITION BY RANGE (id);
CREATE TABLE parted_north_all PARTITION OF parted_north DEFAULT;
SELECT wiji_create_feed('parted') \g /dev/null
CREATE TABLE parted_south PARTITION OF parted FOR VALUES IN ('south');
SELECT tgrelid::regclass, tgname FROM pg_trigger WHERE tgrelid::regclass::text ~ '^parted' ORDER BY 1, 2;
INSERT INTO parted (region) VALUES ('north'), ('south');
SELECT region FROM parted WHERE id < wiji_horizon('parted') ORDER BY id;
SELECT call, code, message, detail, hint FROM unnest('{wiji_create_feed,wiji_horizon,wiji_drop_feed}'::text[]) call,
	failure(format('SELECT %s(''parted_south'')', call));
SELECT wiji_drop_feed('parted') \g /dev/null
SELECT count(*) FROM pg_trigger WHERE tgrelid::regclass::text ~ '^parted';
DROP TABLE parted;

-- It follows its table to another name or schema, as triggers do.
SELECT wiji_create_feed('event') \g /dev/null
CREATE SCHEMA elsewhere;
ALTER TABLE event SET SCHEMA elsewhere;
ALTER TABLE elsewhere.event RENAME TO happened;
INSERT INTO elsewhere.happened (what) VALUES ('moved');
SELECT what FROM elsewhere.happened WHERE id < wiji_horizon('elsewhere.happened') ORDER BY id;
DROP SCHEMA elsewhere CASCADE;

-- The caller's IntervalStyle has no effect.  (hostile_types has hostile names in the search_path.)
CREATE TABLE t (id wiji PRIMARY KEY DEFAULT wiji_generate(), n bigint GENERATED ALWAYS AS IDENTITY UNIQUE);
SET intervalstyle = iso_8601;
SELECT triggers($$'t', lag => '1 s'$$);
RESET intervalstyle;
SELECT wiji_create_feed('t', 'n') \g /dev/null
-- The extension may be in any schema.
CREATE SCHEMA "Odd Place";
ALTER EXTENSION wiji_feed SET SCHEMA "Odd Place";
INSERT INTO t DEFAULT VALUES;
SELECT count(*) FROM t WHERE n < "Odd Place".wiji_horizon_bigint('t');
SELECT "Odd Place".wiji_create_feed('t') \g /dev/null
INSERT INTO t DEFAULT VALUES;
SELECT count(*) FROM t WHERE id < "Odd Place".wiji_horizon('t');
SELECT "Odd Place".wiji_drop_feed('t') \g /dev/null
ALTER EXTENSION wiji_feed SET SCHEMA public;
DROP SCHEMA "Odd Place";

-- To drop the extension drops the triggers of its feeds, and no rows.
SELECT wiji_create_feed('t') \g /dev/null
DROP EXTENSION wiji_feed;
SET client_min_messages = warning;
DROP EXTENSION wiji_feed CASCADE;
RESET client_min_messages;
INSERT INTO t DEFAULT VALUES;
SELECT count(*) AS rows FROM t;
CREATE EXTENSION wiji_feed;
SELECT wiji_create_feed('t') \g /dev/null
INSERT INTO t DEFAULT VALUES;
SELECT count(*) AS rows FROM t WHERE id < wiji_horizon('t');
DROP TABLE t, "Sold";
DROP FUNCTION triggers;
