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
CREATE TABLE pm (id uuid PRIMARY KEY DEFAULT uuidtime_v7()) PARTITION BY RANGE (id);
CREATE TABLE pm_january PARTITION OF pm
FOR VALUES FROM ('019b76da-a800-0000-0000-000000000000') TO ('019c167f-cc00-0000-0000-000000000000');
CREATE TABLE pp (id uuid PRIMARY KEY DEFAULT uuidtime_v7()) PARTITION BY RANGE (id);
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
	unnest(ARRAY[uuidtime_v7_upper(seam - interval '1 ms'), uuidtime_v7_lower(seam)]) id,
	failure(format('INSERT INTO %I VALUES (%L)', parent, id)) insert GROUP BY 1;
-- They are dropped.
SELECT wiji_drop_partitions('pm', '2026-02-01');
SELECT wiji_drop_partitions('pp', '2026-01-31 23:59:59.999999');
SELECT wiji_drop_partitions('pp', '2026-03-01');
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
-- So it is with any key: here, all that is older than an ID was attached as one partition.
SET client_min_messages = error;	-- shards
CREATE TABLE wijis (id wiji) PARTITION BY RANGE (id);
CREATE TABLE wijis_old PARTITION OF wijis FOR VALUES FROM (MINVALUE) TO ('06A2V465A80000040CG9PJ2GFV');
CREATE TABLE siqs (id siq) PARTITION BY RANGE (id);
CREATE TABLE siqs_old PARTITION OF siqs FOR VALUES FROM (MINVALUE) TO (siq_make('2026-05-01 12:00', 255, 7, 7, 'event'));
CREATE TABLE tid62s (id tid62) PARTITION BY RANGE (id);
CREATE TABLE tid62s_old PARTITION OF tid62s FOR VALUES FROM (MINVALUE) TO (tid62_upper('2026-05-01 12:00'));
CREATE TABLE uid60s (id uid60) PARTITION BY RANGE (id);
CREATE TABLE uid60s_old PARTITION OF uid60s FOR VALUES FROM (MINVALUE) TO (uid60_upper('2026-05-01 12:00'));
SET client_min_messages = warning;
SELECT p.* FROM unnest('{wijis,siqs,tid62s,uid60s}'::regclass[]) parent,
	LATERAL (SELECT parent, count(*), min(c::text) FROM wiji_create_partitions(parent, '2026-04-15', '2026-07-01', '1 month') c) p;
SELECT * FROM wiji_partitions('wijis');
SELECT wiji_drop_partitions('wijis', '2026-07-01');
DROP TABLE wijis, siqs, tid62s, uid60s;

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
SELECT wiji_drop_partitions('event', 'infinity');
DROP TABLE event;
RESET ROLE;
DROP OWNED BY regress_owner;
DROP ROLE regress_owner;
