-- Writes the results of script/bench to the current folder: report.md, and data for charts.gnuplot.

SET search_path = bench;

-- Ratios are computed within a round, so that a slow round affects both; the spread is between the
-- quartiles.
CREATE VIEW result AS
WITH value AS (
	SELECT name, contender, unit, round, value, w.id, min(w.id) OVER (PARTITION BY name) AS first
	FROM work w JOIN sample s ON s.work = w.id
)
SELECT v.name, v.contender, v.unit, v.first, v.id, count(*) AS rounds,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY v.value) AS median,
       percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY v.value / nullif(f.value, 0)) AS ratio
FROM value v LEFT JOIN value f ON f.id = v.first AND f.round = v.round
GROUP BY v.name, v.contender, v.unit, v.first, v.id;

CREATE FUNCTION short(value double precision) RETURNS text LANGUAGE SQL AS $$
	SELECT CASE WHEN abs(value) >= 100 THEN round(value::numeric) WHEN abs(value) >= 10 THEN round(value::numeric, 1) ELSE round(value::numeric, 2) END::text
$$;
-- a time in the most readable unit
CREATE FUNCTION shown(value double precision, unit text) RETURNS text LANGUAGE SQL AS $$
	SELECT CASE WHEN unit <> 'ns' OR value < 1e3 THEN short(value) || ' ' || unit
	            WHEN value < 1e6 THEN short(value / 1e3) || ' µs' ELSE short(value / 1e6) || ' ms' END
$$;

\o report.md
SELECT E'| operation | baseline | others, with the ratio to the baseline |\n|---|--:|---|';
SELECT format('| %s | %s: %s | %s |', name, max(contender) FILTER (WHERE id = first), shown(max(median) FILTER (WHERE id = first), min(unit)),
              string_agg(format('%s %s: **%s**%s', contender, shown(median, unit), short(ratio[2]),
                                CASE WHEN rounds > 1 THEN format(' (%s to %s)', short(ratio[1]), short(ratio[3])) END), ' · ' ORDER BY id)
              FILTER (WHERE id <> first))
FROM result GROUP BY name, first ORDER BY first;

-- a file for each chart
\o chart.size
SELECT contender || E'\t' || sum(median) FILTER (WHERE name = 'size of the table') || E'\t' || sum(median) FILTER (WHERE name <> 'size of the table')
FROM result WHERE unit = 'bytes/row' AND name ~ '^size of' GROUP BY contender ORDER BY min(id);
\o chart.growth
SELECT format(E'%s\t%s\t%s\t%s\t%s', million, max(value) FILTER (WHERE contender = 'wiji'), max(value) FILTER (WHERE contender = 'uuidv7'),
              max(value) FILTER (WHERE contender = 'uuidv4'), max(value) FILTER (WHERE contender = 'bigint'))
FROM growth GROUP BY million ORDER BY million;
