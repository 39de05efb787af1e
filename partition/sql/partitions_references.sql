-- docs/partitions.md: partitions of a table to which others refer, and on which others depend.
SET client_min_messages = warning;
SET TimeZone = 'UTC';
CREATE ROLE regress_owner;
CREATE ROLE regress_other;
CREATE SCHEMA shop AUTHORIZATION regress_owner;
GRANT USAGE ON SCHEMA shop TO regress_other;
CREATE SCHEMA notes AUTHORIZATION regress_other;
GRANT USAGE ON SCHEMA notes TO regress_owner;
SET ROLE regress_owner;
SET search_path = shop, public;
CREATE TABLE event (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('event', '2026-01-01', '2026-06-01', '1 month') \g /dev/null
INSERT INTO event SELECT first_id(t) FROM generate_series(timestamptz '2026-01-01', '2026-05-31', '1 day') t;
GRANT REFERENCES ON event TO regress_other;

-- Rows that row security hides from the caller refer to a partition.  The functions of before dropped it.
SET ROLE regress_other;
CREATE TABLE notes.note (event uuid REFERENCES shop.event, author name);
INSERT INTO notes.note VALUES (first_id('2026-01-05'), 'regress_other');
ALTER TABLE notes.note ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON notes.note USING (author = current_user);
GRANT SELECT, INSERT, UPDATE, DELETE ON notes.note TO regress_owner;
SET ROLE regress_owner;
BEGIN;
SELECT before.wiji_drop_partitions('event', '2026-02-01', NULL);
ROLLBACK;
SELECT drop_all('event', '2026-02-01');
-- Nor may the caller read the table at all.  The functions of before raised an error.
SET ROLE regress_other;
ALTER TABLE notes.note DISABLE ROW LEVEL SECURITY;
REVOKE SELECT ON notes.note FROM regress_owner;
SET ROLE regress_owner;
SELECT code, message FROM failure($$SELECT before.wiji_drop_partitions('event', '2026-02-01', NULL)$$);
SELECT drop_all('event', '2026-02-01');
SET ROLE regress_other;
GRANT SELECT ON notes.note TO regress_owner;

-- One warning names all partitions to which rows refer.  Before, each of them was tried under an
-- exclusive lock of the table.  The look holds no lock.
INSERT INTO notes.note SELECT first_id(t) FROM generate_series(timestamptz '2026-01-05', '2026-04-05', '1 month') t;
SET ROLE regress_owner;
BEGIN;
SELECT drop_all('event', '2026-05-01');
SELECT count(*) AS locks FROM pg_locks JOIN pg_class c ON c.oid = relation
WHERE pid = pg_backend_pid() AND relnamespace IN ('shop'::regnamespace, 'notes'::regnamespace);
SAVEPOINT before;
\set VERBOSITY terse
SELECT before.wiji_drop_partitions('event', '2026-05-01', NULL);
\set VERBOSITY default
SELECT relation::regclass, mode FROM pg_locks WHERE pid = pg_backend_pid() AND relation = 'event'::regclass AND mode ~ 'Exclusive';
ROLLBACK;
-- Those to which no rows refer are dropped.
DELETE FROM notes.note WHERE event <> first_id('2026-03-05');
SELECT drop_all('event', '2026-05-01');
SELECT count(*) FROM event;
DELETE FROM notes.note;

-- A partition that belongs to somebody else is kept, and the others are not.
RESET ROLE;
ALTER TABLE shop.event_20260301 OWNER TO regress_other;
SET ROLE regress_owner;
SELECT drop_all('event', '2026-05-01');
RESET ROLE;
ALTER TABLE shop.event_20260301 OWNER TO regress_owner;
SET ROLE regress_owner;

-- The server would scan a table without an index under the lock.
SET ROLE regress_other;
ALTER TABLE notes.note ADD pad text DEFAULT repeat('x', 1000);
INSERT INTO notes.note SELECT NULL FROM generate_series(1, 20000);
SET ROLE regress_owner;
SELECT drop_all('event', '2026-05-01');
SET ROLE regress_other;
CREATE INDEX ON notes.note (event) WHERE event IS NOT NULL;
SET ROLE regress_owner;
SELECT drop_all('event', '2026-05-01');
DROP TABLE event CASCADE;

-- A foreign key may have more columns, in another order and of other types; the table that refers may be
-- partitioned, or the table itself.
CREATE TABLE event (shard varchar(2), id uuid, cause_shard varchar(2), cause uuid, PRIMARY KEY (id, shard),
	FOREIGN KEY (cause_shard, cause) REFERENCES event (shard, id)) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('event', '2026-01-01', '2026-06-01', '1 month') \g /dev/null
INSERT INTO event SELECT 'a', first_id(t) FROM generate_series(timestamptz '2026-01-05', '2026-05-05', '1 month') t;
CREATE TABLE part (shard text, event uuid, FOREIGN KEY (shard, event) REFERENCES event (shard, id)) PARTITION BY HASH (event);
CREATE TABLE part_0 PARTITION OF part FOR VALUES WITH (MODULUS 1, REMAINDER 0);
INSERT INTO part VALUES ('a', first_id('2026-01-05')), (NULL, first_id('2026-03-05'));
UPDATE event SET cause_shard = 'a', cause = first_id('2026-02-05') WHERE id = first_id('2026-05-05');
SELECT drop_all('event', '2026-05-01');
DROP TABLE part, event;

-- The key of a month as a number, to which a bigint refers.
CREATE FUNCTION month(at timestamptz) RETURNS integer STABLE RETURN to_char(at AT TIME ZONE 'UTC', 'YYYYMM')::integer;
CREATE TABLE event (id integer PRIMARY KEY) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('event', '2026-01-01', '2026-04-01', '1 month', key_of => 'month(timestamptz)') \g /dev/null
INSERT INTO event VALUES (202602);
CREATE TABLE part (event bigint REFERENCES event);
INSERT INTO part SELECT id FROM event;
SELECT drop_all('event', '2026-04-01', 'month(timestamptz)');
DROP TABLE part, event;

-- Each kind of object that depends on a partition keeps it.  What belongs to it does not.
CREATE TABLE event (id uuid PRIMARY KEY, n integer) PARTITION BY RANGE (id);
CREATE SEQUENCE n;
CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN new; END';
\set ECHO none
SELECT count(*) FROM wiji_create_partitions('event', '2026-01-01', '2027-01-01', '1 month');
CREATE VIEW by_view AS SELECT * FROM event_20260101;
CREATE MATERIALIZED VIEW by_matview AS SELECT n FROM event_20260201;
CREATE FUNCTION by_function() RETURNS bigint BEGIN ATOMIC SELECT count(*) FROM event_20260301; END;
CREATE FUNCTION by_row(event_20260401) RETURNS integer LANGUAGE sql RETURN 1;
CREATE TABLE by_reference (id uuid REFERENCES event_20260501);
CREATE TABLE by_column (e event_20260601);
CREATE VIEW by_primary_key AS SELECT id, n FROM event_20260701 GROUP BY id;
CREATE TABLE other (id uuid);
CREATE RULE by_rule AS ON DELETE TO other DO ALSO DELETE FROM event_20260801;
ALTER TABLE event_20260901 ENABLE ROW LEVEL SECURITY, ADD CHECK (n > 0), ALTER n SET DEFAULT nextval('n');
CREATE POLICY own ON event_20260901 USING (n > 0 AND id IN (SELECT id FROM other));
CREATE TRIGGER own BEFORE INSERT ON event_20260901 FOR EACH ROW WHEN (new.n > 1) EXECUTE FUNCTION note();
CREATE INDEX own ON event_20260901 ((n + 1)) WHERE n > 0;
CREATE STATISTICS own ON id, n FROM event_20260901;
CREATE RULE own AS ON DELETE TO event_20260901 DO ALSO DELETE FROM event_20260901 WHERE n = 7;
ALTER SEQUENCE n OWNED BY event_20260901.n;
\set ECHO all
SELECT drop_all('event', '2027-01-01');
SELECT partition FROM wiji_partitions('event');
RESET ROLE;
SET client_min_messages = error;
DROP OWNED BY regress_owner, regress_other CASCADE;
DROP ROLE regress_owner, regress_other;
