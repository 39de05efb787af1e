-- From PostgreSQL 16 on, text that is not an ID can be checked without an error: what is said then is what the
-- error says.
\set vectors `cd "$WIJI_TREE/siblings" && cut -f1 */vectors/*.tsv`
CREATE TABLE texts AS
SELECT unnest(ARRAY['', ' ', '-', 'é', repeat('0', 1000), '2026-11-21']) AS text
UNION SELECT id FROM string_to_table(:'vectors', E'\n') id UNION SELECT id || '0' FROM string_to_table(:'vectors', E'\n') id;
SELECT count(*) > 50 AS many FROM texts;
SELECT type, text, f.code, f.message, f.detail, f.hint, e.*
FROM id_types, texts, failure(format('SELECT %s_in(%L)', type, text)) f, pg_input_error_info(text, type) e
WHERE (f.code IS NULL) <> pg_input_is_valid(text, type)
   OR f.code IS NOT NULL AND (f.code, f.message, f.detail, nullif(f.hint, ''))
                             IS DISTINCT FROM (e.sql_error_code, e.message, e.detail, e.hint);
DROP TABLE texts;
