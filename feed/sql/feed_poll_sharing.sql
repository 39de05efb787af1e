-- How workers share the rows of a feed must not change while their positions differ.  Column "sharing" of a
-- consumer says how they shared them up to their positions.
CREATE TABLE job (id bigserial PRIMARY KEY, customer text, region text, weight integer, task text);
SELECT wiji_create_feed('job') \g /dev/null
CREATE TABLE mailer (worker integer PRIMARY KEY, workers integer NOT NULL, feed regclass NOT NULL, position text, split name, sharing text);
CREATE TABLE handled (id bigint, customer text);
-- Rows of eight customers, of which worker 0 has handled some, and no other worker any.
CREATE PROCEDURE start(split name) LANGUAGE plpgsql AS $$
BEGIN
	TRUNCATE job, handled;
	DELETE FROM mailer;
	INSERT INTO job DEFAULT VALUES;
	COMMIT;
	INSERT INTO mailer SELECT n, 3, 'job', wiji_newest_position('job'), split FROM generate_series(0, 2) n;
	INSERT INTO job (customer, region, weight) SELECT 'customer ' || n % 8, 'region ' || n % 5, n % 7 FROM generate_series(1, 40) n;
	COMMIT;
	INSERT INTO handled SELECT id, customer FROM wiji_poll(NULL::job, 'mailer', 0, 20);
END $$;
-- Each worker reads what is left.  How many rows are lost, and how many are handled twice?
CREATE FUNCTION finish(OUT lost bigint, OUT again bigint) LANGUAGE plpgsql AS $$
BEGIN
	FOR n IN 0 .. (SELECT max(worker) FROM mailer) LOOP
		INSERT INTO handled SELECT id, customer FROM wiji_poll(NULL::job, 'mailer', n);
	END LOOP;
	SELECT count(*) FILTER (WHERE h.id IS NULL), count(h.id) - count(DISTINCT h.id) INTO lost, again
	FROM job LEFT JOIN handled h USING (id) WHERE region IS NOT NULL;
END $$;
CALL start('customer');
SELECT worker, workers, regexp_replace(sharing, 'table \d+', 'table T') AS sharing FROM mailer ORDER BY worker;
SELECT * FROM finish();
CALL start(NULL);
SELECT DISTINCT regexp_replace(sharing, 'table \d+', 'table T') AS sharing FROM mailer;
SELECT * FROM finish();

-- It is noted even if there are no rows to read.
CREATE TABLE idle (LIKE mailer INCLUDING ALL);
INSERT INTO idle SELECT n, 3, 'job', wiji_newest_position('job'), 'customer' FROM generate_series(0, 2) n;
SELECT count(*) FROM wiji_poll(NULL::job, 'idle');
SELECT count(*), count(sharing) FROM idle;

-- Each change of that is an error of all workers, whose hint ends in statements that repair it.
CREATE FUNCTION repair() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	n integer;
	hint text;
BEGIN
	FOR n IN SELECT worker FROM mailer LOOP
		SELECT f.hint INTO STRICT hint FROM failure(format('SELECT wiji_poll(NULL::job, ''mailer'', %s)', n)) f WHERE f.code = '55000';
	END LOOP;
	EXECUTE substring(hint, ': (DELETE .*)');
END $$;
CREATE TABLE change (n serial, what text, sql text);
INSERT INTO change (what, sql) VALUES
	('another column', 'UPDATE mailer SET split = ''region'''),
	('no column', 'UPDATE mailer SET split = NULL'),
	('columns that swap their names', 'ALTER TABLE job RENAME customer TO c; ALTER TABLE job RENAME region TO customer; ALTER TABLE job RENAME c TO region'),
	('a column that is dropped and added', 'ALTER TABLE job DROP customer; ALTER TABLE job ADD customer text'),
	('another type', 'ALTER TABLE job ALTER customer TYPE varchar'),
	('another collation', 'ALTER TABLE job ALTER customer TYPE text COLLATE "C"'),
	('fewer workers', 'DELETE FROM mailer WHERE worker = 2; UPDATE mailer SET workers = 2'),
	('more workers', 'UPDATE mailer SET workers = 4; INSERT INTO mailer VALUES (3, 4, ''job'', wiji_newest_position(''job''), ''customer'')'),
	('one worker', 'DELETE FROM mailer WHERE worker > 0; UPDATE mailer SET workers = 1'),
	('rows that do not know it', 'UPDATE mailer SET sharing = NULL'),
	('a row that is missing', 'DELETE FROM mailer WHERE worker = 0'),
	('a row too many', 'INSERT INTO mailer VALUES (3, 3, ''job'', NULL, ''customer'')'),
	('rows of different columns', 'UPDATE mailer SET split = ''region'' WHERE worker = 1'),
	('a number that has no opposite', 'UPDATE mailer SET workers = -2147483648');
