-- Generated uid60s: sequences and settings.
-- Before PostgreSQL 17 and without preloading, sessions do not share memory, which a setting has to
-- accept (siblings/uid60/t/005_uid60_sessions.pl).
SET uid60.allow_duplicates = on;

-- A hundred thousand of one session: distinct, all with the clock's time and not the transaction's,
-- truncated to the type's unit.  They ascend.
\set ECHO none
\getenv tree WIJI_TREE
\set generated :tree/test/types/generated.sql
\i :generated
\set ECHO all
SELECT ids, different, steps_down, before_the_call, after_the_call
FROM pg_temp.generated($$uid60_generate()$$, 'uid60', '1 ms');

-- The sequence counts up to 511 in a millisecond.  In the next one it starts in the lower half, so
-- each millisecond has at least 256.
CREATE TEMP TABLE t AS SELECT n, uid60_generate() AS id FROM generate_series(1, 100000) n;
SELECT count(DISTINCT (uid60_timestamp(id), uid60_sequence(id))) AS slots FROM t;
SELECT count(*) FILTER (WHERE after = before AND sequence <> last + 1) AS gaps,
       count(*) FILTER (WHERE after > before AND sequence <> (last + 1) % 256) AS other_beginnings,
       count(*) FILTER (WHERE after < before) AS steps_back
FROM (SELECT uid60_timestamp(id) AS after, uid60_sequence(id) AS sequence,
             uid60_timestamp(lag(id) OVER w) AS before, uid60_sequence(lag(id) OVER w) AS last
      FROM t WINDOW w AS (ORDER BY n)) s;

-- The nine random bits of each ID are random.
SELECT bit_or(uid60_random(id)) AS ones, bit_and(uid60_random(id)) AS zeros,
       count(DISTINCT uid60_random(id)) AS different FROM t;

-- IDs for a given timestamp are not offered: 9 random bits would not distinguish IDs of the same one.
SELECT f.code FROM failure('SELECT uid60_generate(now())') f;

-- The settings.  The number of the server is for roles that may set it for all its sessions
-- (siblings/uid60/t/005_uid60_sessions.pl).
SELECT name, setting, min_val, max_val, context, short_desc FROM pg_settings WHERE name LIKE 'uid60.%'
ORDER BY name COLLATE "C";
CREATE ROLE ordinary;
SET ROLE ordinary;
SELECT f.code, f.message FROM failure('SET uid60.server = 1') f;
RESET ROLE;
DROP ROLE ordinary;
