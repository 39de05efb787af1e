-- The casts, and which of them may happen unasked.
SELECT castsource::regtype AS source, casttarget::regtype AS target,
       CASE castcontext WHEN 'e' THEN 'explicit' WHEN 'a' THEN 'assignment' WHEN 'i' THEN 'IMPLICIT' END AS context,
       CASE castmethod WHEN 'f' THEN castfunc::regprocedure::text WHEN 'b' THEN 'the same bits' END AS how
FROM pg_cast WHERE 'uid60'::regtype IN (castsource, casttarget) ORDER BY 1, 2;

-- There and back, each way.
SET uid60.allow_duplicates = on; -- needed before PostgreSQL 17 without preloading
CREATE TEMP TABLE t AS SELECT uid60_generate() AS id FROM generate_series(1, 100);
SELECT bool_and(id::text::uid60 = id) AS text, bool_and(id::bigint::uid60 = id) AS bigint,
       bool_and(id::bytea::uid60 = id) AS bytea,
       bool_and(id::varchar::uid60 = id) AS varchar, bool_and(id::timestamptz = uid60_timestamp(id)) AS timestamptz
FROM t;

-- A bigint that is negative or has more than 60 bits becomes none, one by one or in an array.
SELECT number, f.* FROM (VALUES
	(1, -1), (2, 1152921504606846976), (3, 9223372036854775807), (4, -9223372036854775808)) AS v (n, number),
	failure(format('SELECT CAST(bigint %L AS uid60)', number)) f ORDER BY n;
SELECT f.code FROM failure('SELECT ARRAY[0, -1]::bigint[]::uid60[]') f;
SELECT bigint '0'::uid60 AS smallest, 1152921504606846975::uid60 AS largest, NULL::bigint::uid60 AS no;

-- A uid60 goes into a column of bigint or text by itself, and a text into one of uid60, if it is
-- one.
CREATE TEMP TABLE other (n bigint, s text, v varchar, b bytea, u uid60);
INSERT INTO other (n, s, v) SELECT id, id, id FROM t;
INSERT INTO other (u) SELECT s FROM other;
INSERT INTO other (u) SELECT v FROM other WHERE v IS NOT NULL;
SELECT count(u), count(DISTINCT u) FROM other;
SELECT statement, f.code, f.message FROM unnest(ARRAY[
	$$INSERT INTO other (u) VALUES (text 'none')$$,
	'INSERT INTO other (b) SELECT id FROM t',
	'INSERT INTO other (u) SELECT n FROM other',
	'INSERT INTO other (u) SELECT b FROM other']) statement, failure(statement) f;
CREATE TEMP TABLE indexed (id uid60 PRIMARY KEY);
SET enable_seqscan = off;
RESET enable_seqscan;
SELECT f.code, f.message FROM failure($$SELECT FROM t WHERE id = text 'none'$$) f;
SELECT f.code, f.message FROM failure('SELECT FROM t, other WHERE id = n') f;
SELECT count(*) FROM t JOIN other ON id::bigint = n;

-- A column becomes bigint, and its table stays the file it was.
CREATE TABLE keys (id uid60 DEFAULT uid60_generate());
INSERT INTO keys SELECT FROM generate_series(1, 100);
SELECT pg_relation_filenode('keys') AS before \gset
ALTER TABLE keys ALTER id DROP DEFAULT, ALTER id TYPE bigint;
SELECT pg_relation_filenode('keys') = :before AS not_rewritten, count(DISTINCT id::uid60) AS uid60s FROM keys;

-- Back again, each is looked at.
INSERT INTO keys VALUES (-1);
SELECT f.code, f.message FROM failure('ALTER TABLE keys ALTER id TYPE uid60 USING id::uid60') f;
DELETE FROM keys WHERE id = -1;
ALTER TABLE keys ALTER id TYPE uid60 USING id::uid60;
SELECT count(DISTINCT id) FROM keys;
DROP TABLE keys;

-- The type is laid out as bigint is, but is no number: 'U', user-defined.
SELECT u.typlen, u.typalign, u.typstorage, u.typcategory,
       (u.typlen, u.typbyval, u.typalign, u.typstorage) = (b.typlen, b.typbyval, b.typalign,
                                                           b.typstorage) AS like_bigint
FROM pg_type u, pg_type b WHERE u.oid = 'uid60'::regtype AND b.oid = 'bigint'::regtype;
