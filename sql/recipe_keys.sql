-- docs/migrate.md: what its statements keep, and what stops them.  (test/t/041_examples.pl runs the
-- page.)
SET client_min_messages = warning;
\getenv srcdir PG_ABS_SRCDIR
\set file :srcdir/portable/wiji.sql

-- Tables and indexes that have another file than before.  (An index that is rebuilt by ALTER TABLE
-- has another OID, too.)
CREATE TEMP TABLE files (relation text, file oid);
CREATE FUNCTION pg_temp.rewritten() RETURNS SETOF text LANGUAGE SQL
AS 'SELECT relation FROM files WHERE file IS DISTINCT FROM pg_relation_filenode(relation::regclass) ORDER BY 1';

-- Rows with a time: one without it is an error, and nothing has changed.
CREATE TABLE old (n integer, created_at timestamptz);
INSERT INTO old SELECT n, timestamptz '2020-01-01 00:00+00' - n / 10 * interval '1 hour' FROM generate_series(1, 999) n;
INSERT INTO old VALUES (1000, NULL);
ALTER TABLE old ADD id wiji;
SELECT f.code, f.message
FROM failure('ALTER TABLE old ALTER id TYPE wiji USING wiji_generate(created_at), ADD PRIMARY KEY (id)') f;
SELECT count(*), count(id) AS ids FROM old;
UPDATE old SET created_at = '2019-01-01 00:00+00' WHERE created_at IS NULL;
ALTER TABLE old ALTER id TYPE wiji USING wiji_generate(created_at),
	ALTER id SET DEFAULT wiji_generate(), ADD PRIMARY KEY (id);
-- Their times are in them, and neighbors with equal times are in their order.
SELECT count(DISTINCT id), bool_and(wiji_timestamp(id) = created_at) AS exact FROM old;
SELECT count(*) AS out_of_order
FROM (SELECT n, lag(n) OVER w AS before, lag(created_at) OVER w = created_at AS equal FROM old WINDOW w AS (ORDER BY id)) s
WHERE equal AND n <> before + 1;
DROP TABLE old;

-- An identity column gives up its sequence before.
CREATE TABLE visit (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, created_at timestamptz DEFAULT now());
SELECT f.code, f.message
FROM failure('ALTER TABLE visit ALTER id DROP IDENTITY, ALTER id TYPE wiji USING wiji_generate(created_at)') f;
DROP TABLE visit;

-- A uuid key: its default is all that changes.
CREATE TABLE product (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
INSERT INTO product DEFAULT VALUES;
INSERT INTO files SELECT r, pg_relation_filenode(r::regclass) FROM unnest('{product,product_pkey}'::text[]) r;
ALTER TABLE product ALTER id SET DEFAULT wiji_uuid();
INSERT INTO product DEFAULT VALUES;
SELECT pg_temp.rewritten();
SELECT bool_or(wiji_is_valid(id::text) AND id::wiji > now() - interval '1 day') AS new FROM product;
TRUNCATE files;
DROP TABLE product;

-- To uuid: heaps stay, indexes on the column are rebuilt, and foreign keys hold.  So one table after
-- the other can change.
CREATE TABLE customer (id wiji PRIMARY KEY DEFAULT wiji_generate(), n integer);
CREATE TABLE invoice (id wiji PRIMARY KEY DEFAULT wiji_generate(), customer_id wiji REFERENCES customer);
CREATE INDEX ON invoice (customer_id);
INSERT INTO customer (n) SELECT generate_series(1, 1000);
INSERT INTO invoice (customer_id) SELECT id FROM customer;
CREATE TABLE before AS SELECT id::uuid AS id, n FROM customer;
INSERT INTO files
SELECT r, pg_relation_filenode(r::regclass)
FROM unnest('{customer,customer_pkey,invoice,invoice_pkey,invoice_customer_id_idx}'::text[]) r;
ALTER TABLE customer ALTER id DROP DEFAULT, ALTER id TYPE uuid, ALTER id SET DEFAULT wiji_uuid();
SELECT pg_temp.rewritten();
SELECT code FROM failure('INSERT INTO invoice (customer_id) VALUES (wiji_generate())');
ALTER TABLE invoice ALTER customer_id TYPE uuid;
SELECT pg_temp.rewritten();
SELECT count(*) FROM before JOIN customer USING (id, n) JOIN invoice ON customer_id = customer.id;
INSERT INTO customer (n) VALUES (1001);
SELECT n FROM customer ORDER BY id DESC LIMIT 1;

-- To wiji: every uuid is checked, so the heap is rewritten.  One that is not an ID stops it.
ALTER TABLE customer ALTER id DROP DEFAULT, ALTER id TYPE wiji USING id::wiji;
SELECT pg_temp.rewritten();
INSERT INTO before VALUES ('018f3e5e-7c1a-7c3a-8b9a-0123456789ab');
SELECT code, message FROM failure('ALTER TABLE before ALTER id TYPE wiji USING id::wiji');
DROP TABLE invoice, customer, before, files;

-- From the SQL-only edition, one table after the other, and back.
CREATE SCHEMA plain;
SET search_path = plain, public;
\set ECHO none
\i :file
\set ECHO all
CREATE TABLE public.customer (id wiji PRIMARY KEY DEFAULT wiji_generate());
CREATE TABLE public.invoice (id wiji PRIMARY KEY DEFAULT wiji_generate(), customer_id wiji REFERENCES public.customer);
INSERT INTO customer SELECT FROM generate_series(1, 100);
INSERT INTO invoice (customer_id) SELECT id FROM customer;
CREATE TABLE public.before AS SELECT id::uuid FROM invoice;
RESET search_path;
ALTER TABLE invoice ALTER id DROP DEFAULT, ALTER id TYPE wiji USING id::uuid::wiji,
	ALTER id SET DEFAULT wiji_generate(), ALTER customer_id TYPE wiji USING customer_id::uuid::wiji;
SELECT code FROM failure('INSERT INTO invoice (customer_id) VALUES (wiji_generate())');
SELECT count(*) FROM before JOIN invoice USING (id) JOIN customer ON customer.id = customer_id;
ALTER TABLE customer ALTER id DROP DEFAULT, ALTER id TYPE wiji USING id::uuid::wiji,
	ALTER id SET DEFAULT wiji_generate();
SELECT count(*) FROM before JOIN invoice USING (id) JOIN customer ON customer.id = customer_id;
ALTER TABLE invoice ALTER id DROP DEFAULT, ALTER id TYPE plain.wiji USING id::uuid,
	ALTER customer_id TYPE plain.wiji USING customer_id::uuid;
SELECT count(*) FROM before JOIN invoice USING (id) JOIN customer ON customer.id = customer_id;
DROP TABLE invoice, customer, before;
DROP SCHEMA plain CASCADE;
RESET client_min_messages;
