SET TimeZone = 'UTC';
SET DateStyle = 'ISO';

-- wiji_create_partitions makes partitions ahead of time.
CREATE FUNCTION bounds(parent regclass) RETURNS TABLE (partition text, lower timestamptz, upper timestamptz)
LANGUAGE SQL AS $$
	SELECT c.oid::regclass::text, wiji_timestamp(b[1]::wiji), wiji_timestamp(b[2]::wiji)
	FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid,
	     regexp_match(pg_get_expr(relpartbound, c.oid), $re$FROM \('(.*)'\) TO \('(.*)'\)$re$) b
	WHERE inhparent = parent ORDER BY b[1]
$$;
CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate()) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('event', '2026-11-01 00:00+00', '2027-02-01 00:00+00', '1 month');
SELECT * FROM bounds('event');

-- It may be repeated: existing partitions are skipped, whatever their names.
ALTER TABLE event_20261201 RENAME TO december;
SELECT wiji_create_partitions('event', '2026-11-01 00:00+00', '2027-03-01 00:00+00', '1 month');
SELECT wiji_create_partitions('event', '2026-11-01 00:00+00', '2027-03-01 00:00+00', '1 month');
-- Any other overlap is an error that names the partition that is in the way, and nothing is made.
\x on
SELECT *
FROM failure($$SELECT wiji_create_partitions('event', '2026-10-31 00:00+00', '2026-11-02 00:00+00', '1 day')$$);
SELECT *
FROM failure($$
	SELECT wiji_create_partitions('event', '2027-01-01 00:00+01', '2028-01-01 00:00+01', '1 month', 'Europe/Berlin')$$);
\x off
SELECT hint
FROM failure($$
	SELECT wiji_create_partitions(
		'event', '2027-01-01 00:00+05:30', '2028-01-01 00:00+05:30', '1 month', 'Asia/Kolkata')$$);
SELECT hint
FROM failure($$
	SELECT wiji_create_partitions('event', '2026-10-31 23:30+00', '2026-11-01 12:00+00', '1 hour', 'Europe/Berlin')$$);
SELECT count(*) FROM bounds('event');
-- The last one reaches the last moment, and may go beyond it.
SELECT wiji_create_partitions('event', '2027-03-01 00:00+00', '2027-03-02 00:00+00', '1 month');
INSERT INTO event VALUES (wiji_upper('2027-03-31 23:59:59.999999+00'));
DROP TABLE event;

-- Counted from a moment of its own, as now() is, it is no other time zone.
CREATE TABLE event (id wiji) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('event', '2026-11-03 10:07:33+00', '2026-11-04', '1 month');
SELECT hint FROM unnest(array['2026-11-03 10:12:45+00', '2026-11-03 10:22:33+00', '2026-11-03 00:00+00']) first,
	failure(format($$SELECT wiji_create_partitions('event', %L, '2026-11-04', '1 month')$$, first));
DROP TABLE event;

-- Days, and the names of partitions, go by the time zone, which is the session's unless one is
-- given. In Berlin days have 25 hours when the clocks go back, and 23 when they go forward.
CREATE TABLE berlin (id wiji) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('berlin', '2026-10-24 00:00+02', '2026-10-27 00:00+01', '1 day', 'Europe/Berlin');
SET TimeZone = 'Europe/Berlin';
SELECT wiji_create_partitions('berlin', '2026-10-24', '2026-10-27', '1 day');
SELECT wiji_create_partitions('berlin', '2027-03-27', '2027-03-30', '1 day');
SELECT partition, lower, upper - lower AS length FROM bounds('berlin');
DROP TABLE berlin;
SET TimeZone = 'Europe/London';
CREATE TABLE london (id wiji) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('london', '2027-03-27', '2027-03-30', '1 day');
SELECT partition, lower, upper - lower AS length FROM bounds('london');
DROP TABLE london;
-- In Santiago a day of September begins at one o'clock, as there is no midnight; the next one does
-- not.
SET TimeZone = 'America/Santiago';
CREATE TABLE santiago (id wiji) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('santiago', '2026-09-05', '2026-09-08', '1 day');
SELECT partition, lower, upper - lower AS length FROM bounds('santiago');
SELECT wiji_create_partitions('santiago', '2026-09-07', '2026-09-09', '1 day');
DROP TABLE santiago;
-- In Apia one day never was.
SET TimeZone = 'Pacific/Apia';
CREATE TABLE apia (id wiji) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('apia', '2011-12-29', '2012-01-01', '1 day');
DROP TABLE apia;
SET TimeZone = 'UTC';
-- Steps are counted from the first moment: a month without a 31st ends with its last day.
CREATE TABLE monthly (id wiji) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('monthly', '2027-01-31', '2027-05-01', '1 month');
DROP TABLE monthly;

