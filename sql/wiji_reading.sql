-- An ID contains its creation time, and other fields.
SET timezone = 'UTC';
SELECT wiji_timestamp('06C303ZADDQW00040CG9PJ2GFV');
SELECT * FROM wiji_parse('000S94VR000002M6NWVVR14D2G');
SELECT wiji_timestamp_us(id), wiji_timestamp_ms(id), wiji_sequence(id), wiji_version(id), wiji_random(id)
FROM (VALUES (wiji '000S94VR000002M6NWVVR14D2G')) AS v (id);

-- The specification's encodings of it.
SELECT wiji_text(id => v), wiji_hex(id => v), wiji_uuid(id => v), wiji_binary(id => v)
FROM (VALUES (wiji '000S94VR000002M6NWVVR14D2G')) AS x (v);

-- The last microsecond is in the year 4253.
SELECT wiji_timestamp('7ZZZZZZZZZZZZZY7ZZZZZZZZZZ');
SET timezone = 'Asia/Jakarta';
SELECT wiji_timestamp('7ZZZZZZZZZZZZZY7ZZZZZZZZZZ');
SELECT wiji_parse('7ZZZZZZZZZZZZZY7ZZZZZZZZZZ');
RESET timezone;

-- Reading is IMMUTABLE: it may be stored and indexed.
CREATE TEMP TABLE t (id wiji, made timestamptz GENERATED ALWAYS AS (wiji_timestamp(id)) STORED);
CREATE INDEX ON t (wiji_timestamp(id));
INSERT INTO t VALUES ('06C303ZADDQW00040CG9PJ2GFV');
SELECT made = '2026-11-21 02:37:58.335935+00' AS exact FROM t;

-- Null in, null out.
SELECT wiji_timestamp(NULL), wiji_timestamp_us(NULL), wiji_timestamp_ms(NULL), wiji_sequence(NULL), wiji_version(NULL),
       wiji_random(NULL), wiji_parse(NULL), wiji_is_valid(NULL::text), wiji_is_valid(NULL::bytea);

-- Section 9's parse and compare take IDs; other forms are cast to one.
SELECT (wiji_parse(id)).*, bool_and(wiji_parse(id) = p) AS same
FROM (VALUES (wiji '000S94VR000002M6NWVVR14D2G')) v (id),
	LATERAL (VALUES (wiji_parse(id::uuid::wiji)), (wiji_parse(id::bytea::wiji)),
	                (wiji_parse('000s94vr000002m6nwvvri4d2g'))) f (p)
GROUP BY id;
SELECT wiji_cmp(a, b), wiji_cmp(b, a::text::wiji) AS back, wiji_cmp(a, a) AS same
FROM (VALUES (wiji '000S94VR000002M6NWVVR14D2G', wiji '06C31QQ30K880007VPPQCVK2KZ')) v (a, b);
SELECT wiji_cmp('06c31qq30k880007vppqcvk2kz', '06C31QQ30K880007VPPQCVK2KZ') AS literals;
SELECT f.code, f.message, f.detail FROM unnest(ARRAY[
	$$SELECT wiji_parse('06C3')$$, $$SELECT wiji_cmp('06C3', '06C3')$$]) WITH ORDINALITY s (statement, n),
	failure(statement) f ORDER BY n;
