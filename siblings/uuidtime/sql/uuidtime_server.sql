-- From PostgreSQL 18 on the server generates IDs of version 7 as well: both sort together, by a
-- 4096th of a millisecond.
CREATE TEMP TABLE t (n integer GENERATED ALWAYS AS IDENTITY, server boolean, id uuid);
DO $$
BEGIN
	FOR i IN 1..1000 LOOP
		INSERT INTO t (server, id) VALUES (true, uuidv7());
		PERFORM pg_sleep(0.00001);
		INSERT INTO t (server, id) VALUES (false, uuidtime_v7());
		PERFORM pg_sleep(0.00001);
	END LOOP;
END $$;
SELECT count(*), count(DISTINCT id) AS different, count(*) FILTER (WHERE id <= before) AS steps_down
FROM (SELECT id, lag(id) OVER (ORDER BY n) AS before FROM t) s;

-- Both read the same.
SELECT bool_and(uuidtime_timestamp(id) = uuid_extract_timestamp(id)) AS timestamp,
       bool_and(uuidtime_version(id) = uuid_extract_version(id)) AS version FROM t;
SELECT count(*), bool_and(uuidtime_version(id) IS NOT DISTINCT FROM uuid_extract_version(id)) AS version,
       bool_and(version = 6 OR uuidtime_timestamp(id) IS NOT DISTINCT FROM uuid_extract_timestamp(id)) AS timestamp
FROM generate_series(0, 15) version, unnest('{0,7,8,9,a,b,c,d,e,f}'::text[]) variant,
     CAST(format('1ec9414c-232a-%sb00-%s3c8-9f6bdeced846', to_hex(version), variant) AS uuid) id;
