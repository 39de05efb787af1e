-- The planner sees wiji_within as two comparisons of the ID, so everything works that works for
-- such comparisons. The extension is not on the search_path.
CREATE SCHEMA extension;
ALTER EXTENSION wiji SET SCHEMA extension;
CREATE TABLE event (id extension.wiji PRIMARY KEY, n integer);
INSERT INTO event SELECT extension.wiji_make(i::bigint * 60000000, 0, i), i FROM generate_series(0, 49999) i;
ANALYZE event;

\set hour '[1970-01-02 00:00+00, 1970-01-02 01:00+00)'
CREATE TABLE shift (name text, period tstzrange);
INSERT INTO shift VALUES ('early', '[1970-01-03 06:00+00, 1970-01-03 14:00+00)'),
       ('late', '[1970-01-03 14:00+00, 1970-01-03 22:00+00)'), ('none', 'empty'), ('unknown', NULL);
ANALYZE shift;
-- A constant, whose bounds are known to the planner; now(), and other expressions that do not change
-- during a query; a parameter of a generic plan, which must not depend on its value; the range of a
-- row of another table, with an index scan for each; a sub-select.
PREPARE within_range (tstzrange) AS SELECT count(*), min(n), max(n) FROM event WHERE extension.wiji_within(id, $1);
SET plan_cache_mode = force_generic_plan;
SET enable_memoize = off;
SELECT replace(conditions(query), 'extension', 'e') FROM unnest(ARRAY[
	format('SELECT * FROM event WHERE extension.wiji_within(id, %L)', :'hour'),
	'SELECT * FROM event WHERE extension.wiji_within(id, tstzrange(now() - interval ''1 hour'', now()))',
	'EXECUTE within_range (NULL)', 'SELECT FROM shift JOIN event ON extension.wiji_within(id, period)']) query;
EXECUTE within_range (:'hour');
EXECUTE within_range (NULL);
RESET plan_cache_mode;
SELECT (SELECT count(*) FROM event
        WHERE extension.wiji_within(id, tstzrange(now() - interval '100 years', now()))) AS now,
       (SELECT count(*) FROM event
        WHERE extension.wiji_within(id, (SELECT period FROM shift WHERE name = 'late'))) AS sub_select;
SELECT name, count(*) FROM shift JOIN event ON extension.wiji_within(event.id, shift.period)
GROUP BY name ORDER BY name;
RESET enable_memoize;
-- Any sub-select is evaluated once: both ends are of one value (by_time tests that).
SELECT query, (SELECT bool_or(plan ~ 'Index Cond:.*wiji_within_lower.*wiji_within_upper')
               AND bool_and(plan !~ '2|hashed')
               FROM plan(format('SELECT * FROM event WHERE extension.wiji_within(id, (SELECT %s))', query))
               WHERE plan ~ 'Cond: \(\(id|InitPlan \w') AS once
FROM unnest(ARRAY[
	$$period FROM shift WHERE name = 'late'$$,
	'period FROM shift ORDER BY name LIMIT 1',
	'range_intersect_agg(period) FROM shift',
	'(array_agg(period))[1] FROM shift',
	$$period FROM shift WHERE name = 'late' OFFSET 0$$,
	'period FROM shift LIMIT 1',
	'DISTINCT ON (name IS NULL) period FROM shift',
	$$period FROM shift TABLESAMPLE bernoulli (50) WHERE name = 'late'$$,
	$$period FROM shift WHERE name = 'late' FOR UPDATE$$]) query;

-- A function that calls itself is inlined once, as by the server.
CREATE FUNCTION again(n integer) RETURNS boolean LANGUAGE sql STABLE AS 'SELECT true';
CREATE OR REPLACE FUNCTION again(n integer) RETURNS boolean LANGUAGE sql STABLE AS
$$SELECT extension.wiji_within('00000000000000040000000000',
	CASE WHEN n < 0 OR again(n - 1) THEN tstzrange(NULL, NULL) END)$$;
SELECT regexp_count(plan, 'again') AS calls_that_are_left FROM plan('SELECT FROM event WHERE again(n)')
WHERE plan ~ 'Filter';
DROP FUNCTION again;

