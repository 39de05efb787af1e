-- Many ids of one second are estimated as they are, though a tid62 tells no shorter time.
CREATE FUNCTION estimate(query text) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE plan json;
BEGIN
	EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
	RETURN plan -> 0 -> 'Plan' ->> 'Plan Rows';
END $$;
SET TimeZone = 'UTC';

-- A second with 100 ids among one id a minute: half of them are in each of two histogram bins.
CREATE TABLE event AS SELECT tid62_generate(at) AS id
FROM generate_series(timestamptz '2026-11-01 00:00', '2026-11-07 21:00', '1 minute') at;
INSERT INTO event SELECT tid62_generate('2026-11-04 12:09:30') FROM generate_series(1, 100);
ANALYZE event;
SELECT name, rows, estimate(format('SELECT FROM event WHERE id <@ %L',
                                   period)) BETWEEN rows / 1.2 AND rows * 1.2 AS right
FROM (VALUES ('the second', tstzrange '[2026-11-04 12:09:30,2026-11-04 12:09:31)'),
             ('with an hour before it', '[2026-11-04 11:09:30,2026-11-04 12:09:31)'),
             ('with an hour after it', '[2026-11-04 12:09:30,2026-11-04 13:09:31)')) v (name, period),
     LATERAL (SELECT count(*) AS rows FROM event WHERE tid62_timestamp(id) <@ period) r;
DROP TABLE event;
DROP FUNCTION estimate;
