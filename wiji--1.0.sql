-- The wiji extension, version 1.0.  Functions stand in the order of wiji.c.
-- Released: never changes.  What is new stands in an update script, which CREATE EXTENSION runs after it.

-- Complain if the script is fed to psql rather than to CREATE EXTENSION.
\echo Use "CREATE EXTENSION wiji" to load this file. \quit

--
-- The type
--

CREATE TYPE wiji;

CREATE FUNCTION wiji_in(cstring) RETURNS wiji
AS 'MODULE_PATHNAME', 'pgwiji_in'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_in(cstring) IS
'internal: input of 26 characters of base32, 32 hexadecimal digits or the UUID form';

CREATE FUNCTION wiji_out(wiji) RETURNS cstring
AS 'MODULE_PATHNAME', 'pgwiji_out'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_out(wiji) IS
'internal: output of 26 upper-case characters of Crockford base32';

CREATE FUNCTION wiji_recv(internal) RETURNS wiji
AS 'MODULE_PATHNAME', 'pgwiji_recv'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_recv(internal) IS
'internal: binary input of 16 bytes';

CREATE FUNCTION wiji_send(wiji) RETURNS bytea
AS 'MODULE_PATHNAME', 'pgwiji_send'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_send(wiji) IS
'internal: binary output of 16 bytes';

-- Laid out as uuid is, so that a column becomes one without rewriting its table.
CREATE TYPE wiji (
	INPUT = wiji_in,
	OUTPUT = wiji_out,
	RECEIVE = wiji_recv,
	SEND = wiji_send,
	INTERNALLENGTH = 16,
	ALIGNMENT = char,
	STORAGE = plain
);
COMMENT ON TYPE wiji IS
'16-byte ID, ordered by creation time in microseconds';

--
-- Comparing: byte by byte, which is by time, then sequence, then random bits.
--

CREATE FUNCTION wiji_lt(wiji, wiji) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_lt'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION wiji_lt(wiji, wiji) IS
'internal: implementation of < operator';

CREATE FUNCTION wiji_le(wiji, wiji) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_le'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION wiji_le(wiji, wiji) IS
'internal: implementation of <= operator';

CREATE FUNCTION wiji_eq(wiji, wiji) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_eq'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION wiji_eq(wiji, wiji) IS
'internal: implementation of = operator';

CREATE FUNCTION wiji_ge(wiji, wiji) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_ge'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION wiji_ge(wiji, wiji) IS
'internal: implementation of >= operator';

CREATE FUNCTION wiji_gt(wiji, wiji) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_gt'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION wiji_gt(wiji, wiji) IS
'internal: implementation of > operator';

CREATE FUNCTION wiji_ne(wiji, wiji) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_ne'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION wiji_ne(wiji, wiji) IS
'internal: implementation of <> operator';

CREATE FUNCTION wiji_cmp(wiji, wiji) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_cmp'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION wiji_cmp(wiji, wiji) IS
'-1, 0 or 1 if the first ID is less than, equal to or greater than the second';

CREATE FUNCTION wiji_rangesel(internal, oid, internal, integer) RETURNS double precision
AS 'MODULE_PATHNAME', 'pgwiji_rangesel'
LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_rangesel(internal, oid, internal, integer) IS
'internal: restriction selectivity of < <= >= >, as for timestamps';

CREATE FUNCTION wiji_lejoinsel(internal, oid, internal, smallint, internal) RETURNS double precision
AS 'MODULE_PATHNAME', 'pgwiji_lejoinsel'
LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_lejoinsel(internal, oid, internal, smallint, internal) IS
'internal: join selectivity of <=, including the upper bound of a range';

