-- The tid62 extension, version 1.0.  Functions stand in the order of tid62.c.
-- Released: never changes.  What is new stands in an update script, which CREATE EXTENSION runs after it.

-- Complain if the script is fed to psql rather than to CREATE EXTENSION.
\echo Use "CREATE EXTENSION tid62" to load this file. \quit

--
-- The type
--

CREATE TYPE tid62;

CREATE FUNCTION tid62_in(cstring) RETURNS tid62
AS 'MODULE_PATHNAME', 'pgwiji_tid62_in'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tid62_in(cstring) IS
'internal: input of 17 characters of base62';

CREATE FUNCTION tid62_out(tid62) RETURNS cstring
AS 'MODULE_PATHNAME', 'pgwiji_tid62_out'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tid62_out(tid62) IS
'internal: output of 17 characters of base62';

CREATE FUNCTION tid62_recv(internal) RETURNS tid62
AS 'MODULE_PATHNAME', 'pgwiji_tid62_recv'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tid62_recv(internal) IS
'internal: binary input of 12 bytes';

CREATE FUNCTION tid62_send(tid62) RETURNS bytea
AS 'MODULE_PATHNAME', 'pgwiji_tid62_send'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tid62_send(tid62) IS
'internal: binary output of 12 bytes';

CREATE TYPE tid62 (
	INPUT = tid62_in,
	OUTPUT = tid62_out,
	RECEIVE = tid62_recv,
	SEND = tid62_send,
	INTERNALLENGTH = 12,
	ALIGNMENT = char,
	STORAGE = plain
);
COMMENT ON TYPE tid62 IS
'12-byte ID, ordered by creation time in seconds';

--
-- Comparing: byte by byte, which is by time, then random bits.
--

CREATE FUNCTION tid62_lt(tid62, tid62) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_tid62_lt'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION tid62_lt(tid62, tid62) IS
'internal: implementation of < operator';

CREATE FUNCTION tid62_le(tid62, tid62) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_tid62_le'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION tid62_le(tid62, tid62) IS
'internal: implementation of <= operator';

CREATE FUNCTION tid62_eq(tid62, tid62) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_tid62_eq'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION tid62_eq(tid62, tid62) IS
'internal: implementation of = operator';

CREATE FUNCTION tid62_ge(tid62, tid62) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_tid62_ge'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION tid62_ge(tid62, tid62) IS
'internal: implementation of >= operator';

CREATE FUNCTION tid62_gt(tid62, tid62) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_tid62_gt'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION tid62_gt(tid62, tid62) IS
'internal: implementation of > operator';

CREATE FUNCTION tid62_ne(tid62, tid62) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_tid62_ne'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION tid62_ne(tid62, tid62) IS
'internal: implementation of <> operator';

CREATE FUNCTION tid62_cmp(tid62, tid62) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_tid62_cmp'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION tid62_cmp(tid62, tid62) IS
'-1, 0 or 1 if the first ID is less than, equal to or greater than the second';

CREATE FUNCTION tid62_rangesel(internal, oid, internal, integer) RETURNS double precision
AS 'MODULE_PATHNAME', 'pgwiji_tid62_rangesel'
LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tid62_rangesel(internal, oid, internal, integer) IS
'internal: restriction selectivity of < <= >= >, as for timestamps';

CREATE FUNCTION tid62_lejoinsel(internal, oid, internal, smallint, internal) RETURNS double precision
AS 'MODULE_PATHNAME', 'pgwiji_lejoinsel'
LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tid62_lejoinsel(internal, oid, internal, smallint, internal) IS
'internal: join selectivity of <=, including the upper bound of a range';

