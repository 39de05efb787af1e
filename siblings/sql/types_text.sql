-- Text of each type, and what IDs contain.
SET timezone = 'UTC';
SET datestyle = 'ISO';

-- Known IDs: each column of a type's vectors/TYPE.tsv has an expression and its values.  Those that differ:
\set vectors `cd "$WIJI_TREE/siblings" && for f in */vectors/*.tsv; do printf '\f%s\n' "$(basename "$f" .tsv)"; cat "$f"; done`
CREATE TABLE vectors AS
SELECT type, n - 1 AS n, string_to_array(line, E'\t') AS cells
FROM (SELECT split_part(file, E'\n', 1), file FROM regexp_split_to_table(:'vectors', E'\f') file) f (type, file)
     JOIN id_types USING (type), string_to_table(file, E'\n') WITH ORDINALITY AS l (line, n) WHERE n > 1 AND line <> '';
CREATE FUNCTION answer(expression text, id text, type text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('SELECT (%s)::text FROM (SELECT CAST(%L AS %s) AS id) s', expression, id, type) INTO id;
	RETURN id;
END $$;
SELECT type, v.cells[1] AS id, expression, v.cells[i] AS expected, answer
FROM vectors h JOIN vectors v USING (type), unnest(h.cells) WITH ORDINALITY AS e (expression, i),
     answer(expression, v.cells[1], type)
WHERE h.n = 1 AND v.n > 1 AND answer IS DISTINCT FROM v.cells[i];
-- types without such IDs (wiji has them in docs/conformance)
SELECT type FROM id_types LEFT JOIN vectors USING (type) WHERE type <> 'wiji' GROUP BY type HAVING count(n) < 10;
DELETE FROM vectors WHERE n = 1;

-- What is not an ID of a type is rejected, among others the IDs of other types; the cast from text, a
-- separate function, gives the same error.
\set ECHO none
CREATE TABLE texts AS
SELECT unnest(ARRAY['', ' ', '-', 'é', '🐘', repeat('0', 1048576), repeat('é', 13), '2026-11-21']) AS text
UNION SELECT cells[1] FROM vectors
UNION SELECT overlay(cells[1] PLACING c FROM 5) FROM vectors, unnest('{é,*,+}'::text[]) c
UNION SELECT cells[1] || '0' FROM vectors;
\set ECHO all
SELECT type, left(text, 40) AS text, a.code, a.message, b.code, b.message
FROM id_types, texts, failure(format('SELECT %s_in(%L)', type, text)) a,
     failure(format('SELECT CAST(%L::text AS %s)', text, type)) b
WHERE a IS DISTINCT FROM b OR a.code <> '22P02' OR a.code IS NOT NULL AND a.detail IS NULL;
SELECT type, count(*) > 10 AS many_rejected FROM id_types, texts, failure(format('SELECT %s_in(%L)', type, text)) f
WHERE f.code IS NOT NULL GROUP BY type HAVING NOT count(*) > 10;
DROP TABLE vectors, texts;
DROP FUNCTION answer;

-- Every value of a type is read back by its input functions, from text and from binary, including what
-- functions return for the first and last times and beyond.  So a dump can be restored.

\set ECHO none
CREATE TEMP TABLE at AS
SELECT at + d AS at
FROM unnest('{1970-01-01,2018-03-01,2026-11-21 10:00,2156-02-07 06:28:15,2157-07-13 07:35:11.103,
              4253-05-31 22:20:37.927935,36812-02-20 00:36:15.999984}'::timestamptz[]) at,
     unnest('{0,1 us,-1 us}'::interval[]) d
UNION ALL SELECT unnest('{-infinity,infinity,4713-01-01 BC,294276-12-31 23:59:59.999999}'::timestamptz[]);
CREATE TEMP TABLE range AS
SELECT tstzrange(a.at, b.at, bounds) AS range FROM at a, at b, unnest('{[],()}'::text[]) bounds WHERE a.at <= b.at
UNION ALL SELECT unnest('{empty,"(,)"}'::tstzrange[]);

CREATE FUNCTION pg_temp.read_back(function regproc, type regtype, argument regtype,
	OUT returned bigint, OUT rejected bigint) LANGUAGE plpgsql AS $$
DECLARE
	argument_value text;
	id text;
	bytes bytea;
BEGIN
	returned := 0;
	rejected := 0;
	FOR argument_value IN EXECUTE
		CASE argument WHEN 'timestamptz'::regtype THEN 'SELECT at FROM at' ELSE 'SELECT range FROM range' END
	LOOP
		BEGIN
			EXECUTE format('SELECT f::text, %s_send(f) FROM %s(%L::%s) f', type, function, argument_value, argument)
			INTO id, bytes;
		EXCEPTION WHEN datetime_field_overflow THEN
			CONTINUE;			-- no ID has this timestamp
		END;
		returned := returned + 1;
		BEGIN
			EXECUTE format('SELECT %1$s_send(%2$L::%1$s)', type, id);
			EXECUTE format('SELECT %L::bytea::%s', bytes, type);
		EXCEPTION WHEN invalid_text_representation OR invalid_binary_representation OR numeric_value_out_of_range THEN
			rejected := rejected + 1;
		END;
	END LOOP;
END $$;
\set ECHO all
-- Of each function of a timestamp or a range that returns an ID, as the catalog has them, those that return too few
-- or what is rejected.
SELECT count(*) > 0 AS there_are_some,
       array_agg(function) FILTER (WHERE returned <= 3 OR rejected > 0) AS wrong
FROM (SELECT p.proname AS function, r.*
      FROM pg_proc p JOIN id_types ON type::regtype = prorettype,
           LATERAL pg_temp.read_back(p.oid, prorettype, proargtypes[0]) r
      WHERE pronargs = 1 AND proargtypes[0] IN ('timestamptz'::regtype, 'tstzrange'::regtype) AND provolatile = 'i') f;
DROP TABLE at, range;
RESET timezone;
RESET datestyle;
