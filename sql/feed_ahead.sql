-- Keys that are ahead of the clock, by less than the second that a feed allows, as after a small
-- step back: the feed's next IDs are above them, even if a statement inserts into other feeds.
CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
CREATE TABLE other (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
SELECT wiji_create_feed('other') \g /dev/null
CREATE FUNCTION audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO other (what) VALUES ('for ' || NEW.what);
	RETURN NEW;
END $$;
CREATE TRIGGER audit BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION audit();
INSERT INTO event VALUES (wiji_generate(clock_timestamp() + interval '0.9 s'), 'ahead');
SELECT wiji_create_feed('event') \g /dev/null
INSERT INTO event (what) VALUES ('first'), ('second');
WITH w AS (INSERT INTO other (what) VALUES ('WITH')) INSERT INTO event (what) VALUES ('third');
SELECT what FROM event ORDER BY id;
-- Consumers read them when the clock has come there.
DO $$
BEGIN
	FOR i IN 1..1000 LOOP
		EXIT WHEN (SELECT bool_and(id < wiji_horizon('event')) FROM event)
		      AND (SELECT bool_and(id < wiji_horizon('other')) FROM other);
		COMMIT;
		PERFORM pg_sleep(0.01);
	END LOOP;
END $$;
SELECT what FROM event WHERE id < wiji_horizon('event') ORDER BY id;
SELECT what FROM other WHERE id < wiji_horizon('other') ORDER BY what COLLATE "C";
DROP TABLE event, other;
DROP FUNCTION audit;

-- The same with UUIDs, and in one statement more IDs than a unit of time has.  (Generators of siq
-- and uid60, which sessions share, do not go ahead.)
CREATE TABLE kind (type text, generator text, lower text);
INSERT INTO kind VALUES ('wiji', 'wiji_generate()', 'wiji_lower'), ('uuid', 'wiji_uuid()', 'wiji_lower'),
	('uuid', 'uuidtime_v7()', 'uuidtime_v7_lower');
\set ECHO none
CREATE PROCEDURE ahead(k kind) LANGUAGE plpgsql AS $$
DECLARE
	above bigint;
BEGIN
	EXECUTE format('CREATE TABLE t (id %s PRIMARY KEY DEFAULT %s, n integer)', k.type, k.generator);
	EXECUTE format('INSERT INTO t VALUES (%s(clock_timestamp() + interval ''0.9 s''), 0)', k.lower);
	PERFORM wiji_create_feed('t');
	COMMIT;
	INSERT INTO t (n) SELECT generate_series(1, 300);
	SELECT count(*) INTO above FROM t WHERE id > (SELECT id FROM t WHERE n = 0);
	RAISE NOTICE '% by %: % above', k.type, k.generator, above;
	DROP TABLE t;
END $$;
SELECT format('CALL ahead(%L)', k) FROM kind k \gexec
\set ECHO all
DROP PROCEDURE ahead;
DROP TABLE kind;
