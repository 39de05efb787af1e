-- The other IDs of tid62's document, the SimpleDB ID Specification.

-- uuid464: a uuid as 22 characters of base64url, as RFC 4648 has it, without padding.
SELECT id, simpledb_uuid464(id), simpledb_uuid464_decode(simpledb_uuid464(id)) = id AS back
FROM (VALUES (1, uuid '00000000-0000-0000-0000-000000000000'), (2, 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
             (3, '00112233-4455-4677-8899-aabbccddeeff'), (4, 'fbffbffb-ffbf-4bff-bffb-ffbffbffbffb')) AS v (n, id)
             ORDER BY n;
SELECT id AS wrong FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, 1000)) s
WHERE simpledb_uuid464(id) <> rtrim(translate(encode(uuid_send(id), 'base64'), '+/', '-_'), '=')
   OR simpledb_uuid464_decode(simpledb_uuid464(id)) <> id;

-- Without an argument it is a new one, of version 4.
SELECT count(DISTINCT id), bool_and(simpledb_uuid464_decode(id)::text ~ '^.{14}4.{4}[89ab]') AS version_4
FROM (SELECT simpledb_uuid464() AS id FROM generate_series(1, 1000)) s;

-- Each uuid has just one such text; any other is rejected with 22P02.
SELECT f.* FROM unnest('{"",ABEiM0RVRneImaq7zN3u/w,ABEiM0RVRneImaq7zN3u_x,ABEiM0RVRneImaq7zN3u_w==}'::text[]) text,
	failure(format('SELECT simpledb_uuid464_decode(%L)', text)) f;

-- seq10 and seq36: a number as text that sorts as the number does.
SELECT number, simpledb_seq10(number), simpledb_seq36(number),
       simpledb_seq10_decode(simpledb_seq10(number)) = number
         AND simpledb_seq36_decode(simpledb_seq36(number)) = number AS back
FROM unnest(ARRAY[0, 9, 10, 35, 36, 42, 2176782335, 9999999999]) number ORDER BY number;
SELECT simpledb_seq36(78364164095), simpledb_seq36_decode('zzzzzzz'), simpledb_seq36_decode('simpled');
-- A number that does not fit is an error, never a truncated text.
SELECT call, f.* FROM unnest(ARRAY[
	'simpledb_seq10(-1)', 'simpledb_seq10(10000000000)', 'simpledb_seq36(78364164096)',
	$$simpledb_seq10_decode('42')$$, $$simpledb_seq10_decode('-000000042')$$, $$simpledb_seq36_decode('000001')$$,
	$$simpledb_seq36_decode('000001G')$$]) WITH ORDINALITY AS v (call, n), failure('SELECT ' || call) f ORDER BY n;

-- With a sequence, they are keys.
CREATE TEMP SEQUENCE counter START 78364164094;
CREATE TEMP TABLE counted (id text COLLATE "C" PRIMARY KEY DEFAULT simpledb_seq36(nextval('counter')));
INSERT INTO counted VALUES (DEFAULT), (DEFAULT);
SELECT * FROM counted ORDER BY id;
INSERT INTO counted VALUES (DEFAULT);

-- A prefixed ID is a prefix, a hyphen and an ID: a new tid62 unless it is given.
SELECT simpledb_prefixed_id('user', '0B4kZ7mNpQrStUvWx'), simpledb_prefixed_id('order', simpledb_seq10(42)),
       simpledb_prefixed_id(simpledb_prefixed_id('u1', 'w2'), 'e3') AS nested;
SELECT count(DISTINCT id), bool_and(id ~ '^user-[0-9A-Za-z]{17}$') AS form,
       bool_and(simpledb_id_suffix(id)::tid62::timestamptz BETWEEN now() - interval '1 minute'
                AND clock_timestamp()) AS new
FROM (SELECT simpledb_prefixed_id('user') AS id FROM generate_series(1, 1000)) s;

-- Both parts are required, and consist of the characters of an ID.
SELECT f.*
FROM (VALUES (1, $$''$$), (2, $$'a b'$$), (3, $$'user', ''$$), (4, $$'user', 'a/b'$$), (5, $$'usér', 'a'$$),
             (6, $$E'user\n', 'a'$$)) AS v (n, arguments),
	failure(format('SELECT simpledb_prefixed_id(%s)', arguments)) f ORDER BY n;
-- They are split at the last hyphen, even in an ID that has hyphens of its own; without a hyphen both
-- parts are null.
SELECT id, simpledb_id_prefix(id) AS prefix, simpledb_id_suffix(id) AS suffix
FROM (VALUES (1, 'user-0B4kZ7mNpQrStUvWx'), (2, 'u1-w2-e3'), (3, 'a-'), (4, '-a'), (5, '-'), (6, 'none'), (7, ''),
             (8, E'two\nlines-a\nb'), (9, NULL)) AS v (n, id) ORDER BY n;

-- The domain simpledb_id admits just A-Za-z0-9_- …
SELECT id, f.code, f.message FROM unnest(ARRAY['user-0B4kZ7mNpQrStUvWx', '_', 'a b', '', 'é', E'a\n']) id,
	failure(format('SELECT CAST(%L AS simpledb_id)', id)) f;
SELECT string_agg(c, '' ORDER BY i) AS admitted FROM (SELECT i, chr(i) AS c FROM generate_series(1, 1000) i) s
WHERE c ~ '^[[:print:]]$' AND (failure(format('SELECT CAST(%L AS simpledb_id)', c))).code IS NULL;

-- … and sorts like bytes, so tid62s with one prefix are in the order of time, and an index finds a
-- prefix.
CREATE TEMP TABLE t (id simpledb_id PRIMARY KEY, n integer);
INSERT INTO t SELECT simpledb_prefixed_id(prefix, tid62_generate(timestamptz '2026-01-01' + n * interval '1s')::text), n
FROM generate_series(1, 1000) n, unnest(ARRAY['User', 'order', 'user']) prefix;
ANALYZE t;
SELECT count(*) AS steps_down
FROM (SELECT n < lag(n) OVER (PARTITION BY simpledb_id_prefix(id) ORDER BY id) AS down FROM t) s WHERE down;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT plan FROM plan($$SELECT * FROM t WHERE id LIKE 'user-%'$$) WHERE plan ~ 'Index';
RESET enable_seqscan;
RESET enable_bitmapscan;
-- In LIKE an underscore is any character, and IDs may have it; ^@ means "begins with".
CREATE TABLE things (id simpledb_id PRIMARY KEY);
INSERT INTO things VALUES ('user_1-a'), ('userA1-b'), ('user-c'), ('order-d');
SELECT id FROM things WHERE id LIKE 'user_1-%' ORDER BY id;
SELECT id FROM things WHERE id ^@ 'user_1-' ORDER BY id;
-- IDs of one prefix that were generated in a time range: siblings/tid62/README.md.
INSERT INTO things
SELECT simpledb_prefixed_id(prefix, tid62_generate(timestamptz '2026-11-20 12:00+00' + n * interval '1 hour')::text)
FROM generate_series(0, 47) n, unnest('{user,order}'::text[]) prefix;
SELECT count(*), min(tid62_timestamp(simpledb_id_suffix(id)::tid62)) AT TIME ZONE 'UTC' AS first,
       max(tid62_timestamp(simpledb_id_suffix(id)::tid62)) AT TIME ZONE 'UTC' AS last FROM things
WHERE id BETWEEN simpledb_prefixed_id('user', tid62_lower('2026-11-21 00:00+00')::text)
  AND simpledb_prefixed_id('user', tid62_upper('2026-11-21 23:59:59+00')::text);
DROP TABLE things;
