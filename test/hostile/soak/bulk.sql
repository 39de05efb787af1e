\set n random(1, 19000)
BEGIN;
SELECT pg_advisory_xact_lock_shared(1);
SELECT count(DISTINCT wiji_generate()), count(DISTINCT wiji_generate(now())), count(DISTINCT uuidtime_v6())
FROM generate_series(1, 2000);
SELECT count(*) FROM (SELECT w, s, t, u FROM slots WHERE n BETWEEN :n AND :n + 999 ORDER BY w, s, t, u OFFSET 0) sorted;
SELECT max(beside)
FROM (SELECT count(*) OVER (ORDER BY w RANGE '1 second' PRECEDING) AS beside
      FROM slots WHERE n BETWEEN :n AND :n + 99) w;
END;
