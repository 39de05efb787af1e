-- wiji_create_feed() makes a table a feed, and wiji_drop_feed() makes it an ordinary one again.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS uuidtime;
RESET client_min_messages;
CREATE FUNCTION triggers(feed regclass) RETURNS SETOF text BEGIN ATOMIC
	SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgrelid = feed ORDER BY tgname;
END;

-- A feed is a table with two triggers.
CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
SELECT wiji_create_feed('event');
SELECT triggers('event');
SELECT wiji_create_feed('event', lag => '5 s');
SELECT triggers('event');
-- Its keys may be of another column than the primary key.
CREATE TABLE "Sold" (n integer PRIMARY KEY, "Changed At" wiji UNIQUE DEFAULT wiji_generate());
SELECT wiji_create_feed('"Sold"', 'Changed At', '00:00:01.5');
SELECT triggers('"Sold"');
-- A feed of changes; a change of the columns to ignore is none.
SELECT wiji_create_feed('"Sold"', 'Changed At', changes => true, ignore => '{n,"Changed At"}');
SELECT triggers('"Sold"');
-- Without its triggers a table is an ordinary one.
SELECT wiji_drop_feed('event'), wiji_drop_feed('"Sold"');
SELECT triggers('event'), triggers('"Sold"');
SELECT wiji_drop_feed('event');
SELECT code, message, hint FROM failure($$SELECT wiji_horizon('event')$$);
SELECT code, message FROM failure($$SELECT wiji_feed_blockers('event')$$);

-- The third argument is the layout of a uuid: of the default, else of the greatest row.
CREATE TABLE layout (column_default text, row_value text, triggers text);
INSERT INTO layout VALUES
	('uuidtime_v7()', NULL), ('wiji_generate()', NULL), ('wiji_uuid()', NULL), ('wiji_generate_unpredictable()', NULL),
	(NULL, 'uuidtime_v7()'), (NULL, 'wiji_generate()'), ('gen_random_uuid()', 'wiji_generate()'), (NULL, NULL);
CREATE DOMAIN event_id AS uuid;
CREATE DOMAIN event_id_2 AS event_id;
DO $$
DECLARE
	l layout;
BEGIN
	FOR l IN SELECT * FROM layout LOOP
		EXECUTE format('CREATE TABLE t (id uuid PRIMARY KEY DEFAULT %s)', coalesce(l.column_default, 'NULL'));
		IF l.row_value IS NOT NULL THEN
			EXECUTE format('INSERT INTO t VALUES (%s)', l.row_value);
		END IF;
		PERFORM wiji_create_feed('t');
		RAISE NOTICE 'default %, row %: %', l.column_default, l.row_value,
			(SELECT substring(t, 'guard(.*)') FROM triggers('t') t WHERE t ~ 'guard');
		DROP TABLE t;
	END LOOP;
END $$;
CREATE TABLE t (id event_id_2 PRIMARY KEY DEFAULT wiji_generate());
SELECT wiji_create_feed('t');
SELECT triggers('t');
DROP TABLE t;
DROP DOMAIN event_id_2, event_id;
DROP TABLE layout;

-- Partitions are part of the feed.  Keys must be unique across them, which only the user can know.
CREATE TABLE parted (id wiji DEFAULT wiji_generate(), region text) PARTITION BY LIST (region);
CREATE TABLE parted_north PARTITION OF parted FOR VALUES IN ('north') PARTITION BY RANGE (id);
CREATE TABLE parted_north_all PARTITION OF parted_north DEFAULT;
SELECT wiji_create_feed('parted', 'id');
CREATE TABLE parted_south PARTITION OF parted FOR VALUES IN ('south');
SELECT tgrelid::regclass, tgname FROM pg_trigger WHERE tgrelid::regclass::text ~ '^parted' ORDER BY 1, 2;
INSERT INTO parted (region) VALUES ('north'), ('south');
SELECT region FROM parted WHERE id < wiji_horizon('parted') ORDER BY id;
SELECT code, message FROM failure($$SELECT wiji_create_feed('parted_south', 'id')$$);
SELECT code, message FROM failure($$SELECT wiji_horizon('parted_south')$$);
SELECT code, message FROM failure($$SELECT wiji_drop_feed('parted_south')$$);
SELECT wiji_drop_feed('parted');
SELECT count(*) FROM pg_trigger WHERE tgrelid::regclass::text ~ '^parted';
DROP TABLE parted;

-- It follows its table to another name or schema, as triggers do.
SELECT wiji_create_feed('event');
CREATE SCHEMA elsewhere;
ALTER TABLE event SET SCHEMA elsewhere;
ALTER TABLE elsewhere.event RENAME TO happened;
INSERT INTO elsewhere.happened (what) VALUES ('moved');
SELECT what FROM elsewhere.happened WHERE id < wiji_horizon('elsewhere.happened') ORDER BY id;
DROP SCHEMA elsewhere CASCADE;

-- The caller's search_path and IntervalStyle have no say.
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
SELECT public.wiji_create_feed('public.t', lag => '1 s');
INSERT INTO public.t DEFAULT VALUES;
SELECT count(*) FROM public.t WHERE id OPERATOR(public.<) public.wiji_horizon('public.t');
SELECT public.triggers('public.t');
SELECT public.wiji_create_feed('public.t', 'n');
INSERT INTO public.t DEFAULT VALUES;
SELECT count(*) FROM public.t WHERE n < public.wiji_horizon_bigint('public.t');
RESET intervalstyle;
-- The extension may be in any schema.
RESET search_path;
CREATE SCHEMA "Odd Place";
ALTER EXTENSION wiji SET SCHEMA "Odd Place";
INSERT INTO t DEFAULT VALUES;
SELECT count(*) FROM t WHERE n < "Odd Place".wiji_horizon_bigint('t');
SELECT "Odd Place".wiji_create_feed('t');
INSERT INTO t DEFAULT VALUES;
SELECT count(*) FROM t WHERE id OPERATOR("Odd Place".<) "Odd Place".wiji_horizon('t');
SELECT "Odd Place".wiji_drop_feed('t');
ALTER EXTENSION wiji SET SCHEMA public;
DROP SCHEMA "Odd Place";
DROP TABLE t;
SET client_min_messages = warning;
DROP SCHEMA hostile CASCADE;
RESET client_min_messages;

DROP TABLE "Sold";
DROP FUNCTION triggers;
