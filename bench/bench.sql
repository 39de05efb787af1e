-- What the benchmark measures, and how.  script/bench runs this, with the variables
--	rows (of the tables), rounds, folder (for files of COPY), uuidv7 and pg_uuidv7 (are they there?)
--
-- A case is one statement for each contender.  It is timed by the server's clock beside an idle
-- statement that does all the same but the work, whose time is taken off.  Every round begins with
-- another contender, and ratios are formed within a round, so what slows the machine down for a
-- while slows both sides.

\set ON_ERROR_STOP on
CREATE SCHEMA bench;
SET search_path = bench, public;
SET max_parallel_workers_per_gather = 0;
SET max_parallel_maintenance_workers = 0;
SET jit = off;
SET client_min_messages = warning;	-- RAISE INFO comes all the same
SET work_mem = '1GB';
SET maintenance_work_mem = '1GB';

SELECT set_config('bench.rows', :'rows', false), set_config('bench.folder', :'folder', false) \g /dev/null

-- {type}, {new}, {id} and {name} in a statement stand for these, {rows} and {folder} for the
-- settings
CREATE TABLE contender (name text PRIMARY KEY, type text, new text, id text, there boolean);
INSERT INTO contender VALUES
	('wiji', 'wiji', 'wiji_generate()', 'w', true),
	('uuidv7', 'uuid', 'uuidv7()', 'u', :uuidv7),
	('uuid', 'uuid', 'gen_random_uuid()', 'u', true),
	('uuidv4', 'uuid', 'gen_random_uuid()', 'r', true),
	('pg_uuidv7', 'uuid', 'uuid_generate_v7()', NULL, :pg_uuidv7),
	('bigint', 'bigint', 'nextval(''bench.numbers'')', 'b', true),
	('text26', 'text COLLATE "C"', 'wiji_text()', 't', true),
	('unpredictable', NULL, 'wiji_generate_unpredictable()', NULL, true),
	('clock', NULL, 'clock_timestamp()', NULL, true),
	('encode', NULL, '', NULL, true),
	('pgcrypto', NULL, '', NULL, true),
	('siq', 'siq', 'siq_generate(''message'')', 's', true),
	('tid62', 'tid62', 'tid62_generate()', 'd', true),
	('uid60', 'uid60', 'uid60_generate()', 'n', true),
	('uuidtime', 'uuid', 'uuidtime_v7()', 'v', true),
	('plain', NULL, 'plain.wiji_generate()', NULL, true),
	('sql_v7', NULL, 'sql_v7()', NULL, true),
	('plpgsql_v7', NULL, 'plpgsql_v7()', NULL, true);
CREATE SEQUENCE numbers;

CREATE TABLE work (
	id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	name text, unit text DEFAULT 'ns', contender text, n bigint,	-- a statement does the work n times
	before text, statement text, idle text
);
CREATE TABLE sample (work integer REFERENCES work, round integer, value double precision);

CREATE FUNCTION fill(statement text, c contender) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	statement := replace(statement, '{type}', coalesce(c.type, ''));
	statement := replace(statement, '{new}', c.new);
	statement := replace(statement, '{id}', coalesce(c.id, ''));
	statement := replace(statement, '{name}', c.name);
	statement := replace(statement, '{rows}', current_setting('bench.rows'));
	RETURN replace(statement, '{folder}', current_setting('bench.folder'));
END $$;

CREATE PROCEDURE add(name text, contenders text[], n bigint, statement text, idle text DEFAULT NULL, before text DEFAULT NULL) LANGUAGE plpgsql AS $$
DECLARE
	c contender;
BEGIN
	FOR c IN SELECT contender.* FROM unnest(contenders) WITH ORDINALITY w (name, place) JOIN contender USING (name) WHERE there ORDER BY place LOOP
		INSERT INTO work (name, contender, n, before, statement, idle)
		VALUES (name, c.name, n, fill(before, c), fill(statement, c), fill(idle, c));
	END LOOP;
END $$;

CREATE FUNCTION microseconds(statement text) RETURNS double precision LANGUAGE plpgsql STRICT AS $$
DECLARE
	start timestamptz := clock_timestamp();
BEGIN
	EXECUTE statement;
	RETURN extract(epoch FROM clock_timestamp() - start) * 1e6;
END $$;

CREATE PROCEDURE run(rounds integer) LANGUAGE plpgsql AS $$
DECLARE
	w work;
	us double precision;
	told text = '';
