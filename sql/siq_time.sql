-- The time of an id: in ticks of 1/65536 s, cut to the microsecond.
SET timezone = 'UTC';
SELECT siq_timestamp('did:siq:p4ltviuagwaiebd26scugzymup5qh');
SELECT tick, siq_timestamp((lpad(to_hex(tick), 14, '0') || repeat('0', 14))::siq) FROM generate_series(0, 5) tick;
SELECT siq_timestamp(repeat('f', 28)::siq) AS last;

-- It is IMMUTABLE: it may be stored and indexed.
CREATE TEMP TABLE stored (id siq, made timestamptz GENERATED ALWAYS AS (siq_timestamp(id)) STORED);
CREATE INDEX ON stored (siq_timestamp(id));
INSERT INTO stored VALUES ('did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaah');
SELECT made FROM stored;

-- The smallest id not before a moment and the largest not after it.
SELECT at, siq_lower(at)::bytea AS lower, siq_timestamp(siq_lower(at)) AS its_time, siq_upper(at)::bytea AS upper,
       siq_timestamp(siq_upper(at)) AS its_time
FROM (VALUES (timestamptz '1970-01-01'), ('1970-01-01 00:00:00.000001'), ('1970-01-01 00:00:00.000014'),
             ('1970-01-01 00:00:00.000015'), ('1970-01-01 00:00:00.000016'),
             ('1970-01-01 00:00:00.99999'), ('2026-11-21'), ('36812-02-20 00:36:15.999984')) AS v (at);

-- So it is for each microsecond of some ticks, and no id is left out: an id just below the one, or
-- above the other, has an earlier or a later time.
SELECT count(*) AS moments,
       count(*) FILTER (WHERE siq_timestamp(lower) >= at AND siq_timestamp((lower::numeric - 1)::siq) < at) AS lower,
       count(*) FILTER (WHERE siq_timestamp(upper) <= at AND siq_timestamp((upper::numeric + 1)::siq) > at) AS upper,
       count(*) FILTER (WHERE lower < upper) AS with_ids
FROM generate_series(0, 999) us,
     LATERAL (SELECT timestamptz '2026-11-21 02:37:59.9995' + us * interval '1us') AS v (at),
     siq_lower(at) AS lower, siq_upper(at) AS upper;

-- Moments that no id has are error 22008.
SELECT f.* FROM (VALUES
	(1, '1969-12-31 23:59:59.999999+00'), (2, '36812-02-20 00:36:15.999985+00'),
	(3, '-infinity'), (4, 'infinity'), (5, '4714-11-24 00:00:00+00 BC'),
	(6, '294276-12-31 23:59:59.999999+00')) AS v (n, at),
	failure(format('SELECT siq_lower(%L)', at)) f ORDER BY n;
SELECT count(*) FROM (VALUES
	('1969-12-31 23:59:59.999999+00'), ('36812-02-20 00:36:15.999985+00'),
	('-infinity'), ('infinity'), ('4714-11-24 00:00:00+00 BC'), ('294276-12-31 23:59:59.999999+00')) AS v (at),
	failure(format('SELECT siq_lower(%L)', at)) l, failure(format('SELECT siq_upper(%L)', at)) u
WHERE l = u AND l.code = '22008';
SELECT siq_lower(NULL), siq_upper(NULL);

-- Ids around the bounds of some periods: siq_within says exactly what siq_timestamp(id) <@ period
-- does, as a function and as comparisons.
CREATE TEMP TABLE periods (period tstzrange);
INSERT INTO periods
SELECT tstzrange(a, b, bounds)
FROM (VALUES (timestamptz '-infinity'), (NULL), ('1960-01-01'), ('1970-01-01'), ('2026-11-21 02:38:00'),
             ('2026-11-21 02:38:00.000001'),
             ('2026-11-21 02:38:00.000015'), ('2026-11-21 02:38:00.00003'), ('36812-02-20 00:36:15.999984'),
             ('36812-02-20 00:36:15.999985'),
             ('294276-12-31 23:59:59.999999'), ('infinity')) AS x (a),
     (VALUES (timestamptz '-infinity'), (NULL), ('1960-01-01'), ('1970-01-01'), ('2026-11-21 02:38:00'),
             ('2026-11-21 02:38:00.000001'),
             ('2026-11-21 02:38:00.000015'), ('2026-11-21 02:38:00.00003'), ('36812-02-20 00:36:15.999984'),
             ('36812-02-20 00:36:15.999985'),
             ('294276-12-31 23:59:59.999999'), ('infinity')) AS y (b),
     (VALUES ('[]'), ('[)'), ('(]'), ('()')) AS z (bounds)
