-- A view over the horizon is all that a loading tool needs: SELECT on the view suffices, if its owner may
-- read the table.
SET client_min_messages = warning;
DROP ROLE IF EXISTS regress_owner, regress_loader, regress_group, regress_stranger; -- left by an interrupted run
RESET client_min_messages;
CREATE ROLE regress_owner;
CREATE ROLE regress_group;
CREATE ROLE regress_loader IN ROLE regress_group;
CREATE ROLE regress_stranger;
CREATE SCHEMA shop AUTHORIZATION regress_owner;
GRANT USAGE ON SCHEMA shop TO PUBLIC;
CREATE SCHEMA theirs AUTHORIZATION regress_stranger;
GRANT USAGE ON SCHEMA theirs TO PUBLIC;
SET search_path = public, shop;
SET ROLE regress_owner;
CREATE TABLE shop.orders (id bigserial PRIMARY KEY, item text, updated_at timestamptz);
CREATE INDEX ON shop.orders (updated_at);
SELECT wiji_create_feed('orders') \g /dev/null
INSERT INTO orders (item) VALUES ('coffee'), ('tea');
CREATE VIEW shop.orders_feed AS SELECT * FROM orders WHERE id < (SELECT wiji_horizon_bigint('orders'));
GRANT SELECT ON orders_feed TO regress_loader;
SET ROLE regress_loader;
SELECT id, item FROM orders_feed WHERE id > 0 ORDER BY id LIMIT 1000;
SELECT code, message FROM failure('SELECT FROM orders');
-- Who may read the view learns the horizon.
SELECT wiji_horizon_bigint('orders') AS horizon;
SELECT wiji_feed_flaw('orders') IS NULL AS flawless, (SELECT count(*) FROM wiji_feeds()) AS feeds;
-- The row of an open transaction is not read.
RESET ROLE;
BEGIN;
INSERT INTO orders (item) VALUES ('late');
SET LOCAL ROLE regress_loader;
SELECT id FROM orders_feed;
SELECT count(*) FROM orders_feed WHERE id > 2;
COMMIT;
-- In every way of reading.
SET ROLE regress_loader;
PREPARE poll AS SELECT max(id) FROM orders_feed;
EXECUTE poll;
BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY;
DECLARE c CURSOR FOR SELECT id FROM orders_feed ORDER BY id;
FETCH 2 FROM c;
COMMIT;
COPY (SELECT id, item FROM orders_feed ORDER BY id) TO stdout;

-- Each poll is checked: rights that are revoked count at once, by whatever way, in prepared statements, and
-- in the transaction that has the horizon already.
\set ECHO none
CREATE FUNCTION pg_temp.read(role name, relation text DEFAULT 'orders_feed', OUT code text, OUT hint text)
LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('SET LOCAL ROLE %I', role);
	SELECT f.code, f.hint FROM public.failure('SELECT * FROM ' || relation) f INTO code, hint;
	SET LOCAL ROLE NONE;
END $$;
\set ECHO all
RESET ROLE;
SELECT * FROM pg_temp.read('regress_loader');
REVOKE SELECT ON orders_feed FROM regress_loader;
SELECT * FROM pg_temp.read('regress_loader');
GRANT SELECT ON orders_feed TO regress_group;
SELECT * FROM pg_temp.read('regress_loader');
REVOKE SELECT ON orders_feed FROM regress_group;
GRANT SELECT ON orders_feed TO PUBLIC;
SELECT * FROM pg_temp.read('regress_loader');
REVOKE SELECT ON orders_feed FROM PUBLIC;
GRANT SELECT (id, item) ON orders_feed TO regress_loader;
SELECT * FROM pg_temp.read('regress_loader', '(SELECT id, item FROM orders_feed) o');
GRANT SELECT ON orders_feed TO regress_loader;
BEGIN ISOLATION LEVEL REPEATABLE READ;
SET LOCAL ROLE regress_loader;
EXECUTE poll;
SET LOCAL ROLE regress_stranger;
SELECT code FROM failure('SELECT wiji_horizon_bigint(''orders'')');
SET LOCAL ROLE regress_loader;
SELECT wiji_horizon_bigint('orders') AS horizon;
COMMIT;

