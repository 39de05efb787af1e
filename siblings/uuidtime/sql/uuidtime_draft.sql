-- The draft's version 7 of any precision, the fields of version 6, and version 8 of one's own.
SET timezone = 'UTC';
SET datestyle = 'ISO';

-- Scenario 1 of 4.4.4.2: a reader that does not know the precision gets the right millisecond.  A
-- precision truncates the time to its unit, whatever the UUID was generated with.  Scenario 2: a
-- reader of a higher precision gets the microsecond, and random bits below it.
SELECT p AS "precision", count(*) AS ids,
       count(*) FILTER (WHERE date_trunc('milliseconds', uuidtime_v7_draft_timestamp(id))
                              = date_trunc('milliseconds', uuidtime_v7_draft_timestamp(id, p))) AS same_millisecond,
       count(*) FILTER (WHERE p <> 'ms' AND uuidtime_v7_draft_timestamp(id)
                                            = uuidtime_v7_draft_timestamp(id, p)) AS same_microsecond,
       count(*) FILTER (WHERE uuidtime_v7_draft_timestamp(id, 'ms')
                              = date_trunc('milliseconds', uuidtime_v7_draft_timestamp(id))) AS cut_to_milliseconds,
       count(*) FILTER (WHERE uuidtime_v7_draft_timestamp_ns(id) / 1000
                              = (extract(epoch FROM uuidtime_v7_draft_timestamp(id)) * 1000000)::bigint) AS nanoseconds
FROM unnest('{ms,us,ns}'::text[]) p, generate_series(1, 5000), uuidtime_v7_draft(p) id GROUP BY p ORDER BY p;

-- A fraction may have up to 86 bits: a tenth of a second in 12, 24, 38, 48 and 86 bits, rounded up.
SELECT uuidtime_v7_draft_timestamp(id) AS "any", uuidtime_v7_draft_timestamp(id, 'ms') AS ms,
       uuidtime_v7_draft_timestamp_ns(id) AS ns,
       id >= uuidtime_v7_draft_lower('2021-04-26 00:00:00.1') AS lower,
       uuidtime_v7_draft_within(id, '[2021-04-26 00:00:00.1,2021-04-26 00:00:00.101)') AS within
FROM (VALUES (uuid '06086028-019a-7000-8000-000000000000'), ('06086028-0199-799a-8000-000000000000'),
             ('06086028-0199-7999-a667-000000000000'), ('06086028-0199-7999-a666-668000123456'),
             ('06086028-0199-7999-a666-666666666667'),
             ('06086028-0199-7999-a666-666666666666')) AS v (id); -- a microsecond earlier

-- Nanoseconds come out as they went in.
SELECT uuidtime_v7_draft_timestamp_ns(id), uuidtime_v7_draft_timestamp(id) FROM (VALUES
	(uuid '06535e87-8555-7555-94fa-e4b5a6b6de72'), ('06535e87-8fff-7fff-bfeb-ffb5a6b6de72')) AS v (id);

-- Rounding cannot correct this: 10 bits are too few for milliseconds.  The first 10 bits of both are
-- 0.1 s, rounded up to 103 of 1024.
SELECT uuidtime_v7_draft_timestamp(id), uuidtime_v7_draft_timestamp(id, 'ms') AS ms FROM (VALUES
	(uuid '06086028-019c-7000-8000-000000000000'), ('06086028-019f-7fff-bfff-ffffffffffff')) AS v (id);

-- An encoder that rounds its fraction down is read a microsecond early: 0.333334 s is 0x555560 of
-- 2^24 there, and 0x555561 here.  60 nanoseconds more, just over a 2^24th of a second, put it
-- right, and do no harm to UUIDs whose fraction was rounded up.
SELECT uuidtime_v7_draft_timestamp(id), uuidtime_v7_draft_timestamp_ns(id),
       (uuidtime_v7_draft_timestamp_ns(id) + 60) / 1000 AS us FROM (VALUES
	(uuid '06535e87-8555-7560-8000-e4b5a6b6de72'), ('06535e87-8555-7561-8000-e4b5a6b6de72')) AS v (id);

