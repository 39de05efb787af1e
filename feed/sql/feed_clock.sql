-- A feed with keys that are ahead of the clock, as after the clock was set back: an insert waits until
-- the clock has passed them, so that its keys are greater, whatever generates them.
\set ECHO none
CREATE FUNCTION clock_v7() RETURNS uuid LANGUAGE sql RETURN uuidtime_v7_lower(clock_timestamp());
CREATE PROCEDURE ahead(type text, generator text, "lower" text) LANGUAGE plpgsql AS $$
DECLARE
	n text;
BEGIN
	EXECUTE format('CREATE TABLE t (id %s PRIMARY KEY DEFAULT %s, n serial)', type, generator);
	EXECUTE format('INSERT INTO t VALUES (%s(clock_timestamp() + interval ''0.3 s''))', "lower");
	SET LOCAL client_min_messages = error;
	PERFORM wiji_create_feed('t', 'id');
	COMMIT;
	INSERT INTO t DEFAULT VALUES;
	COMMIT;
	PERFORM pg_sleep(0.01); -- the unit of version 7 is a millisecond
	SELECT string_agg(t.n::text, ' ' ORDER BY id) FROM t WHERE id < wiji_horizon('t') INTO n;
	RAISE NOTICE '% by %: %', type, generator, n;
	DROP TABLE t;
END $$;
\set ECHO all
CALL ahead('wiji', 'wiji_generate()', 'wiji_lower');
CALL ahead('uuid', 'wiji_uuid()', 'wiji_lower');
CALL ahead('uuid', 'clock_v7()', 'uuidtime_v7_lower');
DROP PROCEDURE ahead;
DROP FUNCTION clock_v7;


-- It waits for at most wiji_feed.max_clock_wait, and not at all if the clock is further behind.  (Here
-- triggers are created by hand, because wiji_create_feed() rejects keys more than 5 seconds ahead.)
CREATE TABLE event (id wiji UNIQUE DEFAULT wiji_generate(), n serial);
CREATE TABLE seven (id uuid UNIQUE DEFAULT uuidtime_v7());
CREATE TABLE other (id wiji PRIMARY KEY DEFAULT wiji_generate());
INSERT INTO event VALUES (wiji_generate(now() + interval '1 h'));
INSERT INTO seven VALUES ('ffffffff-ffff-7fff-bfff-ffffffffffff'); -- the last one
\set ECHO none
SELECT format($$CREATE TRIGGER e BEFORE INSERT ON %1$s FOR EACH STATEMENT EXECUTE FUNCTION wiji_feed_enter('id', '0');
	CREATE TRIGGER g AFTER INSERT ON %1$s FOR EACH ROW EXECUTE FUNCTION wiji_feed_guard('id', '0');
	CREATE TRIGGER u AFTER UPDATE ON %1$s FOR EACH ROW WHEN (OLD.id::uuid IS DISTINCT FROM NEW.id::uuid)
	EXECUTE FUNCTION wiji_feed_guard('id', '0')$$, t)
FROM unnest('{event,seven}'::text[]) t \gexec
\set ECHO all
SELECT wiji_create_feed('other') \g /dev/null
SHOW wiji_feed.max_clock_wait;
SELECT code, regexp_replace(message, '\d+ ', '… ') AS message, detail, hint
FROM unnest('{event,seven}'::text[]) t, failure(format('INSERT INTO %s DEFAULT VALUES', t)) \gx
-- A savepoint catches that.  The next insert waits again, if it is to wait without a limit.
BEGIN;
SAVEPOINT s;
\set VERBOSITY sqlstate
INSERT INTO event DEFAULT VALUES;
ROLLBACK TO s;
SET LOCAL wiji_feed.max_clock_wait = -1;
SET LOCAL statement_timeout = 10;
INSERT INTO event DEFAULT VALUES;
\set VERBOSITY default
ROLLBACK TO s;
SELECT count(*) AS blockers FROM wiji_feed_blockers('event');
COMMIT;
SELECT count(*) AS blockers FROM wiji_feed_blockers('event');
-- Other feeds and IDs are not affected, and consumers read what the clock has passed.
INSERT INTO other DEFAULT VALUES;
SELECT wiji_generate() < (SELECT max(id) FROM event) AS behind;
SELECT (SELECT count(*) FROM event WHERE id < wiji_horizon('event')) AS event,
       (SELECT count(*) FROM seven WHERE id < wiji_horizon('seven')) AS seven,
       (SELECT count(*) FROM other WHERE id < wiji_horizon('other')) AS other;
-- After the clock was ahead: drop the feed, correct the rows, create it again.
SELECT wiji_drop_feed('event') \g /dev/null
UPDATE event SET id = DEFAULT WHERE id > now();
SELECT wiji_create_feed('event', 'id') \g /dev/null
INSERT INTO event DEFAULT VALUES;
SELECT n FROM event WHERE id < wiji_horizon('event') ORDER BY id;
DROP TABLE event, seven, other;

-- Versions of rows wait, too, and numbers do not.
CREATE TABLE account (n integer PRIMARY KEY, changed wiji UNIQUE);
INSERT INTO account VALUES (1, wiji_generate(clock_timestamp() + interval '0.2 s'));
SELECT wiji_create_feed('account', 'changed', changes => true) \g /dev/null
INSERT INTO account VALUES (2);
SELECT n FROM account WHERE changed < wiji_horizon('account') ORDER BY changed;
DROP TABLE account;
SET wiji_feed.max_clock_wait = 0;
CREATE TABLE event (n bigserial PRIMARY KEY);
SELECT setval('event_n_seq', 9000000000000000000) \g /dev/null
SELECT wiji_create_feed('event') \g /dev/null
INSERT INTO event DEFAULT VALUES;
SELECT n FROM event WHERE n < wiji_horizon_bigint('event');
DROP TABLE event;
RESET wiji_feed.max_clock_wait;
