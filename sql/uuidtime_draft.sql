-- The draft's version 7 read without its precision, and the fields of version 6.
SET timezone = 'UTC';
SET datestyle = 'ISO';
CREATE TEMP TABLE made AS
SELECT p AS "precision", uuidtime_v7_draft(p) AS id FROM unnest('{ms,us,ns}'::text[]) p, generate_series(1, 20000);

-- Scenario 1 of 4.4.4.2: who does not know the precision gets the millisecond all the same.
SELECT "precision", count(*) AS ids,
       count(*) FILTER (WHERE date_trunc('milliseconds', uuidtime_v7_draft_timestamp(id)) = date_trunc('milliseconds',
              uuidtime_v7_draft_timestamp(id, "precision"))) AS same_millisecond,
       count(*) FILTER (WHERE "precision" <> 'ms' AND uuidtime_v7_draft_timestamp(id)
                              = uuidtime_v7_draft_timestamp(id, "precision")) AS same_microsecond
FROM made GROUP BY "precision" ORDER BY "precision";

-- A precision cuts the time to its unit, whatever the id was made with.
SELECT uuidtime_v7_draft_timestamp(id) AS "any", uuidtime_v7_draft_timestamp(id, 'us') AS us,
       uuidtime_v7_draft_timestamp(id, 'ms') AS ms
FROM (VALUES (uuid '0685bcb1-ea4a-771e-89b1-1a1b2778fa07'), ('06b21090-2041-7894-8000-0000deadbeef')) AS v (id);
SELECT "precision",
       count(*) FILTER (WHERE uuidtime_v7_draft_timestamp(id, 'ms') = date_trunc('milliseconds',
       uuidtime_v7_draft_timestamp(id))) AS same_millisecond
FROM made GROUP BY "precision" ORDER BY "precision";

-- A fraction may have up to 86 bits: a tenth of a second in 12, 24, 38, 48 and 86 bits, rounded up.
SELECT uuidtime_v7_draft_timestamp(id) AS "any", uuidtime_v7_draft_timestamp(id, 'ms') AS ms,
       uuidtime_v7_draft_timestamp_ns(id) AS ns,
       id >= uuidtime_v7_draft_lower('2021-04-26 00:00:00.1') AS lower,
       uuidtime_v7_draft_within(id, '[2021-04-26 00:00:00.1,2021-04-26 00:00:00.101)') AS within
FROM (VALUES (uuid '06086028-019a-7000-8000-000000000000'), ('06086028-0199-799a-8000-000000000000'),
             ('06086028-0199-7999-a667-000000000000'),
	('06086028-0199-7999-a666-668000123456'), ('06086028-0199-7999-a666-666666666667')) AS v (id);
-- The uuid before the last of these is a microsecond earlier.
SELECT uuidtime_v7_draft_timestamp(id), uuidtime_v7_draft_timestamp(id, 'ms') AS ms,
       id = uuidtime_v7_draft_upper('2021-04-26 00:00:00.099999') AS upper
FROM (VALUES (uuid '06086028-0199-7999-a666-666666666666')) AS v (id);

-- Scenario 2: a reader who wants more than there is gets the microsecond, and random bits below it.
SELECT "precision", count(*) FILTER (WHERE ns / CASE "precision" WHEN 'ms' THEN 1000000 WHEN 'us' THEN 1000 END =
	(extract(epoch FROM uuidtime_v7_draft_timestamp(id, "precision")) * CASE "precision" WHEN 'ms' THEN 1000
	 WHEN 'us' THEN 1000000 END)::bigint) AS same
FROM made, uuidtime_v7_draft_timestamp_ns(id) ns WHERE "precision" <> 'ns' GROUP BY "precision" ORDER BY "precision";

