-- Every value that a bound can have is an ID, which the type's input reads: a table that holds it can be
-- dumped and restored.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS siq;
CREATE EXTENSION IF NOT EXISTS tid62;
CREATE EXTENSION IF NOT EXISTS uid60;
RESET client_min_messages;
SET TimeZone = 'UTC';

CREATE TEMP TABLE bound AS
SELECT type, format('%s_%s(%L)', type, bound, range) AS call
FROM unnest('{wiji,siq,tid62,uid60}'::text[]) type, unnest('{within_lower,within_upper}'::text[]) bound,
     unnest('{"empty","(,)","(,1900-01-01]","[1900-01-01,1900-01-02)","[2026-11-21,2026-11-22)","[9999-01-01,)",
              "[infinity,]","[-infinity,infinity]","[2026-11-21 00:00:00.0000001,2026-11-21 00:00:00.0000002)",
              "[294276-12-31 23:59:59.999999,]"}'::tstzrange[]) range;
CREATE FUNCTION read_back(type text, call text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
	same boolean;
BEGIN
	EXECUTE format('SELECT %1$s::text::%2$s = %1$s AND pg_typeof(%1$s) = %2$L::regtype', call, type) INTO same;
	RETURN same;
END $$;
SELECT type, count(*) AS bounds, count(*) FILTER (WHERE read_back(type, call)) AS read_back
FROM bound GROUP BY type ORDER BY type;
-- The bounds of the operators with timestamptz may lie beyond all IDs, and so they are uuids.
SELECT wiji_since('infinity'), wiji_since('-infinity'), wiji_since('2026-11-21'), wiji_after('2026-11-21'),
       pg_typeof(wiji_since('infinity'));
SELECT count(*) FILTER (WHERE id >= timestamptz 'infinity') AS none, count(*) FILTER (WHERE id < timestamptz 'infinity') AS both
FROM (VALUES (wiji '00000000000000040000000000'), ('7ZZZZZZZZZZZZZY7ZZZZZZZZZZ')) v (id);
DROP FUNCTION read_back;
