-- GiST: the bookings of a room must not overlap.
CREATE TABLE booking (
	room wiji,
	during tstzrange,
	EXCLUDE USING gist (room WITH =, during WITH &&)
);
INSERT INTO booking VALUES (wiji_make(1, 0, 0), '[2026-11-21 10:00+00, 2026-11-21 11:00+00)');
INSERT INTO booking VALUES (wiji_make(2, 0, 0), '[2026-11-21 10:00+00, 2026-11-21 11:00+00)');
INSERT INTO booking VALUES (wiji_make(1, 0, 0), '[2026-11-21 11:00+00, 2026-11-21 12:00+00)');
SELECT code, message
FROM failure($$INSERT INTO booking VALUES (wiji_make(1, 0, 0), '[2026-11-21 10:30+00, 2026-11-21 10:31+00)')$$);
SELECT count(*) FROM booking;
DROP TABLE booking;

-- A room may be used again and again, but by one party only (<>).
CREATE TABLE booking (room wiji, party wiji, EXCLUDE USING gist (room WITH =, party WITH <>));
INSERT INTO booking VALUES (wiji_make(1, 0, 0), wiji_make(7, 0, 0)), (wiji_make(1, 0, 0), wiji_make(7, 0, 0)),
       (wiji_make(2, 0, 0), wiji_make(8, 0, 0));
SELECT code, message FROM failure($$INSERT INTO booking VALUES (wiji_make(1, 0, 0), wiji_make(8, 0, 0))$$);
DROP TABLE booking;

-- An index answers every operator as a sequential scan does, whether it was built from sorted
-- rows or grew row by row, with IDs that repeat and with nulls.
CREATE TABLE t (id wiji, n integer);
CREATE INDEX t_id ON t USING gist (id);
INSERT INTO t SELECT wiji_make(hashint8(i) & 4095, i % 3, i % 2), i FROM generate_series(1, 20000) i;
INSERT INTO t SELECT NULL, 0 FROM generate_series(1, 500);
INSERT INTO t VALUES ('00000000000000040000000000', 1), ('7ZZZZZZZZZZZZZY7ZZZZZZZZZZ', 2);
DELETE FROM t WHERE n % 10 = 0 AND id IS NOT NULL;
VACUUM ANALYZE t;
\set ECHO none
CREATE FUNCTION pg_temp.same() RETURNS TABLE (operators bigint, found bigint, as_without boolean) LANGUAGE plpgsql AS $$
DECLARE
	query text;
BEGIN
	SELECT string_agg(format('SELECT %L AS o, n FROM t WHERE id %s %L', o || id::text, o, id), ' UNION ALL ')
	INTO query
	FROM unnest('{<,<=,=,>=,>,<>}'::text[]) o,
	     (SELECT DISTINCT id FROM t WHERE n IN (1, 3, 777, 19999) UNION
	      VALUES (wiji '00000000000000040000000000'), ('7ZZZZZZZZZZZZZY7ZZZZZZZZZZ')) p (id);
	SET LOCAL enable_seqscan = off;
	EXECUTE format('CREATE TEMP TABLE with_index ON COMMIT DROP AS %s', query);
	SET LOCAL enable_seqscan = on;
	SET LOCAL enable_indexscan = off;
	SET LOCAL enable_indexonlyscan = off;
	SET LOCAL enable_bitmapscan = off;
	EXECUTE format('CREATE TEMP TABLE without ON COMMIT DROP AS %s', query);
	RETURN QUERY SELECT (SELECT count(DISTINCT o) FROM without), (SELECT count(*) FROM without),
		NOT EXISTS (TABLE with_index EXCEPT ALL TABLE without)
		  AND NOT EXISTS (TABLE without EXCEPT ALL TABLE with_index);
END $$;
\set ECHO all
SELECT operators > 20 AS many, found > 100000 AS much, as_without FROM pg_temp.same();
REINDEX INDEX t_id;
SELECT as_without FROM pg_temp.same();

-- An index-only scan returns the IDs.
SET enable_seqscan = off;
SET enable_bitmapscan = off;
SELECT plan FROM plan($$SELECT id FROM t WHERE id < '00000001000000040000000000'$$) plan WHERE plan ~ 'Scan';
SELECT count(id), bool_and(id < '00000001000000040000000000'), (SELECT count(*) FROM t WHERE id IS NULL) AS nulls,
       (SELECT id FROM t WHERE id <= '00000000000000040000000000') AS first,
       (SELECT id FROM t WHERE id = '7ZZZZZZZZZZZZZY7ZZZZZZZZZZ') AS last
FROM t WHERE id < '00000001000000040000000000';
RESET enable_seqscan;
RESET enable_bitmapscan;
DROP TABLE t;
