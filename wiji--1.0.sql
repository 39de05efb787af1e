-- The wiji extension, version 1.0.  Functions stand in the order of wiji.c.

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

--
-- Partitions by time, of tables PARTITION BY RANGE (id).  From here to the next such line,
-- wiji--1.0.sql and portable/wiji.sql are the same text.  Functions in PL/pgSQL find the others in
-- the schema of the type that is passed to them.
--

CREATE OR REPLACE FUNCTION wiji_partition_key(parent regclass, wiji regtype, as_owner boolean, OUT type text, OUT lower text, OUT "timestamp" text) RETURNS record
LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	owner name;
BEGIN
	IF parent IS NULL THEN
		RAISE invalid_parameter_value USING MESSAGE = 'argument "parent" must not be null';
	END IF;
	-- Anyone can create a type named siq, with functions that a superuser must not run.  Only
	-- superusers can create base types, so one that belongs to the extension came with it.
	SELECT pg_get_userbyid(relowner), t.oid::regtype, f || CASE WHEN u.oid IS NULL THEN '_lower' ELSE '_v7_lower' END, f || '_timestamp'
	INTO owner, type, lower, "timestamp"
	FROM pg_partitioned_table JOIN pg_class c ON c.oid = partrelid
		JOIN pg_attribute a ON a.attrelid = c.oid AND attnum = partattrs[0] JOIN pg_type d ON d.oid = atttypid
		JOIN pg_type t ON t.oid = CASE WHEN d.oid = wiji OR d.typbasetype IN (0, 'uuid'::regtype) THEN d.oid ELSE d.typbasetype END	-- a domain's checks do not run
		LEFT JOIN pg_extension u ON u.extname = 'uuidtime' AND t.oid = 'uuid'::regtype,
		concat(coalesce(u.extnamespace, t.typnamespace)::regnamespace, '.', CASE WHEN t.oid = wiji THEN 'wiji' ELSE coalesce(u.extname, t.typname) END) f
	WHERE partrelid = parent AND partstrat = 'r' AND partnatts = 1
	  AND (t.oid = wiji OR u.oid IS NOT NULL OR t.typname IN ('siq', 'tid62', 'uid60') AND t.typtype = 'b'
	       AND EXISTS (SELECT FROM pg_depend JOIN pg_extension e ON e.oid = refobjid AND refclassid = 'pg_extension'::regclass
	                   WHERE classid = 'pg_type'::regclass AND objid = t.oid AND deptype = 'e' AND e.extname = t.typname));
	IF NOT FOUND THEN
		IF NOT EXISTS (SELECT FROM pg_class WHERE oid = parent) THEN
			RAISE undefined_table USING
				MESSAGE = format('relation with OID %s does not exist', parent::oid),
				HINT = 'Pass the name of the partitioned table.';
		END IF;
		RAISE wrong_object_type USING
			MESSAGE = format('table "%s" is not range-partitioned by an ID column', (SELECT relname FROM pg_class WHERE oid = parent)),
			HINT = 'Use PARTITION BY RANGE on one column of type wiji, siq, tid62, uid60 or, if extension "uuidtime" is installed, uuid.';
	END IF;
	IF as_owner AND owner <> current_user THEN
		RAISE insufficient_privilege USING
			MESSAGE = format('must be owner of table %s', (SELECT relname FROM pg_class WHERE oid = parent)),
			DETAIL = 'Triggers and index expressions of the owner would run with the privileges of the caller.',
			HINT = format('Connect as %I, or use SET ROLE.', owner);
	END IF;
END $$;
COMMENT ON FUNCTION wiji_partition_key(parent regclass, wiji regtype, as_owner boolean) IS
'internal: type of the partition key, its function from a time to the first ID, and back';

CREATE OR REPLACE FUNCTION wiji_partition_bounds(
	parent regclass, wiji regtype,
	OUT partition regclass, OUT lower timestamptz, OUT upper timestamptz,
	OUT lower_id text, OUT lower_time timestamptz, OUT upper_id text, OUT upper_time timestamptz
) RETURNS SETOF record
LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	key record;
	full_id text := 'id';	-- with all fields that tell its time
	is_first text := '%2$s(t)::text = id';
	bound text;
