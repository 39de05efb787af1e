-- Order, sorting and hashing.  (types_order tests what other types have, too.)
\set ECHO none
\getenv tree WIJI_TREE
\set order :tree/test/types/order.sql
\set order_end :tree/test/types/order_end.sql
\i :order
\set ECHO all
-- IDs in their order; each part of the layout (time, shard, domain, serial, qualifier) decides once.
SELECT array_agg('\x' || hex) AS ordered FROM unnest('
	{0000000000000000000000000000,000000000000010000000000001f,0000000000000100000000000020,
	  0000000000000100000000010000,00000000000001000000ffff0000,0000000000000101000000000000,
	  0000000000000200000000000000,8000000000000000000000000000,ffffffffffffffffffffffffffff}'::text[]) hex \gset
SELECT cardinality(:'ordered'::bytea[]) AS ids, min(id), max(id) FROM unnest(:'ordered'::bytea[]) bytes, CAST(bytes AS siq) id;
SELECT * FROM wrong_pairs('siq', :'ordered');
WITH ids AS (SELECT n, bytes::siq AS id FROM unnest(:'ordered'::bytea[]) WITH ORDINALITY o (bytes, n) UNION ALL SELECT NULL, NULL)
SELECT array_agg(n ORDER BY id) AS up, array_agg(n ORDER BY id DESC) AS down, min(id), max(id) FROM ids;

-- Sorts by abbreviated keys give the order of the bytes: for IDs of a domain or of many, and at the end of
-- their keys in 2242.
SELECT kind, steps_down('siq', hex) FROM (VALUES
	('one domain', 'hex(117652106835433 + i / 40, 14) || hex(0, 10) || hex(i * 7919 % 65536, 4)'),
	('two domains', 'hex(117652106835433 + i / 40, 14) || hex(i % 2, 10) || hex(i * 7919 % 65536, 4)'),
	('many domains', 'hex(117652106835433 + i / 40, 14) || md5(i::text)::char(14)'),
	('the year 2242', 'hex(562949953421062 + i / 40, 14) || hex(i % 3, 10) || hex(i * 7919 % 65536, 4)')) AS v (kind, hex);

-- Hashes are on disk, in hash indexes and in the choice of a hash partition.
-- These values never change, and are the same on every machine.
SELECT id, siq_hash(id), siq_hash_extended(id, 0), siq_hash_extended(id, 42)
FROM (VALUES (siq '0000000000000000000000000000'), ('did:siq:p4ltviuagwaiebd26scugzymup5qh'),
             ('ffffffffffffffffffffffffffff')) AS v (id);

-- Hash partitions fill evenly with IDs that differ in any of their parts: each of 16 has its share.
SELECT even_partitions('siq', $$hex(117652106835433 + i / 40, 14) || '0086ce1947' || hex(i % 40 * 32, 4)$$)
	AS "ticks and serials that count";

\set ECHO none
\i :order_end
\set ECHO all
