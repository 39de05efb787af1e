-- The table of docs/indexes.md, and the sum of the random conditions.
\pset format aligned
SELECT format('| %s | %s | %s | %s |', replace(name, '|', ''), coalesce(to_char(rows, 'FM999,999,999'), ''),
              to_char(ids, 'FM999,999,999'), to_char(times, 'FM999,999,999')) AS "| case | rows | wiji | timestamptz |"
FROM judged WHERE name !~ '^random' ORDER BY n;
SELECT regexp_replace(name, ': .*', '') AS conditions, count(*),
       round(exp(avg(ln(error_of_ids))), 3) AS "mean error, ids",
       round(exp(avg(ln(error_of_times))), 3) AS "mean error, times",
       round(max(error_of_ids / error_of_times), 2) AS "worst ratio",
       count(*) FILTER (WHERE error_of_ids > 2 * error_of_times) AS "worse than twice"
FROM judged WHERE name ~ '^random' GROUP BY 1;
