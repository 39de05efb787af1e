-- Text: 26 characters of Crockford base32, or the UUID form, or hexadecimal.  (sql/conformance.sql has more.)

-- Text as people type it: either case, I and L for 1, O for 0, U for V.
SELECT as_typed, as_typed::wiji::text AS printed
FROM unnest('{06c303zaddqw00040cg9pj2gfv,O6C3O3ZADDQWOOO4OCG9PJ2GFV,IZZZZZZZZZZZZZY7ZZZZZZZZZZ,
              lzzzzzzzzzzzzzy7zzzzzzzzzz,01e85zbu2jxm0004nu55cum6rd}'::text[]) as_typed;

-- Text that is not a wiji is rejected with 22P02 and the reason.
\set ECHO none
CREATE TEMP TABLE invalid (n integer GENERATED ALWAYS AS IDENTITY, text text, why text);
INSERT INTO invalid (text, why) VALUES
	('', 'empty'),
	('06C303ZADDQW00E40000000C1', '25 characters'),
	('06C303ZADDQW00E40000000C1S0', '27 characters'),
	('86C303ZADDQW00E40000000C1S', 'first character over 7'),
	('ZZZZZZZZZZZZZZZZZZZZZZZZZZ', 'first character over 7'),
	('06C303ZADDQW*0E40000000C1S', 'character outside the alphabet'),
	('06C303ZADDQW-0E40000000C1S', 'character outside the alphabet'),
	(' 6C303ZADDQW00E40000000C1S', 'blank'),
	('06C303ZADDQW00E40000000C1 ', 'blank'),
	('06C303ZADDQW00E40000000C1é', '27 bytes, not ASCII'),
	('06C303ZADDQW00E40000000Cé', '26 bytes, not ASCII'),
	('01JKM5WXR9P003K1F4Q8XTBZN2', 'version 8: the specification''s own example'),
	('019d2257-972f-1a4e-36ea-81d64ed08dfc', 'version 14: the specification''s own example'),
	('019d2257972f1a4e36ea81d64ed08dfc', 'version 14: the specification''s own example'),
	('0000000000000000100000000000', '28 characters: the specification''s misprint'),
	('06C303ZADDQW00E00000000C1S', 'version 0'),
	('06C303ZADDQW00E80000000C1S', 'version 2'),
	('06C303ZADDQW00FW0000000C1S', 'version 15'),
	('{0660c03f-a9ad-bf00-0710-000000003039}', 'braces'),
	('0660c03fa9adbf00071000000000303g', 'not hex'),
	('0660c03fa9adbf00071000000000303', '31 characters'),
	('0660c03fa-9adb-f000-710-000000003039', 'hyphens in the wrong places'),
	('0660c03f-a9ad-bf00-0710-00000000303', '35 characters, hyphens among them');
\set ECHO all
SELECT text, why, f.code, f.message = format('invalid input syntax for type wiji: "%s"', text) AS message, f.detail
FROM invalid, failure(format('SELECT wiji_in(%L)', text)) f ORDER BY n;

-- The cast from text, a separate function, gives the same error, and wiji_is_valid returns false.
SELECT count(*) AS invalid, count(*) FILTER (WHERE a = b) AS same_error,
       count(*) FILTER (WHERE NOT wiji_is_valid(text)) AS not_valid
FROM invalid,
     failure(format('SELECT wiji_in(%L)', text)) a,
     failure(format('SELECT CAST(%L::text AS wiji)', text)) b;

-- As psql shows an error.
SELECT wiji '01JKM5WXR9P003K1F4Q8XTBZN2';

-- A text of a megabyte is too long, which is reported without reading past it.
SELECT f.code, f.detail FROM failure($$SELECT repeat('0', 1048576)::wiji$$) f;
SELECT wiji_is_valid(repeat('0', 1048576));

-- COPY: a column that is left out gets its default, in the order of the lines; text and CSV are read
-- back; a wrong ID is rejected with its line.
CREATE TEMP TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text);
COPY orders (item) FROM stdin;
coffee
tea
cake
\.
SELECT string_agg(item, ', ' ORDER BY id) FROM orders;
CREATE TEMP TABLE copied (LIKE orders);
\copy orders TO 'results/wiji_text.data'
\copy copied FROM 'results/wiji_text.data'
\copy orders TO 'results/wiji_text.data' (FORMAT csv, HEADER)
\copy copied FROM 'results/wiji_text.data' (FORMAT csv, HEADER)
SELECT item, count(*) FROM copied JOIN orders USING (id, item) GROUP BY id, item ORDER BY id;
COPY orders FROM stdin;
06C31QQ30K880007VPPQCVK2KZ	bread
06C31QQ30K880007VPPQCVK2K	milk
\.
