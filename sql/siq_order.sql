-- Ids compare byte by byte: time first, then shard, domain, serial and qualifier.
CREATE TEMP TABLE t (n integer, id siq);
INSERT INTO t VALUES
	(1, '0000000000000000000000000000'),
	(2, '000000000000010000000000001f'),
	(3, '0000000000000100000000000020'),
	(4, '0000000000000100000000010000'),
	(5, '00000000000001000000ffff0000'),
	(6, '0000000000000101000000000000'),
	(7, '0000000000000200000000000000'),
	(8, '8000000000000000000000000000'),
	(9, 'ffffffffffffffffffffffffffff');

-- All operators agree with the order of n, for every pair.
SELECT count(*) AS pairs,
       bool_and((a.id < b.id) = (a.n < b.n)) AS "<",
       bool_and((a.id <= b.id) = (a.n <= b.n)) AS "<=",
       bool_and((a.id = b.id) = (a.n = b.n)) AS "=",
       bool_and((a.id >= b.id) = (a.n >= b.n)) AS ">=",
       bool_and((a.id > b.id) = (a.n > b.n)) AS ">",
       bool_and((a.id <> b.id) = (a.n <> b.n)) AS "<>",
       bool_and(siq_cmp(a.id, b.id) = sign(a.n - b.n)) AS siq_cmp
FROM t a, t b;
SELECT array_agg(n ORDER BY id) AS up, array_agg(n ORDER BY id DESC) AS down FROM t;
SELECT min(id), max(id) FROM t;
SELECT min(id), max(id) FROM t WHERE false;

-- Sorting by abbreviated keys gives the same, with one domain, with many, and where the keys are at
-- their end.
CREATE TEMP TABLE many AS
SELECT i, (to_hex((timestamps + i / 40)::bit(56)::bigint) || lpad(to_hex(i % shards), 2, '0')
           || lpad(to_hex((i * bigint '2654435761') % domains), 8, '0') ||
       lpad(to_hex((i * 7919) % 65536), 4, '0')) AS hex, kind
FROM (VALUES ('one domain', bigint '117652106835433', 1, 1), ('two domains', 117652106835433, 2, 2),
             ('many domains', 117652106835433, 256, 4294967295),
             ('around the year 2242', 562949953421312 - 250, 3, 3)) AS v (kind, timestamps, shards, domains),
     generate_series(1, 20000) i;
CREATE TEMP TABLE sorted AS
SELECT kind, row_number() OVER (PARTITION BY kind ORDER BY id)
             = row_number() OVER (PARTITION BY kind ORDER BY id::numeric) AS same
FROM (SELECT kind, lpad(hex, 28, '0')::siq AS id FROM many) m;
SELECT kind, count(*), bool_and(same) AS same FROM sorted GROUP BY kind ORDER BY kind;
DROP TABLE sorted;

-- An index gives the order, finds one id, a list and a range, and knows the ends.
CREATE TEMP TABLE ids (id siq PRIMARY KEY);
INSERT INTO ids SELECT DISTINCT lpad(hex, 28, '0')::siq FROM many WHERE kind = 'one domain';
ANALYZE ids;
SET enable_seqscan = off;
SET enable_bitmapscan = off;
EXPLAIN (COSTS off) SELECT * FROM ids ORDER BY id;
EXPLAIN (COSTS off) SELECT * FROM ids WHERE id = 'did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaah';
EXPLAIN (COSTS off) SELECT * FROM ids
WHERE id = ANY ('{did:siq:iuxvojaaf4c6s6aaaaaaaaaaaaaah,did:siq:p4ltviuagwaiebd26scugzymup5qh}');
SELECT plan FROM plan('SELECT max(id) FROM ids') AS plan WHERE plan ~ 'Scan';
SELECT (SELECT min(id) FROM ids) = (SELECT id FROM ids ORDER BY id LIMIT 1) AS min,
       (SELECT max(id) FROM ids) = (SELECT id FROM ids ORDER BY id DESC LIMIT 1) AS max;
RESET enable_seqscan;
RESET enable_bitmapscan;

-- Merge and hash join.
CREATE TEMP TABLE again AS SELECT * FROM ids;
ANALYZE again;
SET enable_nestloop = off;
SET enable_hashjoin = off;
SELECT plan FROM plan('SELECT count(*) FROM ids JOIN again USING (id)') AS plan WHERE plan ~ 'Join';
SELECT count(*) FROM ids JOIN again USING (id);
RESET enable_hashjoin;
SET enable_mergejoin = off;
SELECT plan FROM plan('SELECT count(*) FROM ids JOIN again USING (id)') AS plan WHERE plan ~ 'Join';
SELECT count(*) FROM ids JOIN again USING (id);
RESET enable_mergejoin;
RESET enable_nestloop;

-- BRIN finds a range.
CREATE TEMP TABLE log AS SELECT id FROM ids ORDER BY id;
CREATE INDEX ON log USING brin (id);
SET enable_seqscan = off;
SELECT plan FROM plan($$SELECT count(*) FROM log WHERE id > 'did:siq:p4ltviuagwaiebd26scugzymup5qh'$$) AS plan
WHERE plan ~ 'Bitmap Index Scan';
SELECT count(*) = (SELECT count(*) FROM ids WHERE id > 'did:siq:p4ltviuagwaiebd26scugzymup5qh') AS same FROM log
WHERE id > 'did:siq:p4ltviuagwaiebd26scugzymup5qh';
RESET enable_seqscan;

-- Hashes are on disk, in hash indexes and in the choice of a hash partition.
-- These values hold for ever and on every machine.
SELECT id, siq_hash(id), siq_hash_extended(id, 0), siq_hash_extended(id, 42)
FROM (VALUES (siq '0000000000000000000000000000'), ('did:siq:p4ltviuagwaiebd26scugzymup5qh'),
             ('ffffffffffffffffffffffffffff')) AS v (id);
SELECT bool_and(siq_hash_extended(id, 0) & 4294967295 = siq_hash(id)::bigint & 4294967295) AS agree,
       bool_and(siq_hash_extended(id, 1) <> siq_hash_extended(id, 0)) AS seed_matters FROM ids;
CREATE INDEX ON log USING hash (id);
SET enable_seqscan = off;
SELECT plan FROM plan($$SELECT * FROM log WHERE id = 'did:siq:p4ltviuagwaiebd26scugzymup5qh'$$) AS plan
WHERE plan ~ 'hash|log_id_idx1';
RESET enable_seqscan;

-- Hash partitions fill evenly with ids of one tick after the other: none of 16 differs from its
-- share by more than five standard deviations.
CREATE TABLE parted (id siq) PARTITION BY HASH (id);
\set ECHO none
SELECT format('CREATE TABLE parted_%s PARTITION OF parted FOR VALUES WITH (MODULUS 16, REMAINDER %s)', r, r)
FROM generate_series(0, 15) r \gexec
\set ECHO all
INSERT INTO parted
SELECT ((117652106835433 + i / 40) * numeric '72057594037927936' + 2261653831 * 65536 + i % 40 * 32)::siq
FROM generate_series(1, 16000) i;
SELECT count(*) AS partitions, bool_and(abs(n - 1000) < 5 * sqrt(1000 * 15 / 16.0)) AS even
FROM (SELECT tableoid, count(*) AS n FROM parted GROUP BY tableoid) c;
DROP TABLE parted;