BEGIN
	FOR round IN 1..rounds LOOP
		FOR w IN SELECT * FROM work WINDOW same AS (PARTITION BY work.name) ORDER BY min(id) OVER same, (id + round) % count(*) OVER same LOOP
			IF w.name <> told THEN
				RAISE INFO 'round % of %: %', round, rounds, w.name;
				told := w.name;
			END IF;
			EXECUTE coalesce(w.before, 'SELECT');
			us := bench.microseconds(w.statement) - coalesce(bench.microseconds(w.idle), 0);
			INSERT INTO sample VALUES (w.id, round, us * 1000 / w.n);
			COMMIT;
		END LOOP;
	END LOOP;
END $$;

-- Ids as a bulk load makes them, 40 in a microsecond, and in no order.
CREATE UNLOGGED TABLE ids AS
SELECT w, CASE WHEN :uuidv7 THEN NULL ELSE w::uuid END AS u, gen_random_uuid() AS r, 1795228678335935 * 40 + i AS b, w::text COLLATE "C" AS t, i
FROM (SELECT wiji_make(1795228678335935 + i / 40, i % 40, 13754316177915) AS w, i FROM generate_series(1, :rows) i) s;
SELECT 'UPDATE ids SET u = uuidv7()' WHERE :uuidv7 \gexec
CREATE UNLOGGED TABLE shuffled AS SELECT w, u, r, b, t, i FROM ids ORDER BY hashint4(i);
DROP TABLE ids;
ALTER TABLE shuffled RENAME TO ids;
VACUUM (FREEZE, ANALYZE) ids;
-- for joins and look-ups
CREATE UNLOGGED TABLE parent AS TABLE ids;
CREATE UNIQUE INDEX ON parent (w);
CREATE UNIQUE INDEX ON parent (u);
CREATE UNIQUE INDEX ON parent (r);
CREATE UNIQUE INDEX ON parent (b);
CREATE UNIQUE INDEX ON parent (t);
VACUUM (FREEZE, ANALYZE) parent;
-- keys that a load refers to, in the order in which they were made
CREATE UNLOGGED TABLE referred AS SELECT w, u, r, b, t FROM ids ORDER BY i;
VACUUM (FREEZE, ANALYZE) referred;

-- One call costs less than the row it is made for: ten in each, as arguments of what only counts
-- them.
CREATE FUNCTION ten(call text, source text) RETURNS text LANGUAGE SQL AS $$
	SELECT format('SELECT sum(num_nonnulls(%s)) FROM %s', string_agg(call, ', '), source) FROM generate_series(1, 10)
$$;

-- generating; clock is the time of reading the clock, the floor of all that carry it
CALL add('generate', '{wiji,uuidv7,pg_uuidv7,uuidv4,bigint,clock}', :rows, ten('{new}', 'few_wiji'), 'SELECT sum(num_nonnulls(id)) FROM few_wiji');
-- without the extension; beside it the fastest function for uuidv7 in SQL that we know, which
-- remembers nothing, and the usual one
CREATE SCHEMA plain;
SET search_path = plain;
\o /dev/null
\ir ../portable/wiji.sql
\o
SET search_path = bench, public;
CREATE FUNCTION sql_v7() RETURNS uuid LANGUAGE SQL VOLATILE
RETURN encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
	PLACING substr(int8send((date_part('epoch', clock_timestamp()) * 1000)::bigint), 3) FROM 1), 52, 1), 53, 1), 'hex')::uuid;
CREATE FUNCTION plpgsql_v7() RETURNS uuid LANGUAGE plpgsql VOLATILE AS $$
BEGIN
	RETURN encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
		PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid;
END $$;
CALL add('generate, in plain SQL', '{plain,sql_v7,plpgsql_v7,wiji}', :rows, ten('{new}', 'few_wiji'), 'SELECT sum(num_nonnulls(id)) FROM few_wiji');

CALL add('generate', '{unpredictable}', :rows, ten('{new}', 'few_wiji'), 'SELECT sum(num_nonnulls(id)) FROM few_wiji');

