-- Plans for a feed: the horizon is an index condition, prunes partitions, and leaves the rest to
-- parallel workers.
CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
SELECT wiji_create_feed('event') \g /dev/null
INSERT INTO event (what) VALUES ('first'), ('second'), ('third');
SET enable_seqscan = off;
SET enable_bitmapscan = off;
PREPARE poll (wiji) AS SELECT what FROM event WHERE id > $1 AND id < wiji_horizon('event') ORDER BY id LIMIT 2;
SET plan_cache_mode = force_generic_plan;
SELECT conditions(query) FROM unnest(ARRAY[$$SELECT * FROM event
	WHERE id > wiji_lower('2020-01-01 00:00+00') AND id < wiji_horizon('event') ORDER BY id LIMIT 1000$$,
	$$EXECUTE poll ('00000000000000040000000000')$$]) query;
EXECUTE poll ('00000000000000040000000000');
INSERT INTO event (what) VALUES ('fourth');
SELECT id AS position FROM event WHERE what = 'second' \gset
EXECUTE poll (:'position');
RESET plan_cache_mode;

-- Partitions are pruned when the query starts.
CREATE TABLE parted (id wiji PRIMARY KEY DEFAULT wiji_generate()) PARTITION BY RANGE (id);
CREATE TABLE parted_past PARTITION OF parted FOR VALUES FROM (MINVALUE) TO (wiji_lower('2020-01-01 00:00+00'));
CREATE TABLE parted_now PARTITION OF parted
FOR VALUES FROM (wiji_lower('2020-01-01 00:00+00')) TO (wiji_lower('2200-01-01 00:00+00'));
CREATE TABLE parted_future PARTITION OF parted FOR VALUES FROM (wiji_lower('2200-01-01 00:00+00')) TO (MAXVALUE);
SELECT wiji_create_feed('parted') \g /dev/null
INSERT INTO parted DEFAULT VALUES;
SELECT plan($$SELECT * FROM parted
WHERE id > '05KC4C3YJ00000040000000000' AND id < wiji_horizon('parted') ORDER BY id$$);
SELECT count(*) FROM parted WHERE id > '05KC4C3YJ00000040000000000' AND id < wiji_horizon('parted');
DROP TABLE parted;
RESET enable_seqscan;
RESET enable_bitmapscan;

-- Only the leader determines a horizon.  As a subquery it lets workers do the rest.
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET enable_indexscan = off;
SET enable_bitmapscan = off;
SELECT horizon, count(*) FILTER (WHERE plan ~ 'Parallel') AS parallel_scans
FROM unnest('{wiji_horizon(''event''),(SELECT wiji_horizon(''event''))}'::text[]) horizon,
	plan('SELECT count(*) FROM event WHERE id < ' || horizon) plan GROUP BY horizon ORDER BY horizon;
SELECT count(*) FROM event WHERE id < (SELECT wiji_horizon('event'));
-- It may be the first use of the feed, even in a parallel plan.
SELECT wiji_create_feed('event') \g /dev/null
SELECT count(*) FROM event WHERE id < (SELECT wiji_horizon('event'));
CREATE FUNCTION lent_horizon() RETURNS uuid LANGUAGE plpgsql STABLE PARALLEL SAFE AS
$$BEGIN RETURN wiji_horizon('event'); END$$;
SET parallel_leader_participation = off;
SELECT code, message, hint FROM failure('SELECT count(*) FROM event WHERE id < lent_horizon()');
DROP FUNCTION lent_horizon;
RESET parallel_leader_participation;
RESET enable_indexscan;
RESET enable_bitmapscan;
RESET parallel_setup_cost;
RESET parallel_tuple_cost;
RESET min_parallel_table_scan_size;
DROP TABLE event;