-- Nanoseconds come out as they went in.
SELECT uuidtime_v7_draft_timestamp_ns(id), uuidtime_v7_draft_timestamp(id) FROM (VALUES
	(uuid '06535e87-8555-7555-94fa-e4b5a6b6de72'), ('06535e87-8fff-7fff-bfeb-ffb5a6b6de72'),
	('00000000-0000-7000-8000-000000000001')) AS v (id);
SELECT count(*) FILTER (WHERE ns % 1000 <> 0) > 0 AS finer_than_a_microsecond,
       bool_and(ns / 1000 = (extract(epoch FROM at) * 1000000)::bigint) AS same
FROM (SELECT uuidtime_v7_draft_timestamp_ns(id) AS ns, uuidtime_v7_draft_timestamp(id, 'ns') AS at FROM made
      WHERE "precision" = 'ns') s;

-- What no cut can mend: 10 bits are too few for milliseconds.  The first 10 bits of both are 0.1 s,
-- rounded up to 103 of 1024.
SELECT uuidtime_v7_draft_timestamp(id), uuidtime_v7_draft_timestamp(id, 'ms') AS ms FROM (VALUES
	(uuid '06086028-019c-7000-8000-000000000000'), ('06086028-019f-7fff-bfff-ffffffffffff')) AS v (id);

-- An encoder that rounds its fraction down is read a microsecond early: 0.333334 s is 0x555560 of
-- 2^24 there, and 0x555561 here.
-- 60 nanoseconds more, just over a 2^24th of a second, put it right, and do no harm to ids whose
-- fraction was rounded up.
SELECT uuidtime_v7_draft_timestamp(id), uuidtime_v7_draft_timestamp_ns(id),
       (uuidtime_v7_draft_timestamp_ns(id) + 60) / 1000 AS us FROM (VALUES
	(uuid '06535e87-8555-7560-8000-e4b5a6b6de72'), ('06535e87-8555-7561-8000-e4b5a6b6de72')) AS v (id);
SELECT count(*) AS fractions,
       count(*) FILTER (WHERE uuidtime_v7_draft_timestamp(id)
                              <> timestamptz '1970-01-01' + us * interval '1 us') AS early,
       count(*) FILTER (WHERE (uuidtime_v7_draft_timestamp_ns(id) + 60) / 1000 <> us) AS early_when_put_right
FROM (SELECT us, format('00000000-0%s-7%s-8000-%s', left(hex, 3), right(hex, 3), right(md5(us::text), 12))::uuid AS id
      FROM generate_series(0, 999999, 19) us, lpad(to_hex((us::bigint << 24) / 1000000), 6, '0') hex) s;

-- Version 8 in nanoseconds.
SELECT b AS timestamp_bits, uuidtime_v8_timestamp_ns(id, b), uuidtime_v8_timestamp(id, b)
FROM (VALUES (uuid '00047efd-f450-8f5e-aef5-4d4103e86387')) AS v (id), unnest('{32,48,60,64}'::integer[]) b;
SELECT b AS timestamp_bits,
       bool_and(uuidtime_v8_timestamp_ns(id, b) / 1000
                = (extract(epoch FROM uuidtime_v8_timestamp(id, b)) * 1000000)::bigint) AS same
FROM (SELECT b, uuidtime_v8(b) AS id FROM unnest('{48,60,64}'::integer[]) b, generate_series(1, 1000)) s GROUP BY b
ORDER BY b;
SELECT uuidtime_v8_timestamp_ns('00647efd-f450-8f5e-aef5-4d4103e86387') AS "60 unless said otherwise";

-- A bigint counts nanoseconds up to 2262.
SELECT f.code, f.message, f.detail FROM unnest(ARRAY[
	$$SELECT uuidtime_v7_draft_timestamp_ns('ffffffff-ffff-7fff-bfff-ffffffffffff')$$,
	$$SELECT uuidtime_v8_timestamp_ns('ffffffff-ffff-8fff-bfff-ffffffffffff', 64)$$,
	$$SELECT uuidtime_v8_timestamp_ns('ffffffff-ffff-8fff-bfff-ffffffffffff', 48)$$,
	$$SELECT uuidtime_v8_timestamp_ns('ffffffff-ffff-8fff-bfff-ffffffffffff', 7)$$])
	WITH ORDINALITY AS s (statement, n), failure(statement) f ORDER BY n;
