-- Row versions of type timestamptz: the column that a table has for tools that poll.  The trigger sets it to
-- the clock at each insert and update.
CREATE TABLE orders (id bigserial PRIMARY KEY, item text, note text, updated_at timestamptz NOT NULL DEFAULT now());
CREATE INDEX ON orders (updated_at);
CREATE FUNCTION set_updated_at() RETURNS trigger LANGUAGE plpgsql AS
'BEGIN NEW.updated_at := now() - interval ''1 h''; RETURN NEW; END';
CREATE TRIGGER set_updated_at BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION set_updated_at();
INSERT INTO orders (item, updated_at) VALUES ('old', '-infinity'), ('older', '0001-01-01 BC');
SELECT wiji_create_feed('orders', 'updated_at', changes => true) \g /dev/null
SELECT feed, "column", lag, changes, flaw FROM wiji_feeds();
SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgname ~ '^wiji_' ORDER BY tgname;
INSERT INTO orders (item) VALUES ('coffee'), ('tea');
SELECT item FROM orders WHERE updated_at < wiji_horizon_timestamptz('orders') ORDER BY updated_at;
SELECT max(updated_at) AS position FROM orders WHERE updated_at < wiji_horizon_timestamptz('orders') \gset
-- Whatever the statement says, and another trigger that fires before.
UPDATE orders SET note = 'sold', updated_at = 'infinity' WHERE item = 'coffee';
INSERT INTO orders (item, updated_at) VALUES ('cake', '-infinity');
SELECT item, updated_at BETWEEN now() - interval '1 min' AND clock_timestamp() AS is_now FROM orders
WHERE updated_at > :'position' AND updated_at < wiji_horizon_timestamptz('orders') ORDER BY updated_at;
-- A transaction holds back its changes until it ends.
SELECT max(updated_at) AS position FROM orders \gset
BEGIN;
UPDATE orders SET note = 'held' WHERE item = 'tea';
SELECT count(*) FROM orders WHERE updated_at > :'position' AND updated_at < wiji_horizon_timestamptz('orders');
SELECT floor::timestamptz = wiji_horizon_timestamptz('orders') AS the_horizon FROM wiji_feed_blockers('orders');
COMMIT;
SELECT item FROM orders WHERE updated_at > :'position' AND updated_at < wiji_horizon_timestamptz('orders');
-- Columns to ignore.
SELECT wiji_create_feed('orders', 'updated_at', changes => true, ignore => '{note}') \g /dev/null
SELECT max(updated_at) AS position FROM orders \gset
UPDATE orders SET note = 'seen', updated_at = now();
SELECT count(*) FROM orders WHERE updated_at > :'position';
-- The versions of a session ascend, even in one statement.
INSERT INTO orders (item) SELECT n FROM generate_series(1, 10000) n;
SELECT count(*) AS rows, count(DISTINCT updated_at) AS versions, count(*) FILTER (WHERE id < before) AS descending
FROM (SELECT id, updated_at, lag(id) OVER (ORDER BY updated_at) AS before FROM orders
	WHERE updated_at > :'position' AND updated_at < wiji_horizon_timestamptz('orders')) o;
-- The horizon is an index condition.
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT conditions($$SELECT * FROM orders WHERE updated_at > '2020-01-01' AND updated_at < wiji_horizon_timestamptz('orders')$$);
RESET enable_seqscan;
RESET enable_bitmapscan;
SELECT call, code, message, detail, hint FROM unnest('{wiji_horizon,wiji_horizon_bigint}'::text[]) call,
	failure(format('SELECT %s(''orders'')', call));
-- What another trigger sets later is rejected: infinity, a time that consumers might have passed, and null.
CREATE FUNCTION set_later() RETURNS trigger LANGUAGE plpgsql AS
'BEGIN NEW.updated_at := NEW.note::timestamptz; RETURN NEW; END';
CREATE TRIGGER zz BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION set_later();
ALTER TABLE orders ALTER updated_at DROP NOT NULL;
SELECT v, code, message, detail, hint
FROM unnest('{infinity,-infinity,294276-12-31 23:59:59.999999Z,4714-11-24 BC,2020-01-01,NULL}'::text[]) v,
	failure(format('INSERT INTO orders (note) VALUES (%L)', nullif(v, 'NULL')));
DROP TABLE orders;

