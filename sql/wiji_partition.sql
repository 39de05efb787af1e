SET TimeZone = 'UTC';
SET DateStyle = 'ISO';

-- A table partitioned by the time in its key.
CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), n integer) PARTITION BY RANGE (id);
CREATE TABLE event_2026_09 PARTITION OF event
	FOR VALUES FROM (wiji_lower('2026-09-01 00:00+00')) TO (wiji_lower('2026-10-01 00:00+00'));
CREATE TABLE event_2026_10 PARTITION OF event
	FOR VALUES FROM (wiji_lower('2026-10-01 00:00+00')) TO (wiji_lower('2026-11-01 00:00+00'));
CREATE TABLE event_2026_11 PARTITION OF event
	FOR VALUES FROM (wiji_lower('2026-11-01 00:00+00')) TO (wiji_lower('2026-12-01 00:00+00'));
INSERT INTO event SELECT wiji_generate(timestamptz '2026-09-01 00:00+00' + i * interval '1 hour'), i
FROM generate_series(0, 2183) i;
ANALYZE event;
SELECT tableoid::regclass AS partition, count(*), min(wiji_timestamp(id)) AS first, max(wiji_timestamp(id)) AS last
FROM event GROUP BY 1 ORDER BY 1;
SELECT code, message FROM failure($$INSERT INTO event VALUES (wiji_lower('2026-12-01 00:00+00'))$$);

-- Pruned when the plan is made …
SELECT plan FROM plan($$SELECT n FROM event WHERE wiji_within(id, '[2026-10-05 00:00+00, 2026-10-06 00:00+00)')$$)
WHERE plan ~ 'Removed|Scan on|using';
-- … when it starts, for parameters and for now() …
SET plan_cache_mode = force_generic_plan;
PREPARE of_period (tstzrange) AS SELECT n FROM event WHERE wiji_within(id, $1);
SELECT plan FROM plan($$EXECUTE of_period ('[2026-10-05 00:00+00, 2026-10-06 00:00+00)')$$)
WHERE plan ~ 'Removed|Scan on|using';
DEALLOCATE of_period;
RESET plan_cache_mode;
SELECT plan
FROM plan($$SELECT n FROM event
	WHERE wiji_within(id, tstzrange(now() - interval '100 years', now() - interval '50 years'))$$)
WHERE plan ~ 'Removed|Scan on|using';
-- … and while it runs, for a sub-select that returns a timestamp and for each row of a join.  (One
-- that returns a range does not prune: each of its ends would be a sub-select, and the two might
-- differ.)
CREATE FUNCTION pg_temp.scanned(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE 'EXPLAIN (ANALYZE, COSTS off, TIMING off, SUMMARY off) ' || query;
END $$;
SET enable_hashjoin = off;
SET enable_mergejoin = off;
SET enable_material = off;
SELECT DISTINCT substring(scanned from 'event_[0-9_]+') AS partition, scanned ~ 'never executed' AS never_executed
FROM pg_temp.scanned($$SELECT n FROM event
	WHERE id >= (SELECT timestamptz '2026-10-05 00:00+00' OFFSET 0)
	AND id < (SELECT timestamptz '2026-10-06 00:00+00' OFFSET 0)$$) AS scanned
WHERE scanned ~ 'Scan.* event_' AND scanned !~ 'Bitmap Index' ORDER BY 1;
CREATE TABLE day (period tstzrange);
INSERT INTO day VALUES ('[2026-10-05 00:00+00, 2026-10-06 00:00+00)'), ('[2026-11-05 00:00+00, 2026-11-06 00:00+00)');
ANALYZE day;
SELECT DISTINCT substring(scanned from 'event_[0-9_]+') AS partition, scanned ~ 'never executed' AS never_executed
FROM pg_temp.scanned($$SELECT n FROM day, event WHERE wiji_within(id, period)$$) AS scanned
WHERE scanned ~ 'Scan.* event_' AND scanned !~ 'Bitmap Index' ORDER BY 1;
SELECT count(*) FROM day, event WHERE wiji_within(id, period);
RESET enable_hashjoin;
RESET enable_mergejoin;
RESET enable_material;
DROP TABLE day;

-- Partitions are read in order without a sort.
SELECT plan FROM plan('SELECT id FROM event ORDER BY id') WHERE plan ~ '^ *(Sort|Append|Merge Append)';

-- A table that was filled separately is attached without a scan, if a CHECK constraint has its bounds.
CREATE TABLE event_2026_12 (LIKE event INCLUDING DEFAULTS);
INSERT INTO event_2026_12 SELECT wiji_generate(timestamptz '2026-12-01 00:00+00' + i * interval '1 hour'), i
FROM generate_series(0, 743) i;
ALTER TABLE event_2026_12 ADD PRIMARY KEY (id),
	ADD CONSTRAINT fits CHECK (id >= wiji_lower('2026-12-01 00:00+00') AND id < wiji_lower('2027-01-01 00:00+00'));
SET client_min_messages = debug1;
ALTER TABLE event ATTACH PARTITION event_2026_12
	FOR VALUES FROM (wiji_lower('2026-12-01 00:00+00')) TO (wiji_lower('2027-01-01 00:00+00'));
RESET client_min_messages;
ALTER TABLE event_2026_12 DROP CONSTRAINT fits;
SELECT count(*) FROM event;

-- Retention: detach what is older than two months, then drop it.
ALTER TABLE event DETACH PARTITION event_2026_09;
SELECT count(*), min(wiji_timestamp(id)) AS oldest FROM event;
DROP TABLE event_2026_09;
DROP TABLE event;
