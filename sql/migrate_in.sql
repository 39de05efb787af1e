-- docs/migrate.md: from other keys to wiji.  The blocks of SQL are read from the page and run as
-- they stand there.
SET client_min_messages = warning;
CREATE SCHEMA moving;
SET search_path = moving, public;
\getenv srcdir PG_ABS_SRCDIR
\set procedures :srcdir/migrate/procedures.sql
\set ECHO none
\i :procedures
\set ECHO all

-- Tables as people have them; :key is the type of their keys, :made makes one.
SELECT $sql$
CREATE TABLE customer (
	id :key PRIMARY KEY DEFAULT :made,
	name text NOT NULL,
	created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ON customer (name);
CREATE TABLE invoice (
	id :key PRIMARY KEY DEFAULT :made,
	customer_id :key NOT NULL REFERENCES customer,
	amount numeric,
	created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX invoice_customer_id_idx ON invoice (customer_id);
INSERT INTO customer (name, created_at) SELECT 'customer ' || i,
       timestamptz '2026-01-01 00:00+00' + i / 10 * interval '1 day' FROM generate_series(1, 300) i;
INSERT INTO invoice (customer_id, amount, created_at) SELECT id, n, created_at + n * interval '1 hour'
FROM customer, generate_series(1, 3) n;
CREATE TABLE expected AS
SELECT c.name, c.created_at, i.amount, i.created_at AS invoiced,
       row_number() OVER (ORDER BY c.created_at, c.id, i.amount) AS n
FROM customer c JOIN invoice i ON i.customer_id = c.id;
$sql$ AS make \gset
-- Is everything together that was?  What refers to what, by which types?
SELECT $sql$
SELECT (SELECT count(*) FROM expected) AS rows,
	(SELECT count(*) FROM (SELECT name, created_at, amount, invoiced FROM expected EXCEPT ALL
		SELECT c.name, c.created_at, i.amount, i.created_at
		FROM customer c JOIN invoice i ON i.customer_id = c.id) gone) AS gone,
	(SELECT format_type(atttypid, NULL) FROM pg_attribute
	 WHERE attrelid = 'customer'::regclass AND attname = 'id') AS id,
	(SELECT format_type(atttypid, NULL) FROM pg_attribute
	 WHERE attrelid = 'invoice'::regclass AND attname = 'customer_id') AS customer_id,
	(SELECT string_agg(conname || CASE WHEN convalidated THEN '' ELSE ' (not valid)' END, ', '
	                   ORDER BY conname COLLATE "C") FROM pg_constraint
	 WHERE conrelid IN ('customer'::regclass, 'invoice'::regclass) AND contype IN ('p', 'f', 'c', 'u')) AS constraints,
	(SELECT string_agg(relname, ', ' ORDER BY relname COLLATE "C")
	 FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
	WHERE indrelid = 'invoice'::regclass) AS indexes_of_invoice;
$sql$ AS look \gset
\set drop 'DROP TABLE invoice, customer, expected;'

-- Look before you leap: other uuids are told apart by their times.
\set key uuid
\set made wiji_uuid()
:make
\set block `sh "$PG_ABS_SRCDIR/test/block" 'Look before you leap' 1`
SELECT '01JD8QXWZZ0123456789ABCDEF'::wiji::timestamptz AT TIME ZONE 'UTC' AS a_ulid_of_2024;
INSERT INTO customer VALUES ('019d2257-972f-7a4e-b6ea-81d64ed08dfc', 'not yet', now());
SET TimeZone = 'UTC';
SELECT wiji_is_valid(id) AS valid, count(*) FROM customer GROUP BY 1 ORDER BY 1;
\o results/migrate_in.log
:block
\o
SELECT f.code, f.detail, f.hint FROM failure('ALTER TABLE customer ALTER id DROP DEFAULT, ALTER id TYPE wiji') f;
DELETE FROM customer WHERE name = 'not yet';

-- From uuids that are wijis, with a lock: one table, and then the other.
\set block `sh "$PG_ABS_SRCDIR/test/block" "From uuid to wiji, where the bytes are a wiji's" 1`
:block
:look
INSERT INTO customer (name) VALUES ('new');
INSERT INTO invoice (customer_id) SELECT id FROM customer WHERE name = 'new';
\set block `sh "$PG_ABS_SRCDIR/test/block" "From uuid to wiji, where the bytes are a wiji's" 2`
:block
:look
:drop

-- The same without a lock that lasts (test/t/017_migrate.pl has writers at work meanwhile).
:make
\! sh "$PG_ABS_SRCDIR/test/block" 'From uuid to wiji, while it is in use' 1 >results/migrate_in.sql
\i results/migrate_in.sql
INSERT INTO customer (name) VALUES ('new');
\! sh "$PG_ABS_SRCDIR/test/block" 'From uuid to wiji, while it is in use' 2 >results/migrate_in.sql
\i results/migrate_in.sql
SELECT count(*) AS to_fill FROM customer WHERE new_id IS NULL;
-- An index that CREATE INDEX CONCURRENTLY has left behind is noticed, and made again.
CREATE UNIQUE INDEX CONCURRENTLY customer_new_pkey ON customer ((1));
SELECT indexrelid::regclass FROM pg_index WHERE NOT indisvalid;
\! sh "$PG_ABS_SRCDIR/test/block" 'From uuid to wiji, while it is in use' 3 >results/migrate_in.sql
\i results/migrate_in.sql
INSERT INTO invoice (customer_id) SELECT id FROM customer WHERE name = 'new';
\! sh "$PG_ABS_SRCDIR/test/block" 'From uuid to wiji, while it is in use' 4 >results/migrate_in.sql
\i results/migrate_in.sql
:look
INSERT INTO customer (name) VALUES ('newer');
INSERT INTO invoice (customer_id) SELECT id FROM customer WHERE name = 'newer';
SELECT f.message FROM failure($$DELETE FROM customer WHERE name = 'customer 7'$$) f;
\! sh "$PG_ABS_SRCDIR/test/block" 'From uuid to wiji, while it is in use' 5 >results/migrate_in.sql
\i results/migrate_in.sql
\! sh "$PG_ABS_SRCDIR/test/block" 'From uuid to wiji, while it is in use' 6 >results/migrate_in.sql
\i results/migrate_in.sql
\! sh "$PG_ABS_SRCDIR/test/block" 'From uuid to wiji, while it is in use' 7 >results/migrate_in.sql
\i results/migrate_in.sql
\! sh "$PG_ABS_SRCDIR/test/block" 'From uuid to wiji, while it is in use' 8 >results/migrate_in.sql
\i results/migrate_in.sql
:look
:drop

-- Where customer_id may be null, as the remarks in steps 5, 6 and 8 say.
:make
\set block `sh "$PG_ABS_SRCDIR/test/block" "From uuid to wiji, where the bytes are a wiji's" 1`
:block
ALTER TABLE invoice ALTER customer_id DROP NOT NULL;
INSERT INTO invoice (amount) VALUES (0);
\! sh "$PG_ABS_SRCDIR/test/block" 'From uuid to wiji, while it is in use' 5 | sed '/none_may_be/d; s/CHECK (new_customer_id IS NOT NULL AND .*)/CHECK (new_customer_id IS NOT DISTINCT FROM customer_id)/' >results/migrate_in.sql
\i results/migrate_in.sql
\! sh "$PG_ABS_SRCDIR/test/block" 'From uuid to wiji, while it is in use' 6 | sed "s/'new_customer_id IS NULL'/'new_customer_id IS NULL AND customer_id IS NOT NULL'/" >results/migrate_in.sql
\i results/migrate_in.sql
\! sh "$PG_ABS_SRCDIR/test/block" 'From uuid to wiji, while it is in use' 7 >results/migrate_in.sql
\i results/migrate_in.sql
\! sh "$PG_ABS_SRCDIR/test/block" 'From uuid to wiji, while it is in use' 8 | sed '/SET NOT NULL/d' >results/migrate_in.sql
\i results/migrate_in.sql
SELECT amount FROM invoice WHERE customer_id IS NULL;
:look
:drop

-- New ids by time, from bigint: in the order of the old ones, with the times of the rows.
\set key bigint
CREATE SEQUENCE keys;
\set made 'nextval(''keys'')'
:make
\set block `sh "$PG_ABS_SRCDIR/test/block" 'New ids by time' 1`
:block
\set block `sh "$PG_ABS_SRCDIR/test/block" 'New ids by time' 2`
:block
:look
SELECT count(*) AS rows, count(*) FILTER (WHERE wiji_timestamp(c.id) = c.created_at) AS same_time,
       count(*) FILTER (WHERE n = row_number) AS in_order
FROM (SELECT c.id, c.created_at, c.name, amount, row_number() OVER (ORDER BY c.id, amount)
      FROM customer c JOIN invoice i ON i.customer_id = c.id) c JOIN expected e USING (name, amount);
:drop

-- A moment without time zone is one of the session's TimeZone, unless one says whose.
SET TimeZone = 'Asia/Tokyo';
SELECT wiji_timestamp(wiji_generate(timestamp '2026-11-21 12:00')) AT TIME ZONE 'UTC' AS taken_to_be_tokyos,
       wiji_timestamp(wiji_generate(timestamp '2026-11-21 12:00' AT TIME ZONE 'UTC')) AT TIME ZONE 'UTC' AS utcs;
SET TimeZone = 'UTC';

-- From ULIDs in text, by the time that they carry.
\set block `sh "$PG_ABS_SRCDIR/test/block" 'New ids by time' 3`
:block
SELECT ulid_timestamp('01ARZ3NDEKTSV4RRFFQ69G5FAV'), ulid_timestamp('01jd8qxwzz0123456789abcdef');
\set key text
\set made '''01JD8Q'' || upper(substr(md5(random()::text), 1, 20))'
:make
SELECT array_agg(name ORDER BY id COLLATE "C") AS names FROM customer \gset
\set block `sh "$PG_ABS_SRCDIR/test/block" 'New ids by time' 1 | sed 's/wiji_generate(created_at)/wiji_generate(ulid_timestamp(old_id))/; s/ORDER BY created_at, id/ORDER BY id COLLATE "C"/'`
:block
:look
SELECT array_agg(name ORDER BY id) = :'names' AS same_order, min(date_trunc('day', wiji_timestamp(id))) AS first
FROM customer;
:drop

-- A whole graph while it is in use: the page's two tables here, three in recipe_rekey.
\set key bigint
\set made 'nextval(''keys'')'
:make
ALTER TABLE customer ADD referred_by bigint REFERENCES customer;
UPDATE customer SET referred_by = (SELECT min(id) FROM customer) WHERE name LIKE '%0';
\! sh "$PG_ABS_SRCDIR/test/block" 'A whole graph of tables, while it is in use' 1 >results/migrate_in.sql
\i results/migrate_in.sql
INSERT INTO customer (name) VALUES ('new');
INSERT INTO invoice (customer_id) SELECT id FROM customer WHERE name = 'new';
\! sh "$PG_ABS_SRCDIR/test/block" 'A whole graph of tables, while it is in use' 2 >results/migrate_in.sql
\i results/migrate_in.sql
\! sh "$PG_ABS_SRCDIR/test/block" 'A whole graph of tables, while it is in use' 3 >results/migrate_in.sql
\i results/migrate_in.sql
-- What would stay with an old column.  (Since 18, NOT NULL is a constraint, too.)
BEGIN;
CREATE VIEW customers AS SELECT customer_id FROM invoice;
CREATE TRIGGER moved BEFORE UPDATE OF customer_id ON invoice
FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger();
CREATE POLICY known ON invoice USING (customer_id > 0);
\set block `sh "$PG_ABS_SRCDIR/test/block" 'What hangs on a column?' 1 | tr -d ';'`
SELECT object FROM (:block) objects WHERE object NOT LIKE '%not_null%';
ROLLBACK;
\! sh "$PG_ABS_SRCDIR/test/block" 'A whole graph of tables, while it is in use' 4 >results/migrate_in.sql
\i results/migrate_in.sql
:look
-- New rows have an old key, too, until the old columns go.
INSERT INTO customer (name, referred_by) SELECT 'newer', id FROM customer WHERE name = 'new'
RETURNING old_id IS NOT NULL AS old, old_referred_by IS NOT NULL AS old_too;
INSERT INTO invoice (customer_id) SELECT id FROM customer WHERE name = 'newer'
RETURNING old_customer_id IS NOT NULL AS old;
\! sh "$PG_ABS_SRCDIR/test/block" 'A whole graph of tables, while it is in use' 5 >results/migrate_in.sql
\i results/migrate_in.sql
INSERT INTO invoice (customer_id) SELECT id FROM customer WHERE name = 'newer' RETURNING amount;
SELECT r.name, count(*) FROM customer c JOIN customer r ON r.id = c.referred_by GROUP BY r.name ORDER BY 1;
:look
:drop

RESET search_path;
DROP SCHEMA moving CASCADE;
