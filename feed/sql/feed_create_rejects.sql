-- What wiji_create_feed() rejects.
\set ECHO none
CREATE OPERATOR FAMILY reversed USING btree;
CREATE FUNCTION reversed_cmp(wiji, wiji) RETURNS integer IMMUTABLE STRICT LANGUAGE sql RETURN wiji_cmp($2, $1);
CREATE OPERATOR CLASS reversed FOR TYPE wiji USING btree FAMILY reversed AS
	OPERATOR 1 >, OPERATOR 2 >=, OPERATOR 3 =, OPERATOR 4 <=, OPERATOR 5 <, FUNCTION 1 reversed_cmp(wiji, wiji);
CREATE TABLE event (
	id wiji PRIMARY KEY DEFAULT wiji_generate(), plain wiji, partly wiji, pair wiji, hashed wiji, expressed wiji,
	turned wiji, excluded wiji, invalid wiji, downward wiji, made wiji GENERATED ALWAYS AS (NULL) STORED UNIQUE,
	i integer UNIQUE, s smallserial UNIQUE, b bigint UNIQUE, n bigserial UNIQUE, t text UNIQUE, m macaddr8 UNIQUE);
CREATE UNIQUE INDEX ON event (partly) WHERE partly IS NOT NULL;
CREATE UNIQUE INDEX ON event (pair, id);
CREATE INDEX ON event (plain);
CREATE INDEX ON event USING hash (hashed);
CREATE UNIQUE INDEX ON event ((coalesce(expressed, expressed)));
CREATE UNIQUE INDEX ON event (turned reversed);
ALTER TABLE event ADD EXCLUDE USING btree (excluded WITH =);
INSERT INTO event (invalid) VALUES (wiji_make(0, 0, 0)), (wiji_make(0, 0, 0));
CREATE UNIQUE INDEX CONCURRENTLY ON event (invalid);
CREATE UNIQUE INDEX ON event (downward DESC NULLS LAST);
CREATE TABLE pair (a wiji, b wiji, PRIMARY KEY (a, b));
CREATE UNLOGGED TABLE unlogged (id wiji PRIMARY KEY);
CREATE TEMP TABLE temporary (id wiji PRIMARY KEY);
CREATE VIEW seen AS SELECT * FROM event;
CREATE TABLE parent (id wiji PRIMARY KEY);
CREATE TABLE child () INHERITS (parent);
CREATE FOREIGN DATA WRAPPER nowhere;
CREATE SERVER nowhere FOREIGN DATA WRAPPER nowhere;
CREATE TABLE far (id wiji, part integer) PARTITION BY LIST (part);
CREATE INDEX ON ONLY far (id);
CREATE FOREIGN TABLE far_away PARTITION OF far FOR VALUES IN (1) SERVER nowhere;
CREATE TABLE parted (id wiji, part integer) PARTITION BY LIST (part); -- without an index
CREATE TABLE by_key (id wiji) PARTITION BY RANGE (id);
CREATE INDEX ON by_key (id);
CREATE TABLE some_unlogged (id wiji, part integer) PARTITION BY LIST (part);
CREATE INDEX ON some_unlogged (id);
CREATE UNLOGGED TABLE unlogged_1 PARTITION OF some_unlogged FOR VALUES IN (1);
CREATE TABLE future (id wiji PRIMARY KEY);
INSERT INTO future VALUES (wiji_lower(now() + interval '1 h'));
CREATE TABLE random (id uuid PRIMARY KEY);
INSERT INTO random VALUES ('ffffffff-ffff-4fff-bfff-ffffffffffff');
CREATE TABLE unordered (id uuid PRIMARY KEY DEFAULT nullif(gen_random_uuid(), NULL));
CREATE TABLE seven (id uuid PRIMARY KEY);
INSERT INTO seven VALUES ('0191f6b5-7a00-7000-8234-56789abcdef0');
CREATE TABLE wijis (id uuid PRIMARY KEY);
INSERT INTO wijis VALUES (wiji_uuid());
CREATE TABLE jumped (n bigserial PRIMARY KEY);
INSERT INTO jumped VALUES (7);
SET client_min_messages = error;
CREATE TABLE rejected AS SELECT arguments, f.* FROM unnest(ARRAY[
	'NULL', $$'event', lag => NULL$$, $$'event', changes => NULL$$, $$'event', ignore => NULL$$,
	$$'event', lag => '-1 s'$$, $$'event', lag => '24:00:01'$$, $$'event', lag => '1 month'$$,
	$$'event', lag => '1 mon -30 days'$$, $$'event', lag => '1 year -360 days'$$, $$'event', lag => '-1 day 24:00:01'$$,
	$$'event', lag => '1 day -00:00:01'$$,
	$$'event', ignore => '{n}'$$, $$'event', 'downward', changes => true, ignore => '{missing}'$$,
	$$'event', 'downward', changes => true, ignore => '{ctid}'$$, $$'event', 'downward', changes => true, ignore => '{NULL}'$$,
	$$'event', changes => true$$, $$'event', 'downward', '1 s', changes => true$$,
	$$'event', layout => 'wiji'$$, $$'seven', layout => 'v4'$$,
	'4294967295', $$'seen'$$, $$'far_away'$$, $$'event_pkey'$$, $$'event_n_seq'$$, $$'unlogged'$$, $$'temporary'$$,
	$$'pair'$$, $$'event', 'missing'$$, $$'event', 'ctid'$$, $$'event', 'made'$$,
	$$'event', 'plain'$$, $$'event', 'partly'$$, $$'event', 'pair'$$, $$'event', 'hashed'$$, $$'event', 'expressed'$$,
	$$'event', 'turned'$$, $$'event', 'excluded'$$, $$'event', 'invalid'$$,
	$$'event', 'i'$$, $$'event', 's'$$, $$'event', 't'$$, $$'event', 'm'$$, $$'event', 'b'$$,
	$$'event', 'n', '1 s'$$, $$'event', 'n', changes => true$$,
	$$'parent'$$, $$'far', 'id'$$, $$'parted', 'id'$$, $$'by_key', 'id'$$, $$'some_unlogged', 'id'$$,
	$$'future'$$, $$'random'$$, $$'unordered'$$, $$'seven', layout => 'wiji'$$, $$'wijis'$$, $$'jumped'$$]) arguments,
	failure(format('SELECT wiji_create_feed(%s)', arguments)) f;
RESET client_min_messages;
\set ECHO all
SELECT arguments, code, message FROM rejected;
SELECT detail, hint FROM rejected WHERE concat(detail, hint) <> '' GROUP BY detail, hint
ORDER BY detail COLLATE "C", hint COLLATE "C";
-- Each left the table without a trigger.
SELECT tgrelid::regclass, tgname FROM pg_trigger WHERE tgname ~ '^wiji_';
-- A lag of a day is accepted, as is a descending index.
SELECT wiji_create_feed('event', 'downward', lag => '1 day') \g /dev/null
-- The sequence follows the greatest key.
SELECT setval('jumped_n_seq', 7) \g /dev/null
SELECT wiji_create_feed('jumped') \g /dev/null

DROP VIEW seen;
DROP TABLE rejected, event, pair, unlogged, temporary, parent, child, far, parted, by_key, some_unlogged, future,
	random, unordered, seven, wijis, jumped;
DROP SERVER nowhere;
DROP FOREIGN DATA WRAPPER nowhere;
DROP OPERATOR FAMILY reversed USING btree;
DROP FUNCTION reversed_cmp;