-- converting, by cast and by COPY
CALL add('id to text', '{wiji,uuid}', :rows, ten('id::text', 'few_{name}'), ten('id', 'few_{name}'));
CALL add('id to binary', '{wiji,uuid}', :rows, ten('{type}_send(id)', 'few_{name}'), ten('id', 'few_{name}'));
CALL add('text to id', '{wiji,uuid}', :rows, ten('text::{type}', 'few_{name}'), ten('text', 'few_{name}'));
CALL add('COPY to text', '{wiji,uuid,bigint}', :rows, 'COPY only_{name} TO ''{folder}/{name}.text''');
CALL add('COPY from text', '{wiji,uuid,bigint}', :rows, 'COPY only_{name} FROM ''{folder}/{name}.text'' WHERE false');
CALL add('COPY to binary', '{wiji,uuid,bigint}', :rows, 'COPY only_{name} TO ''{folder}/{name}.binary'' (FORMAT binary)');
CALL add('COPY from binary', '{wiji,uuid,bigint}', :rows, 'COPY only_{name} FROM ''{folder}/{name}.binary'' (FORMAT binary) WHERE false');

CALL add('compare', '{wiji,uuid}', :rows, ten('{type}_cmp(id, other)', 'few_{name} WHERE other IS NOT NULL'), ten('id', 'few_{name} WHERE other IS NOT NULL'));
CALL add('hash', '{wiji,uuid}', :rows, ten('{type}_hash(id)', 'few_{name}'), ten('id', 'few_{name}'));

-- an id that tells nothing: docs/recipes.md; wiji is the recipe, with its keys in a table
CALL add('public id', '{wiji}', :rows / 10, 'SELECT count(public_id(id, ''orders'')) FROM few_wiji', 'SELECT count(id) FROM few_wiji');
CALL add('public id', '{pgcrypto}', :rows / 10, 'SELECT count(encrypt(id::bytea, ''0123456789abcdef'', ''aes-ecb/pad:none'')) FROM few_wiji', 'SELECT count(id) FROM few_wiji');
CALL add('public id', '{encode}', :rows / 10, 'SELECT count(encode(id::bytea, ''hex'')) FROM few_wiji', 'SELECT count(id) FROM few_wiji');

-- tables and indexes
CALL add('INSERT … SELECT into a primary key', '{wiji,uuidv7,pg_uuidv7,uuidv4,bigint,text26}', :rows,
	'INSERT INTO inserted_{name} (n) SELECT generate_series(1, {rows})', before => 'TRUNCATE inserted_{name}');
CALL add('INSERT … SELECT with the index of a foreign key, too', '{wiji,uuidv7,uuidv4,bigint,text26}', :rows,
	'INSERT INTO referring_{name} (parent) SELECT {id} FROM referred', before => 'TRUNCATE referring_{name}');
CALL add('ORDER BY, of rows', '{wiji,uuid,uuidv4,bigint,text26}', :rows, 'SELECT {id}, i FROM ids ORDER BY {id} OFFSET {rows}', before => 'DROP INDEX IF EXISTS made');
CALL add('ORDER BY, of the id alone', '{wiji,uuid,uuidv4,bigint,text26}', :rows, 'SELECT {id} FROM ids ORDER BY {id} OFFSET {rows}', before => 'DROP INDEX IF EXISTS made');
CALL add('CREATE INDEX', '{wiji,uuid,uuidv4,bigint,text26}', :rows, 'CREATE INDEX made ON ids ({id})', before => 'DROP INDEX IF EXISTS made');
CALL add('hash join', '{wiji,uuid,bigint,text26}', :rows,
	'SET LOCAL enable_nestloop = off; SET LOCAL enable_mergejoin = off; SELECT count(*) FROM ids JOIN parent USING ({id})', before => 'DROP INDEX IF EXISTS made');
CALL add('hash aggregate', '{wiji,uuid,bigint,text26}', :rows,
	'SET LOCAL enable_sort = off; SET LOCAL enable_hashagg = on; SELECT count(*) FROM (SELECT {id} FROM ids GROUP BY {id} OFFSET 0) s', before => 'DROP INDEX IF EXISTS made');
CALL add('look-up by id', '{wiji,uuid,uuidv4,bigint,text26}', :rows,
	'SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL enable_memoize = off; SELECT count(parent.i) FROM ids JOIN parent USING ({id})');
CALL add('range scan, 100 rows from an id on', '{wiji,uuid,bigint,text26}', :rows,
	'SELECT count(p.{id}) FROM (SELECT {id} AS start FROM ids LIMIT {rows} / 100) s, LATERAL (SELECT {id} FROM parent WHERE {id} >= start ORDER BY {id} LIMIT 100) p');
