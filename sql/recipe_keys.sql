-- docs/migrate.md, and the way out in docs/partitions.md: what their statements keep, and what stops them.
-- (test/t/041_examples.pl runs the page, and test/t/069_changes.pl interrupts its statements.)
SET client_min_messages = warning;
SET timezone = 'UTC';
\getenv tree WIJI_TREE
\set file :tree/portable/wiji.sql
\set page `cat "$WIJI_TREE/docs/migrate.md"`
\set partitions `sed 's/measured/event/g' "$WIJI_TREE/docs/partitions.md"`
SELECT split_part(split_part(:'page', E'<!-- changes: old -->\n```sql\n', 2), '```', 1) AS no_key,
	split_part(split_part(:'page', E'<!-- changes: product -->\n```sql\n', 2), '```', 1) AS another_key,
	split_part(split_part(:'partitions', E'<!-- changes: event -->\n```sql\n', 2), '```', 1) AS partitioned,
	split_part(split_part(:'page', 'CREATE FUNCTION ulid_timestamp', 2), '```', 1) AS ulid
\gset

-- Tables and indexes that have another file than before.  (An index that is rebuilt by ALTER TABLE
-- has another OID, too.)
CREATE TEMP TABLE files (relation text, file oid);
CREATE FUNCTION pg_temp.rewritten() RETURNS SETOF text LANGUAGE SQL
AS 'SELECT relation FROM files WHERE file IS DISTINCT FROM pg_relation_filenode(relation::regclass) ORDER BY 1';

-- Rows with a time: one without it is an error, and nothing has changed.
CREATE TABLE old (n integer, created_at timestamptz);
INSERT INTO old SELECT n, timestamptz '2020-01-01 00:00+00' - n / 10 * interval '1 hour' FROM generate_series(1, 999) n;
INSERT INTO old VALUES (1000, NULL);
SELECT f.code, f.message FROM failure(:'no_key') f;
SELECT attname FROM pg_attribute WHERE attrelid = 'old'::regclass AND attnum > 0;
DELETE FROM old WHERE created_at IS NULL;
SELECT f.message FROM failure(:'no_key') f;
-- The IDs have the rows' times, and rows with equal times keep their order.
SELECT count(DISTINCT id), bool_and(wiji_timestamp(id) = created_at) AS exact,
       (SELECT count(*)
FROM (SELECT n, lag(n) OVER w AS before, lag(created_at) OVER w = created_at AS equal
      FROM old WINDOW w AS (ORDER BY id)) s
WHERE equal AND n <> before + 1) AS out_of_order FROM old;
-- A second run changes nothing.
SELECT f.code, f.message FROM failure(:'no_key') f;
DROP TABLE old;

-- Another key: each of the page's times, with keys from the column or from the application.  The old keys stay.
CREATE FUNCTION ulid_timestamp:ulid
SELECT ulid, ulid_timestamp(ulid) FROM unnest('{01BX5ZZKBKACTAV9WEVGEMMVRZ,01arz3ndektsv4rrffq69g5fav,0,06C31QQ30K8800U7VPPQCVK2KZ}'::text[]) ulid;
CREATE FUNCTION converted(key text, time_of_row text, convert text, OUT rows bigint, OUT exact boolean, OUT again text, OUT inserted boolean)
LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('CREATE TABLE product (id %s PRIMARY KEY, created_at timestamptz)', key);
	IF key ~ 'GENERATED|bigserial|random' THEN
		INSERT INTO product (created_at) SELECT timestamptz '2026-11-01 10:00Z' + n * interval '1 s' FROM generate_series(1, 3) n;
	ELSIF key = 'text' THEN
		INSERT INTO product VALUES ('01BX5ZZKBKACTAV9WEVGEMMVRZ'), ('01ARZ3NDEKTSV4RRFFQ69G5FAV');
	ELSIF key = 'bigint' THEN
		INSERT INTO product VALUES (1541815603606036480, '2022-06-28 16:07:40.105Z');
	ELSIF key = 'uuid' THEN
		INSERT INTO product VALUES ('0177f6b8-0000-4fa0-1234-123456789abc', to_timestamp(x'0177f6b80000'::bigint / 1000.0));
	END IF;
	convert := replace(convert, 'USING wiji_generate(created_at)', format('USING wiji_generate(%s)', time_of_row));
	IF key !~ 'GENERATED|bigserial|random' THEN
		convert := replace(convert, 'ADD id wiji', 'ADD id wiji, ALTER old_id DROP NOT NULL');
	END IF;
	EXECUTE convert;
	again := (failure(convert)).code;
	EXECUTE format('SELECT count(DISTINCT (id, old_id)), bool_and(wiji_timestamp(id) = %s) FROM product', time_of_row) INTO rows, exact;
	INSERT INTO product DEFAULT VALUES RETURNING id > now() - interval '1 day' INTO inserted;
	DROP TABLE product;
END $$;
SELECT key, c.*
FROM (VALUES ('bigint GENERATED ALWAYS AS IDENTITY', 'created_at'), ('bigserial', 'created_at'), ('uuid DEFAULT gen_random_uuid()', 'created_at'),
             ('bigint', 'to_timestamp(((old_id >> 22) + 1288834974657) / 1000.0)'),
             ('uuid', $$to_timestamp(('x' || translate(left(old_id::text, 13), '-', ''))::bit(48)::bigint / 1000.0)$$),
             ('text', 'ulid_timestamp(old_id)')) k (key, time_of_row), converted(key, time_of_row, :'another_key') c;
