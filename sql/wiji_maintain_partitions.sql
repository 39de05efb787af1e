-- A nightly job calls wiji_maintain_partitions.  It goes by the clock, so the test asks how many
-- and not which.
SET TimeZone = 'UTC';
SET DateStyle = 'ISO';
SET client_min_messages = warning;
CREATE VIEW partition AS
SELECT inhparent::regclass AS parent, c.oid::regclass AS name, wiji_timestamp(b[1]::wiji) AS lower, wiji_timestamp(b[2]::wiji) AS upper, inhdetachpending
FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid, regexp_match(pg_get_expr(relpartbound, c.oid), $re$FROM \('(.*)'\) TO \('(.*)'\)$re$) b
WHERE relkind = 'r' AND b IS NOT NULL;

-- The current month and the months ahead; the second time nothing is to be done.
CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text) PARTITION BY RANGE (id);
CALL wiji_maintain_partitions('event', '1 month', '3 months');
SELECT count(*), min(lower) = date_trunc('month', now()) AS from_this_month, max(upper) - interval '1 month' <= now() + interval '3 months' AND max(upper) > now() + interval '3 months' AS to_three_months_ahead FROM partition;
CALL wiji_maintain_partitions('event', '1 month', '3 months');
SELECT count(*) FROM partition;
SELECT bool_and(name::text = 'event_' || to_char(lower, 'YYYYMMDD')) AS names FROM partition;
SELECT partitions, reaches = (SELECT max(upper) FROM partition) AS reaches, default_rows, to_create, to_drop FROM wiji_partition_report('event', '1 month', '3 months', '1 month');

-- It was down for two months. The missing partitions are made, and old ones are dropped.
DROP TABLE event;
CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text) PARTITION BY RANGE (id);
SELECT count(*) FROM wiji_create_partitions('event', date_trunc('month', now() - interval '6 months'), date_trunc('month', now() - interval '1 month'), '1 month');
SELECT partitions, reaches, cardinality(to_create), cardinality(to_drop) FROM wiji_partition_report('event', '1 month', '2 months', '3 months');
CALL wiji_maintain_partitions('event', '1 month', '2 months', '3 months');
SELECT partitions, reaches > now() + interval '2 months' AS reaches, to_create, to_drop FROM wiji_partition_report('event', '1 month', '2 months', '3 months');
SELECT bool_and(lower = before) AS without_a_gap FROM (SELECT lower, lag(upper) OVER (ORDER BY lower) AS before FROM partition) p WHERE before IS NOT NULL;
SELECT min(upper) > now() - interval '3 months' AND min(lower) <= now() - interval '3 months' AS kept FROM partition;

-- Another step, or another time zone: gaps are filled, and nothing is an error.
CALL wiji_maintain_partitions('event', '1 day', '100 days');
CALL wiji_maintain_partitions('event', '7 days', '130 days', NULL, 'Asia/Kolkata');
CALL wiji_maintain_partitions('event', '1 year', '1 year');
SELECT bool_and(lower = before) AS without_a_gap FROM (SELECT lower, lag(upper) OVER (ORDER BY lower) AS before FROM partition) p WHERE before IS NOT NULL;
SELECT reaches = date_trunc('year', now() + interval '2 years') AS reaches FROM wiji_partition_report('event', '1 year', '1 year');

-- Weeks begin on Monday.
CREATE TABLE weekly (id wiji) PARTITION BY RANGE (id);
CALL wiji_maintain_partitions('weekly', '7 days', '1 month');
SELECT DISTINCT to_char(to_date(right(inhrelid::regclass::text, 8), 'YYYYMMDD'), 'FMDay') AS begins FROM pg_inherits WHERE inhparent = 'weekly'::regclass;
DROP TABLE weekly;

-- Partitions that would be dropped at once are not made, however long no job ran.
CREATE TABLE late (id wiji) PARTITION BY RANGE (id);
SELECT count(*) FROM wiji_create_partitions('late', date_trunc('month', now() - interval '9 months'), date_trunc('month', now() - interval '8 months'), '1 month');
SELECT cardinality(to_create) FROM wiji_partition_report('late', '1 month', '0', '1 month');
DROP TABLE late;
-- Nor are parts of a longer step: rows of that time would be dropped with them.
CREATE TABLE late (id wiji) PARTITION BY RANGE (id);
SELECT count(*) FROM wiji_create_partitions('late', date_trunc('month', now() - interval '1 month'), now(), '1 month');
CREATE TABLE late_rest PARTITION OF late DEFAULT;
INSERT INTO late VALUES (wiji_lower('2001-01-01'));
SELECT cardinality(to_create) FROM wiji_partition_report('late', '100 years', '0', '1 day');
CALL wiji_maintain_partitions('late', '100 years', '0', '1 day');
SELECT tableoid::regclass, wiji_timestamp(id) FROM late;
SELECT to_create, to_drop FROM wiji_partition_report('late', '100 years', '0', '1 day');
-- If nothing is dropped, they are made.
CALL wiji_maintain_partitions('late', '100 years', '0');
SELECT tableoid::regclass FROM late;
DROP TABLE late;