SELECT uuidtime_v7_draft_timestamp_ns('225c17d0-4dad-7296-961f-000000000000') AS the_last,
       uuidtime_v8_timestamp_ns('ffffffff-ffff-8fff-bfff-ffffffffffff', 32);

-- Version 6: its clock sequence and its node.
SELECT uuidtime_v6_clock_sequence(id), uuidtime_v6_node(id) FROM (VALUES
	(uuid '1ec9414c-232a-6b00-b3c8-9f6bdeced846'), ('1ec9414c-232a-6b00-8000-000000000000'),
	('1ec9414c-232a-6b00-bfff-ffffffffffff')) AS v (id);
SELECT count(uuidtime_v6_clock_sequence(id)) AS sequences, count(uuidtime_v6_node(id)) AS nodes
FROM generate_series(0, 15) version, CAST(format('1ec9414c-232a-%sb00-b3c8-9f6bdeced846', to_hex(version)) AS uuid) id;
SELECT uuidtime_v6_clock_sequence('1ec9414c-232a-6b00-73c8-9f6bdeced846') AS another_variant, uuidtime_v6_node(NULL),
       uuidtime_v6_clock_sequence(NULL),
       uuidtime_v7_draft_timestamp(NULL), uuidtime_v7_draft_timestamp_ns(NULL), uuidtime_v8_timestamp_ns(NULL);

-- A version 1 often ends in the address of the machine that made it, and so does the version 6 that
-- it becomes.
SELECT uuidtime_v6_node(uuidtime_v6_from_v1('6ba7b810-9dad-11d1-80b4-00c04fd430c8')) AS a_machine;
-- Sections 4.3.3 and 9 of the draft want none: the other conversion puts random bits there, and
-- keeps the time and the clock sequence.
SELECT count(DISTINCT uuidtime_v6_node(v6)) AS nodes,
       bool_or(uuidtime_v6_node(v6) >= 'f0:00:00:00:00:00') AS of_all_bits,
       bool_or(uuidtime_v6_node(v6) = '00:c0:4f:d4:30:c8') AS a_machine,
       min(uuidtime_timestamp(v6)), max(uuidtime_timestamp(v6)), min(uuidtime_v6_clock_sequence(v6)),
       max(uuidtime_v6_clock_sequence(v6)), bool_and(uuidtime_version(v6) = 6 AND uuidtime_variant(v6) = 2) AS v6
FROM (SELECT uuidtime_v6_from_v1_random_node('6ba7b810-9dad-11d1-bfff-00c04fd430c8') AS v6
      FROM generate_series(1, 1000)) s;
SELECT f.code, f.message, f.detail
FROM failure($$SELECT uuidtime_v6_from_v1_random_node('1ec9414c-232a-6b00-b3c8-9f6bdeced846')$$) f;

-- It gives another uuid each time.  References to the old one follow by ON UPDATE CASCADE, or by a
-- list of the pairs.
CREATE TEMP TABLE customers (id uuid PRIMARY KEY, name text);
CREATE TEMP TABLE orders (id uuid PRIMARY KEY, customer uuid REFERENCES customers ON UPDATE CASCADE);
INSERT INTO customers VALUES ('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'first'),
       ('6ba7b811-9dad-11d1-80b4-00c04fd430c8', 'second');
INSERT INTO orders SELECT uuidtime_v7(), id FROM customers;
UPDATE customers SET id = uuidtime_v6_from_v1_random_node(id);
SELECT name, uuidtime_version(customers.id), uuidtime_timestamp(customers.id)
FROM customers JOIN orders ON customer = customers.id ORDER BY customers.id;
