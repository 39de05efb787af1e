-- The casts, and which of them may happen unasked.
SELECT castsource::regtype AS source, casttarget::regtype AS target,
       CASE castcontext WHEN 'e' THEN 'explicit' WHEN 'a' THEN 'assignment' WHEN 'i' THEN 'IMPLICIT' END AS context,
       CASE castmethod WHEN 'f' THEN castfunc::regprocedure::text WHEN 'b' THEN 'the same bytes' END AS how
FROM pg_cast WHERE 'tid62'::regtype IN (castsource, casttarget) ORDER BY 1, 2;

-- There and back, each way.
CREATE TEMP TABLE t AS SELECT tid62_generate() AS id FROM generate_series(1, 100);
SELECT bool_and(id::text::tid62 = id) AS text, bool_and(id::bytea::tid62 = id) AS bytea,
       bool_and(id::varchar::tid62 = id) AS varchar, bool_and(id::timestamptz = tid62_timestamp(id)) AS timestamptz
FROM t;

-- A tid62 goes into a column of text by itself, and a text into one of tid62, if it is one.
CREATE TEMP TABLE other (s text, v varchar, b bytea, t tid62);
INSERT INTO other (s, v) SELECT id, id FROM t;
INSERT INTO other (t) SELECT s FROM other;
INSERT INTO other (t) SELECT v FROM other WHERE v IS NOT NULL;
SELECT count(t), count(DISTINCT t) FROM other;
SELECT statement, f.code, f.message FROM unnest(ARRAY[
	$$INSERT INTO other (t) VALUES (text 'none')$$,
	'INSERT INTO other (b) SELECT id FROM t',
	'INSERT INTO other (t) SELECT b FROM other']) statement, failure(statement) f;
CREATE TEMP TABLE indexed (id tid62 PRIMARY KEY);
SET enable_seqscan = off;
RESET enable_seqscan;
SELECT f.code, f.message FROM failure($$SELECT FROM t WHERE id = text 'none'$$) f;

-- Reading is IMMUTABLE: it may be stored and indexed.
CREATE TEMP TABLE stored (id tid62, made timestamptz GENERATED ALWAYS AS (tid62_timestamp(id)) STORED);
CREATE INDEX ON stored (tid62_timestamp(id));
INSERT INTO stored VALUES ('04XVaYIDfO3SmYAds');
SELECT made = '2025-12-30 12:00:00+00' AS exact FROM stored;
SELECT tid62_timestamp(NULL), tid62_random(NULL), tid62_text(NULL);