-- Steps shorter than a day are named with the time of day.
CREATE TABLE hourly (id wiji) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('hourly', '2026-11-21 22:00', '2026-11-22 01:00', '1 hour');
SELECT wiji_create_partitions('hourly', '2026-11-22 01:00', '2026-11-22 01:00:01', '0.5 s');
-- In the night in which clocks go back, two hours have the same name; the offset from UTC tells
-- them apart.
SELECT wiji_create_partitions('hourly', '2026-10-25 01:00+02', '2026-10-25 03:00+01', '1 hour', 'Europe/Berlin');
DROP TABLE hourly;

-- Any name of a table and a schema; a long one is cut, and two that are cut alike do not clash.
CREATE SCHEMA "Odd ""Place""";
CREATE TABLE "Odd ""Place"""."Ereignis; DROP TABLE" (id wiji) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('"Odd ""Place"""."Ereignis; DROP TABLE"', '2026-11-01', '2026-12-01', '1 month');
CREATE TABLE a123456789012345678901234567890123456789012345678901234567890_1 (id wiji) PARTITION BY RANGE (id);
CREATE TABLE a123456789012345678901234567890123456789012345678901234567890_2 (id wiji) PARTITION BY RANGE (id);
SELECT p, length(p::text)
FROM wiji_create_partitions('a123456789012345678901234567890123456789012345678901234567890_1', '2026-11-01',
                            '2027-01-01', '1 month') p;
SELECT p, length(p::text)
FROM wiji_create_partitions('a123456789012345678901234567890123456789012345678901234567890_2', '2026-11-01',
                            '2027-01-01', '1 month') p;
-- Days, too: the array types of their rows are not cut alike.
SELECT p, length(p::text)
FROM wiji_create_partitions('a123456789012345678901234567890123456789012345678901234567890_1', '2027-01-11',
                            '2027-01-14', '1 day') p;
CREATE TABLE "ééééééééééééééééééééééééééééééé" (id wiji) PARTITION BY RANGE (id);
SELECT p, octet_length(p::name::text)
FROM wiji_create_partitions('"ééééééééééééééééééééééééééééééé"', '2026-11-01', '2026-12-01', '1 month') p;
SET client_min_messages = warning;
DROP SCHEMA "Odd ""Place""" CASCADE;
DROP TABLE a123456789012345678901234567890123456789012345678901234567890_1,
       a123456789012345678901234567890123456789012345678901234567890_2, "ééééééééééééééééééééééééééééééé";

-- A key of several columns, of which the first is a wiji.
CREATE TABLE tenants (id wiji, tenant integer) PARTITION BY RANGE (id, tenant);
SELECT wiji_create_partitions('tenants', '2026-11-01', '2027-01-01', '1 month');
INSERT INTO tenants SELECT wiji_lower(at), 1
FROM unnest('{2026-11-01,2026-11-30 23:59:59.999999,2026-12-01}'::timestamptz[]) at RETURNING tableoid::regclass;
SELECT wiji_create_partitions('tenants', '2026-11-01', '2027-02-01', '1 month');
-- A partition for some tenants only is not one by time.
CREATE TABLE tenants_some PARTITION OF tenants FOR
VALUES FROM (wiji_lower('2027-02-01'), 5) TO (wiji_lower('2027-03-01'), 5);
\x on
SELECT * FROM failure($$SELECT wiji_create_partitions('tenants', '2027-02-01', '2027-03-01', '1 month')$$);
\x off
DROP TABLE tenants;
-- An expression will do as well.
CREATE TABLE documents (data jsonb) PARTITION BY RANGE (wiji(data->>'id'));
SELECT wiji_create_partitions('documents', '2026-11-01', '2026-12-01', '1 month');
DROP TABLE documents;

-- Nothing else than a table partitioned by range of a wiji will do.
CREATE TABLE plain (id wiji);
CREATE TABLE by_hash (id wiji) PARTITION BY HASH (id);
CREATE TABLE by_list (id wiji) PARTITION BY LIST (id);
CREATE TABLE by_two (n integer, id wiji) PARTITION BY RANGE (n, id);
CREATE TABLE by_number (n integer) PARTITION BY RANGE (n);
CREATE FUNCTION down(wiji, wiji) RETURNS integer IMMUTABLE RETURN wiji_cmp($2, $1);
CREATE OPERATOR CLASS down FOR TYPE wiji USING btree AS OPERATOR 1 >, OPERATOR 2 >=, OPERATOR 3 =, OPERATOR 4 <=,
       OPERATOR 5 <, FUNCTION 1 down(wiji, wiji);
