-- Worked examples with the same results in the extension and portable/wiji.sql.  sql/portable.sql
-- runs them with both.

-- An ID in all its forms and fields.
SELECT wiji_text(id), wiji_hex(id), wiji_uuid(id), wiji_binary(id) FROM wiji(text '000S94VR000002M6NWVVR14D2G') id;
SELECT (wiji_parse(id)).* FROM wiji(text '000S94VR000002M6NWVVR14D2G') id;
SELECT wiji_timestamp_us(id), wiji_timestamp_ms(id), wiji_sequence(id), wiji_version(id), wiji_random(id)
FROM wiji(text '000S94VR000002M6NWVVR14D2G') id;
SELECT wiji_timestamp(wiji(text '06C303ZADDQW00040CG9PJ2GFV')),
       wiji_timestamp(wiji(text '7ZZZZZZZZZZZZZY7ZZZZZZZZZZ')) AS last;

-- Text as people type it: either case, I and L for 1, O for 0, U for V; the UUID form and
-- hexadecimal.
SELECT bool_and(wiji_text(wiji(typed)) = '01E85ZBV2JXM0004NV55CVM6RD' AND wiji_is_valid(typed)) AS same
FROM (VALUES ('01E85ZBV2JXM0004NV55CVM6RD'), ('0Le85zbU2jXMOo04nu55cuM6rD'),
             ('01720bf5ec52ed000012bb2959ba1b0d'), ('01720BF5-EC52-ED00-0012-BB2959BA1B0D')) v (typed);

-- 1000 IDs from their fields, to text and back, in the order of their fields.
CREATE TEMP TABLE made AS
SELECT us, seq, rnd, wiji_make(us, seq, rnd) AS id
FROM (SELECT CASE i % 3 WHEN 0 THEN i ELSE (hashint8extended(i, 1) & 9223372036854775807) % 72057594037927936 END AS us,
             ((hashint8extended(i, 2) & 9223372036854775807) % 65536)::integer AS seq,
             (hashint8extended(i, 3) & 9223372036854775807) % 4503599627370496 AS rnd
      FROM generate_series(0, 999) i) f;
