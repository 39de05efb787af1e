-- docs/partitions.md: keys of every kind.  The functions from a time to a key are those of the page.
SET client_min_messages = warning;
SET TimeZone = 'UTC';
SET DateStyle = 'ISO';
CREATE SCHEMA keys;
SET search_path = keys, public;
\getenv tree WIJI_TREE
\set page `sed -n '/^CREATE FUNCTION [a-z_]*(at timestamptz)/,/;$/p' "$WIJI_TREE/docs/partitions.md"`
:page
-- The first key of a time, as their specifications and other implementations write it.
SELECT snowflake('2010-11-04 01:42:54.657+00') AS twitter, discord_snowflake('2016-04-30 11:18:25.796+00') >> 22 AS discord,
       tsid('2020-01-01 00:00:00.001+00') AS tsid;
SELECT ulid('2016-07-30 23:54:10.259+00') AS ulid, ulid_uuid('2016-07-30 23:54:10.259+00') AS as_uuid,
       ksuid('2017-10-10 04:00:47+00') AS ksuid, objectid('2012-10-17 21:13:27+00') AS objectid, day('2026-11-29 13:00+00') AS day;

CREATE TABLE key (name text, type text, key_of regprocedure);
INSERT INTO key VALUES ('uuid', 'uuid', NULL), ('timestamptz', 'timestamptz', NULL), ('timestamp', 'timestamp', NULL), ('date', 'date', NULL),
	('snowflake', 'bigint', 'snowflake(timestamptz)'), ('discord_snowflake', 'bigint', 'discord_snowflake(timestamptz)'),
	('tsid', 'bigint', 'tsid(timestamptz)'), ('ulid', 'text COLLATE "C"', 'ulid(timestamptz)'), ('ulid_char', 'char(26) COLLATE "C"', 'ulid(timestamptz)'),
	('ulid_uuid', 'uuid', 'ulid_uuid(timestamptz)'), ('ksuid', 'text COLLATE "C"', 'ksuid(timestamptz)'),
	('objectid', 'text COLLATE "C"', 'objectid(timestamptz)'), ('day', 'integer', 'day(timestamptz)');
-- and the types with functions of their own, if they are here
\set ECHO none
\set rooms `cd "$WIJI_TREE" && ls wiji.control */*/*.control 2>/dev/null`
CREATE TABLE type AS
SELECT substring(file, '([^/]+)\.control$') AS name FROM string_to_table(:'rooms', E'\n') file
INTERSECT SELECT name::text FROM pg_available_extensions;
SELECT format('CREATE EXTENSION IF NOT EXISTS %I SCHEMA public', name) FROM type \gexec
DELETE FROM type WHERE to_regtype(name) IS NULL OR to_regproc(name || '_lower') IS NULL;
INSERT INTO key SELECT name, name, NULL FROM type;

-- The steps that contain these times, by a plain calculation: their first hours.
CREATE FUNCTION steps(first timestamptz, last timestamptz, step text, zone text) RETURNS timestamptz[] LANGUAGE sql AS $$
	SELECT array_agg(DISTINCT CASE step WHEN '7 days' THEN date_bin('7 days', at AT TIME ZONE zone, '2001-01-01') AT TIME ZONE zone
	                          WHEN '2 hours' THEN date_bin('2 hours', at AT TIME ZONE zone, '2001-01-01') AT TIME ZONE zone
	                          ELSE date_trunc(substr(step, 3), at, zone) END)
	FROM generate_series(first, last - interval '1 microsecond', '1 hour') at
$$;
-- One random call, on an empty table; what is wrong.
CREATE FUNCTION check_call(name text, type text, key_of regprocedure) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	coarse CONSTANT boolean := name IN ('date', 'day');
	first CONSTANT timestamptz := date_trunc('hour', timestamptz '2026-01-01' + random() * interval '1000 days');
	last CONSTANT timestamptz := first + floor(random() * 20 * 24) * interval '1 hour' * CASE WHEN coarse THEN 5 ELSE 1 END;
	step CONSTANT text := (ARRAY['1 month', '1 day', '7 days', '2 hours', '1 year'])[1 + floor(random() * CASE WHEN coarse THEN 3 ELSE 5 END)];
	zone CONSTANT text := CASE WHEN coarse OR step = '2 hours' THEN 'UTC' ELSE (ARRAY['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Tokyo'])[1 + floor(random() * 4)] END;
	expected CONSTANT timestamptz[] := steps(first, last, step, zone);
	found timestamptz[];
	dropped bigint;
	before CONSTANT timestamptz := expected[1 + cardinality(expected) / 2];
BEGIN
	DROP TABLE IF EXISTS t;
	EXECUTE format('CREATE TABLE t (id %s) PARTITION BY RANGE (id)', type);
	PERFORM wiji_create_partitions('t', first, last, step::interval, zone, key_of);
	found := ARRAY(SELECT lower FROM wiji_partitions('t', key_of));
	IF found IS DISTINCT FROM coalesce(expected, '{}') THEN
		RETURN format('%s: %s to %s by %s in %s: %s', name, first, last, step, zone, found);
	END IF;
	IF NOT (SELECT coalesce(bool_and(upper = next), true) FROM (SELECT upper, lead(lower, 1, upper) OVER (ORDER BY lower) AS next FROM wiji_partitions('t', key_of)) p) THEN
		RETURN format('%s: %s to %s by %s in %s: a gap', name, first, last, step, zone);
	END IF;
	SELECT count(*) INTO dropped FROM drop_all('t', coalesce(before, last), key_of);
	IF dropped <> cardinality(expected) / 2 THEN
		RETURN format('%s: %s partitions dropped before %s', name, dropped, before);
	END IF;
	DROP TABLE t;
	RETURN NULL;