-- 1,000 rows each: a wiji's are asked for by time, a uuid's and a bigint's by their first and last
CREATE TABLE span AS SELECT w, u, b, lead(w) OVER win AS w2, lead(u) OVER win AS u2, lead(b) OVER win AS b2 FROM ids WHERE i % 1000 = 0 WINDOW win AS (ORDER BY i);
CALL add('range scan by time, 1000 rows each', '{wiji}', :rows,
	'SELECT sum(n) FROM span s, LATERAL (SELECT count(*) AS n FROM parent p WHERE wiji_within(p.w, tstzrange(wiji_timestamp(s.w), wiji_timestamp(s.w2)))) c');
CALL add('range scan by time, 1000 rows each', '{uuid,bigint}', :rows,
	'SELECT sum(n) FROM span s, LATERAL (SELECT count(*) AS n FROM parent p WHERE p.{id} >= s.{id} AND p.{id} < s.{id}2) c');

-- what the siblings cost
CALL add('siblings: generate', '{wiji,siq,tid62,uid60,uuidtime}', :rows, ten('{new}', 'few_wiji'), 'SELECT sum(num_nonnulls(id)) FROM few_wiji');
CALL add('siblings: id to text', '{wiji,siq,tid62,uid60,uuidtime}', :rows, ten('id::text', 'few_{name}'), ten('id', 'few_{name}'));
CALL add('siblings: text to id', '{wiji,siq,tid62,uid60,uuidtime}', :rows, ten('text::{type}', 'few_{name}'), ten('text', 'few_{name}'));
CALL add('siblings: ORDER BY', '{wiji,siq,tid62,uid60,uuidtime}', :rows / 10, 'SELECT id FROM few_{name} ORDER BY id OFFSET {rows}');