-- Version 6: its clock sequence and its node.  A version 1 often ends in the address of the machine
-- that generated it, and so does the version 6 that it becomes.
SELECT uuidtime_v6_clock_sequence(id), uuidtime_v6_node(id) FROM (VALUES
	(uuid '1ec9414c-232a-6b00-b3c8-9f6bdeced846'), ('1ec9414c-232a-6b00-8000-000000000000'),
	('1ec9414c-232a-6b00-bfff-ffffffffffff'),
	(uuidtime_v6_from_v1('6ba7b810-9dad-11d1-80b4-00c04fd430c8'))) AS v (id);
-- Sections 4.3.3 and 9 of the draft advise against that: the other conversion puts random bits there,
-- and keeps the time and the clock sequence.
SELECT count(DISTINCT uuidtime_v6_node(v6)) AS nodes,
       bool_or(uuidtime_v6_node(v6) >= 'f0:00:00:00:00:00') AS of_all_bits,
       bool_or(uuidtime_v6_node(v6) = '00:c0:4f:d4:30:c8') AS a_machine,
       min(uuidtime_timestamp(v6)), max(uuidtime_timestamp(v6)), min(uuidtime_v6_clock_sequence(v6)),
       max(uuidtime_v6_clock_sequence(v6)), bool_and(uuidtime_version(v6) = 6 AND uuidtime_variant(v6) = 2) AS v6
FROM (SELECT uuidtime_v6_from_v1_random_node('6ba7b810-9dad-11d1-bfff-00c04fd430c8') AS v6
      FROM generate_series(1, 1000)) s;
RESET timezone;
RESET datestyle;

-- Version 8 of one's own: any epoch, unit and width, a sequence, a node.
SET timezone = 'UTC';
SET datestyle = 'ISO';

-- By default, it is that of uuidtime_v8(60).
SELECT p.*, uuidtime_v8_timestamp(id), uuidtime_v8_sequence(id), uuidtime_version(id), uuidtime_variant(id)
FROM uuidtime_v8_make('2026-11-21 02:37:58.335123', sequence => 200) id, uuidtime_v8_parse(id) p;
-- The others of uuidtime_v8, with their clocks and widths.
SELECT b AS timestamp_bits, count(*), bool_and(p.at = uuidtime_v8_timestamp(id, b)) AS at,
       bool_and(p.sequence = uuidtime_v8_sequence(id, b)) AS sequence
FROM (SELECT *, uuidtime_v8(b) AS id
      FROM (VALUES (32, interval '1 s', 1, 32, 12), (48, '1 ms', 1, 48, 12), (60, '1 us', 1, 60, 8),
                   (64, '2 us', 125, 60, 8)) AS v (b, unit, ticks, time_bits, sequence_bits),
           generate_series(1, 1000)) s,
     uuidtime_v8_parse(id, unit => unit, ticks => ticks, time_bits => time_bits, sequence_bits => sequence_bits) p
GROUP BY b ORDER BY b;

-- NTP's timestamp (4.5.1): 64 bits since 1900, of which 32 are the fraction of the second.
SELECT left(id::text, 21) AS begins, p.at, p.time, p.time / 4294967296 - 2208988800 AS unix, p.sequence, p.node
FROM uuidtime_v8_make('2026-11-21 02:37:58.5', '1900-01-01', '1 second', 4294967296, 64, sequence => 7,
                      sequence_bits => 8, node => 50, node_bits => 50) id,
     uuidtime_v8_parse(id, '1900-01-01', '1 second', 4294967296, 64, 8, 50) p;

-- The draft's 36 bits (4.5.1): the rest of the field in which they end is zero.
SELECT left(id::text, 18) AS begins, p.at, p.sequence
FROM uuidtime_v8_make('2026-11-21 02:37:58', unit => '1 second', time_bits => 36, sequence => 4095,
                      sequence_bits => 12) id,
     uuidtime_v8_parse(id, unit => '1 second', time_bits => 36, sequence_bits => 12) p;

