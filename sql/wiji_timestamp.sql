-- IDs compare with timestamps and time ranges.  (wiji_timestamp_plan has the plans.)
SET TimeZone = 'UTC';
SET DateStyle = 'ISO';
CREATE TABLE event (id wiji PRIMARY KEY, n integer);
INSERT INTO event SELECT wiji_make(1793491200000000 + i::bigint * 60000000, 0, i), i FROM generate_series(0, 43199) i;

-- Operators, in both directions, with all types that become timestamps.
SELECT count(*) FILTER (WHERE id >= timestamptz '2026-11-21' AND id < timestamptz '2026-11-22') AS timestamptz,
       count(*) FILTER (WHERE id BETWEEN date '2026-11-21' AND timestamp '2026-11-21 01:00') AS date,
       count(*) FILTER (WHERE id <@ '[2026-11-21,2026-11-22)') AS literal,
       count(*) FILTER (WHERE tstzrange('2026-11-21', '2026-11-22') @> id) AS range,
       count(*) FILTER (WHERE wiji_within_any(id, '{[2026-11-01,2026-11-02),[2026-11-21,2026-11-21 01:00)}')) AS ranges
FROM event;

-- A literal without a type is an ID, wherever it stands.
SELECT '06C31QQ30K880007VPPQCVK2KZ' = id AS literal,
       id IN ('06C31QQ30K880007VPPQCVK2KZ', '06C31QQ30K880007VPPQCVK2KZ') AS list,
       id = ANY ('{06C31QQ30K880007VPPQCVK2KZ}') AS array,
       id BETWEEN '06C31QQ30K880007VPPQCVK2KZ' AND '06C31QQ30K880007VPPQCVK2KZ' AS between,
       nullif(id, '06C31QQ30K880007VPPQCVK2KZ') AS nullif, id IS DISTINCT FROM '06C31QQ30K880007VPPQCVK2KZ' AS distinct,
       CASE id WHEN '06C31QQ30K880007VPPQCVK2KZ' THEN 'case' END AS case,
              coalesce(id, '06C31QQ30K880007VPPQCVK2KZ') AS coalesce,
       greatest(id, '06C31QQ30K880007VPPQCVK2KZ') AS greatest, row(id, 1) < row('06C31QQ30K880007VPPQCVK2KZ', 2) AS row
FROM (VALUES (wiji '06C31QQ30K880007VPPQCVK2KZ')) v (id);
CREATE DOMAIN event_id AS wiji NOT NULL;
SELECT id = '06C31QQ30K880007VPPQCVK2KZ' AS literal, id >= timestamptz '2026-11-21' AS timestamp,
       id <@ '[2026-11-21,2026-11-22)' AS range FROM (VALUES ('06C31QQ30K880007VPPQCVK2KZ'::event_id)) v (id);
DROP DOMAIN event_id;
PREPARE unknown AS SELECT FROM event WHERE id = $1 AND id < $2 AND id = ANY ($3) AND id <@ $4;
SELECT parameter_types FROM pg_prepared_statements WHERE name = 'unknown';
DEALLOCATE unknown;
-- Conditions with ranges and without an ID keep their meaning.
SELECT tstzrange('2026-11-21', NULL) @> '[2026-11-22,2026-11-23)' AS range,
       '[2026-11-22,2026-11-23)' <@ tstzrange('2026-11-21', NULL) AS other_way,
       tstzrange('2026-11-21', NULL) @> timestamptz '2026-11-22' AS timestamp;

-- A date in place of an ID: the hint shows how to write it.
SELECT f.*
FROM unnest('{2026-11-21,2026-11-21T10:00:00.000Z,yesterday,"[2026-11-21,2026-11-22)",06C3}'::text[]) literal,
     failure(format('SELECT FROM event WHERE id > %L', literal)) f;
-- So does that for the texts that drivers send for their language's timestamps, with the functions
-- of each type: node-postgres and asyncpg, lib/pq and pgx, JDBC, Ruby, Java.
SELECT literal, f.code, f.hint
FROM unnest('{2026-11-22T11:00:00.123+01:00,2026-11-22 10:00:00+00,2026-11-22 10:00:00.123456789Z,
              2026-11-22 10:00:00.123+01,2026-11-22 11:00:00 +0100,2026-11-22T10:00Z,
              22.11.2026,1795383883}'::text[]) literal,
     failure(format('SELECT wiji %L', literal)) f;
-- An interval needs a time to count from.
SELECT literal, f.code, f.hint FROM unnest('{1 day ago,-3 hours,@ 1 week,1 day,5 x,06C3}'::text[]) literal,
       failure(format('SELECT wiji %L', literal)) f;
SELECT f.message, f.hint FROM unnest('{siq,tid62,uid60}'::text[]) type,
       failure(format('SELECT %I %L', type, '2026-11-22 10:00:00+00')) f;
SELECT f.message, f.hint FROM unnest('{siq,tid62,uid60}'::text[]) type,
       failure(format('SELECT %I %L', type, '1 day ago')) f;
DROP TABLE event;