CREATE OPERATOR < (
	LEFTARG = wiji, RIGHTARG = wiji, FUNCTION = wiji_lt,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = wiji_rangesel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (wiji, wiji) IS 'less than';

CREATE OPERATOR <= (
	LEFTARG = wiji, RIGHTARG = wiji, FUNCTION = wiji_le,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = wiji_rangesel, JOIN = wiji_lejoinsel
);
COMMENT ON OPERATOR <= (wiji, wiji) IS 'less than or equal';

CREATE OPERATOR = (
	LEFTARG = wiji, RIGHTARG = wiji, FUNCTION = wiji_eq,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel,
	HASHES, MERGES
);
COMMENT ON OPERATOR = (wiji, wiji) IS 'equal';

CREATE OPERATOR >= (
	LEFTARG = wiji, RIGHTARG = wiji, FUNCTION = wiji_ge,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = wiji_rangesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (wiji, wiji) IS 'greater than or equal';

CREATE OPERATOR > (
	LEFTARG = wiji, RIGHTARG = wiji, FUNCTION = wiji_gt,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = wiji_rangesel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (wiji, wiji) IS 'greater than';

CREATE OPERATOR <> (
	LEFTARG = wiji, RIGHTARG = wiji, FUNCTION = wiji_ne,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (wiji, wiji) IS 'not equal';

CREATE FUNCTION wiji_sortsupport(internal) RETURNS void
AS 'MODULE_PATHNAME', 'pgwiji_sortsupport'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_sortsupport(internal) IS
'internal: sort support';

-- STABLE, because what an interval of months or days adds depends on TimeZone.
CREATE FUNCTION wiji_in_range(val wiji, base wiji, step interval, sub boolean, less boolean) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_in_range'
LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_in_range(val wiji, base wiji, step interval, sub boolean, less boolean) IS
'internal: support of RANGE windows with an interval';

CREATE FUNCTION wiji_skipsupport(internal) RETURNS void
AS 'MODULE_PATHNAME', 'pgwiji_skipsupport'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_skipsupport(internal) IS
'internal: skip support, from PostgreSQL 18 on';

-- Equal IDs have the same bytes, so btree can store duplicates once (equalimage).
CREATE OPERATOR CLASS wiji_ops DEFAULT FOR TYPE wiji USING btree AS
	OPERATOR 1 <,
	OPERATOR 2 <=,
	OPERATOR 3 =,
	OPERATOR 4 >=,
	OPERATOR 5 >,
	FUNCTION 1 wiji_cmp(wiji, wiji),
	FUNCTION 2 wiji_sortsupport(internal),
	FUNCTION 3 (wiji, interval) wiji_in_range(wiji, wiji, interval, boolean, boolean),
	FUNCTION 4 btequalimage(oid);
COMMENT ON OPERATOR FAMILY wiji_ops USING btree IS 'order by creation time';
COMMENT ON OPERATOR CLASS wiji_ops USING btree IS 'order by creation time';

CREATE FUNCTION wiji_hash(wiji) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_hash'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_hash(wiji) IS
'internal: hash, the same on every machine and in every version';

CREATE FUNCTION wiji_hash_extended(wiji, bigint) RETURNS bigint
AS 'MODULE_PATHNAME', 'pgwiji_hash_extended'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_hash_extended(wiji, bigint) IS
'internal: 64-bit hash with a seed, the same on every machine and in every version';

CREATE OPERATOR CLASS wiji_ops DEFAULT FOR TYPE wiji USING hash AS
	OPERATOR 1 =,
	FUNCTION 1 wiji_hash(wiji),
	FUNCTION 2 wiji_hash_extended(wiji, bigint);
COMMENT ON OPERATOR FAMILY wiji_ops USING hash IS 'equality';
COMMENT ON OPERATOR CLASS wiji_ops USING hash IS 'equality';

-- In a table that grows by time, each range of blocks holds one range of IDs, so this is the
-- smallest index.
CREATE OPERATOR CLASS wiji_minmax_ops DEFAULT FOR TYPE wiji USING brin AS
	OPERATOR 1 <,
	OPERATOR 2 <=,
	OPERATOR 3 =,
	OPERATOR 4 >=,
	OPERATOR 5 >,
	FUNCTION 1 brin_minmax_opcinfo(internal),
	FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
	FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
	FUNCTION 4 brin_minmax_union(internal, internal, internal);
COMMENT ON OPERATOR FAMILY wiji_minmax_ops USING brin IS 'one range of IDs for each block range';
COMMENT ON OPERATOR CLASS wiji_minmax_ops USING brin IS 'one range of IDs for each block range';

CREATE FUNCTION wiji_brin_distance(internal, internal) RETURNS double precision
AS 'MODULE_PATHNAME', 'pgwiji_brin_distance'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_brin_distance(internal, internal) IS
'internal: BRIN minmax-multi support: microseconds between two IDs';

CREATE OPERATOR CLASS wiji_minmax_multi_ops FOR TYPE wiji USING brin AS
	OPERATOR 1 <,
	OPERATOR 2 <=,
	OPERATOR 3 =,
	OPERATOR 4 >=,
	OPERATOR 5 >,
	FUNCTION 1 brin_minmax_multi_opcinfo(internal),
	FUNCTION 2 brin_minmax_multi_add_value(internal, internal, internal, internal),
	FUNCTION 3 brin_minmax_multi_consistent(internal, internal, internal, integer),
	FUNCTION 4 brin_minmax_multi_union(internal, internal, internal),
	FUNCTION 5 brin_minmax_multi_options(internal),
	FUNCTION 11 wiji_brin_distance(internal, internal);
COMMENT ON OPERATOR FAMILY wiji_minmax_multi_ops USING brin IS 'several ranges of IDs for each block range';
COMMENT ON OPERATOR CLASS wiji_minmax_multi_ops USING brin IS 'several ranges of IDs for each block range';

CREATE OPERATOR CLASS wiji_bloom_ops FOR TYPE wiji USING brin AS
	OPERATOR 1 =,
	FUNCTION 1 brin_bloom_opcinfo(internal),
	FUNCTION 2 brin_bloom_add_value(internal, internal, internal, internal),
	FUNCTION 3 brin_bloom_consistent(internal, internal, internal, integer),
	FUNCTION 4 brin_bloom_union(internal, internal, internal),
	FUNCTION 5 brin_bloom_options(internal),
	FUNCTION 11 wiji_hash(wiji);
COMMENT ON OPERATOR FAMILY wiji_bloom_ops USING brin IS 'a Bloom filter of IDs for each block range';
COMMENT ON OPERATOR CLASS wiji_bloom_ops USING brin IS 'a Bloom filter of IDs for each block range';

CREATE FUNCTION wiji_gist_consistent(internal, wiji, smallint, oid, internal) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_gist_consistent'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_gist_consistent(internal, wiji, smallint, oid, internal) IS
'internal: GiST support';

CREATE FUNCTION wiji_gist_union(internal, internal) RETURNS bytea
AS 'MODULE_PATHNAME', 'pgwiji_gist_union'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_gist_union(internal, internal) IS
'internal: GiST support';

CREATE FUNCTION wiji_gist_compress(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'pgwiji_gist_compress'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_gist_compress(internal) IS
'internal: GiST support';

CREATE FUNCTION wiji_gist_penalty(internal, internal, internal) RETURNS internal
AS 'MODULE_PATHNAME', 'pgwiji_gist_penalty'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_gist_penalty(internal, internal, internal) IS
'internal: GiST support';

CREATE FUNCTION wiji_gist_picksplit(internal, internal) RETURNS internal
AS 'MODULE_PATHNAME', 'pgwiji_gist_picksplit'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_gist_picksplit(internal, internal) IS
'internal: GiST support';

CREATE FUNCTION wiji_gist_same(bytea, bytea, internal) RETURNS internal
AS 'MODULE_PATHNAME', 'pgwiji_gist_same'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_gist_same(bytea, bytea, internal) IS
'internal: GiST support';

CREATE FUNCTION wiji_gist_fetch(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'pgwiji_gist_fetch'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_gist_fetch(internal) IS
'internal: GiST support';

CREATE FUNCTION wiji_gist_sortsupport(internal) RETURNS void
AS 'MODULE_PATHNAME', 'pgwiji_gist_sortsupport'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_gist_sortsupport(internal) IS
'internal: GiST sort support';

-- The numbers are those of the server's own operator classes for GiST (stratnum.h).
CREATE OPERATOR CLASS wiji_gist_ops DEFAULT FOR TYPE wiji USING gist AS
	OPERATOR 18 =,
	OPERATOR 19 <>,
	OPERATOR 20 <,
	OPERATOR 21 <=,
	OPERATOR 22 >,
	OPERATOR 23 >=,
	FUNCTION 1 wiji_gist_consistent(internal, wiji, smallint, oid, internal),
	FUNCTION 2 wiji_gist_union(internal, internal),
	FUNCTION 3 wiji_gist_compress(internal),
	FUNCTION 5 wiji_gist_penalty(internal, internal, internal),
	FUNCTION 6 wiji_gist_picksplit(internal, internal),
	FUNCTION 7 wiji_gist_same(bytea, bytea, internal),
	FUNCTION 9 (wiji, wiji) wiji_gist_fetch(internal),
	FUNCTION 11 (wiji, wiji) wiji_gist_sortsupport(internal),
	STORAGE bytea;
COMMENT ON OPERATOR FAMILY wiji_gist_ops USING gist IS 'equality and order, for exclusion constraints';
COMMENT ON OPERATOR CLASS wiji_gist_ops USING gist IS 'equality and order, for exclusion constraints';

CREATE FUNCTION wiji_smaller(wiji, wiji) RETURNS wiji
AS 'MODULE_PATHNAME', 'pgwiji_smaller'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_smaller(wiji, wiji) IS
'internal: the smaller of two';

CREATE FUNCTION wiji_larger(wiji, wiji) RETURNS wiji
AS 'MODULE_PATHNAME', 'pgwiji_larger'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_larger(wiji, wiji) IS
'internal: the larger of two';

CREATE AGGREGATE min(wiji) (
	SFUNC = wiji_smaller, STYPE = wiji, SORTOP = <,
	COMBINEFUNC = wiji_smaller, PARALLEL = SAFE
);
COMMENT ON AGGREGATE min(wiji) IS 'smallest ID, which is the oldest';

CREATE AGGREGATE max(wiji) (
	SFUNC = wiji_larger, STYPE = wiji, SORTOP = >,
	COMBINEFUNC = wiji_larger, PARALLEL = SAFE
);
COMMENT ON AGGREGATE max(wiji) IS 'largest ID, which is the newest';

--
-- Comparing with uuids: byte by byte, too, by the functions of wiji.  The uuid need not be a valid
-- wiji.
--

CREATE FUNCTION wiji_uuid_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'pgwiji_uuid_support'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_uuid_support(internal) IS
'internal: planner support: comparisons with a column of type uuid';

CREATE FUNCTION wiji_lt_uuid(wiji, uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_lt'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT wiji_uuid_support;
COMMENT ON FUNCTION wiji_lt_uuid(wiji, uuid) IS
'internal: implementation of < operator';

CREATE FUNCTION wiji_le_uuid(wiji, uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_le'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT wiji_uuid_support;
COMMENT ON FUNCTION wiji_le_uuid(wiji, uuid) IS
'internal: implementation of <= operator';

CREATE FUNCTION wiji_eq_uuid(wiji, uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_eq'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT wiji_uuid_support;
COMMENT ON FUNCTION wiji_eq_uuid(wiji, uuid) IS
'internal: implementation of = operator';

CREATE FUNCTION wiji_ge_uuid(wiji, uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_ge'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT wiji_uuid_support;
COMMENT ON FUNCTION wiji_ge_uuid(wiji, uuid) IS
'internal: implementation of >= operator';

CREATE FUNCTION wiji_gt_uuid(wiji, uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_gt'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT wiji_uuid_support;
COMMENT ON FUNCTION wiji_gt_uuid(wiji, uuid) IS
'internal: implementation of > operator';

CREATE FUNCTION wiji_ne_uuid(wiji, uuid) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_ne'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT wiji_uuid_support;
COMMENT ON FUNCTION wiji_ne_uuid(wiji, uuid) IS
'internal: implementation of <> operator';

CREATE FUNCTION wiji_cmp_uuid(wiji, uuid) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_cmp'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION wiji_cmp_uuid(wiji, uuid) IS
'-1, 0 or 1 if the first is less than, equal to or greater than the second, by bytes';

CREATE FUNCTION uuid_lt_wiji(uuid, wiji) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_lt'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT wiji_uuid_support;
COMMENT ON FUNCTION uuid_lt_wiji(uuid, wiji) IS
'internal: implementation of < operator';

CREATE FUNCTION uuid_le_wiji(uuid, wiji) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_le'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT wiji_uuid_support;
COMMENT ON FUNCTION uuid_le_wiji(uuid, wiji) IS
'internal: implementation of <= operator';

CREATE FUNCTION uuid_eq_wiji(uuid, wiji) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_eq'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT wiji_uuid_support;
COMMENT ON FUNCTION uuid_eq_wiji(uuid, wiji) IS
'internal: implementation of = operator';

CREATE FUNCTION uuid_ge_wiji(uuid, wiji) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_ge'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT wiji_uuid_support;
COMMENT ON FUNCTION uuid_ge_wiji(uuid, wiji) IS
'internal: implementation of >= operator';

CREATE FUNCTION uuid_gt_wiji(uuid, wiji) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_gt'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT wiji_uuid_support;
COMMENT ON FUNCTION uuid_gt_wiji(uuid, wiji) IS
'internal: implementation of > operator';

CREATE FUNCTION uuid_ne_wiji(uuid, wiji) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_ne'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
SUPPORT wiji_uuid_support;
COMMENT ON FUNCTION uuid_ne_wiji(uuid, wiji) IS
'internal: implementation of <> operator';

CREATE FUNCTION uuid_cmp_wiji(uuid, wiji) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_cmp'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uuid_cmp_wiji(uuid, wiji) IS
'-1, 0 or 1 if the first is less than, equal to or greater than the second, by bytes';

CREATE OPERATOR < (
	LEFTARG = wiji, RIGHTARG = uuid, FUNCTION = wiji_lt_uuid,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = wiji_rangesel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (wiji, uuid) IS 'less than';

CREATE OPERATOR <= (
	LEFTARG = wiji, RIGHTARG = uuid, FUNCTION = wiji_le_uuid,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = wiji_rangesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (wiji, uuid) IS 'less than or equal';

CREATE OPERATOR = (
	LEFTARG = wiji, RIGHTARG = uuid, FUNCTION = wiji_eq_uuid,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel,
	HASHES, MERGES
);
COMMENT ON OPERATOR = (wiji, uuid) IS 'equal';

CREATE OPERATOR >= (
	LEFTARG = wiji, RIGHTARG = uuid, FUNCTION = wiji_ge_uuid,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = wiji_rangesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (wiji, uuid) IS 'greater than or equal';

CREATE OPERATOR > (
	LEFTARG = wiji, RIGHTARG = uuid, FUNCTION = wiji_gt_uuid,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = wiji_rangesel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (wiji, uuid) IS 'greater than';

CREATE OPERATOR <> (
	LEFTARG = wiji, RIGHTARG = uuid, FUNCTION = wiji_ne_uuid,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (wiji, uuid) IS 'not equal';

CREATE OPERATOR < (
	LEFTARG = uuid, RIGHTARG = wiji, FUNCTION = uuid_lt_wiji,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = wiji_rangesel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (uuid, wiji) IS 'less than';

CREATE OPERATOR <= (
	LEFTARG = uuid, RIGHTARG = wiji, FUNCTION = uuid_le_wiji,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = wiji_rangesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (uuid, wiji) IS 'less than or equal';

CREATE OPERATOR = (
	LEFTARG = uuid, RIGHTARG = wiji, FUNCTION = uuid_eq_wiji,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel,
	HASHES, MERGES
);
COMMENT ON OPERATOR = (uuid, wiji) IS 'equal';

CREATE OPERATOR >= (
	LEFTARG = uuid, RIGHTARG = wiji, FUNCTION = uuid_ge_wiji,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = wiji_rangesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (uuid, wiji) IS 'greater than or equal';

CREATE OPERATOR > (
	LEFTARG = uuid, RIGHTARG = wiji, FUNCTION = uuid_gt_wiji,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = wiji_rangesel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (uuid, wiji) IS 'greater than';

CREATE OPERATOR <> (
	LEFTARG = uuid, RIGHTARG = wiji, FUNCTION = uuid_ne_wiji,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (uuid, wiji) IS 'not equal';

CREATE FUNCTION wiji_hash_uuid(uuid) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_hash'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_hash_uuid(uuid) IS
'internal: hash of a uuid, equal to that of a wiji with these bytes';

CREATE FUNCTION wiji_hash_uuid_extended(uuid, bigint) RETURNS bigint
AS 'MODULE_PATHNAME', 'pgwiji_hash_extended'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_hash_uuid_extended(uuid, bigint) IS
'internal: 64-bit hash of a uuid with a seed, equal to that of a wiji with these bytes';

-- A family has to compare each of its types with every other, so uuid's own operators are members,
-- too, with the sort support of their own family.
ALTER OPERATOR FAMILY wiji_ops USING btree ADD
	OPERATOR 1 < (wiji, uuid),
	OPERATOR 2 <= (wiji, uuid),
	OPERATOR 3 = (wiji, uuid),
	OPERATOR 4 >= (wiji, uuid),
	OPERATOR 5 > (wiji, uuid),
	OPERATOR 1 < (uuid, wiji),
	OPERATOR 2 <= (uuid, wiji),
	OPERATOR 3 = (uuid, wiji),
	OPERATOR 4 >= (uuid, wiji),
	OPERATOR 5 > (uuid, wiji),
	OPERATOR 1 < (uuid, uuid),
	OPERATOR 2 <= (uuid, uuid),
	OPERATOR 3 = (uuid, uuid),
	OPERATOR 4 >= (uuid, uuid),
	OPERATOR 5 > (uuid, uuid),
	FUNCTION 1 (wiji, uuid) wiji_cmp_uuid(wiji, uuid),
	FUNCTION 1 (uuid, wiji) uuid_cmp_wiji(uuid, wiji),
	FUNCTION 1 (uuid, uuid) uuid_cmp(uuid, uuid),
	FUNCTION 2 (uuid, uuid) uuid_sortsupport(internal);

ALTER OPERATOR FAMILY wiji_ops USING hash ADD
	OPERATOR 1 = (wiji, uuid),
	OPERATOR 1 = (uuid, wiji),
	OPERATOR 1 = (uuid, uuid),
	FUNCTION 1 (uuid, uuid) wiji_hash_uuid(uuid),
	FUNCTION 2 (uuid, uuid) wiji_hash_uuid_extended(uuid, bigint);

-- Indexes of other methods on wijis find uuids, too.
ALTER OPERATOR FAMILY wiji_minmax_ops USING brin ADD
	OPERATOR 1 < (wiji, uuid),
	OPERATOR 2 <= (wiji, uuid),
	OPERATOR 3 = (wiji, uuid),
	OPERATOR 4 >= (wiji, uuid),
	OPERATOR 5 > (wiji, uuid);
ALTER OPERATOR FAMILY wiji_minmax_multi_ops USING brin ADD
	OPERATOR 1 < (wiji, uuid),
	OPERATOR 2 <= (wiji, uuid),
	OPERATOR 3 = (wiji, uuid),
	OPERATOR 4 >= (wiji, uuid),
	OPERATOR 5 > (wiji, uuid);
ALTER OPERATOR FAMILY wiji_bloom_ops USING brin ADD
	OPERATOR 1 = (wiji, uuid);
ALTER OPERATOR FAMILY wiji_gist_ops USING gist ADD
	OPERATOR 18 = (wiji, uuid),
	OPERATOR 19 <> (wiji, uuid),
	OPERATOR 20 < (wiji, uuid),
	OPERATOR 21 <= (wiji, uuid),
	OPERATOR 22 > (wiji, uuid),
	OPERATOR 23 >= (wiji, uuid);

--
-- Generating.  PARALLEL RESTRICTED: a query's IDs come from the leader, in order.
--

CREATE FUNCTION wiji_generate() RETURNS wiji
AS 'MODULE_PATHNAME', 'pgwiji_generate'
LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION wiji_generate() IS
'next ID of this session, greater than those before';

CREATE FUNCTION wiji_generate_unpredictable() RETURNS wiji
AS 'MODULE_PATHNAME', 'pgwiji_generate_unpredictable'
LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION wiji_generate_unpredictable() IS
'next ID of this session, with random bits that cannot be guessed from other IDs';

CREATE FUNCTION wiji_generate(at timestamptz) RETURNS wiji
AS 'MODULE_PATHNAME', 'pgwiji_generate_at'
LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION wiji_generate(at timestamptz) IS
'ID for a given timestamp, for back-filling';

CREATE FUNCTION wiji_factory() RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_factory'
LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION wiji_factory() IS
'opens an independent generator in this session and returns its number';

CREATE FUNCTION wiji_factory_generate(factory integer) RETURNS wiji
AS 'MODULE_PATHNAME', 'pgwiji_factory_generate'
LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION wiji_factory_generate(factory integer) IS
'next ID of the generator with this number';

CREATE FUNCTION wiji_factory_close(factory integer) RETURNS void
AS 'MODULE_PATHNAME', 'pgwiji_factory_close'
LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION wiji_factory_close(factory integer) IS
'closes the generator with this number';

CREATE FUNCTION wiji_generator(
	OUT random bigint, OUT last_timestamp timestamptz, OUT last_sequence integer,
	OUT generated bigint, OUT clock_regressions bigint, OUT sequence_waits bigint
) RETURNS record
AS 'MODULE_PATHNAME', 'pgwiji_generator_state'
LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION wiji_generator() IS
'state and statistics of this session''s generator';

--
-- Reading
--

CREATE FUNCTION wiji_timestamp(id wiji) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'pgwiji_timestamp'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_timestamp(id wiji) IS
'creation time';

CREATE FUNCTION wiji_timestamp_us(id wiji) RETURNS bigint
AS 'MODULE_PATHNAME', 'pgwiji_timestamp_us'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_timestamp_us(id wiji) IS
'creation time in microseconds since 1970-01-01 UTC';

CREATE FUNCTION wiji_timestamp_ms(id wiji) RETURNS bigint
AS 'MODULE_PATHNAME', 'pgwiji_timestamp_ms'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_timestamp_ms(id wiji) IS
'creation time in milliseconds since 1970-01-01 UTC, truncated';

CREATE FUNCTION wiji_sequence(id wiji) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_sequence'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_sequence(id wiji) IS
'counter within the microsecond';

CREATE FUNCTION wiji_version(id wiji) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_version'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_version(id wiji) IS
'version of the format, always 1';

CREATE FUNCTION wiji_random(id wiji) RETURNS bigint
AS 'MODULE_PATHNAME', 'pgwiji_random'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_random(id wiji) IS
'52 random bits';

CREATE FUNCTION wiji_parse(
	id wiji,
	OUT timestamp_us bigint, OUT timestamp_ms bigint, OUT date timestamptz,
	OUT sequence integer, OUT version integer, OUT random bigint
) RETURNS record
AS 'MODULE_PATHNAME', 'pgwiji_parse'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_parse(id wiji) IS
'all fields of an ID as one row';

CREATE FUNCTION wiji_is_valid(candidate text) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_is_valid_text'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_is_valid(candidate text) IS
'true if wiji(text) accepts this text';

CREATE FUNCTION wiji_is_valid(candidate bytea) RETURNS boolean
AS 'MODULE_PATHNAME', 'pgwiji_is_valid_bytea'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_is_valid(candidate bytea) IS
'true if wiji(bytea) accepts these bytes';

--
-- Making and bounding
--

CREATE FUNCTION wiji_make(timestamp_us bigint, sequence integer, random bigint) RETURNS wiji
AS 'MODULE_PATHNAME', 'pgwiji_make'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_make(timestamp_us bigint, sequence integer, random bigint) IS
'ID from its fields';

CREATE FUNCTION wiji_lower(at timestamptz) RETURNS wiji
AS 'MODULE_PATHNAME', 'pgwiji_lower'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_lower(at timestamptz) IS
'smallest ID with wiji_timestamp >= the argument';

CREATE FUNCTION wiji_upper(at timestamptz) RETURNS wiji
AS 'MODULE_PATHNAME', 'pgwiji_upper'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_upper(at timestamptz) IS
'largest ID with wiji_timestamp <= the argument';

--
-- Conditions by time.  The server inlines these bodies, so it sees comparisons of IDs, which
-- indexes, partitions and estimates serve.  They are not STRICT: the server inlines no strict
-- function whose body has two clauses.
--

CREATE FUNCTION wiji_within_lower(range tstzrange) RETURNS wiji
AS 'MODULE_PATHNAME', 'pgwiji_within_lower'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION wiji_within_lower(range tstzrange) IS
'smallest ID created in the range; largest of all for an empty range';

CREATE FUNCTION wiji_within_upper(range tstzrange) RETURNS wiji
AS 'MODULE_PATHNAME', 'pgwiji_within_upper'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION wiji_within_upper(range tstzrange) IS
'largest ID created in the range; smallest of all for an empty range';

CREATE FUNCTION wiji_within_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'pgwiji_within_support'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_within_support(internal) IS
'internal: planner support: index conditions for a range from a sub-select';

CREATE FUNCTION wiji_within(id wiji, range tstzrange) RETURNS boolean
LANGUAGE SQL IMMUTABLE LEAKPROOF PARALLEL SAFE
SUPPORT wiji_within_support
RETURN id >= wiji_within_lower(range) AND id <= wiji_within_upper(range);
COMMENT ON FUNCTION wiji_within(id wiji, range tstzrange) IS
'true if wiji_timestamp(id) is in the range';

CREATE FUNCTION wiji_recheck_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'pgwiji_recheck_support'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_recheck_support(internal) IS
'internal: planner support: a recheck does not change the estimate';

CREATE FUNCTION wiji_recheck(at timestamptz, ranges tstzmultirange) RETURNS boolean
AS 'elem_contained_by_multirange' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE
SUPPORT wiji_recheck_support;
COMMENT ON FUNCTION wiji_recheck(at timestamptz, ranges tstzmultirange) IS
'internal: true if the timestamp is in one of the ranges';

CREATE FUNCTION wiji_within_any(id wiji, ranges tstzmultirange) RETURNS boolean
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
SUPPORT wiji_within_support
RETURN id >= wiji_within_lower(pg_catalog.range_merge(ranges)) AND id <= wiji_within_upper(pg_catalog.range_merge(ranges))
	AND wiji_recheck(wiji_timestamp(id), ranges);
COMMENT ON FUNCTION wiji_within_any(id wiji, ranges tstzmultirange) IS
'true if wiji_timestamp(id) is in one of the ranges';

-- The operators take a domain.  With tstzrange itself, the condition "during @>
-- '[2026-11-21,2026-11-22)'" on any column of that type would match the left side exactly and read
-- the literal as an ID.
CREATE DOMAIN wiji_tstzrange AS tstzrange;
COMMENT ON DOMAIN wiji_tstzrange IS 'any tstzrange, for the operators <@ and @>';

CREATE FUNCTION wiji_contained_by(wiji, wiji_tstzrange) RETURNS boolean
LANGUAGE SQL IMMUTABLE LEAKPROOF PARALLEL SAFE
SUPPORT wiji_within_support
RETURN $1 >= wiji_within_lower($2) AND $1 <= wiji_within_upper($2);
COMMENT ON FUNCTION wiji_contained_by(wiji, wiji_tstzrange) IS
'internal: implementation of <@ operator';

CREATE FUNCTION wiji_tstzrange_contains(wiji_tstzrange, wiji) RETURNS boolean
LANGUAGE SQL IMMUTABLE LEAKPROOF PARALLEL SAFE
SUPPORT wiji_within_support
RETURN $2 >= wiji_within_lower($1) AND $2 <= wiji_within_upper($1);
COMMENT ON FUNCTION wiji_tstzrange_contains(wiji_tstzrange, wiji) IS
'internal: implementation of @> operator';

CREATE OPERATOR <@ (
	LEFTARG = wiji, RIGHTARG = wiji_tstzrange, FUNCTION = wiji_contained_by,
	COMMUTATOR = @>,
	RESTRICT = matchingsel, JOIN = contjoinsel
);
COMMENT ON OPERATOR <@ (wiji, wiji_tstzrange) IS 'created in the range';

CREATE OPERATOR @> (
	LEFTARG = wiji_tstzrange, RIGHTARG = wiji, FUNCTION = wiji_tstzrange_contains,
	COMMUTATOR = <@,
	RESTRICT = matchingsel, JOIN = contjoinsel
);
COMMENT ON OPERATOR @> (wiji_tstzrange, wiji) IS 'created in the range';

-- The first ID at or after a timestamp, and after it.  They are uuids because the bound after the
-- last ID is not an ID.  The server inlines a single comparison even with a sub-select.
CREATE FUNCTION wiji_since(at timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_since'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION wiji_since(at timestamptz) IS
'bound for operators with timestamptz: first ID at or after the timestamp';

CREATE FUNCTION wiji_after(at timestamptz) RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_after'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION wiji_after(at timestamptz) IS
'bound for operators with timestamptz: first ID after the timestamp';

CREATE FUNCTION wiji_lt_timestamptz(wiji, timestamptz) RETURNS boolean
LANGUAGE SQL IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
RETURN $1 < wiji_since($2);
COMMENT ON FUNCTION wiji_lt_timestamptz(wiji, timestamptz) IS
'internal: implementation of < operator';

CREATE FUNCTION wiji_le_timestamptz(wiji, timestamptz) RETURNS boolean
LANGUAGE SQL IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
RETURN $1 < wiji_after($2);
COMMENT ON FUNCTION wiji_le_timestamptz(wiji, timestamptz) IS
'internal: implementation of <= operator';

CREATE FUNCTION wiji_ge_timestamptz(wiji, timestamptz) RETURNS boolean
LANGUAGE SQL IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
RETURN $1 >= wiji_since($2);
COMMENT ON FUNCTION wiji_ge_timestamptz(wiji, timestamptz) IS
'internal: implementation of >= operator';

CREATE FUNCTION wiji_gt_timestamptz(wiji, timestamptz) RETURNS boolean
LANGUAGE SQL IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
RETURN $1 >= wiji_after($2);
COMMENT ON FUNCTION wiji_gt_timestamptz(wiji, timestamptz) IS
'internal: implementation of > operator';

CREATE FUNCTION timestamptz_lt_wiji(timestamptz, wiji) RETURNS boolean
LANGUAGE SQL IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
RETURN $2 >= wiji_after($1);
COMMENT ON FUNCTION timestamptz_lt_wiji(timestamptz, wiji) IS
'internal: implementation of < operator';

CREATE FUNCTION timestamptz_le_wiji(timestamptz, wiji) RETURNS boolean
LANGUAGE SQL IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
RETURN $2 >= wiji_since($1);
COMMENT ON FUNCTION timestamptz_le_wiji(timestamptz, wiji) IS
'internal: implementation of <= operator';

CREATE FUNCTION timestamptz_ge_wiji(timestamptz, wiji) RETURNS boolean
LANGUAGE SQL IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
RETURN $2 < wiji_after($1);
COMMENT ON FUNCTION timestamptz_ge_wiji(timestamptz, wiji) IS
'internal: implementation of >= operator';

CREATE FUNCTION timestamptz_gt_wiji(timestamptz, wiji) RETURNS boolean
LANGUAGE SQL IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE
RETURN $2 < wiji_since($1);
COMMENT ON FUNCTION timestamptz_gt_wiji(timestamptz, wiji) IS
'internal: implementation of > operator';

CREATE OPERATOR < (
	LEFTARG = wiji, RIGHTARG = timestamptz, FUNCTION = wiji_lt_timestamptz,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (wiji, timestamptz) IS 'created before the timestamp';

CREATE OPERATOR <= (
	LEFTARG = wiji, RIGHTARG = timestamptz, FUNCTION = wiji_le_timestamptz,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (wiji, timestamptz) IS 'created at or before the timestamp';

CREATE OPERATOR >= (
	LEFTARG = wiji, RIGHTARG = timestamptz, FUNCTION = wiji_ge_timestamptz,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (wiji, timestamptz) IS 'created at or after the timestamp';

CREATE OPERATOR > (
	LEFTARG = wiji, RIGHTARG = timestamptz, FUNCTION = wiji_gt_timestamptz,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (wiji, timestamptz) IS 'created after the timestamp';

CREATE OPERATOR < (
	LEFTARG = timestamptz, RIGHTARG = wiji, FUNCTION = timestamptz_lt_wiji,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (timestamptz, wiji) IS 'timestamp before the creation of the ID';

CREATE OPERATOR <= (
	LEFTARG = timestamptz, RIGHTARG = wiji, FUNCTION = timestamptz_le_wiji,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
);
COMMENT ON OPERATOR <= (timestamptz, wiji) IS 'timestamp at or before the creation of the ID';

CREATE OPERATOR >= (
	LEFTARG = timestamptz, RIGHTARG = wiji, FUNCTION = timestamptz_ge_wiji,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (timestamptz, wiji) IS 'timestamp at or after the creation of the ID';

CREATE OPERATOR > (
	LEFTARG = timestamptz, RIGHTARG = wiji, FUNCTION = timestamptz_gt_wiji,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (timestamptz, wiji) IS 'timestamp after the creation of the ID';

--
-- Converting: the specification's encodings, of an ID or of a new one
--

CREATE FUNCTION wiji_text(id wiji) RETURNS text
AS 'MODULE_PATHNAME', 'pgwiji_text'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_text(id wiji) IS
'26 upper-case characters of Crockford base32';

CREATE FUNCTION wiji_text() RETURNS text
AS 'MODULE_PATHNAME', 'pgwiji_generate_text'
LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION wiji_text() IS
'next ID of this session as Crockford base32';

CREATE FUNCTION wiji_uuid() RETURNS uuid
AS 'MODULE_PATHNAME', 'pgwiji_generate'
LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION wiji_uuid() IS
'next ID of this session as uuid';

CREATE FUNCTION wiji_hex(id wiji) RETURNS text
AS 'MODULE_PATHNAME', 'pgwiji_hex'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_hex(id wiji) IS
'32 lower-case hexadecimal digits';

CREATE FUNCTION wiji_hex() RETURNS text
AS 'MODULE_PATHNAME', 'pgwiji_generate_hex'
LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION wiji_hex() IS
'next ID of this session as hexadecimal digits';

CREATE FUNCTION wiji_binary(id wiji) RETURNS bytea
AS 'MODULE_PATHNAME', 'pgwiji_send'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_binary(id wiji) IS
'the 16 bytes';

CREATE FUNCTION wiji_binary() RETURNS bytea
AS 'MODULE_PATHNAME', 'pgwiji_generate_binary'
LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION wiji_binary() IS
'next ID of this session as 16 bytes';

CREATE FUNCTION wiji(text) RETURNS wiji
AS 'MODULE_PATHNAME', 'pgwiji_from_text'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji(text) IS
'ID from any text that input accepts';

CREATE FUNCTION wiji(uuid) RETURNS wiji
AS 'MODULE_PATHNAME', 'pgwiji_from_uuid'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji(uuid) IS
'ID from the same 16 bytes of version 1';

CREATE FUNCTION wiji(bytea) RETURNS wiji
AS 'MODULE_PATHNAME', 'pgwiji_from_bytea'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji(bytea) IS
'ID from its 16 bytes';

-- The bytes are the same, so the cast costs nothing and ALTER TABLE ... TYPE uuid does not rewrite
-- the table.  Every wiji is a uuid, as every cidr is an inet, so the cast is implicit.  Otherwise a
-- foreign key from wiji could not reference a uuid, whose operator family is the server's.
CREATE CAST (wiji AS uuid) WITHOUT FUNCTION AS IMPLICIT;
COMMENT ON CAST (wiji AS uuid) IS 'the same 16 bytes';

-- In an assignment, with a check: most uuids are not wijis.
CREATE CAST (uuid AS wiji) WITH FUNCTION wiji(uuid) AS ASSIGNMENT;
COMMENT ON CAST (uuid AS wiji) IS 'the same 16 bytes, if their version is 1';

-- Both explicit, because a bytea can mean anything.
CREATE CAST (wiji AS bytea) WITH FUNCTION wiji_binary(wiji);
COMMENT ON CAST (wiji AS bytea) IS 'the 16 bytes';
CREATE CAST (bytea AS wiji) WITH FUNCTION wiji(bytea);
COMMENT ON CAST (bytea AS wiji) IS '16 bytes, if their version is 1';

-- Explicit, because the cast loses everything but the time.
CREATE CAST (wiji AS timestamptz) WITH FUNCTION wiji_timestamp(wiji);
COMMENT ON CAST (wiji AS timestamptz) IS 'creation time';

-- In an assignment: PostgreSQL would cast to text by itself, but slower.  A column takes what
-- drivers send as text or varchar.
CREATE CAST (wiji AS text) WITH FUNCTION wiji_text(wiji) AS ASSIGNMENT;
COMMENT ON CAST (wiji AS text) IS '26 characters of Crockford base32';
CREATE CAST (text AS wiji) WITH FUNCTION wiji(text) AS ASSIGNMENT;
COMMENT ON CAST (text AS wiji) IS 'any of the three text forms';
CREATE CAST (varchar AS wiji) WITH FUNCTION wiji(text) AS ASSIGNMENT;
COMMENT ON CAST (varchar AS wiji) IS 'any of the three text forms';

-- Stands after the cast to uuid, because its body needs the cast.
CREATE FUNCTION wiji_uuid(id wiji) RETURNS uuid
LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE
RETURN id::uuid;
COMMENT ON FUNCTION wiji_uuid(id wiji) IS
'the same 16 bytes as uuid';

-- What newer servers offer.  pg_upgrade takes a database to a newer server without it, so every update
-- script ends with this block, too.
DO $$
BEGIN
	IF pg_catalog.current_setting('server_version_num')::integer >= 180000 THEN
		BEGIN
			ALTER OPERATOR FAMILY wiji_ops USING btree ADD FUNCTION 6 (wiji, wiji) wiji_skipsupport(internal);
		EXCEPTION WHEN duplicate_object THEN NULL;
		END;
		BEGIN
			ALTER OPERATOR FAMILY wiji_gist_ops USING gist
				ADD FUNCTION 12 ("any", "any") pg_catalog.gist_translate_cmptype_common(integer);
		EXCEPTION WHEN duplicate_object THEN NULL;
		END;
	END IF;
END $$;