-- In a transaction it is a part of it.
BEGIN;
CALL wiji_maintain_partitions('event', '1 year', '5 years');
ROLLBACK;
SELECT cardinality(to_create) FROM wiji_partition_report('event', '1 year', '5 years');
DO $$BEGIN CALL wiji_maintain_partitions('event', '1 year', '2 years'); ROLLBACK; END$$;
SELECT cardinality(to_create) FROM wiji_partition_report('event', '1 year', '5 years');
DO $$BEGIN CALL wiji_maintain_partitions('event', '1 year', '3 years'); EXCEPTION WHEN division_by_zero THEN NULL; END$$;
SELECT cardinality(to_create) FROM wiji_partition_report('event', '1 year', '5 years');
DROP TABLE event;

-- Rows of the default partition move into the partition that is made for them: all columns,
-- whatever their order, long values, dropped columns, and no trigger fires, nothing that refers to
-- them notices.
CREATE TABLE event (n integer, gone text, id wiji PRIMARY KEY DEFAULT wiji_generate(), what text, twice integer GENERATED ALWAYS AS (2 * n) STORED) PARTITION BY RANGE (id);
ALTER TABLE event DROP COLUMN gone;
CREATE INDEX ON event (n);
CREATE TABLE event_rest (what text, id wiji NOT NULL, twice integer GENERATED ALWAYS AS (2 * n) STORED, n integer);
ALTER TABLE event ATTACH PARTITION event_rest DEFAULT;
CREATE TABLE note (event wiji REFERENCES event ON DELETE CASCADE);
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE EXCEPTION 'a trigger fired'; END$$;
ALTER TABLE event_rest ALTER COLUMN what SET STORAGE external;
INSERT INTO event (n, id, what) SELECT n, wiji_generate('2026-10-15 00:00+00'::timestamptz + n * interval '10 days'), repeat(n::text, 5000) FROM generate_series(1, 9) n;
INSERT INTO note SELECT id FROM event;
CREATE TRIGGER refuse BEFORE INSERT OR UPDATE OR DELETE ON event FOR EACH ROW EXECUTE FUNCTION refuse();
SELECT wiji_create_partitions('event', '2026-11-01 00:00+00', '2027-01-01 00:00+00', '1 month');
SELECT tableoid::regclass, n, twice, length(what), what = repeat(n::text, 5000) AS same, wiji_timestamp(id) FROM event ORDER BY n;
SELECT count(*) FROM note JOIN event ON id = event;
SET enable_seqscan = off;
SELECT tableoid::regclass, n FROM event WHERE n = 3;
RESET enable_seqscan;
BEGIN;
SELECT default_rows FROM wiji_partition_report('event', '1 month', '0');
SELECT mode AS locked_while_it_is_read FROM pg_locks WHERE relation = 'event_rest'::regclass AND pid = pg_backend_pid();
COMMIT;
-- They do not move while a query of this session is reading them.
BEGIN;
DECLARE reading CURSOR FOR SELECT n FROM event_rest;
FETCH reading;
SELECT code, message FROM failure($$SELECT wiji_create_partitions('event', '2026-10-01 00:00+00', '2026-11-01 00:00+00', '1 month')$$);
ROLLBACK;
-- In a key of several columns a null belongs into the default partition.
CREATE TABLE tenants (id wiji, tenant integer) PARTITION BY RANGE (id, tenant);
CREATE TABLE tenants_rest PARTITION OF tenants DEFAULT;
INSERT INTO tenants VALUES (wiji_lower('2026-11-05'), 1), (wiji_lower('2026-11-05'), NULL), (NULL, 1), (wiji_lower('2026-12-01'), 1), (wiji_upper('2026-11-30 23:59:59.999999'), 1);
SELECT wiji_create_partitions('tenants', '2026-11-01', '2026-12-01', '1 month');
SELECT tableoid::regclass, wiji_timestamp(id), tenant FROM tenants ORDER BY 1, 2, 3;
DROP TABLE note, event, tenants;
DROP FUNCTION refuse;

