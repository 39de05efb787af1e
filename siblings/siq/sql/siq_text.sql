-- Text of a siq.
SET timezone = 'UTC';
SET datestyle = 'ISO';
-- Known IDs, of siblings/siq/vectors/siq.tsv, whose columns types_text tests.
\set file `cat "$WIJI_TREE/siblings/siq/vectors/siq.tsv"`
CREATE TEMP TABLE vectors AS
SELECT string_to_array(line, E'\t') AS cells FROM string_to_table(:'file', E'\n') WITH ORDINALITY AS l (line, n) WHERE n > 1;

-- Other ways to write them: without the prefix, and in hexadecimal.
SELECT cells[1] AS wrong FROM vectors, CAST(cells[1] AS siq) id, substr(id::bytea::text, 3) hex
WHERE substr(cells[1], 9)::siq <> id OR hex::siq <> id OR upper(hex)::siq <> id;

-- Texts do not sort like IDs: they begin with a checksum.
SELECT siq 'did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaah' < siq 'did:siq:eauvm3iagwaiebc7nbgegzymuoypa' AS siq;

-- What is not an ID is rejected, with the reason.
\set ECHO none
CREATE TEMP TABLE invalid (n integer GENERATED ALWAYS AS IDENTITY, text text);
INSERT INTO invalid (text) VALUES
	(''),
	('did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaahh'),
	('did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaag'), -- the last bit is another
	('ixuvojaaf4c6s6aaaaaaaaaaaaaah'), -- two characters are swapped
	('7uxvojaaf4c6s6aaaaaaaaaaaaaah'),
	('did:siq:IUXVOJAAF4C6S6AAAAAAAAAAAAAAH'),
	('DID:SIQ:iuxvojaaf4c6s6aaaaaaaaaaaaaah'),
	('iuxvojaaf4c6s6aaaaaaaaaaaaaé'),
	('005e0bd2f000000000000000000g'),
	('7451106619238957490390643507207'), -- its integer
	('005e0bd2-f000-8000-8000-000000001c00'); -- its UUID
\set ECHO all
SELECT text, f.code, f.message = format('invalid input syntax for type siq: "%s"', text) AS message, f.detail
FROM invalid, failure(format('SELECT siq_in(%L)', text)) f ORDER BY n;
-- The cast from text, a separate function, gives the same error.
SELECT text AS another_error FROM invalid, failure(format('SELECT siq_in(%L)', text)) a,
     failure(format('SELECT CAST(%L::text AS siq)', text)) b WHERE a <> b;
-- A text of a megabyte is too long, which is reported without reading past it.
SELECT f.code, f.detail FROM failure($$SELECT repeat('0', 1048576)::siq$$) f;
-- A date or an interval in place of an ID: the hint shows how to write it.
SELECT f.message, f.hint FROM unnest('{2026-11-22 10:00:00+00,1 day ago}'::text[]) literal,
       failure(format('SELECT siq %L', literal)) f;

-- The checksum detects any other character at any place.
SELECT count(*) AS changed, count(*) FILTER (WHERE f.code = '22P02') AS rejected
FROM generate_series(9, 37) place, regexp_split_to_table('abcdefghijklmnopqrstuvwxyz234567', '') c,
     overlay('did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaah' PLACING c FROM place) AS text,
     failure(format('SELECT siq_in(%L)', text)) f
WHERE text <> 'did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaah';

-- As psql shows an error.
SELECT siq 'did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaag';
DROP TABLE vectors, invalid;
RESET timezone;
RESET datestyle;
