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

CREATE TABLE title (workload text PRIMARY KEY, place integer GENERATED ALWAYS AS IDENTITY, title text);
INSERT INTO title (workload, title) VALUES
	('steady', 'An index four times as large as shared_buffers goes on growing, with a checkpoint after every hundredth of the rows'),
	('family', 'Three levels of tables with foreign keys'),
	('times', 'Questions by time about a year: by the id, and by created_at and its index'),
	('queue', 'A queue: half of the sessions insert, half take the oldest with SKIP LOCKED and delete it'),
	('serializable', 'SERIALIZABLE, 10 clients: insert, read by key, insert a child, update; "hashed" is wiji in 16 hash partitions'),
	('edge', 'Many sessions insert at the right edge of one index, of 16 (wiji16) or of 64 (wiji64)'),
	('feed', 'A feed that is read by id, and one that is read by transactions (tx)'),
	('changes', 'Updates of rows with a stamp (wiji), with updated_at set by a trigger (updated), both with an index, with fillfactor 70, and with no such column'),
	('woken', 'Writers whose reader polls ten times a second (wiji), a thousand times (hasty), or is notified by each of them (notify)'),
	('horizon', 'What it costs that horizons know of each id; "without" is a library that tells none'),
	('connect', 'New connections, without and with the library preloaded'),
	('moves', 'What an administrator does to a table');

CREATE VIEW line AS
SELECT r.workload, 1 AS part, min(r.place) AS place,
       format('| %s, %s | %s |', measure, min(unit), string_agg(
              format('%s (%s to %s)%s', short(value[2]), short(value[1]), short(value[3]),
                     CASE WHEN contender <> 'wiji' THEN ' **' || coalesce(short(ratio[2]), '-') || '**' END), ' | ' ORDER BY c.place)) AS line
FROM result r JOIN contender c USING (workload, contender) GROUP BY r.workload, measure
UNION ALL
SELECT workload, 0, 0, format(E'\n## %s\n\n| | %s |\n|---%s|', title, string_agg(contender, ' | ' ORDER BY c.place), string_agg('|---', ''))
FROM contender c JOIN title USING (workload) GROUP BY workload, title;

\o :out/workloads.md
SELECT format('Measured on %s, %s cores, with %s, on %s: large tables of %s rows, %s rounds. Medians, with the quartiles in brackets; in bold, how many times wiji''s value that is, formed within each round.',
              :'cpu', :cores, split_part(version(), ' (', 1), current_date, :rows, max(rounds)) FROM result;
SELECT line FROM line JOIN title USING (workload) ORDER BY title.place, part, line.place;
\o

-- one file for each chart: a line for each contender, or a column
\pset fieldsep '\t'
CREATE FUNCTION middle(of text, was text) RETURNS TABLE (contender text, value double precision) LANGUAGE SQL AS $$
	SELECT contender, r.value[2] FROM result r JOIN contender c USING (workload, contender)
	WHERE workload = of AND measure = was ORDER BY c.place
$$;
\o :out/workloads.wal
SELECT * FROM middle('steady', 'WAL a row');
\o :out/workloads.serializable
SELECT * FROM middle('serializable', 'serialization failures');
\o :out/workloads.steady
SELECT n, string_agg(m.value::text, E'\t' ORDER BY contender)
FROM unnest('{first,second,third,fourth,last}'::text[]) WITH ORDINALITY f (fifth, n),
     middle('steady', format('rows a second, %s fifth', fifth)) m
WHERE contender IN ('bigint', 'uuidv4', 'uuidv7', 'wiji') GROUP BY n ORDER BY n;
\o :out/workloads.title
SELECT format('%s, %s cores, PostgreSQL %s, %s', :'cpu', :cores, split_part(current_setting('server_version'), ' ', 1), current_date);
\o
