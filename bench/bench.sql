-- What script/bench measures inside the server, and its tables.  Variables: rows (of the tables),
-- rounds, folder (for COPY files), uuidv7 and pg_uuidv7 (whether they exist)
--
-- A work is one statement for each contender; the first one is the baseline.  Statements are timed
-- by the server's clock.  The time of an idle statement that does everything except the work is
-- subtracted.  Each round starts with another contender.

\set ON_ERROR_STOP on
CREATE SCHEMA bench;
SET search_path = bench, public;
SET max_parallel_workers_per_gather = 0;
SET jit = off;
SET client_min_messages = warning;	-- RAISE INFO is always sent
SET work_mem = '1GB';
SELECT set_config('bench.rows', :'rows', false), set_config('bench.folder', :'folder', false) \g /dev/null

-- {name}, {type}, {new}, {rows} and {folder} in a statement are replaced.  As keys, wijis are
-- compared with uuids of version 4 and 7, with bigints from a sequence, and with 26 characters of
-- text; bigints and version 4 also with a timestamp column and its index.
CREATE TABLE contender (name text PRIMARY KEY, type text, new text, there boolean);
INSERT INTO contender VALUES
	('wiji', 'wiji', 'wiji_generate()', true),
	('uuidv7', 'uuid', 'uuidv7()', :uuidv7),
	('pg_uuidv7', 'uuid', 'uuid_generate_v7()', :pg_uuidv7),
	('uuidv4', 'uuid', 'gen_random_uuid()', true),
	('bigint', 'bigint', 'nextval(''bench.numbers'')', true),
	('bigint with created_at', 'bigint', NULL, true),
	('uuidv4 with created_at', 'uuid', NULL, true),
	('26 characters of text', 'text COLLATE "C"', 'wiji_text()', true),
	('unpredictable', 'wiji', 'wiji_generate_unpredictable()', true),
	('clock_timestamp()', NULL, 'clock_timestamp()', true),
	('siq', 'siq', 'siq_generate(''message'')', true),
	('tid62', 'tid62', 'tid62_generate()', true),
	('uid60', 'uid60', 'uid60_generate()', true),
	('uuidtime_v7', 'uuid', 'uuidtime_v7()', true);
CREATE SEQUENCE numbers;

CREATE TABLE work (
	id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	name text, contender text, unit text DEFAULT 'ns', n bigint,	-- a statement repeats the work n times
	before text, statement text, idle text
);
CREATE TABLE sample (work integer REFERENCES work, round integer, value double precision);

CREATE FUNCTION fill(statement text, c contender) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	statement := replace(replace(statement, '{type}', coalesce(c.type, '')), '{new}', coalesce(c.new, ''));
	statement := replace(replace(statement, '{name}', c.name), '{rows}', current_setting('bench.rows'));
	RETURN replace(statement, '{folder}', current_setting('bench.folder'));
END $$;

CREATE PROCEDURE add(name text, contenders text[], n bigint, statement text, idle text DEFAULT NULL, before text DEFAULT NULL) LANGUAGE SQL AS $$
	INSERT INTO work (name, contender, n, before, statement, idle)
	SELECT $1, c.name, $3, fill(before, c), fill(statement, c), fill(idle, c)
	FROM unnest(contenders) WITH ORDINALITY w (name, place) JOIN contender c USING (name) WHERE there ORDER BY place
$$;

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
	reported text = '';
BEGIN
	FOR round IN 1..rounds LOOP
		FOR w IN SELECT * FROM work WINDOW same AS (PARTITION BY work.name) ORDER BY min(id) OVER same, (id + round) % count(*) OVER same LOOP
			IF w.name <> reported THEN
				RAISE INFO 'round % of %: %', round, rounds, w.name;
				reported := w.name;
			END IF;
			EXECUTE coalesce(w.before, 'SELECT');
			us := bench.microseconds(w.statement) - coalesce(bench.microseconds(w.idle), 0);
			INSERT INTO sample VALUES (w.id, round, us * 1000 / w.n);
			COMMIT;
		END LOOP;
	END LOOP;
