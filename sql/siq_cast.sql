-- The casts, and which of them may happen unasked.
SELECT castsource::regtype AS source, casttarget::regtype AS target,
       CASE castcontext WHEN 'e' THEN 'explicit' WHEN 'a' THEN 'assignment' WHEN 'i' THEN 'IMPLICIT' END AS context,
       castfunc::regprocedure AS how
FROM pg_cast WHERE 'siq'::regtype IN (castsource, casttarget) ORDER BY castsource::regtype::text COLLATE "C",
     casttarget::regtype::text COLLATE "C";

-- There and back, each way.
SELECT bool_and(id::text::siq = id) AS text, bool_and(id::varchar::siq = id) AS varchar,
       bool_and(id::bytea::siq = id) AS bytea,
       bool_and(id::uuid::siq = id) AS uuid, bool_and(id::numeric::siq = id) AS numeric,
       bool_and(id::timestamptz = siq_timestamp(id)) AS timestamptz
FROM (SELECT siq_generate('content', i::text) AS id FROM generate_series(1, 1000) i) g;

-- uuid: a UUIDv8 that sorts as the id does.  Anything else is refused on the way back.
SELECT id, id::uuid
FROM (VALUES (siq '0000000000000000000000000000'), ('006b010408f5e90a86ce1947f607'),
             ('ffffffffffffffffffffffffffff')) AS v (id);
SELECT what, f.* FROM (VALUES
	(1, 'version 4', '006b0104-08f5-4e90-aa1b-38651fd81c00'),
	(2, 'version 15', '006b0104-08f5-fe90-aa1b-38651fd81c00'),
	(3, 'variant 0', '006b0104-08f5-8e90-2a1b-38651fd81c00'),
	(4, 'variant 3', '006b0104-08f5-8e90-ea1b-38651fd81c00'),
	(5, 'a bit at the end', '006b0104-08f5-8e90-aa1b-38651fd81c01'),
	(6, 'the first of the last ten bits', '006b0104-08f5-8e90-aa1b-38651fd81e00'),
	(7, 'no id at all', '00000000-0000-0000-0000-000000000000')) AS v (n, what, uuid),
	failure(format('SELECT CAST(%L::uuid AS siq)', uuid)) f ORDER BY n;

-- numeric: the integer of 112 bits.
SELECT 0::numeric::siq, 7451106619238957490390643507207::siq, 5192296858534827628530496329220095::siq,
       7451106619238957490390643507207.000::siq AS with_zeros;
SELECT number, f.code, left(f.message, 80) AS message, f.detail FROM (VALUES
	(1, '-1'), (2, '5192296858534827628530496329220096'), (3, '1e1000'), (4, 'NaN'), (5, 'Infinity'), (6, '-Infinity'),
	(7, '-0.5'),
	(8, '0.5'), (9, '7451106619238957490390643507207.000000000000000000000000000000000000001'),
	(10, '5192296858534827628530496329220095.5')) AS v (n, number),
	failure(format('SELECT %L::numeric::siq', number)) f ORDER BY n;

-- Binary: the 14 bytes, in COPY, on the wire and as bytea.
SELECT siq_send('did:siq:p4ltviuagwaiebd26scugzymup5qh');
CREATE TEMP TABLE a AS SELECT siq_generate('user') AS id FROM generate_series(1, 1000);
CREATE TEMP TABLE b (id siq);
\copy a TO 'results/siq_cast.data' (FORMAT binary)
\copy b FROM 'results/siq_cast.data' (FORMAT binary)
SELECT count(*) FROM a JOIN b USING (id);
SELECT bytes, f.code, f.message, f.detail
FROM (VALUES ('\x006b010408f5e90a86ce1947f6'), ('\x006b010408f5e90a86ce1947f60700'), ('\x')) AS v (bytes),
	failure(format('SELECT CAST(%L::bytea AS siq)', bytes)) f;
\copy (SELECT '\x006b010408f5e90a86ce1947f6'::bytea) TO 'results/siq_cast.data' (FORMAT binary)
\copy b FROM 'results/siq_cast.data' (FORMAT binary)

-- A siq goes into a column of text by itself, and a text into one of siq, if it is one; so texts
-- are compared with it, too.  The others are not.
CREATE TEMP TABLE other (s text, u uuid, n numeric, id siq);
INSERT INTO other (s) SELECT id FROM a;
INSERT INTO other (id) SELECT s::varchar FROM other;
SELECT count(*) FROM a JOIN other USING (id);
CREATE TEMP TABLE indexed (id siq PRIMARY KEY);
SET enable_seqscan = off;
RESET enable_seqscan;
SELECT statement, f.code FROM (VALUES
	(1, 'INSERT INTO other (u) SELECT id FROM a'), (2, 'INSERT INTO other (n) SELECT id FROM a'),
	(3, 'INSERT INTO other (id) VALUES (text $$none$$)'),
	(4, 'INSERT INTO other (id) SELECT u FROM other'), (5, 'INSERT INTO other (id) SELECT n FROM other'),
	(6, 'SELECT FROM a WHERE a.id = text $$none$$'),
	(7, 'SELECT FROM a, other WHERE a.id = u'), (8, 'SELECT FROM a, other WHERE a.id = n')) AS v (i, statement),
	failure(statement) f ORDER BY i;
