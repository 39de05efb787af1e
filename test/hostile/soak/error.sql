BEGIN;
SELECT pg_advisory_xact_lock_shared(1);
SELECT rejected('SELECT wiji ''06C3PJ5VXG'''), rejected('SELECT siq_generate(''nothing'')'),
       rejected('SELECT ''\x00''::bytea::tid62'), rejected('SELECT uid60_lower(''infinity'')'),
       rejected('SELECT uuidtime_v8(7)'), rejected('SELECT repeat(''z'', 100000)::wiji');
END;