-- A foreign key stops it, and nothing has changed.
CREATE TABLE product (id bigserial PRIMARY KEY, created_at timestamptz DEFAULT now());
CREATE TABLE part (product_id bigint REFERENCES product);
SELECT f.code, f.message FROM failure(:'another_key') f;
SELECT attname FROM pg_attribute WHERE attrelid = 'product'::regclass AND attnum > 0;
DROP TABLE part, product;
DROP FUNCTION converted, ulid_timestamp;

-- A uuid key: its default is all that changes.
CREATE TABLE product (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
INSERT INTO product DEFAULT VALUES;
INSERT INTO files SELECT r, pg_relation_filenode(r::regclass) FROM unnest('{product,product_pkey}'::text[]) r;
ALTER TABLE product ALTER id SET DEFAULT wiji_uuid();
INSERT INTO product DEFAULT VALUES;
SELECT count(*) AS rewritten FROM pg_temp.rewritten();
SELECT bool_or(wiji_is_valid(id::text) AND id::wiji > now() - interval '1 day') AS new FROM product;
TRUNCATE files;
DROP TABLE product;

-- To uuid: heaps stay, indexes on the column are rebuilt, and foreign keys hold.  So tables can
-- change one by one.
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

-- A partition key, by the page's statement: columns, checks, indexes and rows stay, bounds are the same.
CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text DEFAULT 'nothing' CHECK (what <> ''));
COMMENT ON COLUMN event.what IS 'a comment';
CREATE TABLE new_columns (LIKE event INCLUDING ALL) PARTITION BY RANGE (id);
DROP TABLE event;
ALTER TABLE new_columns RENAME TO event;
ALTER INDEX new_columns_pkey RENAME TO event_pkey;
CREATE INDEX event_what ON event (what);
CREATE TABLE event_2026 PARTITION OF event FOR VALUES FROM (MINVALUE) TO (wiji_lower('2027-01-01 00:00+00'));
CREATE TABLE event_2027 PARTITION OF event FOR VALUES FROM (wiji_lower('2027-01-01 00:00+00')) TO (wiji_lower('2028-01-01 00:00+00'));
CREATE TABLE event_rest PARTITION OF event DEFAULT;
INSERT INTO event SELECT wiji_generate(timestamptz '2026-12-01 00:00+00' + n * interval '1 day') FROM generate_series(1, 500) n;
CREATE TABLE before AS SELECT tableoid::regclass AS partition, id::uuid AS id, what FROM event;
-- What it would lose stops it.
CREATE VIEW events AS SELECT * FROM event;
SELECT code, message FROM failure(:'partitioned');
DROP VIEW events;
CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TRIGGER nothing AFTER INSERT ON event EXECUTE FUNCTION nothing();
SELECT code, message FROM failure(:'partitioned');
DROP TRIGGER nothing ON event;
DROP FUNCTION nothing;
CREATE TABLE of_event (id wiji REFERENCES event);
SELECT code, message FROM failure(:'partitioned');
DROP TABLE of_event;
GRANT SELECT ON event TO PUBLIC;
SELECT code, message FROM failure(:'partitioned');
DO $$ BEGIN EXECUTE format('REVOKE ALL ON event FROM PUBLIC, %I', current_user); END $$;
SELECT code, message FROM failure(:'partitioned');
SELECT format_type(atttypid, atttypmod) AS type, pg_get_expr(adbin, adrelid) AS "default", col_description(attrelid, attnum) AS comment
FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum WHERE attrelid = 'event'::regclass AND attnum > 0;
SELECT conname FROM pg_constraint WHERE conrelid = 'event'::regclass AND contype IN ('c', 'p') ORDER BY 1;
SELECT indrelid::regclass AS relation, count(*) AS indexes, bool_and(indisvalid) AS valid FROM pg_index
WHERE indrelid IN ('event'::regclass, 'event_2026'::regclass) GROUP BY 1 ORDER BY 1;
SELECT partition, count(*), count(*) FILTER (WHERE (partition, id, what) = (e.tableoid::regclass, e.id, e.what)) AS same
FROM before JOIN event e USING (id, what) GROUP BY 1 ORDER BY 1;
SELECT pg_get_expr(relpartbound, oid) ~ '^FOR VALUES FROM \(''[0-9a-f-]{36}''\)' AS uuids FROM pg_class WHERE oid = 'event_2027'::regclass;
INSERT INTO event DEFAULT VALUES;
-- A second run changes nothing.
SELECT message FROM failure(:'partitioned');
SELECT count(*) FROM before JOIN event USING (id, what);
DROP TABLE event, before;

-- From the SQL-only edition, table by table, and back.
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
ALTER TABLE customer ALTER id DROP DEFAULT, ALTER id TYPE wiji USING id::uuid::wiji,
	ALTER id SET DEFAULT wiji_generate();
ALTER TABLE invoice ALTER id DROP DEFAULT, ALTER id TYPE plain.wiji USING id::uuid,
	ALTER customer_id TYPE plain.wiji USING customer_id::uuid;
SELECT count(*) FROM before JOIN invoice USING (id) JOIN customer ON customer.id = customer_id;
DROP TABLE invoice, customer, before;
DROP SCHEMA plain CASCADE;
RESET client_min_messages;
