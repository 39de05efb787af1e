-- A feed of changes: wiji_stamp() gives a row a new id whenever it is written.
CREATE TABLE account (n integer PRIMARY KEY, balance integer NOT NULL, note text, changed wiji UNIQUE);
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON account FOR EACH ROW EXECUTE FUNCTION wiji_stamp('changed');
INSERT INTO account (n, balance) VALUES (1, 10), (2, 20), (3, 30);
SELECT max(changed) AS position FROM account WHERE changed < wiji_horizon() \gset

-- Whatever the statement says, and however the row is written.
UPDATE account SET balance = 11 WHERE n = 1;
UPDATE account SET changed = NULL WHERE n = 2;
INSERT INTO account VALUES (3, 0, 'new', wiji_make(0, 0, 0)) ON CONFLICT (n) DO UPDATE SET balance = 31;
MERGE INTO account USING (VALUES (4)) v (n) ON account.n = v.n WHEN NOT MATCHED THEN INSERT (n, balance)
VALUES (v.n, 40);
COPY account FROM stdin;
5	50	\N	\N
\.
SELECT n, balance FROM account WHERE changed > :'position' AND changed < wiji_horizon() ORDER BY changed;
SELECT max(changed) AS position FROM account WHERE changed < wiji_horizon() \gset

-- Columns whose change does not count.
CREATE OR REPLACE TRIGGER stamp BEFORE INSERT OR UPDATE ON account
FOR EACH ROW EXECUTE FUNCTION wiji_stamp('changed', 'note');
UPDATE account SET note = 'seen', changed = wiji_generate() WHERE n = 1;
UPDATE account SET balance = balance WHERE n = 2;
UPDATE account SET balance = balance + 1, note = 'seen' WHERE n = 3;
SELECT n, balance, note FROM account WHERE changed > :'position' AND changed < wiji_horizon() ORDER BY changed;
SELECT n, note, changed IS NULL AS lost FROM account ORDER BY n;

-- A row that is older than the column gets its first id by any update.
CREATE TABLE old (n integer, note text);
INSERT INTO old VALUES (1, 'old'), (2, 'old');
ALTER TABLE old ADD COLUMN changed wiji;
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON old FOR EACH ROW EXECUTE FUNCTION wiji_stamp('changed', 'note');
UPDATE old SET changed = wiji_generate() WHERE changed IS NULL;
ALTER TABLE old ALTER COLUMN changed SET NOT NULL;
-- A trigger that fires later may change columns that count.
CREATE FUNCTION count_up() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.n := NEW.n + 1; RETURN NEW; END';
CREATE TRIGGER stamp_then_count BEFORE UPDATE ON old FOR EACH ROW EXECUTE FUNCTION count_up();
SELECT max(changed) AS position FROM old \gset
UPDATE old SET note = 'seen' WHERE n = 2;
SELECT n, note FROM old WHERE changed > :'position';
DROP TABLE old;
DROP FUNCTION count_up;

-- A table that is stamped is a feed: its ids hold the horizon back with wiji.feed off, too.
SET wiji.feed = off;
BEGIN;
SELECT wiji_generate() IS NOT NULL AS made, (SELECT count(*) FROM wiji_horizon_holders()) AS holders;
UPDATE account SET balance = 12 WHERE n = 1;
SELECT count(*) AS holders, min(floor) <= (SELECT max(changed) FROM account) AS below FROM wiji_horizon_holders();
COMMIT;
RESET wiji.feed;

-- Deleted rows, in the same feed.
CREATE TABLE account_deleted (n integer PRIMARY KEY, changed wiji NOT NULL UNIQUE);
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON account_deleted FOR EACH ROW EXECUTE FUNCTION wiji_stamp('changed');
CREATE FUNCTION bury_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO account_deleted (n) VALUES (OLD.n) ON CONFLICT (n) DO UPDATE SET n = excluded.n;
	RETURN NULL;
