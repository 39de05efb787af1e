-- docs/portable.md: a feed of new rows.  test/isolation/specs/recipe_change_feed.spec has
-- transactions that overlap.
\set ECHO none
CREATE TABLE event (
	id wiji PRIMARY KEY DEFAULT wiji_generate(),
	tx xid8 NOT NULL DEFAULT pg_current_xact_id(),
	what text
);
CREATE INDEX ON event (tx, id);
CREATE FUNCTION feed(after_tx xid8, after_id wiji, rows integer) RETURNS SETOF event
LANGUAGE SQL STABLE
BEGIN ATOMIC
	SELECT id, tx, what FROM event
	WHERE (tx, id) > (after_tx, after_id) AND tx < pg_snapshot_xmin(pg_current_snapshot())
	ORDER BY tx, id LIMIT rows;
END;
-- waits until nothing, such as autovacuum's ANALYZE, holds back rows that were committed before
CREATE PROCEDURE settle() LANGUAGE plpgsql AS $$
BEGIN
	COMMIT;
	WHILE pg_snapshot_xmin(pg_current_snapshot()) <= (SELECT tx FROM event ORDER BY tx DESC LIMIT 1) LOOP
		PERFORM pg_sleep(0.01);
	END LOOP;
END $$;
\set ECHO all

INSERT INTO event (what) VALUES ('a'), ('b');
INSERT INTO event (what) VALUES ('c');
INSERT INTO event (id, what) VALUES (wiji_generate('2020-11-21 12:00+00'), 'd, an old ID');
CALL settle();
-- In batches, each of which begins after the last row of the one before.
SELECT array_agg(what) AS batch, (array_agg(tx))[2] AS tx, (array_agg(id))[2] AS id
FROM feed('0', wiji_lower('1970-01-01 00:00+00'), 2) \gset
SELECT :'batch' AS batch;
SELECT array_agg(what) AS batch, (array_agg(tx))[2] AS tx, (array_agg(id))[2] AS id FROM feed(:'tx', :'id', 2) \gset
SELECT :'batch' AS batch, (SELECT count(*) FROM feed(:'tx', :'id', 2)) AS more;
-- The ID alone is a position, as long as its row exists.
SELECT what FROM event
WHERE (tx, id) > (SELECT tx, id FROM event WHERE what = 'a') AND tx < pg_snapshot_xmin(pg_current_snapshot())
ORDER BY tx, id;
-- A transaction does not see its own rows, including those of its subtransactions; all of them
-- appear together, in the order of their IDs.
BEGIN;
INSERT INTO event (what) VALUES ('e');
SAVEPOINT s;
INSERT INTO event (what) VALUES ('f');
ROLLBACK TO s;
INSERT INTO event (what) VALUES ('g');
RELEASE s;
SELECT count(*) FROM feed(:'tx', :'id', 100);
COMMIT;
CALL settle();
SELECT what FROM feed(:'tx', :'id', 100);
-- The index finds the position, and gives the order.
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT regexp_replace(plan, '''[^'']*''', '…', 'g') AS plan FROM plan(format($$SELECT what FROM event
	WHERE (tx, id) > (%L, %L) AND tx < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY tx, id
	LIMIT 100$$, :'tx', :'id')) plan;
RESET enable_seqscan;
RESET enable_bitmapscan;
DROP FUNCTION feed;
DROP PROCEDURE settle;
DROP TABLE event;