\x
CREATE TABLE result (n serial, code text, message text, detail text, hint text, lost bigint, again boolean);
DO $$
DECLARE
	sql text;
BEGIN
	FOR sql IN SELECT c.sql FROM change c ORDER BY n LOOP
		CALL start('customer');
		EXECUTE sql;
		INSERT INTO result (code, message, detail, hint)
		SELECT code, message, detail, regexp_replace(hint, '''\d+''', '''POSITION''') FROM failure('SELECT wiji_poll(NULL::job, ''mailer'')');
		PERFORM repair();
		UPDATE result SET (lost, again) = (SELECT f.lost, f.again > 0 FROM finish() f) WHERE n = (SELECT max(n) FROM result);
		COMMIT;
		ALTER TABLE job DROP customer, DROP region, ADD customer text, ADD region text;
	END LOOP;
END $$;
SELECT what, code, message, regexp_replace(detail, 'table \d+, column \d+', 'table T, column N', 'g') AS detail, hint, lost, again FROM change JOIN result USING (n) ORDER BY n;
\x
-- A column that is renamed stays the same, and another name for it is one.
CALL start('customer');
ALTER TABLE job RENAME customer TO client;
SELECT code, message FROM failure('SELECT wiji_poll(NULL::job, ''mailer'')');
UPDATE mailer SET split = 'client';
INSERT INTO handled SELECT id, client FROM generate_series(0, 2) n, LATERAL wiji_poll(NULL::job, 'mailer', n);
SELECT count(*), count(DISTINCT id) FROM handled;
ALTER TABLE job RENAME client TO customer;
UPDATE mailer SET split = 'customer';

-- In a table that was restored from a dump, where columns may have other numbers, the names count.
CALL start('customer');
UPDATE mailer SET sharing = regexp_replace(sharing, 'table \d+, column \d+', 'table 1, column 99');
SELECT * FROM finish();
UPDATE mailer SET sharing = replace(sharing, 'name customer', 'name vendor');
SELECT code, message FROM failure('SELECT wiji_poll(NULL::job, ''mailer'', 0)');

-- All positions are equal after a stop, and then it may change.
CALL start('customer');
UPDATE mailer SET workers = - abs(workers);
INSERT INTO handled SELECT id, customer FROM generate_series(0, 2) n, LATERAL wiji_poll(NULL::job, 'mailer', n);
WITH old AS (DELETE FROM mailer RETURNING *) INSERT INTO mailer SELECT n, 5, feed, position, 'weight'
FROM (SELECT DISTINCT feed, position, split FROM old) o, generate_series(0, 4) n;
SELECT * FROM finish();
SELECT DISTINCT regexp_replace(sharing, 'table \d+, column \d+', 'table T, column N') AS sharing FROM mailer;
-- So do the statements of the hint of workers that have stopped.
UPDATE mailer SET workers = - abs(workers), position = wiji_newest_position('job');
SELECT message, regexp_replace(hint, '''\d+''', '''POSITION''') AS hint FROM failure('SELECT wiji_poll(NULL::job, ''mailer'', 0)');
SELECT repair() \g /dev/null
SELECT * FROM finish();
-- New workers that do not begin at one position
DELETE FROM mailer;
INSERT INTO mailer SELECT n, 2, 'job', n, 'customer' FROM generate_series(0, 1) n;
SELECT code, message, detail, hint FROM failure('SELECT wiji_poll(NULL::job, ''mailer'', 0)');
SELECT code, message FROM failure('SELECT wiji_pending(''mailer'')');

