-- docs/guide.md: one ID in the future breaks everything that depends on the largest ID.
CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text) PARTITION BY RANGE (id);
CREATE TABLE event_2020_11 PARTITION OF event FOR
VALUES FROM (wiji_lower('2020-11-01 00:00+00')) TO (wiji_lower('2020-12-01 00:00+00'));
CREATE TABLE event_other PARTITION OF event DEFAULT;
INSERT INTO event VALUES (wiji_generate('2020-11-21 12:00+00'), 'honest');
INSERT INTO event VALUES ('6ZZZZZZZZZ0000040000000000', 'a client''s'),
       ('7ZZZZZZZZZZZZZY7ZZZZZZZZZZ', 'another client''s');
-- The newest by ID is not the newest row, and stays the largest forever …
SELECT what, extract(year FROM wiji_timestamp(id) AT TIME ZONE 'UTC') AS year FROM event
WHERE id = (SELECT max(id) FROM event);
-- … a consumer that continues after it does not see new rows …
SELECT count(*) FROM event WHERE id > (SELECT max(id) FROM event WHERE what ~ 'client');
-- … and a partition for its time cannot be created while it is in the default partition.
SELECT code, message FROM failure($$CREATE TABLE event_3967 PARTITION OF event
	FOR VALUES FROM (wiji_lower('3966-01-01 00:00+00')) TO (wiji_lower('3968-01-01 00:00+00'))$$);
DELETE FROM event WHERE id > wiji_upper(clock_timestamp() + interval '1 minute');

-- The trigger rejects them.  Its condition is checked without calling the function.
CREATE FUNCTION refuse_future_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE check_violation USING
		MESSAGE = format('id %s lies in the future', NEW.id),
		DETAIL = format('Its time is %s.', wiji_timestamp(NEW.id)),
		TABLE = TG_TABLE_NAME, COLUMN = 'id';
END $$;
CREATE TRIGGER refuse_future_id BEFORE INSERT OR UPDATE OF id ON event FOR EACH ROW
WHEN (NEW.id > wiji_upper(clock_timestamp() + interval '1 minute'))
EXECUTE FUNCTION refuse_future_id();

SET TimeZone = 'UTC';
SELECT f.code, f.message, f.detail FROM unnest(ARRAY[
	$$INSERT INTO event VALUES ('7ZZZZZZZZZZZZZY7ZZZZZZZZZZ', 'a client''s')$$,
	$$UPDATE event SET id = '6ZZZZZZZZZ0000040000000000'$$]) statement, failure(statement) f;
COPY event FROM stdin;
6ZZZZZZZZZ0000040000000000	copied
\.
SELECT code FROM failure($$INSERT INTO event VALUES (wiji_lower(clock_timestamp() + interval '2 minutes'))$$);
-- A clock that is a little ahead, the past, and the table's own IDs pass.
INSERT INTO event VALUES (wiji_lower(clock_timestamp() + interval '30 seconds'), 'a clock that is 30 seconds ahead'),
       (wiji_generate('2020-11-21 13:00+00'), 'the past');
INSERT INTO event (what) VALUES ('now');
INSERT INTO event (what) SELECT 'many' FROM generate_series(1, 1000);
UPDATE event SET what = what WHERE what = 'now';
SELECT what, count(*) FROM event GROUP BY 1 ORDER BY min(id);
-- Partitions that are created later have it, too.
SELECT count(*) FROM pg_trigger WHERE tgname = 'refuse_future_id';
CREATE TABLE event_2010_01 PARTITION OF event FOR
VALUES FROM (wiji_lower('2010-01-01 00:00+00')) TO (wiji_lower('2010-02-01 00:00+00'));
SELECT count(*) FROM pg_trigger WHERE tgname = 'refuse_future_id';
DROP TABLE event;
DROP FUNCTION refuse_future_id;
