-- The siq extension, version 1.0.  Functions stand in the order of siq.c.
-- Released: never changes.  What is new stands in an update script, which CREATE EXTENSION runs after it.

-- Complain if the script is fed to psql rather than to CREATE EXTENSION.
\echo Use "CREATE EXTENSION siq" to load this file. \quit

--
-- The type
--

CREATE TYPE siq;

CREATE FUNCTION siq_in(cstring) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_in'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_in(cstring) IS
'internal: input of base32, with or without "did:siq:", or 28 hexadecimal digits';

CREATE FUNCTION siq_out(siq) RETURNS cstring
AS 'MODULE_PATHNAME', 'pgwiji_siq_out'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_out(siq) IS
'internal: output of "did:siq:" and 29 characters of base32, including a checksum';

CREATE FUNCTION siq_recv(internal) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_recv'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_recv(internal) IS
'internal: binary input of 14 bytes';

CREATE FUNCTION siq_send(siq) RETURNS bytea
AS 'MODULE_PATHNAME', 'pgwiji_siq_send'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_send(siq) IS
'internal: binary output of 14 bytes, and the cast to bytea';

CREATE TYPE siq (
	INPUT = siq_in,
	OUTPUT = siq_out,
	RECEIVE = siq_recv,
	SEND = siq_send,
	INTERNALLENGTH = 14,
	ALIGNMENT = char,
	STORAGE = plain
);
COMMENT ON TYPE siq IS
'14-byte ID, ordered by creation time, with a domain and a qualifier';

--
-- Comparing: byte by byte, which is by time, then shard, domain, serial and qualifier.
--

CREATE FUNCTION siq_lt(siq, siq) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_siq_lt'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION siq_lt(siq, siq) IS
'internal: implementation of < operator';

CREATE FUNCTION siq_le(siq, siq) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_siq_le'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION siq_le(siq, siq) IS
'internal: implementation of <= operator';

CREATE FUNCTION siq_eq(siq, siq) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_siq_eq'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION siq_eq(siq, siq) IS
'internal: implementation of = operator';

CREATE FUNCTION siq_ge(siq, siq) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_siq_ge'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION siq_ge(siq, siq) IS
'internal: implementation of >= operator';

CREATE FUNCTION siq_gt(siq, siq) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_siq_gt'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION siq_gt(siq, siq) IS
'internal: implementation of > operator';

CREATE FUNCTION siq_ne(siq, siq) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_siq_ne'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION siq_ne(siq, siq) IS
'internal: implementation of <> operator';

CREATE FUNCTION siq_cmp(siq, siq) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_siq_cmp'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION siq_cmp(siq, siq) IS
'-1, 0 or 1 if the first ID is less than, equal to or greater than the second';

CREATE FUNCTION siq_rangesel(internal, oid, internal, integer) RETURNS double precision
AS 'MODULE_PATHNAME', 'pgwiji_siq_rangesel'
LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_rangesel(internal, oid, internal, integer) IS
'internal: restriction selectivity of < <= >= >, as for timestamps';

CREATE FUNCTION siq_lejoinsel(internal, oid, internal, smallint, internal) RETURNS double precision
AS 'MODULE_PATHNAME', 'pgwiji_lejoinsel'
LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_lejoinsel(internal, oid, internal, smallint, internal) IS
'internal: join selectivity of <=, including the upper bound of a range';