END $$;

-- A call takes less time than its row: ten calls for each row, as arguments of a function that only
-- counts them.
CREATE FUNCTION ten(call text, source text) RETURNS text LANGUAGE SQL AS $$
	SELECT format('SELECT sum(num_nonnulls(%s)) FROM %s', string_agg(call, ', '), source) FROM generate_series(1, 10)
$$;

-- Tables that span more than a day, with an ID every tenth of a second, filled in the order of time.
CREATE TABLE source AS SELECT i, us, wiji_make(us, 0, hashint8(i)::bigint + 2147483648) AS w, gen_random_uuid() AS r
FROM (SELECT i, 1795228678335935 + i * 100000 AS us FROM generate_series(1, :rows::bigint) i) s;
ALTER TABLE source ADD v uuid;
UPDATE source SET v = (lpad(to_hex(us / 1000), 12, '0') || '7' || substr(r::text, 16, 3) || '8' || substr(r::text, 21, 3) || substr(r::text, 25))::uuid;
CREATE FUNCTION make_tables() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	c contender;
BEGIN
	FOR c IN SELECT * FROM contender WHERE there AND name !~ '^clock|created_at' LOOP
		EXECUTE fill('CREATE TABLE "into {name}" (id {type} PRIMARY KEY DEFAULT {new}, n integer)', c);
		IF c.name IN ('wiji', 'uuidv4', 'siq', 'tid62', 'uid60', 'uuidtime_v7') THEN
			EXECUTE fill('CREATE TABLE "few {name}" AS SELECT {new} AS id FROM generate_series(1, {rows} / 10)', c);
			EXECUTE fill('CREATE TABLE "texts {name}" AS SELECT id::text AS text FROM "few {name}"', c);
		END IF;
	END LOOP;
END $$;
SELECT make_tables() \g /dev/null
ALTER TABLE "into bigint" ALTER id DROP DEFAULT, ALTER id ADD GENERATED ALWAYS AS IDENTITY;
CREATE TABLE "into bigint with created_at" (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, n integer, created_at timestamptz DEFAULT now());
CREATE INDEX ON "into bigint with created_at" (created_at);

CREATE TABLE "of wiji" AS SELECT w AS id, i::integer AS n FROM source ORDER BY i;
CREATE TABLE "of uuidv7" AS SELECT v AS id, i::integer AS n FROM source ORDER BY i;
CREATE TABLE "of uuidv4" AS SELECT r AS id, i::integer AS n FROM source ORDER BY i;
CREATE TABLE "of uuidv4 with created_at" AS SELECT r AS id, i::integer AS n, to_timestamp(us / 1e6) AS created_at FROM source ORDER BY i;
CREATE TABLE "of 26 characters of text" AS SELECT w::text COLLATE "C" AS id, i::integer AS n FROM source ORDER BY i;
CREATE TABLE "of bigint" AS SELECT i AS id, i::integer AS n FROM source ORDER BY i;
CREATE TABLE "of bigint with created_at" AS SELECT i AS id, i::integer AS n, to_timestamp(us / 1e6) AS created_at FROM source ORDER BY i;
SELECT format('ALTER TABLE bench.%I ADD PRIMARY KEY (id)', relname) FROM pg_class WHERE relkind = 'r' AND relname ~ '^of ' \gexec
CREATE INDEX "created_at of bigint" ON "of bigint with created_at" (created_at);
CREATE INDEX "created_at of uuidv4" ON "of uuidv4 with created_at" (created_at);
SELECT format('CREATE TABLE bench.%I AS SELECT id AS parent, n FROM bench.%I ORDER BY hashint4(n)', replace(relname, 'of ', 'child '), relname)
FROM pg_class WHERE relkind = 'r' AND relname IN ('of wiji', 'of uuidv7', 'of uuidv4', 'of bigint') \gexec
DROP TABLE source;
VACUUM (FREEZE, ANALYZE);