CREATE OPERATOR < (
	LEFTARG = tid62, RIGHTARG = tid62, FUNCTION = tid62_lt,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = tid62_rangesel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (tid62, tid62) IS 'less than';

CREATE OPERATOR <= (
	LEFTARG = tid62, RIGHTARG = tid62, FUNCTION = tid62_le,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = tid62_rangesel, JOIN = tid62_lejoinsel
);
COMMENT ON OPERATOR <= (tid62, tid62) IS 'less than or equal';

CREATE OPERATOR = (
	LEFTARG = tid62, RIGHTARG = tid62, FUNCTION = tid62_eq,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel,
	HASHES, MERGES
);
COMMENT ON OPERATOR = (tid62, tid62) IS 'equal';

CREATE OPERATOR >= (
	LEFTARG = tid62, RIGHTARG = tid62, FUNCTION = tid62_ge,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = tid62_rangesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (tid62, tid62) IS 'greater than or equal';

CREATE OPERATOR > (
	LEFTARG = tid62, RIGHTARG = tid62, FUNCTION = tid62_gt,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = tid62_rangesel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (tid62, tid62) IS 'greater than';

CREATE OPERATOR <> (
	LEFTARG = tid62, RIGHTARG = tid62, FUNCTION = tid62_ne,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (tid62, tid62) IS 'not equal';

CREATE FUNCTION tid62_sortsupport(internal) RETURNS void
AS 'MODULE_PATHNAME', 'pgwiji_tid62_sortsupport'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tid62_sortsupport(internal) IS
'internal: sort support';

-- Equal IDs have the same bytes, so btree can store duplicates once (equalimage).
CREATE OPERATOR CLASS tid62_ops DEFAULT FOR TYPE tid62 USING btree AS
	OPERATOR 1 <,
	OPERATOR 2 <=,
	OPERATOR 3 =,
	OPERATOR 4 >=,
	OPERATOR 5 >,
	FUNCTION 1 tid62_cmp(tid62, tid62),
	FUNCTION 2 tid62_sortsupport(internal),
	FUNCTION 4 btequalimage(oid);
COMMENT ON OPERATOR FAMILY tid62_ops USING btree IS 'order by creation time';
COMMENT ON OPERATOR CLASS tid62_ops USING btree IS 'order by creation time';

CREATE FUNCTION tid62_hash(tid62) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_tid62_hash'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tid62_hash(tid62) IS
'internal: hash, the same on every machine and in every version';

CREATE FUNCTION tid62_hash_extended(tid62, bigint) RETURNS bigint
AS 'MODULE_PATHNAME', 'pgwiji_tid62_hash_extended'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tid62_hash_extended(tid62, bigint) IS
'internal: 64-bit hash with a seed, the same on every machine and in every version';

CREATE OPERATOR CLASS tid62_ops DEFAULT FOR TYPE tid62 USING hash AS
	OPERATOR 1 =,
	FUNCTION 1 tid62_hash(tid62),
	FUNCTION 2 tid62_hash_extended(tid62, bigint);
COMMENT ON OPERATOR FAMILY tid62_ops USING hash IS 'equality';
COMMENT ON OPERATOR CLASS tid62_ops USING hash IS 'equality';

-- In a table that grows by time, each range of blocks holds one range of IDs, so this is the
-- smallest index.
CREATE OPERATOR CLASS tid62_minmax_ops DEFAULT FOR TYPE tid62 USING brin AS
	OPERATOR 1 <,
	OPERATOR 2 <=,
	OPERATOR 3 =,
	OPERATOR 4 >=,
	OPERATOR 5 >,
	FUNCTION 1 brin_minmax_opcinfo(internal),
	FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
	FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
	FUNCTION 4 brin_minmax_union(internal, internal, internal);
COMMENT ON OPERATOR FAMILY tid62_minmax_ops USING brin IS 'one range of IDs for each block range';
COMMENT ON OPERATOR CLASS tid62_minmax_ops USING brin IS 'one range of IDs for each block range';

CREATE FUNCTION tid62_smaller(tid62, tid62) RETURNS tid62
AS 'MODULE_PATHNAME', 'pgwiji_tid62_smaller'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tid62_smaller(tid62, tid62) IS
'internal: the smaller of two';

CREATE FUNCTION tid62_larger(tid62, tid62) RETURNS tid62
AS 'MODULE_PATHNAME', 'pgwiji_tid62_larger'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tid62_larger(tid62, tid62) IS
'internal: the larger of two';

CREATE AGGREGATE min(tid62) (
	SFUNC = tid62_smaller, STYPE = tid62, SORTOP = <,
	COMBINEFUNC = tid62_smaller, PARALLEL = SAFE
);
COMMENT ON AGGREGATE min(tid62) IS 'smallest ID, which is the oldest';

CREATE AGGREGATE max(tid62) (
	SFUNC = tid62_larger, STYPE = tid62, SORTOP = >,
	COMBINEFUNC = tid62_larger, PARALLEL = SAFE
);
COMMENT ON AGGREGATE max(tid62) IS 'largest ID, which is the newest';

--
-- Generating.  PARALLEL RESTRICTED: a query's IDs come from the leader.
--

CREATE FUNCTION tid62_generate() RETURNS tid62
AS 'MODULE_PATHNAME', 'pgwiji_tid62_generate'
LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION tid62_generate() IS
'ID of the current second, with 64 random bits';

CREATE FUNCTION tid62_generate(at timestamptz) RETURNS tid62
AS 'MODULE_PATHNAME', 'pgwiji_tid62_generate_at'
LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION tid62_generate(at timestamptz) IS
'ID for a given timestamp, for back-filling';

--
-- Reading
--

CREATE FUNCTION tid62_timestamp(id tid62) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'pgwiji_tid62_timestamp'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tid62_timestamp(id tid62) IS
'creation time, truncated to the second';

CREATE FUNCTION tid62_random(id tid62) RETURNS bytea
AS 'MODULE_PATHNAME', 'pgwiji_tid62_random'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tid62_random(id tid62) IS
'the 8 random bytes';

--
-- Bounding
--

CREATE FUNCTION tid62_lower(at timestamptz) RETURNS tid62
AS 'MODULE_PATHNAME', 'pgwiji_tid62_lower'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tid62_lower(at timestamptz) IS
'smallest ID with tid62_timestamp >= the argument';

CREATE FUNCTION tid62_upper(at timestamptz) RETURNS tid62
AS 'MODULE_PATHNAME', 'pgwiji_tid62_upper'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tid62_upper(at timestamptz) IS
'largest ID with tid62_timestamp <= the argument';

--
-- Conditions by time.  The server inlines these bodies, so it sees comparisons of IDs, which
-- indexes, partitions and estimates serve.  They are not STRICT: the server inlines no strict
-- function whose body has two clauses.
--

CREATE FUNCTION tid62_within_lower(range tstzrange) RETURNS tid62
AS 'MODULE_PATHNAME', 'pgwiji_tid62_within_lower'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION tid62_within_lower(range tstzrange) IS
'smallest ID created in the range; largest of all for an empty range';

CREATE FUNCTION tid62_within_upper(range tstzrange) RETURNS tid62
AS 'MODULE_PATHNAME', 'pgwiji_tid62_within_upper'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION tid62_within_upper(range tstzrange) IS
'largest ID created in the range; smallest of all for an empty range';

CREATE FUNCTION tid62_within_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'pgwiji_within_support'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tid62_within_support(internal) IS
'internal: planner support: index conditions for a range from a sub-select';

CREATE FUNCTION tid62_within(id tid62, range tstzrange) RETURNS boolean
LANGUAGE SQL IMMUTABLE LEAKPROOF PARALLEL SAFE
SUPPORT tid62_within_support
RETURN id >= tid62_within_lower(range) AND id <= tid62_within_upper(range);
COMMENT ON FUNCTION tid62_within(id tid62, range tstzrange) IS
'true if tid62_timestamp(id) is in the range';

CREATE FUNCTION tid62_recheck_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'pgwiji_recheck_support'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tid62_recheck_support(internal) IS
'internal: planner support: a recheck does not change the estimate';

CREATE FUNCTION tid62_recheck(at timestamptz, ranges tstzmultirange) RETURNS boolean
AS 'elem_contained_by_multirange' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE
SUPPORT tid62_recheck_support;
COMMENT ON FUNCTION tid62_recheck(at timestamptz, ranges tstzmultirange) IS
'internal: true if the timestamp is in one of the ranges';

CREATE FUNCTION tid62_within_any(id tid62, ranges tstzmultirange) RETURNS boolean
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
SUPPORT tid62_within_support
RETURN id >= tid62_within_lower(pg_catalog.range_merge(ranges)) AND id <= tid62_within_upper(pg_catalog.range_merge(ranges))
	AND tid62_recheck(tid62_timestamp(id), ranges);
COMMENT ON FUNCTION tid62_within_any(id tid62, ranges tstzmultirange) IS
'true if tid62_timestamp(id) is in one of the ranges';

-- The operators take a domain.  With tstzrange itself, the condition "during @>
-- '[2026-11-21,2026-11-22)'" on any column of that type would match the left side exactly and read
-- the literal as an ID.
CREATE DOMAIN tid62_tstzrange AS tstzrange;
COMMENT ON DOMAIN tid62_tstzrange IS 'any tstzrange, for the operators <@ and @>';

CREATE FUNCTION tid62_contained_by(tid62, tid62_tstzrange) RETURNS boolean
LANGUAGE SQL IMMUTABLE LEAKPROOF PARALLEL SAFE
SUPPORT tid62_within_support
RETURN $1 >= tid62_within_lower($2) AND $1 <= tid62_within_upper($2);
COMMENT ON FUNCTION tid62_contained_by(tid62, tid62_tstzrange) IS
'internal: implementation of <@ operator';

CREATE FUNCTION tid62_tstzrange_contains(tid62_tstzrange, tid62) RETURNS boolean
LANGUAGE SQL IMMUTABLE LEAKPROOF PARALLEL SAFE
SUPPORT tid62_within_support
RETURN $2 >= tid62_within_lower($1) AND $2 <= tid62_within_upper($1);
COMMENT ON FUNCTION tid62_tstzrange_contains(tid62_tstzrange, tid62) IS
'internal: implementation of @> operator';

CREATE OPERATOR <@ (
	LEFTARG = tid62, RIGHTARG = tid62_tstzrange, FUNCTION = tid62_contained_by,
	COMMUTATOR = @>,
	RESTRICT = matchingsel, JOIN = contjoinsel
);
COMMENT ON OPERATOR <@ (tid62, tid62_tstzrange) IS 'created in the range';

CREATE OPERATOR @> (
	LEFTARG = tid62_tstzrange, RIGHTARG = tid62, FUNCTION = tid62_tstzrange_contains,
	COMMUTATOR = <@,
	RESTRICT = matchingsel, JOIN = contjoinsel
);
COMMENT ON OPERATOR @> (tid62_tstzrange, tid62) IS 'created in the range';

--
-- Converting
--

CREATE FUNCTION tid62_text(id tid62) RETURNS text
AS 'MODULE_PATHNAME', 'pgwiji_tid62_text'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tid62_text(id tid62) IS
'17 characters of base62';

CREATE FUNCTION tid62(text) RETURNS tid62
AS 'MODULE_PATHNAME', 'pgwiji_tid62_from_text'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tid62(text) IS
'ID from any text that input accepts';

CREATE FUNCTION tid62(bytea) RETURNS tid62
AS 'MODULE_PATHNAME', 'pgwiji_tid62_from_bytea'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION tid62(bytea) IS
'ID from its 12 bytes';

-- Both explicit, because a bytea can mean anything.
CREATE CAST (tid62 AS bytea) WITH FUNCTION tid62_send(tid62);
COMMENT ON CAST (tid62 AS bytea) IS 'the 12 bytes';
CREATE CAST (bytea AS tid62) WITH FUNCTION tid62(bytea);
COMMENT ON CAST (bytea AS tid62) IS '12 bytes';

-- Explicit, because the cast loses everything but the time.
CREATE CAST (tid62 AS timestamptz) WITH FUNCTION tid62_timestamp(tid62);
COMMENT ON CAST (tid62 AS timestamptz) IS 'creation time';

-- In an assignment: PostgreSQL would cast to text by itself, but slower.  A column takes what
-- drivers send as text or varchar.
CREATE CAST (tid62 AS text) WITH FUNCTION tid62_text(tid62) AS ASSIGNMENT;
COMMENT ON CAST (tid62 AS text) IS '17 characters of base62';
CREATE CAST (text AS tid62) WITH FUNCTION tid62(text) AS ASSIGNMENT;
COMMENT ON CAST (text AS tid62) IS '17 characters of base62';
CREATE CAST (varchar AS tid62) WITH FUNCTION tid62(text) AS ASSIGNMENT;
COMMENT ON CAST (varchar AS tid62) IS '17 characters of base62';

--
-- The document's other IDs
--

CREATE FUNCTION simpledb_uuid464(id uuid DEFAULT gen_random_uuid()) RETURNS text
AS 'MODULE_PATHNAME', 'pgwiji_simpledb_uuid464'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION simpledb_uuid464(id uuid) IS
'uuid as 22 characters of base64url';

CREATE FUNCTION simpledb_uuid464_decode(id text) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_simpledb_uuid464_decode'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION simpledb_uuid464_decode(id text) IS
'uuid from 22 characters of base64url';

CREATE FUNCTION simpledb_seq10(number bigint) RETURNS text
AS 'MODULE_PATHNAME', 'pgwiji_simpledb_seq10'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION simpledb_seq10(number bigint) IS
'number as 10 decimal digits, padded with zeros';

CREATE FUNCTION simpledb_seq36(number bigint) RETURNS text
AS 'MODULE_PATHNAME', 'pgwiji_simpledb_seq36'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION simpledb_seq36(number bigint) IS
'number as 7 digits of base 36, 0-9a-z, padded with zeros';

CREATE FUNCTION simpledb_seq10_decode(id text) RETURNS bigint
AS 'MODULE_PATHNAME', 'pgwiji_simpledb_seq10_decode'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION simpledb_seq10_decode(id text) IS
'number from 10 decimal digits';

CREATE FUNCTION simpledb_seq36_decode(id text) RETURNS bigint
AS 'MODULE_PATHNAME', 'pgwiji_simpledb_seq36_decode'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION simpledb_seq36_decode(id text) IS
'number from 7 digits of base 36, 0-9a-z';

-- Stands after the cast to text, because its default needs the cast.
CREATE FUNCTION simpledb_prefixed_id(prefix text, id text DEFAULT tid62_generate()::text) RETURNS text
AS 'MODULE_PATHNAME', 'pgwiji_simpledb_prefixed_id'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION simpledb_prefixed_id(prefix text, id text) IS
'prefix, hyphen and ID; a new tid62 by default';

-- A text can have any collation, including one that regular expressions do not support.
CREATE FUNCTION simpledb_id_prefix(id text) RETURNS text
LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE
RETURN substring(id COLLATE "C", '^(.*)-');
COMMENT ON FUNCTION simpledb_id_prefix(id text) IS
'part before the last hyphen; null without a hyphen';

CREATE FUNCTION simpledb_id_suffix(id text) RETURNS text
LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE
RETURN substring(id COLLATE "C", '-([^-]*)$');
COMMENT ON FUNCTION simpledb_id_suffix(id text) IS
'part after the last hyphen; null without a hyphen';

-- The collation orders by bytes, so IDs with one prefix are in the order of time, and an index can
-- find a prefix.
CREATE DOMAIN simpledb_id AS text COLLATE "C"
	CONSTRAINT simpledb_id_characters CHECK (VALUE ~ '^[A-Za-z0-9_-]+$');
COMMENT ON DOMAIN simpledb_id IS
'any ID that SimpleDB allows: one or more of A-Za-z0-9_-';
COMMENT ON CONSTRAINT simpledb_id_characters ON DOMAIN simpledb_id IS
'one or more of A-Za-z0-9_-';
