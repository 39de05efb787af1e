-- Text of siq, tid62 and uid60: wiji has wiji_text and the conformance suite.
SET timezone = 'UTC';
SET datestyle = 'ISO';

-- Known IDs: each column of siblings/*/vectors/*.tsv has an expression and its values.  Those that differ:
\set siq `cat "$WIJI_TREE/siblings/siq/vectors/siq.tsv"`
\set tid62 `cat "$WIJI_TREE/siblings/tid62/vectors/tid62.tsv"`
\set uid60 `cat "$WIJI_TREE/siblings/uid60/vectors/uid60.tsv"`
CREATE TABLE vectors AS
SELECT type, n, string_to_array(line, E'\t') AS cells
FROM (VALUES ('siq', :'siq'), ('tid62', :'tid62'), ('uid60', :'uid60')) AS f (type, file),
     string_to_table(file, E'\n') WITH ORDINALITY AS l (line, n);
CREATE FUNCTION answer(expression text, id text, type text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('SELECT (%s)::text FROM (SELECT CAST(%L AS %s) AS id) s', expression, id, type) INTO id;
	RETURN id;
END $$;
SELECT type, v.cells[1] AS id, expression, v.cells[i] AS expected, answer
FROM vectors h JOIN vectors v USING (type), unnest(h.cells) WITH ORDINALITY AS e (expression, i),
     answer(expression, v.cells[1], type)
WHERE h.n = 1 AND v.n > 1 AND answer IS DISTINCT FROM v.cells[i];
SELECT type, count(*) - 1 AS vectors FROM vectors GROUP BY type ORDER BY type;
DELETE FROM vectors WHERE n = 1;

-- Other ways to write them: a siq without its prefix, and in hexadecimal; a uid60 without the third
-- character if that is an A, a zero, as its document does in its example.
SELECT cells[1] AS wrong FROM vectors, CAST(cells[1] AS siq) id, substr(id::bytea::text, 3) hex
WHERE type = 'siq' AND (substr(cells[1], 9)::siq <> id OR hex::siq <> id OR upper(hex)::siq <> id);
SELECT cells[1] AS wrong FROM vectors
WHERE type = 'uid60' AND substr(cells[1], 3, 1) = 'A'
  AND (left(cells[1], 2) || substr(cells[1], 4))::uid60 <> cells[1]::uid60;
SELECT uid60 'xinaS8QBh' AS printed, uid60 'xinaS8QBh'::bigint AS number;

-- Texts of a tid62 sort like IDs.  Those of a siq begin with a checksum, those of a uid60 with other
-- digits than the first.
SELECT array_agg(cells[1] ORDER BY cells[1]::tid62) = array_agg(cells[1] ORDER BY cells[1] COLLATE "C") AS tid62
FROM vectors WHERE type = 'tid62';
SELECT siq 'did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaah' < siq 'did:siq:eauvm3iagwaiebc7nbgegzymuoypa' AS siq,
       uid60 'IAAAAAAAAA' < uid60 'ABAAAAAABA' AS uid60;

-- Case matters.  The document's example of a tid62 is of the year 2034, not of the 2025-12-30 12:00:00
-- next to it.
SELECT tid62 '0000000000000000a' = tid62 '0000000000000000A' AS same, tid62_timestamp('0B4kZ7mNpQrStUvWx'),
       tid62_lower('2025-12-30 12:00:00');

-- What is not an ID is rejected, with the reason.
\set ECHO none
CREATE TABLE invalid (n integer GENERATED ALWAYS AS IDENTITY, type text, text text);
INSERT INTO invalid (type, text) VALUES
	('siq', ''),
	('siq', 'did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaahh'),
	('siq', 'did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaag'), -- the last bit is another
	('siq', 'ixuvojaaf4c6s6aaaaaaaaaaaaaah'), -- two characters are swapped
	('siq', '7uxvojaaf4c6s6aaaaaaaaaaaaaah'),
	('siq', 'did:siq:IUXVOJAAF4C6S6AAAAAAAAAAAAAAH'),
	('siq', 'DID:SIQ:iuxvojaaf4c6s6aaaaaaaaaaaaaah'),
	('siq', 'iuxvojaaf4c6s6aaaaaaaaaaaaaé'),
	('siq', '005e0bd2f000000000000000000g'),
	('siq', '7451106619238957490390643507207'), -- its integer
	('siq', '005e0bd2-f000-8000-8000-000000001c00'), -- its UUID
	('tid62', ''),
	('tid62', '04XVaYIDfO3SmYAds0'),
	('tid62', '1f2SI9UJPXvb7vdJ2'),
	('tid62', '04XVaYIDfO3SmYAd_'),
	('tid62', '04XVaYIDfO3SmYAds '),
	('tid62', '04XVaYIDfO3SmYAé'),
	('tid62', 'user-04XVaYIDfO3SmYAds'),
	('uid60', ''),
	('uid60', 'inaS8QBh'),
	('uid60', 'xiAnaS8QB+'), -- the alphabet of base64, not of base64url
	('uid60', 'xinaS8QBh='),
	('uid60', 'xiAnaS8Qé'),
	('uid60', '11093174944930914'); -- its number
\set ECHO all
SELECT type, text, f.code, f.message = format('invalid input syntax for type %s: "%s"', type, text) AS message, f.detail
FROM invalid, failure(format('SELECT %s_in(%L)', type, text)) f ORDER BY n;

-- The cast from text, a separate function, gives the same error.
SELECT type, text AS another_error FROM invalid, failure(format('SELECT %s_in(%L)', type, text)) a,
     failure(format('SELECT CAST(%L::text AS %s)', text, type)) b WHERE a <> b;

-- A text of a megabyte is too long, which is reported without reading past it.
SELECT type, f.code, f.detail FROM unnest('{siq,tid62,uid60}'::text[]) type,
	failure(format('SELECT repeat(%L, 1048576)::%s', '0', type)) f;

-- A siq's checksum detects any other character at any place.
SELECT count(*) AS changed, count(*) FILTER (WHERE f.code = '22P02') AS rejected
FROM generate_series(9, 37) place, regexp_split_to_table('abcdefghijklmnopqrstuvwxyz234567', '') c,
     overlay('did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaah' PLACING c FROM place) AS text,
     failure(format('SELECT siq_in(%L)', text)) f
WHERE text <> 'did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaah';

-- As psql shows an error.
SELECT siq 'did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaag';
DROP TABLE vectors, invalid;
DROP FUNCTION answer;
RESET timezone;
RESET datestyle;

-- Every value of a type, also of wiji, is read back by its input functions, from text and from binary, including
-- what functions return for the first and last times and beyond.  So a dump can be restored.
SET TimeZone = 'UTC';

\set ECHO none
CREATE TEMP TABLE at AS
SELECT at + d AS at
FROM unnest('{1970-01-01,2018-03-01,2026-11-21 10:00,2156-02-07 06:28:15,2157-07-13 07:35:11.103,
              4253-05-31 22:20:37.927935,36812-02-20 00:36:15.999984}'::timestamptz[]) at,
     unnest('{0,1 us,-1 us}'::interval[]) d
UNION ALL SELECT unnest('{-infinity,infinity,4713-01-01 BC,294276-12-31 23:59:59.999999}'::timestamptz[]);
CREATE TEMP TABLE range AS
SELECT tstzrange(a.at, b.at, bounds) AS range FROM at a, at b, unnest('{[],()}'::text[]) bounds WHERE a.at <= b.at
UNION ALL SELECT unnest('{empty,"(,)"}'::tstzrange[]);

CREATE FUNCTION pg_temp.read_back(function regproc, type regtype, argument regtype,
	OUT returned bigint, OUT rejected bigint) LANGUAGE plpgsql AS $$
DECLARE
	argument_value text;
	id text;
	bytes bytea;
BEGIN
	returned := 0;
	rejected := 0;
	FOR argument_value IN EXECUTE
		CASE argument WHEN 'timestamptz'::regtype THEN 'SELECT at FROM at' ELSE 'SELECT range FROM range' END
	LOOP
		BEGIN
			EXECUTE format('SELECT f::text, %s_send(f) FROM %s(%L::%s) f', type, function, argument_value, argument)
			INTO id, bytes;
		EXCEPTION WHEN datetime_field_overflow THEN
			CONTINUE;			-- no ID has this timestamp
		END;
		returned := returned + 1;
		BEGIN
			EXECUTE format('SELECT %1$s_send(%2$L::%1$s)', type, id);
			EXECUTE format('SELECT %L::bytea::%s', bytes, type);
		EXCEPTION WHEN invalid_text_representation OR invalid_binary_representation OR numeric_value_out_of_range THEN
			rejected := rejected + 1;
		END;
	END LOOP;
END $$;
\set ECHO all
-- Each function of a timestamp or a range that returns an ID, as the catalog has them.
SELECT p.proname AS function, returned > 3 AS returned, rejected
FROM pg_proc p, LATERAL pg_temp.read_back(p.oid, prorettype, proargtypes[0]) r
WHERE prorettype IN ('wiji'::regtype, 'siq'::regtype, 'tid62'::regtype, 'uid60'::regtype)
  AND pronargs = 1 AND proargtypes[0] IN ('timestamptz'::regtype, 'tstzrange'::regtype) AND provolatile = 'i'
ORDER BY proname COLLATE "C";
DROP TABLE at, range;
RESET TimeZone;
