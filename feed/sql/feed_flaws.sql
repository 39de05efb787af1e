-- A horizon is returned only if the feed's triggers see every row: otherwise it is an error, never a
-- wrong answer.  wiji_feed_flaw() says what is wrong; what is wrong with the table itself stops inserts.
\set ECHO none
CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
SELECT wiji_create_feed('event') \g /dev/null
INSERT INTO event (what) VALUES ('first');
CREATE TABLE parted (id wiji DEFAULT wiji_generate(), part integer) PARTITION BY LIST (part);
CREATE INDEX ON parted (id);
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES IN (1);
CREATE TABLE loose (id wiji DEFAULT wiji_generate(), part integer);
CREATE TABLE above (id wiji, what text) PARTITION BY RANGE (id);
SET client_min_messages = error;
SELECT wiji_create_feed('parted', 'id') \g /dev/null
INSERT INTO parted (part) VALUES (1);
CREATE FOREIGN DATA WRAPPER nowhere;
CREATE SERVER nowhere FOREIGN DATA WRAPPER nowhere;
CREATE FUNCTION reversed_cmp(wiji, wiji) RETURNS integer IMMUTABLE STRICT LANGUAGE sql RETURN wiji_cmp($2, $1);
CREATE OPERATOR CLASS reversed FOR TYPE wiji USING btree AS
	OPERATOR 1 >, OPERATOR 2 >=, OPERATOR 3 =, OPERATOR 4 <=, OPERATOR 5 <, FUNCTION 1 reversed_cmp(wiji, wiji);
CREATE PROCEDURE subscribe(t regclass) LANGUAGE sql AS $$
	CREATE SUBSCRIPTION wiji_feed_flaws CONNECTION 'dbname=none' PUBLICATION none WITH (connect = false);
	SET LOCAL allow_system_table_mods = on;
	INSERT INTO pg_subscription_rel SELECT oid, t, 'r' FROM pg_subscription WHERE subname = 'wiji_feed_flaws'
$$;
-- the errors of a horizon and of an insert after a change, and the flaw, which is the detail of both
CREATE FUNCTION after_change(change text, feed text, "row" text, OUT horizon text, OUT insert text, OUT flaw text)
LANGUAGE plpgsql AS $$
DECLARE
	h record;
	i record;
BEGIN
	EXECUTE change;
	flaw := wiji_feed_flaw(feed::regclass);
	h := failure(format('SELECT wiji_horizon(%L)', feed));
	i := failure(format('INSERT INTO %s %s', feed, "row"));
	horizon := coalesce(h.code, 'none');
	insert := coalesce(i.code, 'none');
	IF flaw <> h.detail OR flaw <> i.detail THEN
		flaw := concat_ws(E'\n', flaw, h.detail, i.detail);
	END IF;
	RAISE SQLSTATE 'ZZZZZ';
EXCEPTION WHEN SQLSTATE 'ZZZZZ' THEN
END $$;

-- The table, its key and its index.
SELECT change, c.* FROM unnest(ARRAY[
	'SET UNLOGGED', 'RENAME id TO key', 'DROP id CASCADE', 'DROP CONSTRAINT event_pkey']) change,
	after_change('ALTER TABLE event ' || change, 'event', 'DEFAULT VALUES') c;
SELECT change, c.* FROM unnest(ARRAY[
	'CREATE TABLE child () INHERITS (event)',
	'CREATE TABLE child (LIKE event INCLUDING ALL); ALTER TABLE child INHERIT event',
	'ALTER TABLE above ATTACH PARTITION event DEFAULT', 'CALL subscribe(''event'')',
	'CALL subscribe(''above''); ALTER TABLE above ATTACH PARTITION event DEFAULT']) change,
	after_change(change, 'event', 'DEFAULT VALUES') c;
