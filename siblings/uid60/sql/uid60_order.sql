-- Order, sorting and hashing.  (types_order tests what other types have, too.)
\set ECHO none
\getenv tree WIJI_TREE
\set order :tree/test/types/order.sql
\set order_end :tree/test/types/order_end.sql
\i :order
\set ECHO all
-- IDs in their order; each part of the layout (time, sequence, random bits) decides once.
SELECT array_agg('\x' || hex) AS ordered FROM unnest('
	{0000000000000000,0000000000000001,0000000000000200,000000000003ffff,0000000000040000,0000000100000000,
	  0027692f10061c62,0fffffffffffffff}'::text[]) hex \gset
SELECT cardinality(:'ordered'::bytea[]) AS ids, min(id), max(id) FROM unnest(:'ordered'::bytea[]) bytes, CAST(bytes AS uid60) id;
SELECT * FROM wrong_pairs('uid60', :'ordered');
WITH ids AS (SELECT n, bytes::uid60 AS id FROM unnest(:'ordered'::bytea[]) WITH ORDINALITY o (bytes, n) UNION ALL SELECT NULL, NULL)
SELECT array_agg(n ORDER BY id) AS up, array_agg(n ORDER BY id DESC) AS down, min(id), max(id) FROM ids;

-- Hashes are on disk, in hash indexes and in the choice of a hash partition: they are those of the number.
SELECT bytes::uid60 AS other_than_of_its_number FROM unnest(:'ordered'::bytea[]) bytes, CAST(bytes::uid60 AS bigint) number
WHERE (uid60_hash(bytes::uid60), uid60_hash_extended(bytes::uid60, 42)) <> (hashint8(number), hashint8extended(number, 42));

\set ECHO none
\i :order_end
\set ECHO all