-- Two sessions can have equal versions, here rows from before: a tie at the end of a page is read again, or
-- told apart by another column.
CREATE TABLE orders (id bigserial, updated_at timestamptz);
CREATE INDEX ON orders (updated_at, id);
INSERT INTO orders SELECT n, '2026-01-01'::timestamptz + interval '1 s' * (n / 3) FROM generate_series(1, 10) n;
SELECT wiji_create_feed('orders', 'updated_at', changes => true) \g /dev/null
CREATE FUNCTION read(condition text, OUT lost bigint) LANGUAGE plpgsql AS $$
DECLARE
	position timestamptz := '-infinity';
	last bigint := 0;
	seen bigint[] := '{}';
	row record;
	more boolean := true;
BEGIN
	WHILE more LOOP
		more := false;
		FOR row IN EXECUTE format('SELECT * FROM orders WHERE %s AND updated_at < wiji_horizon_timestamptz(''orders'')
			ORDER BY updated_at, id LIMIT 4', condition) USING position, last LOOP
			more := more OR row.id <> ALL (seen);
			seen := seen || row.id;
			position := row.updated_at;
			last := row.id;
		END LOOP;
	END LOOP;
	SELECT count(*) FROM orders WHERE id <> ALL (seen) INTO lost;
END $$;
SELECT condition, lost FROM unnest('{updated_at > $1,updated_at >= $1,"(updated_at, id) > ($1, $2)"}'::text[]) condition,
	read(condition);
DROP TABLE orders;
DROP FUNCTION read;

-- Partitions, and domains.
CREATE DOMAIN changed AS timestamptz CHECK (VALUE > '2020-01-01');
CREATE DOMAIN early AS timestamptz CHECK (VALUE < '2020-01-01');
CREATE DOMAIN coarse AS timestamptz(3);
CREATE TABLE parted (gone integer, part integer, at changed) PARTITION BY LIST (part);
ALTER TABLE parted DROP gone;
CREATE INDEX ON parted (at);
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES IN (1);
CREATE TABLE parted_2 (part integer, more integer, at changed);
ALTER TABLE parted_2 DROP more;
ALTER TABLE parted ATTACH PARTITION parted_2 FOR VALUES IN (2);
SELECT wiji_create_feed('parted', 'at', changes => true) \g /dev/null
INSERT INTO parted VALUES (1), (2);
INSERT INTO parted_1 VALUES (1);
UPDATE parted SET part = 3 - part WHERE tableoid = 'parted_2'::regclass;
SELECT tableoid::regclass, count(*) FROM parted WHERE at < wiji_horizon_timestamptz('parted') GROUP BY 1 ORDER BY 1;
DROP TABLE parted;
-- by range of the version itself: only within a partition
CREATE TABLE parted (n integer, at timestamptz) PARTITION BY RANGE (at);
CREATE TABLE parted_all PARTITION OF parted DEFAULT;
CREATE INDEX ON parted (at);
SELECT wiji_create_feed('parted', 'at', changes => true) \g /dev/null
INSERT INTO parted VALUES (1);
UPDATE parted SET n = 2;
SELECT n FROM parted WHERE at < wiji_horizon_timestamptz('parted');
DROP TABLE parted;

-- Columns that cannot be one.
CREATE TABLE t (n integer, at timestamptz, at0 timestamptz(0), at3 timestamptz(3) UNIQUE, at6 timestamptz(6), plain timestamp,
                early early, coarse coarse, future timestamptz, noindex timestamptz, h timestamptz);
SELECT format('CREATE INDEX ON t (%I)', c) FROM unnest('{at,at0,at6,plain,early,coarse,future}'::text[]) c \gexec
CREATE INDEX ON t USING brin (noindex);
CREATE INDEX ON t (n, h);
INSERT INTO t (future) VALUES ('infinity');
SELECT a AS arguments, f.* FROM unnest(ARRAY['''at''', '''at'', ''1 s''', '''at'', layout => ''v7'', changes => true',
	'''at0'', changes => true', '''at3'', changes => true', '''coarse'', changes => true', '''plain'', changes => true',
	'''plain''', '''future'', changes => true', '''noindex'', changes => true', '''h'', changes => true']) a,
	failure(format('SELECT wiji_create_feed(''t'', %s)', a)) f;
SELECT a AS arguments, f.code, f.message FROM unnest('{at,at6,early}'::text[]) a,
	failure(format('SELECT wiji_create_feed(''t'', %L, changes => true); INSERT INTO t VALUES (1)', a)) f;
DROP TABLE t;
DROP DOMAIN changed, early, coarse;
DROP FUNCTION set_updated_at, set_later;
