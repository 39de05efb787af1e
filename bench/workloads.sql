-- The report of script/bench --workloads, from the raw rounds in :raw; workloads.md and what
-- workloads.gnuplot draws, in :out.

CREATE SCHEMA bench;
SET search_path = bench;
CREATE TABLE raw (place integer GENERATED ALWAYS AS IDENTITY, workload text, contender text, round integer, measure text, unit text, value double precision);
\copy raw (workload, contender, round, measure, unit, value) FROM PSTDIN

-- A ratio is formed within a round, so that a slow round is slow for both; the spread is between
-- the quartiles.
CREATE VIEW result AS
SELECT r.workload, r.measure, r.contender, min(r.unit) AS unit, min(r.place) AS place, count(*) AS rounds,
       percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY r.value) AS value,
       percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY r.value / nullif(w.value, 0)) AS ratio
FROM raw r LEFT JOIN raw w ON (w.workload, w.measure, w.round, w.contender) = (r.workload, r.measure, r.round, 'wiji')
GROUP BY r.workload, r.measure, r.contender;

CREATE FUNCTION short(value double precision) RETURNS text LANGUAGE SQL AS $$
	SELECT CASE WHEN abs(value) >= 100 THEN round(value::numeric) WHEN abs(value) >= 10 THEN round(value::numeric, 1) ELSE round(value::numeric, 2) END::text
$$;

-- A column for each contender, wiji first.
CREATE VIEW contender AS
SELECT workload, contender, row_number() OVER (PARTITION BY workload ORDER BY contender <> 'wiji', min(place)) AS place
FROM result GROUP BY workload, contender;

CREATE VIEW line AS
SELECT r.workload, 1 AS part, min(r.place) AS place,
       format('| %s, %s | %s |', measure, min(unit), string_agg(
              format('%s (%s to %s)%s', short(value[2]), short(value[1]), short(value[3]),
                     CASE WHEN contender <> 'wiji' THEN ' **' || coalesce(short(ratio[2]), '-') || '**' END), ' | ' ORDER BY c.place)) AS line
FROM result r JOIN contender c USING (workload, contender) GROUP BY r.workload, measure
UNION ALL
SELECT workload, 0, 0, format(E'\n**%s**\n\n| | %s |\n|---%s|', workload, string_agg(contender, ' | ' ORDER BY place), string_agg('|---', '')) FROM contender GROUP BY workload;

\o :out/workloads.md
SELECT format('Measured on %s, %s cores, with %s, on %s: large tables of %s rows, %s rounds. Medians, with the quartiles in brackets; in bold, how many times wiji''s value that is, formed within each round.',
              :'cpu', :cores, split_part(version(), ' (', 1), current_date, :rows, max(rounds)) FROM result;
SELECT line FROM line ORDER BY min(nullif(place, 0)) OVER (PARTITION BY workload), part, place;
\o