BEGIN
	EXECUTE format('SELECT * FROM %s.wiji_partition_key($1, $2, false)', (SELECT typnamespace::regnamespace FROM pg_type WHERE oid = wiji))
		INTO key USING parent, wiji;
	-- Other software writes the first UUID of a time with zeros after its 48 bits, or after the
	-- version.  These times are whole seconds.  Those of two successive prefixes of UUIDs are not.
	IF key.type = 'uuid' THEN
		full_id := $t$left(id, 13) || '-7000-8000-000000000000'$t$;
		is_first := is_first || $t$ OR id ~ '-[07]000-0000-0{12}$' AND t = date_trunc('second', t)$t$;
	END IF;
	bound := format($t$
		(SELECT id, coalesce(t, infinite), CASE WHEN id IS NULL OR $t$ || is_first || $t$ THEN coalesce(t, infinite) END, %4$s(CAST(id AS %1$s))
		 FROM substring(b[%%1$s], '''(.*)''') id, %3$s(CAST($t$ || full_id || $t$ AS %1$s)) t,
			CAST(CASE b[%%1$s] WHEN 'MINVALUE' THEN '-infinity' WHEN 'MAXVALUE' THEN 'infinity' END AS timestamptz) infinite)$t$,
		key.type, key.lower, key."timestamp", (SELECT typsend FROM pg_type WHERE oid = key.type::regtype));
	-- With the OID of a table, pg_get_expr would wait for a lock on it.
	RETURN QUERY EXECUTE format($q$
		SELECT c.oid::regclass, l.exact, u.exact, l.id, l.at, u.id, u.at
		FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid,
			regexp_match(pg_get_expr(relpartbound, 0), '^FOR VALUES FROM [(](MINVALUE|''.*'')[)] TO [(](MAXVALUE|''.*'')[)]$') b,
			LATERAL %s l (id, at, exact, bytes), LATERAL %s u (id, at, exact, bytes)
		WHERE inhparent = $1 ORDER BY b IS NULL, l.bytes NULLS FIRST $q$,
		format(bound, 1), format(bound, 2)) USING parent;
END $$;
COMMENT ON FUNCTION wiji_partition_bounds(parent regclass, wiji regtype) IS
'internal: partitions in order, their bounds as times or null, and as IDs with the times of these';

CREATE OR REPLACE FUNCTION wiji_partition_steps(first timestamptz, last timestamptz, step interval, timezone text) RETURNS SETOF tstzrange
LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	origin CONSTANT timestamp := '2001-01-01';	-- a Monday
	missing CONSTANT text := CASE WHEN first IS NULL THEN 'first' WHEN last IS NULL THEN 'last' WHEN step IS NULL THEN 'step' WHEN timezone IS NULL THEN 'timezone' END;
	months integer;
	seconds numeric;
	n bigint[];
BEGIN
	IF missing IS NOT NULL THEN
		RAISE invalid_parameter_value USING MESSAGE = format('argument "%s" must not be null', missing);
	END IF;
	IF isfinite(step) THEN
		months := extract(year FROM step) * 12 + extract(month FROM step);
		seconds := extract(epoch FROM step - make_interval(months => months));
	END IF;
	-- Names of partitions have whole seconds.
	IF (months >= 0 AND (months > 0) <> (seconds > 0) AND seconds = trunc(seconds)
	    AND extract(day FROM step) >= 0 AND seconds >= extract(day FROM step) * 86400) IS NOT TRUE THEN
		RAISE invalid_parameter_value USING
			MESSAGE = '"step" must be a positive number of months, or of days and whole seconds',
			DETAIL = format('The value is %s.', step);
	END IF;
	IF last < first THEN
		RAISE invalid_parameter_value USING
			MESSAGE = '"last" must not be before "first"',
			DETAIL = format('The range is %s to %s.', first, last);
	END IF;
	IF extract(epoch FROM last - first) > 100000 * (months * 2629746 + seconds) THEN	-- an average month
		RAISE program_limit_exceeded USING
			MESSAGE = 'too many partitions in one call',
			DETAIL = format('The range has more than %s steps.', 100000),
			HINT = 'Use a larger step or a shorter range.';
	END IF;
	-- Changes of a time zone skip or repeat up to a day.
	n := ARRAY(SELECT floor(CASE WHEN months > 0 THEN ((extract(year FROM t) - 2001) * 12 + extract(month FROM t) - 1) / months
	                        ELSE extract(epoch FROM t - origin) / seconds END)
	           FROM (VALUES (1, first AT TIME ZONE timezone - interval '1 day'), (2, last AT TIME ZONE timezone + interval '1 day')) v (i, t) ORDER BY i);
	-- A local time that is skipped becomes a timestamp after those of later local times, hence the
	-- minimum.  A multiple of an interval is inexact from some centuries on.
	RETURN QUERY
		SELECT tstzrange(starts, ends)
		FROM (SELECT starts, lead(starts) OVER (ORDER BY starts) AS ends
		      FROM (SELECT DISTINCT min((origin + make_interval(months => (i * months)::integer, days => div(i * seconds, 86400)::integer,
		                                                        secs => mod(i * seconds, 86400)::double precision)) AT TIME ZONE timezone)
		                            OVER (ORDER BY i DESC) AS starts
		            FROM generate_series(n[1], n[2] + 1) i) s) r
		WHERE starts < last AND ends > first;