WHERE a <= b OR a IS NULL OR b IS NULL
UNION SELECT 'empty' UNION SELECT NULL;
CREATE TEMP TABLE ids AS
SELECT DISTINCT greatest(least(near::numeric + step, 5192296858534827628530496329220095), 0)::siq AS id
FROM (VALUES (siq_lower('1970-01-01')), (siq_lower('2026-11-21 02:38:00')), (siq_upper('2026-11-21 02:38:00')),
             (siq_lower('2026-11-21 02:38:00.000015')),
             (siq_upper('2026-11-21 02:38:00.000015')), (siq_upper('2026-11-21 02:38:00.00003')),
             (siq_lower('36812-02-20 00:36:15.999984')),
             (siq_upper('36812-02-20 00:36:15.999984'))) AS v (near),
     generate_series(-1, 1) step;
INSERT INTO ids VALUES (NULL);
SELECT count(*) > 5000 AS many,
       count(*) FILTER (WHERE siq_within(id, period)) > 0 AS some_within,
       count(*) FILTER (WHERE siq_within(id, period) IS DISTINCT FROM siq_timestamp(id) <@ period) AS wrong,
       count(*) FILTER (WHERE (id >= siq_within_lower(period) AND id <= siq_within_upper(period))
                              IS DISTINCT FROM siq_timestamp(id) <@ period) AS wrong_as_comparisons
FROM ids, periods;

-- A period that lies between two ticks has no id.
SELECT siq_within_lower(period) > siq_within_upper(period) AS none
FROM (VALUES (tstzrange('2026-11-21 02:38:00.000016', '2026-11-21 02:38:00.00003'))) AS v (period);

-- The planner sees comparisons: index scans, partition pruning, estimates.
CREATE TABLE events (id siq PRIMARY KEY, n integer) PARTITION BY RANGE (id);
CREATE TABLE events_2025 PARTITION OF events FOR VALUES FROM (siq_lower('2025-01-01')) TO (siq_lower('2026-01-01'));
CREATE TABLE events_2026 PARTITION OF events FOR VALUES FROM (siq_lower('2026-01-01')) TO (siq_lower('2027-01-01'));
INSERT INTO events
SELECT siq_lower(timestamptz '2025-01-01' + i * interval '1 hour'), i FROM generate_series(0, 17519) i;
ANALYZE events;
SELECT regexp_replace(plan, '''did[^'']*''::siq', '…', 'g') AS plan
FROM plan($$SELECT * FROM events WHERE siq_within(id, '[2026-03-01, 2026-03-02)')$$) AS plan;
SELECT count(*), min(n), max(n) FROM events WHERE siq_within(id, '[2026-03-01, 2026-03-02)');
PREPARE q AS SELECT count(*) FROM events WHERE siq_within(id, $1);
SET plan_cache_mode = force_generic_plan;
SELECT plan FROM plan($$EXECUTE q('[2025-03-01, 2025-03-02)')$$) AS plan WHERE plan ~ 'events|Subplans';
EXECUTE q('[2025-03-01, 2025-03-02)');
CREATE FUNCTION estimate(query text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
	RETURN plan #>> '{0,Plan,Plan Rows}';
END $$;
SELECT estimate($$SELECT * FROM events_2026 WHERE siq_within(id, '[2026-03-01, 2026-03-08)')$$)
       BETWEEN 160 AND 176 AS near_168_rows;
DROP FUNCTION estimate;
DROP TABLE events;
RESET ALL;