EXCEPTION WHEN OTHERS THEN
	RETURN format('%s: %s to %s by %s in %s: %s', name, first, last, step, zone, SQLERRM);
END $$;
CREATE TABLE wrong (what text);
SELECT setseed(0.25) \g /dev/null
SELECT format('INSERT INTO wrong SELECT w FROM check_call(%L, %L, %L) w WHERE w IS NOT NULL', name, type, key_of::text) FROM key, generate_series(1, 6) \gexec
\set ECHO all
SELECT what FROM wrong LIMIT 3;

-- Functions that do not ascend, are flat, or fail, far from today or here; a key that is coarser than the
-- step; and nulls.  Each bound is read back before anything is locked.
CREATE FUNCTION descending(at timestamptz) RETURNS bigint STABLE RETURN -extract(epoch FROM at)::bigint;
CREATE FUNCTION flat(at timestamptz) RETURNS bigint STABLE RETURN 7;
CREATE FUNCTION wraps(at timestamptz) RETURNS bigint STABLE RETURN ((extract(epoch FROM at) * 1000)::bigint - 1288834974657 & 2199023255551) << 22;
CREATE FUNCTION fails(at timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
	IF at NOT BETWEEN '2020-01-01' AND '2030-01-01' THEN
		RAISE datetime_field_overflow USING MESSAGE = 'no key for that time';
	END IF;
	RETURN extract(epoch FROM at);
END $$;
CREATE FUNCTION sometimes(at timestamptz) RETURNS bigint STABLE RETURN CASE WHEN at < '2026-11-01' THEN extract(epoch FROM at)::bigint END;
CREATE FUNCTION never(at timestamptz) RETURNS bigint STABLE RETURN NULL::bigint;
CREATE FUNCTION draws(at timestamptz) RETURNS bigint VOLATILE RETURN 7;
CREATE FUNCTION is_text(at timestamptz) RETURNS text STABLE RETURN 7;
CREATE FUNCTION takes_more(at timestamptz, more integer DEFAULT 1) RETURNS bigint STABLE RETURN 7;
CREATE FUNCTION has_many(at timestamptz) RETURNS SETOF bigint STABLE BEGIN ATOMIC SELECT 7::bigint; END;
CREATE TABLE event (id bigint) PARTITION BY RANGE (id);
SELECT f, code, message, CASE WHEN f <> 'sometimes' THEN detail END AS detail, hint FROM unnest('{descending,flat,sometimes,never,draws,is_text,takes_more,has_many}'::name[]) f,
	failure(format($$SELECT wiji_create_partitions('event', '2026-10-01', '2026-12-01', '1 month', 'UTC', %L)$$, (SELECT oid::regprocedure FROM pg_proc WHERE proname = f AND pronamespace = 'keys'::regnamespace))) e;
SELECT count(*) FROM wiji_create_partitions('event', '2011-01-01', '2080-01-01', '3 years', 'UTC', 'wraps(timestamptz)');
SELECT min(lower), max(upper) FROM wiji_partitions('event', 'wraps(timestamptz)');
DROP TABLE event;
CREATE TABLE event (id bigint) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('event', '2029-11-01', '2030-01-01', '1 month', 'UTC', 'fails(timestamptz)');
SELECT * FROM failure($$SELECT wiji_create_partitions('event', '2030-01-01', '2030-03-01', '1 month', 'UTC', 'fails(timestamptz)')$$);
-- A bound beyond the times that have a key
CREATE TABLE event_old PARTITION OF event FOR VALUES FROM (MINVALUE) TO (17);
CREATE TABLE event_new PARTITION OF event FOR VALUES FROM (9000000000) TO (9000000001);
SELECT * FROM wiji_partitions('event', 'fails(timestamptz)');
SELECT drop_all('event', 'infinity', 'fails(timestamptz)');
DROP TABLE event;
CREATE TABLE event (id date) PARTITION BY RANGE (id);
SELECT message, detail, hint FROM failure($$SELECT wiji_create_partitions('event', '2026-11-01', '2026-11-02', '1 hour', 'UTC')$$);
SELECT message, detail FROM failure($$SELECT wiji_create_partitions('event', '2026-11-01', '2026-12-01', '1 month', 'Europe/Berlin')$$);
DROP TABLE event;
-- A KSUID in a collation that does not compare bytes, if there is one.
SELECT coalesce(min(quote_ident(collname)), '"C"') AS collation, count(*) = 0 AS without FROM pg_collation WHERE collname IN ('en-x-icu', 'und-x-icu') \gset
CREATE TABLE event (id text COLLATE :collation) PARTITION BY RANGE (id);
SELECT code = '22008' OR :'without' AS rejected
FROM failure($$SELECT wiji_create_partitions('event', '2026-01-01', '2027-01-01', '1 day', 'UTC', 'ksuid(timestamptz)')$$);
SET client_min_messages = error;
DROP SCHEMA keys CASCADE;