-- A row whose customer is updated belongs to another worker: it is not handled if that has passed it, and again
-- if its first one has.
CREATE FUNCTION customer_of(worker integer) RETURNS text LANGUAGE sql RETURN (
	SELECT c FROM generate_series(0, 9) n, LATERAL (SELECT 'customer ' || n) c (c)
	WHERE (hash_record_extended(ROW(c), 0) & 9223372036854775807) % 3 = worker ORDER BY 1 LIMIT 1);
CALL start('customer');
UPDATE job SET customer = customer_of(0) WHERE id IN (
	SELECT id FROM job WHERE region IS NOT NULL AND id NOT IN (SELECT id FROM handled) ORDER BY id LIMIT 3);
SELECT * FROM finish();
CALL start('customer');
UPDATE job SET customer = customer_of(1) WHERE id IN (SELECT id FROM handled ORDER BY id LIMIT 3);
SELECT * FROM finish();

-- split is a column, and no function of the row, no system column; its type can be hashed.
ALTER TABLE job ADD data json;
CREATE TABLE bad (split name);
INSERT INTO bad VALUES ('to_jsonb'), ('ctid'), ('tableoid'), ('nobody'), ('job'), ('f'), (''), ('data');
SELECT split, f.* FROM bad, failure(format('UPDATE mailer SET split = %L, sharing = NULL, position = NULL; SELECT wiji_poll(NULL::job, ''mailer'')', split)) f;
-- The hash of an enum's values differs in another database.
CREATE TYPE mood AS ENUM ('sad', 'happy');
CREATE DOMAIN short AS varchar(10);
ALTER TABLE job ADD mood mood, ADD short short;
SELECT split, expression, regexp_replace(regexp_replace(described, 'table \d+, column \d+', 'table T, column N'), '\d+', 'OID') AS described
FROM unnest('{customer,weight,mood,short}'::name[]) split, wiji_feed_split('job', split);
-- A row needs a feed.
CREATE TABLE odd (LIKE mailer INCLUDING ALL);
ALTER TABLE odd ALTER feed DROP NOT NULL;
INSERT INTO odd VALUES (0, 1, NULL);
SELECT call, code, message FROM unnest(ARRAY['wiji_pending(''odd'')', 'wiji_poll(NULL::job, ''odd'')']) call, failure('SELECT ' || call);
-- A column "sharing" of another type has another meaning.
CREATE TABLE other (worker integer PRIMARY KEY, workers integer NOT NULL, feed regclass NOT NULL, position text, split name, sharing boolean);
INSERT INTO other VALUES (0, 1, 'job');
SELECT count(*) > 0 AS some FROM wiji_poll(NULL::job, 'other');
SELECT position IS NOT NULL AS moved, sharing FROM other;

-- Workers without UPDATE (sharing): the consumer's owner may write it.
SET client_min_messages = warning;
DROP ROLE IF EXISTS regress_worker; -- left by an interrupted run
CREATE ROLE regress_worker;
GRANT SELECT ON job, mailer TO regress_worker;
GRANT UPDATE (position) ON mailer TO regress_worker;
CALL start('customer');
SET ROLE regress_worker;
SELECT code FROM failure('SELECT wiji_poll(NULL::job, ''mailer'', 0)');
RESET ROLE;
UPDATE mailer SET sharing = NULL, position = wiji_newest_position('job');
SET ROLE regress_worker;
SELECT code, message FROM failure('SELECT wiji_poll(NULL::job, ''mailer'', 0)');
RESET ROLE;
INSERT INTO job (customer) VALUES ('last');
GRANT UPDATE (position, sharing) ON mailer TO regress_worker;
SET ROLE regress_worker;
SELECT customer FROM wiji_poll(NULL::job, 'mailer');
RESET ROLE;
DROP OWNED BY regress_worker;
DROP ROLE regress_worker;
DROP TABLE job, mailer, idle, handled, change, result, bad, odd, other;
DROP TYPE mood;
DROP DOMAIN short;
DROP PROCEDURE start;
DROP FUNCTION finish, repair, customer_of;
RESET client_min_messages;
