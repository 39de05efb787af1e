-- wiji's functions make the partitions of the other types' tables, too, and of uuids of version 7:
-- the type of the key says what its ids are.
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

SELECT parent, made
FROM unnest('{s,t,u,v}'::regclass[]) parent, wiji_create_partitions(parent, '2026-11-01', '2027-01-01', '1 month') made;
SELECT parent, made
FROM unnest('{s,t,u,v}'::regclass[]) parent, wiji_create_partitions(parent, '2026-11-01', '2027-01-01', '1 month') made;

-- The bounds are the ids of the moments.
INSERT INTO s VALUES (siq_upper('2026-11-30 23:59:59.999')), (siq_lower('2026-12-01')) RETURNING tableoid::regclass;
INSERT INTO t VALUES (tid62_upper('2026-11-30 23:59:59')), (tid62_lower('2026-12-01')) RETURNING tableoid::regclass;
INSERT INTO u VALUES (uid60_upper('2026-11-30 23:59:59.999')), (uid60_lower('2026-12-01')) RETURNING tableoid::regclass;
INSERT INTO v VALUES (uuidtime_v7_upper('2026-11-30 23:59:59.999')), (uuidtime_v7_lower('2026-12-01'))
RETURNING tableoid::regclass;

-- A step in which the type has no id is refused, and so is a moment for which it has none.
SELECT code, message FROM unnest(array[
	$$SELECT wiji_create_partitions('t', '2028-01-01', '2028-01-02', '0.1 s')$$,
	$$SELECT wiji_create_partitions('v', '1969-01-01', '2028-01-02', '1 day')$$,
	$$SELECT wiji_create_partitions('t', '2156-02-07 06:28:15.5', '2156-02-07 06:28:15.7', '0.1 s')$$,
	$$SELECT wiji_create_partitions('u', '2157-07-13 07:35:11.1035', '2157-07-13 07:35:11.1036', '1 s')$$]) call,
	failure(call);

-- To keep rows from before there were ids is to keep all.
CALL wiji_maintain_partitions('s', '1 year', '10 years', '100 years');
CALL wiji_maintain_partitions('t', '1 year', '10 years', '100 years');
CALL wiji_maintain_partitions('u', '1 year', '10 years', '100 years');
CALL wiji_maintain_partitions('v', '1 year', '10 years', '100 years');
SELECT parent, reaches > now() + interval '10 years' AS reaches, to_create, to_drop
FROM unnest('{s,t,u,v}'::regclass[]) parent, wiji_partition_report(parent, '1 year', '10 years', '100 years');
SELECT name FROM unnest('{s,t,u,v}'::regclass[]) parent, wiji_drop_partitions(parent, '2026-12-01') name
WHERE name ~ '1101$' ORDER BY name COLLATE "C";
-- The first step is cut where it begins before there were ids.
CREATE TABLE early_t (id tid62) PARTITION BY RANGE (id);
CREATE TABLE early_u (id uid60) PARTITION BY RANGE (id);
CALL wiji_maintain_partitions('early_t', '100 years', '0');
CALL wiji_maintain_partitions('early_u', '100 years', '0');
SELECT partition, lower, upper FROM unnest('{early_t,early_u}'::regclass[]) parent, wiji_partitions(parent);
DROP TABLE early_t, early_u;
-- The last step has no end where it ends after there are ids.
CREATE TABLE late_t (id tid62) PARTITION BY RANGE (id);
CREATE TABLE late_u (id uid60) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('late_t', '2100-01-01', '2156-02-07 06:28:15', '50 years');
SELECT wiji_create_partitions('late_t', '2100-01-01', '2156-02-07 06:28:15', '50 years');
CALL wiji_maintain_partitions('late_u', '100 years', '200 years', '0');
SELECT partition, lower, upper FROM unnest('{late_t,late_u}'::regclass[]) parent, wiji_partitions(parent);
INSERT INTO late_t VALUES (tid62_upper('2156-02-07 06:28:15')) RETURNING tableoid::regclass;
INSERT INTO late_u VALUES (uid60_upper('2157-07-13 07:35:11.103')) RETURNING tableoid::regclass;
SELECT reaches, to_create, to_drop FROM wiji_partition_report('late_u', '100 years', '300 years', '0');
DROP TABLE late_t, late_u;

-- A uuid is of version 7 only where uuidtime is.
CREATE TABLE uuids (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
BEGIN;
DROP EXTENSION uuidtime CASCADE;
SELECT code, message FROM failure($$SELECT wiji_create_partitions('uuids', now(), now(), '1 day')$$);
ROLLBACK;
-- A domain over uuid holds something else, as that of portable/wiji.sql does.  One over an id holds
-- ids.
CREATE DOMAIN own_id AS uuid CHECK (VALUE IS NOT NULL);
CREATE DOMAIN order_id AS tid62;
CREATE TABLE own (id own_id) PARTITION BY RANGE (id);
CREATE TABLE own_expression (id uuid) PARTITION BY RANGE ((id::own_id));
CREATE TABLE orders (id order_id) PARTITION BY RANGE (id);
CREATE TABLE own_type (id interval) PARTITION BY RANGE (id); -- of 16 bytes, too
SELECT parent, f.*
FROM unnest('{own,own_expression,own_type}'::text[]) parent,
     failure(format($$CALL wiji_maintain_partitions(%L, '1 month', '1 month')$$, parent)) f;
CALL wiji_maintain_partitions('orders', '1 month', '0');
SELECT parent, partitions, problem FROM wiji_partition_monitor() WHERE parent::text ~ '^o(wn|rd)';
DROP TABLE own, own_expression, own_type, orders;
DROP DOMAIN own_id, order_id;
DROP TABLE s, t, u, v, uuids;
RESET client_min_messages;
