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

-- So are rights that the role which runs the statements lacks, on anything that they change, before
-- the first change; a role that has all of them goes on.
RESET ROLE;
CREATE ROLE regress_other;
GRANT ALL ON SCHEMA shop TO regress_other;
SET client_min_messages = error;	-- wal_level
CREATE PUBLICATION published;
SET client_min_messages = warning;
CREATE TABLE event (at timestamptz PRIMARY KEY, customer_id int REFERENCES customer, what text);
CREATE STATISTICS correlated ON at, what FROM event;
CREATE FUNCTION changed() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
REVOKE EXECUTE ON FUNCTION changed FROM PUBLIC;
CREATE TRIGGER changed AFTER UPDATE ON event EXECUTE FUNCTION changed();
CREATE TABLE item (event_at timestamptz REFERENCES event, n int) PARTITION BY RANGE (n);
CREATE TABLE item_1 PARTITION OF item FOR VALUES FROM (1) TO (2);
CREATE VIEW newest AS SELECT * FROM event ORDER BY at DESC LIMIT 1;
CREATE FUNCTION number() RETURNS bigint STABLE BEGIN ATOMIC SELECT count(*) FROM event; END;
CREATE TABLE note (at timestamptz);
CREATE POLICY known ON note USING (EXISTS (SELECT FROM event e WHERE e.at = note.at));
ALTER PUBLICATION published ADD TABLE event;
ALTER TABLE event OWNER TO regress_owner;
ALTER TABLE item OWNER TO regress_owner;
ALTER TABLE item_1 OWNER TO regress_other;
REVOKE ALL ON customer FROM regress_owner;
SET ROLE regress_owner;
CREATE TABLE printed AS SELECT row_number() OVER () AS n, s AS statement FROM wiji_partition_script('event', '2026-12-01') s WHERE s !~ '^(--|\\)';
SELECT replace(detail, '; ', E'\n') AS detail, code, message, hint FROM printed, failure(statement) WHERE n = 1;
GRANT SELECT ON printed TO regress_other;
SET ROLE regress_other;
SELECT replace(detail, '; ', E'\n') AS detail FROM printed, failure(statement) WHERE n = 1;
RESET ROLE;
\set ECHO none
SELECT statement FROM printed ORDER BY n \gexec
\set ECHO all
SELECT * FROM wiji_partitions('event');
DROP TABLE printed, event, item, note CASCADE;
DROP FUNCTION changed;
DROP PUBLICATION published;
GRANT ALL ON customer TO regress_owner;
REVOKE ALL ON SCHEMA shop FROM regress_other;
DROP ROLE regress_other;
SET ROLE regress_owner;

-- The key
CREATE FUNCTION seconds(at timestamptz) RETURNS bigint STABLE RETURN extract(epoch FROM at)::bigint;
CREATE TABLE event (id bigint, day date, at timestamptz, note text, place point, uuid uuid, PRIMARY KEY (id, day));
SELECT wiji_partition_script('event', '2026-12-01');
SELECT wiji_partition_script('event', '2026-12-01', 'when');
SELECT wiji_partition_script('event', '2026-12-01', 'place');
SELECT wiji_partition_script('event', '2026-12-01', 'note');
SELECT wiji_partition_script('event', '2026-12-01 12:00', 'day');
SELECT wiji_partition_script('event', NULL, 'day');
SELECT wiji_partition_script(NULL, '2026-12-01');
SELECT wiji_partition_script(12, '2026-12-01');
SELECT key, upto, failure(format('SELECT wiji_partition_script(%L, %L, %L, %L)', 'event', upto, key, of))
FROM (VALUES ('id', 'seconds(timestamptz)'), ('day', NULL), ('at', NULL), ('uuid', NULL)) k (key, of), unnest('{infinity,-infinity}'::timestamptz[]) upto;
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
