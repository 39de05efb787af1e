-- Row-level security does not keep a query from its index: comparisons are leakproof, so they may be
-- evaluated before a policy that is not.
CREATE FUNCTION allowed(n integer) RETURNS boolean LANGUAGE plpgsql STABLE AS $$ BEGIN RETURN n % 2 = 0; END $$;
CREATE TABLE secret (id wiji PRIMARY KEY, n integer);
INSERT INTO secret SELECT wiji_make(i::bigint * 1000000, 0, i), i FROM generate_series(1, 10000) i;
ANALYZE secret;
ALTER TABLE secret ENABLE ROW LEVEL SECURITY;
CREATE POLICY even ON secret USING (allowed(n));
SET client_min_messages = warning;
DROP ROLE IF EXISTS regress_wiji_reader; -- left by an interrupted run
RESET client_min_messages;
CREATE ROLE regress_wiji_reader;
GRANT SELECT ON secret TO regress_wiji_reader;
SET ROLE regress_wiji_reader;
EXPLAIN (COSTS off) SELECT * FROM secret WHERE id = '000000F8ZZZ000040000000000';
EXPLAIN (COSTS off) SELECT * FROM secret WHERE wiji_within(id, '[1970-01-01 01:00+00, 1970-01-01 01:01+00)');
SELECT count(*) FROM secret WHERE wiji_within(id, '[1970-01-01 01:00+00, 1970-01-01 01:01+00)');
EXPLAIN (COSTS off) SELECT * FROM secret WHERE id > '000000F8ZZZ000040000000000' ORDER BY id LIMIT 10;
-- Timestamps of another table.
CREATE TEMP TABLE minute AS SELECT timestamptz '1970-01-01 01:00+00' AS begins,
       timestamptz '1970-01-01 01:01+00' AS ends;
ANALYZE minute;
EXPLAIN (COSTS off) SELECT * FROM minute JOIN secret ON id >= begins AND ends > id;
SELECT count(*) FROM minute JOIN secret ON id >= begins AND ends > id;
-- Ranges whose ends are parameters, or known only when the query runs.
SET plan_cache_mode = force_generic_plan;
PREPARE period(timestamptz, timestamptz) AS SELECT * FROM secret WHERE id <@ tstzrange($1, $2);
EXPLAIN (COSTS off) EXECUTE period(NULL, NULL);
DEALLOCATE period;
RESET plan_cache_mode;
EXPLAIN (COSTS off) SELECT * FROM secret WHERE id <@ tstzrange(now() - interval '1 day', NULL, '[]');
RESET ROLE;
-- The same is true of rows that are changed through a security barrier view.
ALTER TABLE secret DISABLE ROW LEVEL SECURITY;
CREATE VIEW even WITH (security_barrier) AS SELECT * FROM secret WHERE allowed(n);
EXPLAIN (COSTS off) DELETE FROM even USING minute WHERE id >= begins AND ends > id;
DROP VIEW even;
DROP TABLE minute;
DROP TABLE secret;
DROP FUNCTION allowed;
DROP ROLE regress_wiji_reader;
