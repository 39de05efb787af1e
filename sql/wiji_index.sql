-- Indexes are sound after random inserts, updates, deletes and vacuums, including pages that were
-- split and emptied.
CREATE EXTENSION amcheck;
\set ECHO none
CREATE TABLE t (id wiji PRIMARY KEY, parent wiji, n integer) WITH (autovacuum_enabled = off, fillfactor = 70);
CREATE INDEX t_parent ON t (parent);
CREATE INDEX t_parent_id ON t (parent DESC, id) INCLUDE (n);
CREATE INDEX t_hash ON t USING hash (id);
DO $$
BEGIN
	FOR round IN 1..5 LOOP
		INSERT INTO t
		SELECT wiji_make(1795228678335935 + hashint8extended(i, round) % 1000000, (hashint8(i) & 65535),
		                 hashint8extended(i, 7) & 4503599627370495),
		       wiji_make(1795228678335935, (i % 10), 1), i
		FROM generate_series(1, 4000) i ON CONFLICT DO NOTHING;
		UPDATE t SET id = wiji_make(wiji_timestamp_us(id) + round, wiji_sequence(id), n) WHERE n % 7 = round;
		DELETE FROM t WHERE n % 5 = round - 1;
	END LOOP;
END $$;
VACUUM t;
INSERT INTO t SELECT wiji_make(1795228678335935 + i, 0, 2), wiji_make(1795228678335935, 3, 1), i
FROM generate_series(1, 10000) i;
\set ECHO all
VACUUM ANALYZE t;
SELECT c.relname, bt_index_parent_check(c.oid, heapallindexed => true, rootdescend => true)
FROM pg_index i JOIN pg_class c ON c.oid = indexrelid JOIN pg_am a ON a.oid = relam
WHERE indrelid = 't'::regclass AND amname = 'btree' ORDER BY 1;
SELECT count(*) FROM verify_heapam('t');

-- An index-only scan answers.
EXPLAIN (COSTS off) SELECT id FROM t WHERE id > '06C31QQ30K880007VPPQCVK2KZ' ORDER BY id LIMIT 10;

-- A foreign key's index over many duplicates is as small as one over uuid: btree deduplicates both.
CREATE TABLE size (a wiji, b uuid);
INSERT INTO size SELECT w, w::uuid
FROM (SELECT wiji_make(1795228678335935, i / 100, 5) AS w FROM generate_series(1, 20000) i) s;
CREATE INDEX size_a ON size (a);
CREATE INDEX size_b ON size (b);
SELECT pg_relation_size('size_a') = pg_relation_size('size_b') AS as_small,
       pg_relation_size('size_a') < 20000 * 16 AS smaller_than_its_keys;
SELECT bt_index_parent_check('size_a', heapallindexed => true, rootdescend => true);
DROP TABLE t, size;
DROP EXTENSION amcheck;
