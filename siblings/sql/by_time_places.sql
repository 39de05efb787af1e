-- Conditions by time wherever the server evaluates an expression, with the planner and without:
-- their result is that of the same conditions on a column of timestamps.
SET TimeZone = 'UTC';
SET client_min_messages = warning;
CREATE SCHEMA place;
SET search_path = place, public;

\set ECHO none
-- Each kind has six IDs with their timestamps, an hour apart, and a null.
-- Operators: with ranges (1), and with ranges and timestamps (2).
-- A kind, a type or a layout of one, has a function KIND_lower(timestamptz).
CREATE TABLE kind AS
SELECT regexp_replace(proname, '_lower$', '') AS kind, prorettype::regtype::text AS type,
       CASE WHEN EXISTS (SELECT FROM pg_operator WHERE (oprleft, oprright) = (prorettype, 'timestamptz'::regtype)
                         AND oprname = '>=') THEN 2
            WHEN prorettype <> 'uuid'::regtype THEN 1 ELSE 0 END AS operators
FROM pg_proc p JOIN pg_depend d ON d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e'
WHERE proname ~ '_lower$' AND proargtypes[0] = 'timestamptz'::regtype AND pronargs - pronargdefaults = 1
  AND provolatile = 'i' ORDER BY proname;
CREATE FUNCTION make_source(kind text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('CREATE TABLE source AS SELECT n, %s_lower(at) AS id, at
	                FROM (SELECT n, timestamptz ''2026-11-22'' + n * interval ''1 h'' AS at FROM generate_series(1, 6) n
	                      UNION ALL SELECT 7, NULL) s', kind);
	CREATE TABLE p (LIKE source);
END $$;

-- The conditions. One that is not immutable is not allowed in every place. For the truth, the
-- timestamp stands in place of the ID.
CREATE TABLE condition (condition text, operators integer, immutable boolean);
INSERT INTO condition
SELECT format(side, o), 2, true
FROM unnest('{<,<=,>=,>}'::text[]) o, (VALUES ('id %s @moment'), ('@moment %s id')) v (side);
INSERT INTO condition VALUES
	('id <@ @period', 1, true),
	('@period @> id', 1, true),
	('NOT id >= @moment', 2, true),
	('(id < @moment) IS NOT TRUE', 2, true),
	('id BETWEEN @moment AND @later', 2, true),
	('id >= @never', 2, true),
	('id <= @never', 2, true),
	('id >= @null', 2, false),
	('id > @moment AND id < @later OR id >= @later AND id <= @later', 2, true),
	('CASE WHEN id >= @moment THEN id < @later END', 2, true),
	('within_any(id, @several)', 1, true),
	('id >= now() - interval ''100 years''', 2, false),
	('id <@ tstzrange(NULL, now())', 1, false),
	('within(id, @period)', 0, true),
	('NOT within(id, @period)', 0, true),
	('within(id, @always)', 0, true),
	('within(id, tstzrange(now() - interval ''100 years'', NULL))', 0, false);
CREATE TABLE meaning (word text, sql text);
INSERT INTO meaning VALUES
	('@moment', 'timestamptz ''2026-11-22 03:00+00'''),
	('@later', 'timestamptz ''2026-11-22 05:00+00'''),
	('@never', 'timestamptz ''infinity'''),
	('@null', 'NULL::timestamptz'),
	('@period', 'tstzrange ''(2026-11-22 02:00+00,2026-11-22 05:00+00]'''),
	('@several', 'tstzmultirange ''{[2026-11-22 01:00+00,2026-11-22 02:00+00),[2026-11-22 05:00+00,)}'''),
	('@always', 'tstzrange ''(,)''');
CREATE FUNCTION condition(condition text, kind text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	m meaning;
BEGIN
	FOR m IN SELECT * FROM meaning LOOP
		condition := replace(condition, m.word, m.sql);
	END LOOP;
	RETURN regexp_replace(condition, '\mwithin', kind || '_within');
END $$;
CREATE FUNCTION truth(condition text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	condition := regexp_replace(condition, 'within_any\(id, (.*)\)', 'id <@ \1');
	-- (null <@ range may be true)
	condition := regexp_replace(condition, 'within\(id, (.*)\)', 'id <@ tstzmultirange(\1)');
	RETURN condition(regexp_replace(condition, '\mid\M', 'at', 'g'), '');
END $$;

-- The rows for which a script, with $id and $n in it, succeeds.
CREATE FUNCTION passing(script text) RETURNS integer[] LANGUAGE plpgsql AS $$
DECLARE
	r record;
	result integer[] := '{}';
BEGIN
	FOR r IN SELECT n, quote_nullable(id) AS id FROM place.source LOOP
		BEGIN
			EXECUTE replace(replace(script, '$id', r.id), '$n', r.n::text);
			result := result || r.n;
		EXCEPTION
			WHEN check_violation OR exclusion_violation OR with_check_option_violation OR insufficient_privilege THEN
		END;
	END LOOP;
	RETURN result;
END $$;

-- The places. Each sets up what it needs with the tables source, which has the kind's rows, and p,
-- which is empty, and finds the numbers of the rows for which a condition holds. {c} is the condition,
-- {c:x} the condition on x in place of the ID, {T} the ID's type. Some places take null for true.
-- (COPY gets no conditions that begin with NOT: before 19, NOT with a comparison of any type fails
-- there in the server itself.)
CREATE TABLE place (place text, takes_null boolean, immutable boolean, setup text, found text);
CREATE FUNCTION mark() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN new.at = 'infinity'; RETURN new; END $$;
CREATE ROLE regress_by_time;
GRANT USAGE ON SCHEMA place TO regress_by_time;

INSERT INTO place VALUES
('WHERE', false, false, '',
 'SELECT array_agg(n) FROM source WHERE {c}'),
('SELECT', false, false, '',
 'SELECT array_agg(n) FILTER (WHERE holds) FROM (SELECT n, {c} AS holds FROM source OFFSET 0) s'),
('FILTER', false, false, '',
 'SELECT array_agg(n) FILTER (WHERE {c}) FROM source'),
('HAVING', false, false, '',
 'SELECT array_agg(n ORDER BY n) FROM (SELECT n FROM source GROUP BY n, id HAVING {c}) s'),
('COPY FROM WHERE', false, false,
 $$COPY p FROM PROGRAM 'printf "{csv}"' (FORMAT csv) WHERE {c}$$,
 'SELECT array_agg(n) FROM p'),
('UPDATE WHERE', false, false,
 'INSERT INTO p SELECT * FROM source; UPDATE p SET at = ''infinity'' WHERE {c}',
 'SELECT array_agg(n ORDER BY n) FROM p WHERE at = ''infinity'''),
('MERGE WHEN', false, false,
 'INSERT INTO p SELECT * FROM source;
  MERGE INTO p USING (VALUES (1)) v ON true WHEN MATCHED AND {c} THEN UPDATE SET at = ''infinity''',
 'SELECT array_agg(n ORDER BY n) FROM p WHERE at = ''infinity'''),
('ON CONFLICT DO UPDATE WHERE', false, false,
 'INSERT INTO p SELECT * FROM source; CREATE UNIQUE INDEX ON p (n);
  INSERT INTO p SELECT * FROM source ON CONFLICT (n) DO UPDATE SET at = ''infinity'' WHERE {c:p.id}',
 'SELECT array_agg(n ORDER BY n) FROM p WHERE at = ''infinity'''),
('trigger WHEN, new row', false, false,
 'CREATE TRIGGER t BEFORE INSERT ON p FOR EACH ROW WHEN ({c:new.id}) EXECUTE FUNCTION mark();
  INSERT INTO p SELECT * FROM source',
 'SELECT array_agg(n) FROM p WHERE at = ''infinity'''),
('trigger WHEN, old row', false, false,
 'INSERT INTO p SELECT * FROM source;
  CREATE TRIGGER t BEFORE UPDATE ON p FOR EACH ROW WHEN ({c:old.id}) EXECUTE FUNCTION mark();
  UPDATE p SET n = n',
 'SELECT array_agg(n ORDER BY n) FROM p WHERE at = ''infinity'''),
('rule WHERE', false, false,
 'CREATE TABLE log (n integer);
  CREATE RULE r AS ON INSERT TO p WHERE {c:new.id} DO ALSO INSERT INTO log VALUES (new.n);
  INSERT INTO p SELECT * FROM source',
 'SELECT array_agg(n) FROM log'),
('domain', true, false,
 'CREATE DOMAIN d AS {T} CHECK ({c:VALUE})',
 $$SELECT passing('SELECT $id::d')$$),
('CHECK', true, false,
 'ALTER TABLE p ADD CHECK ({c})',
 $$SELECT passing('INSERT INTO p VALUES ($n, $id)')$$),
('CHECK, added', true, false, '',
 $$SELECT passing($s$ TRUNCATE p; INSERT INTO p VALUES ($n, $id); ALTER TABLE p ADD CHECK ({c}) $s$)$$),
('CHECK, validated', true, false, '',
 $$SELECT passing($s$ TRUNCATE p; INSERT INTO p VALUES ($n, $id);
                      ALTER TABLE p ADD CONSTRAINT c$n CHECK ({c}) NOT VALID; ALTER TABLE p VALIDATE CONSTRAINT c$n;
                      ALTER TABLE p DROP CONSTRAINT c$n $s$)$$),
('DEFAULT', false, false, 'CREATE TABLE d (holds boolean CHECK (holds IS TRUE))',
 $$SELECT passing($s$ ALTER TABLE d ALTER holds SET DEFAULT {c:$id::{T}}; INSERT INTO d DEFAULT VALUES $s$)$$),
('ADD COLUMN DEFAULT', false, false, 'INSERT INTO p VALUES (1)',
 $$SELECT passing($s$ ALTER TABLE p ADD holds$n boolean DEFAULT ({c:$id::{T}}) CHECK (holds$n IS TRUE) $s$)$$),
('generated column', false, true,
 'ALTER TABLE p ADD holds boolean GENERATED ALWAYS AS ({c}) STORED; INSERT INTO p SELECT * FROM source',
 'SELECT array_agg(n) FROM p WHERE holds'),
('generated column, added', false, true,
 'INSERT INTO p SELECT * FROM source; ALTER TABLE p ADD holds boolean GENERATED ALWAYS AS ({c}) STORED',
 'SELECT array_agg(n) FROM p WHERE holds'),
('ALTER TYPE USING', false, false,
 'INSERT INTO p SELECT * FROM source; ALTER TABLE p ALTER id TYPE boolean USING {c}',
 'SELECT array_agg(n) FROM p WHERE id'),
('index predicate', false, true,
 'CREATE INDEX ON p (n) WHERE {c}; INSERT INTO p SELECT * FROM source',
 'SELECT array_agg(n) FROM p WHERE {c}'),
('index predicate, added', false, true,
 'INSERT INTO p SELECT * FROM source; CREATE INDEX ON p (n) WHERE {c}',
 'SELECT array_agg(n) FROM p WHERE {c}'),
('index expression', false, true,
 'INSERT INTO p SELECT * FROM source; CREATE INDEX ON p (({c}))',
 'SELECT array_agg(n ORDER BY n) FROM p WHERE {c}'),
('arbiter of ON CONFLICT', false, true,
 'CREATE UNIQUE INDEX ON p (n) WHERE {c}; INSERT INTO p SELECT * FROM source;
  INSERT INTO p SELECT * FROM source ON CONFLICT (n) WHERE {c} DO UPDATE SET at = ''infinity''',
 'SELECT array_agg(n ORDER BY n) FROM p WHERE at = ''infinity'''),
('EXCLUDE WHERE', false, true,
 'ALTER TABLE p ADD EXCLUDE USING btree (n WITH =) WHERE ({c})',
 $$SELECT array_agg(n) FROM source WHERE n <> ALL (passing('INSERT INTO p VALUES ($n, $id), ($n, $id)'))$$),
('partition key', false, true,
 'CREATE TABLE q (LIKE p) PARTITION BY LIST (({c})); CREATE TABLE q_true PARTITION OF q FOR VALUES IN (true);
  CREATE TABLE q_other PARTITION OF q DEFAULT; INSERT INTO q SELECT * FROM source',
 'SELECT array_agg(n) FROM q_true'),
('partition key, pruned', false, true,
 'CREATE TABLE q (LIKE p) PARTITION BY LIST (({c})); CREATE TABLE q_true PARTITION OF q FOR VALUES IN (true);
  CREATE TABLE q_other PARTITION OF q DEFAULT; INSERT INTO q SELECT * FROM source',
 'SELECT array_agg(n) FROM q WHERE {c}'),
('partition bound', false, false, 'CREATE TABLE q (holds boolean) PARTITION BY LIST (holds)',
 $$SELECT passing($s$ CREATE TABLE q$n PARTITION OF q FOR VALUES IN (({c:$id::{T}})); INSERT INTO q$n VALUES (true);
                      DROP TABLE q$n $s$)$$),
('ATTACH PARTITION', true, true, 'CREATE TABLE q (LIKE p) PARTITION BY LIST (({c}))',
 $$SELECT passing($s$ CREATE TABLE q$n (LIKE p); INSERT INTO q$n VALUES ($n, $id);
                      ALTER TABLE q ATTACH PARTITION q$n FOR VALUES IN (true, NULL); DROP TABLE q$n $s$)$$),
('extended statistics', false, true,
 'CREATE STATISTICS s ON (CASE WHEN {c} THEN n END), n FROM p;
  INSERT INTO p SELECT source.* FROM source, generate_series(1, 9); ANALYZE p',
 'SELECT array_agg(n::integer ORDER BY n) FROM pg_stats_ext_exprs, unnest(most_common_vals::text::text[]) n
  WHERE statistics_name = ''s'''),
('policy USING', false, false,
 'INSERT INTO p SELECT * FROM source; ALTER TABLE p ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON p USING ({c});
  GRANT ALL ON p, source TO regress_by_time; SET LOCAL ROLE regress_by_time',
 'SELECT array_agg(n) FROM p'),
('policy WITH CHECK', false, false,
 'ALTER TABLE p ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON p WITH CHECK ({c});
  GRANT ALL ON p, source TO regress_by_time; SET LOCAL ROLE regress_by_time',
 $$SELECT passing('INSERT INTO p VALUES ($n, $id)')$$),
('view WITH CHECK OPTION', false, false, 'CREATE VIEW v AS SELECT n, id FROM p WHERE {c} WITH CHECK OPTION',
 $$SELECT passing('INSERT INTO v VALUES ($n, $id)')$$),
('function in SQL', false, false, 'CREATE FUNCTION f(x {T}) RETURNS boolean LANGUAGE sql RETURN {c:x}',
 'SELECT array_agg(n) FROM source WHERE f(id)'),
('function in PL/pgSQL', false, false,
 'CREATE FUNCTION f(x {T}) RETURNS boolean LANGUAGE plpgsql AS $f$ BEGIN RETURN {c:x}; END $f$',
 'SELECT array_agg(n) FROM source WHERE f(id)'),
('CALL', false, false,
 'CREATE PROCEDURE c(holds boolean) LANGUAGE plpgsql AS
  $f$ BEGIN IF holds IS NOT TRUE THEN RAISE check_violation; END IF; END $f$',
 $$SELECT passing($s$ CALL c({c:$id::{T}}) $s$)$$);

-- What is found in a place, or the error. The setup is undone.
CREATE FUNCTION found(setup text, query text, OUT result text) LANGUAGE plpgsql AS $$
DECLARE
	numbers integer[];
BEGIN
	EXECUTE setup;
	EXECUTE query INTO numbers;
	result := coalesce(numbers, '{}');
	RAISE SQLSTATE 'WJ000';
EXCEPTION
	WHEN SQLSTATE 'WJ000' THEN
	WHEN OTHERS THEN
		result := SQLERRM;
END $$;

-- A template with a condition put in.
CREATE FUNCTION filled(template text, condition text, k kind) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	x text;
	csv text;
BEGIN
	template := replace(replace(template, '{T}', k.type), '{c}', condition(condition, k.kind));
	FOR x IN SELECT (regexp_matches(template, '{c:([^}]*)}', 'g'))[1] LOOP
		template := replace(template, '{c:' || x || '}',
		                    condition(regexp_replace(condition, '\mid\M', x, 'g'), k.kind));
	END LOOP;
	SELECT string_agg(concat_ws(',', n, coalesce(id::text, ''), coalesce(at::text, '')), '\n' ORDER BY n)
	INTO csv FROM source;
	RETURN replace(template, '{csv}', csv);
END $$;

CREATE TABLE answer (place text, kind text, condition text, found text, truth text);
CREATE FUNCTION ask(k kind) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	p place;
	c condition;
	truth text;
BEGIN
	PERFORM make_source(k.kind);
	FOR p IN SELECT * FROM place LOOP
		FOR c IN SELECT * FROM condition WHERE operators <= k.operators AND (immutable OR NOT p.immutable)
		         AND (p.place <> 'COPY FROM WHERE' OR condition !~ '^NOT') LOOP
			EXECUTE format('SELECT coalesce(array_agg(n), ''{}'') FROM source WHERE (%s) %s', truth(c.condition),
			               CASE WHEN p.takes_null THEN 'IS NOT FALSE' END) INTO truth;
			INSERT INTO answer VALUES (p.place, k.kind, c.condition,
				found(filled(p.setup, c.condition, k), filled(p.found, c.condition, k)), truth);
		END LOOP;
	END LOOP;
	DROP TABLE source, p;
END $$;
\set ECHO all
SET enable_seqscan = off; -- indexes answer
SET jit = off;
SELECT count(ask(k)) > 0 AS there_are_some FROM kind k;
RESET enable_seqscan;
RESET jit;

-- Every answer is right.
SELECT * FROM answer WHERE found <> truth ORDER BY place, kind, condition LIMIT 20;
SELECT count(DISTINCT place) AS places, count(DISTINCT kind) = (SELECT count(*) FROM kind) AS all_kinds,
       count(DISTINCT condition) AS conditions FROM answer;
-- places that were not tried with each kind, or whose answers do not differ
SELECT place, count(DISTINCT kind) AS kinds, count(DISTINCT truth) AS different
FROM answer GROUP BY place HAVING count(DISTINCT kind) < (SELECT count(*) FROM kind) OR count(DISTINCT truth) < 11;

DROP OWNED BY regress_by_time;
DROP ROLE regress_by_time;
DROP SCHEMA place CASCADE;
