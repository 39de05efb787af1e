-- What a UUID contains: version, variant, time and sequence.
SET timezone = 'UTC';
SET datestyle = 'ISO';

-- Known IDs of each layout (siblings/uuidtime/vectors/uuidtime.tsv): these are read as another time or sequence,
-- or become another UUID of version 1 and back.
\set file `cat "$WIJI_TREE/siblings/uuidtime/vectors/uuidtime.tsv"`
CREATE TABLE vectors AS
SELECT f[1]::uuid AS id, split_part(f[2], ' ', 1) AS version, split_part(f[2], ' ', 2) AS layout,
       f[3]::timestamptz AS at, f[4] AS rest
FROM string_to_table(:'file', E'\n') WITH ORDINALITY AS l (line, n), string_to_array(line, E'\t') f WHERE n > 1;
SELECT * FROM vectors
WHERE version = 'v6' AND (at, at, rest::uuid, id) IS DISTINCT FROM
      (uuidtime_timestamp(id), uuidtime_timestamp(rest::uuid), uuidtime_v1_from_v6(id), uuidtime_v6_from_v1(rest::uuid))
   OR version = 'v7' AND (at, rest) IS DISTINCT FROM
      (uuidtime_v7_draft_timestamp(id, layout), uuidtime_v7_draft_sequence(id, layout)::text)
   OR version = 'v8' AND (at, rest) IS DISTINCT FROM
      (uuidtime_v8_timestamp(id, layout::integer), uuidtime_v8_sequence(id, layout::integer)::text);
SELECT version, count(*), count(DISTINCT layout) AS layouts FROM vectors GROUP BY version ORDER BY version;
DROP TABLE vectors;

-- Published elsewhere: the examples of RFC 9562 (A.1, A.5 and A.6), all with one timestamp.
SELECT uuidtime_version(id), uuidtime_timestamp(id) FROM (VALUES
	(uuid 'c232ab00-9414-11ec-b3c8-9f6bdeced846'),
	('1ec9414c-232a-6b00-b3c8-9f6bdeced846'),
	('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')) AS v (id);
SELECT uuidtime_v6_from_v1('c232ab00-9414-11ec-b3c8-9f6bdeced846') AS v6,
       uuidtime_v1_from_v6('1ec9414c-232a-6b00-b3c8-9f6bdeced846') AS v1;

-- The first and the last time of version 1; those of the other layouts are in uuidtime_bounds.
SELECT uuidtime_timestamp('00000000-0000-1000-8000-000000000000') AS first,
       uuidtime_timestamp('ffffffff-ffff-1fff-bfff-ffffffffffff') AS last;

-- 100 ns before 1970 is truncated to the microsecond before, and 100 ns after 1970 to 1970 itself.
SELECT uuidtime_timestamp('1b21dd21-3813-6fff-8000-000000000000'),
       uuidtime_timestamp('1b21dd21-3813-6ff6-8000-000000000000'),
       uuidtime_timestamp('1b21dd21-3814-6000-8000-000000000000');

-- Only the RFC's variant, 2, has versions.
SELECT uuidtime_variant(id), uuidtime_version(id), id FROM (VALUES
	(uuid '00000000-0000-0000-0000-000000000000'), -- the nil UUID of the RFC
	('6ba7b810-9dad-11d1-70b4-00c04fd430c8'),
	('6ba7b810-9dad-11d1-80b4-00c04fd430c8'),
	('6ba7b810-9dad-11d1-bfff-00c04fd430c8'),
	('6ba7b810-9dad-11d1-c0b4-00c04fd430c8'),
	('6ba7b810-9dad-11d1-e0b4-00c04fd430c8'),
	('ffffffff-ffff-ffff-ffff-ffffffffffff')) AS v (id); -- and its max UUID

