-- Ids compare as numbers: time first, then sequence, then random bits.
CREATE TEMP TABLE t (n integer, id uid60);
INSERT INTO t SELECT n, number::uid60
FROM (VALUES (1, bigint '0'), (2, 1), (3, 512), (4, 262143), (5, 262144), (6, 4294967296), (7, 11093174944930914),
             (8, 1152921504606846975)) AS v (n, number);

-- All operators agree with the order of n, for every pair.
SELECT count(*) AS pairs,
       bool_and((a.id < b.id) = (a.n < b.n)) AS "<",
       bool_and((a.id <= b.id) = (a.n <= b.n)) AS "<=",
       bool_and((a.id = b.id) = (a.n = b.n)) AS "=",
       bool_and((a.id >= b.id) = (a.n >= b.n)) AS ">=",
       bool_and((a.id > b.id) = (a.n > b.n)) AS ">",
       bool_and((a.id <> b.id) = (a.n <> b.n)) AS "<>",
       bool_and(uid60_cmp(a.id, b.id) = sign(a.n - b.n)) AS uid60_cmp
FROM t a, t b;
SELECT array_agg(n ORDER BY id) AS up, array_agg(n ORDER BY id DESC) AS down FROM t;
SELECT min(id), max(id) FROM t;
SELECT min(id), max(id) FROM t WHERE false;

-- The hashes are the hashes of the numbers.
SELECT bool_and(uid60_hash(id) = hashint8(id::bigint)) AS hash,
       bool_and(uid60_hash_extended(id, 42) = hashint8extended(id::bigint, 42)) AS extended,
       bool_and(uid60_hash_extended(id, 0) & 4294967295 = uid60_hash(id)::bigint & 4294967295) AS agree
FROM t;

-- An index gives the order, finds one id, a list and a range, and knows the ends.
CREATE TEMP TABLE many (id uid60 PRIMARY KEY, n integer);
INSERT INTO many SELECT (i * bigint '262144')::uid60, i FROM generate_series(1, 10000) i;
ANALYZE many;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
EXPLAIN (COSTS off) SELECT * FROM many ORDER BY id;
EXPLAIN (COSTS off) SELECT * FROM many WHERE id = 'AAAAAAAABA';
EXPLAIN (COSTS off) SELECT * FROM many WHERE id = ANY ('{AAAAAAAABA,AAAAAAAACA}');
SELECT n FROM many WHERE id = ANY ('{AAAAAAAABA,AAAAAAAACA}');
SELECT plan FROM plan('SELECT max(id) FROM many') WHERE plan ~ 'Scan';
SELECT min(id), max(id) FROM many;

-- So do a hash index and a BRIN index.
RESET enable_bitmapscan;
SET enable_indexscan = off;
SET enable_indexonlyscan = off;
CREATE TEMP TABLE hashed AS SELECT * FROM many;
CREATE INDEX ON hashed USING hash (id);
SELECT plan FROM plan($$SELECT n FROM hashed WHERE id = 'AAAAAAAABA'$$) WHERE plan ~ 'Index Cond';
SELECT n FROM hashed WHERE id = 'AAAAAAAABA';
CREATE INDEX ON hashed USING brin (id) WITH (pages_per_range = 4);
SELECT plan FROM plan($$SELECT n FROM hashed WHERE id < 'AAAAAAAAKA'$$) WHERE plan ~ 'Index Cond';
SELECT count(*) FROM hashed WHERE id < 'AAAAAAAAKA';
RESET enable_indexscan;
RESET enable_indexonlyscan;

-- Merge and hash join, grouping both ways.
CREATE TEMP TABLE again AS SELECT * FROM many;
ANALYZE again;
SET enable_nestloop = off;
SET enable_hashjoin = off;
SELECT plan FROM plan('SELECT count(*) FROM many JOIN again USING (id)') WHERE plan ~ 'Join';
SELECT count(*) FROM many JOIN again USING (id);
RESET enable_hashjoin;
SET enable_mergejoin = off;
SELECT plan FROM plan('SELECT count(*) FROM many JOIN again USING (id)') WHERE plan ~ 'Join';
SELECT count(*) FROM many JOIN again USING (id);
RESET ALL;

-- Hash partitions are chosen as for bigint.
CREATE TABLE parted (id uid60) PARTITION BY HASH (id);
CREATE TABLE parted_0 PARTITION OF parted FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE parted_1 PARTITION OF parted FOR VALUES WITH (MODULUS 2, REMAINDER 1);
INSERT INTO parted SELECT id FROM many;
CREATE TABLE numbers (number bigint) PARTITION BY HASH (number);
SELECT count(*), bool_and(satisfies_hash_partition('numbers'::regclass, 2, right(tableoid::regclass::text, 1)::integer,
                                                   id::bigint)) AS as_bigint
FROM parted;
DROP TABLE parted, numbers;

-- min and max combine across parallel workers.
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 2;
CREATE TABLE shared (id uid60, n integer);
INSERT INTO shared SELECT * FROM many;
EXPLAIN (COSTS off) SELECT min(id), max(id) FROM shared;
SELECT min(id), max(id) FROM shared;
DROP TABLE shared;
RESET ALL;
