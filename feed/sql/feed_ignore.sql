-- Columns that a feed of changes ignores stand in the condition of its trigger, which is always true.  So they are
-- bound by their numbers, as the key is.
CREATE TABLE account (n integer PRIMARY KEY, balance integer, seen_at timestamptz, note text, "Odd, ""name""" integer,
	twice integer GENERATED ALWAYS AS (balance * 2) STORED, changed wiji UNIQUE);
SELECT wiji_create_feed('account', 'changed', changes => true, ignore => '{seen_at,"Odd, \"name\"",twice,seen_at}') \g /dev/null
SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgname = 'wiji_row_version';
INSERT INTO account (n, balance, note) VALUES (1, 10, 'a'), (2, 20, 'b');
CREATE FUNCTION delivered(statement text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	before wiji := (SELECT changed FROM account ORDER BY changed DESC LIMIT 1);
BEGIN
	EXECUTE statement;
	RETURN (SELECT count(*) FROM account WHERE changed > before);
END $$;
SELECT s AS change, delivered('UPDATE account SET ' || s) FROM unnest(ARRAY[
	'seen_at = now()', '"Odd, ""name""" = n', 'balance = balance + 1', 'note = note || 1', 'note = note', 'seen_at = NULL, note = ''c''']) s;
-- Renamed columns, and columns that swap their names
ALTER TABLE account RENAME seen_at TO last_seen;
SELECT s AS change, delivered('UPDATE account SET ' || s) FROM unnest(ARRAY['last_seen = now()', 'note = note || 2']) s;
ALTER TABLE account RENAME "Odd, ""name""" TO odd;
ALTER TABLE account RENAME balance TO "Odd, ""name""";
ALTER TABLE account RENAME odd TO balance;
SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgname = 'wiji_row_version';
SELECT s AS change, delivered('UPDATE account SET ' || s) FROM unnest(ARRAY['balance = 1', '"Odd, ""name""" = 1', 'last_seen = NULL']) s;
-- A new column is not ignored.
ALTER TABLE account ADD more integer DEFAULT 0;
SELECT delivered('UPDATE account SET more = 1');
SELECT flaw FROM wiji_feeds();
-- Such a condition costs nothing: the planner folds it.
EXPLAIN (COSTS off) SELECT FROM account WHERE ROW(last_seen) IS NULL OR true;

-- Such a column is not dropped without the trigger, nor is its type changed.
SELECT f.code, f.message, rtrim(f.detail, '.') AS detail FROM unnest(ARRAY['ALTER TABLE account DROP last_seen', 'ALTER TABLE account ALTER last_seen TYPE text']) s, failure(s) f;
SET client_min_messages = warning;
ALTER TABLE account DROP last_seen CASCADE;
RESET client_min_messages;
SELECT code, detail, hint FROM failure('INSERT INTO account (n) VALUES (3)');
SELECT wiji_create_feed('account', 'changed', changes => true, ignore => '{note}') \g /dev/null
SELECT s AS change, delivered('UPDATE account SET ' || s) FROM unnest(ARRAY['note = note || 3', 'more = 2']) s;
-- Names that are no columns
SELECT n, f.* FROM unnest('{missing,to_jsonb,ctid,NULL,account}'::name[]) n,
	failure(format($$SELECT wiji_create_feed('account', 'changed', changes => true, ignore => %L)$$, ARRAY['note', n])) f;
-- Other conditions and arguments are a flaw.
SELECT condition, f.code, f.detail FROM unnest(ARRAY[
	'WHEN (NEW.note IS NULL OR true)', 'WHEN (ROW(NEW.note) IS NULL OR false)', 'WHEN (ROW(NEW.note) IS NULL)', 'WHEN (ROW(NEW.note || 1) IS NULL OR true)',
	'WHEN (NULL)', 'WHEN (ROW(NEW.note) IS NULL OR NULL)', 'WHEN (ROW(NEW.note) IS NULL AND true)', 'WHEN (true)',
	'WHEN (ROW(NEW.note, NEW.more) IS NULL OR true)', '']) condition,
	failure(format($$CREATE OR REPLACE TRIGGER wiji_row_version BEFORE INSERT OR UPDATE ON account FOR EACH ROW %s
		EXECUTE FUNCTION wiji_row_version('changed'); INSERT INTO account (n) VALUES (3) ON CONFLICT DO NOTHING$$, condition)) f;
SELECT code, detail FROM failure($$CREATE OR REPLACE TRIGGER wiji_row_version BEFORE INSERT OR UPDATE ON account FOR EACH ROW
	EXECUTE FUNCTION wiji_row_version('changed', 'note'); INSERT INTO account (n) VALUES (3)$$);
SELECT code, detail FROM failure($$CREATE OR REPLACE TRIGGER wiji_feed_guard AFTER INSERT ON account FOR EACH ROW
	WHEN (ROW(NEW.note) IS NULL OR true) EXECUTE FUNCTION wiji_feed_guard('changed', '00:00:00'); INSERT INTO account (n) VALUES (3)$$);

-- Partitions with the columns at other places
SET client_min_messages = warning;
DROP TABLE account;
CREATE TABLE account (gone integer, n integer, part integer, note text, more text, changed wiji) PARTITION BY LIST (part);
ALTER TABLE account DROP gone;
CREATE INDEX ON account (changed);
CREATE TABLE account_1 (more text, changed wiji, note text, part integer, n integer);
ALTER TABLE account ATTACH PARTITION account_1 FOR VALUES IN (1);
CREATE TABLE account_2 PARTITION OF account FOR VALUES IN (2);
SELECT wiji_create_feed('account', 'changed', changes => true, ignore => '{more}') \g /dev/null
RESET client_min_messages;
INSERT INTO account (n, part) VALUES (1, 1), (2, 2);
SELECT s AS change, delivered('UPDATE account SET ' || s) FROM unnest(ARRAY['more = n', 'note = n', 'part = part']) s;
ALTER TABLE account RENAME more TO x;
ALTER TABLE account RENAME note TO more;
SELECT s AS change, delivered('UPDATE account SET ' || s) FROM unnest(ARRAY['x = NULL', 'more = NULL']) s;
CREATE TABLE account_3 PARTITION OF account FOR VALUES IN (3);
INSERT INTO account (n, part) VALUES (3, 3);
SELECT s AS change, delivered('UPDATE account SET ' || s) FROM unnest(ARRAY['x = n', 'more = n']) s;
SELECT flaw FROM wiji_feeds();
DROP TABLE account;
DROP FUNCTION delivered;
