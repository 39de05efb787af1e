-- New keys: docs/migrate.md, "A whole graph of tables, while it is in use".
--
--	psql -X -f migrate/graph.sql
--	psql -X -v finish=yes -f migrate/graph.sql	-- when nobody will want to go back
--
-- A customer, who may be referred by another, and an invoice stand for your tables.  Write these
-- into a copy.
--
--	grep -v 'referred_by\|follow_customer' migrate/graph.sql	-- if none is referred by another
--
-- It can be stopped at any moment, by whatever stops it, and goes on where it was when it is run
-- again.  It says for how long it has locked a table.
\set ON_ERROR_STOP on
\ir procedures.sql

SELECT pg_temp.type_of('customer', 'id') <> 'wiji' AS todo \gset
\if :todo

-- 1. New columns (nothing is rewritten).  New rows fill them.  A row without a time gets no id.
CALL pg_temp.only_as_owner('customer', 'invoice');
CALL pg_temp.unique_alone('customer', 'id');
CALL pg_temp.none_may_be('customer', $$pg_temp.has('invoice', 'zz_follow')$$, 'created_at IS NULL');
CALL pg_temp.none_may_be('customer', $$pg_temp.has('invoice', 'zz_follow')$$, 'referred_by IS NOT NULL AND NOT EXISTS (SELECT FROM customer c WHERE c.id OPERATOR(pg_catalog.=) customer.referred_by)');
CALL pg_temp.none_may_be('invoice', $$pg_temp.has('invoice', 'zz_follow')$$, 'NOT EXISTS (SELECT FROM customer c WHERE c.id OPERATOR(pg_catalog.=) invoice.customer_id)');
CALL pg_temp.fires_last('customer', 'zz_follow', 'id');
CALL pg_temp.fires_last('customer', 'zz_follow', 'referred_by');
CALL pg_temp.fires_last('invoice', 'zz_follow', 'customer_id');
CALL pg_temp.only_these_refer('customer',
	'customer_referred_by_fkey ON customer', 'customer_new_referred_by_fkey ON customer',
	'invoice_customer_id_fkey ON invoice', 'invoice_new_customer_id_fkey ON invoice');
CALL pg_temp.briefly('customer, invoice', $$pg_temp.has('invoice', 'zz_follow') OR pg_temp.type_of('customer', 'id') = 'wiji'$$, $$
	ALTER TABLE customer ADD new_id wiji;
	ALTER TABLE customer ADD new_referred_by wiji;
	ALTER TABLE customer ALTER new_id TYPE wiji;	-- its own type: an error if rows of the table are stored in a column elsewhere
	ALTER TABLE customer ALTER new_id SET DEFAULT wiji_generate();	-- a statement of its own: old rows stay null
	ALTER TABLE invoice ADD new_customer_id wiji;
	ALTER TABLE invoice ALTER new_customer_id TYPE wiji;	-- the same
	-- (If that row is gone, a foreign key is about to write null, or to delete this one.)
	CREATE FUNCTION follow_customer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS
		'BEGIN NEW.new_referred_by := CASE WHEN NEW.referred_by OPERATOR(pg_catalog.=) NEW.id THEN NEW.new_id
			ELSE coalesce((SELECT new_id FROM customer WHERE id OPERATOR(pg_catalog.=) NEW.referred_by),
				CASE WHEN NEW.referred_by OPERATOR(pg_catalog.=) OLD.referred_by THEN OLD.new_referred_by END) END; RETURN NEW; END';
	CREATE FUNCTION follow_invoice() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS
		'BEGIN NEW.new_customer_id := coalesce((SELECT new_id FROM customer WHERE id OPERATOR(pg_catalog.=) NEW.customer_id),
			CASE WHEN NEW.customer_id OPERATOR(pg_catalog.=) OLD.customer_id THEN OLD.new_customer_id END); RETURN NEW; END';
	REVOKE ALL ON FUNCTION follow_customer FROM PUBLIC;
	REVOKE ALL ON FUNCTION follow_invoice FROM PUBLIC;
	CREATE TRIGGER zz_follow BEFORE INSERT OR UPDATE ON customer FOR EACH ROW EXECUTE FUNCTION follow_customer();
	CREATE TRIGGER zz_follow BEFORE INSERT OR UPDATE ON invoice FOR EACH ROW EXECUTE FUNCTION follow_invoice();
