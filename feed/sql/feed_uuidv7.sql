-- The server's own uuidv7() is the key of a feed.  (The horizon is a millisecond behind the clock.)
CREATE TABLE event (id uuid PRIMARY KEY DEFAULT uuidv7(), what text);
SELECT wiji_create_feed('event');
INSERT INTO event (what) VALUES ('the server''s');
INSERT INTO event VALUES (uuidv7(), 'made before the row'), (uuidv7(), 'the server''s');
SELECT FROM pg_sleep(0.01);
SELECT what, count(*) FROM event WHERE id < wiji_horizon('event') GROUP BY what ORDER BY what;
BEGIN;
INSERT INTO event (what) VALUES ('of a transaction');
SELECT count(*) FROM event WHERE id < wiji_horizon('event');
COMMIT;
SELECT FROM pg_sleep(0.01);
SELECT count(*) FROM event WHERE id < wiji_horizon('event');
DROP TABLE event;
