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