$$);

-- 2. Old rows, in batches: keys in the order of time, and then what refers to them.
SELECT pg_temp.drop_invalid('customer', 'customer_to_fill') \gexec
CREATE INDEX CONCURRENTLY IF NOT EXISTS customer_to_fill ON customer (created_at, id) WHERE new_id IS NULL;
CALL pg_temp.until_done('customer', 'new_id IS NULL', $$
	UPDATE customer SET new_id = made.id
	FROM (SELECT old, wiji_generate(created_at) AS id
	      FROM (SELECT id AS old, created_at FROM customer WHERE new_id IS NULL ORDER BY created_at, id LIMIT 1000 FOR NO KEY UPDATE SKIP LOCKED) batch) made
	WHERE customer.id = old AND new_id IS NULL
$$);
SELECT pg_temp.drop_index('customer', 'customer_to_fill') \gexec
-- (To end, it waits for all who have a snapshot from before.  So every trigger sees new keys now.)
SELECT pg_temp.drop_invalid('customer', 'customer_new_pkey') \gexec
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS customer_new_pkey ON customer (new_id);
CALL pg_temp.briefly('customer, invoice', $$pg_temp.has('invoice', 'new_complete')$$, $$
	ALTER TABLE customer ADD CONSTRAINT new_complete CHECK (new_id IS NOT NULL
		AND (new_referred_by IS NULL) = (referred_by IS NULL)
	) NOT VALID;
	ALTER TABLE invoice ADD CONSTRAINT new_complete CHECK (new_customer_id IS NOT NULL) NOT VALID;
$$);
CALL pg_temp.in_batches('customer', 'new_referred_by = NULL', 'new_referred_by IS NULL AND referred_by IS NOT NULL');	-- the trigger fills it
CALL pg_temp.in_batches('invoice', 'new_customer_id = NULL', 'new_customer_id IS NULL');

-- 3. Indexes and constraints, which block nobody while they are built and checked.
SELECT pg_temp.drop_invalid('invoice', 'invoice_new_customer_id_idx') \gexec
CREATE INDEX CONCURRENTLY IF NOT EXISTS invoice_new_customer_id_idx ON invoice (new_customer_id);
ALTER TABLE customer VALIDATE CONSTRAINT new_complete;
ALTER TABLE invoice VALIDATE CONSTRAINT new_complete;
CALL pg_temp.briefly('customer, invoice', $$pg_temp.has('invoice', 'invoice_new_customer_id_fkey')$$, $$
	ALTER TABLE customer ADD CONSTRAINT customer_new_referred_by_fkey FOREIGN KEY (new_referred_by) REFERENCES customer (new_id) NOT VALID;
	ALTER TABLE invoice ADD CONSTRAINT invoice_new_customer_id_fkey FOREIGN KEY (new_customer_id) REFERENCES customer (new_id) NOT VALID;
$$);
ALTER TABLE customer VALIDATE CONSTRAINT customer_new_referred_by_fkey;
ALTER TABLE invoice VALIDATE CONSTRAINT invoice_new_customer_id_fkey;
CALL pg_temp.none_may_be('customer', 'false', 'referred_by IS NOT NULL AND NOT EXISTS (SELECT FROM customer c WHERE c.id OPERATOR(pg_catalog.=) customer.referred_by AND c.new_id OPERATOR(pg_catalog.=) customer.new_referred_by)');	-- written without the trigger
CALL pg_temp.none_may_be('invoice', 'false', 'NOT EXISTS (SELECT FROM customer c WHERE c.id OPERATOR(pg_catalog.=) invoice.customer_id AND c.new_id OPERATOR(pg_catalog.=) invoice.new_customer_id)');
ANALYZE customer, invoice;	-- or the new key has no statistics at first