-- The view must call this horizon, and read the table with the rights of its owner.
SELECT change, r.* FROM unnest(ARRAY[
	'ALTER VIEW orders_feed SET (security_invoker = true)',
	'CREATE OR REPLACE VIEW shop.orders_feed AS SELECT * FROM orders',
	'CREATE OR REPLACE VIEW shop.orders_feed AS SELECT * FROM orders WHERE updated_at < wiji_horizon_timestamptz(''orders'')',
	'CREATE OR REPLACE VIEW shop.orders_feed AS SELECT o.* FROM orders o, (SELECT wiji_horizon_bigint(''orders'') h) h WHERE id < h',
	'ALTER VIEW orders_feed OWNER TO regress_stranger', 'ALTER VIEW orders_feed RENAME TO feed_of_orders',
	'DROP VIEW orders_feed; CREATE MATERIALIZED VIEW shop.orders_feed AS
	SELECT * FROM orders WHERE id < (SELECT wiji_horizon_bigint(''orders'')); GRANT SELECT ON orders_feed TO regress_loader',
	'REVOKE SELECT ON orders FROM regress_owner', 'DROP VIEW orders_feed']) change,
	LATERAL (SELECT (failure(change || '; SET LOCAL ROLE regress_loader;
		SELECT ''horizon'' FROM wiji_horizon_bigint(''orders''); SELECT 1/0')).code AS code) r;
-- An owner who loses SELECT: so do the roles that read the view.
REVOKE ALL ON orders FROM regress_owner;
SELECT * FROM pg_temp.read('regress_loader');
SELECT * FROM pg_temp.read('regress_loader', 'wiji_horizon_bigint(''orders'')');
GRANT ALL ON orders TO regress_owner;
SELECT * FROM pg_temp.read('regress_loader');

-- A view on the view: its readers need SELECT on the feed's view, too.
SET ROLE regress_owner;
CREATE VIEW shop.staging AS SELECT id, upper(item) AS item FROM orders_feed;
GRANT SELECT ON staging TO regress_group;
RESET ROLE;
REVOKE SELECT ON orders_feed FROM regress_loader;
SELECT * FROM pg_temp.read('regress_loader', 'staging');
GRANT SELECT ON orders_feed TO regress_loader;
SET ROLE regress_loader;
SELECT item FROM staging ORDER BY id;
RESET ROLE;

-- A stranger's views over the table: they learn nothing, and lend nothing.
SET ROLE regress_stranger;
CREATE VIEW theirs.horizon AS SELECT wiji_horizon_bigint(t) AS horizon, t FROM (VALUES ('shop.orders'::regclass)) v (t);
CREATE VIEW theirs.rows AS SELECT id FROM orders WHERE id < (SELECT wiji_horizon_bigint('shop.orders'));
GRANT SELECT ON theirs.horizon, theirs.rows TO PUBLIC;
SELECT relation, code, hint FROM unnest('{theirs.horizon,theirs.rows}'::text[]) relation, failure('SELECT * FROM ' || relation);
RESET ROLE;
REVOKE SELECT ON orders_feed FROM regress_loader;
SELECT * FROM pg_temp.read('regress_loader', 'theirs.rows');
-- They lend what they have.
GRANT SELECT ON orders TO regress_stranger;
SELECT * FROM pg_temp.read('regress_loader', 'theirs.rows');
SELECT * FROM pg_temp.read('regress_stranger', 'theirs.horizon');
REVOKE SELECT ON orders FROM regress_stranger;
SELECT * FROM pg_temp.read('regress_loader', 'theirs.rows');
SELECT * FROM pg_temp.read('regress_stranger', 'theirs.horizon');

-- However many there are, they are looked at once: nothing is searched again until a catalog changes.
\set ECHO none
DO $$
BEGIN
	FOR n IN 1..300 LOOP
		EXECUTE format('CREATE VIEW theirs.v%s AS SELECT id FROM shop.orders WHERE id < (SELECT wiji_horizon_bigint(''shop.orders''))', n);
		EXECUTE format('ALTER VIEW theirs.v%s OWNER TO regress_stranger', n);
		EXECUTE format('GRANT SELECT ON theirs.v%s TO regress_loader', n);
	END LOOP;
END $$;
CREATE FUNCTION pg_temp.scans(catalog name, statement text, OUT code text, OUT scans bigint) LANGUAGE plpgsql AS $$
DECLARE
	before bigint := (SELECT idx_scan FROM pg_stat_xact_sys_tables WHERE relname = catalog);
BEGIN
	SET LOCAL ROLE regress_loader;
	SELECT f.code INTO code FROM public.failure(statement) f;
	SET LOCAL ROLE NONE;
	scans := (SELECT idx_scan FROM pg_stat_xact_sys_tables WHERE relname = catalog) - before;
END $$;
\set ECHO all
BEGIN;
SELECT code, scans >= 300 AS of_each_view FROM pg_temp.scans('pg_rewrite', 'SELECT wiji_horizon_bigint(''orders'')');
SELECT * FROM pg_temp.scans('pg_rewrite', 'SELECT wiji_horizon_bigint(''orders'')');
-- of a stranger's view, it is not even searched what it reads
REVOKE SELECT ON theirs.v300 FROM regress_loader;
SELECT * FROM pg_temp.scans('pg_depend', 'SELECT wiji_horizon_bigint(''orders'')');
SELECT * FROM pg_temp.scans('pg_depend', 'SELECT wiji_horizon_bigint(''orders'')');
-- What is granted counts at once, and so does what is revoked; in a transaction that is rolled back, too.
SAVEPOINT a;
GRANT SELECT ON orders_feed TO regress_group;
SELECT * FROM pg_temp.read('regress_loader');
ROLLBACK TO a;
SELECT * FROM pg_temp.read('regress_loader');
GRANT SELECT ON orders TO regress_stranger;
SELECT * FROM pg_temp.read('regress_loader', 'theirs.v7');
COMMIT;
REVOKE SELECT ON orders FROM regress_stranger;
SELECT * FROM pg_temp.read('regress_loader', 'theirs.v7');
ALTER ROLE regress_stranger SUPERUSER;
SELECT * FROM pg_temp.read('regress_loader', 'theirs.v7');
ALTER ROLE regress_stranger NOSUPERUSER;
SELECT * FROM pg_temp.read('regress_loader', 'theirs.v7');
GRANT regress_owner TO regress_stranger;
SELECT * FROM pg_temp.read('regress_loader', 'theirs.v7');
REVOKE regress_owner FROM regress_stranger;
SELECT * FROM pg_temp.read('regress_loader', 'theirs.v7');
SET client_min_messages = warning;
DROP SCHEMA theirs CASCADE;
RESET client_min_messages;

-- A view in a schema that the role may not use lends nothing: not directly, nor below a view that it can name.
GRANT SELECT ON orders_feed TO regress_loader;
SELECT * FROM pg_temp.read('regress_loader', 'wiji_horizon_bigint(''orders'')');
SET ROLE regress_loader;
PREPARE again AS SELECT max(id) FROM shop.orders_feed;
EXECUTE again;
RESET ROLE;
CREATE SCHEMA front AUTHORIZATION regress_owner;
GRANT USAGE ON SCHEMA front TO PUBLIC;
ALTER VIEW staging SET SCHEMA front;
SELECT 'orders'::regclass::oid AS orders \gset
REVOKE USAGE ON SCHEMA shop FROM PUBLIC;
SELECT * FROM pg_temp.read('regress_loader', format('wiji_horizon_bigint(%s)', :orders));
SELECT * FROM pg_temp.read('regress_loader', 'front.staging');
-- The server rejects what was prepared before, too: it looks up the names again.
SET ROLE regress_loader;
EXECUTE again;
RESET ROLE;
GRANT USAGE ON SCHEMA shop TO regress_group;
SELECT * FROM pg_temp.read('regress_loader', 'front.staging');
SET ROLE regress_loader;
EXECUTE again;
RESET ROLE;
GRANT USAGE ON SCHEMA shop TO PUBLIC;
-- The horizon is the table's.
SELECT f.* FROM unnest(ARRAY['SELECT wiji_horizon_bigint(''orders_feed'')', 'SELECT wiji_create_feed(''orders_feed'')']) s, failure(s) f;
SELECT wiji_feed_flaw('orders_feed');

-- The view of row versions.
SET ROLE regress_owner;
SELECT wiji_create_feed('orders', 'updated_at', changes => true) \g /dev/null
UPDATE orders SET item = 'cake' WHERE item = 'tea';
CREATE OR REPLACE VIEW shop.orders_feed AS SELECT * FROM orders WHERE updated_at < (SELECT wiji_horizon_timestamptz('orders'));
GRANT SELECT ON orders_feed TO regress_loader;
SET ROLE regress_loader;
SELECT item FROM orders_feed;
RESET ROLE;
-- A session remembers views in bounded space.
DO $$
BEGIN
	FOR n IN 1..600 LOOP
		EXECUTE format('CREATE ROLE regress_reader_%s IN ROLE regress_group', n);
	END LOOP;
END $$;
GRANT SELECT ON orders_feed TO regress_group;
SELECT count(code), count(*) FROM generate_series(1, 600) n, pg_temp.read('regress_reader_' || n);
SELECT sum(used_bytes) < 100000 AS bounded FROM pg_backend_memory_contexts WHERE name ~ 'wiji feeds'' views';
DO $$
BEGIN
	FOR n IN 1..600 LOOP
		EXECUTE format('DROP ROLE regress_reader_%s', n);
	END LOOP;
END $$;
SET client_min_messages = warning;
DROP OWNED BY regress_owner, regress_loader, regress_group, regress_stranger;
DROP ROLE regress_owner, regress_loader, regress_group, regress_stranger;
RESET client_min_messages;
RESET search_path;