SELECT count(*), count(DISTINCT id),
       bool_and(wiji(wiji_text(id)) = id) AS text, bool_and(wiji(wiji_hex(id)) = id) AS hex,
       bool_and(wiji(wiji_uuid(id)) = id) AS uuid, bool_and(wiji(wiji_uuid(id)::text) = id) AS uuid_text,
       bool_and(wiji(wiji_binary(id)) = id) AS bytes,
       bool_and(wiji_text(id) ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$') AS form,
       bool_and((wiji_timestamp_us(id), wiji_sequence(id), wiji_random(id), wiji_version(id))
                = (us, seq, rnd, 1)) AS fields,
       bool_and(wiji_timestamp(id) = timestamptz '1970-01-01 00:00+00'
                + us / 1000000 * interval '1 s' + us % 1000000 * interval '1 us') AS time,
       bool_and(wiji_is_valid(wiji_text(id)) AND wiji_is_valid(wiji_binary(id))) AS valid,
       array_agg(wiji_text(id) ORDER BY id) = array_agg(wiji_text(id) ORDER BY us, seq, rnd) AS by_fields,
       array_agg(wiji_text(id) ORDER BY id) = array_agg(wiji_text(id) ORDER BY wiji_text(id) COLLATE "C") AS by_text,
       md5(string_agg(wiji_text(id), ' ' ORDER BY id)) AS all_texts
FROM made;
SELECT wiji_text(min(id)), wiji_text(max(id)) FROM made;
SELECT wiji_cmp(wiji_make(1, 0, 0), wiji_make(2, 0, 0)), wiji_cmp(wiji_make(2, 0, 0), wiji_make(2, 0, 0)),
       wiji_cmp(wiji_make(2, 0, 1), wiji_make(2, 0, 0));

-- The bounds of timestamps.
SELECT wiji_text(wiji_lower(at)), wiji_text(wiji_upper(at)),
       wiji_timestamp(wiji_lower(at)) = at AND wiji_timestamp(wiji_upper(at)) = at AS exact
FROM (VALUES (timestamptz '1970-01-01 00:00+00'), ('2026-11-21 02:37:58.335935+00'),
             ('4253-05-31 22:20:37.927935+00')) v (at);

-- wiji_within(id, period) is wiji_timestamp(id) <@ period for any ID and any time range.
CREATE TEMP TABLE periods AS
SELECT DISTINCT tstzrange(a.at, b.at, bounds) AS period
FROM (VALUES (timestamptz '-infinity'), ('1969-12-31 23:59:59.999999+00'), ('1970-01-01 00:00+00'),
             ('1970-01-01 00:00:00.000001+00'), ('2026-11-21 00:00+00'), ('4253-05-31 22:20:37.927935+00'),
             ('4253-05-31 22:20:37.927936+00'), ('infinity'), (NULL)) a (at),
     (VALUES (timestamptz '-infinity'), ('1970-01-01 00:00+00'), ('1970-01-01 00:00:00.000002+00'),
             ('2026-11-21 00:00+00'), ('4253-05-31 22:20:37.927935+00'), ('4253-05-31 22:20:37.927936+00'),
             ('infinity'), (NULL)) b (at),
     unnest('{[],[),(],()}'::text[]) bounds
WHERE a.at <= b.at OR a.at IS NULL OR b.at IS NULL
UNION VALUES ('empty'::tstzrange), (NULL);
CREATE TEMP TABLE sample AS
SELECT id FROM (VALUES
	(wiji_make(0, 0, 0)), (wiji_make(1, 65535, 4503599627370495)), (wiji_make(2, 0, 0)),
	(wiji_lower('2026-11-21 00:00+00')), (wiji_upper('2026-11-21 00:00+00')),
	(wiji_make(72057594037927934, 65535, 4503599627370495)), (wiji_make(72057594037927935, 0, 0)), (NULL)) v (id);
SELECT count(*), count(*) FILTER (WHERE wiji_within(id, period)) AS within,
       count(*) FILTER (WHERE wiji_within(id, period) IS DISTINCT FROM (wiji_timestamp(id) <@ period)) AS wrong
FROM sample, periods;

-- Text that is not an ID is an error, which has the reason.
SELECT v.text, f.code, f.message, wiji_is_valid(v.text) AS valid, f.hint
FROM (VALUES
	(1, ''),
	(2, '06C303ZADDQW00E40000000C1'),
	(3, '06C303ZADDQW00E40000000C1S0'),
	(4, '86C303ZADDQW00E40000000C1S'),
	(5, 'ZZZZZZZZZZZZZZZZZZZZZZZZZZ'),
	(6, '06C303ZADDQW*0E40000000C1S'),
	(7, ' 6C303ZADDQW00E40000000C1S'),
	(8, '06C303ZADDQW00E40000000C1 '),
	(9, '01JKM5WXR9P003K1F4Q8XTBZN2'),
	(10, '019d2257-972f-1a4e-36ea-81d64ed08dfc'),
	(11, '019d2257972f1a4e36ea81d64ed08dfc'),
	(12, '{0660c03f-a9ad-bf00-0710-000000003039}'),
	(13, '0660c03fa9adbf00071000000000303g'),
	(14, '0660c03fa-9adb-f000-710-000000003039'),
	(15, '06C303ZADDQW00E40000000C1S' || chr(10)),
	(16, '2026-11-21'),
	(17, '1 day ago'),
	(18, '06C3 X')) v (n, text),
	failure(format('SELECT wiji(%L::text)', v.text)) f ORDER BY n;
SELECT statement, f.code, f.message, f.detail, f.hint
FROM (VALUES
	(1, $$wiji('\x00'::bytea)$$),
	(2, $$wiji('0660c03f-a9ad-bf00-0020-000000003039'::uuid)$$),
	(3, $$wiji('\x0660c03fa9adbf000020000000003039'::bytea)$$),
	(3, $$wiji('d12f3e5e-7c1a-4c3a-8b9a-0123456789ab'::uuid)$$),
	(3, $$wiji('\xd12f3e5e7c1a4c3a8b9a0123456789ab'::bytea)$$),
	(3, $$wiji('d12f3e5e-7c1a-4c3a-8b9a-0123456789ab'::text)$$),
	(4, 'wiji_make(-1, 0, 0)'),
	(5, 'wiji_make(72057594037927936, 0, 0)'),
	(6, 'wiji_make(0, -1, 0)'),
	(7, 'wiji_make(0, 65536, 0)'),
	(8, 'wiji_make(0, 0, -1)'),
	(9, 'wiji_make(0, 0, 4503599627370496)'),
	(10, $$wiji_lower('1969-12-31 23:59:59.999999+00')$$),
	(11, $$wiji_upper('4253-05-31 22:20:37.927936+00')$$),
	(12, $$wiji_lower('-infinity')$$),
	(13, $$wiji_upper('infinity')$$),
	(14, $$wiji_generate('infinity')$$)) v (n, statement),
	failure('SELECT ' || statement) f ORDER BY n, statement;
SELECT wiji(NULL::text), wiji(NULL::uuid), wiji(NULL::bytea), wiji_timestamp(NULL), wiji_random(NULL),
       wiji_make(NULL, 0, 0), wiji_lower(NULL), wiji_upper(NULL), wiji_within(NULL, NULL),
       wiji_text(NULL), wiji_uuid(NULL), wiji_hex(NULL), wiji_binary(NULL), wiji_generate(NULL),
       wiji_cmp(NULL, NULL), wiji_is_valid(NULL::text);

-- 20,000 IDs of a session: distinct, each greater than the one before, with times of the clock, and
-- version 1.
CREATE TEMP TABLE generated (n integer GENERATED ALWAYS AS IDENTITY, id wiji PRIMARY KEY DEFAULT wiji_generate());
BEGIN;
INSERT INTO generated SELECT FROM generate_series(1, 20000);
SELECT count(DISTINCT id),
       min(wiji_timestamp(id)) >= now() AND max(wiji_timestamp(id)) <= clock_timestamp() AS clock
FROM generated;
COMMIT;
SELECT count(*) AS steps_down FROM (SELECT id <= lag(id) OVER (ORDER BY n) AS down FROM generated) s WHERE down;
SELECT wiji_text() ~ '^[0-7][0-9A-HJKMNP-TV-Z]{25}$' AS text, wiji_hex() ~ '^[0-9a-f]{18}1[0-9a-f]{13}$' AS hex,
       length(wiji_binary()) AS binary, wiji_is_valid(wiji_uuid()::text) AS uuid,
       wiji_version(wiji_generate()) AS version;

-- IDs for older rows: with their timestamps, in order, with random bits of their own, even after
-- 65,536 of one timestamp.
SELECT count(DISTINCT id), bool_and(wiji_timestamp(id) = at) AS exact,
       count(DISTINCT wiji_random(id)) > 1990 AS random, bool_and(wiji_sequence(id) = n % 10) AS sequence
FROM (SELECT n, at, wiji_generate(at) AS id
      FROM (SELECT n, timestamptz '2020-02-29 00:00+00' + n / 10 * interval '1 hour' AS at
            FROM generate_series(0, 1999) n ORDER BY n) o) s;
SELECT count(DISTINCT id), min(wiji_sequence(id)), max(wiji_sequence(id))
FROM (SELECT wiji_generate('2020-02-29 00:00+00') AS id FROM generate_series(1, 66000)) s;

-- A key with a foreign key, joins, lists, DISTINCT, arrays.
CREATE TEMP TABLE customer (id wiji PRIMARY KEY DEFAULT wiji_generate(), name text);
CREATE TEMP TABLE invoice (
	id wiji PRIMARY KEY DEFAULT wiji_generate(), customer_id wiji NOT NULL REFERENCES customer,
	made timestamptz GENERATED ALWAYS AS (wiji_timestamp(id)) STORED);
WITH c AS (INSERT INTO customer (name) VALUES ('Ada'), ('Bob') RETURNING id)
INSERT INTO invoice (customer_id) SELECT id FROM c, generate_series(1, 2);
SELECT name, count(*), count(DISTINCT i.id), bool_and(made = wiji_timestamp(i.id)) AS made
FROM customer c JOIN invoice i ON customer_id = c.id
GROUP BY c.id ORDER BY c.id;
SELECT count(*) FROM customer
WHERE id IN (SELECT customer_id FROM invoice)
AND id = ANY (ARRAY(SELECT id FROM customer)) AND id = wiji(wiji_text(id));
SELECT code FROM failure($$INSERT INTO invoice (customer_id) VALUES (wiji_make(1, 1, 1))$$);
SELECT code FROM failure($$INSERT INTO customer (id) SELECT id FROM customer$$);

-- Partitions on the key itself, of which a plan reads those that it needs.
CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text) PARTITION BY RANGE (id);
CREATE TABLE event_20261101 PARTITION OF event FOR VALUES FROM (wiji_lower('2026-11-01 00:00+00')) TO (wiji_lower('2026-12-01 00:00+00'));
CREATE TABLE event_20261201 PARTITION OF event FOR VALUES FROM (wiji_lower('2026-12-01 00:00+00')) TO (wiji_lower('2027-01-01 00:00+00'));
CREATE TABLE event_20270101 PARTITION OF event FOR VALUES FROM (wiji_lower('2027-01-01 00:00+00')) TO (wiji_lower('2027-02-01 00:00+00'));
CREATE TABLE event_20270201 PARTITION OF event FOR VALUES FROM (wiji_lower('2027-02-01 00:00+00')) TO (wiji_lower('2027-03-01 00:00+00'));
INSERT INTO event
SELECT wiji_generate(at), 'at ' || at
FROM generate_series(timestamptz '2026-11-01 00:00+00', '2027-02-28 00:00+00', '1 hour') at;
SELECT tableoid::regclass, count(*) FROM event GROUP BY 1 ORDER BY 1;
SELECT count(*) FROM event WHERE wiji_within(id, '[2026-12-03 00:00+00, 2026-12-04 00:00+00)');
SELECT DISTINCT substring(line FROM 'on (event_\d{8})') AS partition
FROM plan($$SELECT * FROM event WHERE wiji_within(id, '[2026-12-03 00:00+00, 2026-12-04 00:00+00)')$$) line
WHERE line ~ 'on event_';
SELECT bool_or(line ~ 'Index Cond') AS index
FROM plan($$SELECT * FROM event
	WHERE id >= wiji_lower('2026-12-03 00:00+00') AND id < wiji_lower('2026-12-03 01:00+00')$$) line;
SELECT string_agg(substring(line FROM 'on (event_\d{8}) '), ' ') AS partitions
FROM plan($$SELECT * FROM event
	WHERE id >= wiji_lower('2027-01-03 00:00+00') AND id <= wiji_upper('2027-02-03 00:00+00')$$) line
WHERE line ~ 'on event_\d{8} ';
DROP TABLE event, invoice, customer, generated, made, periods, sample;
