-- The siq extension, version 1.0.  Functions stand in the order of siq.c.

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
'internal: input: "did:siq:" and 29 characters of lower-case base32, these 29 alone, or 28 of hexadecimal; 22P02 for anything else, a wrong checksum included';

CREATE FUNCTION siq_out(siq) RETURNS cstring
AS 'MODULE_PATHNAME', 'pgwiji_siq_out'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_out(siq) IS
'internal: output: "did:siq:" and 29 characters of lower-case base32, which hold a CRC-32 and the id (section Format)';

CREATE FUNCTION siq_recv(internal) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_recv'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_recv(internal) IS
'internal: binary input: exactly 14 bytes; 22P03 for anything else';

CREATE FUNCTION siq_send(siq) RETURNS bytea
AS 'MODULE_PATHNAME', 'pgwiji_siq_send'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_send(siq) IS
'internal: binary output, and the cast to bytea: the 14 bytes';

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
'14-byte identifier that sorts by its creation time and tells its domain and the kind of thing it identifies';

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
'-1, 0 or 1 as the first id is less than, equal to or greater than the second';

CREATE FUNCTION siq_rangesel(internal, oid, internal, integer) RETURNS double precision
AS 'MODULE_PATHNAME', 'pgwiji_siq_rangesel'
LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_rangesel(internal, oid, internal, integer) IS
'internal: restriction selectivity of < <= >= >: ranges as of timestamps';

CREATE FUNCTION siq_lejoinsel(internal, oid, internal, smallint, internal) RETURNS double precision
AS 'MODULE_PATHNAME', 'pgwiji_lejoinsel'
LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_lejoinsel(internal, oid, internal, smallint, internal) IS
'internal: join selectivity of <=, which is one half of a join with ranges';

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

-- Equal ids have the same bytes, so btree may store duplicates once (equalimage).
CREATE OPERATOR CLASS siq_ops DEFAULT FOR TYPE siq USING btree AS
	OPERATOR 1 <,
	OPERATOR 2 <=,
	OPERATOR 3 =,
	OPERATOR 4 >=,
	OPERATOR 5 >,
	FUNCTION 1 siq_cmp(siq, siq),
	FUNCTION 2 siq_sortsupport(internal),
	FUNCTION 4 btequalimage(oid);
COMMENT ON OPERATOR FAMILY siq_ops USING btree IS 'order of siqs, which is by time';
COMMENT ON OPERATOR CLASS siq_ops USING btree IS 'order of siqs, which is by time';

CREATE FUNCTION siq_hash(siq) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_siq_hash'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_hash(siq) IS
'internal: hash, the same on every machine and for ever';

CREATE FUNCTION siq_hash_extended(siq, bigint) RETURNS bigint
AS 'MODULE_PATHNAME', 'pgwiji_siq_hash_extended'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_hash_extended(siq, bigint) IS
'internal: 64-bit hash with a seed, the same on every machine and for ever';

CREATE OPERATOR CLASS siq_ops DEFAULT FOR TYPE siq USING hash AS
	OPERATOR 1 =,
	FUNCTION 1 siq_hash(siq),
	FUNCTION 2 siq_hash_extended(siq, bigint);
COMMENT ON OPERATOR FAMILY siq_ops USING hash IS 'equality of siqs';
COMMENT ON OPERATOR CLASS siq_ops USING hash IS 'equality of siqs';

-- In a table that grows by time, each range of blocks holds one range of ids, so this is the
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
COMMENT ON OPERATOR FAMILY siq_minmax_ops USING brin IS 'one range of siqs for each range of blocks';
COMMENT ON OPERATOR CLASS siq_minmax_ops USING brin IS 'one range of siqs for each range of blocks';

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
COMMENT ON AGGREGATE min(siq) IS 'the smallest, which is the oldest';

CREATE AGGREGATE max(siq) (
	SFUNC = siq_larger, STYPE = siq, SORTOP = >,
	COMBINEFUNC = siq_larger, PARALLEL = SAFE
);
COMMENT ON AGGREGATE max(siq) IS 'the largest, which is the newest';

--
-- Generating.  PARALLEL RESTRICTED: a query's ids come from the leader, in order.
--

CREATE FUNCTION siq_generate(qualifier text) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_generate'
LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION siq_generate(qualifier text) IS
'the next id of this session for a qualifier (section Qualifiers) and the domain of siq.domain and siq.local_id. The qualifier may also be written as in the document''s code. Waits while the serials of a tick are used up. Errors: 22023 for an unknown qualifier, 55000 after wiji.max_clock_wait, 53400 when all 256 shards are in use';

CREATE FUNCTION siq_generate(qualifier text, domain text) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_generate_for_domain'
LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION siq_generate(qualifier text, domain text) IS
'the next id of this session for a qualifier and a domain, with the local id of siq.local_id. Errors: 22023 for a domain that is not ASCII, and those of siq_generate(qualifier)';

