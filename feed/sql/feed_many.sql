-- Several feeds in a transaction: eight at most.
DO $$
BEGIN
	FOR n IN 1..9 LOOP
		EXECUTE format('CREATE TABLE many_%s (id wiji PRIMARY KEY DEFAULT wiji_generate())', n);
		PERFORM wiji_create_feed(format('many_%s', n)::regclass);
	END LOOP;
END $$;
BEGIN;
DO $$
BEGIN
	FOR n IN 1..8 LOOP
		EXECUTE format('INSERT INTO many_%s DEFAULT VALUES', n);
	END LOOP;
END $$;
INSERT INTO many_1 DEFAULT VALUES;
SELECT count(*) FROM generate_series(1, 8) n, wiji_feed_blockers(format('many_%s', n)::regclass);
SELECT code, message FROM failure('INSERT INTO many_9 DEFAULT VALUES');
COMMIT;
INSERT INTO many_9 DEFAULT VALUES;
SELECT count(*) FROM many_8 WHERE id < wiji_horizon('many_8');

-- One that has inserted into a feed cannot be prepared.
BEGIN;
INSERT INTO many_1 DEFAULT VALUES;
\set VERBOSITY sqlstate
PREPARE TRANSACTION 'feed';
ROLLBACK PREPARED 'feed';
\set VERBOSITY default
SELECT count(*) FROM wiji_feed_blockers('many_1');
DROP TABLE many_1, many_2, many_3, many_4, many_5, many_6, many_7, many_8, many_9;

-- A session forgets the feeds whose tables were dropped.
CREATE PROCEDURE come_and_go() LANGUAGE plpgsql AS $$
BEGIN
	FOR n IN 1..100 LOOP
		CREATE TABLE many (id wiji PRIMARY KEY DEFAULT wiji_generate());
		PERFORM wiji_create_feed('many');
		INSERT INTO many DEFAULT VALUES;
		DROP TABLE many;
		COMMIT;
	END LOOP;
END $$;
CALL come_and_go();
SELECT used_bytes AS before FROM pg_backend_memory_contexts WHERE name = 'wiji feeds' \gset
CALL come_and_go();
SELECT used_bytes - :before AS more FROM pg_backend_memory_contexts WHERE name = 'wiji feeds';
DROP PROCEDURE come_and_go;

-- It keeps those that a trigger still points to: that of an insert into a partition fires for the other
-- rows after the partitioned table was dropped.
CREATE TABLE many (id wiji DEFAULT wiji_generate(), n integer) PARTITION BY LIST (n);
CREATE INDEX ON many (id);
CREATE TABLE many_all PARTITION OF many DEFAULT PARTITION BY LIST (n);
CREATE TABLE many_1 PARTITION OF many_all DEFAULT;
CREATE FUNCTION drop_many() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	ALTER TABLE many DETACH PARTITION many_all;
	DROP TABLE many;
	FOR n IN 1..200 LOOP
		CREATE TABLE other (n bigserial PRIMARY KEY);
		PERFORM wiji_create_feed('other');
		DROP TABLE other;
	END LOOP;
	RETURN NULL;
END $$;
CREATE TRIGGER z AFTER INSERT ON many_1 FOR EACH ROW WHEN (NEW.n = 1) EXECUTE FUNCTION drop_many();
SET client_min_messages = warning;
SELECT wiji_create_feed('many', 'id', lag => '1 min') \g /dev/null
RESET client_min_messages;
INSERT INTO many_1 (n) SELECT n FROM generate_series(1, 3) n RETURNING n;
DROP TABLE many_all;
DROP FUNCTION drop_many;
