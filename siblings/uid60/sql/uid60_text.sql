-- Text of a uid60.
SET timezone = 'UTC';
SET datestyle = 'ISO';
-- Known IDs, of siblings/uid60/vectors/uid60.tsv, whose columns types_text tests.
\set file `cat "$WIJI_TREE/siblings/uid60/vectors/uid60.tsv"`
CREATE TEMP TABLE vectors AS
SELECT string_to_array(line, E'\t') AS cells FROM string_to_table(:'file', E'\n') WITH ORDINALITY AS l (line, n) WHERE n > 1;

-- Another way to write them: without the third character if that is an A, a zero, as the document does
-- in its example.
SELECT cells[1] AS wrong FROM vectors
WHERE substr(cells[1], 3, 1) = 'A' AND (left(cells[1], 2) || substr(cells[1], 4))::uid60 <> cells[1]::uid60;
SELECT uid60 'xinaS8QBh' AS printed, uid60 'xinaS8QBh'::bigint AS number;

-- Texts do not sort like IDs: they begin with other digits than the first.
SELECT uid60 'IAAAAAAAAA' < uid60 'ABAAAAAABA' AS uid60;

-- What is not an ID is rejected, with the reason.
\set ECHO none
CREATE TEMP TABLE invalid (n integer GENERATED ALWAYS AS IDENTITY, text text);
INSERT INTO invalid (text) VALUES
	(''),
	('inaS8QBh'),
	('xiAnaS8QB+'), -- the alphabet of base64, not of base64url
	('xinaS8QBh='),
	('xiAnaS8Qé'),
	('11093174944930914'); -- its number
\set ECHO all
SELECT text, f.code, f.message = format('invalid input syntax for type uid60: "%s"', text) AS message, f.detail
FROM invalid, failure(format('SELECT uid60_in(%L)', text)) f ORDER BY n;
-- The cast from text, a separate function, gives the same error.
SELECT text AS another_error FROM invalid, failure(format('SELECT uid60_in(%L)', text)) a,
     failure(format('SELECT CAST(%L::text AS uid60)', text)) b WHERE a <> b;
-- A text of a megabyte is too long, which is reported without reading past it.
SELECT f.code, f.detail FROM failure($$SELECT repeat('0', 1048576)::uid60$$) f;
-- A date or an interval in place of an ID: the hint shows how to write it.
SELECT f.message, f.hint FROM unnest('{2026-11-22 10:00:00+00,1 day ago}'::text[]) literal,
       failure(format('SELECT uid60 %L', literal)) f;
DROP TABLE vectors, invalid;
RESET timezone;
RESET datestyle;
