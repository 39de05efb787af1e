-- Time ranges of versions 6 and 8 and of the draft's version 7.
SET timezone = 'UTC';
SET datestyle = 'ISO';

-- The smallest and the largest id of a microsecond: all of its ids are between them.
SELECT kind, lower, upper FROM (VALUES (timestamptz '2026-11-21 02:37:58.335123')) AS v (at), LATERAL (VALUES
	('v6', uuidtime_v6_lower(at), uuidtime_v6_upper(at)),
	('v7 draft', uuidtime_v7_draft_lower(at), uuidtime_v7_draft_upper(at)),
	('v8 60', uuidtime_v8_lower(at), uuidtime_v8_upper(at)),
	('v8 64', uuidtime_v8_lower(at, 64), uuidtime_v8_upper(at, 64))) AS b (kind, lower, upper);

-- Where the time of an id is coarser, a moment between two of its times has none: the lower is of
-- the later, the upper of the earlier.
SELECT b AS timestamp_bits, uuidtime_v8_timestamp(uuidtime_v8_lower(at, b), b) AS lower,
       uuidtime_v8_timestamp(uuidtime_v8_upper(at, b), b) AS upper
FROM (VALUES (timestamptz '2026-11-21 02:37:58.335123')) AS v (at), unnest('{32,48}'::integer[]) b;

-- The first and last times that each can hold: beyond them is error 22008.
CREATE TEMP TABLE kinds (n integer GENERATED ALWAYS AS IDENTITY, lower text, upper text, "timestamp" text,
                         first timestamptz, last timestamptz);
INSERT INTO kinds (lower, upper, "timestamp", first, last) VALUES
	('uuidtime_v6_lower(%s)', 'uuidtime_v6_upper(%s)', 'uuidtime_timestamp(%s)', '1582-10-15',
	 '5236-03-31 21:21:00.684697'),
	('uuidtime_v7_draft_lower(%s)', 'uuidtime_v7_draft_upper(%s)', 'uuidtime_v7_draft_timestamp(%s)', '1970-01-01',
	 '4147-08-20 07:32:15.999999'),
	('uuidtime_v8_lower(%s, 32)', 'uuidtime_v8_upper(%s, 32)', 'uuidtime_v8_timestamp(%s, 32)', '1970-01-01',
	 '2106-02-07 06:28:15'),
	('uuidtime_v8_lower(%s, 48)', 'uuidtime_v8_upper(%s, 48)', 'uuidtime_v8_timestamp(%s, 48)', '1970-01-01',
	 '10889-08-02 05:31:50.655'),
	('uuidtime_v8_lower(%s)', 'uuidtime_v8_upper(%s)', 'uuidtime_v8_timestamp(%s)', '1970-01-01',
	 '38504-08-17 21:30:06.846975'),
	('uuidtime_v8_lower(%s, 64)', 'uuidtime_v8_upper(%s, 64)', 'uuidtime_v8_timestamp(%s, 64)', '1970-01-01',
	 '2554-07-21 23:34:33.709551');
CREATE FUNCTION evaluate(template text, argument anyelement) RETURNS text LANGUAGE plpgsql AS $$
DECLARE result text;
BEGIN
	EXECUTE 'SELECT ' || format(template, '$1') USING argument INTO result;
	RETURN result;
END $$;
SELECT n, id AS first, evaluate("timestamp", id::uuid)::timestamptz = first AS its_time
FROM kinds, evaluate(lower, first) id ORDER BY n;
SELECT n, id AS last, evaluate("timestamp", id::uuid)::timestamptz = last AS its_time
FROM kinds, evaluate(upper, last) id ORDER BY n;
SELECT n, f.*, l = f AS upper_too FROM kinds,
	failure(format('SELECT ' || lower, quote_literal(first - interval '1 us'))) f,
	failure(format('SELECT ' || upper, quote_literal(first - interval '1 us'))) l ORDER BY n;
SELECT n, f.*, l = f AS upper_too FROM kinds,
	failure(format('SELECT ' || lower, quote_literal(last + interval '1 us'))) f,
	failure(format('SELECT ' || upper, quote_literal(last + interval '1 us'))) l ORDER BY n;
SELECT count(*), count(*) FILTER (WHERE f.code = '22008') AS refused
FROM kinds, unnest('{-infinity,infinity,4714-11-24 BC}'::timestamptz[]) at, unnest(ARRAY[lower, upper]) bound,
	failure(format('SELECT ' || bound, quote_literal(at))) f;
SELECT f.* FROM failure('SELECT uuidtime_v8_lower(now(), 36)') f;
SELECT uuidtime_v6_lower(NULL), uuidtime_v7_draft_upper(NULL), uuidtime_v8_lower(NULL);

