-- wiji_poll() with keys of all types, names that need quotes, and any settings of the session.
SET client_min_messages = error;
CREATE SCHEMA "Two Words";
CREATE TABLE "Two Words"."Feed's" ("The ""Key""" wiji PRIMARY KEY DEFAULT wiji_generate(), "Split % %s" text, what text);
CREATE TABLE version7 (id uuid PRIMARY KEY DEFAULT v7(), "Split % %s" text, what text);
CREATE TABLE parted (id uuid PRIMARY KEY DEFAULT v7(), "Split % %s" text, what text) PARTITION BY RANGE (id);
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES FROM (MINVALUE) TO (v7_lower('2026-01-01'));
CREATE TABLE parted_2 PARTITION OF parted DEFAULT;
CREATE TABLE numbered (id bigserial PRIMARY KEY, dropped integer, "Split % %s" text, what text);
ALTER TABLE numbered DROP dropped;
CREATE TABLE changed (n serial PRIMARY KEY, "Split % %s" text, what text, changed uuid UNIQUE);
CREATE TABLE updated (n serial PRIMARY KEY, "Split % %s" text, what text, updated_at timestamptz);
CREATE INDEX ON updated (updated_at);
CREATE DOMAIN key AS wiji;
CREATE TABLE of_domain (id key PRIMARY KEY DEFAULT wiji_generate(), "Split % %s" text, what text);
SELECT wiji_create_feed(t) FROM unnest('{"\"Two Words\".\"Feed''s\"",version7,parted,numbered,of_domain}'::regclass[]) t \g /dev/null
SELECT wiji_create_feed('changed', 'changed', changes => true), wiji_create_feed('updated', 'updated_at', changes => true) \g /dev/null
RESET client_min_messages;
CREATE TABLE feeds AS SELECT feed FROM wiji_feeds() ORDER BY feed::text COLLATE "C";
CREATE TABLE delivered (feed regclass, round integer, n serial, what text);

-- Each feed gets rows, and a consumer "Consumer of <feed>" of two workers.
CREATE PROCEDURE write_rows(part text) LANGUAGE plpgsql AS $$
DECLARE
	feed regclass;
BEGIN
	FOR feed IN SELECT f.feed FROM feeds f LOOP
		EXECUTE format('INSERT INTO %s ("Split %% %%s", what) SELECT CASE WHEN n %% 3 > 0 THEN n %% 3 END, %L || n FROM generate_series(1, 6) n', feed, part);
	END LOOP;
END $$;
DO $$
DECLARE
	feed regclass;
BEGIN
	FOR feed IN SELECT f.feed FROM feeds f LOOP
		EXECUTE format('CREATE TABLE %I (split name, worker integer PRIMARY KEY, feed regclass NOT NULL, workers integer NOT NULL, position text)', 'Consumer of ' || feed);
		EXECUTE format('INSERT INTO %I (worker, workers, feed, split) SELECT n, 2, %L, ''Split %% %%s'' FROM generate_series(0, 1) n', 'Consumer of ' || feed, feed);
	END LOOP;
END $$;
-- with two rows in a page
CREATE PROCEDURE poll_all(r integer) LANGUAGE plpgsql AS $$
DECLARE
	feed regclass;
BEGIN
	FOR feed IN SELECT f.feed FROM feeds f CROSS JOIN generate_series(0, 11) LOOP
		EXECUTE format('INSERT INTO delivered (feed, round, what) SELECT %L, %L, what FROM wiji_poll(NULL::%s, %L, max => 2)', feed, r, feed, quote_ident('Consumer of ' || feed));
	END LOOP;
END $$;

