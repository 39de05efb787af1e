-- docs/partitions.md: partitions whose bounds other software or people have written.
SET client_min_messages = warning;
SET TimeZone = 'UTC';
SET DateStyle = 'ISO';
CREATE ROLE regress_owner;
CREATE SCHEMA shop AUTHORIZATION regress_owner;
SET ROLE regress_owner;
SET search_path = shop, public;
CREATE VIEW bounds AS SELECT oid, pg_get_expr(relpartbound, 0) AS bound FROM pg_class WHERE relispartition;

-- January 2026 as pg_partman writes it, and as postgresql-partition-manager does.
CREATE TABLE pm (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE pm_january PARTITION OF pm
FOR VALUES FROM ('019b76da-a800-0000-0000-000000000000') TO ('019c167f-cc00-0000-0000-000000000000');
CREATE TABLE pp (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE pp_january PARTITION OF pp
FOR VALUES FROM ('019b76da-a800-7000-0000-000000000000') TO ('019c167f-cc00-7000-0000-000000000000');
SELECT * FROM wiji_partitions('pm') UNION ALL SELECT * FROM wiji_partitions('pp');
-- Months before and after.  Where they meet it, the bound is January's, as it is written.
SELECT wiji_create_partitions('pm', '2025-11-15', '2026-04-01', '1 month');
SELECT wiji_create_partitions('pp', '2025-12-15', '2026-03-01', '1 month');
SELECT wiji_create_partitions('pp', '2025-12-15', '2026-03-01', '1 month');
SELECT p.*, bound FROM unnest('{pm,pp}'::regclass[]) parent, wiji_partitions(parent) p JOIN bounds ON oid = partition;
-- Every UUID of version 7 has a partition, those of the seams, too.
SELECT insert.code, count(*) FROM unnest('{pm,pp}'::text[]) parent, unnest('{2026-01-01,2026-02-01}'::timestamptz[]) seam,
	unnest(ARRAY[overlay(first_id(seam - interval '1 ms')::text PLACING '7fff-bfff-ffffffffffff' FROM 15)::uuid, first_id(seam)]) id,
	failure(format('INSERT INTO %I VALUES (%L)', parent, id)) insert GROUP BY 1;
-- They are dropped.
SELECT drop_all('pm', '2026-02-01');
SELECT drop_all('pp', '2026-01-31 23:59:59.999999');
SELECT drop_all('pp', '2026-03-01');
SELECT * FROM wiji_partitions('pm') UNION ALL SELECT * FROM wiji_partitions('pp');
DROP TABLE pm, pp;

-- Bounds within a millisecond, and bounds that are not times, do not overlap either.  A partition
-- that begins or ends at one of them does not have its time.
CREATE TABLE event (id uuid) PARTITION BY RANGE (id);
CREATE TABLE event_a PARTITION OF event
FOR VALUES FROM ('019b76da-a800-0000-0000-000000000000') TO ('019b76da-a800-7000-8000-000000000000');
CREATE TABLE event_b PARTITION OF event
FOR VALUES FROM ('019b76f0-0000-7abc-8000-000000000000') TO ('019b7700-0000-4000-8000-000000000000');
SELECT wiji_create_partitions('event', '2025-12-31', '2026-01-02', '1 day');
SELECT p.*, bound FROM wiji_partitions('event') p JOIN bounds ON oid = partition;
DROP TABLE event;
-- So it is with any key: here, all that is older than a key was attached as one partition.
CREATE FUNCTION day(at timestamptz) RETURNS bigint STABLE RETURN floor(extract(epoch FROM at) / 86400)::bigint;
CREATE TABLE days (id bigint) PARTITION BY RANGE (id);
CREATE TABLE days_old PARTITION OF days FOR VALUES FROM (MINVALUE) TO (20574);
CREATE FUNCTION second(at timestamptz) RETURNS numeric STABLE RETURN floor(extract(epoch FROM at));
CREATE TABLE seconds (id numeric) PARTITION BY RANGE (id);
CREATE TABLE seconds_old PARTITION OF seconds FOR VALUES FROM (MINVALUE) TO (1777636800.5);
CREATE TABLE dates (id date) PARTITION BY RANGE (id);
CREATE TABLE dates_old PARTITION OF dates FOR VALUES FROM (MINVALUE) TO ('2026-05-01');
SELECT wiji_create_partitions('days', '2026-04-15', '2026-07-01', '1 month', key_of => 'day(timestamptz)');
SELECT wiji_create_partitions('seconds', '2026-04-15', '2026-07-01', '1 month', key_of => 'second(timestamptz)');
SELECT wiji_create_partitions('dates', '2026-04-15', '2026-07-01', '1 month');
SELECT p.*, bound FROM (SELECT * FROM wiji_partitions('days', 'day(timestamptz)') UNION ALL SELECT * FROM wiji_partitions('seconds', 'second(timestamptz)')
	UNION ALL SELECT * FROM wiji_partitions('dates')) p JOIN bounds ON oid = partition;
SELECT drop_all('seconds', '2026-07-01', 'second(timestamptz)');
DROP TABLE days, seconds, dates;

-- Partitions by prefix of random UUIDs have bounds that look like those of pg_partman.  But two
-- prefixes in a row are never whole seconds.
CREATE TABLE event (id uuid) PARTITION BY RANGE (id);
DO $$
BEGIN
	FOR n IN 0..254 LOOP
		EXECUTE format('CREATE TABLE event_%s PARTITION OF event FOR VALUES FROM (%L) TO (%L)', n,
			lpad(to_hex(n), 2, '0') || '000000-0000-0000-0000-000000000000', lpad(to_hex(n + 1), 2, '0') || '000000-0000-0000-0000-000000000000');
	END LOOP;
END $$;
SELECT * FROM wiji_partitions('event') WHERE lower IS NOT NULL OR upper IS NOT NULL;
-- A call that cannot read a bound drops nothing, and says so.
SELECT drop_all('event', 'infinity');
DROP TABLE event;
RESET ROLE;
DROP OWNED BY regress_owner;
DROP ROLE regress_owner;
