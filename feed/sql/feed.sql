-- A change feed: a table whose new rows a consumer reads by their key, up to the horizon of each
-- statement, and misses none.  (Feeds need shared memory: PostgreSQL 17 or newer, or preloading.
-- feed/isolation/specs/feed.spec has transactions that overlap.)
CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
SELECT wiji_create_feed('event') \g /dev/null
INSERT INTO event (what) VALUES ('first'), ('second');
SELECT what, id AS position FROM event WHERE id < wiji_horizon('event') ORDER BY id LIMIT 1 \gset
SELECT what FROM event WHERE id > :'position' AND id < wiji_horizon('event') ORDER BY id LIMIT 1000;

-- A transaction holds back what it inserts until it ends, and its savepoints change nothing.
BEGIN;
INSERT INTO event (what) VALUES ('third');
SELECT what FROM event WHERE id < wiji_horizon('event') ORDER BY id;
SELECT pid = pg_backend_pid() AS mine, since BETWEEN now() AND clock_timestamp() AS since,
       floor::wiji = wiji_horizon('event') AS the_horizon, floor::wiji <= (SELECT max(id) FROM event) AS below
FROM wiji_feed_blockers('event');
COMMIT;
SELECT what FROM event WHERE id < wiji_horizon('event') ORDER BY id;
BEGIN;
SAVEPOINT s;
INSERT INTO event (what) VALUES ('never');
ROLLBACK TO s;
SELECT count(*) AS blockers FROM wiji_feed_blockers('event');
ROLLBACK;

-- A transaction that does not insert into a feed does not hold it back.
CREATE TABLE other (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
BEGIN;
INSERT INTO other (what) VALUES ('of no feed');
UPDATE event SET what = upper(what) WHERE what = 'first';
SELECT what, (SELECT count(*) FROM wiji_feed_blockers('event')) AS blockers
FROM event WHERE id < wiji_horizon('event') ORDER BY id;
COMMIT;

-- One statement has one horizon: for each row, in functions that see its snapshot, in subqueries.
CREATE FUNCTION stable_horizon() RETURNS uuid LANGUAGE plpgsql STABLE AS $$BEGIN RETURN wiji_horizon('event'); END$$;
CREATE FUNCTION stable_sql_horizon() RETURNS uuid LANGUAGE sql STABLE AS
$$SELECT wiji_horizon('event') FROM event LIMIT 1$$;
SELECT count(*), count(DISTINCT h) FROM (
	SELECT wiji_horizon('event') FROM generate_series(1, 1000)
	UNION ALL SELECT stable_horizon() FROM generate_series(1, 1000)
	UNION ALL SELECT stable_sql_horizon() FROM generate_series(1, 1000)
	UNION ALL SELECT (SELECT wiji_horizon('event'))) s (h);
-- The next transaction has a later one.
SELECT wiji_horizon('event') AS one \gset
SELECT wiji_horizon('event') > :'one' AS later;

-- In each isolation level, in cursors, in PL/pgSQL.
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT count(*) FROM event WHERE id < wiji_horizon('event');
DECLARE c CURSOR WITH HOLD FOR SELECT what FROM event WHERE id < wiji_horizon('event') ORDER BY id;
FETCH 2 FROM c;
COMMIT;
FETCH ALL FROM c;
CLOSE c;
BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY DEFERRABLE;
SELECT count(*) FROM event WHERE id < wiji_horizon('event');
COMMIT;
DO $$
DECLARE
	position wiji := (SELECT max(id) FROM event);
	e event;
BEGIN
	-- each INSERT is a transaction of its own, and the next statement reads it
	FOR i IN 1..3 LOOP
		INSERT INTO event (what) VALUES ('of a procedure');
		COMMIT;
		FOR e IN SELECT * FROM event WHERE id > position AND id < wiji_horizon('event') ORDER BY id LOOP
			position := e.id;
			RAISE NOTICE '%', e.what;
		END LOOP;
	END LOOP;
END $$;

-- However rows are inserted: COPY, MERGE, a trigger, a function of the same statement.
SELECT max(id) AS position FROM event \gset
COPY event (what) FROM stdin;
of COPY
\.
MERGE INTO event e USING (VALUES ('of MERGE')) v (what) ON e.what = v.what
WHEN NOT MATCHED THEN INSERT (what) VALUES (v.what);
CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO event (what) VALUES ('of a trigger, for ' || NEW.what);
	RETURN NEW;
END $$;
CREATE TRIGGER audit BEFORE INSERT ON other FOR EACH ROW EXECUTE FUNCTION audit();
SELECT wiji_create_feed('other') \g /dev/null
BEGIN;
INSERT INTO other (what) VALUES ('another feed'), ('the same statement');
SELECT (SELECT count(*) FROM wiji_feed_blockers('event')) AS event,
       (SELECT count(*) FROM wiji_feed_blockers('other')) AS other;
COMMIT;
WITH new AS (INSERT INTO event (what) VALUES ('of WITH') RETURNING what)
SELECT what, (SELECT count(*) FROM event WHERE id > :'position' AND id < wiji_horizon('event')) AS before FROM new;
SELECT what FROM event WHERE id > :'position' AND id < wiji_horizon('event') ORDER BY id;
SELECT what FROM other WHERE id < wiji_horizon('other') ORDER BY id;

-- COPY FREEZE, whose rows everyone sees at once, as the first use of a feed.
SELECT wiji_create_feed('event') \g /dev/null
BEGIN;
TRUNCATE event;
COPY event (what) FROM stdin (FREEZE);
frozen
\.
SELECT count(*) AS early FROM event WHERE id < wiji_horizon('event');
COMMIT;
SELECT what FROM event WHERE id < wiji_horizon('event') ORDER BY id;

DROP TABLE event, other;
DROP FUNCTION audit, stable_horizon, stable_sql_horizon;
