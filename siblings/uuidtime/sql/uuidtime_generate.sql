-- IDs of every layout: distinct, ascending, and with the clock's times.
\set ECHO none
CREATE TYPE kind AS ENUM ('v6', 'v7', 'ms', 'us', 'ns', '32', '48', '60', '64');
CREATE FUNCTION make(kind) RETURNS uuid LANGUAGE SQL VOLATILE AS $$
SELECT CASE WHEN $1 = 'v6' THEN uuidtime_v6() WHEN $1 = 'v7' THEN uuidtime_v7()
            WHEN $1 < '32' THEN uuidtime_v7_draft($1::text) ELSE uuidtime_v8($1::text::integer) END $$;
CREATE FUNCTION time_of(kind, uuid) RETURNS timestamptz LANGUAGE SQL IMMUTABLE AS $$
SELECT CASE WHEN $1 < 'ms' THEN uuidtime_timestamp($2)
            WHEN $1 < '32' THEN uuidtime_v7_draft_timestamp($2, $1::text)
                   ELSE uuidtime_v8_timestamp($2, $1::text::integer) END $$;
CREATE FUNCTION sequence_of(kind, uuid) RETURNS integer LANGUAGE SQL IMMUTABLE AS $$
SELECT CASE WHEN $1 < '32' THEN uuidtime_v7_draft_sequence($2, $1::text)
       ELSE uuidtime_v8_sequence($2, $1::text::integer) END $$;
\set ECHO all

-- five thousand of each; '32' has 4,096 in a second and waits for the next
CREATE TEMP TABLE t (kind kind, n integer, id uuid);
SELECT clock_timestamp() AS began \gset
INSERT INTO t SELECT kind, n, make(kind) FROM unnest(enum_range(NULL::kind)) kind, generate_series(1, 5000) n;
-- distinct, ascending, with random bits of their own and the time of the call, truncated to the
-- precision of the layout, never rounded
SELECT kind, uuidtime_version(min(id::text)::uuid) AS version, count(*), count(DISTINCT id) AS different,
       count(DISTINCT right(id::text, 10)) AS nodes, count(*) FILTER (WHERE down) AS steps_down,
       count(*) FILTER (WHERE made > clock_timestamp()
           OR made < date_trunc(CASE WHEN kind = '32' THEN 'second' WHEN kind IN ('v7', 'ms', '48') THEN 'milliseconds'
                                ELSE 'microseconds' END, timestamptz :'began')) AS other_times
FROM (SELECT *, id <= lag(id) OVER (PARTITION BY kind ORDER BY n) AS down FROM t) s, time_of(kind, id) made
GROUP BY kind ORDER BY kind;

-- The sequence is zero at each new tick and counts up by one.  (Below a microsecond SQL cannot see
-- the tick.)
SELECT kind, bool_and(sequence_of(kind, id) = rank) AS exact
FROM (SELECT *, rank() OVER (PARTITION BY kind, time_of(kind, id) ORDER BY n) - 1 AS rank FROM t
      WHERE kind IN ('ms', 'us', '32', '48', '60')) s
GROUP BY kind ORDER BY kind;

-- A second of '32' has room for 4,096 IDs.
SELECT max(count) <= 4096 AS room, count(*) > 1 AS more_seconds
FROM (SELECT count(*) FROM t WHERE kind = '32' GROUP BY time_of(kind, id)) s;

-- '32' leaves the 16 bits after the time zero (draft, 4.5.1).
SELECT count(*) FROM t WHERE kind = '32' AND substr(id::text, 10, 4) <> '0000';

-- All 48 node bits of version 6 are random.
SELECT bit_or(node) AS ever_one, bit_and(node) AS always_one
FROM (SELECT ('x' || right(id::text, 12))::bit(48) AS node FROM t WHERE kind = 'v6') s;

-- The clock sequence of version 6 counts from a random number below 8,192, the session's own.
CREATE FUNCTION clock_sequence(uuid) RETURNS integer
LANGUAGE SQL IMMUTABLE RETURN ('x' || substr($1::text, 20, 4))::bit(16)::integer & 16383;
SELECT min(clock_sequence(id)) < 8192 AS low FROM t WHERE kind = 'v6';
CREATE TABLE sessions AS SELECT clock_sequence(uuidtime_v6());
\c
INSERT INTO sessions SELECT clock_sequence(uuidtime_v6());
\c
INSERT INTO sessions SELECT clock_sequence(uuidtime_v6());
SELECT count(DISTINCT clock_sequence) > 1 AS different FROM sessions;

-- Version 7 of the RFC: in each 4096th of a millisecond the counter begins with another random
-- number below 32,768.
CREATE TEMP TABLE v7 AS SELECT n,
       ('x' || substr(id::text, 1, 8) || substr(id::text, 10, 4) || substr(id::text, 16, 3))::bit(60)::bigint AS tick,
	(('x' || substr(id::text, 20, 4) || substr(id::text, 25, 1))::bit(20)::integer >> 2) & 65535 AS counter
FROM (SELECT n, uuidtime_v7() AS id FROM generate_series(1, 10000) n) s;
SELECT count(DISTINCT counter) > 100 AS random, max(counter) < 32768 AS low
FROM (SELECT DISTINCT ON (tick) counter FROM v7 ORDER BY tick, n) s;
SELECT count(*) AS not_counted_by_one
FROM (SELECT tick, counter, lag(tick) OVER w AS tick_before, lag(counter) OVER w AS before
      FROM v7 WINDOW w AS (ORDER BY n)) s
WHERE tick = tick_before AND counter <> before + 1;
SELECT count(DISTINCT tick & 4095) > 100 AS the_ms_is_divided,
       min(to_timestamp((tick >> 12) / 1000.0)) > now() - interval '1 hour' AS by_the_clock FROM v7;

DROP TABLE sessions;
DROP FUNCTION make(kind), time_of(kind, uuid), sequence_of(kind, uuid), clock_sequence(uuid);
DROP TYPE kind;
