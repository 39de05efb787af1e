-- The draft's version 7 of any precision, and the fields of version 6.
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
