-- The results of bench.sql and script/bench: report.md, results.json, and what charts.gnuplot
-- draws, in :out.

SET search_path = bench;

-- A ratio is formed within a round, so that a slow round is slow for both; the spread is between
-- the quartiles.
CREATE VIEW result AS
WITH value AS (
	SELECT name, contender, unit, round, value, min(w.id) OVER (PARTITION BY name) AS first, w.id
	FROM work w JOIN sample s ON s.work = w.id
)
SELECT v.name, v.contender, v.unit, min(v.first) AS first, min(v.id) AS id, count(*) AS rounds,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY v.value) AS median,
       percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY v.value / nullif(w.value, 0)) AS ratio
FROM value v LEFT JOIN value w ON w.name = v.name AND w.round = v.round AND w.contender = 'wiji'
GROUP BY v.name, v.contender, v.unit;

CREATE FUNCTION short(value double precision) RETURNS text LANGUAGE SQL AS $$
	SELECT CASE WHEN abs(value) >= 100 THEN round(value::numeric) WHEN abs(value) >= 10 THEN round(value::numeric, 1) ELSE round(value::numeric, 2) END::text
$$;

CREATE VIEW machine AS
SELECT :'cpu' AS cpu, :cores AS cores, split_part(version(), ' (', 1) AS server, substring(version() FROM 'compiled by (.*),') AS compiler,
       (SELECT extversion FROM pg_extension WHERE extname = 'pg_uuidv7') AS pg_uuidv7, current_date AS date, :rows AS rows, :rounds AS rounds;

\o :out/report.md
SELECT format(E'Measured on %s, %s cores, with %s (%s)%s, on %s: tables of %s rows, %s rounds. Medians; in brackets the quartiles of the ratio, which is formed within each round.\n',
              cpu, cores, server, compiler, ' and pg_uuidv7 ' || pg_uuidv7, date, rows, rounds) FROM machine;
SELECT E'| work | wiji | others, and how many times wiji''s value that is |\n|---|---|---|';
SELECT format('| %s | %s %s | %s |', name, short(max(median) FILTER (WHERE contender = 'wiji')), min(unit),
              string_agg(format('%s %s: **%s**%s', contender, short(median), short(ratio[2]),
                                CASE WHEN rounds > 1 THEN format(' (%s to %s)', short(ratio[1]), short(ratio[3])) END), ' · ' ORDER BY id)
              FILTER (WHERE contender <> 'wiji'))
FROM result GROUP BY name ORDER BY min(first);

\o :out/results.json
SELECT json_build_object('machine', (SELECT to_json(m) FROM machine m),
	'results', (SELECT json_agg(json_build_object('work', name, 'contender', contender, 'unit', unit, 'rounds', rounds,
		'median', median, 'ratio', ratio[2], 'ratio_quartiles', json_build_array(ratio[1], ratio[3])) ORDER BY first, id) FROM result));

-- one file for each chart
\o :out/chart.generate
SELECT contender || E'\t' || median FROM result WHERE name = 'generate' ORDER BY median;
\o :out/chart.text
SELECT contender || E'\t' || sum(median) FILTER (WHERE name = 'id to text') || E'\t' || sum(median) FILTER (WHERE name = 'text to id')
FROM result WHERE name IN ('id to text', 'text to id') GROUP BY contender ORDER BY min(id);
\o :out/chart.size
SELECT contender || E'\t' || median FROM result WHERE name = 'index size after it' ORDER BY median;
\o :out/chart.growth
SELECT regexp_replace(name, '.* ', '') || E'\t' || sum(median) FILTER (WHERE contender = 'wiji') || E'\t' || sum(median) FILTER (WHERE contender = 'uuidv4')
       || E'\t' || sum(median) FILTER (WHERE contender = 'bigint')
FROM result WHERE name ~ '^INSERT of ' GROUP BY name ORDER BY min(first);
\o :out/chart.title
SELECT format('%s, %s, %s cores, %s', server, cpu, cores, date) FROM machine;
