-- wiji_poll(): the next rows of a feed for a worker of a consumer, whose position moves behind them.  A
-- consumer is an ordinary table.
CREATE TABLE job (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, customer text, task text);
SELECT wiji_create_feed('job') \g /dev/null
CREATE TABLE mailer (worker integer PRIMARY KEY, workers integer NOT NULL, feed regclass NOT NULL, position text, split name);
INSERT INTO mailer VALUES (0, 1, 'job');
SELECT * FROM wiji_poll(NULL::job, 'mailer');
INSERT INTO job (customer, task) VALUES ('Ada', 'print'), ('Bob', 'send'), (NULL, 'clean');
SELECT * FROM wiji_pending('mailer');
-- max rows at most
SELECT * FROM wiji_poll(NULL::job, 'mailer', max => 2);
SELECT * FROM wiji_pending('mailer');
SELECT * FROM wiji_poll(NULL::job, 'mailer');
SELECT * FROM wiji_poll(NULL::job, 'mailer');
-- The position belongs to the transaction: a failure brings the rows again.
INSERT INTO job (customer, task) VALUES ('Cleo', 'fails');
BEGIN;
SELECT * FROM wiji_poll(NULL::job, 'mailer', 0);
ROLLBACK;
BEGIN;
SELECT * FROM wiji_poll(NULL::job, 'mailer', 0);
COMMIT;
-- The horizon is in force: a transaction does not read its own rows.
BEGIN;
INSERT INTO job (customer, task) VALUES ('Dan', 'later');
SELECT * FROM wiji_poll(NULL::job, 'mailer', 0);
COMMIT;
SELECT * FROM wiji_poll(NULL::job, 'mailer', 0);
-- A consumer of new rows only begins at the newest position.
SELECT wiji_newest_position('job');
-- Rows that the consumers do not need any more, but never the last one
DELETE FROM job WHERE id < (SELECT min(position::bigint) FROM mailer);
SELECT * FROM job;
DROP TABLE mailer;

-- Several workers share the rows by the hash of a column, whose null belongs to one of them, too.
CREATE TABLE mailer (worker integer PRIMARY KEY, workers integer NOT NULL, feed regclass NOT NULL, position text, split name);
INSERT INTO mailer SELECT n, 3, 'job', wiji_newest_position('job'), 'customer' FROM generate_series(0, 2) n;
INSERT INTO job (customer, task)
SELECT nullif('customer ' || n % 8, 'customer 0'), 'task ' || n FROM generate_series(0, 799) n;
CREATE TABLE handled (worker integer, n serial, id bigint, customer text);
DO $$
BEGIN
	FOR round IN 1 .. 30 LOOP
		INSERT INTO handled (worker, id, customer)
		SELECT round % 3, id, customer FROM wiji_poll(NULL::job, 'mailer', round % 3, 100);
	END LOOP;
END $$;
-- each row once, the rows of a customer by one worker, in the order of their keys
SELECT count(*), count(DISTINCT id), count(DISTINCT worker) AS workers,
       count(DISTINCT (worker, customer)) AS customers, count(*) FILTER (WHERE customer IS NULL) AS without
FROM handled;
SELECT count(*) AS out_of_order FROM handled a JOIN handled b USING (worker) WHERE a.n < b.n AND a.id >= b.id;
SELECT worker, pending FROM wiji_pending('mailer');
-- Which worker that is depends on the server's hash of the value, and on no setting.
SELECT count(*) AS of_others FROM handled WHERE worker <> (hash_record_extended(ROW(customer), 0) & 9223372036854775807) % 3;

