-- The planner expects as many rows for a range of IDs as for the same range of bigints.
\set ECHO none
CREATE FUNCTION expected_rows(query text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	plan json;
BEGIN
	EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
	RETURN plan->0->'Plan'->>'Plan Rows';
END $$;

-- Ten thousand IDs, of which later seconds have more, and a null in ten.
CREATE TABLE t (id uid60, number bigint);
INSERT INTO t
SELECT id, id::bigint
FROM generate_series(1, 10000) i,
     LATERAL (SELECT CASE WHEN i % 10 > 0 THEN
                  uid60_lower(timestamptz '2026-11-21 00:00+00' + sqrt(i) * interval '1 minute') END) AS v (id);
ANALYZE t;
\set ECHO all

-- id < x, and so on, and ranges in either order.
CREATE TEMP TABLE bounds AS
SELECT uid60_lower(timestamptz '2026-11-20 23:59+00' + i * interval '313s') AS a,
       uid60_lower(timestamptz '2026-11-21 01:40+00' - i * interval '171s') AS b
FROM generate_series(0, 19) i;
SELECT condition, count(*) AS cases, max(expected_id) > min(expected_id) AS they_vary,
       bool_and(expected_id = expected_number) AS as_bigint
FROM bounds,
     (VALUES (1, '%3$s < %1$L'), (2, '%3$s <= %1$L'), (3, '%3$s >= %1$L'), (4, '%3$s > %1$L'), (5, '%1$L < %3$s'),
             (6, '%3$s >= %1$L AND %3$s < %2$L'), (7, '%3$s <= %2$L AND %3$s > %1$L')) AS c (n, condition),
     LATERAL (SELECT expected_rows('SELECT FROM t WHERE ' || format(condition, a, b, 'id')) AS expected_id,
                     expected_rows('SELECT FROM t WHERE '
                                   || format(condition, a::bigint, b::bigint, 'number')) AS expected_number) AS e
WHERE n < 6 OR a < b
GROUP BY n, condition ORDER BY n;

-- A range that ends before it begins has no rows, so the estimate is one, the planner's minimum.
SELECT count(*) AS cases, max(expected_rows(format('SELECT FROM t WHERE id >= %L AND id < %L', a, b))) AS expected
FROM bounds WHERE a > b;

-- uid60_within is estimated like the range that it is: for half an hour of IDs within a tenth of the
-- true number.
SELECT expected_rows($$SELECT FROM t WHERE uid60_within(id, '[2026-11-21 00:20+00,2026-11-21 00:50+00)')$$)
       BETWEEN 0.9 * n AND 1.1 * n AS close
FROM (SELECT count(*) AS n FROM t WHERE uid60_within(id, '[2026-11-21 00:20+00,2026-11-21 00:50+00)')) s;
DROP TABLE t;
DROP FUNCTION expected_rows;
