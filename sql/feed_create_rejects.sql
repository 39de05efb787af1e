-- What wiji_create_feed() rejects.
\set ECHO none
CREATE TABLE event (
	id wiji PRIMARY KEY DEFAULT wiji_generate(), plain wiji, partly wiji, pair wiji,
	made wiji GENERATED ALWAYS AS (NULL) STORED UNIQUE, i integer UNIQUE, s smallserial UNIQUE, b bigint UNIQUE,
	cached bigserial UNIQUE, cycled bigserial UNIQUE, down bigserial UNIQUE, n bigserial UNIQUE,
	t text UNIQUE, siq siq UNIQUE, tid62 tid62 UNIQUE);
CREATE UNIQUE INDEX ON event (partly) WHERE partly IS NOT NULL;
CREATE UNIQUE INDEX ON event (pair, id);
CREATE INDEX ON event (plain);
ALTER SEQUENCE event_cached_seq CACHE 2;
ALTER SEQUENCE event_cycled_seq CYCLE;
ALTER SEQUENCE event_down_seq INCREMENT -1 MINVALUE -10 START -1 RESTART;
CREATE TABLE pair (a wiji, b wiji, PRIMARY KEY (a, b));
CREATE UNLOGGED TABLE unlogged (id wiji PRIMARY KEY);
CREATE TEMP TABLE temporary (id wiji PRIMARY KEY);
CREATE VIEW seen AS SELECT * FROM event;
CREATE TABLE parent (id wiji PRIMARY KEY);
CREATE TABLE child () INHERITS (parent);
CREATE FOREIGN DATA WRAPPER nowhere;
CREATE SERVER nowhere FOREIGN DATA WRAPPER nowhere;
CREATE TABLE far (id wiji, part integer) PARTITION BY LIST (part);
CREATE FOREIGN TABLE far_away PARTITION OF far FOR VALUES IN (1) SERVER nowhere;
CREATE TABLE parted (
	n bigint GENERATED ALWAYS AS IDENTITY, cached bigint GENERATED ALWAYS AS IDENTITY (CACHE 10), tid62 tid62, siq siq,
	i integer, part integer) PARTITION BY LIST (part); -- without an index
CREATE TABLE future (id wiji PRIMARY KEY);
INSERT INTO future VALUES (wiji_lower(now() + interval '1 h'));
CREATE TABLE random (id uuid PRIMARY KEY);
INSERT INTO random VALUES ('ffffffff-ffff-4fff-bfff-ffffffffffff');
CREATE TABLE unordered (id uuid PRIMARY KEY DEFAULT gen_random_uuid());
CREATE TABLE jumped (n bigserial PRIMARY KEY);
INSERT INTO jumped VALUES (7);
SET client_min_messages = error;
CREATE TABLE rejected AS SELECT arguments, f.* FROM unnest(ARRAY[
	'NULL', $$'event', lag => NULL$$, $$'event', changes => NULL$$, $$'event', ignore => NULL$$,
	$$'event', lag => '-1 s'$$, $$'event', lag => '24:00:01'$$, $$'event', lag => '1 month'$$,
	$$'event', lag => '1 mon -30 days'$$, $$'event', lag => '1 year -360 days'$$, $$'event', lag => '-1 day 24:00:01'$$,
	$$'event', ignore => '{n}'$$, $$'event', 'plain', changes => true, ignore => '{missing}'$$,
	$$'event', changes => true$$, $$'event', 'plain', '1 s', changes => true$$,
	'4294967295', $$'seen'$$, $$'far_away'$$, $$'event_pkey'$$, $$'event_n_seq'$$, $$'unlogged'$$, $$'temporary'$$,
	$$'pair'$$, $$'event', 'missing'$$, $$'event', 'ctid'$$, $$'event', 'made'$$,
	$$'event', 'plain'$$, $$'event', 'partly'$$, $$'event', 'pair'$$,
	$$'event', 'i'$$, $$'event', 's'$$, $$'event', 'b'$$, $$'event', 'cached'$$,
	$$'event', 'cycled'$$, $$'event', 'down'$$, $$'event', 'n', '1 s'$$, $$'event', 'n', changes => true$$,
	$$'event', 'tid62'$$, $$'event', 'tid62', '0.9 s'$$,
	$$'event', 't'$$, $$'event', 'siq', changes => true$$, $$'event', 'tid62', changes => true$$,
	$$'parent'$$, $$'far', 'id'$$, $$'future'$$, $$'random'$$, $$'unordered'$$, $$'jumped'$$,
	$$'parted', 'n', '1 s'$$, $$'parted', 'n', changes => true$$, $$'parted', 'cached'$$, $$'parted', 'tid62'$$,
	$$'parted', 'siq', changes => true$$, $$'parted', 'i'$$]) arguments,
	failure(format('SELECT wiji_create_feed(%s)', arguments)) f;
RESET client_min_messages;
\set ECHO all
SELECT arguments, code, message FROM rejected;
SELECT detail, hint FROM rejected WHERE concat(detail, hint) <> '' GROUP BY detail, hint
ORDER BY detail COLLATE "C", hint COLLATE "C";
-- Each left the table without a trigger.
SELECT tgrelid::regclass, tgname FROM pg_trigger WHERE tgname ~ '^wiji_';
-- A lag of a day is accepted.
SELECT wiji_create_feed('event', lag => '1 day') \g /dev/null
-- The sequence follows the greatest key.
SELECT setval('jumped_n_seq', 7) \g /dev/null
SELECT wiji_create_feed('jumped') \g /dev/null

DROP VIEW seen;
DROP TABLE rejected, event, pair, unlogged, temporary, parent, child, far, parted, future, random, unordered, jumped;
DROP SERVER nowhere;
DROP FOREIGN DATA WRAPPER nowhere;
