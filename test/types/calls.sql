-- Calls of all functions with some values: what they return must not depend on the schema of the extensions, nor on the
-- search_path.  Run after values.sql, where the extensions are on the search_path and nothing is hostile.
INSERT INTO arguments VALUES
	('text', $$''$$), ('text', $$'UTC'$$), ('text', $$'2026-11-21'$$), ('text', $$'0000000001'$$), ('cstring', $$'2026-11-21'$$),
	('name', $$'id'::name$$), ('name[]', $$'{id}'::name[]$$), ('bytea', $$'\x00'::bytea$$), ('boolean', 'true'),
	('smallint', '7::smallint'), ('integer', '1'), ('integer', '48'), ('bigint', '123456789::bigint'), ('numeric', '5::numeric'),
	('double precision', '1.5::float8'), ('interval', $$'1 day'::interval$$),
	('uuid', $$'019aa525-6800-7000-8000-000000000000'::uuid$$), ('uuid', $$'1ec9414c-232a-6b00-b3c8-9f6bdeced846'::uuid$$),
	('timestamptz', $$'2026-11-21 10:00+00'::timestamptz$$), ('timestamptz', $$'infinity'::timestamptz$$),
	('tstzrange', $$'[2020-01-01,2027-01-01)'::tstzrange$$), ('tstzrange', $$'(,)'::tstzrange$$),
	('tstzmultirange', $$'{[2020-01-01,2027-01-01)}'::tstzmultirange$$), ('regclass', '1259::oid'), ('regtype', '16::oid');
INSERT INTO arguments SELECT 'bytea', format('%s::bytea', value) FROM arguments a JOIN id_types t ON a.type = t.type::regtype;
INSERT INTO arguments SELECT format('%s_tstzrange', t.type)::regtype, value FROM arguments a, id_types t WHERE a.type = 'tstzrange'::regtype;
CREATE TEMP TABLE literals (type regtype, name text, literal text);
DO $$
DECLARE
	a record;
	literal text;
BEGIN
	FOR a IN SELECT DISTINCT type, value FROM arguments LOOP
		EXECUTE format('SELECT (%s)::text', a.value) INTO literal;
		INSERT INTO literals SELECT a.type, format('%s.%I', CASE WHEN nspname = 'pg_catalog' THEN nspname::text ELSE 'SCHEMA' END, typname),
		                            literal
		FROM pg_type t JOIN pg_namespace n ON n.oid = typnamespace WHERE t.oid = a.type;
	END LOOP;
END $$;
-- SCHEMA is where the extensions are.
CREATE TABLE calls AS
SELECT DISTINCT extension, signature::text AS function, prorettype::regtype::text AS returns, pronargs, provolatile = 'v' AS volatile,
       format('SELECT SCHEMA.%I(%s)', proname, arguments) AS template, '' AS statement, '' AS outcome, '' AS expected
FROM functions, generate_series(0, 40) k,
     LATERAL (SELECT coalesce(string_agg(format('%L::%s', literal, name), ', ' ORDER BY n), '') AS arguments, count(*) AS found
              FROM unnest(types) WITH ORDINALITY u (t, n),
                   LATERAL (SELECT * FROM (SELECT literals.*, row_number() OVER (ORDER BY literal) - 1 AS i, count(*) OVER () AS c
                                           FROM literals WHERE type = t) l WHERE i = (k * n) % c) l) a
WHERE prokind IN ('f', 'a') AND found = pronargs;
-- and casts to domains, which have conditions
INSERT INTO calls
SELECT DISTINCT extname, typname, typname, 1, false, format('SELECT %L::SCHEMA.%I', literal, typname), '', '', ''
FROM pg_type t JOIN pg_depend d ON classid = 'pg_type'::regclass AND objid = t.oid AND deptype = 'e'
JOIN pg_extension e ON refobjid = e.oid, literals l
WHERE typtype = 'd' AND l.type = 'text'::regtype;
CREATE FUNCTION outcome_of(call pg_catalog.text) RETURNS pg_catalog.text LANGUAGE plpgsql AS $$
DECLARE
	result pg_catalog.text;
BEGIN
	EXECUTE call INTO result;
	RETURN result;
EXCEPTION WHEN others THEN
	RETURN pg_catalog.concat('ERROR ', SQLSTATE);
END $$;
UPDATE calls SET expected = outcome_of(replace(template, 'SCHEMA', 'public'));
CREATE FUNCTION in_schema(schema text) RETURNS void BEGIN ATOMIC
	UPDATE calls SET statement = replace(template, 'SCHEMA', quote_ident(schema)), outcome = 'none';
END;
-- Those whose outcome is another; of functions that return another ID each time, those that did not find something, or
-- that found what they should not.
CREATE VIEW other_outcomes AS
SELECT statement, expected, outcome FROM calls
WHERE outcome IS DISTINCT FROM expected AND (NOT volatile OR outcome ~ '^(none$|ERROR (42|XX|ZZ))')
ORDER BY template;
-- of each type, a call that generates an ID
CREATE TABLE generators AS
SELECT DISTINCT ON (type) type, template AS call FROM calls JOIN id_types ON returns = type
WHERE volatile AND expected !~ '^ERROR' ORDER BY type, function !~ '_generate\(', pronargs, template;
UPDATE generators SET call = regexp_replace(call, '^SELECT ', '');