CREATE TABLE by_down (id wiji) PARTITION BY RANGE (id down);
CREATE TABLE event (id wiji) PARTITION BY RANGE (id);
SELECT parent, f.* FROM unnest('{plain,by_hash,by_list,by_two,by_number,by_down}'::text[]) parent,
	failure(format($$SELECT wiji_create_partitions(%L, '2026-11-01', '2026-12-01', '1 month')$$, parent)) f;
SELECT f.* FROM unnest('{-1 day,0,1 month -31 days}'::interval[]) step,
	failure(format($$SELECT wiji_create_partitions('event', '2026-11-01 00:00+00', '2026-12-31 00:00+00', %L)$$,
	               step)) f;
SELECT f.*
FROM (VALUES ('2026-12-01', '2026-11-01'), ('1969-01-01', '2026-11-01'), ('-infinity', '2026-11-01'),
             ('4253-05-01', 'infinity')) v (first, last),
	failure(format($$SELECT wiji_create_partitions('event', %L, %L, '1 month')$$, first, last)) f;
SELECT code, message FROM failure($$SELECT wiji_create_partitions('event', '2026-11-01', '2026-11-01', '0')$$);
SELECT count(*) FROM bounds('event');
SELECT wiji_create_partitions('event', '2026-11-01', '2026-11-01', '1 month');
SELECT wiji_create_partitions('event', NULL, '2026-11-01', '1 month');
SELECT code, message
FROM failure($$SELECT wiji_create_partitions('event', '2026-11-01', '2026-12-01', '1 month', 'Mars/Phobos')$$);
SELECT code, message FROM failure($$SELECT wiji_create_partitions(0, '2000-01-01', '2010-01-01', '1 day')$$);
SHOW TimeZone;
-- A name that another relation or type has is not taken from it: the next free one is.
CREATE TABLE event_20261101 ();
CREATE TYPE event_20261101_2 AS ENUM ();
SELECT wiji_create_partitions('event', '2026-11-01', '2026-12-01', '1 month');
DROP TYPE event_20261101_2;
-- Partitions are their parent's owner's, whoever calls; only he, and who has his rights, may.
CREATE ROLE regress_owner;
CREATE ROLE regress_other;
GRANT CREATE ON SCHEMA public TO regress_owner;
ALTER TABLE event OWNER TO regress_owner;
SELECT wiji_create_partitions('event', '2026-12-01', '2027-01-01', '1 month');
SELECT relowner::regrole FROM pg_class WHERE oid = 'event_20261201'::regclass;
SET ROLE regress_other;
SELECT statement, code, message FROM unnest(ARRAY[
	$$SELECT wiji_create_partitions('event', '2027-01-01', '2027-02-01', '1 month')$$,
	$$SELECT wiji_drop_partitions('event', '2030-01-01')$$,
	$$CALL wiji_maintain_partitions('event', '1 month', '1 year')$$]) statement, failure(statement);
RESET ROLE;
GRANT regress_owner TO regress_other;
SET ROLE regress_other;
SELECT wiji_create_partitions('event', '2027-01-01', '2027-02-01', '1 month');
RESET ROLE;
SELECT relowner::regrole FROM pg_class WHERE oid = 'event_20270101'::regclass;
ALTER TABLE event ADD COLUMN what text;
DROP TABLE plain, by_hash, by_list, by_two, by_number, by_down, event, event_20261101;
DROP OPERATOR FAMILY down USING btree;
DROP FUNCTION down;
REVOKE CREATE ON SCHEMA public FROM regress_owner;
DROP ROLE regress_other, regress_owner;

-- The parent's schema may get another name between two statements, and another schema its name.
CREATE SCHEMA blue;
CREATE SCHEMA green;
CREATE TABLE blue.event (id wiji) PARTITION BY RANGE (id);
CREATE TABLE green.event (id wiji) PARTITION BY RANGE (id);
CREATE TABLE green.event_20261101 (id wiji);
CREATE FUNCTION exchange() RETURNS event_trigger LANGUAGE plpgsql AS
	'BEGIN ALTER SCHEMA blue RENAME TO aside; ALTER SCHEMA green RENAME TO blue; END';
CREATE EVENT TRIGGER regress_exchange ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION exchange();
SELECT wiji_create_partitions('blue.event', '2026-11-01', '2026-12-01', '1 month');
DROP EVENT TRIGGER regress_exchange;
SELECT inhparent::regclass, inhrelid::regclass FROM pg_inherits
WHERE inhparent IN ('aside.event'::regclass, 'blue.event'::regclass);
DROP FUNCTION exchange;
DROP SCHEMA aside, blue CASCADE;

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
