-- The load of script/long/soak: each script begins with a line that names it.
-- setup
CREATE EXTENSION wiji;
CREATE EXTENSION siq; -- with siq
CREATE EXTENSION tid62; -- with tid62
CREATE EXTENSION uid60; -- with uid60
CREATE EXTENSION uuidtime; -- with uuidtime
CREATE TABLE slots (
	s siq, -- with siq
	t tid62, -- with tid62
	u uid60, -- with uid60
	v uuid, n integer PRIMARY KEY, w wiji NOT NULL) WITH (fillfactor = 50);
INSERT INTO slots (n, w) SELECT n, wiji_generate() FROM generate_series(1, 20000) n;
CREATE INDEX ON slots (w);
CREATE INDEX ON slots USING hash (s); -- with siq
CREATE INDEX ON slots (t); -- with tid62
CREATE INDEX ON slots (u); -- with uid60
CREATE INDEX ON slots USING gist (w);
CREATE FUNCTION rejected(statement text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE statement;
	RETURN false;
EXCEPTION WHEN others THEN
	RETURN true;
END $$;
VACUUM ANALYZE;
-- write
\set n random(1, 19990)
BEGIN;
SELECT pg_advisory_xact_lock_shared(1);
UPDATE slots
SET
    s = siq_generate('user', 'example.com'), -- with siq
    t = tid62_generate(), -- with tid62
    u = uid60_generate(), -- with uid60
    v = uuidtime_v7(), -- with uuidtime
    w = wiji_generate()
FROM (SELECT n FROM slots WHERE n BETWEEN :n AND :n + 9 ORDER BY n FOR UPDATE) locked WHERE slots.n = locked.n;
END;
-- read
\set n random(1, 20000)
BEGIN;
SELECT pg_advisory_xact_lock_shared(1);
SELECT count(*), max(w)
FROM (SELECT w FROM slots WHERE wiji_within(w, tstzrange(now() - interval '1 second', now()))
      ORDER BY w DESC LIMIT 100) newest;
SELECT count(*) FROM slots WHERE w = (SELECT w::text::wiji::uuid::wiji FROM slots WHERE n = :n);
SELECT count(*) FROM slots WHERE s = (SELECT s::text::siq::numeric::siq FROM slots WHERE n = :n); -- with siq
SELECT
    count(t::text::tid62), -- with tid62
    count(u::text::uid60), -- with uid60
    max(uuidtime_timestamp(v)), -- with uuidtime
    count(*)
FROM slots WHERE n BETWEEN :n AND :n + 9;
END;
-- bulk
\set n random(1, 19000)
BEGIN;
SELECT pg_advisory_xact_lock_shared(1);
SELECT
    count(DISTINCT uuidtime_v6()), -- with uuidtime
    count(DISTINCT wiji_generate()), count(DISTINCT wiji_generate(now()))
FROM generate_series(1, 2000);
SELECT count(*) FROM (SELECT * FROM slots WHERE n BETWEEN :n AND :n + 999 ORDER BY
    s, -- with siq
    t, -- with tid62
    u, -- with uid60
    w OFFSET 0) sorted;
SELECT max(beside)
FROM (SELECT count(*) OVER (ORDER BY w RANGE '1 second' PRECEDING) AS beside
      FROM slots WHERE n BETWEEN :n AND :n + 99) w;
END;
-- error
BEGIN;
SELECT pg_advisory_xact_lock_shared(1);
SELECT
    rejected('SELECT siq_generate(''nothing'')'), -- with siq
    rejected('SELECT ''\x00''::bytea::tid62'), -- with tid62
    rejected('SELECT uid60_lower(''infinity'')'), -- with uid60
    rejected('SELECT uuidtime_v8(7)'), -- with uuidtime
    rejected('SELECT wiji ''06C3PJ5VXG'''), rejected('SELECT repeat(''z'', 100000)::wiji');
END;
-- control
BEGIN;
SELECT pg_advisory_xact_lock_shared(1);
SELECT count(DISTINCT md5(i::text)) FROM generate_series(1, 500) i;
END;
