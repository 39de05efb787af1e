-- Bounds of a timestamp and ranges of timestamps, for each type and each layout of a UUID.
SET timezone = 'UTC';
SET datestyle = 'ISO';
\set ECHO none
-- The columns lower to within are expressions in the timestamp at, the ID id and the range r.
CREATE TABLE kinds (n integer GENERATED ALWAYS AS IDENTITY, kind text, type regtype, version integer,
                    lower text, upper text, "timestamp" text, within text,
                    first timestamptz, last timestamptz, last_upper timestamptz);
INSERT INTO kinds (kind, type, lower, upper, "timestamp", within, first, last, last_upper)
SELECT type, type::regtype, type || '_lower(at)', type || '_upper(at)', type || '_timestamp(id)',
       type || '_within(id, r)',
       first::timestamptz, last::timestamptz, coalesce(last_upper, last)::timestamptz
FROM (VALUES ('wiji', '1970-01-01', '4253-05-31 22:20:37.927935', NULL),
             ('siq', '1970-01-01', '36812-02-20 00:36:15.999984', NULL),
             ('tid62', '2020-01-01', '2156-02-07 06:28:15', '2156-02-07 06:28:15.999999'),
             ('uid60', '2018-03-01', '2157-07-13 07:35:11.103', '2157-07-13 07:35:11.103999'))
     AS v (type, first, last, last_upper);
INSERT INTO kinds (kind, type, version, lower, upper, "timestamp", within, first, last, last_upper)
SELECT 'uuid ' || layout || width, 'uuid', substr(layout, 2, 1)::integer,
       format('uuidtime_%s_lower(at%s)', layout, width),
       format('uuidtime_%s_upper(at%s)', layout, width), format('uuidtime_%stimestamp(id%s)', reader, width),
       format('uuidtime_%s_within(id, r%s)', layout, width), first::timestamptz, last::timestamptz, last::timestamptz
FROM (VALUES ('v6', '', '', '1582-10-15', '5236-03-31 21:21:00.684697'),
             ('v7', '', '', '1970-01-01', '10889-08-02 05:31:50.655'),
             ('v7_draft', 'v7_draft_', '', '1970-01-01', '4147-08-20 07:32:15.999999'),
             ('v8', 'v8_', ', 32', '1970-01-01', '2106-02-07 06:28:15'),
             ('v8', 'v8_', ', 48', '1970-01-01', '10889-08-02 05:31:50.655'),
             ('v8', 'v8_', '', '1970-01-01', '38504-08-17 21:30:06.846975'),
             ('v8', 'v8_', ', 64', '1970-01-01', '2554-07-21 23:34:33.709551'))
     AS v (layout, reader, width, first, last);
CREATE FUNCTION each_kind(query text) RETURNS TABLE (kind text, answer json) LANGUAGE plpgsql AS $$
DECLARE k kinds;
BEGIN
	FOR k IN SELECT * FROM kinds ORDER BY n LOOP
		kind := k.kind;
		RETURN QUERY EXECUTE 'SELECT $1, to_json(s) FROM ('
			|| replace(replace(replace(replace(replace(query, 'LOWER', k.lower), 'UPPER', k.upper), 'TIMESTAMP', k.timestamp),
			           'WITHIN', k.within), 'TYPE', k.type::text) || ') s' USING kind;
	END LOOP;
END $$;
\set ECHO all

-- The smallest ID that is not before a timestamp, and the largest that is not after it.  Between two
-- times of a layout these are IDs of the later and of the earlier one.
SELECT * FROM each_kind($$
	SELECT LOWER AS lower, UPPER AS upper FROM (VALUES (timestamptz '2026-11-21 02:37:58.335123')) AS v (at)$$);
SELECT * FROM each_kind($$
	SELECT (SELECT TIMESTAMP FROM LOWER id)::text AS lower, (SELECT TIMESTAMP FROM UPPER id)::text AS upper
	FROM (VALUES (timestamptz '2026-11-21 02:37:58.335123')) AS v (at)$$);

