-- What there is to know of partitions: their times, what a job would do, and one look at all
-- tables.
SET TimeZone = 'UTC';
SET DateStyle = 'ISO';
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS uuidtime;
CREATE SCHEMA shop;
SET search_path = shop, public;

-- \d+ shows bounds as ids.  wiji_partitions shows them as times.
CREATE TABLE event (id wiji, tenant integer) PARTITION BY RANGE (id, tenant);
CREATE TABLE event_first PARTITION OF event FOR
VALUES FROM (MINVALUE, MINVALUE) TO (wiji_lower('2026-11-01'), MINVALUE);
CREATE TABLE event_last PARTITION OF event FOR VALUES FROM (wiji_lower('2027-03-01'), MINVALUE) TO (MAXVALUE, MAXVALUE);
CREATE TABLE event_rest PARTITION OF event DEFAULT;
SELECT wiji_create_partitions('event', '2026-11-01', '2027-01-01', '1 month');
INSERT INTO event SELECT wiji_lower(at), 1 FROM generate_series('2026-11-05'::timestamptz, '2027-01-03', '1 day') at;
SELECT FROM pg_stat_force_next_flush();
ANALYZE event;
SELECT * FROM wiji_partitions('event');
SELECT wiji_partitions(NULL);

-- After a crash the server counts rows from 0.  Those that ANALYZE found before are not forgotten.
SELECT FROM pg_stat_reset_single_table_counters('event_rest'::regclass);
INSERT INTO event SELECT wiji_lower('2027-01-10'), 2 FROM generate_series(1, 2);
SELECT FROM pg_stat_force_next_flush();
SELECT default_rows FROM wiji_partition_report('event', '1 month', '0');
SELECT FROM pg_stat_force_next_flush();
ANALYZE event_rest;
SELECT default_rows FROM wiji_partition_report('event', '1 month', '0');

-- How far partitions go without a gap.
SELECT partitions, default_rows FROM wiji_partition_report('event', '1 month', '0');
CREATE TABLE whole (id wiji) PARTITION BY RANGE (id);
CREATE TABLE whole_all PARTITION OF whole FOR VALUES FROM (MINVALUE) TO (MAXVALUE);
SELECT partitions, reaches, default_rows, to_create FROM wiji_partition_report('whole', '1 month', '0');
CREATE TABLE gap (id wiji) PARTITION BY RANGE (id);
SELECT count(*) FROM wiji_create_partitions('gap', now() + interval '1 hour', now() + interval '2 hours', '1 hour');
SELECT partitions, reaches, default_rows FROM wiji_partition_report('gap', '1 month', '0');

-- Rows of another server are not counted.
CREATE FOREIGN DATA WRAPPER nowhere;
CREATE SERVER nowhere FOREIGN DATA WRAPPER nowhere;
CREATE TABLE away (id wiji) PARTITION BY RANGE (id);
CREATE FOREIGN TABLE away_rest PARTITION OF away DEFAULT SERVER nowhere;
SELECT default_rows FROM wiji_partition_report('away', '1 month', '0');
DROP TABLE away;
DROP SERVER nowhere;
DROP FOREIGN DATA WRAPPER nowhere;

-- Every bound of a table of uuids has to be a moment's first uuid of version 7.  Partitions by
-- anything else are not taken for times: those of now might seem to be over.
CREATE TABLE prefix (id uuid) PARTITION BY RANGE (id);
CREATE TABLE prefix_0 PARTITION OF prefix FOR VALUES FROM (MINVALUE) TO ('10000000-0000-0000-0000-000000000000');
CREATE TABLE prefix_1 PARTITION OF prefix FOR VALUES FROM ('10000000-0000-0000-0000-000000000000') TO (MAXVALUE);
CREATE TABLE upper (id uuid) PARTITION BY RANGE (id);
CREATE TABLE upper_2025 PARTITION OF upper FOR
VALUES FROM (uuidtime_v7_lower('2025-01-01')) TO (uuidtime_v7_upper('2025-12-31 23:59:59.999'));
CREATE TABLE time (id uuid) PARTITION BY RANGE (id);
CREATE TABLE time_2025 PARTITION OF time FOR
VALUES FROM (uuidtime_v7_lower('2025-01-01')) TO (uuidtime_v7_lower('2026-01-01'));
SELECT parent, f.* FROM unnest('{prefix,upper}'::regclass[]) parent,
       failure(format('SELECT wiji_drop_partitions(%L, ''2026-11-01'')', parent)) f;
SELECT call, f.code
FROM unnest(array[$$SELECT wiji_partitions('upper')$$, $$SELECT wiji_partition_report('upper', '1 month', '0')$$,
	$$SELECT wiji_create_partitions('upper', '2026-11-01', '2026-12-01', '1 month')$$,
	$$CALL wiji_maintain_partitions('upper', '1 month', '0', '1 day')$$,
	$$SELECT wiji_partitions('pg_class')$$, $$SELECT wiji_partitions(0)$$]) call, failure(call) f;
SELECT wiji_drop_partitions('time', '2026-11-01');

-- All tables at once: what is wrong with one is told in its row.  It asks nobody for a lock, and
-- anyone may call it, such as a member of pg_monitor who may not read the tables.
CREATE TEMP TABLE fleeting (id wiji) PARTITION BY RANGE (id);
CREATE TABLE tenants (id wiji, tenant integer) PARTITION BY RANGE (id, tenant);
CREATE TABLE tenants_some PARTITION OF tenants FOR
VALUES FROM (wiji_lower('2027-02-01'), 5) TO (wiji_lower('2027-03-01'), 5);
CREATE TABLE number (n integer) PARTITION BY RANGE (n);
CREATE TABLE hash (id wiji) PARTITION BY HASH (id);
CREATE ROLE regress_monitor;
GRANT USAGE ON SCHEMA shop TO regress_monitor;
GRANT pg_monitor TO regress_monitor;
BEGIN;
LOCK TABLE event, event_rest IN ACCESS EXCLUSIVE MODE;
SET LOCAL ROLE regress_monitor;
SELECT parent, partitions, default_rows, detach_pending, problem
FROM wiji_partition_monitor() JOIN pg_class ON oid = parent
WHERE relnamespace = 'shop'::regnamespace OR relpersistence = 't' ORDER BY relname;
SELECT partition FROM wiji_partitions('event');
SELECT partitions FROM wiji_partition_report('event', '1 month', '0');
-- It takes no lock on them, either.
SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND relation IN ('gap'::regclass, 'prefix'::regclass);
ROLLBACK;
SELECT reaches > now() AS reaches, reaches IS NULL AS nowhere FROM wiji_partition_monitor()
WHERE parent IN ('whole'::regclass, 'gap'::regclass) ORDER BY parent::text;

DROP SCHEMA shop CASCADE;
DROP TABLE fleeting;
DROP ROLE regress_monitor;
RESET search_path;
RESET client_min_messages;
RESET TimeZone;
RESET DateStyle;