END $$;
CREATE TRIGGER bury AFTER DELETE ON account FOR EACH ROW EXECUTE FUNCTION bury_account();
CREATE TRIGGER bury_key AFTER UPDATE ON account FOR EACH ROW WHEN (OLD.n <> NEW.n) EXECUTE FUNCTION bury_account();
CREATE VIEW change AS
SELECT n, balance, changed FROM account
UNION ALL SELECT n, NULL, changed FROM account_deleted d WHERE NOT EXISTS (SELECT FROM account a WHERE a.n = d.n);
SELECT max(changed) AS position FROM account WHERE changed < wiji_horizon() \gset
DELETE FROM account WHERE n = 5;
UPDATE account SET balance = 0 WHERE n = 4;
UPDATE account SET n = 6 WHERE n = 3;
SELECT n, balance FROM change WHERE changed > :'position' AND changed < wiji_horizon() ORDER BY changed;
SELECT max(changed) AS position FROM change WHERE changed < wiji_horizon() \gset
-- A row that has come back is no deleted one, though its grave is younger.
INSERT INTO account (n, balance) VALUES (5, 51);
UPDATE account_deleted SET n = n WHERE n = 5;
SELECT n, balance FROM change WHERE changed > :'position' AND changed < wiji_horizon() ORDER BY changed;
SELECT max(changed) AS position FROM change WHERE changed < wiji_horizon() \gset
DELETE FROM account WHERE n = 5;
SELECT n, balance FROM change WHERE changed > :'position' AND changed < wiji_horizon() ORDER BY changed;

-- Uuids of version 7; generated columns and dropped ones beside them; partitions and cascades.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS uuidtime;
RESET client_min_messages;
CREATE TABLE parent (n integer PRIMARY KEY);
CREATE TABLE child (gone text, n integer REFERENCES parent ON UPDATE CASCADE,
                    twice integer GENERATED ALWAYS AS (n * 2) STORED, changed uuid)
PARTITION BY RANGE (n);
CREATE TABLE child_1 PARTITION OF child FOR VALUES FROM (1) TO (10);
CREATE TABLE child_2 PARTITION OF child FOR VALUES FROM (10) TO (20);
ALTER TABLE child DROP COLUMN gone;
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON child FOR EACH ROW EXECUTE FUNCTION wiji_stamp('changed', 'twice');
INSERT INTO parent VALUES (1), (2);
INSERT INTO child VALUES (1), (2);
SELECT max(changed::text) AS position FROM child \gset
UPDATE parent SET n = 12 WHERE n = 1;
SELECT tableoid::regclass, n, twice, uuidtime_version(changed) FROM child
WHERE changed > :'position' AND changed < uuidtime_v7_horizon();

-- The trigger has to fit.
CREATE TABLE odd (n integer, g wiji GENERATED ALWAYS AS (NULL) STORED, changed wiji);
SELECT t.*, f.code, f.message
FROM (VALUES ('BEFORE INSERT', ''), ('BEFORE INSERT', '''missing'''), ('BEFORE INSERT', '''n'''),
             ('BEFORE INSERT', '''g'''),
	('BEFORE INSERT', '''ctid'''), ('AFTER INSERT', '''changed'''),
	('BEFORE INSERT OR UPDATE', '''changed'', ''missing''')) t (time, arguments),
	failure(format($$
		CREATE OR REPLACE TRIGGER t %s ON odd FOR EACH ROW EXECUTE FUNCTION wiji_stamp(%s);
		INSERT INTO odd VALUES (1);
		UPDATE odd SET n = 2$$, t.time, t.arguments)) f;
SELECT f.code FROM failure('SELECT wiji_stamp()') f;

-- A domain's rule is for stamps, too.
CREATE DOMAIN early AS wiji CHECK (VALUE < '2000-01-01 00:00+00'::timestamptz);
CREATE TABLE narrow (n integer, changed early);
CREATE TRIGGER stamp BEFORE INSERT ON narrow FOR EACH ROW EXECUTE FUNCTION wiji_stamp('changed');
SELECT f.code, f.message FROM failure('INSERT INTO narrow VALUES (1)') f;

DROP VIEW change;
DROP TABLE account, account_deleted, child, parent, odd, narrow;
DROP DOMAIN early;
DROP FUNCTION bury_account;
