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

-- An ID from its fields.
SELECT wiji_make(6950563610624, 42, 3022415463593040);
SELECT wiji_make(timestamp_us => 6950563610624, sequence => 42, random => 3022415463593040) AS with_names;
SELECT wiji_make(0, 0, 0) AS smallest, wiji_make(72057594037927935, 65535, 4503599627370495) AS largest;

-- Each field has a range; outside it is error 22003.
SELECT f.* FROM (VALUES
	(1, '-1, 0, 0'), (2, '72057594037927936, 0, 0'),
	(3, '0, -1, 0'), (4, '0, 65536, 0'),
	(5, '0, 0, -1'), (6, '0, 0, 4503599627370496')) AS v (n, fields),
	failure(format('SELECT wiji_make(%s)', fields)) f ORDER BY n;
SELECT wiji_make(NULL, 0, 0), wiji_make(0, NULL, 0), wiji_make(0, 0, NULL);

-- The smallest and the largest ID of a timestamp, as bounds for time filters and partitions.
SET timezone = 'UTC';
SELECT wiji_lower('2026-11-21 02:37:58.335935+00'), wiji_upper('2026-11-21 02:37:58.335935+00');
SELECT wiji_parse(wiji_lower('2026-11-21')), wiji_parse(wiji_upper('2026-11-21'));
SELECT wiji_lower('1970-01-01+00') AS first, wiji_upper('4253-05-31 22:20:37.927935+00') AS last;
SELECT wiji_lower(at) <= id AND id <= wiji_upper(at) AS within,
       wiji_lower(at + interval '1us') > id AND id > wiji_upper(at - interval '1us') AS and_no_other
FROM (VALUES (wiji '06C303ZADDQW00040CG9PJ2GFV')) AS v (id), wiji_timestamp(id) AS at;

-- Timestamps outside the format are error 22008.
SELECT f.* FROM (VALUES
	(1, '1969-12-31 23:59:59.999999+00'), (2, '4253-05-31 22:20:37.927936+00'),
	(3, '-infinity'), (4, 'infinity'), (5, '4714-11-24 00:00:00+00 BC'),
	(6, '294276-12-31 23:59:59.999999+00')) AS v (n, at),
	failure(format('SELECT wiji_lower(%L)', at)) f ORDER BY n;
SELECT count(*) FROM (VALUES
	('1969-12-31 23:59:59.999999+00'), ('4253-05-31 22:20:37.927936+00'),
	('-infinity'), ('infinity'), ('4714-11-24 00:00:00+00 BC'), ('294276-12-31 23:59:59.999999+00')) AS v (at),
	failure(format('SELECT wiji_lower(%L)', at)) l, failure(format('SELECT wiji_upper(%L)', at)) u
WHERE l = u AND l.code = '22008';
SELECT wiji_lower(NULL), wiji_upper(NULL);
RESET timezone;