-- 4. The downtime.
CALL pg_temp.briefly('customer, invoice', $$NOT pg_temp.has('customer', 'new_id')$$, $$
	ALTER TABLE invoice DROP CONSTRAINT invoice_customer_id_fkey;
	ALTER TABLE customer DROP CONSTRAINT customer_referred_by_fkey;
	ALTER TABLE customer DROP CONSTRAINT customer_pkey;
	ALTER TABLE customer RENAME id TO old_id;
	ALTER TABLE customer RENAME new_id TO id;
	ALTER TABLE customer RENAME referred_by TO old_referred_by;
	ALTER TABLE customer RENAME new_referred_by TO referred_by;
	ALTER TABLE invoice RENAME customer_id TO old_customer_id;
	ALTER TABLE invoice RENAME new_customer_id TO customer_id;
	ALTER TABLE customer ALTER id SET NOT NULL;		-- proved by new_complete, so nothing is scanned
	ALTER TABLE invoice ALTER customer_id SET NOT NULL, ALTER old_customer_id DROP NOT NULL;
	ALTER TABLE invoice DROP CONSTRAINT new_complete;
	ALTER TABLE customer DROP CONSTRAINT new_complete, ADD CONSTRAINT customer_pkey PRIMARY KEY USING INDEX customer_new_pkey;
	ALTER TABLE customer RENAME CONSTRAINT customer_new_referred_by_fkey TO customer_referred_by_fkey;
	ALTER TABLE invoice RENAME CONSTRAINT invoice_new_customer_id_fkey TO invoice_customer_id_fkey;
	CREATE OR REPLACE FUNCTION follow_customer() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS
		'BEGIN NEW.old_referred_by := CASE WHEN NEW.referred_by OPERATOR(pg_catalog.=) NEW.id THEN NEW.old_id
			ELSE coalesce((SELECT old_id FROM customer WHERE id OPERATOR(pg_catalog.=) NEW.referred_by),
				CASE WHEN NEW.referred_by OPERATOR(pg_catalog.=) OLD.referred_by THEN OLD.old_referred_by END) END; RETURN NEW; END';
	CREATE OR REPLACE FUNCTION follow_invoice() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS
		'BEGIN NEW.old_customer_id := coalesce((SELECT old_id FROM customer WHERE id OPERATOR(pg_catalog.=) NEW.customer_id),
			CASE WHEN NEW.customer_id OPERATOR(pg_catalog.=) OLD.customer_id THEN OLD.old_customer_id END); RETURN NEW; END';
	CREATE OR REPLACE TRIGGER zz_follow BEFORE INSERT OR UPDATE ON customer FOR EACH ROW EXECUTE FUNCTION follow_customer();
	CREATE OR REPLACE TRIGGER zz_follow BEFORE INSERT OR UPDATE ON invoice FOR EACH ROW EXECUTE FUNCTION follow_invoice();	-- an error if these are others than in step 1
$$, goes => '{new_id,new_complete,
	new_referred_by,customer_new_referred_by_fkey,
	new_customer_id,invoice_new_customer_id_fkey}');

\endif
\if :{?finish}
\if :finish

-- 5. When nobody will want to go back.
CALL pg_temp.briefly('customer, invoice', $$NOT pg_temp.has('customer', 'old_id')$$, $$
	DROP TRIGGER zz_follow ON customer;	-- it calls follow_customer
	DROP FUNCTION follow_customer;
	DROP TRIGGER zz_follow ON invoice;
	DROP FUNCTION follow_invoice;
	ALTER TABLE customer DROP old_id;
	ALTER TABLE customer DROP old_referred_by;
	ALTER TABLE invoice DROP old_customer_id;
	ALTER INDEX invoice_new_customer_id_idx RENAME TO invoice_customer_id_idx;
$$, goes => '{old_id,zz_follow,
	old_referred_by,
	old_customer_id}');

\endif
\endif