-- Without a worker: one that is behind takes its turn, or the next, until there are rows.
TRUNCATE handled;
INSERT INTO job (customer, task) SELECT 'customer 1', 'again ' || n FROM generate_series(1, 10) n;
INSERT INTO handled (id, customer) SELECT id, customer FROM wiji_poll(NULL::job, 'mailer');
SELECT count(*), count(DISTINCT id) FROM handled;
SELECT count(*) FROM wiji_poll(NULL::job, 'mailer');
SELECT worker, pending FROM wiji_pending('mailer');
-- A worker that has no rows in a page reads on.
INSERT INTO job (customer, task) SELECT 'customer 1', 'first ' || n FROM generate_series(1, 10) n;
INSERT INTO job (customer, task) SELECT customer, 'last' FROM unnest(ARRAY['customer 2', 'customer 3', 'customer 4', 'customer 5', 'customer 6', 'customer 7']) customer;
SELECT regexp_replace(rows, 'r [2-7]: last.*', 'r N: last') AS rows FROM generate_series(0, 2) worker,
LATERAL (SELECT string_agg(customer || ': ' || task, ', ' ORDER BY id) AS rows FROM wiji_poll(NULL::job, 'mailer', worker, 4)) page ORDER BY 1;
-- A split that is null shares the rows by their keys.
UPDATE mailer SET split = NULL;
INSERT INTO job (customer, task) SELECT 'customer 1', 'task' FROM generate_series(1, 100) n;
SELECT worker, count(*) > 10 AS shared FROM generate_series(0, 2) worker, LATERAL wiji_poll(NULL::job, 'mailer', worker) GROUP BY worker ORDER BY worker;

-- Changing the number of workers: they stop at the greatest position, then the rows are replaced.
UPDATE mailer SET split = 'customer';
TRUNCATE handled;
INSERT INTO job (customer, task) SELECT 'customer ' || n % 8, 'between' FROM generate_series(1, 40) n;
INSERT INTO handled (worker, id) SELECT 0, id FROM wiji_poll(NULL::job, 'mailer', 0, 16);
UPDATE mailer SET workers = - abs(workers);
\set renumber 'WITH old AS (DELETE FROM mailer RETURNING *) INSERT INTO mailer SELECT n, 5, feed, position, split FROM (SELECT DISTINCT feed, position, split FROM old) o, generate_series(0, 4) n'
-- too early
SELECT code FROM failure(:'renumber');
INSERT INTO handled (worker, id) SELECT worker, id FROM generate_series(0, 2) worker, LATERAL wiji_poll(NULL::job, 'mailer', worker);
SELECT count(*), count(DISTINCT id) FROM handled;
SELECT worker, pending FROM wiji_pending('mailer');
SELECT code, message, detail ~ '^All of them are at position \d+\.$' AS detail, hint FROM failure('SELECT wiji_poll(NULL::job, ''mailer'', 0)');
:renumber;
INSERT INTO handled (worker, id) SELECT worker, id FROM generate_series(0, 4) worker, LATERAL wiji_poll(NULL::job, 'mailer', worker);
SELECT count(*), count(DISTINCT id) FROM handled;

-- Rows that always fail are put aside, and the others are handled.
CREATE TABLE failed (id bigint PRIMARY KEY, error text);
TRUNCATE handled;
INSERT INTO job (customer, task) SELECT 'customer 1', CASE n WHEN 2 THEN 'poison' ELSE 'good' END FROM generate_series(1, 3) n;
DO $$
DECLARE
	job job;
BEGIN
	FOR job IN SELECT * FROM wiji_poll(NULL::job, 'mailer') LOOP
		BEGIN
			IF job.task = 'poison' THEN
				RAISE 'cannot handle it';
			END IF;
			INSERT INTO handled (id) VALUES (job.id);
		EXCEPTION WHEN others THEN
			INSERT INTO failed VALUES (job.id, SQLERRM);
		END;
	END LOOP;
END $$;
SELECT (SELECT count(*) FROM handled) AS handled, (SELECT count(*) FROM failed) AS failed;
-- A worker whose rows always fail holds up no other: each call without a number takes any of those behind.
TRUNCATE handled;
INSERT INTO job (customer, task) SELECT 'customer ' || n % 8, CASE n WHEN 5 THEN 'poison' ELSE 'good' END FROM generate_series(1, 80) n;
CREATE FUNCTION handle() RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO handled (id, customer) SELECT id, customer || '' FROM wiji_poll(NULL::job, 'mailer') WHERE task = 'good' OR 1 / (id - id) > 0;
	RETURN 'done';
EXCEPTION WHEN division_by_zero THEN
	RETURN 'failed';
END $$;
SELECT handle(), count(*) > 0 AS some FROM generate_series(1, 100) GROUP BY 1 ORDER BY 1;
SELECT count(DISTINCT customer) > 3 AS of_the_others, count(*) FILTER (WHERE customer = 'customer 5') AS of_the_poisoned FROM handled;
SELECT bool_or(pending > 0) AS waits FROM wiji_pending('mailer');
DROP FUNCTION handle;
DROP TABLE job, mailer, handled, failed;