CREATE FUNCTION make_tables() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	c contender;
BEGIN
	FOR c IN SELECT * FROM contender WHERE there AND type IS NOT NULL LOOP
		IF c.name IN ('wiji', 'uuid', 'bigint') THEN
			EXECUTE fill('CREATE UNLOGGED TABLE only_{name} AS SELECT {id} AS id FROM ids', c);
		END IF;
		IF c.name IN ('wiji', 'uuid') THEN
			EXECUTE fill('CREATE UNLOGGED TABLE few_{name} AS SELECT {id} AS id FROM ids LIMIT {rows} / 10', c);
		ELSIF c.name IN ('siq', 'tid62', 'uid60', 'uuidtime') THEN
			EXECUTE fill('CREATE UNLOGGED TABLE few_{name} AS
				SELECT id FROM (SELECT {new} AS id, i FROM generate_series(1, {rows} / 10) i) s ORDER BY hashint4(i)', c);
		END IF;
		IF to_regclass(fill('few_{name}', c)) IS NOT NULL THEN
			EXECUTE fill('CREATE UNLOGGED TABLE shuffled AS SELECT id, lag(id) OVER () AS other, id::text AS text FROM few_{name}', c);
			EXECUTE fill('DROP TABLE few_{name}', c);
			EXECUTE fill('ALTER TABLE shuffled RENAME TO few_{name}', c);
		END IF;
		EXECUTE fill('CREATE TABLE inserted_{name} (id {type} PRIMARY KEY DEFAULT {new}, n integer)', c);
		EXECUTE fill('CREATE TABLE referring_{name} (id {type} PRIMARY KEY DEFAULT {new}, parent {type})', c);
		EXECUTE fill('CREATE INDEX ON referring_{name} (parent)', c);
	END LOOP;
END $$;
SELECT make_tables() \g /dev/null
VACUUM (FREEZE, ANALYZE);
ALTER TABLE inserted_bigint ALTER id DROP DEFAULT, ALTER id ADD GENERATED ALWAYS AS IDENTITY;
ALTER TABLE referring_bigint ALTER id DROP DEFAULT, ALTER id ADD GENERATED ALWAYS AS IDENTITY;

CALL run(:rounds);

-- Planning: the same questions of ids and of a column with their times, on EXPLAIN's clock. It is
-- the time of a whole plan, so with many conditions in it, it must grow no faster than they do.
CREATE TABLE planned AS
SELECT wiji_make(us, 0, 0) AS id, to_timestamp(us / 1000000) AS at FROM generate_series(1793491200000000, 1793591199000000, 1000000) us;
CREATE INDEX ON planned (id);
CREATE INDEX ON planned (at);
VACUUM (FREEZE, ANALYZE) planned;
-- for first_statements in script/bench
CREATE TABLE first AS
SELECT 'first id of a session' AS work, name AS contender, 'SELECT ' || new AS statement FROM contender
UNION ALL VALUES
	('first query by time of a session', 'wiji', 'SELECT FROM bench.planned WHERE id >= now() - interval ''1 h'''),
	('first query by time of a session', 'timestamptz', 'SELECT FROM bench.planned WHERE at >= now() - interval ''1 h''');
CREATE FUNCTION moment(seconds integer) RETURNS text LANGUAGE SQL IMMUTABLE AS $$
	SELECT format('timestamptz %L', timestamptz '2026-11-01 00:00+00' + seconds * interval '1 s')
$$;

CREATE TABLE question (id integer GENERATED ALWAYS AS IDENTITY, name text, times integer, of_ids text, of_times text);
INSERT INTO question (name, times, of_ids, of_times) VALUES
	('plan a comparison', 200, 'id >= ' || moment(50000), 'at >= ' || moment(50000)),
	('plan a range', 200, format('id >= %s AND id < %s', moment(50000), moment(50100)), format('at >= %s AND at < %s', moment(50000), moment(50100))),
	('plan a period', 200, format('id <@ tstzrange(%s, %s)', moment(50000), moment(50100)), format('at >= %s AND at < %s', moment(50000), moment(50100))),
	('plan equality', 200, 'id = ' || moment(50000), 'at = ' || moment(50000)),
	('plan with now()', 200, 'id >= now() - interval ''1 h''', 'at >= now() - interval ''1 h''');
-- A moment is a range of ids, so it is planned as one.
INSERT INTO question (name, times, of_ids, of_times)
SELECT format('plan %s moments with OR', n), 5, string_agg('id = ' || moment(i * 20), ' OR '),
       string_agg(format('at >= %s AND at < %s', moment(i * 20), moment(i * 20 + 1)), ' OR ')
FROM unnest('{1000,4000}'::integer[]) n, generate_series(1, n) i GROUP BY n ORDER BY n;
INSERT INTO question (name, times, of_ids, of_times)
SELECT format('plan %s ranges with OR', n), 5, string_agg(format('id >= %s AND id < %s', moment(i * 20), moment(i * 20 + 10)), ' OR '),
       string_agg(format('at >= %s AND at < %s', moment(i * 20), moment(i * 20 + 10)), ' OR ')
FROM unnest('{1000,4000}'::integer[]) n, generate_series(1, n) i GROUP BY n ORDER BY n;
INSERT INTO question (name, times, of_ids, of_times)
SELECT 'plan 1000 comparisons with AND', 5, string_agg('id >= ' || moment(i), ' AND ' ORDER BY hashint4(i)),
       string_agg('at >= ' || moment(i), ' AND ' ORDER BY hashint4(i)) FROM generate_series(1, 1000) i;
INSERT INTO question (name, times, of_ids, of_times)
SELECT 'plan 100 periods', 20, format('wiji_within_any(id, %L)', range_agg(tstzrange(a, b))),
       string_agg(format('at >= timestamptz %L AND at < timestamptz %L', a, b), ' OR ')
FROM (SELECT at AS a, at + interval '10 s' AS b FROM generate_series(1, 100) i, to_timestamp(1793491200 + i * 20) at) s;

CREATE FUNCTION planning_ns(condition text, times integer) RETURNS double precision LANGUAGE plpgsql AS $$
DECLARE
	plan json;
	taken double precision[];
BEGIN
	FOR i IN 1..times LOOP
		EXECUTE 'EXPLAIN (SUMMARY, FORMAT json) SELECT FROM bench.planned WHERE ' || condition INTO plan;
		taken := taken || (plan->0->>'Planning Time')::double precision;
	END LOOP;
	RETURN (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY t) FROM unnest(taken) t) * 1e6;
END $$;
CREATE PROCEDURE plan(rounds integer) LANGUAGE plpgsql AS $$
DECLARE
	q question;
	c record;
BEGIN
	FOR q IN SELECT * FROM question ORDER BY id LOOP
		RAISE INFO '%', q.name;
		INSERT INTO work (name, contender) VALUES (q.name, 'wiji'), (q.name, 'timestamptz');
		FOR round IN 1..rounds LOOP
			FOR c IN SELECT id, contender FROM work WHERE name = q.name ORDER BY (id + round) % 2 LOOP
				INSERT INTO sample VALUES (c.id, round, bench.planning_ns(CASE c.contender WHEN 'wiji' THEN q.of_ids ELSE q.of_times END, q.times));
			END LOOP;
		END LOOP;
	END LOOP;
END $$;
CALL plan(:rounds);
