-- From wiji to uuid and back: the bytes are the same.
CREATE TABLE parent (id wiji PRIMARY KEY DEFAULT wiji_generate(), n integer);
INSERT INTO parent (n) SELECT generate_series(1, 1000);
CREATE TABLE before AS SELECT id::uuid AS id, n FROM parent;

-- To uuid: the heap is not rewritten, the default goes on making the same ids.
SELECT pg_relation_filenode('parent') AS heap \gset
ALTER TABLE parent ALTER id DROP DEFAULT, ALTER id TYPE uuid, ALTER id SET DEFAULT wiji_generate();
SELECT pg_relation_filenode('parent') = :heap AS not_rewritten;
INSERT INTO parent (n) VALUES (1001);
SELECT n FROM parent ORDER BY id DESC LIMIT 1;
SELECT count(*) FROM parent JOIN before USING (id, n);

-- To wiji: every value is checked, so the heap is rewritten.
ALTER TABLE parent ALTER id DROP DEFAULT, ALTER id TYPE wiji USING id::wiji, ALTER id SET DEFAULT wiji_generate();
SELECT count(*) FROM parent JOIN before ON parent.id = before.id::wiji;
-- A uuid that is none stops it, and nothing has changed.  (One in sixteen random uuids would pass: look at all.)
INSERT INTO before VALUES ('018f3e5e-7c1a-7c3a-8b9a-0123456789ab');
SELECT code, message, detail FROM failure('ALTER TABLE before ALTER id TYPE wiji USING id::wiji');
SELECT pg_typeof(id), count(*) FROM before GROUP BY 1;
-- Which ones are they?
SELECT id FROM before WHERE NOT wiji_is_valid(id::text);
DROP TABLE before, parent;

-- From bigint: ids made for the rows' own times, in the order of the old keys, and children that follow.
CREATE TABLE customer (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, created_at timestamptz NOT NULL);
CREATE TABLE invoice (n integer, customer_id bigint NOT NULL REFERENCES customer);
INSERT INTO customer (created_at) SELECT timestamptz '2026-01-01 00:00+00' + i / 10 * interval '1 day' FROM generate_series(0, 999) i;
INSERT INTO invoice SELECT i, 1 + i % 1000 FROM generate_series(0, 4999) i;
CREATE TABLE expected AS SELECT n, created_at, customer_id FROM invoice JOIN customer ON customer_id = id;

BEGIN;
ALTER TABLE customer ADD new_id wiji;
UPDATE customer SET new_id = made.id
FROM (SELECT id AS old_id, wiji_generate(created_at) AS id FROM (SELECT * FROM customer ORDER BY created_at, id) ordered) made
WHERE customer.id = old_id;
ALTER TABLE invoice ADD new_customer_id wiji;
UPDATE invoice SET new_customer_id = new_id FROM customer WHERE customer_id = id;
ALTER TABLE invoice DROP customer_id;
ALTER TABLE customer DROP id;
ALTER TABLE customer RENAME new_id TO id;
ALTER TABLE customer ADD PRIMARY KEY (id), ALTER id SET DEFAULT wiji_generate();
ALTER TABLE invoice RENAME new_customer_id TO customer_id;
ALTER TABLE invoice ALTER customer_id SET NOT NULL, ADD FOREIGN KEY (customer_id) REFERENCES customer;
COMMIT;

SELECT count(*), bool_and(wiji_timestamp(customer_id) = created_at) AS times,
       bool_and(dense_rank = old_rank) AS same_order
FROM (SELECT created_at, i.customer_id, dense_rank() OVER (ORDER BY i.customer_id), dense_rank() OVER (ORDER BY e.customer_id) AS old_rank
      FROM invoice i JOIN expected e USING (n)) s;
DROP TABLE invoice, customer, expected;