-- Bounds and times say the same of any id and any moment, near to each other and far.
CREATE TEMP TABLE moments AS
SELECT timestamptz '2026-11-21' + n * step AS at
FROM generate_series(-10, 10) n, unnest('{1 us,7 us,333 us,1 ms,1 s,1 day}'::interval[]) step;
SELECT n, count(*), count(*) FILTER (WHERE (made >= at) <> (id >= lower)) AS lower,
       count(*) FILTER (WHERE (made <= at) <> (id <= upper)) AS upper
FROM (SELECT n, at, evaluate(lower, at)::uuid AS lower, evaluate(upper, at)::uuid AS upper FROM kinds, moments) m
JOIN (SELECT n, id, evaluate("timestamp", id)::timestamptz AS made
      FROM kinds, moments, LATERAL (VALUES (evaluate(lower, at)::uuid), (evaluate(upper, at)::uuid)) AS i (id)) i
      USING (n)
GROUP BY n ORDER BY n;

-- within is the time compared with the period, for every kind of period; null gives null.
CREATE TEMP TABLE periods AS
SELECT tstzrange(a, b, bounds) AS period FROM (VALUES
	(timestamptz '2026-11-21 00:00:00.000003', timestamptz '2026-11-21 00:00:00.004'),
	('2026-11-20 23:59:58.5', '2026-11-21 00:00:01'), ('2026-11-21', '2026-11-21'),
	(NULL, '2026-11-21'), ('2026-11-21', NULL), (NULL, NULL), ('-infinity', 'infinity'),
	('4714-11-24 BC', '1582-10-15'), ('294276-01-01', NULL)) AS v (a, b),
	unnest('{[],[),(],()}'::text[]) bounds
UNION ALL VALUES (tstzrange 'empty'), (NULL);
SELECT 'v8 ' || b AS kind, count(*),
       count(*) FILTER (WHERE uuidtime_v8_within(id, period, b)
                              IS DISTINCT FROM uuidtime_v8_timestamp(id, b) <@ period) AS wrong
FROM periods, moments, unnest('{32,48,60,64}'::integer[]) b, uuidtime_v8_lower(at, b) id GROUP BY b
UNION ALL
SELECT 'v6', count(*),
       count(*) FILTER (WHERE uuidtime_v6_within(id, period) IS DISTINCT FROM uuidtime_timestamp(id) <@ period)
FROM periods, moments, uuidtime_v6_lower(at) id
UNION ALL
SELECT 'v7 draft', count(*),
       count(*) FILTER (WHERE uuidtime_v7_draft_within(id, period)
                              IS DISTINCT FROM uuidtime_v7_draft_timestamp(id) <@ period)
FROM periods, moments, uuidtime_v7_draft_upper(at) id
ORDER BY 1;
SELECT uuidtime_v6_within(NULL, '[,]'), uuidtime_v7_draft_within(NULL, '[,]'), uuidtime_v8_within(NULL, '[,]');

-- Ids of other versions or of another variant are in no period, whatever their bytes are.
SELECT count(*), count(*) FILTER (WHERE uuidtime_v6_within(id, '[,]')) AS v6,
       count(*) FILTER (WHERE uuidtime_v7_draft_within(id, '[,]')) AS v7,
       count(*) FILTER (WHERE uuidtime_v8_within(id, '[,]')) AS v8
FROM generate_series(0, 15) version, unnest('{0,7,8,b,c,f}'::text[]) variant,
     CAST(format('1ec9414c-232a-%sb00-%s3c8-9f6bdeced846', to_hex(version), variant) AS uuid) id;

-- The answer for these is false, not null.
SELECT uuidtime_v6_within(id, '[,]') AS v6, uuidtime_v7_draft_within(id, '[,]') AS v7, uuidtime_v8_within(id, '[,]') AS v8
FROM unnest('{1ec9414c-232a-8b00-03c8-9f6bdeced846,1ec9414c-232a-8b00-c3c8-9f6bdeced846}'::uuid[]) id;

-- The planner sees comparisons, for which it takes the index.
CREATE TABLE t (id uuid PRIMARY KEY, n integer);
INSERT INTO t SELECT uuidtime_v6_lower(timestamptz '2026-11-01' + n * interval '1 minute'), n
FROM generate_series(0, 43199) n;
ANALYZE t;
SET enable_bitmapscan = off;
SELECT * FROM plan($$SELECT n FROM t WHERE uuidtime_v6_within(id, '[2026-11-21 00:00+00,2026-11-22 00:00+00)')$$) plan
WHERE plan !~ 'Filter';
SELECT count(*), min(n), max(n) FROM t WHERE uuidtime_v6_within(id, '[2026-11-21 00:00+00,2026-11-22 00:00+00)');
RESET enable_bitmapscan;
DROP TABLE t;
DROP FUNCTION evaluate;
