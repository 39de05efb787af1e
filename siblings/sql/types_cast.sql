-- Casts: what those of each type allow.  (wiji, which is compared with uuid, has tests of its own.)

-- An ID is assigned to a column of text, and a text to one of the type, if it is an ID.  Nothing else
-- is, unless the catalog has a cast for it; nor is an ID compared with values of other types.
\set ECHO none
CREATE TABLE texts (s text, v varchar);
CREATE TABLE other (b bytea, u uuid, n numeric, i bigint, t timestamptz);
CREATE FUNCTION assigned(source text, target text) RETURNS boolean BEGIN ATOMIC
	SELECT EXISTS (SELECT FROM pg_cast WHERE castsource = source::regtype AND casttarget = target::regtype AND castcontext <> 'e');
END;
CREATE VIEW id_type AS SELECT * FROM id_types WHERE type <> 'wiji';
SELECT format('CREATE TABLE ids_%1$s AS SELECT %1$s_lower(%2$L) AS id', type, '2026-11-21 02:38:00+00') FROM id_type \gexec
\set ECHO all
SELECT type, statement, f.code, error AS expected FROM id_type, LATERAL (VALUES
	(1, 'INSERT INTO texts (s, v) SELECT id, id FROM ids_TYPE', NULL),
	(2, 'INSERT INTO ids_TYPE SELECT s FROM texts WHERE s = (SELECT id::text FROM ids_TYPE LIMIT 1)', NULL),
	(3, 'INSERT INTO ids_TYPE SELECT v FROM texts WHERE v = (SELECT id::text FROM ids_TYPE LIMIT 1)', NULL),
	(4, $$INSERT INTO ids_TYPE VALUES (text 'none')$$, '22P02'),
	(5, 'INSERT INTO other (b) SELECT id FROM ids_TYPE', CASE WHEN NOT assigned(type, 'bytea') THEN '42804' END),
	(6, 'INSERT INTO ids_TYPE SELECT b FROM other', CASE WHEN NOT assigned('bytea', type) THEN '42804' END),
	(7, 'INSERT INTO other (u) SELECT id FROM ids_TYPE', CASE WHEN NOT assigned(type, 'uuid') THEN '42804' END),
	(8, 'INSERT INTO ids_TYPE SELECT u FROM other', CASE WHEN NOT assigned('uuid', type) THEN '42804' END),
	(9, 'INSERT INTO other (n) SELECT id FROM ids_TYPE', CASE WHEN NOT assigned(type, 'numeric') THEN '42804' END),
	(10, 'INSERT INTO ids_TYPE SELECT n FROM other', CASE WHEN NOT assigned('numeric', type) THEN '42804' END),
	(11, 'INSERT INTO other (i) SELECT id FROM ids_TYPE', CASE WHEN NOT assigned(type, 'bigint') THEN '42804' END),
	(12, 'INSERT INTO ids_TYPE SELECT i FROM other', CASE WHEN NOT assigned('bigint', type) THEN '42804' END),
	(13, 'SELECT FROM ids_TYPE WHERE id = text $$none$$', '42883'),
	(14, 'SELECT FROM ids_TYPE, other WHERE id = u', '42883'), (15, 'SELECT FROM ids_TYPE, other WHERE id = n', '42883'),
	(16, 'SELECT FROM ids_TYPE, other WHERE id = i', '42883')) AS v (n, statement, error),
	failure(replace(statement, 'TYPE', type)) f
WHERE f.code IS DISTINCT FROM error ORDER BY type, n;
SELECT type, f.detail FROM id_type, failure(format($$DO 'BEGIN ASSERT (SELECT count(*) FROM ids_%s) = 3; END'$$, type)) f
WHERE f.code IS NOT NULL;
\set ECHO none
SELECT format('DROP TABLE ids_%s', type) FROM id_type \gexec
DROP TABLE texts, other;
DROP VIEW id_type;
DROP FUNCTION assigned;
\set ECHO all
