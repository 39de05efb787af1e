-- Rights: only roles that insert into a feed hold it back, only those that may read its table have
-- its horizon, and only its owner creates it.
SET client_min_messages = warning;
DROP ROLE IF EXISTS regress_owner, regress_writer, regress_reader, regress_other; -- left by an interrupted run
RESET client_min_messages;
CREATE ROLE regress_owner;
CREATE ROLE regress_writer;
CREATE ROLE regress_reader;
CREATE ROLE regress_other;
GRANT CREATE ON SCHEMA public TO regress_owner;
SET ROLE regress_owner;
CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
GRANT INSERT ON event TO regress_writer;
GRANT SELECT ON event TO regress_reader;
GRANT SELECT (id) ON event TO regress_other;
SELECT wiji_create_feed('event') \g /dev/null
RESET ROLE;

-- The writer need not read, the reader need not write.
SET ROLE regress_writer;
INSERT INTO event (what) VALUES ('written');
SELECT call, code, message FROM unnest('{wiji_horizon,wiji_feed_blockers}'::text[]) call,
	failure(format('SELECT %s(''event'')', call));
SET ROLE regress_reader;
SELECT what, (SELECT count(*) FROM wiji_feed_blockers('event')) AS blockers FROM event WHERE id < wiji_horizon('event');
-- Rights on a single column do not suffice.
SET ROLE regress_other;
SELECT code, message FROM failure('SELECT wiji_horizon(''event'')');
-- Nor does a horizon that the transaction has already.
RESET ROLE;
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT count(*) FROM event WHERE id < wiji_horizon('event');
SET LOCAL ROLE regress_writer;
SELECT code FROM failure('SELECT wiji_horizon(''event'')');
SET LOCAL ROLE regress_reader;
SELECT count(*) FROM event WHERE id < wiji_horizon('event');
COMMIT;

-- Who monitors the server sees what holds back each feed, and no row.  That needs no lock, and no
-- snapshot that is newer than the feed.
GRANT pg_monitor TO regress_other;
SET ROLE regress_other;
SELECT feed, "column", blockers, flaw FROM wiji_feeds();
SELECT count(*) FROM wiji_feed_blockers('event');
SELECT call, code FROM unnest('{wiji_horizon(''event''),what FROM event}'::text[]) call, failure('SELECT ' || call);
RESET ROLE;
BEGIN;
SELECT wiji_create_feed('event') \g /dev/null
SELECT count(*) FROM wiji_feed_blockers('event');
ROLLBACK;
REVOKE pg_monitor FROM regress_other;

-- Roles that may not insert do not hold the feed back, nor do IDs that are not inserted.
SET ROLE regress_reader;
BEGIN;
SELECT code FROM failure('INSERT INTO event (what) VALUES (''forbidden'')');
SELECT wiji_generate() FROM generate_series(1, 1000) \g /dev/null
SELECT count(*) AS blockers FROM wiji_feed_blockers('event');
COMMIT;
-- A view, a function of its owner's, and a policy lend rights as always.
SET ROLE regress_owner;
CREATE FUNCTION horizon_of_event() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER
BEGIN ATOMIC
	SELECT wiji_horizon('event');
END;
CREATE VIEW seen AS SELECT what FROM event WHERE id < horizon_of_event();
GRANT SELECT ON seen TO regress_other;
SET ROLE regress_other;
SELECT what FROM seen;

RESET ROLE;
-- The rights of the table's owner do not count, here on the schema of the feed; nor do those of roles
-- that insert through a view.
CREATE SCHEMA private;
CREATE TABLE private.event (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, what text);
ALTER TABLE private.event OWNER TO regress_owner;
GRANT INSERT, SELECT ON private.event TO regress_writer;
CREATE VIEW inserting AS SELECT what FROM private.event;
GRANT INSERT ON inserting TO regress_other;
SELECT wiji_create_feed('private.event'), 'private.event'::regclass::oid AS feed \gset
SET ROLE regress_other;
INSERT INTO inserting VALUES ('lent');
SET ROLE regress_writer;
SELECT wiji_horizon_bigint(:feed);
RESET ROLE;
SELECT n, what FROM private.event WHERE n < wiji_horizon_bigint('private.event');
SET client_min_messages = warning;
DROP SCHEMA private CASCADE;
RESET client_min_messages;

-- Only the owner creates a feed and drops it, whatever else a role may do with the table.
RESET ROLE;
GRANT ALL ON event TO regress_writer;
SET ROLE regress_writer;
SELECT statement, code, message FROM unnest(ARRAY[
	'SELECT wiji_create_feed(''event'')', 'SELECT wiji_drop_feed(''event'')', 'SELECT wiji_drop_feed(4294967295)',
	'SELECT wiji_create_feed(''pg_proc'', ''oid'')']) statement,
	failure(statement);
RESET ROLE;
GRANT regress_owner TO regress_writer;
SET ROLE regress_writer;
SELECT wiji_create_feed('event') \g /dev/null
RESET ROLE;
REVOKE regress_owner FROM regress_writer;
SELECT code, message FROM failure('SELECT wiji_create_feed(''pg_proc'', ''oid'')');

-- The greatest ID of the table counts, whoever inserts first, and whatever policies hide.
SET ROLE regress_owner;
TRUNCATE event;
SELECT wiji_drop_feed('event') \g /dev/null
INSERT INTO event VALUES (wiji_generate(), 'hidden');
CREATE POLICY mine ON event USING (false) WITH CHECK (true);
ALTER TABLE event ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
SELECT wiji_create_feed('event', lag => '1 h') \g /dev/null
SET ROLE regress_writer;
SELECT code FROM failure('INSERT INTO event VALUES (wiji_lower(now() - interval ''30 min''), ''old'')');
RESET ROLE;
DROP FUNCTION horizon_of_event CASCADE;
DROP TABLE event;

-- Triggers that an owner changes while they fire guard the new key from then on.
SET ROLE regress_owner;
CREATE TABLE trap (id wiji UNIQUE DEFAULT wiji_generate(), n bigserial PRIMARY KEY, what text);
SELECT wiji_create_feed('trap') \g /dev/null
CREATE FUNCTION swap() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.what = 'swap' THEN
		CREATE OR REPLACE TRIGGER wiji_feed_guard AFTER INSERT ON trap FOR EACH ROW EXECUTE FUNCTION wiji_feed_guard('id', '0');
		CREATE OR REPLACE TRIGGER wiji_feed_update AFTER UPDATE ON trap
		FOR EACH ROW WHEN (OLD.id::uuid IS DISTINCT FROM NEW.id::uuid) EXECUTE FUNCTION wiji_feed_guard('id', '0');
		CREATE OR REPLACE TRIGGER wiji_feed_enter BEFORE INSERT ON trap
		FOR EACH STATEMENT EXECUTE FUNCTION wiji_feed_enter('id', '0');
		INSERT INTO trap (what) VALUES ('nested');
	END IF;
	RETURN NULL;
END $$;
CREATE TRIGGER a AFTER INSERT ON trap FOR EACH ROW EXECUTE FUNCTION swap();
SELECT code, detail FROM failure($$INSERT INTO trap (what) VALUES ('first'), ('swap'), ('third')$$);
DROP TRIGGER a ON trap;
RESET ROLE;
DROP TABLE trap;
DROP FUNCTION swap;
DROP OWNED BY regress_owner, regress_writer, regress_reader, regress_other;
DROP ROLE regress_owner, regress_writer, regress_reader, regress_other;
