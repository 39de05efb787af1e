-- From uuid to wiji: docs/migrate.md, "From uuid to wiji, while it is in use".
--
--	psql -X -f migrate/uuid.sql
--
-- A customer and an invoice stand for your tables.  Write these into a copy.
--
-- It can be stopped at any moment, by whatever stops it, and goes on where it was when it is run
-- again.  It says for how long it has locked a table.
\set ON_ERROR_STOP on
\ir procedures.sql

SELECT pg_temp.type_of('customer', 'id') <> 'wiji' AS todo \gset
\if :todo

-- 1. A twin, which every row fills that is written from now on.
CALL pg_temp.only_as_owner('customer', 'invoice');
CALL pg_temp.none_may_be('customer', $$pg_temp.has('customer', 'zz_follow')$$, 'NOT wiji_is_valid(id)');
CALL pg_temp.only_these_refer('customer', 'invoice_customer_id_fkey ON invoice', 'invoice_new_customer_id_fkey ON invoice');
CALL pg_temp.fires_last('customer', 'zz_follow', 'id');
CALL pg_temp.briefly('customer', $$pg_temp.has('customer', 'zz_follow') OR pg_temp.type_of('customer', 'id') = 'wiji'$$, $$
	ALTER TABLE customer ADD new_id wiji, ALTER id SET DEFAULT wiji_uuid();
	ALTER TABLE customer ALTER new_id TYPE wiji;	-- its own type: an error if rows of the table are stored in a column elsewhere
	ALTER TABLE customer ADD CONSTRAINT new_complete CHECK (new_id IS NOT NULL AND new_id = id) NOT VALID;
	CREATE FUNCTION follow_customer() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.new_id := NEW.id; RETURN NEW; END';
	CREATE TRIGGER zz_follow BEFORE INSERT OR UPDATE ON customer FOR EACH ROW EXECUTE FUNCTION follow_customer();
$$);

-- 2. Old rows, in batches.
CALL pg_temp.in_batches('customer', 'new_id = id', 'new_id IS NULL');

-- 3. An index and constraints, which block nobody while they are built and checked.
SELECT pg_temp.drop_invalid('customer', 'customer_new_pkey') \gexec
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS customer_new_pkey ON customer (new_id);
ALTER TABLE customer VALIDATE CONSTRAINT new_complete;
CALL pg_temp.briefly('customer, invoice', $$pg_temp.has('invoice', 'invoice_new_customer_id_fkey')$$, $$
	ALTER TABLE invoice ADD CONSTRAINT invoice_new_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customer (new_id) NOT VALID;	-- a uuid to a wiji
$$);
ALTER TABLE invoice VALIDATE CONSTRAINT invoice_new_customer_id_fkey;
ANALYZE customer;	-- or the new key has no statistics at first

-- 4. The twin takes its place: catalog entries only.
CALL pg_temp.briefly('customer, invoice', $$NOT pg_temp.has('customer', 'new_id')$$, $$
	DROP TRIGGER zz_follow ON customer;
	DROP FUNCTION follow_customer;
	ALTER TABLE invoice DROP CONSTRAINT invoice_customer_id_fkey;
	ALTER TABLE customer ALTER new_id SET NOT NULL;		-- proved by new_complete, so nothing is scanned
	ALTER TABLE customer DROP CONSTRAINT customer_pkey, DROP CONSTRAINT new_complete;
	ALTER TABLE customer DROP id;
	ALTER TABLE customer RENAME new_id TO id;
	ALTER TABLE customer ADD CONSTRAINT customer_pkey PRIMARY KEY USING INDEX customer_new_pkey;
	ALTER TABLE customer ALTER id SET DEFAULT wiji_generate();
	ALTER TABLE invoice RENAME CONSTRAINT invoice_new_customer_id_fkey TO invoice_customer_id_fkey;
$$, goes => '{new_id,new_complete,invoice_new_customer_id_fkey,zz_follow}');

\endif
SELECT pg_temp.type_of('invoice', 'customer_id') <> 'wiji' AS todo \gset
\if :todo

-- 5. The same for the uuids that refer to it.
CALL pg_temp.only_as_owner('customer', 'invoice');
-- (Where customer_id may be null: without the next line, and with
-- CHECK (new_customer_id IS NOT DISTINCT FROM customer_id).)
CALL pg_temp.none_may_be('invoice', $$pg_temp.has('invoice', 'zz_follow')$$, 'customer_id IS NULL');
CALL pg_temp.fires_last('invoice', 'zz_follow', 'customer_id');
CALL pg_temp.briefly('invoice', $$pg_temp.has('invoice', 'zz_follow') OR pg_temp.type_of('invoice', 'customer_id') = 'wiji'$$, $$
	ALTER TABLE invoice ADD new_customer_id wiji;
	ALTER TABLE invoice ALTER new_customer_id TYPE wiji;	-- as in step 1
	ALTER TABLE invoice ADD CONSTRAINT new_complete CHECK (new_customer_id IS NOT NULL AND new_customer_id = customer_id) NOT VALID;
	CREATE FUNCTION follow_invoice() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.new_customer_id := NEW.customer_id; RETURN NEW; END';
	CREATE TRIGGER zz_follow BEFORE INSERT OR UPDATE ON invoice FOR EACH ROW EXECUTE FUNCTION follow_invoice();
$$);

-- 6. In batches.  (Where it may be null: new_customer_id IS NULL AND customer_id IS NOT NULL.)
CALL pg_temp.in_batches('invoice', 'new_customer_id = customer_id', 'new_customer_id IS NULL');

-- 7. As step 3.
SELECT pg_temp.drop_invalid('invoice', 'invoice_new_customer_id_idx') \gexec
CREATE INDEX CONCURRENTLY IF NOT EXISTS invoice_new_customer_id_idx ON invoice (new_customer_id);
ALTER TABLE invoice VALIDATE CONSTRAINT new_complete;
CALL pg_temp.briefly('customer, invoice', $$pg_temp.has('invoice', 'invoice_new_customer_id_fkey')$$, $$
	ALTER TABLE invoice ADD CONSTRAINT invoice_new_customer_id_fkey FOREIGN KEY (new_customer_id) REFERENCES customer NOT VALID;
$$);
ALTER TABLE invoice VALIDATE CONSTRAINT invoice_new_customer_id_fkey;
ANALYZE invoice;	-- or the new key has no statistics at first

-- 8. As step 4.  (Where it may be null: no SET NOT NULL.)
CALL pg_temp.briefly('customer, invoice', $$NOT pg_temp.has('invoice', 'new_customer_id')$$, $$
	DROP TRIGGER zz_follow ON invoice;
	DROP FUNCTION follow_invoice;
	ALTER TABLE invoice ALTER new_customer_id SET NOT NULL;
	ALTER TABLE invoice DROP CONSTRAINT invoice_customer_id_fkey, DROP CONSTRAINT new_complete;
	ALTER TABLE invoice DROP customer_id;
	ALTER TABLE invoice RENAME new_customer_id TO customer_id;
	ALTER TABLE invoice RENAME CONSTRAINT invoice_new_customer_id_fkey TO invoice_customer_id_fkey;
	ALTER INDEX invoice_new_customer_id_idx RENAME TO invoice_customer_id_idx;
$$, goes => '{new_customer_id,new_complete,invoice_new_customer_id_fkey,zz_follow}');

\endif
