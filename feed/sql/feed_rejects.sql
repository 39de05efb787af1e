-- Keys that a consumer may have passed are rejected, as are those that the clock has not reached.
CREATE TABLE event (id wiji UNIQUE DEFAULT wiji_generate(), what text);
SELECT wiji_create_feed('event', 'id') \g /dev/null
SELECT wiji_generate() AS early \gset
INSERT INTO event (what) VALUES ('first');
CREATE FUNCTION rejection(statement text, OUT code text, OUT message text, OUT detail text, OUT hint text)
LANGUAGE sql AS
$$SELECT code, regexp_replace(message, '\w{26}|[-0-9a-f]{36}', '…'), detail, hint FROM failure(statement)$$;
CREATE TABLE given AS SELECT id, r.* FROM unnest(ARRAY[
	'NULL', 'wiji_make(0, 0, 0)', format('%L', :'early'), 'wiji_lower(now() - interval ''1 hour'')',
	'wiji_lower(clock_timestamp() + interval ''1 min'')', 'wiji_generate(now() + interval ''1 hour'')',
	'wiji_generate(clock_timestamp() + interval ''4 s'')', 'wiji_generate()', 'wiji_factory_generate(wiji_factory())',
	'wiji_text()::wiji', 'wiji_uuid()::wiji', 'wiji_generate_unpredictable()']) WITH ORDINALITY i (id, n),
	rejection(format('INSERT INTO event VALUES (%s)', id)) r ORDER BY n;
SELECT replace(id, :'early', '…') AS id, code, message FROM given;
SELECT detail, hint FROM given WHERE code IS NOT NULL GROUP BY 1, 2 ORDER BY detail COLLATE "C";
-- The error names table and column.
DO $$
DECLARE
	t text;
	c text;
BEGIN
	INSERT INTO event VALUES (wiji_make(0, 0, 0));
EXCEPTION WHEN check_violation THEN
	GET STACKED DIAGNOSTICS t = TABLE_NAME, c = COLUMN_NAME;
	RAISE NOTICE '%.%', t, c;
END $$;
COPY event FROM stdin;
06C397NZXAT000040000000000	copied
\.
-- An ID that the transaction generated before its first insert is too old without a lag, a later
-- one is not.
BEGIN;
SELECT wiji_generate() AS early \gset
SAVEPOINT s;
SELECT code, message FROM rejection(format('INSERT INTO event VALUES (%L)', :'early'));
SELECT wiji_generate() AS later \gset
INSERT INTO event VALUES (:'later', 'entered before');
COMMIT;

-- An update may leave the ID as it is.  Only after an insert into the feed it may be a new one.
UPDATE event SET what = upper(what) WHERE what = 'first';
UPDATE event SET id = id WHERE what = 'FIRST' RETURNING what;
SELECT f.* FROM rejection($$UPDATE event SET id = DEFAULT WHERE what = 'FIRST'$$) f \gx
BEGIN;
INSERT INTO event (what) VALUES ('second');
UPDATE event SET id = DEFAULT WHERE what = 'FIRST' RETURNING what;
SELECT code, message FROM rejection($$UPDATE event SET id = wiji_make(0, 0, 0) WHERE what = 'FIRST'$$);
COMMIT;
SELECT what FROM event WHERE id < wiji_horizon('event') AND what IN ('FIRST', 'second') ORDER BY id;

-- ON CONFLICT with an ID that exists: nothing is inserted, so the ID may have any age.
INSERT INTO event SELECT id, 'again' FROM event WHERE what = 'second' ON CONFLICT (id) DO NOTHING;
INSERT INTO event SELECT id, 'again' FROM event WHERE what = 'second'
ON CONFLICT (id) DO UPDATE SET what = excluded.what RETURNING what;
SELECT code FROM rejection($$INSERT INTO event VALUES (wiji_make(0, 0, 0)) ON CONFLICT (id) DO NOTHING$$);

-- The ID that the row finally has counts, whatever other triggers do.
CREATE FUNCTION meddle() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.id := CASE NEW.what WHEN 'old' THEN wiji_make(0, 0, 0) WHEN 'mended' THEN wiji_generate() ELSE NEW.id END;
	RETURN NEW;
END $$;
CREATE TRIGGER zz BEFORE INSERT OR UPDATE ON event FOR EACH ROW EXECUTE FUNCTION meddle();
SELECT f.code FROM unnest(ARRAY[$$INSERT INTO event (what) VALUES ('old')$$,
	$$UPDATE event SET what = 'old' WHERE what = 'FIRST'$$]) statement, rejection(statement) f;
INSERT INTO event VALUES (wiji_make(0, 0, 0), 'mended');
DROP TRIGGER zz ON event;
DROP FUNCTION meddle;

-- Partitions: a leaf that is named directly, and a row that moves, which is inserted there.
CREATE TABLE parted (id wiji DEFAULT wiji_generate(), part integer) PARTITION BY LIST (part);
CREATE INDEX ON parted (id);
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES IN (1);
CREATE TABLE parted_2 PARTITION OF parted FOR VALUES IN (2);
SET client_min_messages = warning;
SELECT wiji_create_feed('parted', 'id') \g /dev/null
INSERT INTO parted (part) VALUES (1);
SELECT f.code, f.message
FROM unnest('{INSERT INTO parted_1 (part) VALUES (1),UPDATE parted SET part = 2}'::text[]) statement,
	rejection(statement) f;
BEGIN;
INSERT INTO parted (part) VALUES (1);
INSERT INTO parted_1 (part) VALUES (1);
SELECT code, message FROM rejection('UPDATE parted SET part = 2 WHERE id = (SELECT min(id) FROM parted)');
COMMIT;
SELECT count(*) FROM parted WHERE id < wiji_horizon('parted');
-- With a lag a leaf may be named, even in the first use of the feed, for rows that are not older.
SELECT wiji_create_feed('parted', 'id', lag => '10 s') \g /dev/null
INSERT INTO parted_1 (part) VALUES (1);
BEGIN;
INSERT INTO parted_2 (part) VALUES (2);
SELECT count(*) AS blockers FROM wiji_feed_blockers('parted');
COMMIT;
SELECT code, message FROM rejection($$INSERT INTO parted_1 VALUES (wiji_lower(now() - interval '1 minute'), 1)$$);
-- Rows of COPY FREEZE are visible at once, so as the first use they reject themselves.
SELECT wiji_create_feed('parted', 'id', lag => '10 s') \g /dev/null
BEGIN;
TRUNCATE parted;
\set VERBOSITY sqlstate
COPY parted_1 (part) FROM stdin (FREEZE);
1
\.
\set VERBOSITY default
ROLLBACK;
RESET client_min_messages;

DROP TABLE given, event, parted;
DROP FUNCTION rejection;
