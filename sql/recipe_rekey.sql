-- docs/migrate.md: a graph of tables gets new keys while it is in use, and has the old ones back
-- when they are wanted.
-- The statements are the same for keys of bigint, uuid and text, so each step is kept in a variable
-- and run for all three.
SET client_min_messages = warning;
CREATE SCHEMA from_bigint;
CREATE SCHEMA from_uuid;
CREATE SCHEMA from_text;

-- A customer may refer to another, and one table's key is part of another's.
SELECT $sql$
CREATE TABLE customer (
	id :key PRIMARY KEY DEFAULT :new_key,
	referred_by :key REFERENCES customer,
	created_at timestamptz NOT NULL
);
CREATE TABLE orders (
	id :key PRIMARY KEY DEFAULT :new_key,
	customer_id :key NOT NULL REFERENCES customer,
	created_at timestamptz NOT NULL
);
CREATE INDEX ON orders (customer_id);
CREATE TABLE item (
	order_id :key REFERENCES orders ON DELETE CASCADE,
	n integer,
	PRIMARY KEY (order_id, n)
);
INSERT INTO customer (created_at) SELECT timestamptz '2020-01-01 00:00+00' + i * interval '1 hour'
FROM generate_series(1, 500) i;
UPDATE customer SET referred_by = (SELECT id FROM customer WHERE created_at = '2020-01-01 07:00+00')
WHERE created_at > '2020-01-03 00:00+00';
INSERT INTO orders (customer_id, created_at) SELECT id, created_at + n * interval '1 day'
FROM customer, generate_series(1, 3) n;
INSERT INTO item SELECT id, n FROM orders, generate_series(1, 2) n;
$sql$ AS make \gset

-- What belongs together, whatever its keys are.
SELECT $sql$
SELECT c.created_at AS customer, r.created_at AS referred_by, o.created_at AS ordered, n
FROM item i JOIN orders o ON o.id = i.order_id JOIN customer c ON c.id = o.customer_id
LEFT JOIN customer r ON r.id = c.referred_by
$sql$ AS together \gset

-- What the application does meanwhile.  It names the columns, whose positions change, and neither
-- new ones nor old ones.
SELECT $sql$
INSERT INTO customer (created_at, referred_by) SELECT now(), id FROM customer WHERE created_at = '2020-01-01 08:00+00';
INSERT INTO orders (customer_id, created_at) SELECT id, now() FROM customer ORDER BY created_at DESC LIMIT 1;
INSERT INTO item (order_id, n) SELECT id, 1 FROM orders ORDER BY created_at DESC LIMIT 1;
UPDATE customer SET referred_by = (SELECT id FROM customer WHERE created_at = '2020-01-01 09:00+00')
WHERE created_at = '2020-01-01 10:00+00';
CREATE TABLE IF NOT EXISTS expected AS :together;
TRUNCATE expected;
INSERT INTO expected :together;
$sql$ AS work \gset

-- Is everything together that was, and with which keys?
SELECT $sql$
SELECT current_schema AS schema,
	(SELECT format_type(atttypid, NULL) FROM pg_attribute
	 WHERE attrelid = 'item'::regclass AND attname = 'order_id') AS key,
	(SELECT count(*) FROM expected) AS items,
	(SELECT count(*) FROM (TABLE expected EXCEPT ALL (:together)) gone) AS gone,
	(SELECT count(*) FROM ((:together) EXCEPT ALL TABLE expected) other) AS other;
$sql$ AS look \gset

