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

-- Hashes are on disk, in hash indexes and in the choice of a hash partition.
-- These values never change, and are the same on every machine.
SELECT id, wiji_hash(id), wiji_hash_extended(id, 0), wiji_hash_extended(id, 42)
FROM (VALUES (wiji '00000000000000040000000000'), ('000S94VR000002M6NWVVR14D2G'),
             ('7ZZZZZZZZZZZZZY7ZZZZZZZZZZ')) AS v (id);

-- With seed 0 the extended hash agrees with the plain one in its low 32 bits.
SELECT bool_and(wiji_hash_extended(id, 0) & 4294967295 = wiji_hash(id)::bigint & 4294967295) AS agree,
       bool_and(wiji_hash_extended(id, 1) <> wiji_hash_extended(id, 0)) AS seed_matters
FROM (SELECT wiji_generate() AS id FROM generate_series(1, 1000)) g;

-- A hash index finds all rows.
CREATE TEMP TABLE t (id wiji);
INSERT INTO t SELECT wiji_make(i, 0, 0) FROM generate_series(1, 1000) i;
CREATE INDEX ON t USING hash (id);
SET enable_seqscan = off;
EXPLAIN (COSTS off) SELECT * FROM t WHERE id = wiji_make(500, 0, 0);
SELECT wiji_timestamp_us(id) FROM t WHERE id = wiji_make(500, 0, 0);
RESET enable_seqscan;

-- Hash partitions fill evenly with IDs of one session, of many, and of one microsecond: each of 16
-- has its share of 1000, within five standard deviations of a fair draw.
CREATE TABLE parted (id wiji, kind text) PARTITION BY HASH (id);
\set ECHO none
SELECT format('CREATE TABLE parted_%s PARTITION OF parted FOR VALUES WITH (MODULUS 16, REMAINDER %s)', r, r)
FROM generate_series(0, 15) r \gexec
\set ECHO all
\set ECHO none
INSERT INTO parted
SELECT wiji_make(1795228678335935 + i / 40, i % 40, 13754316177915), 'one session, tens of IDs a microsecond'
FROM generate_series(1, 16000) i
UNION ALL
SELECT wiji_make(1795228678335935, i, 13754316177915), 'one session, one microsecond' FROM generate_series(1, 16000) i
UNION ALL
SELECT wiji_make(1795228678335935 + i * bigint '1000000', 0, 13754316177915), 'one session, one ID a second'
FROM generate_series(1, 16000) i
UNION ALL
SELECT wiji_make(1795228678335935, 0, i), 'one timestamp, random bits that count' FROM generate_series(1, 16000) i
UNION ALL
SELECT wiji_make(1795228678335935, 0, i::bigint << 38), 'one timestamp, the highest random bits'
FROM generate_series(0, 15999) i;
\set ECHO all
SELECT kind, count(*) AS partitions, bool_and(abs(n - 1000) < 5 * sqrt(1000 * 15 / 16.0)) AS even
FROM (SELECT kind, tableoid, count(*) AS n FROM parted GROUP BY kind, tableoid) c GROUP BY kind ORDER BY kind;
DROP TABLE parted;
