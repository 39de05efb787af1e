-- docs/partitions.md, with each type of key.
SET client_min_messages = warning;
SET TimeZone = 'UTC';
SET DateStyle = 'ISO';

-- An owner who is not a superuser creates two years of months in a time zone, and drops the oldest.
CREATE ROLE regress_owner;
CREATE SCHEMA shop AUTHORIZATION regress_owner;
CREATE SCHEMA "it's a ""schema""" AUTHORIZATION regress_owner;
SET ROLE regress_owner;
SET search_path = shop, public;
-- Snowflakes of Twitter, and a day as a number
CREATE FUNCTION snowflake(at timestamptz) RETURNS bigint STABLE
RETURN floor(extract(epoch FROM at) * 1000 - 1288834974657)::bigint << 22;
CREATE FUNCTION day(at timestamptz) RETURNS integer STABLE
RETURN to_char(at AT TIME ZONE 'Europe/Berlin', 'YYYYMMDD')::integer;
\set ECHO none
CREATE FUNCTION two_years(key text, key_of regprocedure, OUT created bigint, OUT again bigint, OUT first text, OUT last text,
	OUT dropped text)
LANGUAGE plpgsql AS $$
DECLARE
	parent CONSTANT text := 'by_' || key;
	created_names CONSTANT text := format('wiji_create_partitions(%L, %L, %L, %L, %L, %L) p', parent,
		'2026-01-01 00:00 Europe/Berlin', '2028-01-01 00:00 Europe/Berlin', '1 month', 'Europe/Berlin', key_of);
BEGIN
	EXECUTE format('CREATE TABLE %s (id %s PRIMARY KEY) PARTITION BY RANGE (id)', parent, key);
	EXECUTE 'SELECT count(p), min(p::text), max(p::text) FROM ' || created_names INTO created, first, last;
	EXECUTE 'SELECT count(p) FROM ' || created_names INTO again;
	SELECT string_agg(p, ' ') INTO dropped FROM drop_all(parent, '2026-03-15', key_of) p;
END $$;
\set ECHO all
CREATE TABLE key (key text, key_of regprocedure);
INSERT INTO key VALUES ('uuid', NULL), ('timestamptz', NULL), ('timestamp', NULL), ('bigint', 'snowflake(timestamptz)'), ('integer', 'day(timestamptz)');
SELECT key, y.* FROM key, two_years(key, key_of) y;
SELECT min(lower), max(upper), count(DISTINCT (lower, upper)) AS partitions, count(*) AS of_five
FROM key, wiji_partitions(('by_' || key)::regclass, key_of) parent;
SELECT plan($$SELECT * FROM by_uuid WHERE id >= first_id('2026-05-02') AND id < first_id('2026-05-03')$$);
-- Days of UTC are dates.
CREATE TABLE by_date (id date PRIMARY KEY) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('by_date', '2026-10-24', '2026-10-27', '1 day', 'UTC') \g /dev/null
SELECT * FROM wiji_partitions('by_date');
SELECT drop_all('by_date', '2026-10-25 12:00');

-- A step of a second
SELECT key, p FROM key,
	wiji_create_partitions(('by_' || key)::regclass, '2029-12-31 23:59:58', '2030-01-01 00:00:01', '1 second', 'UTC', key_of) p
WHERE key IN ('uuid', 'bigint');

-- Names are by the clock of the time zone.  A clock repeats an hour, leaves one out, or a whole
-- day.
CREATE TABLE event (id uuid PRIMARY KEY, what text) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('event', '2026-10-25 00:30 Europe/Berlin', '2026-10-25 04:00 Europe/Berlin',
	'1 hour', 'Europe/Berlin') \g /dev/null
SELECT wiji_create_partitions('event', '2026-03-29 01:00 Europe/Berlin', '2026-03-29 04:00 Europe/Berlin',
	'1 hour', 'Europe/Berlin') \g /dev/null
SELECT wiji_create_partitions('event', '2018-11-03 12:00 America/Sao_Paulo', '2018-11-05 12:00 America/Sao_Paulo',
	'1 day', 'America/Sao_Paulo') \g /dev/null
