-- What wiji_poll() rejects, and whose rights count.
SET client_min_messages = warning;
DROP ROLE IF EXISTS regress_owner, regress_worker; -- left by an interrupted run
RESET client_min_messages;
CREATE TABLE job (id bigserial PRIMARY KEY, customer text);
CREATE TABLE other (id bigserial PRIMARY KEY);
CREATE TABLE plain (id bigserial PRIMARY KEY);
SELECT wiji_create_feed('job'), wiji_create_feed('other') \g /dev/null
INSERT INTO job (customer) VALUES ('Ada'), ('Bob');
CREATE TABLE mailer (worker integer PRIMARY KEY, workers integer NOT NULL, feed regclass NOT NULL, position text, split name);
CREATE VIEW calls AS SELECT * FROM (VALUES
	('max 0', 'wiji_poll(NULL::job, ''mailer'', max => 0)'),
	('max null', 'wiji_poll(NULL::job, ''mailer'', 0, NULL)'),
	('no consumer', 'wiji_poll(NULL::job, NULL)'),
	('no such worker', 'wiji_poll(NULL::job, ''mailer'', 7)'),
	('rows of another feed', 'wiji_poll(NULL::other, ''mailer'')'),
	('no rows', 'wiji_poll(1, ''mailer'')'),
	('a record', 'wiji_poll(ROW(1), ''mailer'')'),
	('a feed as consumer', 'wiji_poll(NULL::job, ''job'')'),
	('a catalog as consumer', 'wiji_poll(NULL::job, ''pg_class'')'),
	('a view as consumer', 'wiji_pending(''calls'')'),
	('not a feed', 'wiji_newest_position(''plain'')')) c (call, sql);
SELECT code, message, hint FROM failure('SELECT wiji_poll(NULL::job, ''mailer'')');
INSERT INTO mailer VALUES (0, 1, 'job', NULL, 'customer');
\x
SELECT call, code, message, detail, hint FROM calls, failure('SELECT ' || sql);
-- A consumer's columns are of these names and types, and not generated or null; the worker is its primary key.
SELECT code, columns FROM unnest(ARRAY[
	'worker integer UNIQUE, workers integer NOT NULL, feed regclass NOT NULL, position text, split name',
	'worker bigint PRIMARY KEY, workers integer NOT NULL, feed regclass NOT NULL, position text, split name',
	'worker integer PRIMARY KEY, workers integer NOT NULL, feed text NOT NULL, position text, split name',
	'worker integer PRIMARY KEY, workers integer NOT NULL, feed regclass NOT NULL, position bigint, split name',
	'worker integer, workers integer NOT NULL, feed regclass NOT NULL, position text, split name, PRIMARY KEY (worker, workers)',
	'worker integer PRIMARY KEY, workers integer NOT NULL, feed regclass NOT NULL, position text GENERATED ALWAYS AS (''5'') STORED, split name',
	'worker integer PRIMARY KEY, workers integer, feed regclass NOT NULL, position text, split name',
	'worker integer PRIMARY KEY, workers integer NOT NULL, feed regclass, position text, split name']) columns,
	failure(format('DO $x$ BEGIN CREATE TEMP TABLE bad (%s); INSERT INTO bad (worker, workers, feed) VALUES (0, 1, ''job''); PERFORM wiji_poll(NULL::job, ''bad''); END $x$', columns));
