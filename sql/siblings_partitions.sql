-- Partitions of the other types' tables, and of uuids of version 7: one implementation, so the same
-- in short.
SET TimeZone = 'UTC';
SET DateStyle = 'ISO';
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS siq;
CREATE EXTENSION IF NOT EXISTS tid62;
CREATE EXTENSION IF NOT EXISTS uid60;
CREATE EXTENSION IF NOT EXISTS uuidtime;
CREATE TABLE s (id siq PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE t (id tid62 PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE u (id uid60 PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE v (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
CREATE TABLE v_rest PARTITION OF v DEFAULT;
INSERT INTO v VALUES (uuidtime_v7_upper('2026-11-30 23:59:59.999')), (uuidtime_v7_lower('2026-12-01')), ('11111111-1111-4111-8111-111111111111');

SELECT siq_create_partitions('s', '2026-11-01', '2027-01-01', '1 month');
SELECT tid62_create_partitions('t', '2026-11-01', '2027-01-01', '1 month');
SELECT uid60_create_partitions('u', '2026-11-01', '2027-01-01', '1 month');
SELECT uuidtime_v7_create_partitions('v', '2026-11-01', '2027-01-01', '1 month');
SELECT siq_create_partitions('s', '2026-11-01', '2027-01-01', '1 month');
SELECT tid62_create_partitions('t', '2026-11-01', '2027-01-01', '1 month');
SELECT uid60_create_partitions('u', '2026-11-01', '2027-01-01', '1 month');
SELECT uuidtime_v7_create_partitions('v', '2026-11-01', '2027-01-01', '1 month');

-- The bounds are the ids of the moments.
INSERT INTO s VALUES (siq_upper('2026-11-30 23:59:59.999')), (siq_lower('2026-12-01')) RETURNING tableoid::regclass;
INSERT INTO t VALUES (tid62_upper('2026-11-30 23:59:59')), (tid62_lower('2026-12-01')) RETURNING tableoid::regclass;
INSERT INTO u VALUES (uid60_upper('2026-11-30 23:59:59.999')), (uid60_lower('2026-12-01')) RETURNING tableoid::regclass;
SELECT tableoid::regclass, uuidtime_timestamp(id) FROM v ORDER BY id;

-- Another type's table is refused, and so is a step in which the type has no id.
SELECT code, message FROM unnest(array[
	$$SELECT siq_create_partitions('t', now(), now(), '1 day')$$, $$SELECT tid62_create_partitions('u', now(), now(), '1 day')$$,
	$$SELECT uid60_create_partitions('v', now(), now(), '1 day')$$, $$SELECT uuidtime_v7_create_partitions('s', now(), now(), '1 day')$$,
	$$SELECT tid62_create_partitions('t', '2028-01-01', '2028-01-02', '0.1 s')$$, $$SELECT uuidtime_v7_create_partitions('v', '1969-01-01', '2028-01-02', '1 day')$$,
	$$SELECT tid62_create_partitions('t', '2156-02-07 06:28:15.5', '2156-02-07 06:28:15.7', '0.1 s')$$, $$SELECT uid60_create_partitions('u', '2157-07-13 07:35:11.1035', '2157-07-13 07:35:11.1036', '1 s')$$]) call, failure(call);

-- To keep rows from before there were ids is to keep all.
CALL siq_maintain_partitions('s', '1 year', '10 years', '100 years');
CALL tid62_maintain_partitions('t', '1 year', '10 years', '100 years');
CALL uid60_maintain_partitions('u', '1 year', '10 years', '100 years');
CALL uuidtime_v7_maintain_partitions('v', '1 year', '10 years', '100 years');
SELECT reaches > now() + interval '10 years' AS reaches, default_rows, to_create, to_drop FROM (
	SELECT * FROM siq_partition_report('s', '1 year', '10 years', '100 years') UNION ALL SELECT * FROM tid62_partition_report('t', '1 year', '10 years', '100 years') UNION ALL
	SELECT * FROM uid60_partition_report('u', '1 year', '10 years', '100 years') UNION ALL SELECT * FROM uuidtime_v7_partition_report('v', '1 year', '10 years', '100 years')) r;
SELECT name FROM (SELECT siq_drop_partitions('s', '2026-12-01') UNION ALL SELECT tid62_drop_partitions('t', '2026-12-01') UNION ALL
	SELECT uid60_drop_partitions('u', '2026-12-01') UNION ALL SELECT uuidtime_v7_drop_partitions('v', '2026-12-01')) d (name) WHERE name ~ '1101$' ORDER BY name COLLATE "C";

-- The functions of wiji serve them all, as the type of the key says what its ids are.
CREATE EXTENSION IF NOT EXISTS wiji;
SELECT parent, made FROM unnest('{s,t,u,v}'::regclass[]) parent, wiji_create_partitions(parent, '2021-01-01', '2021-03-01', '1 month') made;
INSERT INTO s VALUES (siq_lower('2021-02-01')) RETURNING tableoid::regclass;
INSERT INTO v VALUES (uuidtime_v7_upper('2021-02-28 23:59:59.999')) RETURNING tableoid::regclass;
CALL wiji_maintain_partitions('t', '1 year', '11 years');
SELECT reaches > now() + interval '11 years' AS reaches, to_create, to_drop FROM wiji_partition_report('t', '1 year', '11 years');
SELECT wiji_drop_partitions('s', '2021-03-01');

-- A uuid is of version 7 only where uuidtime is.
CREATE TABLE uuids (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
BEGIN;
DROP EXTENSION uuidtime CASCADE;
SELECT code, message FROM failure($$SELECT wiji_create_partitions('uuids', now(), now(), '1 day')$$);
ROLLBACK;
DROP TABLE s, t, u, v, uuids;
RESET client_min_messages;
