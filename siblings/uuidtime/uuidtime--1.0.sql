-- The uuidtime extension, version 1.0.  Functions stand in the order of uuidtime.c.

-- Complain if the script is fed to psql rather than to CREATE EXTENSION.
\echo Use "CREATE EXTENSION uuidtime" to load this file. \quit

--
-- Generating.  PARALLEL RESTRICTED: a query's ids come from the leader, in order.
--

CREATE FUNCTION uuidtime_v6() RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v6'
LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION uuidtime_v6() IS
'a uuid of version 6, greater than all that this session made before: 100 ns since 1582, clock sequence, 48 random bits (draft 4.3.4, RFC 9562 5.6). Waits after 8,192 in one tick. Error 55000 after wiji.max_clock_wait';

CREATE FUNCTION uuidtime_v7() RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7'
LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION uuidtime_v7() IS
'a uuid of version 7, greater than all that this session made before: milliseconds since 1970, 4096ths of the millisecond, a counter, 46 random bits (RFC 9562 5.7). Waits after 32,768 in one 4096th. Error 55000 after wiji.max_clock_wait';

CREATE FUNCTION uuidtime_v7_draft("precision" text DEFAULT 'us') RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_draft'
LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION uuidtime_v7_draft("precision" text) IS
'a uuid of the draft''s version 7, greater than all that this session made before with that precision: ms, us or ns (draft 4.4). Waits after 4,096 in a millisecond, 16,384 in a microsecond or 256 in a nanosecond. Errors: 22023 for another precision, 55000 after wiji.max_clock_wait';

CREATE FUNCTION uuidtime_v8(timestamp_bits integer DEFAULT 60) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v8'
LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION uuidtime_v8(timestamp_bits integer) IS
'a uuid of version 8, greater than all that this session made before with that width: 32 bits of seconds, 48 of milliseconds, 60 of microseconds or 64, cut to 60, of nanoseconds since 1970 (draft 4.5.4). Waits after 4,096 in a second or a millisecond, 256 in a microsecond or in 16 nanoseconds. Errors: 22023 for another width, 55000 after wiji.max_clock_wait';

-- STABLE in the strict sense: whoever has the same snapshot gets the same horizon.
CREATE FUNCTION uuidtime_v7_horizon(feed regclass) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_horizon'
LANGUAGE C STABLE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION uuidtime_v7_horizon(feed regclass) IS
'UUID below which the statement misses no row of the feed, which extension wiji makes, with keys of version 7';

--
-- Reading
--

CREATE FUNCTION uuidtime_version(id uuid) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_version'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_version(id uuid) IS
'version, 0 to 15; null for variants other than 2 (RFC 9562 4.2)';

CREATE FUNCTION uuidtime_variant(id uuid) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_variant'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_variant(id uuid) IS
'variant: 2 (binary 10) for the RFC''s own, 0 (binary 0) for NCS, 6 (binary 110) for Microsoft, 7 (binary 111) for the reserved one (RFC 9562 4.1)';

CREATE FUNCTION uuidtime_timestamp(id uuid) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_timestamp'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_timestamp(id uuid) IS
'creation time of versions 1 and 6, cut to microseconds, and of the RFC''s version 7, in milliseconds. Null for other versions. A wrong time for the draft''s version 7, which looks the same';

CREATE FUNCTION uuidtime_v6_clock_sequence(id uuid) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v6_clock_sequence'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v6_clock_sequence(id uuid) IS
'clock sequence of version 6, 0 to 16383; null for other versions (draft 4.3.2)';

CREATE FUNCTION uuidtime_v6_node(id uuid) RETURNS macaddr
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v6_node'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v6_node(id uuid) IS
'node of version 6, 48 bits: random, or a machine''s address that was taken over from a version 1. Null for other versions (draft 4.3.3)';

CREATE FUNCTION uuidtime_v7_draft_timestamp(id uuid) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_draft_timestamp_any'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v7_draft_timestamp(id uuid) IS
'creation time of the draft''s version 7 of any precision, from all 86 bits that may be fraction, cut to microseconds. Digits beyond the precision mean nothing. Null for other versions. A wrong time for the RFC''s version 7, which looks the same (draft 4.4.4.2)';

CREATE FUNCTION uuidtime_v7_draft_timestamp_ns(id uuid) RETURNS bigint
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_draft_timestamp_ns'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v7_draft_timestamp_ns(id uuid) IS
'creation time of the draft''s version 7 of any precision, from all 86 bits that may be fraction, in nanoseconds since 1970. Digits beyond the precision mean nothing. Null for other versions. Error 22003 after 2262-04-11 23:47:16.854775807 UTC (draft 4.4.4.2)';