-- A row that breaks a constraint of the parent, added NOT VALID, stays where it is: in a new
-- partition all are valid.
CREATE TABLE checked (id wiji, n integer, twice integer GENERATED ALWAYS AS (2 * n) STORED) PARTITION BY RANGE (id);
CREATE TABLE checked_rest (id wiji, n integer, twice integer GENERATED ALWAYS AS (2 * n) STORED);
ALTER TABLE checked ATTACH PARTITION checked_rest DEFAULT;
INSERT INTO checked VALUES (wiji_lower('2026-11-10 12:00+00'), -1);
ALTER TABLE checked ADD CONSTRAINT positive CHECK (n > 0) NOT VALID;
SELECT wiji_create_partitions('checked', '2026-11-01 00:00+00', '2026-12-01 00:00+00', '1 month', 'UTC');
UPDATE checked SET n = 1;
SELECT wiji_create_partitions('checked', '2026-11-01 00:00+00', '2026-12-01 00:00+00', '1 month', 'UTC');
SELECT tableoid::regclass, n, twice FROM checked;
DROP TABLE checked;

-- A row that subscribers could not delete stays where it is: they would have it twice.
CREATE TABLE published (id wiji, n integer) PARTITION BY RANGE (id);
CREATE TABLE published_rest PARTITION OF published DEFAULT;
SET client_min_messages = error;
CREATE PUBLICATION published FOR TABLE published WITH (publish_via_partition_root);
SET client_min_messages = warning;
INSERT INTO published VALUES (wiji_lower('2026-11-10 12:00+00'), 1);
SELECT wiji_create_partitions('published', '2026-11-01 00:00+00', '2026-12-01 00:00+00', '1 month', 'UTC');
SELECT wiji_create_partitions('published', '2026-12-01 00:00+00', '2027-01-01 00:00+00', '1 month', 'UTC');
ALTER TABLE published_rest REPLICA IDENTITY FULL;
SELECT wiji_create_partitions('published', '2026-11-01 00:00+00', '2026-12-01 00:00+00', '1 month', 'UTC');
SELECT tableoid::regclass, n FROM published;
DROP PUBLICATION published;
DROP TABLE published;

-- wiji_drop_partitions drops partitions that ended before a moment, or only detaches them.
CREATE TABLE event (id wiji PRIMARY KEY) PARTITION BY RANGE (id);
SELECT count(*) FROM wiji_create_partitions('event', '2026-01-01', '2027-01-01', '1 month');
SELECT wiji_drop_partitions('event', '2026-02-28 23:59:59');
SELECT wiji_drop_partitions('event', '2026-04-01', true);
SELECT relname, relispartition FROM pg_class WHERE relname ~ '^event_20260[1-4]01$' ORDER BY 1;
SELECT wiji_drop_partitions('event', NULL);
SELECT wiji_drop_partitions('event', '2020-01-01');
SELECT code, message FROM unnest('{-infinity,infinity}'::text[]) moment, failure(format($$SELECT wiji_drop_partitions('event', %L)$$, moment));
-- A reference to a row keeps it, and then nothing is dropped.
INSERT INTO event VALUES (wiji_lower('2026-06-01'));
CREATE TABLE note (event wiji REFERENCES event);
INSERT INTO note SELECT id FROM event;
SELECT code FROM failure($$SELECT wiji_drop_partitions('event', '2026-09-01')$$);
SELECT count(*), min(lower) FROM partition;
DROP TABLE note;
-- A table of another server, and one with partitions of its own.
CREATE FOREIGN DATA WRAPPER nowhere;
CREATE SERVER nowhere FOREIGN DATA WRAPPER nowhere;
ALTER TABLE event DROP CONSTRAINT event_pkey;
CREATE FOREIGN TABLE event_far PARTITION OF event FOR VALUES FROM (MINVALUE) TO (wiji_lower('2026-04-01')) SERVER nowhere;
CREATE TABLE event_2027 PARTITION OF event FOR VALUES FROM (wiji_lower('2027-01-01')) TO (wiji_lower('2028-01-01')) PARTITION BY RANGE (id);
CREATE TABLE event_2027_a PARTITION OF event_2027 FOR VALUES FROM (MINVALUE) TO (MAXVALUE);
SELECT wiji_create_partitions('event', '2027-01-01', '2028-01-01', '1 year');
SELECT wiji_drop_partitions('event', '2026-05-01');
SELECT count(*) FROM wiji_drop_partitions('event', '2028-01-01');
SELECT count(*) FROM pg_class WHERE relname ~ '^event_(far|2027)';
-- Nobody knows how many rows a default partition has that is on another server.
CREATE TABLE away (id wiji) PARTITION BY RANGE (id);
CREATE FOREIGN TABLE away_rest PARTITION OF away DEFAULT SERVER nowhere;
SELECT default_rows FROM wiji_partition_report('away', '1 month', '0');
SELECT wiji_create_partitions('away', '2026-11-01', '2026-12-01', '1 month');
DROP TABLE away;
DROP SERVER nowhere;
DROP FOREIGN DATA WRAPPER nowhere;

