-- Casts of a siq, and its bytes.
SET timezone = 'UTC';

-- Which of them are in assignments, and how they work.  (types_cast tests what that means.)
SELECT castsource::regtype AS source, casttarget::regtype AS target,
       CASE castcontext WHEN 'e' THEN 'explicit' WHEN 'a' THEN 'assignment' WHEN 'i' THEN 'IMPLICIT' END AS context,
       CASE castmethod WHEN 'f' THEN castfunc::regprocedure::text WHEN 'b' THEN 'the same bits' END AS how
FROM pg_cast WHERE 'siq'::regtype IN (castsource, casttarget)
ORDER BY castsource::regtype::text COLLATE "C", casttarget::regtype::text COLLATE "C";

-- There and back.
SELECT id::text, id::varchar::siq = id AS varchar, id::bytea, id::uuid, id::numeric, id::timestamptz,
       id::bytea::siq = id AND id::uuid::siq = id AND id::numeric::siq = id AS back
FROM (VALUES (siq 'did:siq:p4ltviuagwaiebd26scugzymup5qh')) v (id);

-- siq and uuid: a UUIDv8 that sorts like the ID.  Anything else is rejected on the way back.
SELECT id, id::uuid FROM (VALUES (siq '0000000000000000000000000000'), ('ffffffffffffffffffffffffffff')) AS v (id);
SELECT what, f.* FROM (VALUES
	(1, 'version 15', '006b0104-08f5-fe90-aa1b-38651fd81c00'),
	(2, 'variant 0', '006b0104-08f5-8e90-2a1b-38651fd81c00'),
	(3, 'variant 3', '006b0104-08f5-8e90-ea1b-38651fd81c00'),
	(4, 'a bit at the end', '006b0104-08f5-8e90-aa1b-38651fd81c01'),
	(5, 'the first of the last ten bits', '006b0104-08f5-8e90-aa1b-38651fd81e00')) AS v (n, what, uuid),
	failure(format('SELECT CAST(%L::uuid AS siq)', uuid)) f ORDER BY n;

-- siq and numeric: the integer of 112 bits.
SELECT 0::numeric::siq, 5192296858534827628530496329220095::siq, 7451106619238957490390643507207.000::siq AS with_zeros;
SELECT number, f.code, left(f.message, 80) AS message, f.detail FROM (VALUES
	(1, '-1'), (2, '5192296858534827628530496329220096'), (3, '1e1000'), (4, 'NaN'), (5, 'Infinity'), (6, '-Infinity'),
	(7, '-0.5'), (8, '0.5'), (9, '7451106619238957490390643507207.000000000000000000000000000000000000001'),
	(10, '5192296858534827628530496329220095.5')) AS v (n, number),
	failure(format('SELECT %L::numeric::siq', number)) f ORDER BY n;

-- siq and the 16 bytes that its document advises for storage.
SELECT siq_binary16('did:siq:p4ltviuagwaiebd26scugzymup5qh'),
       siq_binary16('did:siq:p4ltviuagwaiebd26scugzymup5qh')::siq;

-- Bytes of another length, or with bits beyond the type's, are rejected.
SELECT bytes, f.code, f.message, f.detail FROM (VALUES
	(1, '\x006b010408f5e90a86ce1947f6'), (2, '\x006b010408f5e90a86ce1947f60700'), (3, '\x'),
	(4, '\x0100006b010408f5e90a86ce1947f607'), (5, '\x0001006b010408f5e90a86ce1947f607')) AS v (n, bytes),
	failure(format('SELECT CAST(%L::bytea AS siq)', bytes)) f ORDER BY n;
SELECT f.code, f.detail FROM failure($$SELECT siq(convert_to(repeat('0', 1048576), 'UTF8'))$$) f;

-- COPY BINARY writes and reads just these bytes, and checks a file with other bytes in place of IDs.
\getenv folder PG_ABS_BUILDDIR
\cd :folder
CREATE TEMP TABLE a (id siq);
CREATE TEMP TABLE b (LIKE a);
INSERT INTO a VALUES ('did:siq:p4ltviuagwaiebd26scugzymup5qh'), ('ffffffffffffffffffffffffffff'), (NULL);
\copy a TO 'results/siq_cast.data' (FORMAT binary)
\copy b FROM 'results/siq_cast.data' (FORMAT binary)
SELECT siq_send(id) FROM b;
\copy (SELECT '\x006b010408f5e90a86ce1947f6'::bytea) TO 'results/siq_cast.data' (FORMAT binary)
\copy b FROM 'results/siq_cast.data' (FORMAT binary)
RESET timezone;
