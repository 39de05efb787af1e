-- A feed of changes: its trigger assigns a new version whenever the row is written, and consumers
-- read by the version.
CREATE TABLE account (n integer PRIMARY KEY, balance integer NOT NULL, note text, changed wiji UNIQUE);
SELECT wiji_create_feed('account', 'changed', changes => true) \g /dev/null
INSERT INTO account (n, balance) VALUES (1, 10), (2, 20), (3, 30);
SELECT max(changed) AS position FROM account WHERE changed < wiji_horizon('account') \gset

-- For any value in the statement, and any way to write the row.
UPDATE account SET balance = 11 WHERE n = 1;
UPDATE account SET changed = NULL WHERE n = 2;
INSERT INTO account VALUES (3, 0, 'new', wiji_make(0, 0, 0)) ON CONFLICT (n) DO UPDATE SET balance = 31;
MERGE INTO account USING (VALUES (4)) v (n) ON account.n = v.n
WHEN NOT MATCHED THEN INSERT (n, balance) VALUES (v.n, 40);
COPY account FROM stdin;
5	50	\N	\N
\.
SELECT n, balance FROM account WHERE changed > :'position' AND changed < wiji_horizon('account') ORDER BY changed;
SELECT max(changed) AS position FROM account WHERE changed < wiji_horizon('account') \gset
-- A change is held back until its transaction ends, and so is the change of a key.
BEGIN;
UPDATE account SET n = 6 WHERE n = 3;
SELECT n FROM account WHERE changed > :'position' AND changed < wiji_horizon('account');
COMMIT;
SELECT n, balance FROM account WHERE changed > :'position' AND changed < wiji_horizon('account');

-- Columns whose changes are ignored.
SELECT wiji_create_feed('account', 'changed', changes => true, ignore => '{note}') \g /dev/null
SELECT max(changed) AS position FROM account WHERE changed < wiji_horizon('account') \gset
UPDATE account SET note = 'seen', changed = wiji_generate() WHERE n = 1;
UPDATE account SET balance = balance WHERE n = 2;
UPDATE account SET balance = balance + 1, note = 'seen' WHERE n = 6;
SELECT n, balance, note FROM account WHERE changed > :'position' AND changed < wiji_horizon('account') ORDER BY changed;
SELECT n, note, changed IS NULL AS lost FROM account ORDER BY n;

-- A row that is older than the column gets its first version by any update.
CREATE TABLE old (n integer, note text);
INSERT INTO old VALUES (1, 'old'), (2, 'old');
ALTER TABLE old ADD COLUMN changed wiji UNIQUE;
SELECT wiji_create_feed('old', 'changed', changes => true, ignore => '{note}') \g /dev/null
UPDATE old SET note = note;
SELECT count(changed) FROM old WHERE changed < wiji_horizon('old');
-- A trigger that fires later may change columns that are not ignored.
CREATE FUNCTION count_up() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.n := NEW.n + 1; RETURN NEW; END';
CREATE TRIGGER zz BEFORE UPDATE ON old FOR EACH ROW EXECUTE FUNCTION count_up();
SELECT max(changed) AS position FROM old \gset
UPDATE old SET note = 'seen' WHERE n = 2;
SELECT n, note FROM old WHERE changed > :'position' AND changed < wiji_horizon('old');
-- One that changes the version is rejected.
CREATE FUNCTION set_back() RETURNS trigger LANGUAGE plpgsql AS
'BEGIN NEW.changed := wiji_make(0, 0, 0); RETURN NEW; END';
CREATE TRIGGER zzz BEFORE UPDATE ON old FOR EACH ROW EXECUTE FUNCTION set_back();
SELECT code FROM failure('UPDATE old SET n = 7 WHERE n = 3');
DROP TABLE old;
DROP FUNCTION count_up, set_back;

-- Deleted rows, by tombstones in a feed of their own.
CREATE TABLE account_deleted (n integer PRIMARY KEY, changed wiji UNIQUE);
SELECT wiji_create_feed('account_deleted', 'changed', changes => true) \g /dev/null
CREATE FUNCTION bury_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO account_deleted (n) VALUES (OLD.n) ON CONFLICT (n) DO UPDATE SET n = excluded.n;
	RETURN NULL;
END $$;
CREATE TRIGGER bury AFTER DELETE ON account FOR EACH ROW EXECUTE FUNCTION bury_account();
CREATE TRIGGER bury_key AFTER UPDATE ON account FOR EACH ROW WHEN (OLD.n <> NEW.n) EXECUTE FUNCTION bury_account();
SELECT max(changed) AS position FROM account WHERE changed < wiji_horizon('account') \gset
DELETE FROM account WHERE n = 5;
UPDATE account SET n = 7 WHERE n = 4;
SELECT n, balance FROM account WHERE changed > :'position' AND changed < wiji_horizon('account') ORDER BY changed;
SELECT n AS deleted FROM account_deleted
WHERE changed > :'position' AND changed < wiji_horizon('account_deleted') ORDER BY changed;
-- A row that has come back is not deleted; deleted again, its tombstone is read again.
INSERT INTO account (n, balance) VALUES (5, 51);
SELECT max(changed) AS position FROM account_deleted \gset
SELECT n AS deleted FROM account_deleted d WHERE NOT EXISTS (SELECT FROM account a WHERE a.n = d.n) ORDER BY n;
DELETE FROM account WHERE n = 5;
SELECT n AS deleted FROM account_deleted
WHERE changed > :'position' AND changed < wiji_horizon('account_deleted') ORDER BY changed;
DROP TABLE account, account_deleted;
DROP FUNCTION bury_account;

