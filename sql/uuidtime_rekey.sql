-- From uuid keys of version 7 to wiji keys: the order stays, and so does the time, to the
-- millisecond.
CREATE TABLE customers (id uuid PRIMARY KEY DEFAULT uuidtime_v7(), n integer);
CREATE TABLE orders (id uuid PRIMARY KEY DEFAULT uuidtime_v7(), customer_id uuid NOT NULL REFERENCES customers,
                     n integer);
INSERT INTO customers	-- not in the order of their ids
SELECT id, n FROM (SELECT uuidtime_v7() AS id, n FROM generate_series(1, 1000) n) made ORDER BY n % 7;
INSERT INTO orders (customer_id, n) SELECT id, n FROM customers, generate_series(1, 2);

CREATE TEMP TABLE old AS SELECT id, n, uuidtime_timestamp(id) AS at FROM customers;

-- Is every key one that has a time?
SELECT count(*) FROM customers WHERE uuidtime_timestamp(id) IS NULL;

-- The recipe: a new column, filled in the order of the old one …
BEGIN;
ALTER TABLE customers ADD wiji wiji;
UPDATE customers SET wiji = new.wiji
FROM (SELECT id, wiji_generate(uuidtime_timestamp(id)) AS wiji FROM (SELECT id FROM customers ORDER BY id) o) new
WHERE customers.id = new.id;
-- … references to it follow …
ALTER TABLE orders ADD customer_wiji wiji;
UPDATE orders SET customer_wiji = customers.wiji FROM customers WHERE customers.id = customer_id;
-- … and then the columns change places.
ALTER TABLE orders DROP customer_id;
ALTER TABLE orders RENAME customer_wiji TO customer_id;
ALTER TABLE customers DROP id;
ALTER TABLE customers RENAME wiji TO id;
ALTER TABLE customers ADD PRIMARY KEY (id), ALTER id SET DEFAULT wiji_generate();
ALTER TABLE orders ALTER customer_id SET NOT NULL, ADD FOREIGN KEY (customer_id) REFERENCES customers;
COMMIT;

SELECT count(*), count(DISTINCT c.id) AS different, bool_and(wiji_timestamp(c.id) = at) AS same_time
FROM customers c JOIN old USING (n);
SELECT count(*) AS out_of_order FROM (SELECT n, lag(n) OVER (ORDER BY id) AS before FROM customers) s
WHERE n <> before + 1;
SELECT count(*), count(DISTINCT customer_id) FROM orders JOIN customers ON customers.id = customer_id;

-- New ids come after.
INSERT INTO customers (n) VALUES (1001);
SELECT n FROM customers ORDER BY id DESC LIMIT 1;
DROP TABLE orders, customers, old;

-- There is room for 65,536 ids of one millisecond.
CREATE TEMP TABLE crowd AS SELECT n, uuidtime_v7_lower('2026-11-21') AS ms FROM generate_series(1, 65536) n;
SELECT count(DISTINCT id) AS different, count(*) FILTER (WHERE id <= before) AS steps_down
FROM (SELECT id, lag(id) OVER (ORDER BY n) AS before
      FROM (SELECT n, wiji_generate(uuidtime_timestamp(ms)) AS id FROM crowd) g) s;
