-- Sorting with abbreviated keys gives the order of the bytes, for any IDs.  The rows of each kind are
-- shuffled; sorted as IDs, they have the order of bytea.
\set ECHO none
CREATE TEMP TABLE t AS
SELECT 'a bulk load, 40 IDs a microsecond' AS kind, wiji_make(1795228678335935 + i / 40, i % 40, 13754316177915) AS id
FROM generate_series(1, 30000) i
UNION ALL
SELECT 'one microsecond, as for a date', wiji_make(1795228678335935, i % 65536, i::bigint * 7919)
FROM generate_series(1, 100000) i
UNION ALL
SELECT 'few IDs, many times', wiji_make(1795228678335935 + i % 7, 0, 1) FROM generate_series(1, 30000) i
UNION ALL
SELECT 'a foreign key, 20 rows each', wiji_make(1795228678335935 + i / 20, 0, 13754316177915)
FROM generate_series(1, 30000) i
UNION ALL
SELECT 'around September 2112, where keys end', wiji_make(4503599627370496 + (i % 200) - 100, i % 5000, i)
FROM generate_series(1, 30000) i
UNION ALL
SELECT 'sequences around 4095, where they are capped', wiji_make(i % 100, 4000 + i % 200, i)
FROM generate_series(1, 30000) i
UNION ALL
SELECT 'from 1970 to 4253',
       wiji_make((hashint8extended(i, 1) & 72057594037927935), (hashint8extended(i, 2) & 65535)::integer,
                 hashint8extended(i, 3) & 4503599627370495) FROM generate_series(1, 30000) i;
\set ECHO all

SET work_mem = '64MB';
SELECT kind, count(*) AS ids, bool_and(id >= before) AS ascend, bool_and(id::bytea >= before::bytea) AS bytes_ascend
FROM (SELECT kind, id, lag(id) OVER (PARTITION BY kind ORDER BY id) AS before
      FROM (SELECT * FROM t
            ORDER BY hashint8extended(wiji_random(id), wiji_timestamp_us(id) + wiji_sequence(id))) shuffled) sorted
GROUP BY kind ORDER BY kind;

-- A descending sort of each kind by itself, so that each is judged by its own keys.
SET enable_hashagg = off;
SELECT bool_and(ordered = by_bytes) AS same
FROM (SELECT DISTINCT kind FROM t) k,
     LATERAL (SELECT array_agg(id::uuid) AS ordered FROM (SELECT id FROM t WHERE t.kind = k.kind ORDER BY id DESC) s) a,
     LATERAL (SELECT array_agg(u) AS by_bytes
              FROM (SELECT id::uuid AS u FROM t WHERE t.kind = k.kind ORDER BY id::bytea DESC) s) b;

-- On disk, too.
SET work_mem = '64kB';
SELECT bool_and(id >= before) AS ascend
FROM (SELECT id, lag(id) OVER (ORDER BY id) AS before FROM (SELECT id FROM t ORDER BY wiji_hash(id)) shuffled) sorted;

-- NULLS FIRST and NULLS LAST.
SELECT id FROM (VALUES (wiji_make(2, 0, 0)), (NULL), (wiji_make(1, 0, 0))) AS v (id) ORDER BY id NULLS FIRST;