CREATE FUNCTION uuidtime_v7_draft_timestamp(id uuid, "precision" text) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_draft_timestamp'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v7_draft_timestamp(id uuid, "precision" text) IS
'creation time of the draft''s version 7 of any precision, cut to ms or us; ns is cut to microseconds, too. Null for other versions. A wrong time for the RFC''s version 7, which looks the same. Error 22023 for another precision (draft 4.4.4.2)';

CREATE FUNCTION uuidtime_v7_draft_sequence(id uuid, "precision" text DEFAULT 'us') RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_draft_sequence'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v7_draft_sequence(id uuid, "precision" text) IS
'sequence of the draft''s version 7 made with that precision: 0 to 4095 for ms, to 16383 for us, to 255 for ns. Null for other versions. Error 22023 for another precision (draft 4.4.2)';

CREATE FUNCTION uuidtime_v8_timestamp(id uuid, timestamp_bits integer DEFAULT 60) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v8_timestamp'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v8_timestamp(id uuid, timestamp_bits integer) IS
'creation time of version 8 as uuidtime_v8 makes it with that width (32, 48, 60 or 64), cut to microseconds. Null for other versions. Error 22023 for another width (draft 4.5.1)';

CREATE FUNCTION uuidtime_v8_timestamp_ns(id uuid, timestamp_bits integer DEFAULT 60) RETURNS bigint
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v8_timestamp_ns'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v8_timestamp_ns(id uuid, timestamp_bits integer) IS
'creation time of version 8 as uuidtime_v8 makes it with that width (32, 48, 60 or 64), in nanoseconds since 1970. Null for other versions. Errors: 22003 after 2262-04-11 23:47:16.854775807 UTC, 22023 for another width (draft 4.5.1)';

CREATE FUNCTION uuidtime_v8_sequence(id uuid, timestamp_bits integer DEFAULT 60) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v8_sequence'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v8_sequence(id uuid, timestamp_bits integer) IS
'sequence of version 8 as uuidtime_v8 makes it with that width: 0 to 4095 for 32 and 48, to 255 for 60 and 64. Null for other versions. Error 22023 for another width (draft 4.5.2)';

--
-- Bounding
--