-- Partitions of another time zone may have the names that are wanted now.
CREATE TABLE seam (id wiji) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('seam', '2026-11-01 00:00+00', '2026-11-01 03:00+00', '1 hour', 'UTC');
SELECT wiji_create_partitions('seam', '2026-11-01 03:00+00', '2026-11-01 06:00+00', '1 hour', 'America/New_York');
-- A step gone wrong is an error, even where there is nothing to make.
CALL wiji_maintain_partitions('seam', '1 year', '1 day');
SELECT * FROM failure($$SELECT wiji_partition_report('seam', '1 microsecond', '1 day')$$);
DROP TABLE seam;

-- A partition that something else needs is not dropped, and nobody is told that it was.
CREATE TABLE needed (id wiji) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('needed', '2001-01-01', '2002-01-01', '1 year');
CALL wiji_maintain_partitions('needed', '1 year', '1 day');
CREATE VIEW needs AS TABLE needed_20010101;
\set VERBOSITY terse
SET client_min_messages = notice;
BEGIN;
CALL wiji_maintain_partitions('needed', '1 year', '1 day', '10 years');
ROLLBACK;
SET client_min_messages = warning;
\set VERBOSITY default
SELECT count(*) FROM pg_inherits WHERE inhrelid = 'needed_20010101'::regclass AND NOT inhdetachpending;
DROP TABLE needed CASCADE;

-- A CALL of the owner's session that stands by itself detaches concurrently, which before 19 leaves
-- a constraint behind; but not beside a default partition, within another procedure, or where the
-- session could become somebody else's again.
CREATE TABLE old (id wiji) PARTITION BY RANGE (id);
SELECT count(*) FROM wiji_create_partitions('old', '2001-01-01', '2006-01-01', '1 year');
CALL wiji_maintain_partitions('old', '100 years', '0', now() - '2002-01-01', detach_only => true);
CREATE TABLE old_rest PARTITION OF old DEFAULT;
CALL wiji_maintain_partitions('old', '100 years', '0', now() - '2003-01-01', detach_only => true);
DROP TABLE old_rest;
CREATE PROCEDURE nightly(keep interval) LANGUAGE plpgsql AS $$BEGIN CALL wiji_maintain_partitions('old', '100 years', '0', keep, detach_only => true); END$$;
CALL nightly(now() - '2004-01-01');
CREATE ROLE regress_owner;
ALTER TABLE old OWNER TO regress_owner;
SET SESSION AUTHORIZATION regress_owner;
CALL wiji_maintain_partitions('old', '100 years', '0', now() - '2005-01-01', detach_only => true);
RESET SESSION AUTHORIZATION;
SELECT relname, relchecks = 1 OR (relname = 'old_20010101' AND current_setting('server_version_num')::integer >= 190000) AS concurrently
FROM pg_class WHERE relname ~ '^old_200' AND NOT relispartition ORDER BY 1;
DROP TABLE old, old_20010101, old_20020101, old_20030101, old_20040101;
DROP PROCEDURE nightly;
DROP ROLE regress_owner;

-- Arguments that make no sense.
SELECT call, f.* FROM unnest(array['''event'', ''-1 day'', ''1 year''', '''event'', ''1 day'', ''-1 day''', '''event'', ''1 day'', ''1 day'', ''-1 day''', '''event'', NULL, ''1 day''', 'NULL, ''1 day'', ''1 day''',
	'''event'', ''1 day'', ''1 day'', NULL, ''Nowhere''', '''event'', ''1 day'', ''1 day'', NULL, NULL', '''pg_class'', ''1 day'', ''1 day''', '''event'', ''1 day'', ''1 day'', detach_only => NULL']) call,
	failure(format('CALL wiji_maintain_partitions(%s)', call)) f;

-- A session's own table.
CREATE TEMP TABLE fleeting (id wiji) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('fleeting', '2026-11-01', '2026-12-01', '1 month');
SELECT wiji_drop_partitions('fleeting', '2027-12-01');
DROP TABLE event, event_20260201, event_20260301, fleeting;
DROP VIEW partition;
RESET TimeZone;
RESET DateStyle;
RESET client_min_messages;