\set key bigint
\set new_key 'nextval(''keys'')'
SET search_path = from_bigint, public;
CREATE SEQUENCE keys;
:make :work :look
\set key uuid
\set new_key 'gen_random_uuid()'
SET search_path = from_uuid, public;
:make :work :look
\set key text
\set new_key '''N'' || md5(random()::text)'
SET search_path = from_text, public;
:make :work :look

-- 1. New columns beside the old ones.  New rows fill them.
SELECT $sql$
ALTER TABLE customer ADD new_id wiji, ADD new_referred_by wiji;
ALTER TABLE orders ADD new_id wiji, ADD new_customer_id wiji;
ALTER TABLE item ADD new_order_id wiji;
ALTER TABLE customer ALTER new_id SET DEFAULT wiji_generate();
ALTER TABLE orders ALTER new_id SET DEFAULT wiji_generate();

CREATE FUNCTION follow_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.new_referred_by := (SELECT new_id FROM customer WHERE id = NEW.referred_by);
	RETURN NEW;
END $$;
CREATE FUNCTION follow_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.new_customer_id := (SELECT new_id FROM customer WHERE id = NEW.customer_id);
	RETURN NEW;
END $$;
CREATE FUNCTION follow_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.new_order_id := (SELECT new_id FROM orders WHERE id = NEW.order_id);
	RETURN NEW;
END $$;
CREATE TRIGGER follow BEFORE INSERT OR UPDATE OF referred_by ON customer
FOR EACH ROW EXECUTE FUNCTION follow_customer();
CREATE TRIGGER follow BEFORE INSERT OR UPDATE OF customer_id ON orders FOR EACH ROW EXECUTE FUNCTION follow_orders();
CREATE TRIGGER follow BEFORE INSERT OR UPDATE OF order_id ON item FOR EACH ROW EXECUTE FUNCTION follow_item();
$sql$ AS add_columns \gset
SET search_path = from_bigint, public;
:add_columns :work
SET search_path = from_uuid, public;
:add_columns :work
SET search_path = from_text, public;
:add_columns :work

-- 2. The old rows: keys first, in the order of time and in batches, then what refers to them.
SELECT $sql$
DO $$
DECLARE
	rows bigint;
BEGIN
	LOOP
		UPDATE customer SET new_id = made.id
		FROM (SELECT old, wiji_generate(created_at) AS id
		      FROM (SELECT id AS old, created_at FROM customer WHERE new_id IS NULL ORDER BY created_at, id
		            LIMIT 300) batch) made
		WHERE customer.id = old AND new_id IS NULL;
		GET DIAGNOSTICS rows = ROW_COUNT;
		EXIT WHEN rows = 0;
	END LOOP;
	LOOP
		UPDATE orders SET new_id = made.id
		FROM (SELECT old, wiji_generate(created_at) AS id
		      FROM (SELECT id AS old, created_at FROM orders WHERE new_id IS NULL ORDER BY created_at, id
		            LIMIT 300) batch) made
		WHERE orders.id = old AND new_id IS NULL;
		GET DIAGNOSTICS rows = ROW_COUNT;
		EXIT WHEN rows = 0;
	END LOOP;
END $$;
UPDATE customer SET new_referred_by = parent.new_id FROM customer parent
WHERE parent.id = customer.referred_by AND customer.new_referred_by IS NULL;
UPDATE orders SET new_customer_id = parent.new_id FROM customer parent
WHERE parent.id = customer_id AND new_customer_id IS NULL;
UPDATE item SET new_order_id = parent.new_id FROM orders parent WHERE parent.id = order_id AND new_order_id IS NULL;
$sql$ AS fill \gset
SET search_path = from_bigint, public;
:fill :work
SET search_path = from_uuid, public;
:fill :work
SET search_path = from_text, public;
:fill :work

-- 3. Indexes and constraints.  They block nobody while they are built and checked.
SELECT $sql$
CREATE UNIQUE INDEX CONCURRENTLY customer_new_pkey ON customer (new_id);
CREATE UNIQUE INDEX CONCURRENTLY orders_new_pkey ON orders (new_id);
CREATE UNIQUE INDEX CONCURRENTLY item_new_pkey ON item (new_order_id, n);
CREATE INDEX CONCURRENTLY orders_new_customer_id_idx ON orders (new_customer_id);

ALTER TABLE customer ADD CONSTRAINT new_complete
       CHECK (new_id IS NOT NULL AND (new_referred_by IS NULL) = (referred_by IS NULL)) NOT VALID;
ALTER TABLE orders ADD CONSTRAINT new_complete CHECK (new_id IS NOT NULL AND new_customer_id IS NOT NULL) NOT VALID;
ALTER TABLE item ADD CONSTRAINT new_complete CHECK (new_order_id IS NOT NULL) NOT VALID;
ALTER TABLE customer ADD CONSTRAINT customer_new_referred_by_fkey
       FOREIGN KEY (new_referred_by) REFERENCES customer (new_id) NOT VALID;
ALTER TABLE orders ADD CONSTRAINT orders_new_customer_id_fkey
       FOREIGN KEY (new_customer_id) REFERENCES customer (new_id) NOT VALID;
ALTER TABLE item ADD CONSTRAINT item_new_order_id_fkey FOREIGN KEY (new_order_id) REFERENCES orders (new_id)
       ON DELETE CASCADE NOT VALID;

ALTER TABLE customer VALIDATE CONSTRAINT new_complete;
ALTER TABLE orders VALIDATE CONSTRAINT new_complete;
ALTER TABLE item VALIDATE CONSTRAINT new_complete;
ALTER TABLE customer VALIDATE CONSTRAINT customer_new_referred_by_fkey;
ALTER TABLE orders VALIDATE CONSTRAINT orders_new_customer_id_fkey;
ALTER TABLE item VALIDATE CONSTRAINT item_new_order_id_fkey;
$sql$ AS constrain \gset
SET search_path = from_bigint, public;
:constrain :work
SET search_path = from_uuid, public;
:constrain :work
SET search_path = from_text, public;
:constrain :work

-- 4. The downtime: names change their meaning.  Nothing is scanned, rewritten or built.
SELECT $sql$
BEGIN;
LOCK TABLE customer, orders, item IN ACCESS EXCLUSIVE MODE;
ALTER TABLE item DROP CONSTRAINT item_order_id_fkey, DROP CONSTRAINT item_pkey;
ALTER TABLE orders DROP CONSTRAINT orders_customer_id_fkey, DROP CONSTRAINT orders_pkey;
ALTER TABLE customer DROP CONSTRAINT customer_referred_by_fkey, DROP CONSTRAINT customer_pkey;

ALTER TABLE customer RENAME id TO old_id;
ALTER TABLE customer RENAME referred_by TO old_referred_by;
ALTER TABLE orders RENAME id TO old_id;
ALTER TABLE orders RENAME customer_id TO old_customer_id;
ALTER TABLE item RENAME order_id TO old_order_id;
ALTER TABLE customer RENAME new_id TO id;
ALTER TABLE customer RENAME new_referred_by TO referred_by;
ALTER TABLE orders RENAME new_id TO id;
ALTER TABLE orders RENAME new_customer_id TO customer_id;
ALTER TABLE item RENAME new_order_id TO order_id;

ALTER TABLE customer ALTER id SET NOT NULL;
ALTER TABLE orders ALTER id SET NOT NULL, ALTER customer_id SET NOT NULL;
ALTER TABLE item ALTER order_id SET NOT NULL;
ALTER TABLE customer DROP CONSTRAINT new_complete, ADD CONSTRAINT customer_pkey PRIMARY KEY
USING INDEX customer_new_pkey;
ALTER TABLE orders DROP CONSTRAINT new_complete, ADD CONSTRAINT orders_pkey PRIMARY KEY USING INDEX orders_new_pkey;
ALTER TABLE item DROP CONSTRAINT new_complete, ADD CONSTRAINT item_pkey PRIMARY KEY USING INDEX item_new_pkey;
ALTER TABLE customer RENAME CONSTRAINT customer_new_referred_by_fkey TO customer_referred_by_fkey;
ALTER TABLE orders RENAME CONSTRAINT orders_new_customer_id_fkey TO orders_customer_id_fkey;
ALTER TABLE item RENAME CONSTRAINT item_new_order_id_fkey TO item_order_id_fkey;
ALTER INDEX orders_customer_id_idx RENAME TO orders_old_customer_id_idx;
ALTER INDEX orders_new_customer_id_idx RENAME TO orders_customer_id_idx;

-- from now on the old columns follow
CREATE OR REPLACE FUNCTION follow_customer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.old_referred_by := (SELECT old_id FROM customer WHERE id = NEW.referred_by);
	RETURN NEW;
END $$;
CREATE OR REPLACE FUNCTION follow_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.old_customer_id := (SELECT old_id FROM customer WHERE id = NEW.customer_id);
	RETURN NEW;
END $$;
CREATE OR REPLACE FUNCTION follow_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.old_order_id := (SELECT old_id FROM orders WHERE id = NEW.order_id);
	RETURN NEW;
END $$;
DROP TRIGGER follow ON customer;
DROP TRIGGER follow ON orders;
DROP TRIGGER follow ON item;
CREATE TRIGGER follow BEFORE INSERT OR UPDATE OF referred_by ON customer
FOR EACH ROW EXECUTE FUNCTION follow_customer();
CREATE TRIGGER follow BEFORE INSERT OR UPDATE OF customer_id ON orders FOR EACH ROW EXECUTE FUNCTION follow_orders();
CREATE TRIGGER follow BEFORE INSERT OR UPDATE OF order_id ON item FOR EACH ROW EXECUTE FUNCTION follow_item();
COMMIT;
$sql$ AS swap \gset
CREATE TEMP VIEW files AS
SELECT relnamespace, oid, pg_relation_filenode(oid) AS file FROM pg_class
WHERE relnamespace::regnamespace::text ~ '^from_' AND relkind IN ('r', 'i') AND relname <> 'expected';
CREATE TEMP TABLE files_before AS TABLE files;
SET search_path = from_bigint, public;
:swap :look :work :look
SET search_path = from_uuid, public;
:swap :look :work :look
SET search_path = from_text, public;
:swap :look :work :look
SELECT count(*) AS written FROM (TABLE files EXCEPT TABLE files_before) f;

-- What it looks like now.  Ids have the order and the times of the rows.
SET search_path = from_bigint, public;
\d orders
SELECT count(*) FILTER (WHERE wiji_timestamp(id) = created_at) AS same_time, count(*) AS old_rows,
       count(*) FILTER (WHERE rank <> old_rank) AS out_of_order
FROM (SELECT id, created_at, rank() OVER (ORDER BY id), rank() OVER (ORDER BY created_at, old_id) AS old_rank
      FROM customer WHERE created_at < '2020-02-01') s;

-- The way back: from step 3, with "new" and "old" exchanged.
SELECT replace(:'constrain', 'new_', 'old_') AS constrain_back,
       replace(replace(replace(:'swap', 'new_', 'OLD_'), 'old_', 'new_'), 'OLD_', 'old_') AS swap_back \gset
SELECT regexp_replace(:'constrain_back', 'CREATE INDEX[^;]*;', '') AS constrain_back \gset
SET search_path = from_bigint, public;
:constrain_back :swap_back :look :work :look
SET search_path = from_uuid, public;
:constrain_back :swap_back :look :work :look
SET search_path = from_text, public;
:constrain_back :swap_back :look :work :look

-- Or, when nobody will want to go back: forth again, and the old columns go.
SELECT $sql$
DROP TRIGGER follow ON customer;
DROP TRIGGER follow ON orders;
DROP TRIGGER follow ON item;
DROP FUNCTION follow_customer, follow_orders, follow_item;
ALTER TABLE customer DROP old_id, DROP old_referred_by;
ALTER TABLE orders DROP old_id, DROP old_customer_id;
ALTER TABLE item DROP old_order_id;
$sql$ AS finish,
regexp_replace(:'constrain', 'CREATE INDEX[^;]*;', '') AS constrain \gset
SET search_path = from_text, public;
:constrain :swap :finish :look :work :look
\d item

RESET search_path;
DROP VIEW files;
DROP TABLE files_before;
DROP SCHEMA from_bigint, from_uuid, from_text CASCADE;