\x
-- Workers that do not agree
CREATE FUNCTION after(change text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE 'UPDATE mailer SET position = ''1''; ' || change;
	PERFORM wiji_poll(NULL::job, 'mailer', 0);
	RAISE 'no error' USING ERRCODE = 'ZZZZZ';
EXCEPTION WHEN others THEN
	RETURN SQLSTATE || ' ' || SQLERRM;
END $$;
SELECT change, after(change) FROM unnest(ARRAY[
	'INSERT INTO mailer VALUES (1, 1, ''job'', ''1'', ''customer'')',
	'INSERT INTO mailer VALUES (1, 2, ''job'', ''1'', ''customer'')',
	'UPDATE mailer SET workers = 2',
	'UPDATE mailer SET workers = 0',
	'UPDATE mailer SET workers = -2147483648',
	'UPDATE mailer SET workers = 2; INSERT INTO mailer VALUES (2, 2, ''job'', ''1'', ''customer'')',
	'UPDATE mailer SET workers = 2; INSERT INTO mailer VALUES (1, 2, ''job'', ''1'')',
	'UPDATE mailer SET workers = 2; INSERT INTO mailer VALUES (1, 2, ''other'', ''1'', ''customer'')',
	'UPDATE mailer SET position = ''nine''',
	'UPDATE mailer SET split = ''nobody'', workers = 2; INSERT INTO mailer VALUES (1, 2, ''job'', ''1'', ''nobody'')']) change;
SELECT detail, hint FROM mailer, failure('DO ''BEGIN INSERT INTO mailer VALUES (1, 2, 6104); PERFORM wiji_poll(NULL::job, $$mailer$$, 0); END''');
-- The table has become a partition since, and the consumer still names it.
CREATE TABLE whole (id bigint) PARTITION BY RANGE (id);
CREATE TABLE part PARTITION OF whole DEFAULT;
CREATE TABLE reader AS SELECT worker, workers, 'part'::regclass AS feed, position, split FROM mailer LIMIT 1;
ALTER TABLE reader ADD PRIMARY KEY (worker), ALTER workers SET NOT NULL, ALTER feed SET NOT NULL;
SELECT code, message, hint FROM failure('SELECT wiji_poll(NULL::whole, ''reader'', 0)');
DROP TABLE whole, reader;
-- A position that does not move would deliver the rows for ever.
CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TRIGGER keep BEFORE UPDATE ON mailer FOR EACH ROW EXECUTE FUNCTION keep();
SELECT code, message, detail FROM failure('SELECT wiji_poll(NULL::job, ''mailer'', 0)');
DROP TRIGGER keep ON mailer;
CREATE RULE keep AS ON UPDATE TO mailer DO INSTEAD NOTHING;
SELECT code, message FROM failure('SELECT wiji_poll(NULL::job, ''mailer'', 0)');
DROP RULE keep ON mailer;

-- The caller's rights count: SELECT on the feed, SELECT and UPDATE (position) on the consumer.
CREATE ROLE regress_owner;
CREATE ROLE regress_worker;
CREATE FUNCTION tried() RETURNS text LANGUAGE sql AS
$$SELECT string_agg(coalesce(f.code, 'done') || ' ' || message, ', ') FROM unnest(ARRAY[
	'wiji_poll(NULL::job, ''mailer'')', 'wiji_poll(NULL::job, ''mailer'', 0)', 'wiji_pending(''mailer'')',
	'wiji_newest_position(''job'')']) c, failure('SELECT ' || c) f$$;
SET ROLE regress_worker;
SELECT regexp_split_to_table(tried(), ', ') AS none;
RESET ROLE;
GRANT SELECT ON job TO regress_worker;
SET ROLE regress_worker;
SELECT regexp_split_to_table(tried(), ', ') AS feed_only;
RESET ROLE;
GRANT SELECT ON mailer TO regress_worker;
SET ROLE regress_worker;
SELECT regexp_split_to_table(tried(), ', ') AS reader_of_both;
RESET ROLE;
REVOKE ALL ON job FROM regress_worker;
GRANT UPDATE (position) ON mailer TO regress_worker;
SET ROLE regress_worker;
SELECT regexp_split_to_table(tried(), ', ') AS consumer_only;
RESET ROLE;
GRANT SELECT ON job TO regress_worker;
SET ROLE regress_worker;
SELECT regexp_split_to_table(tried(), ', ') AS worker;
RESET ROLE;
-- Row security of both tables applies to the caller.
INSERT INTO job (customer) VALUES ('Ada'), ('Bob');
CREATE POLICY ada ON job USING (customer = 'Ada');
ALTER TABLE job ENABLE ROW LEVEL SECURITY;
SET ROLE regress_worker;
SELECT * FROM wiji_poll(NULL::job, 'mailer', 0);
RESET ROLE;
ALTER TABLE mailer ENABLE ROW LEVEL SECURITY;
SET ROLE regress_worker;
SELECT code, message FROM failure('SELECT wiji_poll(NULL::job, ''mailer'', 0)');
RESET ROLE;
ALTER TABLE job DISABLE ROW LEVEL SECURITY;
ALTER TABLE mailer DISABLE ROW LEVEL SECURITY;
-- Somebody else's consumer runs what its owner has put there as the caller, as any UPDATE does, and with
-- the caller's rights only.
CREATE TABLE note (who name, path text);
GRANT INSERT ON note TO PUBLIC;
CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN INSERT INTO public.note VALUES (current_user, current_setting(''search_path'')); RETURN NEW; END';
CREATE TRIGGER tell BEFORE UPDATE ON mailer FOR EACH ROW EXECUTE FUNCTION tell();
ALTER TABLE mailer OWNER TO regress_owner;
INSERT INTO job (customer) VALUES ('Cleo');
SET ROLE regress_worker;
SELECT count(*) FROM wiji_poll(NULL::job, 'mailer', 0);
RESET ROLE;
SELECT * FROM note;
-- Nothing planted in the caller's path takes part.
CREATE SCHEMA planted;
CREATE FUNCTION planted.random() RETURNS float8 LANGUAGE plpgsql AS 'BEGIN RAISE ''planted''; END';
CREATE FUNCTION planted.format(text, bigint) RETURNS text LANGUAGE plpgsql AS 'BEGIN RAISE ''planted''; END';
CREATE FUNCTION planted.wiji_horizon_bigint(regclass) RETURNS bigint LANGUAGE plpgsql AS 'BEGIN RAISE ''planted''; END';
CREATE FUNCTION planted.less(bigint, bigint) RETURNS boolean LANGUAGE plpgsql AS 'BEGIN RAISE ''planted''; END';
CREATE OPERATOR planted.< (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = planted.less);
INSERT INTO job (customer) VALUES ('Dan');
SET search_path = planted, public, pg_catalog;
SELECT count(*) FROM wiji_poll(NULL::job, 'mailer');
RESET search_path;
SET client_min_messages = warning;
DROP SCHEMA planted CASCADE;
DROP TABLE job, other, plain, mailer, note;
DROP FUNCTION after, keep, tell, tried;
DROP VIEW calls;
RESET client_min_messages;
DROP OWNED BY regress_owner, regress_worker;
DROP ROLE regress_owner, regress_worker;
