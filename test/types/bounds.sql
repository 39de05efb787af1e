-- What holds for bounds of a time and for ranges of times: of each type, and of each layout of a UUID.
-- A test that runs this file fills the table kinds, asks, and runs bounds_end.sql.

-- Expressions: lower and upper in the timestamp at, "timestamp" and valid in the ID id, within in id and in the
-- range r.  Valid are the IDs of this kind; the type may have others.
CREATE TABLE kinds (n integer GENERATED ALWAYS AS IDENTITY, kind text, type regtype,
                    lower text, upper text, "timestamp" text, within text, valid text DEFAULT 'true');
CREATE TABLE near AS
SELECT timestamptz '2026-11-21 10:00+00' + n * step AS at
FROM generate_series(-3, 3) n, unnest('{1 us,7 us,333 us,1 ms,1 s,1 day}'::interval[]) step;
CREATE TABLE ranges AS
WITH ends AS (SELECT at + d AS at FROM unnest('{1970-01-01 00:00+00,2026-11-21 10:00+00}'::timestamptz[]) at,
                     unnest('{0,1 us,-1 us,999 us,1 s}'::interval[]) d
              UNION ALL VALUES (timestamptz '-infinity'), ('infinity'), ('4713-01-01 BC'), ('294276-01-01'), (NULL))
SELECT tstzrange(a.at, b.at, bounds) AS r FROM ends a, ends b, unnest('{[],[),(],()}'::text[]) bounds
WHERE a.at <= b.at OR a.at IS NULL OR b.at IS NULL UNION ALL VALUES ('empty'::tstzrange), (NULL);

-- Bounds are those of exactly the IDs whose time is on their side, in whatever unit IDs count.
CREATE FUNCTION wrong_bounds(kinds, OUT compared bigint, OUT lower bigint, OUT upper bigint) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('
		SELECT count(*), count(*) FILTER (WHERE (%3$s >= at) <> (id >= %1$s)),
		       count(*) FILTER (WHERE (%3$s <= at) <> (id <= %2$s))
		FROM (SELECT %1$s AS id FROM near UNION SELECT %2$s FROM near) ids, near', $1.lower, $1.upper, $1.timestamp)
	INTO compared, lower, upper;
END $$;

-- An ID is within a range where its time is: for each kind of range, as comparisons that the planner
-- turns it into, below NOT, and as the function itself, which the planner leaves alone for a range of
-- the ID's own row.  A UUID of another version or variant is outside of any range, even a null one.
CREATE FUNCTION wrong_within(kinds, OUT compared bigint, OUT within bigint, OUT wrong bigint,
                             OUT wrong_below_not bigint, OUT function_wrong bigint) LANGUAGE plpgsql AS $$
DECLARE
	ids text := format('SELECT %s AS id FROM near UNION SELECT %s FROM near UNION SELECT NULL', $1.lower, $1.upper);
	truth text := format('CASE WHEN id IS NOT NULL THEN coalesce(%s, false) AND %s <@ r END', $1.valid, $1.timestamp);
BEGIN
	IF $1.type = 'uuid'::regtype THEN
		ids := ids || $s$
			UNION SELECT format('06a02a4f-0bf8-%s123-%sabc-0123456789ab', version, variant)::uuid
			FROM unnest('{1,4,6,7,8,f}'::text[]) version, unnest('{0,8,b,c,f}'::text[]) variant$s$;
	END IF;
	EXECUTE format('
		SELECT count(*), count(*) FILTER (WHERE truth), count(*) FILTER (WHERE answer IS DISTINCT FROM truth),
		       count(*) FILTER (WHERE opposite IS DISTINCT FROM NOT truth)
		FROM (SELECT %2$s AS answer, NOT %2$s AS opposite, %3$s AS truth FROM (%1$s) ids, ranges OFFSET 0) s',
		ids, $1.within, truth) INTO compared, within, wrong, wrong_below_not;
	EXECUTE format('CREATE TEMP TABLE pairs AS SELECT id, r FROM (%s) ids, ranges', ids);
	EXECUTE format('SELECT count(*) FROM pairs WHERE %s IS DISTINCT FROM (%s)', $1.within, truth) INTO function_wrong;
	DROP TABLE pairs;
END $$;

-- The planner sees comparisons: an index finds a range, other partitions are pruned, even by a generic
-- plan, and a day of 24 IDs is estimated by time.
CREATE FUNCTION day_of(k kinds, OUT ids bigint, OUT by_generic_plan bigint, OUT reads text, OUT close boolean)
LANGUAGE plpgsql AS $$
DECLARE
	of_range text := 'FROM t WHERE ' || replace(k.within, ', r', ', $1');
	of_day text := replace(of_range, '$1', quote_literal('[2026-05-01 00:00+00,2026-05-02 00:00+00)'));
	plan json;
BEGIN
	EXECUTE format('CREATE TABLE t (id %s PRIMARY KEY) PARTITION BY RANGE (id)', k.type);
	FOR year IN 2025 .. 2026 LOOP
		EXECUTE format('CREATE TABLE t_%s PARTITION OF t FOR VALUES FROM (%s) TO (%s)', year,
		               replace(k.lower, '(at', format('(%L', year || '-01-01 00:00+00')),
		               replace(k.lower, '(at', format('(%L', year + 1 || '-01-01 00:00+00')));
	END LOOP;
	EXECUTE format('INSERT INTO t SELECT %s FROM generate_series(%L::timestamptz, %L, %L) at', k.lower,
	               '2025-01-01 00:00+00', '2026-12-31 00:00+00', '1 hour');
	ANALYZE t;
	EXECUTE 'SELECT count(*) ' || of_day INTO ids;
	SELECT string_agg(DISTINCT substring(line, 't_\d+|Index Cond'), ', ') FROM plan('SELECT ' || of_day) line INTO reads;
	EXECUTE 'EXPLAIN (FORMAT json) SELECT ' || of_day INTO plan;
	close := (plan -> 0 -> 'Plan' ->> 'Plan Rows')::integer BETWEEN 22 AND 26;
	EXECUTE 'PREPARE of_range (tstzrange) AS SELECT count(*) ' || of_range;
	PERFORM set_config('plan_cache_mode', 'force_generic_plan', true);
	EXECUTE 'EXECUTE of_range (''[2026-05-01 00:00+00,2026-05-02 00:00+00)'')' INTO by_generic_plan;
	SELECT reads || ', ' || substring(line, 'Subplans.*')
	FROM plan('EXECUTE of_range (''[2026-05-01 00:00+00,2026-05-02 00:00+00)'')') line
	WHERE line ~ 'Subplans' INTO reads;
	PERFORM set_config('plan_cache_mode', 'auto', true);
	DEALLOCATE of_range;
	DROP TABLE t;
END $$;