-- A volatile function is called once for each row, in the parts of a UNION as well.
CREATE SEQUENCE calls;
CREATE FUNCTION counting(n integer) RETURNS tstzrange
LANGUAGE sql VOLATILE AS $$SELECT '(,)'::tstzrange FROM nextval('calls')$$;
CREATE TABLE few AS SELECT * FROM event WHERE n < 3;
SELECT count(*) FROM (SELECT id, n FROM few UNION ALL SELECT id, 7 FROM few) e
WHERE extension.wiji_within(e.id, (SELECT counting(e.n)));
SELECT last_value FROM calls;
DROP TABLE few;
DROP FUNCTION counting;
DROP SEQUENCE calls;

-- A role that may not call it gets an error, although the planner would replace the call.
CREATE ROLE regress_wiji_anyone;
GRANT USAGE ON SCHEMA extension TO regress_wiji_anyone;
GRANT SELECT ON event TO regress_wiji_anyone;
REVOKE EXECUTE ON FUNCTION extension.wiji_within FROM PUBLIC;
SET ROLE regress_wiji_anyone;
SELECT count(*) FROM event WHERE extension.wiji_within(id, '[1970-01-02 00:00+00, 1970-01-02 01:00+00)');
RESET ROLE;
GRANT EXECUTE ON FUNCTION extension.wiji_within TO PUBLIC;
DROP OWNED BY regress_wiji_anyone;
DROP ROLE regress_wiji_anyone;

-- A condition that an index cannot use stays a function, evaluated once for each row: a volatile
-- argument, and a range that depends on the ID's own row.
SELECT argument, regexp_count(plan, 'wiji_within\(') AS calls, regexp_count(plan, '[<>]=') AS comparisons
FROM unnest('{"clock_timestamp(), NULL","to_timestamp(n), NULL"}'::text[]) argument,
	plan(format('SELECT count(*) FROM event WHERE extension.wiji_within(id, tstzrange(%s))', argument)) plan
WHERE plan ~ 'Filter';
SELECT count(*) FROM event WHERE extension.wiji_within(id, tstzrange(to_timestamp(n), to_timestamp(60 * n + 1)));

-- A partial index serves queries within its range, and a CHECK constraint excludes a table.
CREATE INDEX event_day ON event (n) WHERE extension.wiji_within(id, '[1970-01-02 00:00+00, 1970-01-03 00:00+00)');
EXPLAIN (COSTS off) SELECT * FROM event
WHERE n = 1500 AND extension.wiji_within(id, '[1970-01-02 00:00+00, 1970-01-02 12:00+00)');
ALTER TABLE event ADD CHECK (extension.wiji_within(id, '[1970-01-01 00:00+00, 1971-01-01 00:00+00)'));
SET constraint_exclusion = on;
SELECT bool_or(plan ~ 'One-Time Filter: false') AS excluded
FROM plan($$SELECT n FROM event WHERE extension.wiji_within(id, '[2000-01-01 00:00+00, 2001-01-01 00:00+00)')$$);
RESET constraint_exclusion;

-- A view and a domain over wiji have the same plans.
CREATE VIEW first_day AS SELECT * FROM event
WHERE extension.wiji_within(id, '[1970-01-01 00:00+00, 1970-01-02 00:00+00)');
SELECT count(*) FROM first_day;
CREATE DOMAIN event_id AS extension.wiji NOT NULL;
CREATE TABLE tagged (id event_id PRIMARY KEY);
INSERT INTO tagged SELECT id FROM event;
ANALYZE tagged;
SELECT conditions(format('SELECT * FROM tagged WHERE extension.wiji_within(id, %L)', :'hour'))
       = conditions(format('SELECT * FROM event WHERE extension.wiji_within(id, %L)', :'hour')) AS alike;
DROP TABLE tagged;
DROP DOMAIN event_id;
DROP VIEW first_day;
DROP TABLE event, shift;
DEALLOCATE within_range;
ALTER EXTENSION wiji SET SCHEMA public;
DROP SCHEMA extension;
