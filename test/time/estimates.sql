-- The rows that the planner expects of a column of IDs, and of a timestamptz column with the same
-- times.  Each condition is written with K, which stands for either column.  script/long/estimates
-- runs this.
--
-- An estimate's error is the factor between it and the true number, from 1 on.
CREATE EXTENSION wiji;
CREATE EXTENSION tid62; -- with tid62
SET TimeZone = 'UTC';
SELECT setseed(0.20261121) \g /dev/null

CREATE FUNCTION estimate(query text) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE plan json;
BEGIN
	EXECUTE 'EXPLAIN (FORMAT json) ' || query INTO plan;
	RETURN greatest(1, (plan -> 0 -> 'Plan' ->> 'Plan Rows')::numeric);
END $$;
CREATE FUNCTION actual(query text) RETURNS numeric LANGUAGE plpgsql AS $$
DECLARE n numeric;
BEGIN
	EXECUTE format('SELECT count(*) FROM (%s) q', query) INTO n;
	RETURN n;
END $$;

-- One row a second, for a day and four hours, alongside others of the same times.
CREATE TABLE steady (id wiji PRIMARY KEY, at timestamptz UNIQUE, k integer, kind text) WITH (autovacuum_enabled = off);
INSERT INTO steady SELECT wiji_generate(at), at, n % 1000, CASE WHEN n % 10 = 0 THEN 'rare' ELSE 'common' END
FROM generate_series(0, 99999) n, LATERAL (VALUES (timestamptz '2026-11-01' + n * interval '1 s')) v (at);
-- 10 % more than when it was analyzed, with btree and with BRIN only.
CREATE TABLE grown (LIKE steady INCLUDING ALL) WITH (autovacuum_enabled = off);
CREATE TABLE grown_brin (LIKE steady) WITH (autovacuum_enabled = off);
CREATE INDEX ON grown_brin USING brin (id);
CREATE INDEX ON grown_brin USING brin (at);
INSERT INTO grown SELECT * FROM steady WHERE at < '2026-11-02';
INSERT INTO grown_brin SELECT * FROM steady WHERE at < '2026-11-02';
-- Never analyzed.
CREATE TABLE fresh (LIKE steady INCLUDING ALL) WITH (autovacuum_enabled = off);
INSERT INTO fresh SELECT * FROM steady;
-- IDs that repeat, some often, and nulls: a foreign key.
CREATE TABLE line (id wiji, at timestamptz, k integer) WITH (autovacuum_enabled = off);
INSERT INTO line
SELECT id, at, k FROM steady, generate_series(1, CASE WHEN k < 5 THEN 200 ELSE 1 END)
WHERE k < 1000 AND extract(minute FROM at)::integer % 3 = 0;
INSERT INTO line SELECT NULL, NULL, 1 FROM generate_series(1, 5000);
CREATE INDEX ON line (id);
CREATE INDEX ON line (at);
-- Back-filled for single times: 40 of them with 2,000 rows each, among others.
CREATE TABLE burst (id wiji PRIMARY KEY, at timestamptz, k integer) WITH (autovacuum_enabled = off);
INSERT INTO burst
SELECT wiji_generate(at), at, n
FROM generate_series(1, 40) d,
     LATERAL (VALUES (timestamptz '2026-01-01' + d * interval '7 days 1 hour')) v (at), generate_series(1, 2000) n;
INSERT INTO burst
SELECT wiji_generate(at), at, n
FROM generate_series(1, 20000) n,
     LATERAL (VALUES (timestamptz '2026-01-01' + n * interval '1237.001001 s')) v (at);
