-- A range of times is estimated by the column's histogram.  That the version is checked, too, does not
-- change the estimate.
CREATE TABLE event AS
SELECT uuidtime_v7_lower('2026-11-01 00:00Z'::timestamptz + interval '1 min' * n) AS id FROM generate_series(1, 28800) n;
ANALYZE event;
CREATE FUNCTION estimate(condition text, OUT rows bigint, OUT estimated_within_a_tenth boolean) LANGUAGE plpgsql AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE 'EXPLAIN (FORMAT json) SELECT FROM event WHERE ' || condition INTO plan;
	EXECUTE 'SELECT count(*) FROM event WHERE ' || condition INTO rows;
	estimated_within_a_tenth := (plan -> 0 -> 'Plan' ->> 'Plan Rows')::bigint BETWEEN rows * 0.9 AND rows * 1.1;
END $$;
SELECT range, e.* FROM (VALUES
	('[2026-11-02 00:00Z,2026-11-03 00:00Z)'), ('[2026-11-05 00:00Z,2026-11-12 00:00Z)'), ('[2026-11-15 00:00Z,)')) v (range),
	estimate(format('uuidtime_v7_within(id, %L)', range)) e;
DROP FUNCTION estimate;
DROP TABLE event;
