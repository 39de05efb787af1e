-- Times of ids, as people ask for them: date_trunc, a difference, age, and the day.
SET timezone = 'Europe/Berlin';
SET datestyle = 'ISO';
SET intervalstyle = 'postgres';
CREATE TEMP TABLE made AS
SELECT n, wiji_lower(at) AS wiji, siq_lower(at) AS siq, tid62_lower(at) AS tid62, uid60_lower(at) AS uid60
FROM (VALUES (1, timestamptz '2026-11-20 23:30+00'), (2, '2026-11-22 10:00+00')) v (n, at);

-- The day, and what is cut, are those of the session's zone.
SELECT n, date_trunc('hour', wiji), date_trunc('day', wiji) AS day, wiji::date AS date FROM made ORDER BY n;
SET timezone = 'UTC';
SELECT n, date_trunc('hour', wiji), date_trunc('day', wiji) AS day, wiji::date AS date FROM made ORDER BY n;

-- A report: how many in each day.
SELECT date_trunc('day', wiji), count(*) FROM made GROUP BY 1 ORDER BY 1;
-- A difference counts days, age months; and age ends with the last midnight, as the server's does.
SELECT b.wiji - a.wiji AS later, a.wiji - b.wiji AS earlier, b.wiji - '06C31QQ30K880007VPPQCVK2KZ' AS literal
FROM made a, made b WHERE a.n = 1 AND b.n = 2;
SELECT bool_and(age(wiji) = age(wiji_timestamp(wiji))) AS age FROM made;
SELECT age(NULL::wiji), date_trunc('day', NULL::wiji), NULL::wiji - NULL, NULL::wiji::date;

-- The same for all types.
SELECT n, date_trunc('hour', siq) AS siq, date_trunc('hour', tid62) AS tid62, date_trunc('hour', uid60) AS uid60,
       siq::date, tid62::date, uid60::date
FROM made ORDER BY n;
SELECT b.siq - a.siq AS siq, b.tid62 - a.tid62 AS tid62, b.uid60 - a.uid60 AS uid60,
       age(a.siq) = age(siq_timestamp(a.siq)) AS age, age(a.tid62) = age(tid62_timestamp(a.tid62)) AS age,
       age(a.uid60) = age(uid60_timestamp(a.uid60)) AS age
FROM made a, made b WHERE a.n = 1 AND b.n = 2;

-- What no id is in is as it was: see unchanged.sql, too.  So there are no functions like these that
-- would make such a call ambiguous.
SELECT age('2026-02-01', '2026-01-01'), date_trunc('day', '2026-02-01 10:00+00', 'UTC');
SELECT f.code, f.message FROM unnest(ARRAY[
	'SELECT age(wiji, wiji) FROM made', 'SELECT date_trunc(''day'', wiji, ''UTC'') FROM made',
	'SELECT date_trunc(''day'', ''2026-02-01'')', 'SELECT age(''2026-02-01'')']) statement, failure(statement) f;
SELECT f.code, f.message LIKE '%fortnight%' AS named FROM failure('SELECT date_trunc(''fortnight'', wiji) FROM made') f;
DROP TABLE made;