END $$;
COMMENT ON FUNCTION wiji_partition_steps(first timestamptz, last timestamptz, step interval, timezone text) IS
'internal: steps of the calendar in the time zone that contain these times';

CREATE OR REPLACE FUNCTION wiji_create_partitions(parent regclass, first timestamptz, last timestamptz, step interval, timezone text, wiji regtype) RETURNS SETOF regclass
LANGUAGE plpgsql VOLATILE
SET search_path = pg_catalog, pg_temp
SET lock_timeout = '1s'
AS $$
DECLARE
	home CONSTANT regnamespace := (SELECT typnamespace FROM pg_type WHERE oid = wiji);
	key record;
	steps tstzrange[];
	missing tstzrange[];
	lower_ids text[];
	upper_ids text[];
	name text;
	start text;
	schema CONSTANT text := (SELECT relnamespace::regnamespace FROM pg_class WHERE oid = parent);
	base CONSTANT text := (SELECT relname FROM pg_class WHERE oid = parent);
	place CONSTANT text := (
		SELECT concat(' USING ' || quote_ident(amname), ' TABLESPACE ' || quote_ident(spcname))
		FROM pg_class c LEFT JOIN pg_am m ON m.oid = relam LEFT JOIN pg_tablespace s ON s.oid = reltablespace WHERE c.oid = parent);
