-- wiji_create_feed() makes a table a feed, and wiji_drop_feed() makes it an ordinary one again.

-- A feed is a table with two triggers, or with one for each row's version.  Its keys may be in another
-- column than the primary key.  A change of the columns to ignore does not count.
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

-- The third argument is the layout of a uuid: of the default, else of the greatest row.
CREATE DOMAIN event_id AS uuid;
CREATE DOMAIN event_id_2 AS event_id;
\set ECHO none
CREATE FUNCTION layout(type text, column_default text, row_value text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	layout text;
BEGIN
	EXECUTE format('CREATE TABLE t (id %s PRIMARY KEY DEFAULT %s)', type, coalesce(column_default, 'NULL'));
	IF row_value IS NOT NULL THEN
		EXECUTE format('INSERT INTO t VALUES (%s)', row_value);
	END IF;
	SELECT substring(t, 'guard\(''id'', ''00:00:00'', (.*)\)') INTO layout FROM triggers($f$'t'$f$) t WHERE t ~ 'guard';
	DROP TABLE t;
	RETURN layout;
END $$;
\set ECHO all
SELECT t.*, layout(type, column_default, row_value) FROM (VALUES
	('uuid', 'uuidtime_v7()', NULL), ('uuid', 'wiji_generate()', NULL), ('uuid', 'wiji_uuid()', NULL),
	('uuid', 'wiji_generate_unpredictable()', NULL), ('uuid', NULL, 'uuidtime_v7()'), ('uuid', NULL, 'wiji_generate()'),
	('uuid', 'gen_random_uuid()', 'wiji_generate()'), ('uuid', NULL, NULL),
	('event_id_2', 'wiji_generate()', NULL)) t (type, column_default, row_value);
DROP FUNCTION layout;
DROP DOMAIN event_id_2, event_id;

-- Partitions are part of the feed.  Keys must be unique across them, which only the user can know.
CREATE TABLE parted (id wiji DEFAULT wiji_generate(), region text) PARTITION BY LIST (region);
CREATE TABLE parted_north PARTITION OF parted FOR VALUES IN ('north') PARTITION BY RANGE (id);
CREATE TABLE parted_north_all PARTITION OF parted_north DEFAULT;
SELECT wiji_create_feed('parted', 'id') \g /dev/null
CREATE TABLE parted_south PARTITION OF parted FOR VALUES IN ('south');
SELECT tgrelid::regclass, tgname FROM pg_trigger WHERE tgrelid::regclass::text ~ '^parted' ORDER BY 1, 2;
INSERT INTO parted (region) VALUES ('north'), ('south');
SELECT region FROM parted WHERE id < wiji_horizon('parted') ORDER BY id;
SELECT call, code, message FROM unnest('{wiji_create_feed,wiji_horizon,wiji_drop_feed}'::text[]) call,
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

-- The caller's search_path and IntervalStyle have no effect.
CREATE SCHEMA hostile;
CREATE FUNCTION hostile.format(text, VARIADIC text[]) RETURNS text LANGUAGE plpgsql AS $$BEGIN RAISE 'hostile'; END$$;
CREATE FUNCTION hostile.wiji_feed_guard() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE 'hostile'; END$$;
CREATE FUNCTION hostile.wiji_drop_feed(regclass) RETURNS void LANGUAGE plpgsql AS $$BEGIN RAISE 'hostile'; END$$;
CREATE FUNCTION hostile.never(public.wiji, public.wiji) RETURNS boolean LANGUAGE plpgsql AS
$$BEGIN RAISE 'hostile'; END$$;
CREATE OPERATOR hostile.> (FUNCTION = hostile.never, LEFTARG = public.wiji, RIGHTARG = public.wiji);
CREATE TABLE hostile.pg_trigger ();
CREATE TABLE t (id wiji PRIMARY KEY DEFAULT wiji_generate(), n bigint GENERATED ALWAYS AS IDENTITY UNIQUE);
SET search_path = hostile, pg_catalog, public;
SET intervalstyle = iso_8601;
SELECT public.triggers($$'public.t', lag => '1 s'$$);
SELECT public.wiji_create_feed('public.t', lag => '1 s') \g /dev/null
INSERT INTO public.t DEFAULT VALUES;
SELECT count(*) FROM public.t WHERE id OPERATOR(public.<) public.wiji_horizon('public.t');
SELECT public.wiji_create_feed('public.t', 'n') \g /dev/null
INSERT INTO public.t DEFAULT VALUES;
SELECT count(*) FROM public.t WHERE n < public.wiji_horizon_bigint('public.t');
RESET intervalstyle;
-- The extension may be in any schema.
RESET search_path;
CREATE SCHEMA "Odd Place";
ALTER EXTENSION wiji SET SCHEMA "Odd Place";
INSERT INTO t DEFAULT VALUES;
SELECT count(*) FROM t WHERE n < "Odd Place".wiji_horizon_bigint('t');
SELECT "Odd Place".wiji_create_feed('t') \g /dev/null
INSERT INTO t DEFAULT VALUES;
SELECT count(*) FROM t WHERE id OPERATOR("Odd Place".<) "Odd Place".wiji_horizon('t');
SELECT "Odd Place".wiji_drop_feed('t') \g /dev/null
ALTER EXTENSION wiji SET SCHEMA public;
DROP SCHEMA "Odd Place";
DROP TABLE t;
SET client_min_messages = warning;
DROP SCHEMA hostile CASCADE;
RESET client_min_messages;

DROP TABLE "Sold";
DROP FUNCTION triggers;
