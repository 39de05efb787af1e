-- psql -X -q -f orders.sql
--
-- Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
\set ON_ERROR_STOP on
\pset tuples_only on
\pset format unaligned

CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL);

-- \gset stores the ID in a variable; :'coffee' inserts it into a statement, quoted
INSERT INTO orders (item) VALUES ('coffee') RETURNING id AS coffee \gset
INSERT INTO orders (item) VALUES ('tea') RETURNING id AS tea \gset
INSERT INTO orders (item) VALUES ('cake') RETURNING id AS cake \gset
INSERT INTO orders (item) VALUES ('bread') RETURNING id AS bread \gset
SELECT 'inserted: ' || string_agg(item, ', ' ORDER BY id) FROM orders;

SELECT 'by ID: ' || item FROM orders WHERE id = :'coffee';

SELECT 'by a list of IDs: ' || string_agg(item, ', ' ORDER BY id)
FROM orders WHERE id = ANY (ARRAY[:'coffee', :'cake']::wiji[]);

-- a page, and the one after its last ID
SELECT string_agg(item, ', ' ORDER BY id) AS items, max(id) AS last
FROM (SELECT * FROM orders ORDER BY id LIMIT 2) page \gset
\echo first page: :items
SELECT string_agg(item, ', ' ORDER BY id) AS items
FROM (SELECT * FROM orders WHERE id > :'last' ORDER BY id LIMIT 2) page \gset
\echo next page: :items

SELECT now() - interval '1 hour' AS hour_ago \gset
SELECT 'since an hour ago: ' || string_agg(item, ', ' ORDER BY id) FROM orders WHERE id >= wiji_lower(:'hour_ago');

SELECT 'created: just now' WHERE wiji_timestamp(:'coffee') BETWEEN now() - interval '1 minute' AND now();

DROP TABLE orders;
