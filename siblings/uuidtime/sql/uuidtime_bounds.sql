-- Bounds of a timestamp and ranges of timestamps, for each layout of a UUID.
SET timezone = 'UTC';
SET datestyle = 'ISO';
\set ECHO none
\getenv tree WIJI_TREE
\set bounds :tree/test/types/bounds.sql
\set bounds_end :tree/test/types/bounds_end.sql
\i :bounds
ALTER TABLE kinds ADD first timestamptz, ADD last timestamptz;
INSERT INTO kinds (kind, type, lower, upper, "timestamp", within, valid, first, last)
SELECT layout || width, 'uuid', format('uuidtime_%s_lower(at%s)', layout, width),
       format('uuidtime_%s_upper(at%s)', layout, width), format('uuidtime_%stimestamp(id%s)', reader, width),
       format('uuidtime_%s_within(id, r%s)', layout, width),
       format('uuidtime_version(id) = %s', substr(layout, 2, 1)), first::timestamptz, last::timestamptz
FROM (VALUES ('v6', '', '', '1582-10-15', '5236-03-31 21:21:00.684697'),
             ('v7', '', '', '1970-01-01', '10889-08-02 05:31:50.655'),
             ('v7_draft', 'v7_draft_', '', '1970-01-01', '4147-08-20 07:32:15.999999'),
             ('v8', 'v8_', ', 32', '1970-01-01', '2106-02-07 06:28:15'),
             ('v8', 'v8_', ', 48', '1970-01-01', '10889-08-02 05:31:50.655'),
             ('v8', 'v8_', '', '1970-01-01', '38504-08-17 21:30:06.846975'),
             ('v8', 'v8_', ', 64', '1970-01-01', '2554-07-21 23:34:33.709551'))
     AS v (layout, reader, width, first, last);
-- an answer for each layout
CREATE FUNCTION each_kind(query text) RETURNS TABLE (kind text, answer json) LANGUAGE plpgsql AS $$
DECLARE k kinds;
BEGIN
	FOR k IN SELECT * FROM kinds ORDER BY n LOOP
		kind := k.kind;
		RETURN QUERY EXECUTE 'SELECT $1, to_json(s) FROM ('
			|| replace(replace(replace(query, 'LOWER', k.lower), 'UPPER', k.upper), 'TIMESTAMP', k.timestamp)
			|| ') s' USING kind;
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
SELECT kind, f.code, f.message, f.detail
FROM kinds, failure(format('SELECT %s FROM (SELECT timestamptz %L AS at) v', upper, last + interval '1 us')) f ORDER BY n;
SELECT kind, bound, at, f.code AS other_code
FROM kinds, LATERAL (VALUES ('lower', lower), ('upper', upper)) AS b (bound, call),
     LATERAL (VALUES ('-infinity'), ('infinity'), ('4714-11-24 00:00:00+00 BC'), (first - interval '1 us')) AS a (at),
     failure(format('SELECT %s FROM (SELECT timestamptz %L AS at) v', call, at)) f
WHERE f.code IS DISTINCT FROM '22008';
SELECT f.* FROM failure('SELECT uuidtime_v8_lower(now(), 36)') f;

-- They are bounds of exactly the IDs whose time is on their side, in whatever unit IDs count.
SELECT kind, w.* FROM kinds, wrong_bounds(kinds) w ORDER BY n;
-- An ID is within a range where its time is.  A UUID of another version or variant is outside of any.
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
-- The planner sees comparisons; estimates of UUIDs are the server's.
SELECT kind, d.* FROM kinds, day_of(kinds) d ORDER BY n;
\set ECHO none
DROP FUNCTION each_kind;
\i :bounds_end
\set ECHO all
RESET timezone;
RESET datestyle;
