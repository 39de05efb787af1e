SET TimeZone = 'UTC';
SET DateStyle = 'ISO';

-- wiji_create_partitions makes partitions ahead of time.
CREATE FUNCTION bounds(parent regclass) RETURNS TABLE (partition text, lower timestamptz, upper timestamptz) LANGUAGE SQL AS $$
	SELECT c.oid::regclass::text, wiji_timestamp(b[1]::wiji), wiji_timestamp(b[2]::wiji)
	FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid, regexp_match(pg_get_expr(relpartbound, c.oid), $re$FROM \('(.*)'\) TO \('(.*)'\)$re$) b
	WHERE inhparent = parent ORDER BY b[1]
$$;
CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate()) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('event', '2026-11-01 00:00+00', '2027-02-01 00:00+00', '1 month');
SELECT * FROM bounds('event');

-- It may be repeated: what exists is skipped, whatever its name.
ALTER TABLE event_20261201 RENAME TO december;
SELECT wiji_create_partitions('event', '2026-11-01 00:00+00', '2027-03-01 00:00+00', '1 month');
SELECT wiji_create_partitions('event', '2026-11-01 00:00+00', '2027-03-01 00:00+00', '1 month');
-- Any other overlap is the server's error, and nothing is made.
SELECT code, message FROM failure($$SELECT wiji_create_partitions('event', '2026-10-31 00:00+00', '2026-11-02 00:00+00', '1 day')$$);
SELECT count(*) FROM bounds('event');
-- The last one reaches the last moment, and may go beyond it.
SELECT wiji_create_partitions('event', '2027-03-01 00:00+00', '2027-03-02 00:00+00', '1 month');
INSERT INTO event VALUES (wiji_upper('2027-03-31 23:59:59.999999+00'));
DROP TABLE event;

-- Days are those of TimeZone: in Berlin they have 25 hours when the clocks go back, and 23 when they go forward.
CREATE TABLE berlin (id wiji) PARTITION BY RANGE (id);
SET TimeZone = 'Europe/Berlin';
SELECT wiji_create_partitions('berlin', '2026-10-24', '2026-10-27', '1 day');
SELECT wiji_create_partitions('berlin', '2027-03-27', '2027-03-30', '1 day');
SELECT partition, lower, upper - lower AS length FROM bounds('berlin');
DROP TABLE berlin;
-- In London, two days of March begin on the same date in UTC; their names differ all the same.
SET TimeZone = 'Europe/London';
CREATE TABLE london (id wiji) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('london', '2027-03-27', '2027-03-30', '1 day');
SELECT partition, lower, upper - lower AS length FROM bounds('london');
DROP TABLE london;
-- In Santiago a day of September begins at one o'clock, as there is no midnight; the next one does not.
SET TimeZone = 'America/Santiago';
CREATE TABLE santiago (id wiji) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('santiago', '2026-09-05', '2026-09-08', '1 day');
SELECT partition, lower, upper - lower AS length FROM bounds('santiago');
SELECT wiji_create_partitions('santiago', '2026-09-07', '2026-09-09', '1 day');
DROP TABLE santiago;
SET TimeZone = 'UTC';
-- Steps are counted from the first moment: a month without a 31st ends with its last day.
CREATE TABLE monthly (id wiji) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('monthly', '2027-01-31', '2027-05-01', '1 month');
DROP TABLE monthly;

-- Steps shorter than a day are named with the time of day.
CREATE TABLE hourly (id wiji) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('hourly', '2026-11-21 22:00', '2026-11-22 01:00', '1 hour');
SELECT wiji_create_partitions('hourly', '2026-11-22 01:00', '2026-11-22 01:00:01', '0.5 s');
DROP TABLE hourly;

