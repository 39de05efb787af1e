-- Hashes are on disk, in hash indexes and in the choice of a hash partition.
-- These values hold for ever and on every machine.
SELECT id, tid62_hash(id), tid62_hash_extended(id, 0), tid62_hash_extended(id, 42)
FROM (VALUES (tid62 '00000000000000000'), ('04XVaYIDfO3SmYAds'), ('1f2SI9UJPXvb7vdJ1')) AS v (id);

-- With seed 0 the extended hash agrees with the plain one in its low 32 bits.
SELECT bool_and(tid62_hash_extended(id, 0) & 4294967295 = tid62_hash(id)::bigint & 4294967295) AS agree,
       bool_and(tid62_hash_extended(id, 1) <> tid62_hash_extended(id, 0)) AS seed_matters
FROM (SELECT tid62_generate() AS id FROM generate_series(1, 1000)) g;

-- A hash index finds all that is there.
CREATE TEMP TABLE t (id tid62, n integer);
INSERT INTO t SELECT tid62_lower(timestamptz '2026-11-21 00:00+00' + i * interval '1s'), i
FROM generate_series(1, 1000) i;
CREATE INDEX ON t USING hash (id);
SET enable_seqscan = off;
SELECT plan FROM plan($$SELECT * FROM t WHERE id = tid62_lower('2026-11-21 00:08:20+00')$$) WHERE plan ~ 'Scan';
SELECT n FROM t WHERE id = tid62_lower('2026-11-21 00:08:20+00');
RESET enable_seqscan;

-- Hash partitions fill evenly with ids that differ in any of their parts:
-- none of 16 differs from its share of 1000 by more than a fair draw would, five standard
-- deviations.
CREATE TABLE parted (id tid62, kind text) PARTITION BY HASH (id);
\set ECHO none
SELECT format('CREATE TABLE parted_%s PARTITION OF parted FOR VALUES WITH (MODULUS 16, REMAINDER %s)', r, r)
FROM generate_series(0, 15) r \gexec
\set ECHO all
INSERT INTO parted
SELECT decode(lpad(to_hex(i), 8, '0') || '0123456789abcdef', 'hex')::tid62, 'seconds that count'
FROM generate_series(1, 16000) i
UNION ALL
SELECT decode('0b47ddc0' || lpad(to_hex(i), 8, '0') || '01234567', 'hex')::tid62, 'the higher random bits'
FROM generate_series(1, 16000) i
UNION ALL
SELECT decode('0b47ddc0' || lpad(to_hex(i), 16, '0'), 'hex')::tid62, 'the lower random bits'
FROM generate_series(1, 16000) i;
SELECT kind, count(*) AS partitions, bool_and(abs(n - 1000) < 5 * sqrt(1000 * 15 / 16.0)) AS even
FROM (SELECT kind, tableoid, count(*) AS n FROM parted GROUP BY kind, tableoid) c GROUP BY kind ORDER BY kind;
DROP TABLE parted;