CREATE FUNCTION uuidtime_v7_lower(at timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_lower'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v7_lower(at timestamptz) IS
'the smallest uuid of the RFC''s version 7 with uuidtime_timestamp (in milliseconds) >= the argument. Error 22008 before 1970 and after 10889-08-02 05:31:50.655 UTC';

CREATE FUNCTION uuidtime_v7_upper(at timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_upper'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v7_upper(at timestamptz) IS
'the largest uuid of the RFC''s version 7 with uuidtime_timestamp (in milliseconds) <= the argument. Error 22008 before 1970 and after 10889-08-02 05:31:50.655 UTC';

-- The server inlines the bodies below, so it sees comparisons of uuids, which indexes and partitions
-- serve.  The last clause is false for other uuids and null for a null.
CREATE FUNCTION uuidtime_within_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'pgwiji_within_support'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_within_support(internal) IS
'internal: planner support: index conditions where the range is a sub-select, which is not inlined';

CREATE FUNCTION uuidtime_v7_within_lower(period tstzrange) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_within_lower'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v7_within_lower(period tstzrange) IS
'the smallest uuid of version 7 whose time is in the period. If the period goes beyond all of them, the smallest or largest of all. Greater than uuidtime_v7_within_upper if the period has no uuid';

CREATE FUNCTION uuidtime_v7_within_upper(period tstzrange) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_within_upper'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v7_within_upper(period tstzrange) IS
'the largest uuid of version 7 whose time is in the period. If the period goes beyond all of them, the largest or smallest of all. Less than uuidtime_v7_within_lower if the period has no uuid';

CREATE FUNCTION uuidtime_v7_within(id uuid, period tstzrange) RETURNS boolean
LANGUAGE SQL IMMUTABLE LEAKPROOF PARALLEL SAFE
SUPPORT uuidtime_within_support
RETURN id >= uuidtime_v7_within_lower(period) AND id <= uuidtime_v7_within_upper(period)
	AND CASE WHEN id IS NOT NULL THEN (uuidtime_version(id) = 7) IS TRUE END;
COMMENT ON FUNCTION uuidtime_v7_within(id uuid, period tstzrange) IS
'is the uuid of the RFC''s version 7, and uuidtime_timestamp(id) <@ period? Uses indexes and partition pruning. False for any other uuid, null for a null';

--
-- Bounding the other layouts
--

CREATE FUNCTION uuidtime_v6_lower(at timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v6_lower'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v6_lower(at timestamptz) IS
'the smallest uuid of version 6 with uuidtime_timestamp(id) >= the argument; 22008 before 1582-10-15 and after 5236-03-31 21:21:00.684697 UTC (draft 4.3.1)';

CREATE FUNCTION uuidtime_v6_upper(at timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v6_upper'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v6_upper(at timestamptz) IS
'the largest uuid of version 6 with uuidtime_timestamp(id) <= the argument; 22008 before 1582-10-15 and after 5236-03-31 21:21:00.684697 UTC (draft 4.3.1)';

CREATE FUNCTION uuidtime_v6_within_lower(period tstzrange) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v6_within_lower'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v6_within_lower(period tstzrange) IS
'the smallest uuid of version 6 whose time is in the period. If the period goes beyond all of them, the smallest or largest of all. Greater than uuidtime_v6_within_upper if the period has no uuid';

CREATE FUNCTION uuidtime_v6_within_upper(period tstzrange) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v6_within_upper'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v6_within_upper(period tstzrange) IS
'the largest uuid of version 6 whose time is in the period. If the period goes beyond all of them, the largest or smallest of all. Less than uuidtime_v6_within_lower if the period has no uuid';

CREATE FUNCTION uuidtime_v6_within(id uuid, period tstzrange) RETURNS boolean
LANGUAGE SQL IMMUTABLE LEAKPROOF PARALLEL SAFE
SUPPORT uuidtime_within_support
RETURN id >= uuidtime_v6_within_lower(period) AND id <= uuidtime_v6_within_upper(period)
	AND CASE WHEN id IS NOT NULL THEN (uuidtime_version(id) = 6) IS TRUE END;
COMMENT ON FUNCTION uuidtime_v6_within(id uuid, period tstzrange) IS
'is the uuid of version 6, and uuidtime_timestamp(id) <@ period? Uses indexes and partition pruning. False for any other uuid, null for a null';

CREATE FUNCTION uuidtime_v7_draft_lower(at timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_draft_lower'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v7_draft_lower(at timestamptz) IS
'the smallest uuid of the draft''s version 7 with uuidtime_v7_draft_timestamp(id) >= the argument; 22008 before 1970 and after 4147-08-20 07:32:15.999999 UTC (draft 4.4.4.2)';

CREATE FUNCTION uuidtime_v7_draft_upper(at timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_draft_upper'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v7_draft_upper(at timestamptz) IS
'the largest uuid of the draft''s version 7 with uuidtime_v7_draft_timestamp(id) <= the argument; 22008 before 1970 and after 4147-08-20 07:32:15.999999 UTC (draft 4.4.4.2)';

CREATE FUNCTION uuidtime_v7_draft_within_lower(period tstzrange) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_draft_within_lower'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v7_draft_within_lower(period tstzrange) IS
'the smallest uuid of the draft''s version 7 whose time is in the period. If the period goes beyond all of them, the smallest or largest of all. Greater than uuidtime_v7_draft_within_upper if the period has no uuid';

CREATE FUNCTION uuidtime_v7_draft_within_upper(period tstzrange) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_draft_within_upper'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v7_draft_within_upper(period tstzrange) IS
'the largest uuid of the draft''s version 7 whose time is in the period. If the period goes beyond all of them, the largest or smallest of all. Less than uuidtime_v7_draft_within_lower if the period has no uuid';

CREATE FUNCTION uuidtime_v7_draft_within(id uuid, period tstzrange) RETURNS boolean
LANGUAGE SQL IMMUTABLE LEAKPROOF PARALLEL SAFE
SUPPORT uuidtime_within_support
RETURN id >= uuidtime_v7_draft_within_lower(period) AND id <= uuidtime_v7_draft_within_upper(period)
	AND CASE WHEN id IS NOT NULL THEN (uuidtime_version(id) = 7) IS TRUE END;
COMMENT ON FUNCTION uuidtime_v7_draft_within(id uuid, period tstzrange) IS
'is the uuid of the draft''s version 7, and uuidtime_v7_draft_timestamp(id) <@ period? Uses indexes and partition pruning. False for any other uuid, null for a null';

CREATE FUNCTION uuidtime_v8_lower(at timestamptz, timestamp_bits integer DEFAULT 60) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v8_lower'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v8_lower(at timestamptz, timestamp_bits integer) IS
'among uuids of version 8 as uuidtime_v8 makes it with that width, the smallest with uuidtime_v8_timestamp(id, timestamp_bits) >= the argument. Errors: 22008 before 1970 and after the last moment of the width, 22023 for a width other than 32, 48, 60 and 64 (draft 4.5.1)';

CREATE FUNCTION uuidtime_v8_upper(at timestamptz, timestamp_bits integer DEFAULT 60) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v8_upper'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v8_upper(at timestamptz, timestamp_bits integer) IS
'among uuids of version 8 as uuidtime_v8 makes it with that width, the largest with uuidtime_v8_timestamp(id, timestamp_bits) <= the argument. Errors: 22008 before 1970 and after the last moment of the width, 22023 for a width other than 32, 48, 60 and 64 (draft 4.5.1)';

CREATE FUNCTION uuidtime_v8_within_lower(period tstzrange, timestamp_bits integer DEFAULT 60) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v8_within_lower'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v8_within_lower(period tstzrange, timestamp_bits integer) IS
'the smallest uuid of version 8 as uuidtime_v8 makes it with that width whose time is in the period. If the period goes beyond all of them, the smallest or largest of all. Greater than uuidtime_v8_within_upper if the period has no uuid. Error 22023 for a width other than 32, 48, 60 and 64';

CREATE FUNCTION uuidtime_v8_within_upper(period tstzrange, timestamp_bits integer DEFAULT 60) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v8_within_upper'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v8_within_upper(period tstzrange, timestamp_bits integer) IS
'the largest uuid of version 8 as uuidtime_v8 makes it with that width whose time is in the period. If the period goes beyond all of them, the largest or smallest of all. Less than uuidtime_v8_within_lower if the period has no uuid. Error 22023 for a width other than 32, 48, 60 and 64';

CREATE FUNCTION uuidtime_v8_within(id uuid, period tstzrange, timestamp_bits integer DEFAULT 60) RETURNS boolean
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
SUPPORT uuidtime_within_support
RETURN id >= uuidtime_v8_within_lower(period, timestamp_bits) AND id <= uuidtime_v8_within_upper(period, timestamp_bits)
	AND CASE WHEN id IS NOT NULL THEN (uuidtime_version(id) = 8) IS TRUE END;
COMMENT ON FUNCTION uuidtime_v8_within(id uuid, period tstzrange, timestamp_bits integer) IS
'is the uuid of version 8, and uuidtime_v8_timestamp(id, timestamp_bits) <@ period? Uses indexes and partition pruning. False for any other uuid, null for a null. Error 22023 for a width other than 32, 48, 60 and 64';

--
-- Version 8 of one's own
--

CREATE FUNCTION uuidtime_v8_make(
	at timestamptz,
	epoch timestamptz DEFAULT '1970-01-01 00:00:00+00',
	unit interval DEFAULT '1 microsecond',
	ticks bigint DEFAULT 1,
	time_bits integer DEFAULT 60,
	sequence bigint DEFAULT 0,
	sequence_bits integer DEFAULT 8,
	node bigint DEFAULT NULL,
	node_bits integer DEFAULT 0
) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v8_make'
LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION uuidtime_v8_make(timestamptz, timestamptz, interval, bigint, integer, bigint, integer, bigint, integer) IS
'a uuid of version 8 of your own (draft 4.5). Its fields are: a time of 1 to 64 bits, which counts ticks per unit since the epoch; zeros up to bit 48 or 60; a sequence and a node of 0 to 63 bits each; random bits. A null node is random, too. Errors: 22008 for a moment that the time cannot hold, 22003 for a field or a width out of range, 22023 for widths of more than 122 bits together and for a unit with months';

CREATE FUNCTION uuidtime_v8_parse(
	id uuid,
	epoch timestamptz DEFAULT '1970-01-01 00:00:00+00',
	unit interval DEFAULT '1 microsecond',
	ticks bigint DEFAULT 1,
	time_bits integer DEFAULT 60,
	sequence_bits integer DEFAULT 8,
	node_bits integer DEFAULT 0,
	OUT at timestamptz,
	OUT "time" numeric,
	OUT sequence bigint,
	OUT node bigint
)
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v8_parse'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v8_parse(uuid, timestamptz, interval, bigint, integer, integer, integer) IS
'the fields of a uuid of version 8 that was made with these arguments: its moment, cut to microseconds, its time field in ticks, sequence and node. Null for other versions. Error 22008 for a moment that timestamptz cannot hold';

--
-- Converting
--

CREATE FUNCTION uuidtime_v6_from_v1(id uuid) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v6_from_v1'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v6_from_v1(id uuid) IS
'version 1 as version 6: the same time, clock sequence and node, in an order that sorts. If the node is a machine''s address, it stays in the id; uuidtime_v6_from_v1_random_node replaces it. Error 22023 for any other version (draft 4.3.4)';

CREATE FUNCTION uuidtime_v6_from_v1_random_node(id uuid) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v6_from_v1_random_node'
LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION uuidtime_v6_from_v1_random_node(id uuid) IS
'version 1 as version 6: the same time and clock sequence, with 48 fresh random bits in place of the node, which may be a machine''s address. Error 22023 for any other version (draft 4.3.3 and 9)';

CREATE FUNCTION uuidtime_v1_from_v6(id uuid) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v1_from_v6'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v1_from_v6(id uuid) IS
'version 6 as version 1: the same time, clock sequence and node; 22023 for any other version (draft 4.3.4)';
