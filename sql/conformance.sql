-- The conformance suite (docs/conformance/README.md), run by the extension.
\set ECHO none
\set valid `cat "$WIJI_TREE/docs/conformance/valid.tsv"`
\set written `cat "$WIJI_TREE/docs/conformance/written_otherwise.tsv"`
\set invalid `cat "$WIJI_TREE/docs/conformance/invalid.tsv"`
CREATE TEMP TABLE valid AS
SELECT n, f[1] AS text, f[2] AS uuid, f[3] AS hex, f[4]::bigint AS timestamp_us, f[5]::bigint AS timestamp_ms,
       f[6]::timestamptz AS date, f[7]::integer AS sequence, f[8]::integer AS version, f[9]::bigint AS random
FROM string_to_table(:'valid', E'\n') WITH ORDINALITY l (line, n), string_to_array(line, E'\t') f WHERE n > 1;
CREATE TEMP TABLE written AS
SELECT f[1] AS written, f[2] AS text FROM string_to_table(:'written', E'\n') WITH ORDINALITY l (line, n),
       string_to_array(line, E'\t') f WHERE n > 1;
CREATE TEMP TABLE invalid AS
SELECT f[1] AS form, f[2] AS value, f[3] AS why FROM string_to_table(:'invalid', E'\n') WITH ORDINALITY l (line, n),
       string_to_array(line, E'\t') f WHERE n > 1;
\set ECHO all

-- Each form of each ID is read and written, and its fields are those of the table.
SELECT count(*) > 300 AS hundreds,
       count(*) FILTER (WHERE wiji_text(text::wiji) <> text OR lower(text)::wiji::text <> text) AS text,
       count(*) FILTER (WHERE wiji_uuid(text::wiji)::text <> uuid OR uuid::wiji <> text::wiji
                        OR upper(uuid)::wiji <> text::wiji) AS uuid,
       count(*) FILTER (WHERE wiji_hex(text::wiji) <> hex OR hex::wiji <> text::wiji
                        OR upper(hex)::wiji <> text::wiji) AS hex,
       count(*) FILTER (WHERE wiji_binary(text::wiji) <> decode(hex, 'hex')
                        OR decode(hex, 'hex')::wiji <> text::wiji) AS binary,
       count(*) FILTER (WHERE wiji_parse(text::wiji) <> (timestamp_us, timestamp_ms, date, sequence, version,
                                                         random)) AS parsed,
       count(*) FILTER (WHERE (wiji_timestamp_us(text::wiji), wiji_timestamp_ms(text::wiji), wiji_timestamp(text::wiji),
                               wiji_sequence(text::wiji), wiji_version(text::wiji), wiji_random(text::wiji))
                        <> (timestamp_us, timestamp_ms, date, sequence, version, random)) AS fields,
       count(*) FILTER (WHERE wiji_make(timestamp_us, sequence, random) <> text::wiji) AS made,
       count(*) FILTER (WHERE NOT wiji_is_valid(text) OR NOT wiji_is_valid(decode(hex, 'hex'))) AS rejected
FROM valid;

-- They are in ascending order: as IDs, as bytes, as texts and by their fields.
SELECT count(*) FILTER (WHERE wiji_cmp(before::wiji, text::wiji) <> -1
                        OR wiji_cmp(text::wiji, before::wiji) <> 1) AS ids,
       count(*) FILTER (WHERE before_hex >= hex COLLATE "C") AS bytes,
       count(*) FILTER (WHERE before >= text COLLATE "C") AS texts,
       (SELECT array_agg(text ORDER BY text::wiji) <> array_agg(text ORDER BY timestamp_us, sequence, random)
        FROM valid) AS fields
FROM (SELECT text, hex, lag(text) OVER w AS before, lag(hex) OVER w AS before_hex FROM valid WINDOW w AS (ORDER BY n)) s
WHERE before IS NOT NULL;

-- Texts as people write them.
SELECT count(*) > 50 AS tens,
       count(*) FILTER (WHERE written::wiji <> text::wiji OR wiji_text(written::wiji) <> text) AS wrong FROM written;

-- Text that is not an ID is rejected, with the reason.
SELECT count(*) > 100 AS hundreds,
       count(*) FILTER (WHERE form = 'text' AND wiji_is_valid(value) OR form = 'bytes'
                        AND wiji_is_valid(decode(value, 'hex'))) AS accepted FROM invalid;
SELECT form, why, count(*), min(f.code) AS code, max(f.code) AS code,
       count(*) FILTER (WHERE f.detail ~ CASE why WHEN 'length' THEN '^Expected|is not'
                        WHEN 'character' THEN '^Character' WHEN 'too large' THEN '^A first character beyond'
                        WHEN 'version' THEN '^Found version' END) AS reasons
FROM invalid, failure(CASE form WHEN 'text' THEN format('SELECT wiji_in(%L)', value)
                      ELSE format('SELECT decode(%L, %L)::wiji', value, 'hex') END) f
GROUP BY form, why ORDER BY form, why;
