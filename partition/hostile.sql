-- Values for sql/hostile_calls.sql of siblings/: functions from a time to a key, and others.
INSERT INTO arguments SELECT 'regprocedure', v || '::regprocedure'
FROM unnest($${"NULL",0,4294967295,'wiji_lower(timestamptz)','pg_catalog.now()','pg_catalog.timestamptz_out(timestamptz)','pg_catalog.date(timestamptz)'}$$::text[]) v;