CREATE INDEX ON burst (at);
-- Seconds with 1,000 IDs each.
CREATE TABLE seconds (id tid62 PRIMARY KEY, at timestamptz, k integer) WITH (autovacuum_enabled = off); -- with tid62
INSERT INTO seconds -- with tid62
SELECT tid62_generate(at), at, n -- with tid62
FROM generate_series(timestamptz '2026-11-01', '2026-11-01 00:01:39', '1 s') at, generate_series(1, 1000) n; -- with tid62
CREATE INDEX ON seconds (at); -- with tid62
CREATE TABLE shift (period tstzrange, a timestamptz, b timestamptz);
INSERT INTO shift
SELECT tstzrange(a, a + interval '1 hour'), a, a + interval '1 hour'
FROM generate_series(1, 20) n, LATERAL (VALUES (timestamptz '2026-11-01' + n * interval '1 hour')) v (a);
CREATE TABLE other (k integer, v integer);
INSERT INTO other SELECT n % 1000, n FROM generate_series(1, 2000) n;
ANALYZE;
INSERT INTO grown SELECT * FROM steady WHERE at >= '2026-11-02';
INSERT INTO grown_brin SELECT * FROM steady WHERE at >= '2026-11-02';

CREATE TABLE corpus (n serial, name text, query text, parameters text, ids numeric, times numeric, rows numeric);
-- Conditions that were estimated badly once.
INSERT INTO corpus (name, query) VALUES
	('an hour', $$SELECT FROM steady
		WHERE K >= timestamptz '2026-11-01 10:00' AND K < timestamptz '2026-11-01 11:00'$$),
	('an hour, as a range', $$SELECT FROM steady WHERE K <@ tstzrange '[2026-11-01 10:00,2026-11-01 11:00)'$$),
	('a minute', $$SELECT FROM steady
		WHERE K >= timestamptz '2026-11-01 10:00' AND K < timestamptz '2026-11-01 10:01'$$),
	('101 ranges', (
		SELECT 'SELECT FROM steady WHERE ' || string_agg(
			format('K >= timestamptz %L AND K < timestamptz %L', at, at + interval '2 s'), ' OR ')
		FROM generate_series(timestamptz '2026-11-01', '2026-11-01 16:40', '10 minutes') at)),
	('outer join, range on its outer side', $$SELECT FROM steady w LEFT JOIN other o ON o.k = w.k
		AND w.K >= timestamptz '2026-11-01 10:00' AND w.K < timestamptz '2026-11-01 11:00'$$),
	('NOT EXISTS with a range', $$SELECT FROM steady w WHERE NOT EXISTS (SELECT FROM other o WHERE o.k = w.k
		AND w.K >= timestamptz '2026-11-01 10:00' AND w.K < timestamptz '2026-11-01 11:00')$$),
	('NOT a range', $$SELECT FROM steady
		WHERE NOT (K >= timestamptz '2026-11-01 10:00' AND K < timestamptz '2026-11-01 20:00')$$),
	('(range) IS TRUE', $$SELECT FROM steady
		WHERE (K >= timestamptz '2026-11-01 10:00' AND K < timestamptz '2026-11-01 11:00') IS TRUE$$),
	('HAVING a range', $$SELECT FROM steady GROUP BY K
		HAVING K >= timestamptz '2026-11-01 10:00' AND (K < timestamptz '2026-11-01 11:00' OR count(*) > 5)$$),
	('50 ranges, all true of one', (
		SELECT 'SELECT FROM line WHERE ' || string_agg(
			format('K >= timestamptz %L AND K < timestamptz %L', timestamptz '2026-11-01' + n * interval '1 minute',
			       timestamptz '2026-11-02' - n * interval '1 minute'), ' AND ')
		FROM generate_series(1, 50) n)),
	('a column of ranges', $$SELECT FROM steady JOIN shift ON K <@ period$$),
	('two columns of times', $$SELECT FROM steady JOIN shift ON K >= a AND K < b$$),
	('a sub-select', $$SELECT FROM steady WHERE K >= (SELECT min(a) FROM shift) AND K < (SELECT min(b) FROM shift)$$),
	('now', $$SELECT FROM steady WHERE K >= now() - interval '1000 years' AND K < now() + interval '1000 years'$$),
	('before all', $$SELECT FROM steady WHERE K < timestamptz '2026-10-01'$$),
	('infinity', $$SELECT FROM steady WHERE K < timestamptz 'infinity'$$),
	('never analyzed, an hour', $$SELECT FROM fresh
		WHERE K >= timestamptz '2026-11-01 10:00' AND K < timestamptz '2026-11-01 11:00'$$),
	('never analyzed, from then on', $$SELECT FROM fresh WHERE K >= timestamptz '2026-11-01 10:00'$$),
	('newest hour, grown', $$SELECT FROM grown WHERE K >= timestamptz '2026-11-02 02:46:40'$$),
	('newest hour with both ends, grown', $$SELECT FROM grown
		WHERE K >= timestamptz '2026-11-02 02:00' AND K < timestamptz '2026-11-02 03:00'$$),
	('newest hour, grown, BRIN only', $$SELECT FROM grown_brin WHERE K >= timestamptz '2026-11-02 02:46:40'$$),
	('between two keys of a foreign key', $$SELECT FROM line
		WHERE K >= timestamptz '2026-11-01 00:00:02.1' AND K < timestamptz '2026-11-01 00:00:02.2'$$),
	('a back-filled second', $$SELECT FROM burst
		WHERE K >= timestamptz '2026-05-21 20:00' AND K <= timestamptz '2026-05-21 20:00:01'$$),
	('from a back-filled time on', $$SELECT FROM burst
		WHERE K >= timestamptz '2026-05-21 20:00' AND K < timestamptz '2026-05-28'$$),
	('to a back-filled time', $$SELECT FROM burst
		WHERE K > timestamptz '2026-05-15' AND K <= timestamptz '2026-05-21 20:00'$$),
	('tid62: a second with 1,000 IDs', -- with tid62
	 $$SELECT FROM seconds WHERE K <@ tstzrange '[2026-11-01 00:00:10,2026-11-01 00:00:11)'$$), -- with tid62
	('tid62: from such a second on', $$SELECT FROM seconds WHERE K <@ tstzrange '[2026-11-01 00:00:10,)'$$), -- with tid62
	('up to it', $$SELECT FROM burst WHERE K > timestamptz '2026-05-15' AND K < timestamptz '2026-05-21 20:00'$$);
