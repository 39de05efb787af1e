-- A feed by id alone: up to wiji_horizon() a reader misses nothing.  (From PostgreSQL 17 on;
-- before, the library has to be preloaded.  test/isolation/specs/wiji_horizon.spec has transactions
-- that overlap.)

CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text);
CREATE TRIGGER refuse_foreign_id BEFORE INSERT OR UPDATE ON event
FOR EACH ROW EXECUTE FUNCTION wiji_refuse_foreign_id('id');

INSERT INTO event (what) VALUES ('first'), ('second');
SELECT what FROM event WHERE id < wiji_horizon() ORDER BY id;

-- A transaction's own ids are held back, too, until it ends.
BEGIN;
INSERT INTO event (what) VALUES ('third');
SELECT what FROM event WHERE id < wiji_horizon() ORDER BY id;
SELECT pid = pg_backend_pid() AS mine, gid, since <= clock_timestamp() AS since,
       floor <= (SELECT max(id) FROM event) AS below,
       floor = wiji_horizon() AS the_horizon
FROM wiji_horizon_holders();
COMMIT;
SELECT what FROM event WHERE id < wiji_horizon() ORDER BY id;
SELECT count(*) AS holders FROM wiji_horizon_holders();

-- So are the ids of a subtransaction that was rolled back, as others of the transaction may follow.
BEGIN;
SAVEPOINT s;
INSERT INTO event (what) VALUES ('never');
ROLLBACK TO s;
SELECT count(*) AS holders FROM wiji_horizon_holders();
ROLLBACK;
SELECT count(*) AS holders FROM wiji_horizon_holders();

-- One statement, one horizon: for each row, each partition, and in functions that see the
-- statement's snapshot.
CREATE FUNCTION stable_horizon() RETURNS wiji LANGUAGE plpgsql STABLE AS 'BEGIN RETURN wiji_horizon(); END';
CREATE FUNCTION stable_sql_horizon() RETURNS wiji LANGUAGE sql STABLE AS 'SELECT max(wiji_horizon()) FROM event';
SELECT count(DISTINCT h) FROM (
	SELECT wiji_horizon() FROM generate_series(1, 1000)
	UNION ALL SELECT stable_horizon() FROM generate_series(1, 1000)
	UNION ALL SELECT stable_sql_horizon() FROM generate_series(1, 1000)
	UNION ALL SELECT (SELECT wiji_horizon())) s (h);
-- In the next statement it has gone on.
SELECT wiji_horizon() AS one \gset
SELECT wiji_horizon() > :'one' AS later;

-- It is an index condition, and is known when partitions are chosen.
SET enable_seqscan = off;
SET enable_bitmapscan = off;
EXPLAIN (COSTS OFF) SELECT * FROM event WHERE id > wiji_lower('2020-01-01 00:00+00') AND id < wiji_horizon() ORDER BY id
LIMIT 10;
CREATE TABLE parted (id wiji PRIMARY KEY DEFAULT wiji_generate()) PARTITION BY RANGE (id);
CREATE TABLE parted_past PARTITION OF parted FOR VALUES FROM (MINVALUE) TO (wiji_lower('2020-01-01 00:00+00'));
CREATE TABLE parted_now PARTITION OF parted FOR
VALUES FROM (wiji_lower('2020-01-01 00:00+00')) TO (wiji_lower('2200-01-01 00:00+00'));
CREATE TABLE parted_future PARTITION OF parted FOR VALUES FROM (wiji_lower('2200-01-01 00:00+00')) TO (MAXVALUE);
EXPLAIN (COSTS OFF) SELECT * FROM parted WHERE id < wiji_horizon() ORDER BY id;
PREPARE feed (wiji) AS SELECT what FROM event WHERE id > $1 AND id < wiji_horizon() ORDER BY id LIMIT 2;
SET plan_cache_mode = force_generic_plan;
EXECUTE feed (wiji_lower('2020-01-01 00:00+00'));
RESET plan_cache_mode;
RESET enable_seqscan;
RESET enable_bitmapscan;

-- In each isolation level, in cursors, in PL/pgSQL.
BEGIN ISOLATION LEVEL REPEATABLE READ;
SELECT count(*) FROM event WHERE id < wiji_horizon();
DECLARE c CURSOR WITH HOLD FOR SELECT what FROM event WHERE id < wiji_horizon() ORDER BY id;
FETCH 2 FROM c;
COMMIT;
FETCH ALL FROM c;
CLOSE c;
BEGIN ISOLATION LEVEL SERIALIZABLE READ ONLY DEFERRABLE;
SELECT count(*) FROM event WHERE id < wiji_horizon();
COMMIT;
DO $$
DECLARE
	position wiji := wiji_lower('2020-01-01 00:00+00');
	e event;
BEGIN
	-- each INSERT is a transaction of its own, and is read by the statement after it
	FOR i IN 1..3 LOOP
		INSERT INTO event (what) VALUES ('of a procedure');
		COMMIT;
		FOR e IN SELECT * FROM event WHERE id > position AND id < wiji_horizon() ORDER BY id LOOP
			position := e.id;
			RAISE NOTICE '%', e.what;
		END LOOP;
	END LOOP;
