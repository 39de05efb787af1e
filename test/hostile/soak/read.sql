\set n random(1, 20000)
BEGIN;
SELECT pg_advisory_xact_lock_shared(1);
SELECT count(*), max(w)
FROM (SELECT w FROM slots WHERE wiji_within(w, tstzrange(now() - interval '1 second', now()))
      ORDER BY w DESC LIMIT 100) newest;
SELECT count(*) FROM slots WHERE w = (SELECT w::text::wiji::uuid::wiji FROM slots WHERE n = :n);
SELECT count(*) FROM slots WHERE s = (SELECT s::text::siq::numeric::siq FROM slots WHERE n = :n);
SELECT count(t::text::tid62), count(u::text::uid60), max(uuidtime_timestamp(v))
FROM slots WHERE n BETWEEN :n AND :n + 9;
END;
