-- The things that a uuid tells of itself.
SET timezone = 'UTC';

-- Version and variant.  Only the RFC's variant, 2, has versions.
SELECT uuidtime_variant(id), uuidtime_version(id), id FROM (VALUES
	(uuid '00000000-0000-0000-0000-000000000000'), -- the nil UUID of the RFC
	('6ba7b810-9dad-11d1-70b4-00c04fd430c8'),
	('6ba7b810-9dad-11d1-80b4-00c04fd430c8'),
	('6ba7b810-9dad-11d1-bfff-00c04fd430c8'),
	('6ba7b810-9dad-11d1-c0b4-00c04fd430c8'),
	('6ba7b810-9dad-11d1-dfff-00c04fd430c8'),
	('6ba7b810-9dad-11d1-e0b4-00c04fd430c8'),
	('ffffffff-ffff-ffff-ffff-ffffffffffff')) AS v (id); -- and its max UUID
SELECT uuidtime_version(gen_random_uuid()), uuidtime_variant(gen_random_uuid());

-- A time is in versions 1, 6 and 7; all others give null, and so does any other variant.
SELECT version, id, uuidtime_version(id) = version AS as_told, uuidtime_timestamp(id), uuidtime_v7_draft_timestamp(id),
       uuidtime_v8_timestamp(id)
FROM generate_series(0, 15) version, CAST(format('1ec9414c-232a-%sb00-b3c8-9f6bdeced846', to_hex(version)) AS uuid) id;
SELECT count(*), count(uuidtime_timestamp(id)) AS times,
       count(uuidtime_v7_draft_timestamp(id)) + count(uuidtime_v7_draft_sequence(id)) +
       count(uuidtime_v8_timestamp(id)) + count(uuidtime_v8_sequence(id)) AS others
FROM generate_series(0, 15) version, unnest('{0,7,c,d,e,f}'::text[]) variant,
     CAST(format('1ec9414c-232a-%sb00-%s3c8-9f6bdeced846', to_hex(version), variant) AS uuid) id;

-- The draft's version 7 and the RFC's look the same: which one it is, is the caller's word.
SELECT uuidtime_timestamp(id) AS by_the_rfc, uuidtime_v7_draft_timestamp(id) AS by_the_draft, id FROM (VALUES
	(uuid '017f22e2-79b0-7cc3-98c4-dc0c0c07398f'), -- made by the RFC
	('0639765f-0000-7011-b4ea-e73bf0f470ed')) AS v (id); -- made by the draft

-- So is the precision, and the width of version 8: an id is read as it was made.
SELECT p AS "precision", uuidtime_v7_draft_timestamp(id, p), uuidtime_v7_draft_sequence(id, p)
FROM (VALUES (uuid '0685bcb1-ea4a-771e-89b1-1a1b2778fa07')) AS v (id), unnest('{ms,us,ns}'::text[]) p;
SELECT b AS timestamp_bits, uuidtime_v8_timestamp(id, b), uuidtime_v8_sequence(id, b)
FROM (VALUES (uuid '00647efd-f450-8f5e-aef5-4d4103e86387')) AS v (id), unnest('{32,48,60,64}'::integer[]) b;

-- 'us' and 60 unless said otherwise.
SELECT uuidtime_v7_draft_sequence(id) = uuidtime_v7_draft_sequence(id, 'us') AS us
FROM (VALUES (uuid '0685bcb1-ea4a-771e-89b1-1a1b2778fa07')) AS v (id);
SELECT uuidtime_v8_timestamp(id) = uuidtime_v8_timestamp(id, 60)
  AND uuidtime_v8_sequence(id) = uuidtime_v8_sequence(id, 60) AS "60"
FROM (VALUES (uuid '00647efd-f450-8f5e-aef5-4d4103e86387')) AS v (id);

-- An unknown precision or width is an error, for every id, which lists the ones there are.
SELECT f.*, statement FROM unnest(ARRAY[
	$$SELECT uuidtime_v7_draft('s')$$,
	$$SELECT uuidtime_v7_draft('')$$,
	$$SELECT uuidtime_v7_draft('MS')$$,
	$$SELECT uuidtime_v7_draft_timestamp('00000000-0000-0000-0000-000000000000', 'us ')$$,
	$$SELECT uuidtime_v7_draft_sequence('00000000-0000-0000-0000-000000000000', 'usec')$$,
	$$SELECT uuidtime_v8(0)$$,
	$$SELECT uuidtime_v8(36)$$,
	$$SELECT uuidtime_v8_timestamp('00000000-0000-0000-0000-000000000000', -32)$$,
	$$SELECT uuidtime_v8_sequence('00000000-0000-0000-0000-000000000000', 128)$$]) WITH ORDINALITY AS s (statement, n),
	failure(statement) f ORDER BY n;

-- Only version 1 becomes version 6, and only version 6 becomes version 1.
SELECT f.*, statement FROM unnest(ARRAY[
	$$SELECT uuidtime_v6_from_v1('1ec9414c-232a-6b00-b3c8-9f6bdeced846')$$,
	$$SELECT uuidtime_v1_from_v6('c232ab00-9414-11ec-b3c8-9f6bdeced846')$$,
	$$SELECT uuidtime_v6_from_v1('6ba7b810-9dad-11d1-c0b4-00c04fd430c8')$$,
	$$SELECT uuidtime_v1_from_v6('00000000-0000-0000-0000-000000000000')$$]) WITH ORDINALITY AS s (statement, n),
	failure(statement) f ORDER BY n;

-- Reading is IMMUTABLE: it may be stored and indexed.
CREATE TEMP TABLE t (id uuid, made timestamptz GENERATED ALWAYS AS (uuidtime_timestamp(id)) STORED);
CREATE INDEX ON t (uuidtime_v7_draft_timestamp(id, 'ms'));
INSERT INTO t VALUES ('1ec9414c-232a-6b00-b3c8-9f6bdeced846');
SELECT made FROM t;

-- Null in, null out.
SELECT uuidtime_version(NULL), uuidtime_variant(NULL), uuidtime_timestamp(NULL), uuidtime_v7_draft_timestamp(NULL),
       uuidtime_v7_draft_sequence(NULL),
       uuidtime_v8_timestamp(NULL), uuidtime_v8_sequence(NULL), uuidtime_v6_from_v1(NULL), uuidtime_v1_from_v6(NULL),
       uuidtime_v7_draft(NULL), uuidtime_v8(NULL);
