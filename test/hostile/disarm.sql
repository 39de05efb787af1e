-- Drops the functions and domains that traps.sql planted, in parts: each keeps its lock until the
-- statement ends, and the server has room for some thousands.
SELECT format('DROP DOMAIN %s', string_agg(contypid::regtype::text, ', '))
FROM (SELECT contypid, row_number() OVER (ORDER BY oid) / 1000 AS part
      FROM pg_constraint
      WHERE connamespace = 'planted'::regnamespace AND pg_get_constraintdef(oid) ~ 'planted\.spring') p
GROUP BY part
UNION ALL
SELECT format('DROP FUNCTION %s', string_agg(oid::regprocedure::text, ', '))
FROM (SELECT oid, row_number() OVER (ORDER BY oid) / 1000 AS part
      FROM pg_proc
      WHERE pronamespace = 'planted'::regnamespace AND proname <> 'op'
      AND probin IS NULL AND prosrc ~ 'planted\.spring') p
GROUP BY part
\gexec
