-- The casts: what there is, and which may happen unasked.
SELECT castsource::regtype AS source, casttarget::regtype AS target,
       CASE castcontext WHEN 'e' THEN 'explicit' WHEN 'a' THEN 'assignment' WHEN 'i' THEN 'IMPLICIT' END AS context,
       CASE castmethod WHEN 'f' THEN castfunc::regprocedure::text WHEN 'b' THEN 'the same bytes' END AS how
FROM pg_cast WHERE 'tid62'::regtype IN (castsource, casttarget) ORDER BY 1, 2;

-- There and back, each way.
CREATE TEMP TABLE t AS SELECT tid62_generate() AS id FROM generate_series(1, 100);
SELECT bool_and(id::text::tid62 = id) AS text, bool_and(id::bytea::tid62 = id) AS bytea,
       bool_and(id::varchar::tid62 = id) AS varchar, bool_and(id::timestamptz = tid62_timestamp(id)) AS timestamptz
FROM t;

-- A tid62 goes into a column of text by itself, not the other way round.
CREATE TEMP TABLE other (s text, b bytea, t tid62);
INSERT INTO other (s) SELECT id FROM t;
SELECT f.code, f.message FROM failure('INSERT INTO other (b) SELECT id FROM t') f;
SELECT f.code, f.message FROM failure('INSERT INTO other (t) SELECT s FROM other') f;
SELECT f.code, f.message FROM failure('INSERT INTO other (t) SELECT b FROM other') f;

-- Nothing is converted to be compared, so no index is passed over in silence.
SELECT f.code, f.message FROM failure('SELECT FROM t, other WHERE id = s') f;
SELECT count(*) FROM t WHERE id = (SELECT id::text FROM t LIMIT 1)::tid62;

-- Reading is IMMUTABLE: it may be stored and indexed.
CREATE TEMP TABLE stored (id tid62, made timestamptz GENERATED ALWAYS AS (tid62_timestamp(id)) STORED);
CREATE INDEX ON stored (tid62_timestamp(id));
INSERT INTO stored VALUES ('04XVaYIDfO3SmYAds');
SELECT made = '2025-12-30 12:00:00+00' AS exact FROM stored;
SELECT tid62_timestamp(NULL), tid62_random(NULL), tid62_text(NULL);