BEGIN
	EXECUTE format('SELECT * FROM %s.wiji_partition_key($1, $2, true)', home) INTO key USING parent, wiji;
	EXECUTE format('SELECT %1$s($1), %1$s($2)', key.lower) USING first, last;	-- 22008 for a time out of range
	EXECUTE format('SELECT array_agg(s) FROM %s.wiji_partition_steps($1, $2, $3, $4) s', home) INTO steps USING first, last, step, timezone;
	FOR attempt IN 1..2 LOOP
		-- What is missing is what remains of the steps.  Where it meets a partition, the bound is that of
		-- the partition, as it is written.  Ranges include both ends, because a bound can be within a time.
		EXECUTE format($q$
			WITH b AS MATERIALIZED (SELECT * FROM %1$s.wiji_partition_bounds($1, $2) WITH ORDINALITY WHERE lower_time <= upper_time)
			SELECT array_agg(p ORDER BY p),
			       array_agg(coalesce((SELECT upper_id FROM b WHERE upper_time = lower(p) ORDER BY ordinality DESC LIMIT 1), %2$s(lower(p))::text) ORDER BY p),
			       array_agg(coalesce((SELECT lower_id FROM b WHERE lower_time = upper(p) ORDER BY ordinality LIMIT 1), %2$s(upper(p))::text) ORDER BY p)
			FROM (SELECT coalesce(range_agg(tstzrange(lower_time, upper_time, '[]')), '{}') FROM b) t (taken),
				unnest($3) s, unnest(tstzmultirange(s) - taken) p
			WHERE p && tstzrange($4, $5) $q$, home, key.lower)
			INTO missing, lower_ids, upper_ids USING parent, wiji, steps, first, last;
		EXIT WHEN missing IS NULL OR attempt = 2;
		IF cardinality(missing) > 1000 THEN	-- the lock table has room for some thousands
			RAISE program_limit_exceeded USING
				MESSAGE = 'too many partitions in one call',
				DETAIL = format('The call would create %s partitions; the limit is %s.', cardinality(missing), 1000),
				HINT = 'Use a larger step or a shorter range.';
		END IF;
		-- then look again, because another call might have created them
		EXECUTE format('LOCK TABLE ONLY %s IN SHARE UPDATE EXCLUSIVE MODE', parent);
	END LOOP;

	FOR i IN 1..coalesce(cardinality(missing), 0) LOOP
		start := regexp_replace(to_char(lower(missing[i]) AT TIME ZONE timezone, '_YYYYMMDD_HH24MISSUS'), '(_000000)?000000$', '');
		name := base;
		WHILE octet_length(name || start) > 63 LOOP
			name := left(name, -1);
		END LOOP;
		name := format('%s.%I', schema, name || start);
		BEGIN
			-- PARTITION OF would lock the parent against everyone.  ATTACH adds indexes, foreign
			-- keys, triggers and identity.
			EXECUTE format('CREATE TABLE %s (LIKE %s INCLUDING ALL EXCLUDING COMMENTS EXCLUDING IDENTITY EXCLUDING INDEXES EXCLUDING STATISTICS)%s', name, parent, place);
			EXECUTE format('ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (%L) TO (%L)', parent, name, lower_ids[i], upper_ids[i]);
			RETURN NEXT name::regclass;
		EXCEPTION WHEN check_violation THEN
			RAISE WARNING USING
				ERRCODE = SQLSTATE,
				MESSAGE = format('could not create partition "%s"', name),
				DETAIL = SQLERRM,
				HINT = 'Move these rows out of the default partition, then call the function again.';
		END;
	END LOOP;
EXCEPTION WHEN lock_not_available THEN
	RAISE lock_not_available USING
		MESSAGE = format('could not create partitions of table "%s"', base),
		DETAIL = format('A lock was not available within %s.', current_setting('lock_timeout')),
		HINT = 'Look in pg_locks for sessions that use the table, its default partition, or a table to which it refers.  When their transactions have ended, call the function again to continue.';
END $$;
COMMENT ON FUNCTION wiji_create_partitions(parent regclass, first timestamptz, last timestamptz, step interval, timezone text, wiji regtype) IS
'internal: wiji_create_partitions(), given the type wiji';

CREATE OR REPLACE FUNCTION wiji_drop_partitions(parent regclass, before timestamptz, wiji regtype) RETURNS SETOF text
LANGUAGE plpgsql VOLATILE
SET search_path = pg_catalog, pg_temp
SET lock_timeout = '200ms'	-- others queue for the lock; below deadlock_timeout, so that none is canceled
AS $$
DECLARE
	home CONSTANT regnamespace := (SELECT typnamespace FROM pg_type WHERE oid = wiji);
	base CONSTANT text := (SELECT relname FROM pg_class WHERE oid = parent);
	old regclass[];
	unreadable regclass;
	partition regclass;
	name text;
	dropped integer := 0;