CREATE FUNCTION siq_domain_hash(domain text, local_id integer DEFAULT 0) RETURNS bigint
AS 'MODULE_PATHNAME', 'pgwiji_siq_domain_hash'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_domain_hash(domain text, local_id integer) IS
'the hash that siqs of a domain carry, 0 to 4294967295: the last 4 bytes of its SHA-256. A local id of 1 to 255 replaces the first of the four, 256 makes it zero. 0 for no domain, which is an empty string or 0. Errors: 22023 for a domain that is not ASCII, 22003 for another local id (section Domain, shard)';

-- STABLE in the strict sense: whoever has the same snapshot gets the same horizon.
CREATE FUNCTION siq_horizon(feed regclass) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_horizon'
LANGUAGE C STABLE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION siq_horizon(feed regclass) IS
'ID below which the statement misses no row of the feed, which extension wiji makes';

--
-- Reading
--

CREATE FUNCTION siq_timestamp(id siq) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'pgwiji_siq_timestamp'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_timestamp(id siq) IS
'creation time in ticks of 1/65536 s, cut to microseconds (section Timestamp)';

CREATE FUNCTION siq_shard(id siq) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_siq_shard'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_shard(id siq) IS
'shard, 0 to 255: tells apart sessions that make ids of one domain at the same time (section Domain, shard)';

CREATE FUNCTION siq_domain(id siq) RETURNS bigint
AS 'MODULE_PATHNAME', 'pgwiji_siq_domain'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_domain(id siq) IS
'domain hash, 0 to 4294967295, as siq_domain_hash computes it; 0 for no domain (section Domain, shard)';

CREATE FUNCTION siq_serial(id siq) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_siq_serial'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_serial(id siq) IS
'serial within a tick of 1/65536 s, from 0 to 2047, 4095 or 8191, depending on the qualifier (section Qualifiers)';

CREATE FUNCTION siq_qualifier(id siq) RETURNS text
AS 'MODULE_PATHNAME', 'pgwiji_siq_qualifier'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_qualifier(id siq) IS
'the kind of thing that it identifies: user, application, event, product, group, collection, invite, tag, channel, thread, message, relationship, many_to_many, element or content. Null for the three unassigned qualifiers (section Qualifiers)';

CREATE FUNCTION siq_is_leaf(id siq) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_siq_is_leaf'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_is_leaf(id siq) IS
'is it the id of a terminal entity: a relationship, many_to_many, an element or content? (section Qualifiers)';

CREATE FUNCTION siq_can_have_children(id siq) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_siq_can_have_children'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_can_have_children(id siq) IS
'is it the id of an entity that may have children: a tag, channel, thread or message, or of one of the unassigned 10010 and 11010? (section Implementation)';

--
-- Making and bounding
--

CREATE FUNCTION siq_make("timestamp" timestamptz, shard integer, domain bigint, serial integer, qualifier text) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_make'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_make("timestamp" timestamptz, shard integer, domain bigint, serial integer, qualifier text) IS
'the id of these fields (section Anatomy of a SIQ). It takes the first tick of 1/65536 s that is not before the moment, so the fields of an id make that id again. Errors: 22003 for a moment before 1970 or after 36812-02-20 00:36:15.999984 UTC, a shard outside 0 to 255, a domain hash outside 0 to 4294967295, or a serial outside 0 to 2047, 4095 or 8191, depending on the qualifier; 22023 for an unknown qualifier';

CREATE FUNCTION siq_lower(at timestamptz) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_lower'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_lower(at timestamptz) IS
'the smallest id with siq_timestamp >= the argument; 22008 before 1970 and after 36812-02-20 00:36:15.999984 UTC';

CREATE FUNCTION siq_upper(at timestamptz) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_upper'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_upper(at timestamptz) IS
'the largest id with siq_timestamp <= the argument; 22008 before 1970 and after 36812-02-20 00:36:15.999984 UTC';

--
-- Conditions by time.  The server inlines these bodies, so it sees comparisons of IDs, which indexes,
-- partitions and estimates serve.  They are not STRICT: the server inlines no strict function whose
-- body has two clauses.
--

CREATE FUNCTION siq_within_lower(period tstzrange) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_within_lower'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION siq_within_lower(period tstzrange) IS
'the smallest ID created in the range; the largest of all if there is none';

CREATE FUNCTION siq_within_upper(period tstzrange) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_within_upper'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION siq_within_upper(period tstzrange) IS
'the largest ID created in the range; the smallest of all if there is none';

CREATE FUNCTION siq_within_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'pgwiji_within_support'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_within_support(internal) IS
'internal: planner support: index conditions where the range is a sub-select, which is not inlined';

CREATE FUNCTION siq_within(id siq, period tstzrange) RETURNS boolean
LANGUAGE SQL IMMUTABLE LEAKPROOF PARALLEL SAFE
SUPPORT siq_within_support
RETURN id >= siq_within_lower(period) AND id <= siq_within_upper(period);
COMMENT ON FUNCTION siq_within(id siq, period tstzrange) IS
'true if siq_timestamp(id) is in the range; null for a null';

