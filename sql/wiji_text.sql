-- Text: 26 characters of Crockford base32, or the UUID form, or hexadecimal.

-- The ids of the conformance suite, in all their forms and fields.
\set valid `cat "$PG_ABS_SRCDIR/docs/conformance/valid.tsv"`
SET timezone = 'UTC';
CREATE TEMP TABLE vectors AS
SELECT f[1] AS text, f[2] AS uuid, f[3] AS hex, f[4]::bigint AS timestamp_us, f[6]::timestamptz AS "timestamp",
       f[7]::integer AS sequence, f[8]::integer AS version, f[9]::bigint AS random
FROM string_to_table(:'valid', E'\n') WITH ORDINALITY l (line, n), string_to_array(line, E'\t') f WHERE n > 1;

-- Each form reads as the same id, and the id comes back in each.
SELECT count(*) AS vectors,
       count(*) FILTER (WHERE text::wiji::text = text) AS text,
       count(*) FILTER (WHERE lower(text)::wiji::text = text) AS lower_case,
       count(*) FILTER (WHERE hex::wiji = text::wiji) AS hex,
       count(*) FILTER (WHERE upper(hex)::wiji = text::wiji) AS hex_upper_case,
       count(*) FILTER (WHERE uuid::wiji = text::wiji) AS uuid,
       count(*) FILTER (WHERE upper(uuid)::wiji = text::wiji) AS uuid_upper_case
FROM vectors;
SELECT count(*) FILTER (WHERE wiji_text(text::wiji) = text) AS wiji_text,
       count(*) FILTER (WHERE wiji_hex(text::wiji) = hex) AS wiji_hex,
       count(*) FILTER (WHERE wiji_uuid(text::wiji) = uuid::uuid) AS wiji_uuid,
       count(*) FILTER (WHERE wiji_binary(text::wiji) = decode(hex, 'hex')) AS wiji_binary,
       count(*) FILTER (WHERE wiji_is_valid(text) AND wiji_is_valid(hex) AND wiji_is_valid(uuid::text)
                          AND wiji_is_valid(decode(hex, 'hex'))) AS wiji_is_valid
FROM vectors;

-- The fields are as in the vectors, one by one and together, and make the id again.
SELECT count(*) FILTER (WHERE wiji_timestamp_us(text::wiji) = timestamp_us) AS timestamp_us,
       count(*) FILTER (WHERE wiji_timestamp_ms(text::wiji) = floor(timestamp_us / 1000.0)) AS timestamp_ms,
       count(*) FILTER (WHERE wiji_timestamp(text::wiji) = "timestamp") AS "timestamp",
       count(*) FILTER (WHERE wiji_sequence(text::wiji) = sequence) AS sequence,
       count(*) FILTER (WHERE wiji_version(text::wiji) = version) AS version,
       count(*) FILTER (WHERE wiji_random(text::wiji) = random) AS random,
       count(*) FILTER (WHERE wiji_make(timestamp_us, sequence, random) = text::wiji) AS make
FROM vectors;
SELECT count(*) AS parse
FROM vectors v, wiji_parse(v.text::wiji) p
WHERE (p.timestamp_us, p.timestamp_ms, p.date, p.sequence, p.version, p.random)
    = (v.timestamp_us, v.timestamp_us / 1000, v."timestamp", v.sequence, v.version, v.random);

-- Ids sort as their texts do byte by byte, and as time, sequence and random bits do.
SELECT array_agg(text ORDER BY text::wiji) = array_agg(text ORDER BY text COLLATE "C") AS as_text,
       array_agg(text ORDER BY text::wiji) = array_agg(text ORDER BY timestamp_us, sequence, random) AS as_fields
FROM vectors;

-- Text as people type it: either case, I and L for 1, O for 0, U for V.
SELECT as_typed, as_typed::wiji::text AS printed
FROM unnest('{06c303zaddqw00040cg9pj2gfv,O6C3O3ZADDQWOOO4OCG9PJ2GFV,IZZZZZZZZZZZZZY7ZZZZZZZZZZ,
              lzzzzzzzzzzzzzy7zzzzzzzzzz,01e85zbu2jxm0004nu55cum6rd}'::text[]) as_typed;

-- Text that is not a wiji is refused with 22P02 and the reason.
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

-- The cast from text, which is another way in, says the same; wiji_is_valid knows it.
SELECT count(*) AS invalid, count(*) FILTER (WHERE a = b) AS same_error,
       count(*) FILTER (WHERE NOT wiji_is_valid(text)) AS not_valid
FROM invalid,
     failure(format('SELECT wiji_in(%L)', text)) a,
     failure(format('SELECT CAST(%L::text AS wiji)', text)) b;

-- As psql shows it.
SELECT wiji '01JKM5WXR9P003K1F4Q8XTBZN2';

-- A text of a megabyte is too long, and said so without reading past it.
SELECT f.code, f.detail FROM failure($$SELECT repeat('0', 1048576)::wiji$$) f;
SELECT wiji_is_valid(repeat('0', 1048576));
RESET timezone;