BEGIN
	EXECUTE format('SELECT FROM %s.wiji_partition_key($1, $2, true)', home) USING parent, wiji;
	IF before IS NULL THEN
		RAISE invalid_parameter_value USING MESSAGE = 'argument "before" must not be null';
	END IF;
	FOR attempt IN 1..2 LOOP
		EXECUTE format($q$
			SELECT array_agg(partition ORDER BY upper) FILTER (WHERE lower < upper AND upper <= $3 AND upper < 'infinity' AND relkind <> 'f'),
			       CASE WHEN bool_and((lower < upper) IS NULL) THEN min(partition::oid) END
			FROM %s.wiji_partition_bounds($1, $2) JOIN pg_class ON oid = partition WHERE lower_time <= upper_time $q$, home) INTO old, unreadable USING parent, wiji, before;
		EXIT WHEN old IS NULL OR attempt = 2;
		EXECUTE format('LOCK TABLE ONLY %s IN ACCESS EXCLUSIVE MODE', parent);
	END LOOP;

	IF unreadable IS NOT NULL THEN
		RAISE WARNING USING
			MESSAGE = format('could not read both bounds of any partition of table "%s" as times', base),
			DETAIL = format('For example, partition "%s" is %s.', unreadable, (SELECT pg_get_expr(relpartbound, 0) FROM pg_class WHERE oid = unreadable)),
			HINT = 'Drop old partitions by DROP TABLE.  Partitions that wiji_create_partitions() creates have times as bounds.';
	END IF;

	FOREACH partition IN ARRAY coalesce(old, '{}') LOOP
		EXIT WHEN dropped = 100;	-- others wait for the parent until this has committed
		name := partition;
		CONTINUE WHEN name ~ '^[0-9]';	-- an OID: dropped since this transaction took its snapshot
		BEGIN
			EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE NOWAIT', name);
			CONTINUE WHEN to_regclass(name) IS DISTINCT FROM partition;	-- renamed
			-- A foreign key prevents DROP even if no rows reference the partition.
			IF EXISTS (SELECT FROM pg_constraint WHERE confrelid = parent AND contype = 'f') THEN
				EXECUTE format('ALTER TABLE %s DETACH PARTITION %s%s', parent, name,
					(SELECT ' FINALIZE' FROM pg_inherits WHERE inhrelid = partition AND inhdetachpending));
			END IF;
			EXECUTE format('DROP TABLE %s', name);
			dropped := dropped + 1;
			RETURN NEXT name;
		EXCEPTION
			WHEN lock_not_available THEN
				RAISE WARNING USING ERRCODE = SQLSTATE, MESSAGE = format('could not drop partition "%s"', name), DETAIL = SQLERRM,
					HINT = format('Look in pg_locks for sessions that use the partition (relation = %L::regclass) or a table that refers to it.  When their transactions have ended, call the function again to continue.', name);
				EXIT;
			WHEN foreign_key_violation OR dependent_objects_still_exist THEN
				RAISE WARNING USING ERRCODE = SQLSTATE, MESSAGE = format('could not drop partition "%s"', name), DETAIL = SQLERRM, HINT = 'Delete the referencing rows or drop the dependent objects, then call the function again.';
		END;
	END LOOP;
EXCEPTION WHEN lock_not_available THEN
	RAISE lock_not_available USING
		MESSAGE = format('could not drop partitions of table "%s"', base),
		DETAIL = format('A lock on the table was not available within %s.', current_setting('lock_timeout')),
		HINT = format('Look in pg_locks for sessions that use the table (relation = %L::regclass).  When their transactions have ended, call the function again to continue.', parent);
END $$;
COMMENT ON FUNCTION wiji_drop_partitions(parent regclass, before timestamptz, wiji regtype) IS
'internal: wiji_drop_partitions(), given the type wiji';

-- Here the name wiji is bound to the type in this schema.
CREATE OR REPLACE FUNCTION wiji_create_partitions(parent regclass, first timestamptz, last timestamptz, step interval, timezone text DEFAULT current_setting('TimeZone')) RETURNS SETOF regclass
LANGUAGE SQL VOLATILE
SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
	SELECT wiji_create_partitions(parent, first, last, step, timezone, 'wiji'::regtype);
END;
COMMENT ON FUNCTION wiji_create_partitions(parent regclass, first timestamptz, last timestamptz, step interval, timezone text) IS
'creates the missing partitions from first up to last, and returns them';

CREATE OR REPLACE FUNCTION wiji_drop_partitions(parent regclass, before timestamptz) RETURNS SETOF text
LANGUAGE SQL VOLATILE
SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
	SELECT wiji_drop_partitions(parent, before, 'wiji'::regtype);
END;
COMMENT ON FUNCTION wiji_drop_partitions(parent regclass, before timestamptz) IS
'drops partitions that end at or before a time, at most 100, and returns their names';

CREATE OR REPLACE FUNCTION wiji_partitions(parent regclass, OUT partition regclass, OUT lower timestamptz, OUT upper timestamptz) RETURNS SETOF record
LANGUAGE SQL STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
	SELECT b.partition, b.lower, b.upper FROM wiji_partition_bounds(parent, 'wiji'::regtype) b;
END;
COMMENT ON FUNCTION wiji_partitions(parent regclass) IS
'partitions of a table, with the times from lower up to upper';

--
-- End of the partitions.
--

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
