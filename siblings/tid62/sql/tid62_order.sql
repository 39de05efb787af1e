-- Order, sorting and hashing.  (types_order tests what other types have, too.)
\set ECHO none
\getenv tree WIJI_TREE
\set order :tree/test/types/order.sql
\set order_end :tree/test/types/order_end.sql
\i :order
\set ECHO all
-- IDs in their order; each part of the layout (time, random bits) decides once.
SELECT array_agg('\x' || hex) AS ordered FROM unnest('
	{000000000000000000000000,000000010000000000000000,000000010000000000000001,0000000100000000ffffffff,
	  000000010000000100000000,00000001ffffffffffffffff,000000020000000000000000,000001000000000000000000,
	  800000000000000000000000,ffffffffffffffffffffffff}'::text[]) hex \gset
SELECT cardinality(:'ordered'::bytea[]) AS ids, min(id), max(id) FROM unnest(:'ordered'::bytea[]) bytes, CAST(bytes AS tid62) id;
SELECT * FROM wrong_pairs('tid62', :'ordered');
WITH ids AS (SELECT n, bytes::tid62 AS id FROM unnest(:'ordered'::bytea[]) WITH ORDINALITY o (bytes, n) UNION ALL SELECT NULL, NULL)
SELECT array_agg(n ORDER BY id) AS up, array_agg(n ORDER BY id DESC) AS down, min(id), max(id) FROM ids;

-- Sorts by abbreviated keys give the order of the bytes: for IDs of few seconds, of one, and for IDs whose
-- keys tie.
SELECT kind, steps_down('tid62', hex) FROM (VALUES
	('few seconds', 'hex(i / 1000, 8) || md5(i::text)::char(16)'),
	('one second', 'hex(7, 8) || md5(i::text)::char(16)'),
	('ties', 'hex(7, 16) || md5(i::text)::char(8)')) AS v (kind, hex);

-- Hashes are on disk, in hash indexes and in the choice of a hash partition.
-- These values never change, and are the same on every machine.
SELECT id, tid62_hash(id), tid62_hash_extended(id, 0), tid62_hash_extended(id, 42)
FROM (VALUES (tid62 '00000000000000000'), ('04XVaYIDfO3SmYAds'), ('1f2SI9UJPXvb7vdJ1')) AS v (id);

-- Hash partitions fill evenly with IDs that differ in any of their parts: each of 16 has its share.
SELECT kind, even_partitions('tid62', hex) FROM (VALUES
	('seconds that count', $$hex(i, 8) || '0123456789abcdef'$$),
	('the higher random bits', $$'0b47ddc0' || hex(i, 8) || '01234567'$$),
	('the lower random bits', $$'0b47ddc0' || hex(i, 16)$$)) AS v (kind, hex);

\set ECHO none
\i :order_end
\set ECHO all