SET search_path = public, pg_temp;
SET datestyle = 'German, DMY';
SET timezone = 'Pacific/Chatham';
CALL write_rows('first ');
SELECT pg_sleep(0.005) \g /dev/null
CALL poll_all(1);
-- A session elsewhere goes on.
SET datestyle = 'SQL, MDY';
SET timezone = 'America/St_Johns';
SET extra_float_digits = -15;
CALL write_rows('second ');
SELECT pg_sleep(0.005) \g /dev/null
CALL poll_all(2);
RESET datestyle;
RESET timezone;
SELECT feed, round, count(*), count(DISTINCT what), min(what), max(what) FROM delivered GROUP BY feed, round ORDER BY feed::text COLLATE "C", round;

-- A consumer of a feed of changes gets each changed row again, with its new state.
UPDATE changed SET what = 'changed' WHERE n = 3;
UPDATE updated SET what = 'changed' WHERE n = 3;
SELECT pg_sleep(0.005) \g /dev/null
SELECT n, what FROM wiji_poll(NULL::changed, '"Consumer of changed"');
SELECT n, what FROM wiji_poll(NULL::updated, '"Consumer of updated"');
-- Positions are text that compares as keys: the same in all time zones, and 10 is more than 9.
SELECT position ~ '^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$' AS utc FROM "Consumer of updated";
SELECT wiji_newest_position('updated') = max(position) AS newest FROM "Consumer of updated";
SELECT wiji_newest_position('numbered');
UPDATE "Consumer of numbered" SET position = '9';
SELECT sum(rows) AS rows FROM generate_series(0, 1) worker, LATERAL (SELECT count(*) AS rows FROM wiji_poll(NULL::numbered, '"Consumer of numbered"', worker)) page;
-- Rows with equal keys are in one page.
INSERT INTO updated (what) SELECT 'a' FROM generate_series(1, 3);
SELECT pg_sleep(0.005) \g /dev/null
ALTER TABLE updated DISABLE TRIGGER USER;
UPDATE updated SET updated_at = (SELECT max(updated_at) FROM updated), "Split % %s" = 'x' WHERE what = 'a';
ALTER TABLE updated ENABLE TRIGGER USER;
SELECT count(*) FROM wiji_poll(NULL::updated, '"Consumer of updated"', max => 1);

-- The operators of keys are found where the extension is, even if others are nearer, and another type is.
SET client_min_messages = warning;
CREATE SCHEMA elsewhere;
ALTER EXTENSION wiji SET SCHEMA elsewhere;
ALTER EXTENSION wiji_feed SET SCHEMA elsewhere;
SET search_path = pg_catalog;
INSERT INTO "Two Words"."Feed's" ("The ""Key""", what) VALUES (elsewhere.wiji_generate(), 'elsewhere');
INSERT INTO public.of_domain (id, what) VALUES (elsewhere.wiji_generate(), 'elsewhere');
SELECT what FROM elsewhere.wiji_poll(NULL::"Two Words"."Feed's", 'public."Consumer of ""Two Words"".""Feed''s"""');
SELECT what FROM elsewhere.wiji_poll(NULL::public.of_domain, 'public."Consumer of of_domain"');
RESET search_path;
ALTER EXTENSION wiji SET SCHEMA public;
ALTER EXTENSION wiji_feed SET SCHEMA public;
-- The plan uses the index, also with a page that is far behind.
INSERT INTO numbered (what) SELECT 'many' FROM generate_series(1, 2000);
ANALYZE numbered;
SELECT count(*) FROM wiji_poll(NULL::numbered, '"Consumer of numbered"', 0, 10000) \gset
SELECT pending FROM wiji_pending('"Consumer of numbered"') WHERE worker = 0;
DO 'DECLARE t regclass; BEGIN FOR t IN SELECT feed FROM feeds LOOP EXECUTE format(''DROP TABLE %s, %I'', t, ''Consumer of '' || t); END LOOP; END';
DROP SCHEMA elsewhere, "Two Words";
DROP TABLE feeds, delivered;
DROP DOMAIN key;
DROP PROCEDURE write_rows, poll_all;
RESET client_min_messages;