CREATE OPERATOR < (
	LEFTARG = siq, RIGHTARG = siq, FUNCTION = siq_lt,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = siq_rangesel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (siq, siq) IS 'less than';

CREATE OPERATOR <= (
	LEFTARG = siq, RIGHTARG = siq, FUNCTION = siq_le,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = siq_rangesel, JOIN = siq_lejoinsel
);
COMMENT ON OPERATOR <= (siq, siq) IS 'less than or equal';

CREATE OPERATOR = (
	LEFTARG = siq, RIGHTARG = siq, FUNCTION = siq_eq,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel,
	HASHES, MERGES
);
COMMENT ON OPERATOR = (siq, siq) IS 'equal';

CREATE OPERATOR >= (
	LEFTARG = siq, RIGHTARG = siq, FUNCTION = siq_ge,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = siq_rangesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (siq, siq) IS 'greater than or equal';

CREATE OPERATOR > (
	LEFTARG = siq, RIGHTARG = siq, FUNCTION = siq_gt,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = siq_rangesel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (siq, siq) IS 'greater than';

CREATE OPERATOR <> (
	LEFTARG = siq, RIGHTARG = siq, FUNCTION = siq_ne,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (siq, siq) IS 'not equal';

CREATE FUNCTION siq_sortsupport(internal) RETURNS void
AS 'MODULE_PATHNAME', 'pgwiji_siq_sortsupport'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_sortsupport(internal) IS
'internal: sort support';

-- Equal IDs have the same bytes, so btree can store duplicates once (equalimage).
CREATE OPERATOR CLASS siq_ops DEFAULT FOR TYPE siq USING btree AS
	OPERATOR 1 <,
	OPERATOR 2 <=,
	OPERATOR 3 =,
	OPERATOR 4 >=,
	OPERATOR 5 >,
	FUNCTION 1 siq_cmp(siq, siq),
	FUNCTION 2 siq_sortsupport(internal),
	FUNCTION 4 btequalimage(oid);
COMMENT ON OPERATOR FAMILY siq_ops USING btree IS 'order by creation time';
COMMENT ON OPERATOR CLASS siq_ops USING btree IS 'order by creation time';

CREATE FUNCTION siq_hash(siq) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_siq_hash'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_hash(siq) IS
'internal: hash, the same on every machine and in every version';

CREATE FUNCTION siq_hash_extended(siq, bigint) RETURNS bigint
AS 'MODULE_PATHNAME', 'pgwiji_siq_hash_extended'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_hash_extended(siq, bigint) IS
'internal: 64-bit hash with a seed, the same on every machine and in every version';

CREATE OPERATOR CLASS siq_ops DEFAULT FOR TYPE siq USING hash AS
	OPERATOR 1 =,
	FUNCTION 1 siq_hash(siq),
	FUNCTION 2 siq_hash_extended(siq, bigint);
COMMENT ON OPERATOR FAMILY siq_ops USING hash IS 'equality';
COMMENT ON OPERATOR CLASS siq_ops USING hash IS 'equality';

-- In a table that grows by time, each range of blocks holds one range of IDs, so this is the
-- smallest index.
CREATE OPERATOR CLASS siq_minmax_ops DEFAULT FOR TYPE siq USING brin AS
	OPERATOR 1 <,
	OPERATOR 2 <=,
	OPERATOR 3 =,
	OPERATOR 4 >=,
	OPERATOR 5 >,
	FUNCTION 1 brin_minmax_opcinfo(internal),
	FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
	FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
	FUNCTION 4 brin_minmax_union(internal, internal, internal);
COMMENT ON OPERATOR FAMILY siq_minmax_ops USING brin IS 'one range of IDs for each block range';
COMMENT ON OPERATOR CLASS siq_minmax_ops USING brin IS 'one range of IDs for each block range';

CREATE FUNCTION siq_smaller(siq, siq) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_smaller'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_smaller(siq, siq) IS
'internal: the smaller of two';

CREATE FUNCTION siq_larger(siq, siq) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_larger'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_larger(siq, siq) IS
'internal: the larger of two';

CREATE AGGREGATE min(siq) (
	SFUNC = siq_smaller, STYPE = siq, SORTOP = <,
	COMBINEFUNC = siq_smaller, PARALLEL = SAFE
);
COMMENT ON AGGREGATE min(siq) IS 'smallest ID, which is the oldest';

CREATE AGGREGATE max(siq) (
	SFUNC = siq_larger, STYPE = siq, SORTOP = >,
	COMBINEFUNC = siq_larger, PARALLEL = SAFE
);
COMMENT ON AGGREGATE max(siq) IS 'largest ID, which is the newest';

--
-- Generating.  PARALLEL RESTRICTED: a query's IDs come from the leader, in order.
--

CREATE FUNCTION siq_generate(qualifier text) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_generate'
LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION siq_generate(qualifier text) IS
'next ID for a qualifier and the domain in siq.domain';

CREATE FUNCTION siq_generate(qualifier text, domain text) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_generate_for_domain'
LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION siq_generate(qualifier text, domain text) IS
'next ID for a qualifier and a domain';

CREATE FUNCTION siq_domain_hash(domain text, local_id integer DEFAULT 0) RETURNS bigint
AS 'MODULE_PATHNAME', 'pgwiji_siq_domain_hash'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_domain_hash(domain text, local_id integer) IS
'domain hash: last 4 bytes of the SHA-256, of which a local ID replaces the first';

--
-- Reading
--

CREATE FUNCTION siq_timestamp(id siq) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'pgwiji_siq_timestamp'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_timestamp(id siq) IS
'creation time, truncated to microseconds';

CREATE FUNCTION siq_shard(id siq) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_siq_shard'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_shard(id siq) IS
'shard, 0 to 255: the session among those with the same domain';

CREATE FUNCTION siq_domain(id siq) RETURNS bigint
AS 'MODULE_PATHNAME', 'pgwiji_siq_domain'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_domain(id siq) IS
'domain hash, as returned by siq_domain_hash(); 0 for no domain';

CREATE FUNCTION siq_serial(id siq) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_siq_serial'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_serial(id siq) IS
'serial within a tick of 1/65536 s';

CREATE FUNCTION siq_qualifier(id siq) RETURNS text
AS 'MODULE_PATHNAME', 'pgwiji_siq_qualifier'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_qualifier(id siq) IS
'type of the thing that the ID identifies; null for unassigned qualifiers';

CREATE FUNCTION siq_is_leaf(id siq) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_siq_is_leaf'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_is_leaf(id siq) IS
'true for a relationship, many_to_many, element or content';

CREATE FUNCTION siq_can_have_children(id siq) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_siq_can_have_children'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_can_have_children(id siq) IS
'true for a tag, channel, thread or message, and for unassigned qualifiers that end in the same 2 bits';

--
-- Making and bounding
--

CREATE FUNCTION siq_make("timestamp" timestamptz, shard integer, domain bigint, serial integer, qualifier text) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_make'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_make("timestamp" timestamptz, shard integer, domain bigint, serial integer, qualifier text) IS
'ID from its fields, in the first tick at or after the timestamp';

CREATE FUNCTION siq_lower(at timestamptz) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_lower'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_lower(at timestamptz) IS
'smallest ID with siq_timestamp >= the argument';

CREATE FUNCTION siq_upper(at timestamptz) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_upper'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_upper(at timestamptz) IS
'largest ID with siq_timestamp <= the argument';

--
-- Conditions by time.  The server inlines these bodies, so it sees comparisons of IDs, which
-- indexes, partitions and estimates serve.  They are not STRICT: the server inlines no strict
-- function whose body has two clauses.
--

CREATE FUNCTION siq_within_lower(range tstzrange) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_within_lower'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION siq_within_lower(range tstzrange) IS
'smallest ID created in the range; largest of all for an empty range';

CREATE FUNCTION siq_within_upper(range tstzrange) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_within_upper'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION siq_within_upper(range tstzrange) IS
'largest ID created in the range; smallest of all for an empty range';

CREATE FUNCTION siq_within_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'pgwiji_within_support'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_within_support(internal) IS
'internal: planner support: index conditions for a range from a sub-select';

CREATE FUNCTION siq_within(id siq, range tstzrange) RETURNS boolean
LANGUAGE SQL IMMUTABLE LEAKPROOF PARALLEL SAFE
SUPPORT siq_within_support
RETURN id >= siq_within_lower(range) AND id <= siq_within_upper(range);
COMMENT ON FUNCTION siq_within(id siq, range tstzrange) IS
'true if siq_timestamp(id) is in the range';

CREATE FUNCTION siq_recheck_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'pgwiji_recheck_support'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_recheck_support(internal) IS
'internal: planner support: a recheck does not change the estimate';

CREATE FUNCTION siq_recheck(at timestamptz, ranges tstzmultirange) RETURNS boolean
AS 'elem_contained_by_multirange' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE
SUPPORT siq_recheck_support;
COMMENT ON FUNCTION siq_recheck(at timestamptz, ranges tstzmultirange) IS
'internal: true if the timestamp is in one of the ranges';

CREATE FUNCTION siq_within_any(id siq, ranges tstzmultirange) RETURNS boolean
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
SUPPORT siq_within_support
RETURN id >= siq_within_lower(pg_catalog.range_merge(ranges)) AND id <= siq_within_upper(pg_catalog.range_merge(ranges))
	AND siq_recheck(siq_timestamp(id), ranges);
COMMENT ON FUNCTION siq_within_any(id siq, ranges tstzmultirange) IS
'true if siq_timestamp(id) is in one of the ranges';

-- The operators take a domain.  With tstzrange itself, the condition "during @>
-- '[2026-11-21,2026-11-22)'" on any column of that type would match the left side exactly and read
-- the literal as an ID.
CREATE DOMAIN siq_tstzrange AS tstzrange;
COMMENT ON DOMAIN siq_tstzrange IS 'any tstzrange, for the operators <@ and @>';

CREATE FUNCTION siq_contained_by(siq, siq_tstzrange) RETURNS boolean
LANGUAGE SQL IMMUTABLE LEAKPROOF PARALLEL SAFE
SUPPORT siq_within_support
RETURN $1 >= siq_within_lower($2) AND $1 <= siq_within_upper($2);
COMMENT ON FUNCTION siq_contained_by(siq, siq_tstzrange) IS
'internal: implementation of <@ operator';

CREATE FUNCTION siq_tstzrange_contains(siq_tstzrange, siq) RETURNS boolean
LANGUAGE SQL IMMUTABLE LEAKPROOF PARALLEL SAFE
SUPPORT siq_within_support
RETURN $2 >= siq_within_lower($1) AND $2 <= siq_within_upper($1);
COMMENT ON FUNCTION siq_tstzrange_contains(siq_tstzrange, siq) IS
'internal: implementation of @> operator';

CREATE OPERATOR <@ (
	LEFTARG = siq, RIGHTARG = siq_tstzrange, FUNCTION = siq_contained_by,
	COMMUTATOR = @>,
	RESTRICT = matchingsel, JOIN = contjoinsel
);
COMMENT ON OPERATOR <@ (siq, siq_tstzrange) IS 'created in the range';

CREATE OPERATOR @> (
	LEFTARG = siq_tstzrange, RIGHTARG = siq, FUNCTION = siq_tstzrange_contains,
	COMMUTATOR = <@,
	RESTRICT = matchingsel, JOIN = contjoinsel
);
COMMENT ON OPERATOR @> (siq_tstzrange, siq) IS 'created in the range';

--
-- Converting
--

CREATE FUNCTION siq_text(id siq) RETURNS text
AS 'MODULE_PATHNAME', 'pgwiji_siq_text'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_text(id siq) IS
'"did:siq:" and 29 characters of lower-case base32';

CREATE FUNCTION siq_binary16(id siq) RETURNS bytea
AS 'MODULE_PATHNAME', 'pgwiji_siq_binary16'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_binary16(id siq) IS
'16 bytes: two zeros and the 14 bytes of the ID';

CREATE FUNCTION siq_uuid(id siq) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_siq_uuid'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_uuid(id siq) IS
'UUID of version 8 with the same order';

CREATE FUNCTION siq_numeric(id siq) RETURNS numeric
AS 'MODULE_PATHNAME', 'pgwiji_siq_numeric'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_numeric(id siq) IS
'integer form, 112 bits';

CREATE FUNCTION siq(text) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_from_text'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq(text) IS
'ID from any text that input accepts';

CREATE FUNCTION siq(uuid) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_from_uuid'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq(uuid) IS
'ID from a UUID returned by siq_uuid()';

CREATE FUNCTION siq(bytea) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_from_bytea'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq(bytea) IS
'ID from its 14 bytes, or from 16 with two zeros first';

CREATE FUNCTION siq(numeric) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_from_numeric'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq(numeric) IS
'ID from its integer form';

-- All explicit: most uuids and numbers are not siqs, and a bytea can mean anything.
CREATE CAST (siq AS uuid) WITH FUNCTION siq_uuid(siq);
COMMENT ON CAST (siq AS uuid) IS 'UUID of version 8 with the same order';
CREATE CAST (uuid AS siq) WITH FUNCTION siq(uuid);
COMMENT ON CAST (uuid AS siq) IS 'UUID returned by the cast from siq';
CREATE CAST (siq AS numeric) WITH FUNCTION siq_numeric(siq);
COMMENT ON CAST (siq AS numeric) IS 'integer form, 112 bits';
CREATE CAST (numeric AS siq) WITH FUNCTION siq(numeric);
COMMENT ON CAST (numeric AS siq) IS 'integer of 112 bits';
CREATE CAST (siq AS bytea) WITH FUNCTION siq_send(siq);
COMMENT ON CAST (siq AS bytea) IS 'the 14 bytes';
CREATE CAST (bytea AS siq) WITH FUNCTION siq(bytea);
COMMENT ON CAST (bytea AS siq) IS '14 bytes, or 16 of which the first 2 are zero';

-- Explicit, because the cast loses everything but the time.
CREATE CAST (siq AS timestamptz) WITH FUNCTION siq_timestamp(siq);
COMMENT ON CAST (siq AS timestamptz) IS 'creation time';

-- In an assignment: PostgreSQL would cast to text by itself, but slower.  A column takes what
-- drivers send as text or varchar.
CREATE CAST (siq AS text) WITH FUNCTION siq_text(siq) AS ASSIGNMENT;
COMMENT ON CAST (siq AS text) IS '"did:siq:" and 29 characters of base32';
CREATE CAST (text AS siq) WITH FUNCTION siq(text) AS ASSIGNMENT;
COMMENT ON CAST (text AS siq) IS 'any of the three text forms';
CREATE CAST (varchar AS siq) WITH FUNCTION siq(text) AS ASSIGNMENT;
COMMENT ON CAST (varchar AS siq) IS 'any of the three text forms';
