-- docs/guide.md: pages of rows by their IDs.  A page begins where the last one ended, at any depth,
-- and whatever was added or removed.
CREATE TABLE post (id wiji PRIMARY KEY DEFAULT wiji_generate(), n integer, topic integer);
INSERT INTO post SELECT wiji_generate(timestamptz '2026-01-01 00:00+00' + i * interval '1 minute'), i, i % 7
FROM generate_series(1, 10000) i;
CREATE INDEX ON post (topic, id);
ANALYZE post;

-- Oldest first.  The application keeps the last ID of a page.
SELECT array_agg(n) AS page, max(id) AS last FROM (SELECT id, n FROM post ORDER BY id LIMIT 5) p \gset
SELECT :'page' AS page;
SELECT array_agg(n) AS page, max(id) AS last
FROM (SELECT id, n FROM post WHERE id > :'last' ORDER BY id LIMIT 5) p \gset
SELECT :'page' AS page;
-- Removed rows do not move the next page, as OFFSET would.
DELETE FROM post WHERE n IN (2, 4);
SELECT array_agg(n) AS page FROM (SELECT id, n FROM post WHERE id > :'last' ORDER BY id LIMIT 5) p;

-- Newest first, back from a page that one has, and beginning at a timestamp.
SELECT ARRAY(SELECT n FROM post ORDER BY id DESC LIMIT 5) AS newest,
       ARRAY(SELECT n FROM post WHERE id < :'last' ORDER BY id DESC LIMIT 5) AS page_before,
       ARRAY(SELECT n FROM post WHERE id >= wiji_lower('2026-01-03 12:00+00') ORDER BY id LIMIT 5) AS from_noon;
-- Within a topic, and by another column, where the ID distinguishes rows that are equal in it.
SELECT ARRAY(SELECT n FROM post WHERE topic = 3 AND id > :'last' ORDER BY id LIMIT 5) AS in_topic,
       ARRAY(SELECT (topic, n) FROM post
             WHERE (topic, id) > (2, wiji_lower('2026-01-07 22:30+00')) ORDER BY topic, id LIMIT 5) AS by_topic;

-- An index finds the beginning of each page, and nothing is sorted.
SET enable_seqscan = off; -- as in a table of a size that matters
SET enable_bitmapscan = off;
SELECT format, bool_or(plan ~ 'Sort') AS sorted,
       regexp_replace(string_agg(plan, ' ') FILTER (WHERE plan !~ 'Cond'), ' +', ' ', 'g') AS plan
FROM unnest('{id > %L ORDER BY id,id < %L ORDER BY id DESC,topic = 3 AND id > %L ORDER BY id,
	"(topic, id) > (2, %L) ORDER BY topic, id"}'::text[]) format,
	plan(format('SELECT n FROM post WHERE ' || format || ' LIMIT 5', :'last')) plan GROUP BY format ORDER BY format;
-- One statement for the first page and all others, by the same index.
SET plan_cache_mode = force_generic_plan;
PREPARE older AS SELECT n FROM post WHERE id < least($1::wiji, '7ZZZZZZZZZZZZZY7ZZZZZZZZZZ') ORDER BY id DESC LIMIT 5;
EXECUTE older (NULL);
SELECT id AS fifth FROM post ORDER BY id DESC OFFSET 4 LIMIT 1 \gset
EXECUTE older (:'fifth');
SELECT plan FROM plan('EXECUTE older (NULL)');
DEALLOCATE older;
RESET plan_cache_mode;
RESET enable_seqscan;
RESET enable_bitmapscan;

-- The rows whose IDs begin with a text, by the key.
CREATE FUNCTION begin_with(typed text) RETURNS SETOF integer LANGUAGE SQL AS $$
	SELECT n FROM post
	WHERE id BETWEEN wiji(overlay(rpad(typed, 26, '0') PLACING '04' FROM 15))
	             AND wiji(overlay(rpad(typed, 26, 'Z') PLACING 'Y7' FROM 15))
$$;
SELECT count(*) AS texts, array_agg(typed) FILTER (WHERE found <> expected) AS wrong
FROM generate_series(1, 14) length,
	LATERAL (SELECT DISTINCT left(id::text, length) AS typed FROM post WHERE n % 1000 = 0) t,
	LATERAL (SELECT array_agg(f ORDER BY f) AS found FROM begin_with(lower(typed)) f) f,
	LATERAL (SELECT array_agg(n ORDER BY n) AS expected FROM post WHERE id::text LIKE typed || '%') e;
SELECT count(*) AS whole FROM post WHERE n <= 100 AND n NOT IN (SELECT begin_with(id::text));
DROP FUNCTION begin_with;

-- All pages together are the table, each row once.
DO $$
DECLARE
	last wiji := wiji_lower('1970-01-01 00:00+00');
	page wiji[];
	seen wiji[] := '{}';
BEGIN
	LOOP
		page := ARRAY(SELECT id FROM post WHERE id > last ORDER BY id LIMIT 97);
		EXIT WHEN page = '{}';
		seen := seen || page;
		last := page[cardinality(page)];
	END LOOP;
	ASSERT seen = (SELECT array_agg(id ORDER BY id) FROM post), 'pages differ from the table';
END $$;
DROP TABLE post;