SELECT wiji_create_partitions('event', '2011-12-29 10:00+00', '2012-01-01 10:00+00',
	'1 day', 'Pacific/Apia') \g /dev/null
SELECT * FROM wiji_partitions('event');
DROP TABLE event;
-- Weeks begin on Monday, quarters in January, whatever time the call is made for.  The session has
-- the zone.
CREATE TABLE event (id uuid PRIMARY KEY, what text) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('event', '2026-11-25 13:00', '2026-12-08 00:00', '7 days') \g /dev/null
-- Another step or zone keeps existing partitions, and fills the gaps.
SELECT wiji_create_partitions('event', '2026-11-25 13:00', '2027-01-01 00:00', '3 months') \g /dev/null
SELECT wiji_create_partitions('event', '2026-11-25 13:00', '2027-03-01 00:00', '1 month', 'Asia/Tokyo') \g /dev/null
SELECT * FROM wiji_partitions('event');
SELECT wiji_create_partitions('event', '2026-11-25 13:00', '2026-11-25 13:00', '1 hour');
DROP TABLE event;
-- A name that is too long is truncated, and one that is taken is an error.
CREATE TABLE a123456789012345678901234567890123456789012345678901234567890 (id uuid) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('a123456789012345678901234567890123456789012345678901234567890',
	'2026-11-01', '2026-11-02', '12 hours');
DROP TABLE a123456789012345678901234567890123456789012345678901234567890;
CREATE TABLE "it's a ""schema""".";DROP TABLE x; --""%s" ("%I '(""" uuid) PARTITION BY RANGE ("%I '(""");
SELECT wiji_create_partitions('"it''s a ""schema""".";DROP TABLE x; --""%s"',
	'2026-11-01', '2026-11-02', '1 day') \g /dev/null
SELECT * FROM wiji_partitions('"it''s a ""schema""".";DROP TABLE x; --""%s"');
SELECT drop_all('"it''s a ""schema""".";DROP TABLE x; --""%s"', '2027-01-01');

-- Rows of the default partition block their partition, but not the others.
CREATE TABLE event (id uuid PRIMARY KEY, what text) PARTITION BY RANGE (id);
CREATE TABLE event_rest PARTITION OF event DEFAULT;
INSERT INTO event VALUES (first_id('2026-11-02 12:00'));
SELECT wiji_create_partitions('event', '2026-11-01', '2026-11-04', '1 day');
DELETE FROM event;
SELECT wiji_create_partitions('event', '2026-11-01', '2026-11-04', '1 day');
-- Rows that refer to a partition, and a view that reads it, keep it, and not the others.
CREATE TABLE note (event uuid REFERENCES event);
INSERT INTO event VALUES (first_id('2026-11-01 12:00'));
INSERT INTO note SELECT id FROM event;
CREATE VIEW second AS SELECT * FROM event_20261102;
\set VERBOSITY terse
SELECT drop_all('event', '2026-11-04');
\set VERBOSITY default
DROP TABLE note;
DROP VIEW second;
SELECT before, drop_all('event', before)
FROM unnest('{2026-11-02 23:59:59.999999,2026-11-03}'::timestamptz[]) before;
SELECT * FROM wiji_partitions('event');
DROP TABLE event;

-- One level: a partition that is partitioned itself is dropped with its partitions.
CREATE TABLE event (id uuid, n integer) PARTITION BY RANGE (id);
CREATE TABLE event_old PARTITION OF event
FOR VALUES FROM (MINVALUE) TO (first_id('2026-11-01')) PARTITION BY RANGE (id);
CREATE TABLE event_new PARTITION OF event FOR VALUES FROM (first_id('2027-01-01')) TO (MAXVALUE);
SELECT wiji_create_partitions('event_old', '2026-09-01', '2026-11-01', '1 month') \g /dev/null
SELECT wiji_create_partitions('event', '2026-10-01', '2027-03-01', '1 month') \g /dev/null
SELECT * FROM wiji_partitions('event');
SELECT drop_all('event', 'infinity');
SELECT * FROM wiji_partitions('event');
DROP TABLE event;
-- UUIDs that are prefixes look old, and do not have a time.  Nor does an ID that is not the first of
-- its time.
CREATE TABLE event (id uuid) PARTITION BY RANGE (id);
CREATE TABLE event_a PARTITION OF event FOR VALUES FROM (MINVALUE) TO ('40000000-0000-0000-0000-000000000000');
CREATE TABLE event_b PARTITION OF event
FOR VALUES FROM ('40000000-0000-6000-0000-000000000000') TO ('40000000-0000-7000-8000-000000000001');
SELECT * FROM wiji_partitions('event');
SELECT drop_all('event', 'infinity');
DROP TABLE event;