CREATE FUNCTION siq_within_any(id siq, periods tstzmultirange) RETURNS boolean
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
SUPPORT siq_within_support
RETURN id >= siq_within_lower(pg_catalog.range_merge(periods)) AND id <= siq_within_upper(pg_catalog.range_merge(periods))
	AND siq_timestamp(id) OPERATOR(pg_catalog.<@) periods;
COMMENT ON FUNCTION siq_within_any(id siq, periods tstzmultirange) IS
'true if siq_timestamp(id) is in one of the ranges; null for a null. An index finds the range around them';

-- The operators take a domain.  With tstzrange itself, the condition
-- "during @> '[2026-11-21,2026-11-22)'" on any column of that type would match the left side exactly
-- and read the literal as an ID.
CREATE DOMAIN siq_period AS tstzrange;
COMMENT ON DOMAIN siq_period IS 'any tstzrange, for the operators <@ and @>';

CREATE FUNCTION siq_contained_by(siq, siq_period) RETURNS boolean
LANGUAGE SQL IMMUTABLE LEAKPROOF PARALLEL SAFE
SUPPORT siq_within_support
RETURN $1 >= siq_within_lower($2) AND $1 <= siq_within_upper($2);
COMMENT ON FUNCTION siq_contained_by(siq, siq_period) IS
'internal: implementation of <@ operator';

CREATE FUNCTION siq_period_contains(siq_period, siq) RETURNS boolean
LANGUAGE SQL IMMUTABLE LEAKPROOF PARALLEL SAFE
SUPPORT siq_within_support
RETURN $2 >= siq_within_lower($1) AND $2 <= siq_within_upper($1);
COMMENT ON FUNCTION siq_period_contains(siq_period, siq) IS
'internal: implementation of @> operator';

CREATE OPERATOR <@ (
	LEFTARG = siq, RIGHTARG = siq_period, FUNCTION = siq_contained_by,
	COMMUTATOR = @>,
	RESTRICT = matchingsel, JOIN = contjoinsel
);
COMMENT ON OPERATOR <@ (siq, siq_period) IS 'created in the range';

CREATE OPERATOR @> (
	LEFTARG = siq_period, RIGHTARG = siq, FUNCTION = siq_period_contains,
	COMMUTATOR = <@,
	RESTRICT = matchingsel, JOIN = contjoinsel
);
COMMENT ON OPERATOR @> (siq_period, siq) IS 'created in the range';

--
-- Converting
--

CREATE FUNCTION siq_text(id siq) RETURNS text
AS 'MODULE_PATHNAME', 'pgwiji_siq_text'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_text(id siq) IS
'"did:siq:" and 29 characters of lower-case base32 (section Format)';

CREATE FUNCTION siq_binary16(id siq) RETURNS bytea
AS 'MODULE_PATHNAME', 'pgwiji_siq_binary16'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_binary16(id siq) IS
'16 bytes: two zeros and the 14 of the id, as other databases store it (section Storage)';

CREATE FUNCTION siq_uuid(id siq) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_siq_uuid'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_uuid(id siq) IS
'a UUID of version 8 that sorts as the id does (section Storage): bits 0 to 47, version, bits 48 to 59, variant, bits 60 to 111, ten zero bits';

CREATE FUNCTION siq_numeric(id siq) RETURNS numeric
AS 'MODULE_PATHNAME', 'pgwiji_siq_numeric'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq_numeric(id siq) IS
'the integer form, 112 bits';

CREATE FUNCTION siq(text) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_from_text'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq(text) IS
'a siq from any text that its input accepts; 22P02 for anything else';

CREATE FUNCTION siq(uuid) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_from_uuid'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq(uuid) IS
'a siq from the UUID that siq_uuid makes of it; 22P03 for any other UUID';

CREATE FUNCTION siq(bytea) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_from_bytea'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq(bytea) IS
'a siq from its 14 bytes, or from 16 of which the first 2 are zero (section Storage); 22P03 for anything else';

CREATE FUNCTION siq(numeric) RETURNS siq
AS 'MODULE_PATHNAME', 'pgwiji_siq_from_numeric'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION siq(numeric) IS
'a siq from its integer form; 22003 outside 112 bits, 22P03 for a fraction';

-- All explicit: most uuids and numbers are no siqs, and a bytea may mean anything.
CREATE CAST (siq AS uuid) WITH FUNCTION siq_uuid(siq);
COMMENT ON CAST (siq AS uuid) IS 'a UUID of version 8 that sorts as the id does';
CREATE CAST (uuid AS siq) WITH FUNCTION siq(uuid);
COMMENT ON CAST (uuid AS siq) IS 'a UUID that was made of a siq';
CREATE CAST (siq AS numeric) WITH FUNCTION siq_numeric(siq);
COMMENT ON CAST (siq AS numeric) IS 'the integer form, 112 bits';
CREATE CAST (numeric AS siq) WITH FUNCTION siq(numeric);
COMMENT ON CAST (numeric AS siq) IS 'an integer of 112 bits';
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
