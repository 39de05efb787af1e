-- The uuidtime extension, version 1.0.  Functions stand in the order of uuidtime.c.
-- Released: never changes.  What is new stands in an update script, which CREATE EXTENSION runs after it.

-- Complain if the script is fed to psql rather than to CREATE EXTENSION.
\echo Use "CREATE EXTENSION uuidtime" to load this file. \quit

--
-- Generating.  PARALLEL RESTRICTED: a query's IDs come from the leader, in order.
--

CREATE FUNCTION uuidtime_v6() RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v6'
LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION uuidtime_v6() IS
'UUID of version 6, greater than those of this session before';

CREATE FUNCTION uuidtime_v7() RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7'
LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION uuidtime_v7() IS
'UUID of version 7, greater than those of this session before';

CREATE FUNCTION uuidtime_v7_draft("precision" text DEFAULT 'us') RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_draft'
LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION uuidtime_v7_draft("precision" text) IS
'UUID of the draft''s version 7, with a precision of ms, us or ns';

CREATE FUNCTION uuidtime_v8(timestamp_bits integer DEFAULT 60) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v8'
LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION uuidtime_v8(timestamp_bits integer) IS
'UUID of version 8, with a time of 32, 48, 60 or 64 bits';

CREATE FUNCTION uuidtime_v7(at timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_at'
LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION uuidtime_v7(at timestamptz) IS
'UUID of version 7 for a given timestamp, for back-filling';

--
-- Reading
--

CREATE FUNCTION uuidtime_version(id uuid) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_version'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_version(id uuid) IS
'version, 0 to 15; null for variants other than 2';

CREATE FUNCTION uuidtime_variant(id uuid) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_variant'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_variant(id uuid) IS
'variant: 2 for RFC 9562, 0 for NCS, 6 for Microsoft, 7 for the reserved one';

CREATE FUNCTION uuidtime_timestamp(id uuid) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_timestamp'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_timestamp(id uuid) IS
'creation time of versions 1, 6 and 7; null for other versions';

CREATE FUNCTION uuidtime_v6_clock_sequence(id uuid) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v6_clock_sequence'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v6_clock_sequence(id uuid) IS
'clock sequence of version 6, 0 to 16383; null for other versions';

CREATE FUNCTION uuidtime_v6_node(id uuid) RETURNS macaddr
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v6_node'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v6_node(id uuid) IS
'node of version 6, random or a machine''s address; null for other versions';

CREATE FUNCTION uuidtime_v7_draft_timestamp(id uuid) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_draft_timestamp_any'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v7_draft_timestamp(id uuid) IS
'creation time of the draft''s version 7, of any precision; null for other versions';

CREATE FUNCTION uuidtime_v7_draft_timestamp_ns(id uuid) RETURNS bigint
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_draft_timestamp_ns'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v7_draft_timestamp_ns(id uuid) IS
'creation time of the draft''s version 7 in nanoseconds since 1970; null for other versions';

CREATE FUNCTION uuidtime_v7_draft_timestamp(id uuid, "precision" text) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_draft_timestamp'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v7_draft_timestamp(id uuid, "precision" text) IS
'creation time of the draft''s version 7, truncated to ms or us; null for other versions';

CREATE FUNCTION uuidtime_v7_draft_sequence(id uuid, "precision" text DEFAULT 'us') RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_draft_sequence'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v7_draft_sequence(id uuid, "precision" text) IS
'counter of the draft''s version 7 with that precision; null for other versions';

CREATE FUNCTION uuidtime_v8_timestamp(id uuid, timestamp_bits integer DEFAULT 60) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v8_timestamp'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v8_timestamp(id uuid, timestamp_bits integer) IS
'creation time of uuidtime_v8() with that width; null for other versions';

CREATE FUNCTION uuidtime_v8_timestamp_ns(id uuid, timestamp_bits integer DEFAULT 60) RETURNS bigint
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v8_timestamp_ns'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v8_timestamp_ns(id uuid, timestamp_bits integer) IS
'creation time of uuidtime_v8() in nanoseconds since 1970; null for other versions';

CREATE FUNCTION uuidtime_v8_sequence(id uuid, timestamp_bits integer DEFAULT 60) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v8_sequence'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v8_sequence(id uuid, timestamp_bits integer) IS
'counter of uuidtime_v8() with that width; null for other versions';

--
-- Bounding
--

CREATE FUNCTION uuidtime_v7_lower(at timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_lower'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v7_lower(at timestamptz) IS
'smallest UUID of version 7 with uuidtime_timestamp >= the argument';

CREATE FUNCTION uuidtime_v7_upper(at timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_upper'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v7_upper(at timestamptz) IS
'largest UUID of version 7 with uuidtime_timestamp <= the argument';

-- The server inlines the bodies below, so it sees comparisons of uuids, which indexes and
-- partitions serve.  The last clause is false for other uuids and null for a null.
CREATE FUNCTION uuidtime_version_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'pgwiji_recheck_support'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_version_support(internal) IS
'internal: planner support: the version of a UUID in the range does not change the estimate';

CREATE FUNCTION uuidtime_has_version(id uuid, version integer) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_has_version'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT uuidtime_version_support;
COMMENT ON FUNCTION uuidtime_has_version(id uuid, version integer) IS
'internal: true if it is a UUID of that version';

CREATE FUNCTION uuidtime_within_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'pgwiji_within_support'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_within_support(internal) IS
'internal: planner support: index conditions for a range from a sub-select';

CREATE FUNCTION uuidtime_v7_within_lower(range tstzrange) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_within_lower'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v7_within_lower(range tstzrange) IS
'smallest UUID of the version created in the range; largest of all for an empty range';

CREATE FUNCTION uuidtime_v7_within_upper(range tstzrange) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_within_upper'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v7_within_upper(range tstzrange) IS
'largest UUID of the version created in the range; smallest of all for an empty range';

CREATE FUNCTION uuidtime_v7_within(id uuid, range tstzrange) RETURNS boolean
LANGUAGE SQL IMMUTABLE LEAKPROOF PARALLEL SAFE
SUPPORT uuidtime_within_support
RETURN id >= uuidtime_v7_within_lower(range) AND id <= uuidtime_v7_within_upper(range)
	AND uuidtime_has_version(id, 7);
COMMENT ON FUNCTION uuidtime_v7_within(id uuid, range tstzrange) IS
'true if the UUID is of version 7 and its time is in the range';

--
-- Bounding the other layouts
--

CREATE FUNCTION uuidtime_v6_lower(at timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v6_lower'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v6_lower(at timestamptz) IS
'smallest UUID of version 6 with uuidtime_timestamp >= the argument';

CREATE FUNCTION uuidtime_v6_upper(at timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v6_upper'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v6_upper(at timestamptz) IS
'largest UUID of version 6 with uuidtime_timestamp <= the argument';

CREATE FUNCTION uuidtime_v6_within_lower(range tstzrange) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v6_within_lower'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v6_within_lower(range tstzrange) IS
'smallest UUID of the version created in the range; largest of all for an empty range';

CREATE FUNCTION uuidtime_v6_within_upper(range tstzrange) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v6_within_upper'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v6_within_upper(range tstzrange) IS
'largest UUID of the version created in the range; smallest of all for an empty range';

CREATE FUNCTION uuidtime_v6_within(id uuid, range tstzrange) RETURNS boolean
LANGUAGE SQL IMMUTABLE LEAKPROOF PARALLEL SAFE
SUPPORT uuidtime_within_support
RETURN id >= uuidtime_v6_within_lower(range) AND id <= uuidtime_v6_within_upper(range)
	AND uuidtime_has_version(id, 6);
COMMENT ON FUNCTION uuidtime_v6_within(id uuid, range tstzrange) IS
'true if the UUID is of version 6 and its time is in the range';

CREATE FUNCTION uuidtime_v7_draft_lower(at timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_draft_lower'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v7_draft_lower(at timestamptz) IS
'smallest UUID of the draft''s version 7 with uuidtime_v7_draft_timestamp >= the argument';

CREATE FUNCTION uuidtime_v7_draft_upper(at timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_draft_upper'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v7_draft_upper(at timestamptz) IS
'largest UUID of the draft''s version 7 with uuidtime_v7_draft_timestamp <= the argument';

CREATE FUNCTION uuidtime_v7_draft_within_lower(range tstzrange) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_draft_within_lower'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v7_draft_within_lower(range tstzrange) IS
'smallest UUID of the version created in the range; largest of all for an empty range';

CREATE FUNCTION uuidtime_v7_draft_within_upper(range tstzrange) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v7_draft_within_upper'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v7_draft_within_upper(range tstzrange) IS
'largest UUID of the version created in the range; smallest of all for an empty range';

CREATE FUNCTION uuidtime_v7_draft_within(id uuid, range tstzrange) RETURNS boolean
LANGUAGE SQL IMMUTABLE LEAKPROOF PARALLEL SAFE
SUPPORT uuidtime_within_support
RETURN id >= uuidtime_v7_draft_within_lower(range) AND id <= uuidtime_v7_draft_within_upper(range)
	AND uuidtime_has_version(id, 7);
COMMENT ON FUNCTION uuidtime_v7_draft_within(id uuid, range tstzrange) IS
'true if the UUID is of the draft''s version 7 and its time is in the range';

CREATE FUNCTION uuidtime_v8_lower(at timestamptz, timestamp_bits integer DEFAULT 60) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v8_lower'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v8_lower(at timestamptz, timestamp_bits integer) IS
'smallest UUID of uuidtime_v8() with uuidtime_v8_timestamp >= the argument';

CREATE FUNCTION uuidtime_v8_upper(at timestamptz, timestamp_bits integer DEFAULT 60) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v8_upper'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v8_upper(at timestamptz, timestamp_bits integer) IS
'largest UUID of uuidtime_v8() with uuidtime_v8_timestamp <= the argument';

CREATE FUNCTION uuidtime_v8_within_lower(range tstzrange, timestamp_bits integer DEFAULT 60) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v8_within_lower'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v8_within_lower(range tstzrange, timestamp_bits integer) IS
'smallest UUID of the version created in the range; largest of all for an empty range';

CREATE FUNCTION uuidtime_v8_within_upper(range tstzrange, timestamp_bits integer DEFAULT 60) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v8_within_upper'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v8_within_upper(range tstzrange, timestamp_bits integer) IS
'largest UUID of the version created in the range; smallest of all for an empty range';

CREATE FUNCTION uuidtime_v8_within(id uuid, range tstzrange, timestamp_bits integer DEFAULT 60) RETURNS boolean
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
SUPPORT uuidtime_within_support
RETURN id >= uuidtime_v8_within_lower(range, timestamp_bits) AND id <= uuidtime_v8_within_upper(range, timestamp_bits)
	AND uuidtime_has_version(id, 8);
COMMENT ON FUNCTION uuidtime_v8_within(id uuid, range tstzrange, timestamp_bits integer) IS
'true if the UUID is of version 8 and its time is in the range';

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
'UUID of version 8 with fields of your own';

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
'fields of uuidtime_v8_make() with these arguments; null for other versions';

--
-- Converting
--

CREATE FUNCTION uuidtime_v6_from_v1(id uuid) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v6_from_v1'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v6_from_v1(id uuid) IS
'version 1 as version 6, with the same time, clock sequence and node';

CREATE FUNCTION uuidtime_v6_from_v1_random_node(id uuid) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v6_from_v1_random_node'
LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION uuidtime_v6_from_v1_random_node(id uuid) IS
'version 1 as version 6, with the same time and clock sequence and a random node';

CREATE FUNCTION uuidtime_v1_from_v6(id uuid) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_uuidtime_v1_from_v6'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uuidtime_v1_from_v6(id uuid) IS
'version 6 as version 1, with the same time, clock sequence and node';
