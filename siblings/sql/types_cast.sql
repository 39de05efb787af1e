-- Casts of siq, tid62 and uid60, and their bytes: wiji has wiji_cast and wiji_binary.
SET timezone = 'UTC';

-- Which of them are implicit or in assignments, and how they work.
SELECT castsource::regtype AS source, casttarget::regtype AS target,
       CASE castcontext WHEN 'e' THEN 'explicit' WHEN 'a' THEN 'assignment' WHEN 'i' THEN 'IMPLICIT' END AS context,
       CASE castmethod WHEN 'f' THEN castfunc::regprocedure::text WHEN 'b' THEN 'the same bits' END AS how
FROM pg_cast, unnest('{siq,tid62,uid60}'::regtype[]) type
WHERE type IN (castsource, casttarget) AND 'wiji'::regtype NOT IN (castsource, casttarget)
ORDER BY type::text, castsource::regtype::text COLLATE "C", casttarget::regtype::text COLLATE "C";

-- An ID is assigned to a column of text, and a text to one of the type, if it is an ID.  Nothing else
-- is, except for a uid60 to one of bigint; nor is an ID compared with values of other types.
CREATE TABLE texts (s text, v varchar);
CREATE TABLE other (b bytea, u uuid, n numeric, i bigint, t timestamptz);
CREATE TABLE ids_siq (id siq);
CREATE TABLE ids_tid62 (id tid62);
CREATE TABLE ids_uid60 (id uid60);
INSERT INTO ids_siq VALUES ('did:siq:p4ltviuagwaiebd26scugzymup5qh');
INSERT INTO ids_tid62 VALUES ('04XVaYIDfO3SmYAds');
INSERT INTO ids_uid60 VALUES ('xiAnaS8QBh');
SELECT statement, string_agg(CASE WHEN f.code IS NULL THEN type END, ' ' ORDER BY type) AS "no error",
       string_agg(DISTINCT f.code, ' ') AS error
FROM unnest('{siq,tid62,uid60}'::text[]) type, (VALUES
	(1, 'INSERT INTO texts (s, v) SELECT id, id FROM ids_TYPE'),
	(2, 'INSERT INTO ids_TYPE SELECT s FROM texts WHERE s = (SELECT id::text FROM ids_TYPE LIMIT 1)'),
	(3, 'INSERT INTO ids_TYPE SELECT v FROM texts WHERE v = (SELECT id::text FROM ids_TYPE LIMIT 1)'),
	(4, $$INSERT INTO ids_TYPE VALUES (text 'none')$$),
	(5, 'INSERT INTO other (b) SELECT id FROM ids_TYPE'), (6, 'INSERT INTO ids_TYPE SELECT b FROM other'),
	(7, 'INSERT INTO other (u) SELECT id FROM ids_TYPE'), (8, 'INSERT INTO ids_TYPE SELECT u FROM other'),
	(9, 'INSERT INTO other (n) SELECT id FROM ids_TYPE'), (10, 'INSERT INTO ids_TYPE SELECT n FROM other'),
	(11, 'INSERT INTO other (i) SELECT id FROM ids_TYPE'), (12, 'INSERT INTO ids_TYPE SELECT i FROM other'),
	(13, 'SELECT FROM ids_TYPE WHERE id = text $$none$$'),
	(14, 'SELECT FROM ids_TYPE, other WHERE id = u'), (15, 'SELECT FROM ids_TYPE, other WHERE id = n'),
	(16, 'SELECT FROM ids_TYPE, other WHERE id = i')) AS v (n, statement),
	failure(replace(statement, 'TYPE', type)) f
GROUP BY n, statement ORDER BY n;
SELECT (SELECT count(*) FROM ids_siq) AS siq, (SELECT count(*) FROM ids_tid62) AS tid62,
       (SELECT count(*) FROM ids_uid60) AS uid60;

-- There and back.
SELECT id::text, id::varchar::siq = id AS varchar, id::bytea, id::uuid, id::numeric, id::timestamptz,
       id::bytea::siq = id AND id::uuid::siq = id AND id::numeric::siq = id AS back FROM ids_siq LIMIT 1;
SELECT id::text, id::varchar::tid62 = id AS varchar, id::bytea, id::timestamptz, id::bytea::tid62 = id AS back
FROM ids_tid62 LIMIT 1;
SELECT id::text, id::varchar::uid60 = id AS varchar, id::bytea, id::bigint, id::timestamptz,
       id::bytea::uid60 = id AND id::bigint::uid60 = id AS back FROM ids_uid60 LIMIT 1;
DROP TABLE texts, other, ids_siq, ids_tid62, ids_uid60;

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
SELECT type, bytes, f.code, f.message, f.detail FROM (VALUES
	(1, 'siq', '\x006b010408f5e90a86ce1947f6'), (2, 'siq', '\x006b010408f5e90a86ce1947f60700'), (3, 'siq', '\x'),
	(4, 'siq', '\x0100006b010408f5e90a86ce1947f607'), (5, 'siq', '\x0001006b010408f5e90a86ce1947f607'),
	(6, 'tid62', '\x0b47ddc000000000000000'), (7, 'tid62', '\x0b47ddc0000000000000000000'), (8, 'tid62', '\x'),
	(9, 'uid60', '\x0027692f10061c'), (10, 'uid60', '\x0027692f10061c6200'), (11, 'uid60', '\x'),
	(12, 'uid60', '\x1000000000000000'), (13, 'uid60', '\xffffffffffffffff')) AS v (n, type, bytes),
	failure(format('SELECT CAST(%L::bytea AS %s)', bytes, type)) f ORDER BY n;
SELECT type, f.code, f.detail FROM unnest('{siq,tid62,uid60}'::text[]) type,
	failure(format('SELECT %s(convert_to(repeat(%L, 1048576), %L))', type, '0', 'UTF8')) f;

-- COPY BINARY writes and reads just these bytes, and checks a file with other bytes in place of IDs.
CREATE TEMP TABLE a (siq siq, tid62 tid62, uid60 uid60);
CREATE TEMP TABLE b (LIKE a);
INSERT INTO a VALUES ('did:siq:p4ltviuagwaiebd26scugzymup5qh', '04XVaYIDfO3SmYAds', 'xiAnaS8QBh'),
	('ffffffffffffffffffffffffffff', '1f2SI9UJPXvb7vdJ1', '__________'), (NULL, NULL, NULL);
\copy a TO 'results/types_cast.data' (FORMAT binary)
\copy b FROM 'results/types_cast.data' (FORMAT binary)
SELECT siq_send(siq), tid62_send(tid62), uid60_send(uid60) FROM b;
\copy (SELECT '\x006b010408f5e90a86ce1947f6'::bytea) TO 'results/types_cast.data' (FORMAT binary)
\copy b (siq) FROM 'results/types_cast.data' (FORMAT binary)
\copy (SELECT uuid '019d2257-972f-7a4e-b6ea-81d64ed08dfc') TO 'results/types_cast.data' (FORMAT binary)
\copy b (tid62) FROM 'results/types_cast.data' (FORMAT binary)
\copy (SELECT 1) TO 'results/types_cast.data' (FORMAT binary)
\copy b (uid60) FROM 'results/types_cast.data' (FORMAT binary)
\copy (SELECT bigint '1152921504606846976') TO 'results/types_cast.data' (FORMAT binary)
\copy b (uid60) FROM 'results/types_cast.data' (FORMAT binary)
\set VERBOSITY sqlstate
\copy b (uid60) FROM 'results/types_cast.data' (FORMAT binary)
\set VERBOSITY default
RESET timezone;
