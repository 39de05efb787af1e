-- Casts of a uid60, and its bytes.
SET timezone = 'UTC';

-- Which of them are in assignments, and how they work.  (types_cast tests what that means.)
SELECT castsource::regtype AS source, casttarget::regtype AS target,
       CASE castcontext WHEN 'e' THEN 'explicit' WHEN 'a' THEN 'assignment' WHEN 'i' THEN 'IMPLICIT' END AS context,
       CASE castmethod WHEN 'f' THEN castfunc::regprocedure::text WHEN 'b' THEN 'the same bits' END AS how
FROM pg_cast WHERE 'uid60'::regtype IN (castsource, casttarget)
ORDER BY castsource::regtype::text COLLATE "C", casttarget::regtype::text COLLATE "C";

-- There and back.
SELECT id::text, id::varchar::uid60 = id AS varchar, id::bytea, id::bigint, id::timestamptz,
       id::bytea::uid60 = id AND id::bigint::uid60 = id AS back FROM (VALUES (uid60 'xiAnaS8QBh')) v (id);

-- uid60 and bigint: negative numbers and those of more than 60 bits are rejected, even in an array.
SELECT bigint '0'::uid60 AS smallest, 1152921504606846975::uid60 AS largest;
SELECT number, f.* FROM (VALUES
	(1, -1), (2, 1152921504606846976), (3, 9223372036854775807), (4, -9223372036854775808)) AS v (n, number),
	failure(format('SELECT CAST(bigint %L AS uid60)', number)) f ORDER BY n;
SELECT f.code FROM failure('SELECT ARRAY[0, -1]::bigint[]::uid60[]') f;

-- A column of uid60 becomes bigint, and its table keeps its file.  Back again, each value is checked.
CREATE TABLE keys AS SELECT n::bigint::uid60 AS id FROM generate_series(1, 100) n;
SELECT pg_relation_filenode('keys') AS before \gset
ALTER TABLE keys ALTER id TYPE bigint;
SELECT pg_relation_filenode('keys') = :before AS not_rewritten, min(id), max(id) FROM keys;
INSERT INTO keys VALUES (-1);
SELECT f.code, f.message FROM failure('ALTER TABLE keys ALTER id TYPE uid60 USING id::uid60') f;
DROP TABLE keys;

-- Bytes of another length, or with bits beyond the type's, are rejected.
SELECT bytes, f.code, f.message, f.detail FROM (VALUES
	(1, '\x0027692f10061c'), (2, '\x0027692f10061c6200'), (3, '\x'),
	(4, '\x1000000000000000'), (5, '\xffffffffffffffff')) AS v (n, bytes),
	failure(format('SELECT CAST(%L::bytea AS uid60)', bytes)) f ORDER BY n;
SELECT f.code, f.detail FROM failure($$SELECT uid60(convert_to(repeat('0', 1048576), 'UTF8'))$$) f;

-- COPY BINARY writes and reads just these bytes, and checks a file with other bytes in place of IDs.
\getenv folder PG_ABS_BUILDDIR
\cd :folder
CREATE TEMP TABLE a (id uid60);
CREATE TEMP TABLE b (LIKE a);
INSERT INTO a VALUES ('xiAnaS8QBh'), ('__________'), (NULL);
\copy a TO 'results/uid60_cast.data' (FORMAT binary)
\copy b FROM 'results/uid60_cast.data' (FORMAT binary)
SELECT uid60_send(id) FROM b;
\copy (SELECT 1) TO 'results/uid60_cast.data' (FORMAT binary)
\copy b FROM 'results/uid60_cast.data' (FORMAT binary)
\copy (SELECT bigint '1152921504606846976') TO 'results/uid60_cast.data' (FORMAT binary)
\copy b FROM 'results/uid60_cast.data' (FORMAT binary)
\set VERBOSITY sqlstate
\copy b FROM 'results/uid60_cast.data' (FORMAT binary)
\set VERBOSITY default
RESET timezone;
