-- Every generator of the library has a horizon of its type, and wiji_refuse_foreign_id() serves
-- them all.  (From PostgreSQL 17 on; before, the library has to be preloaded.)

SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS siq;
CREATE EXTENSION IF NOT EXISTS tid62;
CREATE EXTENSION IF NOT EXISTS uid60;
CREATE EXTENSION IF NOT EXISTS uuidtime;
RESET client_min_messages;
CREATE TABLE kind (type text, horizon text, generator text, foreign_id text);
INSERT INTO kind VALUES
	('wiji', 'wiji_horizon()', 'wiji_generate()', 'wiji_make(0, 0, 0)'),
	('uuid', 'wiji_horizon()::uuid', 'wiji_uuid()', 'wiji_make(0, 0, 0)::uuid'),
	('uuid', 'uuidtime_v7_horizon()', 'uuidtime_v7()', 'uuidtime_v7_lower(now() - interval ''2 s'')'),
	('siq', 'siq_horizon()', 'siq_generate(''user'')', 'siq_lower(now() - interval ''2 s'')'),
	('uid60', 'uid60_horizon()', 'uid60_generate()', 'uid60_lower(now() - interval ''2 s'')'),
	('tid62', 'tid62_horizon()', 'tid62_generate()', 'tid62_generate(now() - interval ''2 s'')');

-- A row of this transaction holds the horizon of its type back.  It is below it when the
-- transaction has ended and the type's tick is over.
CREATE PROCEDURE feed(k kind) LANGUAGE plpgsql AS $$
DECLARE
	held boolean;
	told boolean;
	refused boolean := false;
BEGIN
	EXECUTE format('CREATE TEMP TABLE t (id %s DEFAULT %s)', k.type, k.generator);
	CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON t FOR EACH ROW EXECUTE FUNCTION wiji_refuse_foreign_id('id');
	INSERT INTO t DEFAULT VALUES;
	EXECUTE format('SELECT count(*) = 0 FROM t WHERE id < %s', k.horizon) INTO held;
	BEGIN
		EXECUTE format('INSERT INTO t VALUES (%s)', k.foreign_id);
	EXCEPTION WHEN check_violation THEN
		refused := true;
	END;
	COMMIT;
	FOR i IN 1..500 LOOP
		EXECUTE format('SELECT count(*) = 1 FROM t WHERE id < %s', k.horizon) INTO told;
		EXIT WHEN told;
		PERFORM pg_sleep(0.01);
	END LOOP;
	RAISE NOTICE '%: held back %, foreign id refused %, then told %', k.horizon, held, refused, told;
	DROP TABLE t;
END $$;
DO $$
DECLARE k kind;
BEGIN
	FOR k IN SELECT * FROM kind LOOP
		CALL feed(k);
	END LOOP;
END $$;

-- Uuids that are made elsewhere are refused, in domains, too.
CREATE DOMAIN event_id AS uuid;
CREATE TABLE event (id event_id DEFAULT uuidtime_v7());
CREATE TRIGGER guard BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION wiji_refuse_foreign_id('id');
INSERT INTO event DEFAULT VALUES;
\set VERBOSITY sqlstate
INSERT INTO event VALUES (gen_random_uuid());
INSERT INTO event VALUES (uuidtime_v6());
\set VERBOSITY default

-- A horizon of any type waits for ids of all: a transaction has one floor.
BEGIN;
SELECT tid62_generate() IS NOT NULL AS made;
INSERT INTO event DEFAULT VALUES;
SELECT count(*) FROM event WHERE id < uuidtime_v7_horizon();
SELECT wiji_horizon() = floor AS floor FROM wiji_horizon_holders();
COMMIT;
SELECT count(*) FROM event WHERE id < uuidtime_v7_horizon();

DROP TABLE event;
DROP DOMAIN event_id;
DROP PROCEDURE feed;
DROP TABLE kind;