-- Any name of a table and a schema; a long one is cut, and two that are cut alike do not clash.
CREATE SCHEMA "Odd ""Place""";
CREATE TABLE "Odd ""Place"""."Ereignis; DROP TABLE" (id wiji) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('"Odd ""Place"""."Ereignis; DROP TABLE"', '2026-11-01', '2026-12-01', '1 month');
CREATE TABLE a123456789012345678901234567890123456789012345678901234567890_1 (id wiji) PARTITION BY RANGE (id);
CREATE TABLE a123456789012345678901234567890123456789012345678901234567890_2 (id wiji) PARTITION BY RANGE (id);
SELECT p, length(p::text) FROM wiji_create_partitions('a123456789012345678901234567890123456789012345678901234567890_1', '2026-11-01', '2027-01-01', '1 month') p;
SELECT p, length(p::text) FROM wiji_create_partitions('a123456789012345678901234567890123456789012345678901234567890_2', '2026-11-01', '2027-01-01', '1 month') p;
CREATE TABLE "ééééééééééééééééééééééééééééééé" (id wiji) PARTITION BY RANGE (id);
SELECT p, octet_length(p::name::text) FROM wiji_create_partitions('"ééééééééééééééééééééééééééééééé"', '2026-11-01', '2026-12-01', '1 month') p;
SET client_min_messages = warning;
DROP SCHEMA "Odd ""Place""" CASCADE;
DROP TABLE a123456789012345678901234567890123456789012345678901234567890_1, a123456789012345678901234567890123456789012345678901234567890_2, "ééééééééééééééééééééééééééééééé";

-- Nothing else than a table partitioned by range of one wiji will do.
CREATE TABLE plain (id wiji);
CREATE TABLE by_hash (id wiji) PARTITION BY HASH (id);
CREATE TABLE by_two (id wiji, n integer) PARTITION BY RANGE (id, n);
CREATE TABLE by_number (n integer) PARTITION BY RANGE (n);
CREATE TABLE event (id wiji) PARTITION BY RANGE (id);
SELECT parent, f.* FROM unnest('{plain,by_hash,by_two,by_number}'::text[]) parent,
	failure(format($$SELECT wiji_create_partitions(%L, '2026-11-01', '2026-12-01', '1 month')$$, parent)) f;
SELECT f.* FROM unnest('{-1 day,0,1 month -31 days}'::interval[]) step,
	failure(format($$SELECT wiji_create_partitions('event', '2026-11-01 00:00+00', '2026-12-31 00:00+00', %L)$$, step)) f;
SELECT f.* FROM (VALUES ('2026-12-01', '2026-11-01'), ('1969-01-01', '2026-11-01'), ('-infinity', '2026-11-01'), ('4253-05-01', 'infinity')) v (first, last),
	failure(format($$SELECT wiji_create_partitions('event', %L, %L, '1 month')$$, first, last)) f;
SELECT code, message FROM failure($$SELECT wiji_create_partitions('event', '2026-11-01', '2026-11-01', '0')$$);
SELECT count(*) FROM bounds('event');
SELECT wiji_create_partitions('event', '2026-11-01', '2026-11-01', '1 month');
SELECT wiji_create_partitions('event', NULL, '2026-11-01', '1 month');
-- A name that another relation has is not taken from it.
CREATE TABLE event_20261101 ();
SELECT code, message FROM failure($$SELECT wiji_create_partitions('event', '2026-11-01', '2026-12-01', '1 month')$$);
DROP TABLE plain, by_hash, by_two, by_number, event, event_20261101;

-- With the extension and everything else off the search_path, and another DateStyle.
CREATE SCHEMA elsewhere;
ALTER EXTENSION wiji SET SCHEMA elsewhere;
SET search_path = pg_catalog;
SET DateStyle = 'German';
CREATE TABLE public.event (id elsewhere.wiji) PARTITION BY RANGE (id);
SELECT elsewhere.wiji_create_partitions('public.event', '01.11.2026 00:00 UTC', '01.01.2027 00:00 UTC', '1 month');
DROP TABLE public.event;
RESET ALL;
ALTER EXTENSION wiji SET SCHEMA public;
DROP SCHEMA elsewhere;
DROP FUNCTION bounds;