-- Versions 1, 6 and 7 have a time, and those of the draft and of one's own; all others give null,
-- and so does any other variant.
SELECT variant, string_agg(version::text, ',') FILTER (WHERE uuidtime_timestamp(id) IS NOT NULL) AS "timestamp",
       string_agg(version::text, ',') FILTER (WHERE uuidtime_v7_draft_timestamp(id) IS NOT NULL) AS draft,
       string_agg(version::text, ',') FILTER (WHERE uuidtime_v7_draft_sequence(id) IS NOT NULL) AS draft,
       string_agg(version::text, ',') FILTER (WHERE uuidtime_v8_timestamp(id) IS NOT NULL) AS v8,
       string_agg(version::text, ',') FILTER (WHERE uuidtime_v8_sequence(id) IS NOT NULL) AS v8,
       string_agg(version::text, ',') FILTER (WHERE uuidtime_v6_clock_sequence(id) IS NOT NULL) AS v6,
       string_agg(version::text, ',') FILTER (WHERE uuidtime_v6_node(id) IS NOT NULL) AS v6
FROM generate_series(0, 15) version, unnest('{7,8,c,e}'::text[]) variant,
     CAST(format('1ec9414c-232a-%sb00-%s3c8-9f6bdeced846', to_hex(version), variant) AS uuid) id
GROUP BY variant ORDER BY variant;

-- The draft's version 7 and the RFC's look the same: the caller chooses.
SELECT uuidtime_timestamp(id) AS by_the_rfc, uuidtime_v7_draft_timestamp(id) AS by_the_draft, id FROM (VALUES
	(uuid '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'), -- of the RFC
	('0639765f-0000-7011-b4ea-e73bf0f470ed')) AS v (id); -- of the draft

-- So are the precision, and the width of version 8: 'us' and 60 by default.
SELECT p AS "precision", uuidtime_v7_draft_timestamp(id, p), uuidtime_v7_draft_sequence(id, p),
       uuidtime_v7_draft_sequence(id) AS "default"
FROM (VALUES (uuid '0685bcb1-ea4a-771e-89b1-1a1b2778fa07')) AS v (id), unnest('{ms,us,ns}'::text[]) p;
SELECT b AS timestamp_bits, uuidtime_v8_timestamp(id, b), uuidtime_v8_sequence(id, b), uuidtime_v8_timestamp_ns(id, b),
       uuidtime_v8_timestamp(id) AS "default"
FROM (VALUES (uuid '00647efd-f450-8f5e-aef5-4d4103e86387')) AS v (id), unnest('{32,48,60,64}'::integer[]) b;

-- An unknown precision or width is an error, for every UUID; only version 1 becomes version 6, and
-- only version 6 becomes version 1; a bigint counts nanoseconds up to 2262.
SELECT f.*, call FROM unnest(ARRAY[
	$$v7_draft('MS')$$,
	$$v7_draft_timestamp('00000000-0000-0000-0000-000000000000', 'us ')$$,
	$$v7_draft_sequence('00000000-0000-0000-0000-000000000000', '')$$,
	$$v8(36)$$,
	$$v8_timestamp('00000000-0000-0000-0000-000000000000', -32)$$,
	$$v8_timestamp_ns('00000000-0000-0000-0000-000000000000', 0)$$,
	$$v8_sequence('00000000-0000-0000-0000-000000000000', 128)$$,
	$$v6_from_v1('1ec9414c-232a-6b00-b3c8-9f6bdeced846')$$,
	$$v1_from_v6('c232ab00-9414-11ec-b3c8-9f6bdeced846')$$,
	$$v6_from_v1('6ba7b810-9dad-11d1-c0b4-00c04fd430c8')$$,
	$$v6_from_v1_random_node('1ec9414c-232a-6b00-b3c8-9f6bdeced846')$$,
	$$v7_draft_timestamp_ns('ffffffff-ffff-7fff-bfff-ffffffffffff')$$,
	$$v8_timestamp_ns('ffffffff-ffff-8fff-bfff-ffffffffffff', 64)$$]) WITH ORDINALITY AS s (call, n),
	failure('SELECT uuidtime_' || call) f ORDER BY n;
SELECT uuidtime_v7_draft_timestamp_ns('225c17d0-4dad-7296-961f-000000000000') AS the_last;
RESET timezone;
RESET datestyle;
