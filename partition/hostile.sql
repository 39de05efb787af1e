-- Values for sql/hostile_calls.sql of siblings/: functions from a time to a key, and others.
INSERT INTO arguments SELECT 'regprocedure', v || '::regprocedure'
FROM unnest($${"NULL",0,4294967295,'wiji_lower(timestamptz)','pg_catalog.now()','pg_catalog.timestamptz_out(timestamptz)','pg_catalog.date(timestamptz)'}$$::text[]) v;

-- tables that can become the first partition
DO $$
DECLARE
	type text;
BEGIN
	FOREACH type IN ARRAY '{uuid,timestamptz,timestamp,wiji}'::text[] LOOP
		EXECUTE format('CREATE TABLE hostile_first_%s (id %1$s PRIMARY KEY)', type);
		INSERT INTO arguments VALUES ('regclass', format('%L::regclass', 'hostile_first_' || type));
	END LOOP;
END $$;
