-- What the horizon costs, and the feed by id beside the feed by transactions of docs/recipes.md.
--
--	psql -X -f bench/feed.sql		a database with wiji, the library preloaded, an idle machine
--
-- Every number is beside another of the same run, and is a median of several rounds, in turn.  For
-- what many connections cost, run it with max_connections = 100 and 1000; for the rest of the
-- server's load,
--	pgbench -n -c 8 -j 2 -T 10 -f <(echo "INSERT INTO feed_bench.event DEFAULT VALUES")
-- with the library of before the horizon, and with this one.

\set ON_ERROR_STOP on
\pset footer off
CREATE SCHEMA feed_bench;
SET search_path = feed_bench, public;
SET max_parallel_workers_per_gather = 0;
SET jit = off;
SET synchronous_commit = off;
CREATE TABLE sample (what text, unit text, value double precision);

-- microseconds of a statement, for each of n
CREATE FUNCTION us(statement text, n bigint) RETURNS double precision LANGUAGE plpgsql AS $$
DECLARE
	start timestamptz := clock_timestamp();
BEGIN
	EXECUTE statement;
	RETURN extract(epoch FROM clock_timestamp() - start) * 1e6 / n;
END $$;

-- transactions that make no id, one, or two: what the first costs, and what the second
CREATE PROCEDURE transactions(ids integer, n integer) LANGUAGE plpgsql AS $$
DECLARE
	start timestamptz := clock_timestamp();
BEGIN
	FOR i IN 1..n LOOP
		PERFORM CASE ids WHEN 0 THEN NULL WHEN 1 THEN num_nonnulls(wiji_generate())
			ELSE num_nonnulls(wiji_generate(), wiji_generate()) END;
		COMMIT;
	END LOOP;
	INSERT INTO sample VALUES (format('transaction of %s ids', ids), 'ns', extract(epoch FROM clock_timestamp() - start) * 1e9 / n);
	COMMIT;
END $$;

CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
CREATE TABLE event_tx (id wiji PRIMARY KEY DEFAULT wiji_generate(), tx xid8 NOT NULL DEFAULT pg_current_xact_id(), what text);
CREATE INDEX ON event_tx (tx, id);
CREATE TABLE event_guarded (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
CREATE TRIGGER refuse_foreign_id BEFORE INSERT OR UPDATE ON event_guarded FOR EACH ROW EXECUTE FUNCTION wiji_refuse_foreign_id('id');

CREATE PROCEDURE run(rounds integer) LANGUAGE plpgsql AS $$
DECLARE
	middle wiji;
	middle_tx xid8;
BEGIN
	FOR round IN 1..rounds LOOP
		FOR ids IN 0..2 LOOP
			CALL transactions(ids, 100000);
		END LOOP;
		INSERT INTO sample SELECT 'id in bulk', 'ns', us('SELECT count(wiji_generate()) FROM generate_series(1, 1000000)', 1000000) * 1000;
		COMMIT;
		-- each in a snapshot of its own
		INSERT INTO sample SELECT format('wiji_horizon(), %s connections allowed', current_setting('max_connections')), 'us',
			us('DO ''BEGIN FOR i IN 1..10000 LOOP PERFORM wiji_horizon(); END LOOP; END''', 10000)
			- us('DO ''BEGIN FOR i IN 1..10000 LOOP PERFORM clock_timestamp(); END LOOP; END''', 10000);
		COMMIT;
		INSERT INTO sample SELECT 'INSERT into a feed by id', 'ns', us('INSERT INTO event (what) SELECT ''x'' FROM generate_series(1, 100000)', 100000) * 1000;
		COMMIT;
		INSERT INTO sample SELECT 'INSERT into one with the trigger', 'ns', us('INSERT INTO event_guarded (what) SELECT ''x'' FROM generate_series(1, 100000)', 100000) * 1000;
		COMMIT;
		INSERT INTO sample SELECT 'INSERT into a feed by (tx, id)', 'ns', us('INSERT INTO event_tx (what) SELECT ''x'' FROM generate_series(1, 100000)', 100000) * 1000;
		COMMIT;
		SELECT id INTO middle FROM event ORDER BY id OFFSET 50000 LIMIT 1;
		INSERT INTO sample SELECT 'read 1,000 rows by id', 'us',
			us(format('SELECT * FROM event WHERE id > %L AND id < wiji_horizon() ORDER BY id LIMIT 1000', middle), 1);
		SELECT tx, id INTO middle_tx, middle FROM event_tx ORDER BY tx, id OFFSET 50000 LIMIT 1;
		INSERT INTO sample SELECT 'read 1,000 rows by (tx, id)', 'us',
			us(format('SELECT * FROM event_tx WHERE (tx, id) > (%L::xid8, %L::wiji) AND tx < pg_snapshot_xmin(pg_current_snapshot()) ORDER BY tx, id LIMIT 1000', middle_tx, middle), 1);
		COMMIT;
	END LOOP;
	INSERT INTO sample SELECT 'table and indexes, a row of the feed by id', 'bytes', pg_total_relation_size('event') / (SELECT count(*) FROM event)::float8;
	INSERT INTO sample SELECT 'table and indexes, a row of the feed by (tx, id)', 'bytes', pg_total_relation_size('event_tx') / (SELECT count(*) FROM event_tx)::float8;
END $$;
CALL run(5);

SELECT what, round(percentile_cont(0.5) WITHIN GROUP (ORDER BY value)::numeric, 1) AS median, min(unit) AS unit,
       round(min(value)::numeric, 1) AS min, round(max(value)::numeric, 1) AS max
FROM sample GROUP BY what ORDER BY what;

SET client_min_messages = warning;
DROP SCHEMA feed_bench CASCADE;
