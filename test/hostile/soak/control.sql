BEGIN;
SELECT pg_advisory_xact_lock_shared(1);
SELECT count(DISTINCT md5(i::text)) FROM generate_series(1, 500) i;
END;
