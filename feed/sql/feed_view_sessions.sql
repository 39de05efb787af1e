-- Loading tools come through poolers: one server session for several of their roles, one role in several
-- sessions, and statements that were prepared earlier.
SET client_min_messages = warning;
DROP ROLE IF EXISTS regress_loader, regress_other; -- left by an interrupted run
CREATE ROLE regress_loader;
CREATE ROLE regress_other;
RESET client_min_messages;
CREATE TABLE orders (id bigint GENERATED ALWAYS AS IDENTITY, region integer, updated_at timestamptz) PARTITION BY LIST (region);
CREATE INDEX ON orders (updated_at, id);
CREATE TABLE orders_1 PARTITION OF orders FOR VALUES IN (1);
SELECT wiji_create_feed('orders', 'updated_at', changes => true) \g /dev/null
CREATE VIEW orders_feed AS SELECT * FROM orders WHERE updated_at < (SELECT wiji_horizon_timestamptz('orders'));
GRANT SELECT ON orders_feed TO regress_loader;
INSERT INTO orders (region) VALUES (1);
SELECT pg_sleep(0.001) \g /dev/null
SET SESSION AUTHORIZATION regress_loader;
SET plan_cache_mode = force_generic_plan;
PREPARE poll AS SELECT id, region FROM orders_feed WHERE updated_at > $1 ORDER BY updated_at, id LIMIT 10;
EXECUTE poll ('-infinity');
-- Another role gets the session: it has no right, and takes none over.
SET SESSION AUTHORIZATION regress_other;
SELECT f.* FROM unnest('{EXECUTE poll (''-infinity''),SELECT wiji_horizon_timestamptz(''orders'')}'::text[]) s, failure(s) f;
-- A new partition: in a prepared statement, and when the pooler has reset the session
RESET SESSION AUTHORIZATION;
CREATE TABLE orders_2 PARTITION OF orders FOR VALUES IN (2);
INSERT INTO orders (region) VALUES (2);
SELECT pg_sleep(0.001) \g /dev/null
SET SESSION AUTHORIZATION regress_loader;
EXECUTE poll ('-infinity');
DISCARD ALL;
SET SESSION AUTHORIZATION regress_loader;
SELECT id, region FROM orders_feed ORDER BY id;
-- A feed that was dropped, and created again
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION regress_loader;
PREPARE poll AS SELECT id, region FROM orders_feed ORDER BY id;
EXECUTE poll;
RESET SESSION AUTHORIZATION;
SELECT wiji_drop_feed('orders') \g /dev/null
SET SESSION AUTHORIZATION regress_loader;
SELECT code, message FROM failure('EXECUTE poll');
RESET SESSION AUTHORIZATION;
SELECT wiji_create_feed('orders', 'updated_at', changes => true) \g /dev/null
INSERT INTO orders (region) VALUES (1);
SELECT pg_sleep(0.001) \g /dev/null
SET SESSION AUTHORIZATION regress_loader;
EXECUTE poll;
RESET SESSION AUTHORIZATION;
DROP VIEW orders_feed;
DROP TABLE orders;
DROP ROLE regress_loader, regress_other;
