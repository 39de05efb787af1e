-- Generated siqs: serials, qualifiers, shards, domains.

-- A hundred thousand of one session: distinct, all with the clock's time and not the transaction's,
-- truncated to the type's unit.  They ascend.
\set ECHO none
\getenv tree WIJI_TREE
\set generated :tree/test/types/generated.sql
\i :generated
\set ECHO all
SELECT ids, different, steps_down, before_the_call, after_the_call
FROM pg_temp.generated($$siq_generate('message', 'example.com')$$, 'siq', '16 us');

-- Each qualifier has serials of its own, which start at 0 in each new tick, and time goes on from
-- one to the other.
CREATE TEMP TABLE mixed (n bigint GENERATED ALWAYS AS IDENTITY, id siq);
INSERT INTO mixed (id) SELECT siq_generate((ARRAY['user', 'thread', 'content'])[1 + i % 3])
FROM generate_series(1, 300000) i;
SELECT siq_qualifier(id), count(*), count(*) FILTER (WHERE siq_serial(id) <> rank) AS wrong_serials
FROM (SELECT id, rank() OVER (PARTITION BY siq_timestamp(id), siq_qualifier(id) ORDER BY n) - 1 AS rank FROM mixed) s
GROUP BY 1 ORDER BY 1;
SELECT count(*) AS times_step_down
FROM (SELECT siq_timestamp(id) < lag(siq_timestamp(id)) OVER (ORDER BY n) AS down FROM mixed) s WHERE down;
SELECT qualifier AS read_otherwise
FROM unnest('{user,application,event,product,group,collection,invite,tag,channel,thread,message,relationship,
              many_to_many,
              element,content}'::text[]) qualifier WHERE siq_qualifier(siq_generate(qualifier)) <> qualifier;

-- However the domain, the local ID and the shard change, and change back, IDs do not repeat.
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

-- Domains: their hashes, the settings, and the local ID that distinguishes servers of one domain.
-- An empty domain, however it is written, has the hash 0 with any local ID.
SELECT domain, local_id, siq_domain_hash(domain, local_id) AS hash, hash AS expected FROM (VALUES
	(1, '0', 0, 0),
	(2, '', 7, 0),
	(3, 'example.com', 0, 2261653831),
	(4, 'example.com', 1, 30284103),
	(5, 'example.com', 255, 4291696967),
	(6, 'example.com', 256, 13506887),
	(7, 'sakuragasaki46.net', 0, 3242486577),
	(8, 'xn--bcher-kva.example', 7, 130958390)) AS v (n, domain, local_id, hash) ORDER BY n;

-- It is the hash of the domain as it is written: names in the DNS ignore case, so write them in lower
-- case.  A domain may be longer than any in the DNS, and is cached until the next one is used.
SELECT siq_domain_hash('Example.com') = siq_domain_hash('example.com') AS same,
       siq_domain_hash(repeat('x', 1000)) = siq_domain_hash(repeat('x', 1001)) AS same, siq_domain_hash('example.com');

-- A name that is not ASCII does not have the form of a domain in the DNS; a local ID is a byte, or
-- 256.
SELECT f.* FROM unnest(ARRAY[
	$$SELECT siq_domain_hash('bücher.example')$$, $$SELECT siq_generate('user', 'bücher.example')$$,
	$$SET siq.domain = 'bücher.example'$$, $$SELECT siq_domain_hash('example.com', -1)$$,
	$$SELECT siq_domain_hash('example.com', 257)$$]) WITH ORDINALITY AS s (statement, n), failure(statement) f ORDER BY n;

-- IDs contain the domain and the local ID of the settings, or the domain of the argument and the
-- local ID of the setting.
SELECT siq_domain(siq_generate('user')) AS none;
SET siq.domain = 'example.com';
SELECT siq_domain(siq_generate('user')) AS setting, siq_domain(siq_generate('user', 'sakuragasaki46.net')) AS argument,
       siq_domain(siq_generate('user', '')) AS none;
SET siq.local_id = 1;
SELECT siq_domain(siq_generate('user')) = siq_domain_hash('example.com', 1) AS setting,
       siq_domain(siq_generate('user', 'sakuragasaki46.net')) = siq_domain_hash('sakuragasaki46.net', 1) AS argument,
       siq_domain(siq_generate('user', '')) AS none;
RESET siq.local_id;
RESET siq.domain;
SELECT name, setting, min_val, max_val, context, short_desc FROM pg_settings WHERE name LIKE 'siq.%'
ORDER BY name COLLATE "C";
