-- A horizon is returned only if the feed's triggers see every row: otherwise it is an error, never a
-- wrong answer.
\set ECHO none
CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
SELECT wiji_create_feed('event') \g /dev/null
INSERT INTO event (what) VALUES ('first');
CREATE TABLE parted (id wiji DEFAULT wiji_generate(), part integer) PARTITION BY LIST (part);
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES IN (1);
CREATE TABLE loose (id wiji DEFAULT wiji_generate(), part integer);
SET client_min_messages = warning;
SELECT wiji_create_feed('parted', 'id') \g /dev/null
RESET client_min_messages;
INSERT INTO parted (part) VALUES (1);
CREATE FOREIGN DATA WRAPPER nowhere;
CREATE SERVER nowhere FOREIGN DATA WRAPPER nowhere;
\set ECHO all

-- Each change, and the answer of a statement that follows.
\set ECHO none
CREATE FUNCTION after_change(change text, query text DEFAULT 'SELECT wiji_horizon(''event'')',
	OUT code text, OUT message text, OUT detail text, OUT hint text)
LANGUAGE sql AS $$SELECT * FROM failure(change || '; ' || query || '; DO ''BEGIN RAISE ''''an answer''''; END''')$$;
\set ECHO all
SELECT change, code, message, detail FROM unnest(ARRAY[
	'ALTER TABLE event DISABLE TRIGGER wiji_feed_enter', 'ALTER TABLE event DISABLE TRIGGER wiji_feed_guard',
	'ALTER TABLE event DISABLE TRIGGER USER', 'ALTER TABLE event ENABLE REPLICA TRIGGER wiji_feed_guard',
	'ALTER TABLE event ENABLE ALWAYS TRIGGER wiji_feed_guard',
	'ALTER TABLE event ENABLE ALWAYS TRIGGER wiji_feed_enter',
	'DROP TRIGGER wiji_feed_enter ON event', 'DROP TRIGGER wiji_feed_guard ON event',
	'ALTER TRIGGER wiji_feed_enter ON event RENAME TO a', 'ALTER TRIGGER wiji_feed_guard ON event RENAME TO a',
	'ALTER TABLE event RENAME id TO key', 'ALTER TABLE event DROP id CASCADE',
	'ALTER TABLE event ALTER id DROP DEFAULT, ALTER id TYPE text',
	'CREATE TABLE child () INHERITS (event)']) change, after_change(change);
SELECT change, code, detail FROM unnest(ARRAY[
	'ALTER TABLE parted_1 DISABLE TRIGGER wiji_feed_guard',
	'ALTER TABLE parted DISABLE TRIGGER wiji_feed_guard',
	'ALTER TABLE ONLY parted DISABLE TRIGGER wiji_feed_enter',
	'CREATE FOREIGN TABLE parted_2 PARTITION OF parted FOR VALUES IN (2) SERVER nowhere']) change,
	after_change(change, 'SELECT wiji_horizon(''parted'')');