END $$;

-- Ids that horizons know nothing of: from elsewhere, of another time, of an earlier transaction.
SELECT set_config('feed.early', wiji_generate()::text, false) IS NOT NULL AS made;
DO $$
DECLARE
	source text;
	refused_table text;
	refused_column text;
BEGIN
	FOREACH source IN ARRAY array['wiji_generate(now() - interval ''1 hour'')',
	                              'wiji_generate(now() + interval ''1 hour'')',
		'wiji_make(0, 0, 0)', 'current_setting(''feed.early'')::wiji', 'wiji_generate()', 'NULL'] LOOP
		BEGIN
			EXECUTE format('INSERT INTO event VALUES (%s)', source);
			RAISE NOTICE '% is taken', source;
		EXCEPTION WHEN check_violation THEN
			GET STACKED DIAGNOSTICS refused_table = TABLE_NAME, refused_column = COLUMN_NAME;
			RAISE NOTICE '% is refused for %.%', source, refused_table, refused_column;
		WHEN not_null_violation THEN
			RAISE NOTICE '% is not refused', source;
		END;
	END LOOP;
END $$;
INSERT INTO event VALUES (wiji_make(0, 0, 0), 'old');
COPY event FROM stdin;
06C397NZXAT000040000000000	copied
\.
-- An update may leave the id as it is, or give a new one.
UPDATE event SET what = 'FIRST' WHERE what = 'first';
UPDATE event SET id = wiji_make(0, 0, 0) WHERE what = 'FIRST';
UPDATE event SET id = DEFAULT WHERE what = 'FIRST' RETURNING what;
-- Other generators of the session count.
SELECT wiji_factory() AS factory \gset
INSERT INTO event VALUES (wiji_factory_generate(:factory), 'factory');
INSERT INTO event VALUES (wiji_text()::wiji, 'text'), (wiji_uuid()::wiji, 'uuid');

-- The first id of a transaction holds the horizon, whichever generator makes the next one.
BEGIN;
INSERT INTO event (what) VALUES ('by the session');
INSERT INTO event VALUES (wiji_factory_generate(:factory), 'by the factory');
SELECT count(*) AS told FROM event WHERE what ~ '^by the' AND id < wiji_horizon();
-- In a transaction that makes ids, too, an id of another moment is refused.
SELECT f.code
FROM unnest(array['wiji_generate(now() + interval ''1 hour'')', 'current_setting(''feed.early'')::wiji']) source,
     failure(format('INSERT INTO event VALUES (%s)', source)) f;
ROLLBACK;

-- The trigger has to fit.
CREATE TABLE odd (id wiji, n integer, d uuid);
CREATE DOMAIN event_id AS wiji;
ALTER TABLE odd ADD e event_id;
SELECT t.*, f.code, f.message, f.detail, f.hint
FROM (VALUES
	('BEFORE INSERT', 'ROW', ''),
	('BEFORE INSERT', 'ROW', $$'missing'$$),
	('BEFORE INSERT', 'ROW', $$'ctid'$$),
	('BEFORE INSERT', 'ROW', $$'n'$$),
	('BEFORE INSERT', 'STATEMENT', $$'id'$$),
	('BEFORE DELETE', 'ROW', $$'id'$$)) t (time, each, argument),
	failure(format($$
		CREATE TRIGGER t %s ON odd FOR EACH %s EXECUTE FUNCTION wiji_refuse_foreign_id(%s);
		INSERT INTO odd DEFAULT VALUES;
		DELETE FROM odd$$, t.time, t.each, t.argument)) f;
CREATE TRIGGER t AFTER INSERT ON odd FOR EACH ROW EXECUTE FUNCTION wiji_refuse_foreign_id('e');
INSERT INTO odd (e) VALUES (wiji_make(0, 0, 0));
INSERT INTO odd (e) VALUES (wiji_generate());
SELECT wiji_refuse_foreign_id();
-- A generated column is computed after the trigger, which would see nothing to refuse.
CREATE TABLE computed (source text, id wiji GENERATED ALWAYS AS (source::wiji) STORED);
CREATE TRIGGER t BEFORE INSERT ON computed
FOR EACH ROW EXECUTE FUNCTION wiji_refuse_foreign_id('id');
INSERT INTO computed VALUES ('06C397NZXAT000040000000000');

-- Workers of a parallel query would have a horizon each, so a function that lends it to them is
-- refused.
CREATE FUNCTION lent_horizon() RETURNS wiji LANGUAGE plpgsql STABLE PARALLEL SAFE AS 'BEGIN RETURN wiji_horizon(); END';
SET debug_parallel_query = on;
\set VERBOSITY sqlstate
SELECT lent_horizon();
\set VERBOSITY default
RESET debug_parallel_query;
DROP FUNCTION lent_horizon;

DROP TABLE event, parted, odd, computed;
DROP DOMAIN event_id;
DROP FUNCTION stable_horizon, stable_sql_horizon;
