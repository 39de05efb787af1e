-- Generated siqs: serials, qualifiers, shards.  types_generate tests what other types have, too.

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