-- A horizon of keys of another type is not returned for a snapshot that has one.
BEGIN;
SELECT wiji_horizon('event') > now() - interval '1 day' AS t;
ALTER TABLE event ALTER id DROP DEFAULT, ALTER id TYPE bigint USING 1;
ALTER TABLE event ALTER id ADD GENERATED ALWAYS AS IDENTITY;
SELECT wiji_horizon_bigint('event');
ROLLBACK;
-- The triggers are those that wiji_create_feed() creates, with the same arguments.
SELECT t.*, code, detail FROM (VALUES
	('guard', 'AFTER INSERT', 'ROW', $$'id', '00:00:00'$$),
	('guard', 'AFTER INSERT OR UPDATE OF id', 'ROW', $$'id', '00:00:00'$$),
	('guard', 'AFTER INSERT OR UPDATE', 'ROW WHEN (NEW.what <> '''')', $$'id', '00:00:00'$$),
	('guard', 'AFTER INSERT OR UPDATE', 'ROW', $$'id', '00:00:01'$$),
	('guard', 'AFTER INSERT OR UPDATE', 'ROW', $$'id'$$),
	('guard', 'AFTER INSERT OR UPDATE', 'ROW', $$'what', '00:00:00'$$),
	('guard', 'AFTER INSERT OR UPDATE', 'ROW', $$'id', 'lag'$$),
	('enter', 'BEFORE INSERT OR UPDATE', 'STATEMENT', $$'id', '00:00:00'$$),
	('enter', 'AFTER INSERT', 'STATEMENT', $$'id', '00:00:00'$$),
	('enter', 'BEFORE INSERT', 'STATEMENT', $$'id'$$)) t (name, fires, each, arguments),
	after_change(format('CREATE OR REPLACE TRIGGER wiji_feed_%1$s %2$s ON event FOR EACH %3$s
		EXECUTE FUNCTION wiji_feed_%1$s(%4$s)', t.name, t.fires, t.each, t.arguments));
SELECT code, detail FROM unnest(ARRAY['CREATE OR REPLACE TRIGGER wiji_feed_guard AFTER INSERT OR UPDATE ON event
	FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()',
	$$DROP TRIGGER wiji_feed_guard ON event;
	CREATE CONSTRAINT TRIGGER wiji_feed_guard AFTER INSERT OR UPDATE ON event DEFERRABLE
	FOR EACH ROW EXECUTE FUNCTION wiji_feed_guard('id', '00:00:00')$$]) change, after_change(change);
-- All of that was rolled back.
SELECT what, (SELECT count(*) FROM parted WHERE id < wiji_horizon('parted')) AS parted
FROM event WHERE id < wiji_horizon('event');

-- Triggers that the same transaction creates did not exist for what it did before.
SELECT change, code, message, hint FROM unnest(ARRAY[
	'SELECT wiji_create_feed(''event'')', 'ALTER TABLE event DISABLE TRIGGER USER, ENABLE TRIGGER USER']) change,
	after_change(change);
-- A partition that is attached has its trigger from then on; its rows are those that it had.
ALTER TABLE parted ATTACH PARTITION loose FOR VALUES IN (2);
INSERT INTO parted (part) VALUES (2);
SELECT count(*) FROM parted WHERE id < wiji_horizon('parted');

-- Inserting needs both triggers, too: without the one that enters the transaction, its keys are unknown.
SELECT change, code, regexp_replace(message, '\w{26}', '…') AS message, detail FROM unnest(ARRAY[
	'ALTER TABLE event RENAME id TO key', 'DROP TRIGGER wiji_feed_guard ON event', 'DROP TRIGGER wiji_feed_enter ON event',
	'ALTER TABLE event ALTER id DROP DEFAULT, ALTER id TYPE text USING id::text']) change,
	after_change(change, 'INSERT INTO event DEFAULT VALUES');
-- Functions of triggers need a trigger that fits.
ALTER TABLE parted DETACH PARTITION loose;
SELECT call, code, message
FROM unnest('{wiji_feed_enter(),wiji_feed_guard(),wiji_row_version()}'::text[]) call, failure('SELECT ' || call)
UNION ALL SELECT concat_ws(' ', t.*), code, message FROM (VALUES
	('BEFORE INSERT', 'ROW', $$wiji_feed_enter('id', '0')$$),
	('BEFORE INSERT', 'STATEMENT', 'wiji_feed_enter()'),
	('BEFORE DELETE', 'STATEMENT', $$wiji_feed_enter('id', '0')$$),
	('BEFORE INSERT', 'ROW', $$wiji_feed_guard('id', '0')$$),
	('AFTER TRUNCATE', 'STATEMENT', $$wiji_feed_guard('id', '0')$$),
	('AFTER INSERT', 'ROW', $$wiji_feed_guard('id', '0')$$)) t (fires, each, call),
	failure(format('CREATE TRIGGER t %s ON loose FOR EACH %s EXECUTE FUNCTION %s;
		INSERT INTO loose DEFAULT VALUES; DELETE FROM loose; TRUNCATE loose', t.fires, t.each, t.call));
-- Relations and OIDs that are not tables.
SELECT feed, code, message FROM unnest('{0,4294967295,pg_class}'::text[]) feed,
	failure(format('SELECT wiji_horizon(%L)', feed));
SELECT wiji_horizon(NULL) IS NULL AS null;
-- Only a query has a horizon, as only a query has a snapshot.
CREATE TABLE computed (h wiji DEFAULT wiji_horizon('event'));
INSERT INTO computed DEFAULT VALUES;
SELECT h < wiji_horizon('event') AS earlier FROM computed;

-- A definition that is not complete anymore is not used, even if it was read before.
SELECT count(wiji_horizon('event'));
CREATE OR REPLACE TRIGGER wiji_feed_guard AFTER INSERT ON event FOR EACH ROW EXECUTE FUNCTION wiji_feed_guard('id');
SELECT statement, code, message
FROM unnest('{SELECT wiji_horizon(''event''),INSERT INTO event DEFAULT VALUES}'::text[]) statement, failure(statement);
\c
SELECT statement, code, message
FROM unnest('{SELECT wiji_horizon(''event''),INSERT INTO event DEFAULT VALUES}'::text[]) statement, failure(statement);

DROP TABLE event, parted, loose, computed;
DROP SERVER nowhere;
DROP FOREIGN DATA WRAPPER nowhere;
DROP FUNCTION after_change;