-- Parameters of generic plans.
INSERT INTO corpus (name, query, parameters) VALUES
	('$1, generic plan', 'SELECT FROM steady WHERE K >= $1', '(timestamptz)'),
	('$1 and $2, generic plan', 'SELECT FROM steady WHERE K >= $1 AND K < $2', '(timestamptz, timestamptz)'),
	('range from $1 on, generic plan', 'SELECT FROM steady WHERE K <@ tstzrange($1, NULL)', '(timestamptz)');
SELECT max(n) AS named FROM corpus \gset

-- Random conditions: from one row to all, at any place, combined in every way.
CREATE FUNCTION condition(depth integer, lower timestamptz, width interval, letter text) RETURNS text
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
	how double precision := random();
	part interval := width * exp(-7 * random());
	a timestamptz := lower + random() * width;
BEGIN
	IF depth = 0 OR how < 0.3 THEN
		IF random() < 0.7 THEN
			RETURN format('%1$s.K %4$s timestamptz %2$L AND %1$s.K %5$s timestamptz %3$L', letter, a, a + part,
				(ARRAY['>', '>='])[1 + floor(random() * 2)], (ARRAY['<', '<='])[1 + floor(random() * 2)]);
		END IF;
		RETURN format('%s.K %s timestamptz %L', letter, (ARRAY['<', '<=', '>', '>='])[1 + floor(random() * 4)], a);
	ELSIF how < 0.5 THEN
		RETURN format('(%s OR %s)', condition(depth - 1, lower, width, letter),
			condition(depth - 1, lower, width, letter));
	ELSIF how < 0.7 THEN
		RETURN format('(%s AND %s)', condition(depth - 1, lower, width, letter),
			condition(depth - 1, lower, width, letter));
	ELSIF how < 0.8 THEN
		RETURN format('NOT (%s)', condition(depth - 1, lower, width, letter));
	ELSIF how < 0.9 THEN
		RETURN format('(%s) IS TRUE', condition(depth - 1, lower, width, letter));
	END IF;
	RETURN format('(%s AND %s.k < %s)', condition(depth - 1, lower, width, letter), letter, floor(1000 * random()));
