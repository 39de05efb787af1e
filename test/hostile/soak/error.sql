BEGIN;
SELECT pg_advisory_xact_lock_shared(1);
SELECT refused('SELECT wiji ''06C3PJ5VXG'''), refused('SELECT siq_generate(''nothing'')'),
       refused('SELECT ''\x00''::bytea::tid62'), refused('SELECT uid60_lower(''infinity'')'),
       refused('SELECT uuidtime_v8(7)'), refused('SELECT repeat(''z'', 100000)::wiji');
END;
