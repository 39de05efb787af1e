-- Run by script/long/faults: prints a line for each test.
\set ON_ERROR_STOP on
\pset format unaligned
\pset tuples_only on
SET client_min_messages = error;
CREATE TABLE libraries (name text);
INSERT INTO libraries VALUES
	('siq'), -- with siq
	('tid62'), -- with tid62
	('uid60'), -- with uid60
	('uuidtime'), -- with uuidtime
	('wiji_feed'), -- with wiji_feed
	('wiji');
SELECT format('CREATE EXTENSION %s', name) FROM libraries \gexec
SELECT format($$CREATE FUNCTION fail_in_%1$s(integer) RETURNS boolean LANGUAGE c AS '$libdir/%1$s', 'id_fail_allocation'$$, name),
	format($$CREATE FUNCTION no_random_in_%1$s(boolean) RETURNS void LANGUAGE c AS '$libdir/%1$s', 'id_fail_random'$$, name)
FROM libraries \gexec
-- The n-th allocation of each library fails; true if none has come to its own.
SELECT format('CREATE FUNCTION fail_allocation(n integer) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	RETURN (SELECT bool_and(pending) FROM unnest(ARRAY[%s]) pending);
END $$', string_agg(format('fail_in_%s(n)', name), ', ')) FROM libraries \gexec
SELECT format('CREATE FUNCTION fail_random(fail boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	%s
END $$', string_agg(format('PERFORM no_random_in_%s(fail);', name), ' ')) FROM libraries \gexec

CREATE FUNCTION code_of(statement text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE statement;
	RETURN '00000';
EXCEPTION WHEN others THEN
	RETURN SQLSTATE;
END $$;
CREATE FUNCTION is(passed boolean, name text) RETURNS text LANGUAGE SQL AS
$$SELECT CASE WHEN passed THEN 'ok - ' ELSE 'not ok - ' END || name$$;

-- Statements that allocate memory themselves.
CREATE TABLE statements (statement text);
INSERT INTO statements SELECT format('SELECT %s', s) FROM unnest(array[
	'wiji_generate()', 'wiji_text()', 'wiji_hex()', 'wiji_binary()', 'wiji_uuid()',
	'wiji_generate(now())', 'wiji_parse(wiji_generate())', 'wiji_generate()::text::wiji::bytea::wiji',
	'wiji_make(1, 2, 3)', $$wiji_within(wiji_generate(), '(,)')$$,
	'wiji_factory()', '(SELECT max(wiji_factory_generate(wiji_factory())) FROM generate_series(1, 9))',
	$$siq_generate('user')$$, $$siq_generate('user', 'example.com')::text::siq::bytea::siq::uuid::siq::numeric::siq$$, -- with siq
	'tid62_generate()::text::tid62::bytea::tid62', 'tid62_random(tid62_generate(now()))', -- with tid62
	$$simpledb_prefixed_id('a')$$, 'simpledb_uuid464_decode(simpledb_uuid464())', -- with tid62
	'simpledb_seq36(1)', 'simpledb_seq10(1)', -- with tid62
	'uid60_generate()::text::uid60::bytea::uid60', -- with uid60
	'uuidtime_v6()', 'uuidtime_v7()', 'uuidtime_v7(now())', 'uuidtime_v7_draft()', 'uuidtime_v8()', -- with uuidtime
	'uuidtime_v1_from_v6(uuidtime_v6())', 'uuidtime_v7_lower(now())', -- with uuidtime
	$$uuidtime_v6_from_v1('00000000-0000-1000-8000-000000000000')$$, -- with uuidtime
	'wiji_upper(now())']) s;
-- indexes
CREATE TABLE ids AS SELECT wiji_generate() AS id FROM generate_series(1, 500);
CREATE TABLE excluded (id wiji, EXCLUDE USING gist (id WITH =));
INSERT INTO statements VALUES
	('DROP INDEX IF EXISTS i; CREATE INDEX i ON ids USING gist (id)'),
	('DELETE FROM excluded; INSERT INTO excluded SELECT id FROM ids LIMIT 5');
-- feeds
CREATE TABLE event (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, what text);
CREATE TABLE job (id uuid PRIMARY KEY DEFAULT wiji_uuid());
SELECT EXISTS (SELECT FROM libraries WHERE name = 'wiji_feed') AS has_feeds \gset
\if :has_feeds
SELECT wiji_create_feed('event'), wiji_create_feed('job') \g /dev/null
INSERT INTO event (what) VALUES ('a');
INSERT INTO job DEFAULT VALUES;
INSERT INTO statements VALUES
	('INSERT INTO job DEFAULT VALUES'),
	('SELECT wiji_horizon_bigint(''event''), wiji_horizon(''job'')'),
	('SELECT FROM wiji_feeds(), wiji_feed_blockers(''event'')'),
	('SELECT wiji_create_feed(''event'')');
\endif

-- Memory runs out at the first allocation, at the second, and so on until the statement succeeds.
CREATE PROCEDURE run_out(query text, first_code text) LANGUAGE plpgsql AS $$
DECLARE
	code text;
	before wiji := wiji_generate();
	after wiji;
	pending boolean;
	bad text := '';
	failures integer := 0;
BEGIN
	FOR n IN 1 .. 20000 LOOP
		PERFORM fail_allocation(n);
		code := code_of(query);
		pending := fail_allocation(0);
		IF code NOT IN ('53200', first_code) OR (code <> '53200' AND NOT pending) THEN
			bad := bad || format(' %s at %s', code, n);
		END IF;
		after := wiji_generate();
		IF after <= before THEN
			bad := bad || ' down at ' || n;
		END IF;
		before := after;
		EXIT WHEN pending;
		failures := failures + 1;
	END LOOP;
	IF failures = 0 OR failures = 20000 THEN
		bad := bad || format(' %s failures', failures);
	END IF;
	IF code_of(query) <> first_code THEN
		bad := bad || ' afterwards';
	END IF;
	RAISE INFO '%', is(bad = '', format('memory runs out %s times: %s%s', failures, query, bad));
END $$;
SELECT format('CALL run_out(%L, code_of(%1$L))', statement) FROM statements \gexec

-- A session whose first call fails: its state is complete or empty.
\c -
SET client_min_messages = error;
SELECT WHERE fail_allocation(1);
SELECT is(code_of('SELECT wiji_factory()') = '53200', 'the first factory of a session has no memory');
SELECT is(wiji_factory() = 1, 'the next attempt is the first one');

\if :has_feeds
\c -
SET client_min_messages = error;
CALL run_out('SELECT wiji_horizon_bigint(''event'')', '00000');
\c -
SET client_min_messages = error;
CALL run_out('INSERT INTO event (what) VALUES (''d'')', '00000');
\endif

-- Without random numbers, generating an ID is an error in a session that has used up its own.
\c -
SET client_min_messages = error;
DO 'BEGIN PERFORM fail_random(true); END';
SELECT is(code_of(format('SELECT %s FROM generate_series(1, 1000)', f)) = 'XX000',
          'without random numbers ' || f || ' is an error')
FROM (VALUES
	('tid62_generate()'), ('tid62_generate(now())'), -- with tid62
	('uid60_generate()'), -- with uid60
	('uuidtime_v6()'), ('uuidtime_v7()'), ('uuidtime_v7(now())'), ('uuidtime_v7_draft()'), ('uuidtime_v8()'), -- with uuidtime
	('wiji_generate()'), ('wiji_text()'), ('wiji_generate(now())'), ('wiji_factory()'), ('wiji_generator()')) v (f);
DO 'BEGIN PERFORM fail_random(false); END';
SELECT is(count(DISTINCT wiji_random(wiji_generate(now()))) = 1000, 'and works when there are some')
FROM generate_series(1, 1000);
SELECT is(wiji_random(wiji_generate()) NOT IN (x'5A5A5A5A5A5A5'::bigint, 0)
          AND wiji_random(wiji_generate()) <> x'A5A5A5A5A5A5'::bigint, 'with bits that are not those of the failure');

-- A session with a generator still generates wijis, but not types that need bits for each ID.
DO 'BEGIN PERFORM fail_random(true); END';
SELECT is(code_of('SELECT wiji_generate() FROM generate_series(1, 1000)') = '00000',
          'a generator that has its bits needs no more');
SELECT is(code_of('SELECT tid62_generate() FROM generate_series(1, 1000)') = 'XX000', 'IDs that need bits each are an error when the pool is empty'); -- with tid62
SELECT is(code_of('SELECT wiji_generate_unpredictable() FROM generate_series(1, 1000)') = 'XX000',
          'and so are unpredictable wijis');
SELECT last_timestamp AS at, generated FROM wiji_generator() \gset
SELECT is(code_of('SELECT wiji_generate_unpredictable()') = 'XX000', 'also the first one, once the pool is empty');
SELECT is((last_timestamp, generated) = (:'at', :generated), 'which leave the generator as it was')
FROM wiji_generator();
DO 'BEGIN PERFORM fail_random(false); END';
SELECT is(count(DISTINCT wiji_random(wiji_generate_unpredictable())) = 1000, 'and have them when there are some')
FROM generate_series(1, 1000);

-- Texts that are as long as the server allows, which take too long for regression tests.  (54000: more
-- than there is room for, even in a message.)
SELECT is(code_of('SELECT ' || f) = code, 'a huge argument: ' || f || ' is ' || code)
FROM (VALUES
	($$wiji(repeat('a', 1073741819))$$, '54000'),
	($$wiji_is_valid(repeat('a', 1073741819))$$, '00000'),
	($$siq(repeat('0', 1073741819))$$, '54000'), -- with siq
	($$tid62(repeat('-', 1073741819))$$, '54000'), -- with tid62
	($$uid60(repeat('*', 1073741819))$$, '54000'), -- with uid60
	($$siq_generate('user', repeat('a', 1073741819))$$, '00000'), -- with siq
	($$siq((repeat('9', 130000))::numeric)$$, '22003'), -- with siq
	($$simpledb_uuid464_decode(repeat('a', 1073741819))$$, '54000'), -- with tid62
	($$simpledb_prefixed_id(repeat('a', 600000000), repeat('a', 600000000))$$, '54000'), -- with tid62
	($$wiji(convert_to(repeat('a', 1073741819), 'UTF8'))$$, '22P03')) v (f, code);
