-- GIN works on arrays of wiji as it is.
CREATE TABLE t (n integer, tags wiji[]);
INSERT INTO t SELECT i, ARRAY[wiji_make(i % 10, 0, 0), wiji_make(i % 100, 0, 0), wiji_make(i, 0, 0)]
FROM generate_series(1, 10000) i;
CREATE INDEX ON t USING gin (tags);
SET enable_seqscan = off;
EXPLAIN (COSTS off) SELECT n FROM t WHERE tags @> ARRAY[wiji_make(5000, 0, 0)];
SELECT n FROM t WHERE tags @> ARRAY[wiji_make(5000, 0, 0)];
SELECT count(*) FROM t WHERE tags @> ARRAY[wiji_make(3, 0, 0), wiji_make(43, 0, 0)];
SELECT count(*) FROM t WHERE tags && ARRAY[wiji_make(9999, 0, 0), wiji_make(9998, 0, 0)];
SELECT n FROM t WHERE tags <@ ARRAY[wiji_make(7, 0, 0)];
RESET enable_seqscan;
DROP TABLE t;
