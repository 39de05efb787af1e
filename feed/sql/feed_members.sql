-- A session reads only those partitions again that have changed: 100 partitions, and how often it
-- searched pg_trigger for their triggers.
CREATE TABLE parted (id bigint GENERATED ALWAYS AS IDENTITY, k integer, PRIMARY KEY (id, k)) PARTITION BY LIST (k);
SET client_min_messages = warning;
SELECT wiji_create_feed('parted') \g /dev/null
RESET client_min_messages;
DO $$
BEGIN
	FOR k IN 1..100 LOOP
		EXECUTE format('CREATE TABLE parted_%s PARTITION OF parted FOR VALUES IN (%1$s)', k);
	END LOOP;
END $$;

CREATE FUNCTION searches() RETURNS bigint LANGUAGE sql
RETURN (SELECT idx_scan FROM pg_stat_xact_sys_tables WHERE relid = 'pg_trigger'::regclass);
CREATE TABLE change (n integer GENERATED ALWAYS AS IDENTITY, what text, searched text, flaw text);
CREATE PROCEDURE poll(what text) LANGUAGE plpgsql AS $$
DECLARE
	before bigint;
	searched bigint;
	flaw text;
BEGIN
	before := coalesce(searches(), 0);
	flaw := wiji_feed_flaw('parted');
	searched := searches() - before;
	INSERT INTO change (what, searched, flaw) VALUES (what, CASE WHEN searched <= 10 THEN 'a few' WHEN searched > 100 THEN 'all' ELSE searched::text END, flaw);
END $$;

CALL poll('the first time');
CALL poll('nothing');
VACUUM parted_50;
CALL poll('VACUUM of a partition');
ANALYZE parted_7, parted_8;
CALL poll('ANALYZE of two');
CREATE TABLE parted_101 PARTITION OF parted FOR VALUES IN (101);
CALL poll('another partition');
ALTER TABLE parted DETACH PARTITION parted_101;
CALL poll('it is detached');
REINDEX INDEX parted_9_pkey;
CALL poll('REINDEX');
DROP TABLE parted_99;
CALL poll('a partition is dropped');
ALTER TABLE parted_10 DISABLE TRIGGER wiji_feed_guard;
CALL poll('a trigger is disabled');
ALTER TABLE parted_10 ENABLE TRIGGER wiji_feed_guard;
CALL poll('and enabled');
SET client_min_messages = warning;
ALTER TABLE parted DROP CONSTRAINT parted_pkey;
CALL poll('the index is dropped');
CREATE INDEX ON parted (id);
CALL poll('another one is created');
SELECT wiji_create_feed('parted', 'id') \g /dev/null
CALL poll('the feed is created again');
RESET client_min_messages;
SELECT what, searched, flaw FROM change ORDER BY n;
DROP TABLE parted, parted_101, change;
DROP PROCEDURE poll;
DROP FUNCTION searches;
