-- Casts of a tid62, and its bytes.
SET timezone = 'UTC';

-- Which of them are in assignments, and how they work.  (types_cast tests what that means.)
SELECT castsource::regtype AS source, casttarget::regtype AS target,
       CASE castcontext WHEN 'e' THEN 'explicit' WHEN 'a' THEN 'assignment' WHEN 'i' THEN 'IMPLICIT' END AS context,
       CASE castmethod WHEN 'f' THEN castfunc::regprocedure::text WHEN 'b' THEN 'the same bits' END AS how
FROM pg_cast WHERE 'tid62'::regtype IN (castsource, casttarget)
ORDER BY castsource::regtype::text COLLATE "C", casttarget::regtype::text COLLATE "C";

-- There and back.
SELECT id::text, id::varchar::tid62 = id AS varchar, id::bytea, id::timestamptz, id::bytea::tid62 = id AS back
FROM (VALUES (tid62 '04XVaYIDfO3SmYAds')) v (id);

-- Bytes of another length, or with bits beyond the type's, are rejected.
SELECT bytes, f.code, f.message, f.detail FROM (VALUES
	(1, '\x0b47ddc000000000000000'), (2, '\x0b47ddc0000000000000000000'), (3, '\x')) AS v (n, bytes),
	failure(format('SELECT CAST(%L::bytea AS tid62)', bytes)) f ORDER BY n;
SELECT f.code, f.detail FROM failure($$SELECT tid62(convert_to(repeat('0', 1048576), 'UTF8'))$$) f;

-- COPY BINARY writes and reads just these bytes, and checks a file with other bytes in place of IDs.
\getenv folder PG_ABS_BUILDDIR
\cd :folder
CREATE TEMP TABLE a (id tid62);
CREATE TEMP TABLE b (LIKE a);
INSERT INTO a VALUES ('04XVaYIDfO3SmYAds'), ('1f2SI9UJPXvb7vdJ1'), (NULL);
\copy a TO 'results/tid62_cast.data' (FORMAT binary)
\copy b FROM 'results/tid62_cast.data' (FORMAT binary)
SELECT tid62_send(id) FROM b;
\copy (SELECT uuid '019d2257-972f-7a4e-b6ea-81d64ed08dfc') TO 'results/tid62_cast.data' (FORMAT binary)
\copy b FROM 'results/tid62_cast.data' (FORMAT binary)
RESET timezone;
