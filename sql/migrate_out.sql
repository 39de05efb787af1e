-- docs/migrate.md: the way out, until DROP EXTENSION succeeds.  The blocks of SQL are read from the
-- page and run as they stand there.
-- The extension goes for good here, so this is a database of its own.
SET client_min_messages = warning;
CREATE DATABASE regression_leaving;
SELECT current_database() AS home \gset
\c regression_leaving
SET client_min_messages = warning;
SET TimeZone = 'UTC';
CREATE EXTENSION wiji;
CREATE FUNCTION failure(statement text, OUT code text, OUT message text, OUT detail text) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE statement;
EXCEPTION WHEN others THEN
	GET STACKED DIAGNOSTICS code = RETURNED_SQLSTATE, message = MESSAGE_TEXT, detail = PG_EXCEPTION_DETAIL;
END $$;

-- A graph of tables as people have it: foreign keys, one of a table to itself, a key within a key,
-- more indexes, a domain, a view, a function, a generated column, partitions by time.
SELECT $sql$
CREATE TABLE customer (
	id wiji PRIMARY KEY DEFAULT wiji_generate(),
	referred_by wiji REFERENCES customer,
	name text NOT NULL,
	created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE invoice (
	id wiji PRIMARY KEY DEFAULT wiji_generate(),
	customer_id wiji NOT NULL REFERENCES customer,
	created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON invoice (customer_id, created_at);
CREATE DOMAIN invoice_id AS wiji CHECK (VALUE > '00000000000000040000000000');
CREATE TABLE payment (
	id wiji PRIMARY KEY DEFAULT wiji_generate(),
	invoice_id invoice_id NOT NULL REFERENCES invoice,
	made timestamptz GENERATED ALWAYS AS (wiji_timestamp(id)) STORED,
	created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE item (
	invoice_id wiji REFERENCES invoice ON DELETE CASCADE,
	n integer,
	PRIMARY KEY (invoice_id, n)
);
CREATE INDEX item_time ON item USING brin (wiji_timestamp(invoice_id));
CREATE VIEW recent_invoice AS
SELECT id, wiji_timestamp(id) AS made FROM invoice WHERE wiji_within(id, '[2026-01-01 00:00+00,)');
CREATE FUNCTION invoices_of(customer wiji) RETURNS SETOF wiji
LANGUAGE SQL STABLE
AS 'SELECT id FROM invoice WHERE customer_id = customer ORDER BY id';
CREATE TABLE event (id wiji DEFAULT wiji_generate() PRIMARY KEY, what text, created_at timestamptz)
PARTITION BY RANGE (id);
SELECT wiji_create_partitions('event', '2026-01-01 00:00+00', '2026-04-01 00:00+00', '1 month');
CREATE TABLE event_before PARTITION OF event FOR VALUES FROM (MINVALUE) TO ('06474E9A200000040000000000');
CREATE TABLE event_rest PARTITION OF event DEFAULT;

INSERT INTO customer SELECT wiji_generate(at), NULL, 'customer ' || i, at
FROM (SELECT i, timestamptz '2026-01-01 00:00+00' + i * interval '1 hour' AS at FROM generate_series(1, 500) i) made;
UPDATE customer SET referred_by = (SELECT id FROM customer WHERE name = 'customer 7')
WHERE created_at > '2026-01-03 00:00+00';
INSERT INTO invoice SELECT wiji_generate(at), id, at
FROM (SELECT id, created_at + n * interval '1 day' AS at FROM customer, generate_series(1, 3) n ORDER BY 2) made;
INSERT INTO payment (id, invoice_id, created_at) SELECT wiji_generate(created_at), id, created_at FROM invoice;
INSERT INTO item SELECT id, n FROM invoice, generate_series(1, 2) n;
INSERT INTO event SELECT wiji_generate(at), 'event ' || i, at
FROM (SELECT i, timestamptz '2025-12-01 00:00+00' + i * interval '3 hours' AS at FROM generate_series(1, 1200) i) made;
CREATE TABLE expected AS
SELECT c.name, r.name AS referred_by, i.created_at, p.created_at AS paid, p.made, n,
       row_number() OVER (ORDER BY i.id, n) AS row
FROM item JOIN invoice i ON i.id = item.invoice_id JOIN payment p ON p.invoice_id = i.id
JOIN customer c ON c.id = i.customer_id LEFT JOIN customer r ON r.id = c.referred_by;
CREATE TABLE expected_event AS SELECT tableoid::regclass::text AS partition, row_number() OVER (ORDER BY id) AS row,
       what, created_at FROM event;
$sql$ AS make \gset
SELECT $sql$
SELECT (SELECT count(*) FROM expected) AS rows, (SELECT count(*) FROM (TABLE expected EXCEPT ALL
	SELECT c.name, r.name, i.created_at, p.created_at, p.made, n, row_number() OVER (ORDER BY i.id, n)
	FROM item JOIN invoice i ON i.id = item.invoice_id JOIN payment p ON p.invoice_id = i.id
	JOIN customer c ON c.id = i.customer_id LEFT JOIN customer r ON r.id = c.referred_by) gone) AS gone,
	(SELECT count(*) FROM expected_event) AS events, (SELECT count(*) FROM (TABLE expected_event EXCEPT ALL
	SELECT tableoid::regclass::text, row_number() OVER (ORDER BY id), what, created_at FROM event) gone) AS events_gone,
	(SELECT count(*) FROM recent_invoice) AS in_view;
$sql$ AS look \gset
\o results/migrate_out.log
:make
\o
CREATE TABLE constraints AS SELECT conrelid::regclass::text AS table, conname, contype FROM pg_constraint
WHERE connamespace = 'public'::regnamespace AND contype IN ('p', 'f', 'u');
:look

-- As long as something is left, the extension stays, and the error names it.
SELECT code, message, detail ~ 'column id of table customer depends on type wiji' AS names_a_column,
       detail ~ 'view recent_invoice depends' AS a_view, detail ~ 'function invoices_of\(wiji\) depends' AS a_function
FROM failure('DROP EXTENSION wiji');

-- Functions that go on making ids, and read their time.
\set block `sh "$PG_ABS_SRCDIR/test/block" 'Before: what goes on making ids' 1`
:block
\set block `sh "$PG_ABS_SRCDIR/test/block" 'Before: what goes on making ids' 2`
:block
SELECT count(*) AS ids, count(DISTINCT id) AS different, bool_and(wiji_is_valid(id)) AS wijis,
       bool_and(id_time(id) = wiji_timestamp(id::wiji)) AS time_is_read,
       bool_and(wiji_timestamp(id::wiji) BETWEEN now() AND clock_timestamp()) AS of_now
FROM (SELECT next_id() AS id FROM generate_series(1, 1000) OFFSET 0) made;
SELECT id_time(wiji_make(72057594037927935, 0, 0)::uuid), id_time(wiji_make(0, 65535, 1)::uuid);

-- To uuid. PostgreSQL names the objects that use a column by its type, if they are forgotten.
SELECT f.message, rtrim(f.detail, '.') AS detail
FROM failure('ALTER TABLE invoice ALTER id DROP DEFAULT, ALTER id TYPE uuid') f;
SELECT f.message FROM failure('ALTER TABLE event ALTER id DROP DEFAULT, ALTER id TYPE uuid') f;
SELECT f.message FROM failure('ALTER TABLE item ALTER invoice_id TYPE uuid') f;
SELECT pg_relation_filenode('customer') AS file \gset
\set block `sh "$PG_ABS_SRCDIR/test/block" 'To uuid' 1`
:block
SELECT pg_relation_filenode('customer') = :file AS not_rewritten;
ALTER TABLE customer ALTER referred_by TYPE uuid;
\set block `sh "$PG_ABS_SRCDIR/test/block" 'To uuid' 2`
:block
:look
\set block `sh "$PG_ABS_SRCDIR/test/block" 'A partition key' 1`
:block
SELECT c.oid::regclass AS partition, pg_get_expr(relpartbound, c.oid) AS bounds
FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid WHERE inhparent = 'event'::regclass
ORDER BY c.oid::regclass::text COLLATE "C";
:look
\set block `sh "$PG_ABS_SRCDIR/test/block" 'The end' 1`
:block
SELECT extname FROM pg_extension;
:look

-- All constraints are there and hold; ids go on, later ones after earlier ones.
SELECT count(*)
FROM (TABLE constraints EXCEPT SELECT conrelid::regclass::text, conname, contype FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND convalidated) gone
WHERE "table" !~ '^event';
SELECT conrelid::regclass AS table, conname FROM pg_constraint
WHERE conrelid::regclass::text ~ '^event' AND contype = 'p' ORDER BY conrelid::regclass::text COLLATE "C";
INSERT INTO customer (name) VALUES ('new');
INSERT INTO invoice (customer_id) SELECT id FROM customer WHERE name = 'new';
INSERT INTO event (what) VALUES ('new') RETURNING tableoid::regclass;
SELECT name FROM customer ORDER BY id DESC LIMIT 1;
SELECT made > now() - interval '1 day' AS made_now FROM recent_invoice ORDER BY id DESC LIMIT 1;
SELECT count(*) FROM invoices_of((SELECT id FROM customer WHERE name = 'customer 7'));
SELECT id_time(id) = created_at AS its_time FROM customer WHERE name = 'customer 7';
SELECT code FROM failure('INSERT INTO item VALUES (gen_random_uuid(), 1)');
-- Ids of version 7 would come before all that are there.
SELECT max(id::text) > '019f' AND '019d2257-972f-7a4e-b6ea-81d64ed08dfc'::uuid < (SELECT id FROM customer ORDER BY id
       LIMIT 1) AS version_7_sorts_before FROM customer;

-- To text.
CREATE EXTENSION wiji;
CREATE SCHEMA other;
SET search_path = other, public;
CREATE TABLE customer (id wiji PRIMARY KEY DEFAULT wiji_generate(), name text, created_at timestamptz DEFAULT now());
CREATE TABLE invoice (id integer, customer_id wiji NOT NULL REFERENCES customer, created_at timestamptz DEFAULT now());
INSERT INTO customer (name) SELECT i FROM generate_series(1, 300) i;
INSERT INTO invoice SELECT name::integer, id FROM customer;
CREATE TABLE old AS TABLE customer;
ALTER TABLE old ALTER id TYPE text;
\set block `sh "$PG_ABS_SRCDIR/test/block" 'To text, to bigint' 1`
:block
SELECT count(*), array_agg(name ORDER BY customer.id) = array_agg(name ORDER BY name::integer) AS in_order,
       min(length(customer.id)) AS characters
FROM customer JOIN invoice ON customer_id = customer.id JOIN old USING (name) WHERE old.id = customer.id;
SELECT f.code FROM failure('INSERT INTO invoice (id, customer_id) VALUES (1, ''none'')') f;

-- To bigint: from wiji again, which text becomes unasked.
ALTER TABLE invoice DROP CONSTRAINT invoice_customer_id_fkey;
ALTER TABLE customer ALTER id TYPE wiji;
ALTER TABLE invoice ALTER customer_id TYPE wiji, ADD FOREIGN KEY (customer_id) REFERENCES customer;
\o results/migrate_out.log
\set block `sh "$PG_ABS_SRCDIR/test/block" 'To text, to bigint' 2`
:block
\o
INSERT INTO customer (name) VALUES ('new') RETURNING id;
SELECT count(*), bool_and(name::bigint = customer.id) AS in_order
FROM customer JOIN invoice ON customer_id = customer.id;
SELECT f.code FROM failure('INSERT INTO invoice (id, customer_id) VALUES (1, 302)') f;
\set block `sh "$PG_ABS_SRCDIR/test/block" 'The end' 1`
:block
SELECT extname FROM pg_extension;

\c :home
DROP DATABASE regression_leaving;
