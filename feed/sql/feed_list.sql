-- wiji_feeds(): the feeds of the database that the caller may read, what holds each back, and what is
-- wrong with it.
CREATE TABLE "Event" (id wiji PRIMARY KEY DEFAULT wiji_generate());
CREATE TABLE lagging (id uuid PRIMARY KEY DEFAULT uuidtime_v7());
CREATE TABLE account (n integer PRIMARY KEY, changed wiji UNIQUE);
CREATE TABLE numbered (n bigserial PRIMARY KEY);
CREATE TABLE parted (id wiji PRIMARY KEY DEFAULT wiji_generate()) PARTITION BY RANGE (id);
CREATE TABLE parted_all PARTITION OF parted DEFAULT;
CREATE TABLE ordinary (id wiji PRIMARY KEY);
SELECT wiji_create_feed('"Event"'), wiji_create_feed('lagging', lag => '1 min'), wiji_create_feed('numbered'),
       wiji_create_feed('account', 'changed', changes => true), wiji_create_feed('parted') \g /dev/null
SELECT feed, "column", lag, changes, flaw FROM wiji_feeds() ORDER BY feed::text COLLATE "C";
-- How far the horizon is behind the clock; numbers are behind only while a transaction holds them back.
BEGIN;
INSERT INTO "Event" DEFAULT VALUES;
INSERT INTO numbered DEFAULT VALUES;
SELECT pg_sleep(0.1) \g /dev/null
SELECT feed, behind >= '0.1 s' AS held, behind >= '1 min' AND behind < '65 s' AS by_lag, blockers
FROM wiji_feeds() ORDER BY feed::text COLLATE "C";
ROLLBACK;
SELECT feed, behind < '1 s' AS current, blockers FROM wiji_feeds() ORDER BY feed::text COLLATE "C";
-- A feed with a flaw has no horizon.
ALTER TABLE "Event" DISABLE TRIGGER USER;
ALTER TABLE lagging RENAME id TO key;
DROP TRIGGER wiji_feed_enter ON lagging;
ALTER TABLE numbered DROP CONSTRAINT numbered_pkey;
ALTER TABLE parted_all SET UNLOGGED;
DROP TRIGGER wiji_row_version ON account;
SELECT feed, "column", changes, behind, blockers, flaw FROM wiji_feeds() ORDER BY feed::text COLLATE "C";
-- Roles see what they may read.
SET client_min_messages = warning;
DROP ROLE IF EXISTS regress_reader; -- left by an interrupted run
RESET client_min_messages;
CREATE ROLE regress_reader;
GRANT SELECT ON lagging, ordinary TO regress_reader;
GRANT SELECT (n) ON account TO regress_reader;
SET ROLE regress_reader;
SELECT feed, blockers FROM wiji_feeds();
RESET ROLE;
DROP TABLE "Event", lagging, account, numbered, parted, ordinary;
SELECT * FROM wiji_feeds();
-- A name that is too long for a column is cut between two characters.
CREATE TABLE strange (id wiji PRIMARY KEY);
CREATE TRIGGER guard AFTER INSERT ON strange FOR EACH ROW
EXECUTE FUNCTION wiji_feed_guard('éééééééééééééééééééééééééééééééééééééééé', '0');
SELECT "column", length("column"::text) FROM wiji_feeds();
DROP TABLE strange;
DROP ROLE regress_reader;