-- The first and last times have IDs.
SELECT a.kind, a.answer ->> 'id' AS first, z.answer ->> 'id' AS last,
       a.answer ->> 'right' AS its_time, z.answer ->> 'right' AS its_time
FROM each_kind('SELECT id, TIMESTAMP = at AS right
                FROM kinds k, LATERAL (SELECT first AS at) a, LOWER id WHERE k.kind = $1') a
JOIN each_kind('SELECT id, TIMESTAMP = at AS right
                FROM kinds k, LATERAL (SELECT last AS at) a, UPPER id WHERE k.kind = $1') z
     USING (kind) ORDER BY kind COLLATE "C";
-- Beyond them is error 22008.
SELECT kind, bound, f.code, f.message, f.detail
FROM kinds, LATERAL (VALUES ('lower', lower, first - interval '1 us'), ('lower', lower, last + interval '1 us'),
                            ('upper', upper, last_upper + interval '1 us')) AS v (bound, call, at),
     failure(format('SELECT %s FROM (SELECT timestamptz %L AS at) v', call, at)) f
WHERE kind !~ '^uuid' OR bound = 'upper' ORDER BY n, bound, at;
SELECT kind, bound, at, f.code AS other_code
FROM kinds, LATERAL (VALUES ('lower', lower), ('upper', upper)) AS b (bound, call),
     LATERAL (VALUES ('-infinity'), ('infinity'), ('4714-11-24 00:00:00+00 BC'), (first - interval '1 us')) AS a (at),
     failure(format('SELECT %s FROM (SELECT timestamptz %L AS at) v', call, at)) f
WHERE f.code IS DISTINCT FROM '22008';
SELECT f.* FROM failure('SELECT uuidtime_v8_lower(now(), 36)') f;

-- They are bounds of exactly the IDs whose time is on their side, in whatever unit IDs count.
CREATE TABLE near AS
SELECT timestamptz '2026-11-21 10:00' + n * step AS at
FROM generate_series(-3, 3) n, unnest('{1 us,7 us,333 us,1 ms,1 s,1 day}'::interval[]) step;
SELECT * FROM each_kind($$
	SELECT count(*) AS pairs, count(*) FILTER (WHERE (TIMESTAMP >= at) <> (id >= LOWER)) AS lower,
	       count(*) FILTER (WHERE (TIMESTAMP <= at) <> (id <= UPPER)) AS upper
	FROM (SELECT LOWER AS id FROM near UNION SELECT UPPER FROM near) ids, near$$);

-- An ID is within a range where its time is: for each kind of range, as comparisons that the planner
-- turns it into, below NOT, and as the function itself, which the planner leaves alone for a range of
-- the ID's own row.  A UUID of another version or variant is outside of any range, even a null one.
\set ECHO none
CREATE TABLE ranges AS
WITH ends AS (SELECT at + d AS at FROM unnest('{1970-01-01,2026-11-21 10:00}'::timestamptz[]) at,
                     unnest('{0,1 us,-1 us,999 us,1 s}'::interval[]) d
              UNION ALL VALUES (timestamptz '-infinity'), ('infinity'), ('4713-01-01 BC'), ('294276-01-01'), (NULL))
SELECT tstzrange(a.at, b.at, bounds) AS r FROM ends a, ends b, unnest('{[],[),(],()}'::text[]) bounds
WHERE a.at <= b.at OR a.at IS NULL OR b.at IS NULL UNION ALL VALUES ('empty'::tstzrange), (NULL);
CREATE FUNCTION wrong_within(kinds, OUT compared bigint, OUT within bigint, OUT wrong bigint,
                             OUT wrong_below_not bigint, OUT function_wrong bigint) LANGUAGE plpgsql AS $$
DECLARE
	ids text := format('SELECT %s AS id FROM near UNION SELECT %s FROM near UNION SELECT NULL', $1.lower, $1.upper);
	truth text := $1.timestamp || ' <@ r';
BEGIN
	IF $1.type = 'uuid'::regtype THEN
		ids := ids || $s$
			UNION SELECT format('06a02a4f-0bf8-%s123-%sabc-0123456789ab', version, variant)::uuid
			FROM unnest('{1,4,6,7,8,f}'::text[]) version, unnest('{0,8,b,c,f}'::text[]) variant$s$;
		truth := format('CASE WHEN id IS NOT NULL THEN coalesce(uuidtime_version(id) = %s, false) AND %s END',
		                $1.version, truth);
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
\set ECHO all
SELECT kind, w.* FROM kinds, wrong_within(kinds) w ORDER BY n;

-- Such a condition is not null for a UUID of another version, in custom and in generic plans.
PREPARE in_range(tstzrange) AS
SELECT uuidtime_version(id) AS version, uuidtime_v7_within(id, $1) AS answer, NOT uuidtime_v7_within(id, $1) AS opposite
FROM (VALUES (uuid '019aa525-6800-4000-8000-000000000000'), ('019aa525-6800-7000-8000-000000000000'), (NULL)) v (id);
EXECUTE in_range(NULL);
SET plan_cache_mode = force_generic_plan;
EXECUTE in_range(NULL);
RESET plan_cache_mode;
DEALLOCATE in_range;

-- The planner sees comparisons: an index finds a range, other partitions are pruned, even by a generic
-- plan, and a day of 24 IDs is estimated by time (except for UUIDs, whose estimates are the server's).
\set ECHO none
CREATE FUNCTION day_of(k kinds, OUT ids bigint, OUT by_generic_plan bigint, OUT reads text, OUT close boolean)
LANGUAGE plpgsql AS $$
DECLARE
	of_range text := 'FROM t WHERE ' || replace(k.within, ', r', ', $1');
	of_day text := replace(of_range, '$1', quote_literal('[2026-05-01,2026-05-02)'));
	plan json;
BEGIN
	EXECUTE format('CREATE TABLE t (id %s PRIMARY KEY) PARTITION BY RANGE (id)', k.type);
	FOR year IN 2025 .. 2026 LOOP
		EXECUTE format('CREATE TABLE t_%s PARTITION OF t FOR VALUES FROM (%s) TO (%s)', year,
		               replace(k.lower, '(at', format('(%L', year || '-01-01')),
		               replace(k.lower, '(at', format('(%L', year + 1 || '-01-01')));
	END LOOP;
	EXECUTE format('INSERT INTO t SELECT %s FROM generate_series(%L::timestamptz, %L, %L) at', k.lower,
	               '2025-01-01', '2026-12-31', '1 hour');
	ANALYZE t;
	EXECUTE 'SELECT count(*) ' || of_day INTO ids;
	SELECT string_agg(DISTINCT substring(line, 't_\d+|Index Cond'), ', ') FROM plan('SELECT ' || of_day) line INTO reads;
	EXECUTE 'EXPLAIN (FORMAT json) SELECT ' || of_day INTO plan;
	close := (plan -> 0 -> 'Plan' ->> 'Plan Rows')::integer BETWEEN 22 AND 26;
	EXECUTE 'PREPARE of_range (tstzrange) AS SELECT count(*) ' || of_range;
	PERFORM set_config('plan_cache_mode', 'force_generic_plan', true);
	EXECUTE 'EXECUTE of_range (''[2026-05-01,2026-05-02)'')' INTO by_generic_plan;
	SELECT reads || ', ' || substring(line, 'Subplans.*') FROM plan('EXECUTE of_range (''[2026-05-01,2026-05-02)'')') line
	WHERE line ~ 'Subplans' INTO reads;
	PERFORM set_config('plan_cache_mode', 'auto', true);
	DEALLOCATE of_range;
	DROP TABLE t;
END $$;
\set ECHO all
SELECT kind, d.* FROM kinds, day_of(kinds) d ORDER BY n;

DROP TABLE near, ranges;
DROP FUNCTION each_kind, wrong_within, day_of;
DROP TABLE kinds;
RESET timezone;
RESET datestyle;