CALL add('generate', '{wiji,clock_timestamp(),unpredictable,uuidv7,pg_uuidv7,uuidv4,bigint}', :rows, ten('{new}', '"few wiji"'), 'SELECT sum(num_nonnulls(id)) FROM "few wiji"');
CALL add('generate with new random bits for each ID', '{unpredictable,uuidv7,pg_uuidv7,uuidv4}', :rows, ten('{new}', '"few wiji"'), 'SELECT sum(num_nonnulls(id)) FROM "few wiji"');
CALL add('generate, related types', '{wiji,siq,tid62,uid60,uuidtime_v7}', :rows, ten('{new}', '"few wiji"'), 'SELECT sum(num_nonnulls(id)) FROM "few wiji"');
CALL add('ID to text', '{wiji,uuidv4,siq,tid62,uid60}', :rows, ten('id::text', '"few {name}"'), ten('id', '"few {name}"'));
CALL add('text to ID', '{wiji,uuidv4,siq,tid62,uid60}', :rows, ten('text::{type}', '"texts {name}"'), ten('text', '"texts {name}"'));

CALL add('bulk INSERT … SELECT, with primary key', '{wiji,uuidv7,pg_uuidv7,uuidv4,bigint,bigint with created_at,26 characters of text}', :rows,
	'INSERT INTO "into {name}" (n) SELECT generate_series(1, {rows})', before => 'TRUNCATE "into {name}"');
\set numbers :folder '/numbers'
COPY (SELECT generate_series(1, :rows)) TO :'numbers';
CALL add('COPY, with primary key', '{wiji,uuidv7,pg_uuidv7,uuidv4,bigint,bigint with created_at,26 characters of text}', :rows,
	'COPY "into {name}" (n) FROM ''{folder}/numbers''', before => 'TRUNCATE "into {name}"');

-- 36,000 rows of the last hour, by a constant time, or its UUID of version 7
SELECT v.id AS bound, created_at AS time
FROM "of uuidv7" v JOIN "of bigint with created_at" USING (n) ORDER BY n DESC OFFSET 36000 LIMIT 1 \gset
CALL add('rows of the last hour', '{wiji}', 1, format('SELECT sum(n) FROM "of wiji" WHERE id >= timestamptz %L', :'time'));
CALL add('rows of the last hour', '{uuidv7}', 1, format('SELECT sum(n) FROM "of uuidv7" WHERE id >= %L', :'bound'));
CALL add('rows of the last hour', '{bigint with created_at,uuidv4 with created_at}', 1, format('SELECT sum(n) FROM "of {name}" WHERE created_at >= %L', :'time'));
CALL add('page of 100 rows by key', '{wiji,uuidv7,bigint}', 1000,
	'SELECT sum(p.n) FROM (SELECT parent FROM "child {name}" LIMIT 1000) s, LATERAL (SELECT n FROM "of {name}" WHERE id > parent ORDER BY id LIMIT 100) p');
CALL add('row by key', '{wiji,uuidv7,uuidv4,bigint}', 10000,
	'SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SELECT sum(p.n) FROM (SELECT parent FROM "child {name}" LIMIT 10000) s JOIN "of {name}" p ON id = parent');
CALL add('join of two tables', '{wiji,uuidv7,uuidv4,bigint}', :rows,
	'SELECT sum(p.n) FROM "child {name}" c JOIN "of {name}" p ON id = parent');

CALL run(:rounds);

INSERT INTO work (name, contender, unit)
SELECT w, c, 'bytes/row' FROM unnest('{size of the table,size of its indexes}'::text[]) WITH ORDINALITY w (w, i),
	unnest('{wiji,uuidv7,uuidv4,uuidv4 with created_at,bigint,bigint with created_at,26 characters of text}'::text[]) WITH ORDINALITY c (c, j) ORDER BY i, j;
INSERT INTO sample SELECT id, 1, CASE WHEN name ~ 'indexes' THEN pg_indexes_size(t) ELSE pg_table_size(t) END / :rows::double precision
FROM work, CAST(format('bench."of %s"', contender) AS regclass) t WHERE unit = 'bytes/row';