-- Versions that are UUIDs; dropped columns alongside, and generated ones, which triggers in PL/pgSQL
-- set to null; partitions and cascades.
SET client_min_messages = warning;
CREATE TABLE parent (n integer PRIMARY KEY);
CREATE TABLE child (gone text, n integer REFERENCES parent ON UPDATE CASCADE,
                    twice integer GENERATED ALWAYS AS (n * 2) STORED, note text, changed uuid)
PARTITION BY RANGE (n);
CREATE INDEX ON child (changed);
CREATE TABLE child_1 PARTITION OF child FOR VALUES FROM (1) TO (10);
CREATE TABLE child_2 PARTITION OF child FOR VALUES FROM (10) TO (20);
ALTER TABLE child DROP COLUMN gone;
SELECT wiji_create_feed('child', 'changed', changes => true, ignore => '{note}') \g /dev/null
RESET client_min_messages;
CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
CREATE TRIGGER a BEFORE UPDATE ON child FOR EACH ROW EXECUTE FUNCTION touch();
INSERT INTO parent VALUES (1), (2);
INSERT INTO child VALUES (1), (2);
SELECT max(changed::text) AS position FROM child \gset
UPDATE parent SET n = 3 WHERE n = 2;
SELECT pg_sleep(0.01) \g /dev/null
SELECT n, twice, substr(changed::text, 15, 1)::integer AS version FROM child
WHERE changed > :'position' AND changed < wiji_horizon('child');
SELECT max(changed::text) AS position FROM child \gset
UPDATE child SET note = 'seen' WHERE n = 3;
UPDATE parent SET n = 12 WHERE n = 1;
SELECT pg_sleep(0.01) \g /dev/null
SELECT tableoid::regclass, n, twice FROM child WHERE changed > :'position' AND changed < wiji_horizon('child');
INSERT INTO child_2 VALUES (12);
SELECT pg_sleep(0.01) \g /dev/null
SELECT count(*) FROM child WHERE changed > :'position' AND changed < wiji_horizon('child');
DROP TABLE child, parent;
DROP FUNCTION touch;
-- Those of wijis in a uuid, if its default or the caller says so, and of domains.
CREATE DOMAIN version AS wiji CHECK (VALUE >= wiji_lower('2020-01-01 00:00+00'));
CREATE DOMAIN early AS wiji CHECK (VALUE < wiji_lower('2000-01-01 00:00+00'));
CREATE TABLE t (n integer, w uuid UNIQUE DEFAULT wiji_uuid(), u uuid UNIQUE, v version UNIQUE, e early UNIQUE);
SELECT wiji_create_feed('t', 'w', changes => true) \g /dev/null
INSERT INTO t VALUES (1);
SELECT count(w::wiji) FROM t WHERE w < wiji_horizon('t');
SELECT wiji_create_feed('t', 'u', changes => true, layout => 'wiji') \g /dev/null
UPDATE t SET n = 2;
SELECT count(u::wiji) FROM t WHERE u < wiji_horizon('t');
SELECT wiji_create_feed('t', 'v', changes => true) \g /dev/null
UPDATE t SET n = 3;
SELECT count(*) FROM t WHERE v < wiji_horizon('t');
SELECT wiji_create_feed('t', 'e', changes => true) \g /dev/null
SELECT code, message FROM failure('UPDATE t SET n = 4');
DROP TABLE t;
DROP DOMAIN version, early;
-- Those of many rows in a statement ascend, even in one tick of the clock.
CREATE TABLE t (n integer, changed uuid UNIQUE);
SELECT wiji_create_feed('t', 'changed', changes => true) \g /dev/null
INSERT INTO t SELECT generate_series(1, 100000);
SELECT pg_sleep(0.01) \g /dev/null
SELECT count(*) AS rows, count(*) FILTER (WHERE n < before) AS descending
FROM (SELECT n, lag(n) OVER (ORDER BY changed) AS before FROM t WHERE changed < wiji_horizon('t')) t;
DROP TABLE t;

-- What the trigger rejects: a column to ignore that does not exist, one that cannot hold versions, and a trigger
-- that does not fit.
CREATE TABLE odd (n integer, b bigserial UNIQUE, changed wiji UNIQUE);
SELECT wiji_create_feed('odd', 'changed', changes => true) \g /dev/null
CREATE TABLE plain (n integer, changed wiji);
SELECT f.* FROM unnest(ARRAY[
	$$SELECT wiji_create_feed('odd', 'changed', changes => true, ignore => '{missing}')$$,
	$$CREATE OR REPLACE TRIGGER wiji_row_version BEFORE INSERT OR UPDATE ON odd
	FOR EACH ROW EXECUTE FUNCTION wiji_row_version('n'); INSERT INTO odd VALUES (1)$$,
	$$CREATE TRIGGER t BEFORE INSERT ON odd FOR EACH ROW EXECUTE FUNCTION wiji_row_version('changed');
	INSERT INTO odd VALUES (1)$$,
	$$SELECT wiji_create_feed('odd', 'b'); DROP TRIGGER wiji_feed_enter ON odd;
	CREATE TRIGGER wiji_row_version BEFORE INSERT OR UPDATE ON odd FOR EACH ROW EXECUTE FUNCTION wiji_row_version('b');
	INSERT INTO odd VALUES (1)$$]) statement, failure(statement) f;
SELECT t.*, f.code, f.message
FROM (VALUES ('BEFORE INSERT', ''), ('BEFORE DELETE', '''changed'''), ('AFTER INSERT', '''changed'''),
             ('BEFORE INSERT', '''changed''')) t (time, arguments),
	failure(format($$CREATE TRIGGER t %s ON plain FOR EACH ROW EXECUTE FUNCTION wiji_row_version(%s);
		INSERT INTO plain VALUES (1); DELETE FROM plain$$, t.time, t.arguments)) f;
DROP TABLE odd, plain;
