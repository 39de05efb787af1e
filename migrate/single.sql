-- New keys for a table to which nothing refers: docs/migrate.md, "A whole graph of tables, while it
-- is in use".
--
--	psql -X -f migrate/single.sql
--	psql -X -v finish=yes -f migrate/single.sql	-- when nobody will want to go back
--
-- A customer stands for your table.  Write it into a copy.
--
-- It can be stopped at any moment, by whatever stops it, and goes on where it was when it is run
-- again.  It says for how long it has locked a table.
\set ON_ERROR_STOP on
\ir procedures.sql

SELECT pg_temp.type_of('customer', 'id') <> 'wiji' AS todo \gset
\if :todo

-- 1. A new column (nothing is rewritten).  New rows fill it.  A row without a time gets no id.
CALL pg_temp.only_as_owner('customer');
CALL pg_temp.unique_alone('customer', 'id');
CALL pg_temp.none_may_be('customer', $$pg_temp.has('customer', 'new_id')$$, 'created_at IS NULL');
CALL pg_temp.only_these_refer('customer');
CALL pg_temp.briefly('customer', $$CASE WHEN pg_temp.has('customer', 'new_id') THEN pg_temp.type_of('customer', 'new_id') ELSE pg_temp.type_of('customer', 'id') END = 'wiji'$$, $$
	ALTER TABLE ONLY customer ADD new_id wiji;	-- ONLY: an error if it has children or partitions
	ALTER TABLE customer ALTER new_id TYPE wiji;	-- its own type: an error if rows of the table are stored in a column elsewhere
	ALTER TABLE customer ALTER new_id SET DEFAULT wiji_generate();	-- a statement of its own: old rows stay null
$$);

-- 2. Old rows, in batches, in the order of time.
SELECT pg_temp.drop_invalid('customer', 'customer_to_fill') \gexec
CREATE INDEX CONCURRENTLY IF NOT EXISTS customer_to_fill ON customer (created_at, id) WHERE new_id IS NULL;
CALL pg_temp.until_done('customer', 'new_id IS NULL', $$
	UPDATE customer SET new_id = made.id
	FROM (SELECT old, wiji_generate(created_at) AS id
	      FROM (SELECT id AS old, created_at FROM customer WHERE new_id IS NULL ORDER BY created_at, id LIMIT 1000 FOR NO KEY UPDATE SKIP LOCKED) batch) made
	WHERE customer.id = old AND new_id IS NULL
$$);
SELECT pg_temp.drop_index('customer', 'customer_to_fill') \gexec

-- 3. An index and a constraint, which block nobody while they are built and checked.
SELECT pg_temp.drop_invalid('customer', 'customer_new_pkey') \gexec
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS customer_new_pkey ON customer (new_id);
CALL pg_temp.briefly('customer', $$pg_temp.has('customer', 'new_complete')$$, $$
	ALTER TABLE customer ADD CONSTRAINT new_complete CHECK (new_id IS NOT NULL) NOT VALID;
$$);
ALTER TABLE customer VALIDATE CONSTRAINT new_complete;
ANALYZE customer;	-- or the new key has no statistics at first

-- 4. The downtime.
CALL pg_temp.briefly('customer', $$NOT pg_temp.has('customer', 'new_id')$$, $$
	ALTER TABLE customer DROP CONSTRAINT customer_pkey;
	ALTER TABLE customer RENAME id TO old_id;
	ALTER TABLE customer RENAME new_id TO id;
	ALTER TABLE customer ALTER id SET NOT NULL;		-- proved by new_complete, so nothing is scanned
	ALTER TABLE customer DROP CONSTRAINT new_complete, ADD CONSTRAINT customer_pkey PRIMARY KEY USING INDEX customer_new_pkey;
$$, goes => '{new_id,new_complete}');

\endif
\if :{?finish}
\if :finish

-- 5. When nobody will want to go back.
CALL pg_temp.briefly('customer', $$NOT pg_temp.has('customer', 'old_id')$$, $$
	ALTER TABLE customer DROP old_id;
$$, goes => '{old_id}');

\endif
\endif
