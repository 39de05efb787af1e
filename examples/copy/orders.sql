-- COPY through psql's \copy: psql -X -q -f orders.sql.  Writes files where it is run.
--
-- Run CREATE EXTENSION wiji first.  The program creates the tables, and drops them at the end.
\set ON_ERROR_STOP on
\pset tuples_only on
\pset format unaligned

CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL);

-- rows without IDs: an omitted column gets its default, in the order of the lines
\copy orders (item) FROM stdin
coffee
tea
cake
\.
SELECT 'loaded: ' || string_agg(item, ', ' ORDER BY id) FROM orders;

-- out and in again: text is 26 characters, binary is the length and 16 bytes
\copy orders TO 'orders.txt'
\copy orders TO 'orders.csv' (FORMAT csv, HEADER)
\copy orders TO 'orders.bin' (FORMAT binary)
CREATE TABLE copied (LIKE orders);
\copy copied FROM 'orders.txt'
\copy copied FROM 'orders.csv' (FORMAT csv, HEADER)
\copy copied FROM 'orders.bin' (FORMAT binary)
SELECT 'copied: ' || item || ', ' || count(*) || ' times' FROM copied JOIN orders USING (id, item)
GROUP BY id, item ORDER BY id;

-- rows since a point in time: \copy does not support variables, COPY does
SELECT now() - interval '1 hour' AS hour_ago \gset
COPY (SELECT 'since an hour ago: ' || string_agg(item, ', ' ORDER BY id) FROM orders WHERE id >= wiji_lower(:'hour_ago')) TO STDOUT;

-- an invalid ID is rejected with its line
\set ON_ERROR_STOP off
\set VERBOSITY terse
\copy orders FROM stdin
06C31QQ30K880007VPPQCVK2K	milk
\.

DROP TABLE orders, copied;
