-- A million ids from one session: none twice, no step down.
BEGIN;
CREATE TEMP TABLE t (n bigint GENERATED ALWAYS AS IDENTITY, id siq DEFAULT siq_generate('message', 'example.com'));
INSERT INTO t SELECT FROM generate_series(1, 1000000);
SELECT count(*), count(DISTINCT id) AS different, count(DISTINCT siq_shard(id)) AS shards,
       count(DISTINCT siq_domain(id)) AS domains FROM t;
SELECT count(*) AS steps_down FROM (SELECT id <= lag(id) OVER (ORDER BY n) AS down FROM t) s WHERE down;

-- Their times are the clock's, cut to a tick of 15.26 µs, and the serial starts at 0 in each new
-- one.
SELECT min(siq_timestamp(id)) > now() - interval '16us' AS begun, max(siq_timestamp(id)) <= clock_timestamp() AS ended,
       min(siq_timestamp(id)) < max(siq_timestamp(id)) AS moving FROM t;
COMMIT;
SELECT bool_and(siq_serial(id) = rank) AS exact
FROM (SELECT id, rank() OVER (PARTITION BY siq_timestamp(id) ORDER BY n) - 1 AS rank FROM t) s;

-- The qualifiers, in the document's order.
SELECT qualifier, siq_qualifier(id) = qualifier AS same, siq_is_leaf(id) AS leaf,
       get_byte(id::bytea, 13)::bit(5) & (CASE WHEN siq_is_leaf(id) THEN B'00111'
                                          WHEN qualifier IN ('thread', 'message') THEN B'01111'
                                          ELSE B'11111' END) AS bits
FROM (VALUES (1, 'user'), (2, 'application'), (3, 'event'), (4, 'product'), (5, 'group'), (6, 'collection'),
             (7, 'invite'), (8, 'tag'),
             (9, 'channel'), (10, 'thread'), (11, 'message'), (12, 'relationship'), (13, 'many_to_many'),
             (14, 'element'), (15, 'content')) AS v (n, qualifier),
     siq_generate(qualifier) AS id ORDER BY n;
SELECT hex, siq_qualifier(hex::siq), siq_serial(hex::siq), siq_is_leaf(hex::siq) AS leaf, 'unassigned' AS suffix
FROM (VALUES ('006b010408f5e90a86ce1947f61c'), ('006b010408f5e90a86ce1947f612'),
             ('006b010408f5e90a86ce1947f61a')) AS v (hex);
SELECT f.* FROM failure($$SELECT siq_generate('users')$$) f;
SELECT f.code FROM (VALUES ('User'), (''), ('many-to-many'), ('x00000')) AS v (name),
       failure(format('SELECT siq_generate(%L)', name)) f;
SELECT siq_generate(NULL), siq_generate(NULL, 'example.com'), siq_generate('user', NULL);

-- Each qualifier has serials of its own, and time goes on from one to the other.
CREATE TEMP TABLE mixed (n bigint GENERATED ALWAYS AS IDENTITY, id siq);
INSERT INTO mixed (id) SELECT siq_generate((ARRAY['user', 'thread', 'content'])[1 + i % 3])
FROM generate_series(1, 300000) i;
SELECT siq_qualifier(id), count(*), bool_and(siq_serial(id) = rank) AS exact
FROM (SELECT id, rank() OVER (PARTITION BY siq_timestamp(id), siq_qualifier(id) ORDER BY n) - 1 AS rank FROM mixed) s
GROUP BY 1 ORDER BY 1;
SELECT count(*) AS times_step_down
FROM (SELECT siq_timestamp(id) < lag(siq_timestamp(id)) OVER (ORDER BY n) AS down FROM mixed) s WHERE down;

-- However the domain, the local id and the shard change, and change back, no id repeats.
CREATE FUNCTION change(i integer) RETURNS siq LANGUAGE plpgsql AS $$
BEGIN
	PERFORM set_config('siq.shard', (i % 3 - 1)::text, false), set_config('siq.local_id', (i % 2)::text, false);
	RETURN siq_generate('user', CASE i % 5 WHEN 0 THEN 'example.com' ELSE '' END);
END $$;
CREATE TEMP TABLE changing AS SELECT i, change(i) AS id FROM generate_series(1, 100000) i;
SELECT count(*), count(DISTINCT id) AS different, count(DISTINCT siq_domain(id)) AS domains,
       count(*) FILTER (WHERE siq_shard(id) = i % 3 - 1) AS shards_that_were_set FROM changing;
SELECT count(*) AS times_step_down
FROM (SELECT siq_timestamp(id) < lag(siq_timestamp(id)) OVER (ORDER BY i) AS down FROM changing) s WHERE down;
DROP FUNCTION change;
RESET siq.local_id;

-- Without a setting the shard is the session's own.
SET siq.shard = 255;
SELECT siq_shard(siq_generate('user'));
RESET siq.shard;
SELECT siq_shard(siq_generate('user')) AS shard \gset
SELECT bool_and(siq_shard(siq_generate('user')) = :shard) AS keeps_its_own FROM generate_series(1, 1000);

-- A transaction that fails takes nothing back.
BEGIN;
SELECT siq_generate('event') AS id \gset
ROLLBACK;
SELECT siq_generate('event') > :'id' AS goes_on;

-- A parallel query's ids come from the leader.
CREATE TABLE p AS SELECT n FROM generate_series(1, 100000) n;
ANALYZE p;
SET parallel_setup_cost = 0;
SET parallel_tuple_cost = 0;
SET min_parallel_table_scan_size = 0;
SET max_parallel_workers_per_gather = 2;
EXPLAIN (COSTS off, VERBOSE) SELECT n, siq_generate('user') FROM p WHERE n % 2 = 0;
EXPLAIN (COSTS off) SELECT count(*) FROM p WHERE siq_domain_hash(n::text) % 2 = 0;
DROP TABLE p;

-- The prefix is not reserved: an application may have settings of its own there, and a function
-- that has one works before a siq is generated and afterwards.
CREATE FUNCTION with_setting() RETURNS text SET siq.typo = 'x' RETURN current_setting('siq.typo');
\c
SELECT with_setting();
SELECT siq_generate('message') IS NOT NULL AS generated;
SELECT with_setting();
DROP FUNCTION with_setting;
