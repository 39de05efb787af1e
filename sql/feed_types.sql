-- Every type of ID of the library can be the key of a feed, and each has a horizon of its own.
\set ECHO none
CREATE TABLE kind (type text, horizon text, generator text, old text, lag interval DEFAULT '0');
INSERT INTO kind VALUES
	('wiji', 'wiji_horizon', 'wiji_generate()', 'wiji_generate(now() - interval ''1 min'')'),
	('uuid', 'wiji_horizon', 'wiji_uuid()', 'wiji_generate(now() - interval ''1 min'')'),
	('uuid', 'uuidtime_v7_horizon', 'uuidtime_v7()', 'uuidtime_v7_lower(now() - interval ''1 min'')'),
	('siq', 'siq_horizon', 'siq_generate(''user'')', 'siq_lower(now() - interval ''1 min'')'),
	('uid60', 'uid60_horizon', 'uid60_generate()', 'uid60_lower(now() - interval ''1 min'')'),
	('bigint', 'wiji_horizon_bigint', 'nextval(''n'')', '0');
INSERT INTO kind VALUES
	('tid62', 'tid62_horizon', 'tid62_generate()', 'tid62_generate(now() - interval ''1 min'')', '1 s');
\set ECHO all

-- A row is held back until its transaction has ended and the clock has passed it by the unit of the
-- type and the lag.  An old key is rejected.
\set ECHO none
CREATE PROCEDURE feed(k kind) LANGUAGE plpgsql AS $$
DECLARE
	held boolean;
	passed boolean;
	rejected text;
BEGIN
	CREATE SEQUENCE n;
	EXECUTE format('CREATE TABLE t (id %s PRIMARY KEY DEFAULT %s)', k.type, k.generator);
	ALTER SEQUENCE n OWNED BY t.id;
	PERFORM wiji_create_feed('t', lag => k.lag);
	COMMIT;
	INSERT INTO t DEFAULT VALUES;
	EXECUTE format('SELECT count(*) = 0 FROM t WHERE id < %s(''t'')', k.horizon) INTO held;
	SELECT code INTO rejected FROM failure(format('INSERT INTO t VALUES (%s)', k.old));
	COMMIT;
	FOR i IN 1..1000 LOOP
		EXECUTE format('SELECT count(*) = 1 FROM t WHERE id < %s(''t'')', k.horizon) INTO passed;
		EXIT WHEN passed;
		COMMIT; -- a transaction with the same snapshot gets the same horizon
		PERFORM pg_sleep(0.01);
	END LOOP;
	RAISE NOTICE '% by %: held back %, old key %, then passed %', k.type, k.generator, held, rejected, passed;
	DROP TABLE t;
END $$;
SELECT format('CALL feed(%L)', k) FROM kind k \gexec
\set ECHO all
DROP PROCEDURE feed;
DROP TABLE kind;

-- A feed has the horizon of its own type only.
CREATE TABLE of_wiji (id wiji PRIMARY KEY);
CREATE TABLE of_uuid (id uuid PRIMARY KEY DEFAULT uuidtime_v7());
CREATE TABLE of_bigint (id bigserial PRIMARY KEY);
SELECT wiji_create_feed(feed) FROM unnest('{of_wiji,of_uuid,of_bigint}'::regclass[]) feed \g /dev/null
SELECT call, f.* FROM unnest('{wiji_horizon(''of_wiji''),siq_horizon(''of_wiji''),wiji_horizon(''of_uuid''),
	uuidtime_v7_horizon(''of_uuid''),wiji_horizon_bigint(''of_uuid''),uuidtime_v7_horizon(''of_bigint''),
	wiji_horizon_bigint(''of_bigint'')}'::text[]) call, failure('SELECT ' || call) f;
DROP TABLE of_wiji, of_uuid, of_bigint;

-- UUIDs: of version 7 in a feed of those, of wijis in one of those.  Others would sort anywhere.
CREATE TABLE seven (id uuid PRIMARY KEY DEFAULT uuidtime_v7());
CREATE TABLE wijis (id uuid PRIMARY KEY DEFAULT wiji_generate());
SELECT wiji_create_feed('seven'), wiji_create_feed('wijis') \g /dev/null
BEGIN;
INSERT INTO seven DEFAULT VALUES;
INSERT INTO wijis DEFAULT VALUES;
CREATE FUNCTION now_as(version text) RETURNS uuid LANGUAGE sql AS
$$SELECT overlay(uuidtime_v7()::text PLACING version FROM 15 FOR 1)::uuid$$;
SELECT id, f.code AS seven, g.code AS wijis
FROM unnest(ARRAY['uuidtime_v7()', 'uuidtime_v6()', 'gen_random_uuid()',
                  'now_as(''0'')', 'now_as(''4'')', 'now_as(''8'')',
                  'overlay(uuidtime_v7()::text PLACING ''c'' FROM 20 FOR 1)::uuid',
                  'wiji_uuid()', 'overlay(wiji_uuid()::text PLACING ''2'' FROM 22 FOR 1)::uuid']) id,
     failure(format('INSERT INTO seven VALUES (%s)', id)) f, failure(format('INSERT INTO wijis VALUES (%s)', id)) g;
