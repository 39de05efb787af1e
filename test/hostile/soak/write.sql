\set n random(1, 19990)
BEGIN;
SELECT pg_advisory_xact_lock_shared(1);
UPDATE slots
SET w = wiji_generate(), s = siq_generate('user', 'example.com'), t = tid62_generate(), u = uid60_generate(),
    v = uuidtime_v7()
FROM (SELECT n FROM slots WHERE n BETWEEN :n AND :n + 9 ORDER BY n FOR UPDATE) locked WHERE slots.n = locked.n;
END;
