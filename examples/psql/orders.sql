-- psql -X -q -f orders.sql
--
-- The database needs CREATE EXTENSION wiji first.  The table orders is made here, and dropped at
-- the end.
\set ON_ERROR_STOP on
\pset tuples_only on
\pset format unaligned

CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL);

-- \gset keeps the id in a variable; :'coffee' puts it into a statement, quoted
INSERT INTO orders (item) VALUES ('coffee') RETURNING id AS coffee \gset
INSERT INTO orders (item) VALUES ('tea') RETURNING id AS tea \gset
INSERT INTO orders (item) VALUES ('cake') RETURNING id AS cake \gset
INSERT INTO orders (item) VALUES ('bread') RETURNING id AS bread \gset
SELECT 'inserted: ' || string_agg(item, ', ' ORDER BY id) FROM orders;

SELECT 'by id: ' || item FROM orders WHERE id = :'coffee';

SELECT 'by a list of ids: ' || string_agg(item, ', ' ORDER BY id)
FROM orders WHERE id = ANY (ARRAY[:'coffee', :'cake']::wiji[]);

-- a page, and the one after its last id
SELECT string_agg(item, ', ' ORDER BY id) AS items, max(id) AS last
FROM (SELECT * FROM orders ORDER BY id LIMIT 2) page \gset
\echo first page: :items
SELECT string_agg(item, ', ' ORDER BY id) AS items
FROM (SELECT * FROM orders WHERE id > :'last' ORDER BY id LIMIT 2) page \gset
\echo next page: :items

SELECT now() - interval '1 hour' AS hour_ago \gset
SELECT 'since an hour ago: ' || string_agg(item, ', ' ORDER BY id) FROM orders WHERE id >= wiji_lower(:'hour_ago');

SELECT 'made: just now' WHERE wiji_timestamp(:'coffee') BETWEEN now() - interval '1 minute' AND now();

DROP TABLE orders;