COMMIT;
DROP FUNCTION now_as;
SELECT layout, f.code, f.message, f.detail FROM unnest('{"",v4,siq,uid60}'::text[]) layout, failure(format($$
	CREATE OR REPLACE TRIGGER wiji_feed_guard AFTER INSERT OR UPDATE ON seven
	FOR EACH ROW EXECUTE FUNCTION wiji_feed_guard('id', '00:00:00', %L);
	INSERT INTO seven DEFAULT VALUES$$, layout)) f;
DROP TABLE seven, wijis;

-- The time of a UUIDv7 goes up to the year 10889, that of nanoseconds in 64 bits to 2262.
CREATE TABLE event (id uuid PRIMARY KEY DEFAULT uuidtime_v7());
SELECT wiji_create_feed('event') \g /dev/null
SELECT years, code, detail
FROM unnest('{200,585,1169,8000}'::integer[]) years, failure(format('INSERT INTO event VALUES (%L)',
	uuidtime_v7_lower(now() + make_interval(secs => years * 31556926.08)))); -- 585 of these years are about 2^64 ns
SELECT wiji_drop_feed('event') \g /dev/null
INSERT INTO event VALUES (uuidtime_v7_lower('3196-01-01'));
SELECT code, message, detail FROM failure('SELECT wiji_create_feed(''event'')');
DROP TABLE event;
-- IDs that applications generated up to the lag before are accepted, and horizons stay below them.
CREATE TABLE event (id uuid PRIMARY KEY);
SELECT wiji_create_feed('event', lag => '1 min') \g /dev/null
INSERT INTO event SELECT uuidtime_v7_lower(now() - interval '1 s' * n)
FROM generate_series(1, 50, 7) n ORDER BY random();
SELECT code FROM failure('INSERT INTO event VALUES (uuidtime_v7_lower(now() - interval ''61 s''))');
SELECT count(*) AS rows, count(*) FILTER (WHERE id < uuidtime_v7_horizon('event')) AS below,
       uuidtime_timestamp(uuidtime_v7_horizon('event'))
       BETWEEN now() - interval '61 s' AND clock_timestamp() - interval '1 min' AS a_minute_ago FROM event;
-- After a start of the server, and in a feed that is created again, only those above the greatest.
SELECT wiji_create_feed('event', lag => '1 min') \g /dev/null
SELECT n, f.code FROM unnest('{2,0}'::integer[]) n,
	failure(format('INSERT INTO event VALUES (uuidtime_v7_lower(now() - interval ''%s s''))', n)) f;
DROP TABLE event;

-- A domain's values are those of its type.
CREATE DOMAIN event_id AS wiji CHECK (VALUE > '06C00000000000040000000000');
CREATE TABLE event (id event_id PRIMARY KEY DEFAULT wiji_generate());
SELECT wiji_create_feed('event') \g /dev/null
INSERT INTO event DEFAULT VALUES;
SELECT count(*) FROM event WHERE id < wiji_horizon('event');
SELECT code FROM failure('INSERT INTO event VALUES (wiji_lower(now() - interval ''1 day''))');
DROP TABLE event;
DROP DOMAIN event_id;

-- A horizon is in the range of its type, even if a feed has the last key, and older ones are rejected.
-- Triggers are created by hand, because wiji_create_feed() rejects such a table.
\set ECHO none
CREATE PROCEDURE of_last(type text, horizon text, last text, old text)
LANGUAGE plpgsql AS $$
DECLARE
	answer text;
	rejected text;
BEGIN
	EXECUTE format('CREATE TABLE t (id %s PRIMARY KEY); INSERT INTO t VALUES (%s)', type, last);
	CREATE TRIGGER wiji_feed_enter BEFORE INSERT ON t FOR EACH STATEMENT EXECUTE FUNCTION wiji_feed_enter('id', '1 s');
	CREATE TRIGGER wiji_feed_guard AFTER INSERT OR UPDATE ON t FOR EACH ROW EXECUTE FUNCTION wiji_feed_guard('id', '1 s');
	COMMIT;
	EXECUTE format('SELECT %s(''t'')', horizon) INTO answer;
	SELECT code INTO rejected FROM failure(format('INSERT INTO t VALUES (%s)', old));
	RAISE NOTICE '%: %, older key %', type, answer, rejected;
	DROP TABLE t;
END $$;
\set ECHO all
CALL of_last('wiji', 'wiji_horizon', 'wiji_upper(''4253-05-31 22:20:37.927935+00'')', 'wiji_generate(now())');
CALL of_last('siq', 'siq_horizon', '''\xffffffffffffffffffffffffffff''::bytea::siq', 'siq_generate(''event'')');
CALL of_last('tid62', 'tid62_horizon', 'tid62_upper(''2156-02-07 06:28:15+00'')', 'tid62_generate(now())');
CALL of_last('uid60', 'uid60_horizon', 'uid60_upper(''2157-07-13 07:35:11.103+00'')', 'uid60_upper(now())');
CALL of_last('uuid', 'uuidtime_v7_horizon', '''ffffffff-ffff-7fff-bfff-ffffffffffff''', 'uuidtime_v7_lower(now())');
DROP PROCEDURE of_last;
