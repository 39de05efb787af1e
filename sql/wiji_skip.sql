-- PostgreSQL 18 uses an index without a condition on its first column: it skips from one ID to the
-- next.
CREATE TEMP TABLE t (id wiji, n integer);
INSERT INTO t SELECT wiji_make(1000 + i % 5, i % 5, 4503599627370495 * (i % 2)), i / 5 FROM generate_series(0, 99999) i;
-- and at both ends of the type, where an ID does not have a next or previous one
INSERT INTO t SELECT id, 77
FROM (VALUES (wiji '00000000000000040000000000'), ('7ZZZZZZZZZZZZZY7ZZZZZZZZZZ'), ('0000000000000007ZZZZZZZZZZ'),
             (NULL)) AS v (id);
CREATE INDEX ON t (id, n);
VACUUM ANALYZE t;
SET enable_seqscan = off;
SET enable_bitmapscan = off;

EXPLAIN (COSTS off) SELECT id FROM t WHERE n = 77;
SELECT id FROM t WHERE n = 77;
EXPLAIN (COSTS off) SELECT id FROM t WHERE n = 77 ORDER BY id DESC;
SELECT id FROM t WHERE n = 77 ORDER BY id DESC;
SELECT id, n FROM t WHERE id < '7ZZZZZZZZZZZZZY7ZZZZZZZZZZ' AND n = 77 ORDER BY id DESC LIMIT 3;
SELECT id, n FROM t WHERE id > '00000000000000040000000000' AND n = 77 ORDER BY id LIMIT 3;

-- A timestamp after all IDs, as a parameter: all IDs are found.
SET plan_cache_mode = force_generic_plan;
PREPARE until (timestamptz) AS SELECT id, n FROM t WHERE id < $1 AND n = 77 ORDER BY id DESC LIMIT 3;
EXPLAIN (COSTS off) EXECUTE until ('infinity');
EXECUTE until ('infinity');
EXECUTE until ('4253-05-31 22:20:37.927935+00');
RESET plan_cache_mode;

RESET enable_seqscan;
RESET enable_bitmapscan;
