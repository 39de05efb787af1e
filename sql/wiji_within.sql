SET TimeZone = 'UTC';
SET DateStyle = 'ISO';

-- wiji_within(id, period): whether the ID's timestamp is in that time range.
SELECT wiji_within('06C31QQ30K880007VPPQCVK2KZ', '[2026-11-21 00:00+00, 2026-11-22 00:00+00)') AS that_day,
       wiji_within('06C31QQ30K880007VPPQCVK2KZ', '[2026-11-22 00:00+00, 2026-11-23 00:00+00)') AS the_next;

-- Inclusive and exclusive ends, to the microsecond.
SELECT wiji_within(id, '[2026-11-21 10:00+00, 2026-11-21 11:00+00]') AS "[]",
       wiji_within(id, '[2026-11-21 10:00+00, 2026-11-21 11:00+00)') AS "[)",
       wiji_within(id, '(2026-11-21 10:00+00, 2026-11-21 11:00+00]') AS "(]",
       wiji_within(id, '(2026-11-21 10:00+00, 2026-11-21 11:00+00)') AS "()", what
FROM (VALUES (wiji_upper('2026-11-21 09:59:59.999999+00'), 'the last id before'),
             (wiji_lower('2026-11-21 10:00+00'), 'the first'),
             (wiji_upper('2026-11-21 10:00+00'), 'the last of the first microsecond'),
             (wiji_lower('2026-11-21 10:00:00.000001+00'), 'the first of the second'),
             (wiji_lower('2026-11-21 11:00+00'), 'the first of the end'),
             (wiji_upper('2026-11-21 11:00+00'), 'the last of the end'),
             (wiji_lower('2026-11-21 11:00:00.000001+00'), 'the first after')) AS v (id, what);

-- It is wiji_timestamp(id) <@ period for any ID and any range, even if IDs cannot be in it.  So are
-- the two comparisons that the planner sees.
\set ECHO none
CREATE TEMP TABLE ids AS SELECT id FROM (VALUES
	(wiji '00000000000000040000000000'), (wiji_make(1, 0, 0)), ('06C31QQ30K880007VPPQCVK2KZ'),
	(wiji_make(72057594037927934, 65535, 1)), ('7ZZZZZZZZZZZZZY7ZZZZZZZZZZ'), (NULL)) AS v (id);
CREATE TEMP TABLE times AS SELECT at FROM (VALUES
	(timestamptz '-infinity'), ('4713-01-01 00:00+00 BC'), ('1969-12-31 23:59:59.999999+00'), ('1970-01-01 00:00+00'),
	('1970-01-01 00:00:00.000001+00'),
	('2026-11-21 06:29:27.93069+00'), ('4253-05-31 22:20:37.927934+00'), ('4253-05-31 22:20:37.927935+00'),
	('4253-05-31 22:20:37.927936+00'),
	('294276-12-31 23:59:59.999999+00'), ('infinity'), (NULL)) AS v (at);
CREATE TEMP TABLE periods AS
SELECT DISTINCT tstzrange(a.at, b.at, bounds) AS period
FROM times a, times b, unnest('{[],[),(],()}'::text[]) bounds
WHERE a.at <= b.at OR a.at IS NULL OR b.at IS NULL
UNION ALL VALUES ('empty'::tstzrange), (NULL);
CREATE TEMP TABLE together AS SELECT id, period FROM ids, periods;
\set ECHO all
SELECT count(*) > 1500 AS many, count(*) FILTER (WHERE wiji_within(id, period)) > 100 AS some_within,
       bool_and(wiji_within(id, period) IS NOT DISTINCT FROM (wiji_timestamp(id) <@ period)) AS function,
       bool_and((id >= wiji_within_lower(period) AND id <= wiji_within_upper(period))
                IS NOT DISTINCT FROM (wiji_timestamp(id) <@ period)) AS comparisons FROM together;

-- The ends of a range as IDs.  Beyond the first and the last ID, where wiji_lower is an error, they
-- are these.
SELECT period, wiji_within_lower(period), wiji_within_upper(period)
FROM (VALUES (1, tstzrange '[1970-01-01 00:00:00.000002+00, 1970-01-01 00:00:00.000002+00]'),
             (2, '(1970-01-01 00:00:00.000002+00, 1970-01-01 00:00:00.000004+00)'),
             (3, '(,)'), (4, '[1066-10-14 00:00+00, 5000-01-01 00:00+00]'),
             (5, '[1066-10-14 00:00+00, 1969-01-01 00:00+00]'), (6, 'empty'), (7, NULL)) AS v (n, period) ORDER BY n;
