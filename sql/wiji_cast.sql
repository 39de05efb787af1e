-- The casts, and which of them are implicit or in assignments.
SELECT castsource::regtype AS source, casttarget::regtype AS target,
       CASE castcontext WHEN 'e' THEN 'explicit' WHEN 'a' THEN 'assignment' WHEN 'i' THEN 'IMPLICIT' END AS context,
       CASE castmethod WHEN 'f' THEN castfunc::regprocedure::text WHEN 'b' THEN 'the same bytes' END AS how
FROM pg_cast WHERE 'wiji'::regtype IN (castsource, casttarget) ORDER BY 1, 2;

-- There and back, each way.
CREATE TEMP TABLE t AS SELECT wiji_generate() AS id FROM generate_series(1, 100);
SELECT bool_and(id::text::wiji = id) AS text, bool_and(id::uuid::wiji = id) AS uuid,
       bool_and(id::bytea::wiji = id) AS bytea,
       bool_and(wiji_hex(id)::wiji = id) AS hex, bool_and(id::uuid::text::wiji = id) AS uuid_text,
       bool_and(id::varchar::wiji = id) AS varchar, bool_and(id::timestamptz = wiji_timestamp(id)) AS timestamptz
FROM t;

-- A wiji is assigned to a column of uuid or text, and a uuid or text to one of wiji, if it is valid.
CREATE TEMP TABLE other (u uuid, s text, v varchar, b bytea, w wiji);
INSERT INTO other (u, s, v) SELECT id, id, id FROM t;
INSERT INTO other (w) SELECT u FROM other;
INSERT INTO other (w) SELECT s FROM other WHERE s IS NOT NULL;
INSERT INTO other (w) SELECT v FROM other WHERE v IS NOT NULL;
SELECT count(w), count(DISTINCT w) FROM other;
SELECT f.* FROM failure($$INSERT INTO other (w) VALUES (uuid 'd12f3e5e-7c1a-4c3a-8b9a-0123456789ab')$$) f;
SELECT f.* FROM failure($$INSERT INTO other (w) VALUES (uuid '00000000-0000-0000-0000-000000000000')$$) f;
SELECT f.* FROM failure($$INSERT INTO other (w) VALUES (text '1ec9414c-232a-6b00-b3c8-9f6bdeced846')$$) f;
SELECT f.code, f.message FROM failure('INSERT INTO other (b) SELECT id FROM t') f;
SELECT f.code, f.message FROM failure('INSERT INTO other (w) SELECT b FROM other') f;
-- The time of a uuid is read by the server: version 1 from 17 on, 7 from 18 on.  What the hint says returns it.
CREATE FUNCTION pg_temp.time_by_hint(hint text, uuid uuid, OUT result timestamptz) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('SELECT wiji_timestamp(%s) FROM CAST($1 AS uuid) uuid', substring(hint FROM 'Use (.*[)][)])')) INTO result USING uuid;
END $$;
SELECT version, f.code, f.message, f.detail,
       CASE WHEN current_setting('server_version_num')::integer >= read_from
            THEN hint ~ 'uuid_extract_timestamp'
                 AND pg_temp.time_by_hint(f.hint, uuid) AT TIME ZONE 'UTC' = '2022-02-22 19:22:22'
            ELSE hint ~ '^Call wiji_generate' END AS hint_is_right
FROM (VALUES (1, 'c232ab00-9414-11ec-b3c8-9f6bdeced846'::uuid, 170000), (6, '1ec9414c-232a-6b00-b3c8-9f6bdeced846', 1000000),
             (7, '017f22e2-79b0-7cc3-98c4-dc0c0c07398f', 180000)) v (version, uuid, read_from),
     failure(format('SELECT uuid %L::wiji', uuid)) f ORDER BY version;

-- It is compared with uuids and texts as well: see wiji_uuid, and wiji_parameter.
SELECT count(*) FROM t JOIN other ON id = u;

-- A date, even in a direct cast, and a time without zone depend on TimeZone, like any cast of
-- timestamptz.
SET TimeZone = 'Asia/Tokyo';
SELECT '06C31QQ30K880007VPPQCVK2KZ'::wiji::timestamptz AS timestamptz,
       '06C31QQ30K880007VPPQCVK2KZ'::wiji::timestamptz::date AS date;
SET TimeZone = 'America/Los_Angeles';
SELECT '06C31QQ30K880007VPPQCVK2KZ'::wiji::timestamptz AS timestamptz,
       '06C31QQ30K880007VPPQCVK2KZ'::wiji::timestamptz::date AS date;
RESET TimeZone;

-- A column becomes uuid, and its table keeps its file.
CREATE TABLE keys (id wiji DEFAULT wiji_generate());
INSERT INTO keys SELECT FROM generate_series(1, 100);
SELECT pg_relation_filenode('keys') AS before \gset
ALTER TABLE keys ALTER id DROP DEFAULT, ALTER id TYPE uuid;
SELECT pg_relation_filenode('keys') = :before AS not_rewritten, count(DISTINCT id::wiji) AS wijis FROM keys;
DROP TABLE keys;
