-- Text of a tid62.
SET timezone = 'UTC';
SET datestyle = 'ISO';
-- Known IDs, of siblings/tid62/vectors/tid62.tsv, whose columns types_text tests.
\set file `cat "$WIJI_TREE/siblings/tid62/vectors/tid62.tsv"`
CREATE TEMP TABLE vectors AS
SELECT string_to_array(line, E'\t') AS cells FROM string_to_table(:'file', E'\n') WITH ORDINALITY AS l (line, n) WHERE n > 1;

-- Texts sort like IDs.
SELECT array_agg(cells[1] ORDER BY cells[1]::tid62) = array_agg(cells[1] ORDER BY cells[1] COLLATE "C") AS tid62
FROM vectors;

-- Case matters.  The document's example is of the year 2034, not of the 2025-12-30 12:00:00 next to it.
SELECT tid62 '0000000000000000a' = tid62 '0000000000000000A' AS same, tid62_timestamp('0B4kZ7mNpQrStUvWx'),
       tid62_lower('2025-12-30 12:00:00');

-- What is not an ID is rejected, with the reason.
\set ECHO none
CREATE TEMP TABLE invalid (n integer GENERATED ALWAYS AS IDENTITY, text text);
INSERT INTO invalid (text) VALUES
	(''),
	('04XVaYIDfO3SmYAds0'),
	('1f2SI9UJPXvb7vdJ2'),
	('04XVaYIDfO3SmYAd_'),
	('04XVaYIDfO3SmYAds '),
	('04XVaYIDfO3SmYAé'),
	('user-04XVaYIDfO3SmYAds');
\set ECHO all
SELECT text, f.code, f.message = format('invalid input syntax for type tid62: "%s"', text) AS message, f.detail
FROM invalid, failure(format('SELECT tid62_in(%L)', text)) f ORDER BY n;
-- The cast from text, a separate function, gives the same error.
SELECT text AS another_error FROM invalid, failure(format('SELECT tid62_in(%L)', text)) a,
     failure(format('SELECT CAST(%L::text AS tid62)', text)) b WHERE a <> b;
-- A text of a megabyte is too long, which is reported without reading past it.
SELECT f.code, f.detail FROM failure($$SELECT repeat('0', 1048576)::tid62$$) f;
-- A date or an interval in place of an ID: the hint shows how to write it.
SELECT f.message, f.hint FROM unnest('{2026-11-22 10:00:00+00,1 day ago}'::text[]) literal,
       failure(format('SELECT tid62 %L', literal)) f;
DROP TABLE vectors, invalid;
RESET timezone;
RESET datestyle;
