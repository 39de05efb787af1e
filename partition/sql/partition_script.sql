-- docs/partitions.md: a table that is not partitioned yet.  060_partition_script has a table with everything.
\set SHOW_CONTEXT never
SET client_min_messages = warning;
SET TimeZone = 'UTC';
SET DateStyle = 'ISO';
CREATE ROLE regress_owner;
CREATE SCHEMA shop AUTHORIZATION regress_owner;
SET ROLE regress_owner;
SET search_path = shop, public;
CREATE TABLE customer (id int PRIMARY KEY);
CREATE TABLE event (at timestamptz PRIMARY KEY, customer_id int REFERENCES customer, code int UNIQUE);
CREATE TABLE item (event_at timestamptz REFERENCES event);
INSERT INTO customer VALUES (1);
INSERT INTO event SELECT at, 1, extract(day FROM at) FROM generate_series(timestamptz '2026-10-01', '2026-10-05', '1 day') at;
INSERT INTO item SELECT at FROM event;

-- What it prints.  The number stands for what the catalogs say, and the statements stop if that changes.
\pset format unaligned
\pset tuples_only on
SELECT regexp_replace(s, 'do_[0-9a-f]{32}', 'do_N', 'g') FROM wiji_partition_script('event', '2026-12-01') s;
\pset tuples_only off
\pset format aligned

-- Clients see the same table, whatever there was before.
CREATE VIEW newest AS SELECT * FROM event ORDER BY at DESC LIMIT 1;
CREATE TABLE printed AS SELECT row_number() OVER () AS n, s AS statement FROM wiji_partition_script('event', '2026-12-01') s WHERE s !~ '^(--|\\)';
\set ECHO none
SELECT statement FROM printed ORDER BY n \gexec
\set ECHO all
SELECT count(*), min(at), max(at) FROM event;
SELECT * FROM newest;
SELECT * FROM wiji_partitions('event');
SELECT conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated FROM pg_constraint
WHERE contype IN ('p', 'f', 'c') AND conparentid = 0 AND connamespace = 'shop'::regnamespace ORDER BY conrelid::regclass::text, conname;
-- once more
\set ECHO none
SELECT statement FROM printed ORDER BY n \gexec
\set ECHO all
SELECT wiji_create_partitions('event', '2026-12-01', '2027-01-01', '1 month');
INSERT INTO event VALUES ('2026-12-24', 1);
SELECT * FROM newest;
SELECT tableoid::regclass, count(*) FROM event GROUP BY 1 ORDER BY 1;
SELECT wiji_partition_script('event', '2027-01-01');
DROP TABLE printed, item, event CASCADE;

-- Rows that would not belong to it, and a change after the statements were printed, are errors before
-- any lock and under the locks.
CREATE TABLE event (at timestamptz PRIMARY KEY, what text);
CREATE TABLE printed AS SELECT row_number() OVER () AS n, s AS statement FROM wiji_partition_script('event', '2026-12-01') s WHERE s !~ '^(--|\\)';
INSERT INTO event VALUES ('2026-12-01');
\set ECHO none
SELECT statement FROM printed ORDER BY n LIMIT 1 \gexec
\set ECHO all
DELETE FROM event;
CREATE INDEX ON event (what);
\set ECHO none
SELECT statement FROM printed ORDER BY n \gexec
\set ECHO all
\d event
ALTER TABLE event DROP CONSTRAINT event_upto;
BEGIN ISOLATION LEVEL REPEATABLE READ;
\set ECHO none
SELECT statement FROM printed ORDER BY n OFFSET 1 LIMIT 1 \gexec
\set ECHO all
ROLLBACK;
DROP TABLE printed, event;

-- The key
CREATE TABLE event (id bigint, day date, at timestamptz, note text, place point, PRIMARY KEY (id, day));
SELECT wiji_partition_script('event', '2026-12-01');
SELECT wiji_partition_script('event', '2026-12-01', 'when');
SELECT wiji_partition_script('event', '2026-12-01', 'place');
SELECT wiji_partition_script('event', '2026-12-01', 'note');
SELECT wiji_partition_script('event', '2026-12-01 12:00', 'day');
SELECT wiji_partition_script('event', NULL, 'day');
SELECT wiji_partition_script(NULL, '2026-12-01');
SELECT wiji_partition_script(12, '2026-12-01');
SELECT s FROM wiji_partition_script('event', '2026-12-01', 'day') s WHERE s LIKE '-- Not kept%';
SELECT s FROM wiji_partition_script('event', '2026-12-01', 'at') s WHERE s LIKE '-- Not kept%';
DROP TABLE event;

-- Tables that cannot become a partition
CREATE TEMPORARY TABLE mine (at timestamptz PRIMARY KEY);
CREATE TABLE ancestor (at timestamptz PRIMARY KEY);
CREATE TABLE descendant (PRIMARY KEY (at)) INHERITS (ancestor);
CREATE TYPE row AS (at timestamptz);
CREATE TABLE typed OF row (PRIMARY KEY (at));
CREATE VIEW view AS SELECT * FROM ancestor;
SELECT r, failure(format('SELECT wiji_partition_script(%L, %L)', r, '2026-12-01')) FROM unnest('{mine,ancestor,descendant,typed,view}'::regclass[]) r;

RESET ROLE;
DROP SCHEMA shop CASCADE;
DROP OWNED BY regress_owner;
DROP ROLE regress_owner;
