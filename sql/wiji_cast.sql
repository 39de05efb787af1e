-- The casts: what there is, and which may happen unasked.
SELECT castsource::regtype AS source, casttarget::regtype AS target,
       CASE castcontext WHEN 'e' THEN 'explicit' WHEN 'a' THEN 'assignment' WHEN 'i' THEN 'IMPLICIT' END AS context,
       CASE castmethod WHEN 'f' THEN castfunc::regprocedure::text WHEN 'b' THEN 'the same bytes' END AS how
FROM pg_cast WHERE 'wiji'::regtype IN (castsource, casttarget) ORDER BY 1, 2;

-- There and back, each way.
CREATE TEMP TABLE t AS SELECT wiji_generate() AS id FROM generate_series(1, 100);
SELECT bool_and(id::text::wiji = id) AS text, bool_and(id::uuid::wiji = id) AS uuid, bool_and(id::bytea::wiji = id) AS bytea,
       bool_and(wiji_hex(id)::wiji = id) AS hex, bool_and(id::uuid::text::wiji = id) AS uuid_text,
       bool_and(id::varchar::wiji = id) AS varchar, bool_and(id::timestamptz = wiji_timestamp(id)) AS timestamptz
FROM t;

-- A wiji goes into a column of uuid or text by itself, not the other way round.
CREATE TEMP TABLE other (u uuid, s text, b bytea, w wiji);
INSERT INTO other (u, s) SELECT id, id FROM t;
SELECT f.code, f.message FROM failure('INSERT INTO other (b) SELECT id FROM t') f;
SELECT f.code, f.message FROM failure('INSERT INTO other (w) SELECT u FROM other') f;
SELECT f.code, f.message FROM failure('INSERT INTO other (w) SELECT s FROM other') f;
SELECT f.code, f.message FROM failure('INSERT INTO other (w) SELECT b FROM other') f;

-- Nothing is converted to be compared, so no index is passed over in silence.
SELECT f.code, f.message FROM failure('SELECT FROM t, other WHERE id = u') f;
SELECT f.code, f.message FROM failure('SELECT FROM t, other WHERE id = s') f;
SELECT count(*) FROM t JOIN other ON id::uuid = u;
SELECT count(*) FROM t WHERE id = (SELECT id::text FROM t LIMIT 1)::wiji;

-- A column becomes uuid, and its table stays the file it was.
CREATE TABLE keys (id wiji DEFAULT wiji_generate());
INSERT INTO keys SELECT FROM generate_series(1, 100);
SELECT pg_relation_filenode('keys') AS before \gset
ALTER TABLE keys ALTER id DROP DEFAULT, ALTER id TYPE uuid;
SELECT pg_relation_filenode('keys') = :before AS not_rewritten, count(DISTINCT id::wiji) AS wijis FROM keys;
DROP TABLE keys;
