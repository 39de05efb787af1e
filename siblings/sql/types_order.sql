-- Order, indexes, joins, sorting and hashing: what is the same for each type.

-- IDs in their order; each part of a layout decides once.
\set ECHO none
CREATE TABLE ordered (type text, n integer, bytes bytea, PRIMARY KEY (type, n));
INSERT INTO ordered SELECT type, n, decode(hex, 'hex') FROM (VALUES
	-- time, sequence, random bits
	('wiji', '{00000000000000000010000000000000,00000000000001000010000000000000,00000000000001000010000000000001,
	           00000000000001000110000000000000,0000000000000100ff1fffffffffffff,00000000000001010010000000000000,
	           80000000000000000010000000000000,ffffffffffffffffff1fffffffffffff}'::text[]),
	-- time, shard, domain, serial, qualifier
	('siq', '{0000000000000000000000000000,000000000000010000000000001f,0000000000000100000000000020,
	          0000000000000100000000010000,00000000000001000000ffff0000,0000000000000101000000000000,
	          0000000000000200000000000000,8000000000000000000000000000,ffffffffffffffffffffffffffff}'),
	-- time, random bits
	('tid62', '{000000000000000000000000,000000010000000000000000,000000010000000000000001,0000000100000000ffffffff,
	            000000010000000100000000,00000001ffffffffffffffff,000000020000000000000000,000001000000000000000000,
	            800000000000000000000000,ffffffffffffffffffffffff}'),
	-- time, sequence, random bits
	('uid60', '{0000000000000000,0000000000000001,0000000000000200,000000000003ffff,0000000000040000,0000000100000000,
	            0027692f10061c62,0fffffffffffffff}')) AS v (type, list), unnest(list) WITH ORDINALITY AS i (hex, n);
\set ECHO all

-- The operators agree with n for each pair.
SELECT * FROM each_type($$
	WITH ids AS (SELECT n, bytes::TYPE AS id FROM ordered WHERE type = 'TYPE')
	SELECT a.id AS a, b.id AS b FROM ids a, ids b
	WHERE (a.id < b.id, a.id <= b.id, a.id = b.id, a.id >= b.id, a.id > b.id, a.id <> b.id, TYPE_cmp(a.id, b.id))
	      <> (a.n < b.n, a.n <= b.n, a.n = b.n, a.n >= b.n, a.n > b.n, a.n <> b.n, sign(a.n - b.n)::integer)$$);
SELECT * FROM each_type($$
	WITH ids AS (SELECT n, bytes::TYPE AS id FROM ordered WHERE type = 'TYPE' UNION ALL SELECT NULL, NULL)
	SELECT array_agg(n ORDER BY id) AS up, array_agg(n ORDER BY id DESC) AS down, min(id), max(id) FROM ids$$);
SELECT * FROM each_type('SELECT min(id), max(id) FROM (SELECT NULL::TYPE AS id) s');

-- Sorts by abbreviated keys give the order of the bytes: for IDs of few seconds, of one, of a domain or
-- of many, for IDs whose keys tie, and for siqs at the end of their keys in 2242.
\set ECHO none
CREATE FUNCTION hex(number bigint, length integer) RETURNS text IMMUTABLE RETURN lpad(to_hex(number), length, '0');
CREATE FUNCTION steps_down(type text, hex text) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('
		SELECT count(*) FROM (SELECT id::bytea < lag(id::bytea) OVER (ORDER BY id) AS down
		                      FROM (SELECT decode(%s, ''hex'')::%s AS id FROM generate_series(1, 20000) i) ids) s
		WHERE down', hex, type) INTO hex;
	RETURN hex;
END $$;
\set ECHO all
SELECT kind, steps_down(type, hex) FROM (VALUES
	('tid62', 'few seconds', 'hex(i / 1000, 8) || md5(i::text)::char(16)'),
	('tid62', 'one second', 'hex(7, 8) || md5(i::text)::char(16)'),
	('tid62', 'ties', 'hex(7, 16) || md5(i::text)::char(8)'),
	('siq', 'one domain', 'hex(117652106835433 + i / 40, 14) || hex(0, 10) || hex(i * 7919 % 65536, 4)'),
	('siq', 'two domains', 'hex(117652106835433 + i / 40, 14) || hex(i % 2, 10) || hex(i * 7919 % 65536, 4)'),
	('siq', 'many domains', 'hex(117652106835433 + i / 40, 14) || md5(i::text)::char(14)'),
	('siq', 'the year 2242', 'hex(562949953421062 + i / 40, 14) || hex(i % 3, 10) || hex(i * 7919 % 65536, 4)')
) AS v (type, kind, hex);
DROP FUNCTION steps_down;

-- Indexes, joins, grouping, parallel aggregation: with some settings the plan has what is expected,
-- and with any plan the answer is the same.
\set ECHO none
CREATE FUNCTION same_answer(type text, settings text[], expected text, query text, OUT planned boolean,
	OUT same boolean)
LANGUAGE plpgsql AS $$
DECLARE
	setting text;
	other record;
	answer record;
BEGIN
	query := replace(query, 'TYPE', type);
	EXECUTE query INTO other;
	FOREACH setting IN ARRAY settings LOOP
		EXECUTE 'SET ' || setting;
	END LOOP;
	planned := EXISTS (SELECT FROM plan(query) line WHERE line ~ expected);
	EXECUTE query INTO answer;
	same := answer = other;
	RESET ALL;
END $$;
CREATE FUNCTION make_ids(type text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('
		CREATE TABLE %1$s_ids AS SELECT %1$s_lower(timestamptz ''2026-11-21 00:00+00'' + n * interval ''1 s'') AS id, n
		FROM generate_series(1, 10000) n;
		CREATE INDEX %1$s_btree ON %1$s_ids (id);
		CREATE TABLE %1$s_log AS SELECT * FROM %1$s_ids;
		CREATE INDEX %1$s_hash ON %1$s_log USING hash (id);
		CREATE INDEX %1$s_brin ON %1$s_log USING brin (id) WITH (pages_per_range = 4);
		ANALYZE %1$s_ids, %1$s_log', type);
END $$;
\set ECHO all
SELECT count(make_ids(type)) AS types FROM unnest('{wiji,siq,tid62,uid60}'::text[]) type;
\set ECHO none
SELECT expected, query, string_agg(type, ' ' ORDER BY type COLLATE "C") AS "right"
FROM (VALUES
	(1, '{enable_seqscan=off,enable_bitmapscan=off,enable_sort=off}'::text[], 'Index (Only )?Scan using \w+_btree',
	 'SELECT array_agg(n) FROM (SELECT n FROM TYPE_ids ORDER BY id) s'),
	(2, '{enable_seqscan=off,enable_bitmapscan=off}', 'Index Cond: \(id = ',
	 $$SELECT n FROM TYPE_ids WHERE id = TYPE_lower('2026-11-21 00:10+00')$$),
	(3, '{enable_seqscan=off,enable_bitmapscan=off}', 'Index Cond: \(id = ANY',
	 $$SELECT sum(n) FROM TYPE_ids WHERE id IN (TYPE_lower('2026-11-21 00:10+00'), TYPE_lower('2026-11-21 00:20+00'))$$),
	(4, '{enable_seqscan=off}', 'Index Only Scan Backward', 'SELECT max(id) FROM TYPE_ids'),
	(5, '{enable_seqscan=off,enable_indexscan=off}', 'Bitmap Index Scan on \w+_brin',
	 $$SELECT sum(n) FROM TYPE_log WHERE id < TYPE_lower('2026-11-21 00:10+00')$$),
	(6, '{enable_seqscan=off,enable_bitmapscan=off}', 'Index Scan using \w+_hash',
	 $$SELECT n FROM TYPE_log WHERE id = TYPE_lower('2026-11-21 00:10+00')$$),
	(7, '{enable_nestloop=off,enable_hashjoin=off}', 'Merge Join',
	 'SELECT count(*) FROM TYPE_ids JOIN TYPE_log USING (id)'),
	(8, '{enable_nestloop=off,enable_mergejoin=off}', 'Hash Join',
	 'SELECT count(*) FROM TYPE_ids JOIN TYPE_log USING (id)'),
	(9, '{enable_hashagg=off}', 'Group', 'SELECT count(*) FROM (SELECT id FROM TYPE_log GROUP BY id) s'),
	(10, '{enable_sort=off,enable_indexscan=off,enable_indexonlyscan=off}', 'HashAggregate',
	 'SELECT count(*) FROM (SELECT id FROM TYPE_log GROUP BY id) s'),
	(11, '{parallel_setup_cost=0,parallel_tuple_cost=0,min_parallel_table_scan_size=0,enable_indexonlyscan=off,
	      enable_indexscan=off,enable_bitmapscan=off}', 'Partial Aggregate', 'SELECT min(id), max(id) FROM TYPE_log')
) AS v (i, settings, expected, query), unnest('{wiji,siq,tid62,uid60}'::text[]) type,
same_answer(type, settings, expected, query) WHERE planned AND same GROUP BY i, expected, query ORDER BY i;
\set ECHO all
DROP TABLE wiji_ids, wiji_log, siq_ids, siq_log, tid62_ids, tid62_log, uid60_ids, uid60_log;

-- Hashes are on disk, in hash indexes and in the choice of a hash partition.
-- These values never change, and are the same on every machine.  Those of a uid60 are its number's.
SELECT id, siq_hash(id), siq_hash_extended(id, 0), siq_hash_extended(id, 42)
FROM (VALUES (siq '0000000000000000000000000000'), ('did:siq:p4ltviuagwaiebd26scugzymup5qh'),
             ('ffffffffffffffffffffffffffff')) AS v (id);
SELECT id, tid62_hash(id), tid62_hash_extended(id, 0), tid62_hash_extended(id, 42)
FROM (VALUES (tid62 '00000000000000000'), ('04XVaYIDfO3SmYAds'), ('1f2SI9UJPXvb7vdJ1')) AS v (id);
SELECT bytes::uid60 AS other_than_of_its_number FROM ordered, CAST(bytes::uid60 AS bigint) number
WHERE type = 'uid60' AND (uid60_hash(bytes::uid60), uid60_hash_extended(bytes::uid60, 42))
                         <> (hashint8(number), hashint8extended(number, 42));

-- With seed 0 the extended hash agrees with the plain one in its low 32 bits; another seed gives
-- another hash.
SELECT * FROM each_type($$
	SELECT bytes::TYPE AS id FROM ordered
	WHERE type = 'TYPE' AND (TYPE_hash_extended(bytes::TYPE, 0) & 4294967295 <> TYPE_hash(bytes::TYPE)::bigint & 4294967295
	                         OR TYPE_hash_extended(bytes::TYPE, 1) = TYPE_hash_extended(bytes::TYPE, 0))$$);

-- Hash partitions fill evenly with IDs that differ in any of their parts: each of 16 has its share of
-- 1000, within five standard deviations of a fair draw.
CREATE TABLE parted_siq (id siq) PARTITION BY HASH (id);
CREATE TABLE parted_tid62 (id tid62) PARTITION BY HASH (id);
SELECT kind, count(*) AS partitions, count(*) FILTER (WHERE abs(n - 1000) < 5 * sqrt(1000 * 15 / 16.0)) AS even
FROM (SELECT kind, remainder, count(*) AS n
      FROM generate_series(1, 16000) i, generate_series(0, 15) remainder,
           LATERAL (VALUES
	('siq, ticks and serials that count', CASE WHEN satisfies_hash_partition('parted_siq'::regclass, 16, remainder,
		decode(hex(117652106835433 + i / 40, 14) || '0086ce1947' || hex(i % 40 * 32, 4), 'hex')::siq) THEN 1 END),
	('tid62, seconds that count', CASE WHEN satisfies_hash_partition('parted_tid62'::regclass, 16, remainder,
		decode(hex(i, 8) || '0123456789abcdef', 'hex')::tid62) THEN 1 END),
	('tid62, the higher random bits', CASE WHEN satisfies_hash_partition('parted_tid62'::regclass, 16, remainder,
		decode('0b47ddc0' || hex(i, 8) || '01234567', 'hex')::tid62) THEN 1 END),
	('tid62, the lower random bits', CASE WHEN satisfies_hash_partition('parted_tid62'::regclass, 16, remainder,
		decode('0b47ddc0' || hex(i, 16), 'hex')::tid62) THEN 1 END)) AS v (kind, here)
      WHERE here = 1 GROUP BY kind, remainder) s GROUP BY kind ORDER BY kind;
DROP TABLE parted_siq, parted_tid62, ordered;
DROP FUNCTION hex, same_answer, make_ids;