SELECT index, c.* FROM unnest(ARRAY['INDEX ON event (id)', 'INDEX ON event USING hash (id)',
	'UNIQUE INDEX ON event (id) WHERE id > ''06C00000000000040000000000''',
	'UNIQUE INDEX ON event (id) WHERE what <> ''''', 'UNIQUE INDEX ON event (id, what)',
	'UNIQUE INDEX ON event (id reversed)', 'UNIQUE INDEX ON event (id DESC)', 'UNIQUE INDEX ON event (id NULLS FIRST)',
	'UNIQUE INDEX ON event (id) INCLUDE (what)']) index,
	after_change('ALTER TABLE event DROP CONSTRAINT event_pkey; CREATE ' || index, 'event', 'DEFAULT VALUES') c;
-- Partitions: horizons read them, inserts do not.
SELECT change, c.* FROM unnest(ARRAY[
	'ALTER TABLE parted_1 DISABLE TRIGGER wiji_feed_guard', 'ALTER TABLE parted DISABLE TRIGGER wiji_feed_guard',
	'ALTER TABLE ONLY parted DISABLE TRIGGER wiji_feed_enter',
	'ALTER TABLE parted_1 DISABLE TRIGGER wiji_feed_update',
	$$CREATE OR REPLACE TRIGGER wiji_feed_update AFTER UPDATE ON parted FOR EACH ROW
	WHEN (OLD.part IS DISTINCT FROM NEW.part) EXECUTE FUNCTION wiji_feed_guard('id', '00:00:00')$$,
	$$CREATE TRIGGER a AFTER INSERT ON parted_1 FOR EACH ROW EXECUTE FUNCTION wiji_feed_guard('id', '00:00:00')$$,
	'ALTER TABLE parted_1 SET UNLOGGED', 'CALL subscribe(''parted_1'')', 'DROP INDEX parted_id_idx',
	'CREATE FOREIGN TABLE parted_2 PARTITION OF parted FOR VALUES IN (2) SERVER nowhere',
	'ALTER TABLE parted ATTACH PARTITION loose FOR VALUES IN (2)']) change,
	after_change(change, 'parted', '(part) VALUES (1)') c;

-- The function that the hint of a flaw names removes it, for horizons and for inserts.
CREATE FUNCTION after_hint(change text, feed text, OUT hint text, OUT insert text, OUT flaw text) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE change;
	hint := (failure(format('SELECT wiji_horizon(%L)', feed))).hint;
	insert := nullif((failure(format('INSERT INTO %s (part) VALUES (1)', feed))).hint, hint);
	EXECUTE 'SELECT ' || coalesce(substring(hint FROM 'wiji_drop_feed\(.*\)'), format('wiji_create_feed(%L, ''id'')', feed));
	flaw := wiji_feed_flaw(feed::regclass);
	RAISE SQLSTATE 'ZZZZZ';
EXCEPTION WHEN SQLSTATE 'ZZZZZ' THEN
END $$;
SELECT change, h.* FROM unnest(ARRAY[
	'ALTER TABLE parted_1 DISABLE TRIGGER wiji_feed_guard', 'ALTER TABLE parted DISABLE TRIGGER wiji_feed_guard',
	'DROP TRIGGER wiji_feed_enter ON parted', 'DROP TRIGGER wiji_feed_guard ON parted',
	'DROP TRIGGER wiji_feed_update ON parted',
	$$CREATE TRIGGER a AFTER INSERT ON parted FOR EACH ROW EXECUTE FUNCTION wiji_feed_guard('id', '0')$$,
	$$CREATE TRIGGER a AFTER INSERT ON parted_1 FOR EACH ROW EXECUTE FUNCTION wiji_feed_guard('id', '0')$$,
	$$CREATE TRIGGER z AFTER INSERT ON parted_1 FOR EACH ROW EXECUTE FUNCTION wiji_feed_guard('id', '0')$$,
	$$CREATE TRIGGER a BEFORE INSERT ON parted_1 FOR EACH STATEMENT EXECUTE FUNCTION wiji_feed_enter('id', '0')$$,
	$$CREATE TRIGGER a BEFORE INSERT ON parted_1 FOR EACH ROW EXECUTE FUNCTION wiji_row_version('id')$$]) change,
	after_hint(change, 'parted') h;

-- The triggers are those that wiji_create_feed() creates, with the same arguments.
SELECT change, c.* FROM unnest(ARRAY[
	'DISABLE TRIGGER wiji_feed_enter', 'DISABLE TRIGGER wiji_feed_guard', 'DISABLE TRIGGER USER',
	'DISABLE TRIGGER wiji_feed_update', 'ENABLE REPLICA TRIGGER wiji_feed_guard',
	'ENABLE ALWAYS TRIGGER wiji_feed_enter']) change,
	after_change('ALTER TABLE event ' || change, 'event', 'DEFAULT VALUES') c;
SELECT change, c.* FROM unnest(ARRAY['DROP TRIGGER wiji_feed_enter ON event', 'DROP TRIGGER wiji_feed_guard ON event',
	'DROP TRIGGER wiji_feed_update ON event',
	$$CREATE TRIGGER a AFTER UPDATE ON event FOR EACH ROW EXECUTE FUNCTION wiji_feed_guard('id', '00:00:00')$$,
	$$CREATE TRIGGER a BEFORE INSERT ON event FOR EACH STATEMENT EXECUTE FUNCTION wiji_feed_enter('id', '00:00:00')$$,
	$$CREATE TRIGGER a AFTER INSERT ON event FOR EACH ROW EXECUTE FUNCTION wiji_feed_guard('id', '00:00:00')$$,
	$$CREATE TRIGGER a BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION wiji_row_version('id')$$,
	$$CREATE OR REPLACE TRIGGER wiji_feed_guard AFTER INSERT ON event
	FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()$$,
	$$DROP TRIGGER wiji_feed_guard ON event;
	CREATE CONSTRAINT TRIGGER wiji_feed_guard AFTER INSERT ON event DEFERRABLE
	FOR EACH ROW EXECUTE FUNCTION wiji_feed_guard('id', '00:00:00')$$]) change,
	after_change(change, 'event', 'DEFAULT VALUES') c;
SELECT t.*, c.* FROM (VALUES
	('guard', 'AFTER INSERT OR UPDATE', 'ROW', $$'id', '00:00:00'$$),
	('guard', 'AFTER INSERT', 'ROW WHEN (NEW.what <> '''')', $$'id', '00:00:00'$$),
	('guard', 'AFTER INSERT', 'ROW', $$'id', '00:00:01'$$),
	('guard', 'AFTER INSERT', 'ROW', $$'id'$$),
	('guard', 'AFTER INSERT', 'ROW', $$'id', '00:00:00', 'v7'$$),
	('guard', 'AFTER INSERT', 'ROW', $$'what', '00:00:00'$$),
	('enter', 'BEFORE INSERT OR UPDATE', 'STATEMENT', $$'id', '00:00:00'$$),
	('enter', 'AFTER INSERT', 'STATEMENT', $$'id', '00:00:00'$$),
	('enter', 'BEFORE INSERT', 'STATEMENT', $$'id'$$)) t (name, fires, each, arguments),
	after_change(format('CREATE OR REPLACE TRIGGER wiji_feed_%1$s %2$s ON event FOR EACH %3$s
		EXECUTE FUNCTION wiji_feed_%1$s(%4$s)', t.name, t.fires, t.each, t.arguments), 'event', 'DEFAULT VALUES') c;
-- The condition of the trigger for updates is that the key changes, and nothing else.
SELECT t.*, c.* FROM (VALUES
	('AFTER UPDATE', '', $$'id', '00:00:00'$$),
	('AFTER UPDATE OF id', 'OLD.id::uuid IS DISTINCT FROM NEW.id::uuid', $$'id', '00:00:00'$$),
	('BEFORE UPDATE', 'OLD.id::uuid IS DISTINCT FROM NEW.id::uuid', $$'id', '00:00:00'$$),
	('AFTER UPDATE', 'OLD.id::uuid IS DISTINCT FROM NEW.id::uuid', $$'id', '00:00:00'$$),
	('AFTER UPDATE', 'OLD.id::uuid IS DISTINCT FROM NEW.id::uuid', $$'key', '00:00:00'$$),
	('AFTER UPDATE', 'OLD.id::uuid IS DISTINCT FROM NEW.id::uuid', $$'id', '00:00:01'$$),
	('AFTER UPDATE', 'NEW.id::uuid IS DISTINCT FROM OLD.id::uuid', $$'id', '00:00:00'$$),
	('AFTER UPDATE', 'OLD.id::uuid <> NEW.id::uuid', $$'id', '00:00:00'$$),
	('AFTER UPDATE', 'OLD.id::uuid IS NOT DISTINCT FROM NEW.id::uuid', $$'id', '00:00:00'$$),
	('AFTER UPDATE', 'OLD.id IS DISTINCT FROM NEW.id', $$'id', '00:00:00'$$),
	('AFTER UPDATE', 'OLD.id::uuid IS DISTINCT FROM OLD.id::uuid', $$'id', '00:00:00'$$),
	('AFTER UPDATE', 'OLD.id::uuid IS DISTINCT FROM NULL', $$'id', '00:00:00'$$),
	('AFTER UPDATE', 'OLD.id::uuid IS DISTINCT FROM NEW.other', $$'id', '00:00:00'$$),
	('AFTER UPDATE', 'OLD.other IS DISTINCT FROM NEW.other', $$'id', '00:00:00'$$),
	('AFTER UPDATE', 'OLD.what IS DISTINCT FROM NEW.what', $$'id', '00:00:00'$$),
	('AFTER UPDATE', 'OLD IS DISTINCT FROM NEW', $$'id', '00:00:00'$$),
	('AFTER UPDATE', 'OLD.id::uuid IS DISTINCT FROM NEW.id::uuid AND true', $$'id', '00:00:00'$$)) t (fires, condition, arguments),
	after_change(format('ALTER TABLE event ADD other uuid; CREATE OR REPLACE TRIGGER wiji_feed_update %1$s ON event
		FOR EACH ROW %2$s EXECUTE FUNCTION wiji_feed_guard(%3$s)', t.fires, 'WHEN (' || nullif(t.condition, '') || ')', t.arguments),
		'event', 'DEFAULT VALUES') c;
-- Of the arguments, the name of the column is for people.
SELECT arguments, c.* FROM unnest(ARRAY[$$'id', 'lag'$$, $$'id', '-1 s'$$, $$'id', '24:00:01'$$, $$'id', '1 mon'$$,
	$$'key', '0'$$, $$'id', '0', 'v4'$$]) arguments,
	after_change(format($$CREATE OR REPLACE TRIGGER wiji_feed_enter BEFORE INSERT ON event FOR EACH STATEMENT
		EXECUTE FUNCTION wiji_feed_enter(%1$s); CREATE OR REPLACE TRIGGER wiji_feed_guard AFTER INSERT ON event
		FOR EACH ROW EXECUTE FUNCTION wiji_feed_guard(%1$s); CREATE OR REPLACE TRIGGER wiji_feed_update AFTER UPDATE ON event
		FOR EACH ROW WHEN (OLD.id::uuid IS DISTINCT FROM NEW.id::uuid) EXECUTE FUNCTION wiji_feed_guard(%1$s)$$, arguments),
		'event', 'DEFAULT VALUES') c;
\set ECHO all
-- All of that was rolled back.
SELECT what, (SELECT count(*) FROM parted WHERE id < wiji_horizon('parted')) AS parted
FROM event WHERE id < wiji_horizon('event');

-- A horizon needs triggers that all transactions have seen.  A partition that is attached has its
-- trigger from then on; its rows are those that it had.
SELECT change, c.* FROM unnest(ARRAY['SELECT wiji_create_feed(''event'')',
	'ALTER TABLE event DISABLE TRIGGER USER, ENABLE TRIGGER USER',
	'ALTER TRIGGER wiji_feed_enter ON event RENAME TO a']) change,
	after_change(change, 'event', 'DEFAULT VALUES') c;
ALTER TABLE parted ATTACH PARTITION loose FOR VALUES IN (2);
INSERT INTO parted (part) VALUES (2);
SELECT count(*) FROM parted WHERE id < wiji_horizon('parted');
ALTER TABLE parted DETACH PARTITION loose;
-- A definition that is not complete anymore is not used, even if it was read before, and one that was
-- mended is.
SELECT count(wiji_horizon('event')), count(wiji_feed_flaw('event'));
ALTER TABLE event DISABLE TRIGGER wiji_feed_guard;
SELECT code, hint
FROM unnest('{SELECT wiji_horizon(''event''),INSERT INTO event DEFAULT VALUES}'::text[]) s, failure(s);
ALTER TABLE event ENABLE TRIGGER wiji_feed_guard, SET UNLOGGED;
SELECT code, hint
FROM unnest('{SELECT wiji_horizon(''event''),INSERT INTO event DEFAULT VALUES}'::text[]) s, failure(s);
-- Updates are affected only if they change the key.
UPDATE event SET what = upper(what) RETURNING what;
SELECT code FROM failure('UPDATE event SET id = DEFAULT');
ALTER TABLE event SET LOGGED;
INSERT INTO event DEFAULT VALUES;
SELECT count(*) FROM event WHERE id < wiji_horizon('event');

-- A setting of a trigger's function makes no difference.
BEGIN;
ALTER FUNCTION wiji_feed_guard SET work_mem = '1MB';
SELECT wiji_feed_flaw('event');
INSERT INTO event DEFAULT VALUES;
SELECT wiji_drop_feed('event');
SELECT count(*) FROM pg_trigger WHERE tgrelid = 'event'::regclass;
ROLLBACK;
-- Functions of triggers need a trigger that fits.
SELECT call, code, message
FROM unnest('{wiji_feed_enter(),wiji_feed_guard(),wiji_row_version()}'::text[]) call, failure('SELECT ' || call)
UNION ALL SELECT concat_ws(' ', fires, each, call), code, message FROM (VALUES
	('BEFORE INSERT', 'ROW', $$wiji_feed_enter('id', '0')$$),
	('BEFORE INSERT', 'STATEMENT', 'wiji_feed_enter()'),
	('BEFORE DELETE', 'STATEMENT', $$wiji_feed_enter('id', '0')$$),
	('BEFORE INSERT', 'ROW', $$wiji_feed_guard('id', '0')$$),
	('AFTER TRUNCATE', 'STATEMENT', $$wiji_feed_guard('id', '0')$$),
	('AFTER INSERT', 'ROW', $$wiji_feed_guard('id', '0')$$)) t (fires, each, call),
	failure(format('CREATE TRIGGER t %s ON loose FOR EACH %s EXECUTE FUNCTION %s;
		INSERT INTO loose DEFAULT VALUES; DELETE FROM loose; TRUNCATE loose', t.fires, t.each, t.call));
-- Relations and OIDs that are not tables.
SELECT call, feed, code, message
FROM unnest('{wiji_horizon,wiji_feed_blockers,wiji_feed_flaw}'::text[]) call,
	unnest('{0,4294967295,pg_class}'::text[]) feed, failure(format('SELECT %s(%L)', call, feed));
SELECT wiji_horizon(NULL) IS NULL AND wiji_horizon_bigint(NULL) IS NULL
       AND wiji_feed_flaw(NULL) IS NULL AS null;
-- Only a query has a horizon, as only a query has a snapshot.
CREATE TABLE computed (h uuid DEFAULT wiji_horizon('event'));
INSERT INTO computed DEFAULT VALUES;
SELECT h < wiji_horizon('event') AS earlier FROM computed;

DROP TABLE event, parted, loose, above, computed;
DROP SERVER nowhere;
DROP FOREIGN DATA WRAPPER nowhere;
DROP OPERATOR FAMILY reversed USING btree;
DROP PROCEDURE subscribe;
DROP FUNCTION after_change, after_hint, reversed_cmp;
RESET client_min_messages;