-- The draft's example of a fraction (4.4.4.2): 16 bits, 0x5555 of 65536, are 0.33333 s.
SELECT left(id::text, 13) AS begins, p.at, p.time, p.time % 65536 AS fraction
FROM uuidtime_v8_make('1970-01-01 00:00:01.333333', ticks => 65536, unit => '1 second', time_bits => 48) id,
     uuidtime_v8_parse(id, ticks => 65536, unit => '1 second', time_bits => 48) p;

-- A clock with ticks of a microsecond or less returns the same microsecond; a coarser one, its tick.
SELECT unit, ticks, count(*) FILTER (WHERE read = at) AS same,
       count(*) FILTER (WHERE read > at OR at - read > unit / ticks + interval '1 us') AS wrong
FROM (VALUES (interval '1 us', 10::bigint), ('1 s', 4294967296), ('1 s', 65536), ('1 s', 3), ('1 day', 1))
     AS v (unit, ticks),
     (SELECT timestamptz '2026-11-21' + n * interval '1 us' AS at FROM generate_series(0, 999999, 3331) n) m,
     LATERAL (SELECT (uuidtime_v8_parse(uuidtime_v8_make(at, '2000-01-01', unit, ticks, 63), '2000-01-01', unit, ticks,
                                        63)).at AS read) r
GROUP BY unit, ticks ORDER BY unit, ticks;

-- One's own node precedes the random bits (a machine's number, section 7); without one all are
-- random.
SELECT count(DISTINCT id) AS ids, min(p.node), max(p.node)
FROM (SELECT uuidtime_v8_make('2026-11-21', node => 12345, node_bits => 14) AS id FROM generate_series(1, 1000)) s,
     uuidtime_v8_parse(id, node_bits => 14) p;
-- With nothing left to chance the same fields give the same uuid.
SELECT uuidtime_v8_make('2026-11-21', sequence => 1, node => 2, node_bits => 54),
       uuidtime_v8_make('2026-11-21', time_bits => 64, sequence => 1, sequence_bits => 58);

-- An impossible value is an error with a reason; the node must not be zero (4.5.3).
SELECT f.code, f.message, f.detail, f.hint FROM unnest(ARRAY[
	$$'1969-12-31 23:59:59.999999'$$, $$'infinity'$$, $$'2026-11-21', '-infinity'$$, $$'2026-11-21', time_bits => 50$$,
	$$'294276-12-31', '4714-11-24 BC'$$, $$'2026-11-21', unit => '1 month'$$, $$'2026-11-21', unit => '-1 s'$$,
	$$'2026-11-21', unit => '2147483647 days'$$, $$'2026-11-21', ticks => 0$$,
	$$'2026-11-21', unit => '1 day', ticks => 9223372036854775807$$, $$'2026-11-21', time_bits => 65$$,
	$$'2026-11-21', sequence_bits => 64$$, $$'2026-11-21', node_bits => -1$$,
	$$'2026-11-21', sequence_bits => 40, node_bits => 40$$, $$'2026-11-21', sequence => 256$$, $$'2026-11-21', node => 1$$,
	$$'2026-11-21', node => 0, node_bits => 54$$]) WITH ORDINALITY AS a (arguments, n),
	failure(format('SELECT uuidtime_v8_make(%s)', arguments)) f ORDER BY n;
SELECT f.code, f.message, f.detail
FROM unnest(ARRAY[$$unit => '1 day', time_bits => 64$$, $$'294276-12-31'$$, $$'infinity'$$,
                  $$unit => '1 year'$$, $$sequence_bits => 63$$]) WITH ORDINALITY AS a (arguments, n),
	failure(format('SELECT uuidtime_v8_parse(%L, %s)', 'ffffffff-ffff-8fff-bfff-ffffffffffff', arguments)) f ORDER BY n;

-- Null in, null out; only the node may be null.  Other versions have no such fields.
SELECT uuidtime_v8_make('2026-11-21', sequence => NULL),
       uuidtime_v8_make('2026-11-21', node => NULL) IS NOT NULL AS not_null,
       uuidtime_v8_parse('017f22e2-79b0-7cc3-98c4-dc0c0c07398f'),
       uuidtime_v8_parse('017f22e2-79b0-8cc3-78c4-dc0c0c07398f');

RESET timezone;
RESET datestyle;
