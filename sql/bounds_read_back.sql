-- Every value of a type is read back by its input functions, from text and from binary, including
-- what functions return for the first and last times and beyond.  So a dump can be restored.
SET TimeZone = 'UTC';

\set ECHO none
CREATE TEMP TABLE at AS
SELECT at + d AS at
FROM unnest('{1970-01-01,2018-03-01,2026-11-21 10:00,2156-02-07 06:28:15,2157-07-13 07:35:11.103,
              4253-05-31 22:20:37.927935,36812-02-20 00:36:15.999984}'::timestamptz[]) at,
     unnest('{0,1 us,-1 us}'::interval[]) d
UNION ALL SELECT unnest('{-infinity,infinity,4713-01-01 BC,294276-12-31 23:59:59.999999}'::timestamptz[]);
CREATE TEMP TABLE range AS
SELECT tstzrange(a.at, b.at, bounds) AS range FROM at a, at b, unnest('{[],()}'::text[]) bounds WHERE a.at <= b.at
UNION ALL SELECT unnest('{empty,"(,)"}'::tstzrange[]);

CREATE FUNCTION pg_temp.read_back(function regproc, type regtype, argument regtype,
	OUT returned bigint, OUT rejected bigint) LANGUAGE plpgsql AS $$
DECLARE
	argument_value text;
	id text;
	bytes bytea;
BEGIN
	returned := 0;
	rejected := 0;
	FOR argument_value IN EXECUTE
		CASE argument WHEN 'timestamptz'::regtype THEN 'SELECT at FROM at' ELSE 'SELECT range FROM range' END
	LOOP
		BEGIN
			EXECUTE format('SELECT f::text, %s_send(f) FROM %s(%L::%s) f', type, function, argument_value, argument)
			INTO id, bytes;
		EXCEPTION WHEN datetime_field_overflow THEN
			CONTINUE;			-- no ID has this timestamp
		END;
		returned := returned + 1;
		BEGIN
			EXECUTE format('SELECT %1$s_send(%2$L::%1$s)', type, id);
			EXECUTE format('SELECT %L::bytea::%s', bytes, type);
		EXCEPTION WHEN invalid_text_representation OR invalid_binary_representation OR numeric_value_out_of_range THEN
			rejected := rejected + 1;
		END;
	END LOOP;
END $$;
\set ECHO all
-- Each function of a timestamp or a range that returns an ID, as the catalog has them.
SELECT p.proname AS function, returned > 3 AS returned, rejected
FROM pg_proc p, LATERAL pg_temp.read_back(p.oid, prorettype, proargtypes[0]) r
WHERE prorettype IN ('wiji'::regtype, 'siq'::regtype, 'tid62'::regtype, 'uid60'::regtype)
  AND pronargs = 1 AND proargtypes[0] IN ('timestamptz'::regtype, 'tstzrange'::regtype) AND provolatile = 'i'
ORDER BY proname COLLATE "C";
DROP TABLE at, range;
RESET TimeZone;