END $$;
INSERT INTO corpus (name, query)
SELECT 'random: ' || t, format(form, t, condition(2, lower, width, 'w'))
FROM generate_series(1, :conditions) n,
     LATERAL (SELECT (ARRAY['steady', 'steady', 'line', 'grown', 'burst'])[1 + n % 5]) v (t),
     LATERAL (SELECT CASE t WHEN 'burst' THEN timestamptz '2026-01-01' ELSE '2026-11-01' END,
                     CASE t WHEN 'burst' THEN interval '280 days' ELSE '27 hours' END) s (lower, width),
     LATERAL (SELECT (ARRAY['SELECT FROM %s w WHERE %s', 'SELECT FROM %s w WHERE %s', 'SELECT FROM %s w WHERE %s',
                            'SELECT FROM %s w JOIN other o ON o.k = w.k WHERE %s',
                            'SELECT FROM %s w LEFT JOIN other o ON o.k = w.k AND %s',
                            'SELECT FROM %s w WHERE EXISTS (SELECT FROM other o WHERE o.k = w.k AND %s)'
                      ])[1 + n % 6]) f (form)
WHERE t <> 'burst' OR form = 'SELECT FROM %s w WHERE %s';

UPDATE corpus
SET ids = estimate(regexp_replace(query, '\mK\M', 'id', 'g')),
    times = estimate(regexp_replace(query, '\mK\M', 'at', 'g')),
    rows = actual(regexp_replace(query, '\mK\M', 'at', 'g'))
WHERE parameters IS NULL;
-- ANALYZE takes a random sample, and one sample may be unlucky.  The named cases are judged by the
-- median of several.  (The tables that grew stay as they were analyzed.)
CREATE TABLE sampled (n integer, ids numeric, times numeric);
SELECT
       'ANALYZE seconds', -- with tid62
       'ANALYZE steady, line, burst',
       format($$
	INSERT INTO sampled
	SELECT n, estimate(regexp_replace(query, '\mK\M', 'id', 'g')), estimate(regexp_replace(query, '\mK\M', 'at', 'g'))
	FROM corpus WHERE n <= %s AND parameters IS NULL$$, :named)
FROM generate_series(1, 9) \gexec
UPDATE corpus c SET ids = s.ids, times = s.times
FROM (SELECT n, percentile_disc(0.5) WITHIN GROUP (ORDER BY ids) AS ids,
             percentile_disc(0.5) WITHIN GROUP (ORDER BY times) AS times
      FROM sampled GROUP BY n) s
WHERE c.n = s.n;

SET plan_cache_mode = force_generic_plan;
SELECT format('PREPARE p%s_%s %s AS %s', n, c, parameters, regexp_replace(query, '\mK\M', c, 'g'))
FROM corpus, unnest('{id,at}'::text[]) c WHERE parameters IS NOT NULL \gexec
UPDATE corpus c
SET ids = estimate(format('EXECUTE p%s_id %s', n, replace(parameters, 'timestamptz', 'NULL'))),
    times = estimate(format('EXECUTE p%s_at %s', n, replace(parameters, 'timestamptz', 'NULL')))
WHERE parameters IS NOT NULL;
RESET plan_cache_mode;

CREATE VIEW judged AS
SELECT *, greatest(ids, rows, 1) / greatest(least(ids, rows), 1) AS error_of_ids,
       greatest(times, rows, 1) / greatest(least(times, rows), 1) AS error_of_times
FROM corpus;
-- The table of planner measurements, and the sum of the random conditions.
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