-- A publication takes a partition in with its parent.
CREATE TABLE event (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
RESET ROLE;
SET client_min_messages = error;	-- wal_level
CREATE PUBLICATION shop_events FOR TABLE event;
SET client_min_messages = warning;
SET ROLE regress_owner;
SELECT wiji_create_partitions('event', '2026-11-01', '2026-12-01', '1 month') \g /dev/null
SELECT tablename FROM pg_publication_tables WHERE pubname = 'shop_events';
SELECT drop_all('event', '2027-01-01');

-- Errors
CREATE TABLE by_two (id uuid, n integer) PARTITION BY RANGE (id, n);
CREATE TABLE by_list (id uuid) PARTITION BY LIST (id);
CREATE TABLE by_text (id text) PARTITION BY RANGE (id);
CREATE TABLE by_text_1 PARTITION OF by_text FOR VALUES FROM (MINVALUE) TO ('06C31QQ30K880007VPPQCVK2KZ');
CREATE TABLE event_20261101 ();
CREATE FUNCTION errors(call text, argument text) RETURNS TABLE (argument text, code text, message text, detail text)
LANGUAGE sql
BEGIN ATOMIC SELECT argument, f.code, f.message, f.detail FROM failure(format(call, argument)) f; END;
SELECT e.* FROM unnest(ARRAY['by_two', 'by_list', 'by_text', 'by_text_1', 'pg_class', '4294967295', NULL]) t,
	errors('SELECT * FROM wiji_partitions(%L)', t) e
UNION ALL SELECT e.*
FROM unnest('{0,-1 day,1 day -1 second,1 month -1 day,1 month 1 day,500 milliseconds,10 seconds,NULL}'::text[]) step,
	errors($$SELECT wiji_create_partitions('event', '2026-11-01', '2027-11-01', %L)$$, step) e
UNION ALL SELECT e.* FROM unnest('{Mars,NULL,UTC}'::text[]) zone,
	errors($$SELECT wiji_create_partitions('event', '2026-11-01', '2026-11-02', '1 day', %L)$$, zone) e
UNION ALL SELECT e.* FROM unnest('{2026-10-01,-infinity,infinity,1960-01-01,5000-01-01,NULL,2036-11-01}'::text[]) last,
	errors($$SELECT wiji_create_partitions('event', '2026-11-01', %L, '1 day')$$, last) e
UNION ALL SELECT e.* FROM unnest('{1960-01-01,20000-01-01}'::text[]) year,
	errors($$SELECT wiji_create_partitions('event', %1$L, %1$L::timestamptz + '1 day', '1 day')$$, year) e
UNION ALL SELECT e.* FROM errors($$SELECT wiji_drop_partitions('event', %L)$$, NULL) e;
SELECT hint FROM unnest('{pg_class,4294967295}'::text[]) t, failure(format('SELECT * FROM wiji_partitions(%L)', t));
-- Only the owner calls them, not even a superuser.  Anyone may list partitions.
RESET ROLE;
SELECT * FROM failure($$SELECT wiji_create_partitions('event', '2026-11-01', '2026-12-01', '1 month')$$);
SELECT code FROM failure($$SELECT wiji_drop_partitions('event', '2027-01-01')$$);
SELECT count(*) FROM wiji_partitions('by_uuid');
SET client_min_messages = error;
DROP OWNED BY regress_owner CASCADE;
DROP PUBLICATION shop_events;
DROP ROLE regress_owner;
