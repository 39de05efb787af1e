-- The same calls of these functions and of those that they replace, on equal tables, have equal results:
-- the same partitions, the same bounds, the same times, the same errors.  What is meant to differ is not
-- among these calls: times that are not finite, and steps beyond the times that a key has (22008 as
-- before, but after other errors); a drop from a table to which others refer.
\set mixes 300
\getenv mixes WIJI_TEST_MIXES
\set seed 0.5
\getenv seed WIJI_TEST_SEED
SET client_min_messages = error;
SET TimeZone = 'UTC';
\set ECHO none
CREATE SCHEMA old;
CREATE SCHEMA new;
SELECT setseed(:seed) \g /dev/null

-- A number from 0 up to n, a time of 2026 to 2028, and one of these.
CREATE FUNCTION any_of(n integer) RETURNS integer VOLATILE RETURN floor(random() * n)::integer;
CREATE FUNCTION any_of(of text[]) RETURNS text VOLATILE RETURN of[1 + any_of(cardinality(of))];
CREATE FUNCTION any_time() RETURNS timestamptz VOLATILE
RETURN date_trunc(any_of('{month,day,hour,second,millisecond}'::text[]), timestamptz '2026-01-01' + random() * interval '1000 days');

-- A bound as these functions, other software and people write it.
CREATE FUNCTION any_bound(key text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	id text;
BEGIN
	EXECUTE format('SELECT %s($1)::text', CASE key WHEN 'uuid' THEN 'first_id' ELSE key || '_lower' END) USING any_time() INTO id;
	IF key = 'uuid' THEN
		id := CASE any_of(8)
			WHEN 0 THEN left(id, 14) || '0000-0000-000000000000'
			WHEN 1 THEN left(id, 14) || '7000-0000-000000000000'
			WHEN 2 THEN left(id, 14) || '7' || substr(gen_random_uuid()::text, 16)
			WHEN 3 THEN left(gen_random_uuid()::text, 3) || '00000-0000-0000-0000-000000000000'
			ELSE id END;
	END IF;
	RETURN id;
END $$;

-- What a call returns, or its SQLSTATE.
CREATE FUNCTION outcome(call text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	result text;
BEGIN
	EXECUTE format('SELECT string_agg(regexp_replace(r::text, ''^(old|new)[.]'', ''''), '' '') FROM %s r', call) INTO result;
	RETURN result;
EXCEPTION WHEN OTHERS THEN
	RETURN SQLSTATE;
END $$;

-- Partitions with their bounds, as they are written, and as times.
CREATE FUNCTION partitions(list text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
	result text;
BEGIN
	EXECUTE format($q$SELECT string_agg(concat_ws(' ', relname, pg_get_expr(relpartbound, 0), lower, upper), E'\n')
	                  FROM %s p JOIN pg_class ON oid = partition$q$, list) INTO result;
	RETURN result;
END $$;

CREATE FUNCTION mix(key text, OUT call text, OUT old_answer text, OUT new_answer text, OUT created integer, OUT dropped integer) LANGUAGE plpgsql AS $$
DECLARE
	schema text;
	bounds text[];
	arguments text;
	first timestamptz;
	step text;
BEGIN
	created := 0;
	dropped := 0;
	FOREACH schema IN ARRAY '{old,new}'::text[] LOOP
		EXECUTE format('DROP TABLE IF EXISTS %1$s.event; CREATE TABLE %1$s.event (id %2$s) PARTITION BY RANGE (id)', schema, key);
	END LOOP;
	-- partitions that others created
	EXECUTE format('SELECT array_agg(b::text ORDER BY b) FROM (SELECT DISTINCT any_bound(%1$L)::%1$s b FROM generate_series(1, $1)) s', key) USING any_of(7) INTO bounds;
	FOR i IN 1..coalesce(cardinality(bounds), 1) - 1 LOOP
		CONTINUE WHEN any_of(3) = 0;
		arguments := format('%s) TO (%s', CASE WHEN i = 1 AND any_of(3) = 0 THEN 'MINVALUE' ELSE quote_literal(bounds[i]) END,
			CASE WHEN i = cardinality(bounds) - 1 AND any_of(4) = 0 THEN 'MAXVALUE' ELSE quote_literal(bounds[i + 1]) END);
		FOREACH schema IN ARRAY '{old,new}'::text[] LOOP
			EXECUTE format('CREATE TABLE %1$s.event_%2$s PARTITION OF %1$s.event FOR VALUES FROM (%3$s)', schema, i, arguments);
		END LOOP;
	END LOOP;
	IF any_of(5) = 0 THEN
		bounds := ARRAY(SELECT any_bound(key) FROM generate_series(0, any_of(3)));
		FOREACH schema IN ARRAY '{old,new}'::text[] LOOP
			EXECUTE format('CREATE TABLE %1$s.event_rest PARTITION OF %1$s.event DEFAULT; INSERT INTO %1$s.event SELECT unnest($1)::%2$s', schema, key) USING bounds;
		END LOOP;
	END IF;

	FOR i IN 1..1 + any_of(5) LOOP
		first := any_time();
		IF any_of(4) > 0 THEN
			step := any_of('{1 month,2 months,1 year,1 day,7 days,3 days 12:00,1 hour,06:00,00:15}'::text[]);
			arguments := format('%L, %L, %L, %L', first, first + any_of(9) * random() * greatest(step::interval, '1 minute'),
				step, any_of('{UTC,Europe/Berlin,America/Sao_Paulo,Asia/Kathmandu,Pacific/Apia,Australia/Lord_Howe}'::text[]));
			call := format('wiji_create_partitions(EVENT, %s)', arguments);
		ELSE
			call := format('wiji_drop_partitions(EVENT, %L)', CASE WHEN any_of(5) = 0 THEN 'infinity' ELSE first END);
		END IF;
		old_answer := outcome('before.' || replace(replace(call, 'EVENT', '''old.event'''), ')', ', to_regtype(''wiji''))'));
		new_answer := outcome(replace(replace(call, 'EVENT', '''new.event'''), 'wiji_drop_partitions', 'drop_all'));
		EXIT WHEN old_answer IS DISTINCT FROM new_answer;
		IF new_answer ~ ' ' OR length(new_answer) <> 5 THEN
			IF call ~ 'create' THEN
				created := created + cardinality(string_to_array(new_answer, ' '));
			ELSE
				dropped := dropped + cardinality(string_to_array(new_answer, ' '));
			END IF;
		END IF;
		old_answer := partitions('before.wiji_partition_bounds(''old.event'', to_regtype(''wiji''))');
		new_answer := partitions('wiji_partitions(''new.event'')');
		EXIT WHEN old_answer IS DISTINCT FROM new_answer;
	END LOOP;
END $$;
-- For uuid, and for the other types if they are here.
\set rooms `cd "$WIJI_TREE" && ls wiji.control */*/*.control 2>/dev/null`
CREATE TABLE type AS
SELECT substring(file, '([^/]+)\.control$') AS name FROM string_to_table(:'rooms', E'\n') file
INTERSECT SELECT name::text FROM pg_available_extensions;
SELECT format('CREATE EXTENSION IF NOT EXISTS %I SCHEMA public', name) FROM type \gexec
DELETE FROM type WHERE to_regtype(name) IS NULL OR to_regproc(name || '_lower') IS NULL;
CREATE TABLE key AS SELECT row_number() OVER () - 1 AS n, key FROM (SELECT 'uuid' AS key UNION ALL SELECT name FROM type) k;
CREATE TABLE result (key text, call text, old_answer text, new_answer text, created integer, dropped integer);
SELECT format('INSERT INTO result SELECT key, m.* FROM key, mix(key) m WHERE n = %s', CASE WHEN i % 2 = 0 THEN 0 ELSE i / 2 % (SELECT count(*) FROM key) END)
FROM generate_series(1, :mixes) i \gexec
\set ECHO all
SELECT count(*) >= 300 AND sum(created) > 3 * count(*) AND sum(dropped) > count(*) / 2 AS many FROM result;
SELECT key, call, old_answer, new_answer FROM result WHERE old_answer IS DISTINCT FROM new_answer LIMIT 1;
DROP SCHEMA old, new CASCADE;
DROP TABLE type, key, result;
