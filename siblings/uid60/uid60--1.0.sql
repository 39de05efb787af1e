-- The uid60 extension, version 1.0.  Functions stand in the order of uid60.c.
-- Released: never changes.  What is new stands in an update script, which CREATE EXTENSION runs after it.

-- Complain if the script is fed to psql rather than to CREATE EXTENSION.
\echo Use "CREATE EXTENSION uid60" to load this file. \quit

--
-- The type
--

CREATE TYPE uid60;

CREATE FUNCTION uid60_in(cstring) RETURNS uid60
AS 'MODULE_PATHNAME', 'pgwiji_uid60_in'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_in(cstring) IS
'internal: input of ten characters of A-Za-z0-9-_, or nine without the leading zero digit';

CREATE FUNCTION uid60_out(uid60) RETURNS cstring
AS 'MODULE_PATHNAME', 'pgwiji_uid60_out'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_out(uid60) IS
'internal: output of ten characters of A-Za-z0-9-_, the last two digits first';

CREATE FUNCTION uid60_recv(internal) RETURNS uid60
AS 'MODULE_PATHNAME', 'pgwiji_uid60_recv'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_recv(internal) IS
'internal: binary input of 8 bytes, the first 4 bits zero';

CREATE FUNCTION uid60_send(uid60) RETURNS bytea
AS 'int8send'
LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_send(uid60) IS
'internal: binary output of 8 bytes, as for bigint';

-- Laid out as bigint is, so that a column becomes a bigint without rewriting its table.
CREATE TYPE uid60 (
	INPUT = uid60_in,
	OUTPUT = uid60_out,
	RECEIVE = uid60_recv,
	SEND = uid60_send,
	LIKE = bigint
);
COMMENT ON TYPE uid60 IS
'60-bit ID in 8 bytes, ordered by creation time in milliseconds';

--
-- Comparing: as bigint, which is by time, then sequence, then random bits.
--

CREATE FUNCTION uid60_lt(uid60, uid60) RETURNS boolean
AS 'int8lt'
LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uid60_lt(uid60, uid60) IS
'internal: implementation of < operator';

CREATE FUNCTION uid60_le(uid60, uid60) RETURNS boolean
AS 'int8le'
LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uid60_le(uid60, uid60) IS
'internal: implementation of <= operator';

CREATE FUNCTION uid60_eq(uid60, uid60) RETURNS boolean
AS 'int8eq'
LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uid60_eq(uid60, uid60) IS
'internal: implementation of = operator';

CREATE FUNCTION uid60_ge(uid60, uid60) RETURNS boolean
AS 'int8ge'
LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uid60_ge(uid60, uid60) IS
'internal: implementation of >= operator';

CREATE FUNCTION uid60_gt(uid60, uid60) RETURNS boolean
AS 'int8gt'
LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uid60_gt(uid60, uid60) IS
'internal: implementation of > operator';

CREATE FUNCTION uid60_ne(uid60, uid60) RETURNS boolean
AS 'int8ne'
LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uid60_ne(uid60, uid60) IS
'internal: implementation of <> operator';

CREATE FUNCTION uid60_cmp(uid60, uid60) RETURNS integer
AS 'btint8cmp'
LANGUAGE internal IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uid60_cmp(uid60, uid60) IS
'-1, 0 or 1 if the first ID is less than, equal to or greater than the second';

CREATE FUNCTION uid60_rangesel(internal, oid, internal, integer) RETURNS double precision
AS 'MODULE_PATHNAME', 'pgwiji_uid60_rangesel'
LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_rangesel(internal, oid, internal, integer) IS
'internal: restriction selectivity of < <= >= >, as for timestamps';

CREATE FUNCTION uid60_lejoinsel(internal, oid, internal, smallint, internal) RETURNS double precision
AS 'MODULE_PATHNAME', 'pgwiji_lejoinsel'
LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_lejoinsel(internal, oid, internal, smallint, internal) IS
'internal: join selectivity of <=, including the upper bound of a range';

CREATE OPERATOR < (
	LEFTARG = uid60, RIGHTARG = uid60, FUNCTION = uid60_lt,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = uid60_rangesel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (uid60, uid60) IS 'less than';

CREATE OPERATOR <= (
	LEFTARG = uid60, RIGHTARG = uid60, FUNCTION = uid60_le,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = uid60_rangesel, JOIN = uid60_lejoinsel
);
COMMENT ON OPERATOR <= (uid60, uid60) IS 'less than or equal';

CREATE OPERATOR = (
	LEFTARG = uid60, RIGHTARG = uid60, FUNCTION = uid60_eq,
	COMMUTATOR = =, NEGATOR = <>,
	RESTRICT = eqsel, JOIN = eqjoinsel,
	HASHES, MERGES
);
COMMENT ON OPERATOR = (uid60, uid60) IS 'equal';

CREATE OPERATOR >= (
	LEFTARG = uid60, RIGHTARG = uid60, FUNCTION = uid60_ge,
	COMMUTATOR = <=, NEGATOR = <,
	RESTRICT = uid60_rangesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (uid60, uid60) IS 'greater than or equal';

CREATE OPERATOR > (
	LEFTARG = uid60, RIGHTARG = uid60, FUNCTION = uid60_gt,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = uid60_rangesel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (uid60, uid60) IS 'greater than';

CREATE OPERATOR <> (
	LEFTARG = uid60, RIGHTARG = uid60, FUNCTION = uid60_ne,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (uid60, uid60) IS 'not equal';

-- Equal IDs have the same bits, so btree can store duplicates once (equalimage).
CREATE OPERATOR CLASS uid60_ops DEFAULT FOR TYPE uid60 USING btree AS
	OPERATOR 1 <,
	OPERATOR 2 <=,
	OPERATOR 3 =,
	OPERATOR 4 >=,
	OPERATOR 5 >,
	FUNCTION 1 uid60_cmp(uid60, uid60),
	FUNCTION 2 btint8sortsupport(internal),
	FUNCTION 4 btequalimage(oid);
COMMENT ON OPERATOR FAMILY uid60_ops USING btree IS 'order by creation time';
COMMENT ON OPERATOR CLASS uid60_ops USING btree IS 'order by creation time';

CREATE FUNCTION uid60_hash(uid60) RETURNS integer
AS 'hashint8'
LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_hash(uid60) IS
'internal: hash, as for bigint';

CREATE FUNCTION uid60_hash_extended(uid60, bigint) RETURNS bigint
AS 'hashint8extended'
LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_hash_extended(uid60, bigint) IS
'internal: 64-bit hash with a seed, as for bigint';

CREATE OPERATOR CLASS uid60_ops DEFAULT FOR TYPE uid60 USING hash AS
	OPERATOR 1 =,
	FUNCTION 1 uid60_hash(uid60),
	FUNCTION 2 uid60_hash_extended(uid60, bigint);
COMMENT ON OPERATOR FAMILY uid60_ops USING hash IS 'equality';
COMMENT ON OPERATOR CLASS uid60_ops USING hash IS 'equality';

-- In a table that grows by time, each range of blocks holds one range of IDs, so this is the
-- smallest index.
CREATE OPERATOR CLASS uid60_minmax_ops DEFAULT FOR TYPE uid60 USING brin AS
	OPERATOR 1 <,
	OPERATOR 2 <=,
	OPERATOR 3 =,
	OPERATOR 4 >=,
	OPERATOR 5 >,
	FUNCTION 1 brin_minmax_opcinfo(internal),
	FUNCTION 2 brin_minmax_add_value(internal, internal, internal, internal),
	FUNCTION 3 brin_minmax_consistent(internal, internal, internal),
	FUNCTION 4 brin_minmax_union(internal, internal, internal);
COMMENT ON OPERATOR FAMILY uid60_minmax_ops USING brin IS 'one range of IDs for each block range';
COMMENT ON OPERATOR CLASS uid60_minmax_ops USING brin IS 'one range of IDs for each block range';

CREATE FUNCTION uid60_smaller(uid60, uid60) RETURNS uid60
AS 'int8smaller'
LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_smaller(uid60, uid60) IS
'internal: the smaller of two';

CREATE FUNCTION uid60_larger(uid60, uid60) RETURNS uid60
AS 'int8larger'
LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_larger(uid60, uid60) IS
'internal: the larger of two';

CREATE AGGREGATE min(uid60) (
	SFUNC = uid60_smaller, STYPE = uid60, SORTOP = <,
	COMBINEFUNC = uid60_smaller, PARALLEL = SAFE
);
COMMENT ON AGGREGATE min(uid60) IS 'smallest ID, which is the oldest';

CREATE AGGREGATE max(uid60) (
	SFUNC = uid60_larger, STYPE = uid60, SORTOP = >,
	COMBINEFUNC = uid60_larger, PARALLEL = SAFE
);
COMMENT ON AGGREGATE max(uid60) IS 'largest ID, which is the newest';

--
-- Generating.  PARALLEL RESTRICTED: a query's IDs come from the leader, in order.
--

CREATE FUNCTION uid60_generate() RETURNS uid60
AS 'MODULE_PATHNAME', 'pgwiji_uid60_generate'
LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION uid60_generate() IS
'next ID, greater than those of all sessions of this server before';

--
-- Reading
--

CREATE FUNCTION uid60_timestamp(id uid60) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'pgwiji_uid60_timestamp'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_timestamp(id uid60) IS
'creation time, in milliseconds';

CREATE FUNCTION uid60_sequence(id uid60) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_uid60_sequence'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_sequence(id uid60) IS
'counter within the millisecond, 0 to 511';

CREATE FUNCTION uid60_random(id uid60) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_uid60_random'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_random(id uid60) IS
'random bits, or the number of the server in uid60.server; 0 to 511';

--
-- Bounding
--

CREATE FUNCTION uid60_lower(at timestamptz) RETURNS uid60
AS 'MODULE_PATHNAME', 'pgwiji_uid60_lower'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_lower(at timestamptz) IS
'smallest ID with uid60_timestamp >= the argument';

CREATE FUNCTION uid60_upper(at timestamptz) RETURNS uid60
AS 'MODULE_PATHNAME', 'pgwiji_uid60_upper'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_upper(at timestamptz) IS
'largest ID with uid60_timestamp <= the argument';

--
-- Conditions by time.  The server inlines these bodies, so it sees comparisons of IDs, which
-- indexes, partitions and estimates serve.  They are not STRICT: the server inlines no strict
-- function whose body has two clauses.
--

CREATE FUNCTION uid60_within_lower(range tstzrange) RETURNS uid60
AS 'MODULE_PATHNAME', 'pgwiji_uid60_within_lower'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uid60_within_lower(range tstzrange) IS
'smallest ID created in the range; largest of all for an empty range';

CREATE FUNCTION uid60_within_upper(range tstzrange) RETURNS uid60
AS 'MODULE_PATHNAME', 'pgwiji_uid60_within_upper'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uid60_within_upper(range tstzrange) IS
'largest ID created in the range; smallest of all for an empty range';

CREATE FUNCTION uid60_within_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'pgwiji_within_support'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_within_support(internal) IS
'internal: planner support: index conditions for a range from a sub-select';

CREATE FUNCTION uid60_within(id uid60, range tstzrange) RETURNS boolean
LANGUAGE SQL IMMUTABLE LEAKPROOF PARALLEL SAFE
SUPPORT uid60_within_support
RETURN id >= uid60_within_lower(range) AND id <= uid60_within_upper(range);
COMMENT ON FUNCTION uid60_within(id uid60, range tstzrange) IS
'true if uid60_timestamp(id) is in the range';

CREATE FUNCTION uid60_recheck_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'pgwiji_recheck_support'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_recheck_support(internal) IS
'internal: planner support: a recheck does not change the estimate';

CREATE FUNCTION uid60_recheck(at timestamptz, ranges tstzmultirange) RETURNS boolean
AS 'elem_contained_by_multirange' LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE
SUPPORT uid60_recheck_support;
COMMENT ON FUNCTION uid60_recheck(at timestamptz, ranges tstzmultirange) IS
'internal: true if the timestamp is in one of the ranges';

CREATE FUNCTION uid60_within_any(id uid60, ranges tstzmultirange) RETURNS boolean
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
SUPPORT uid60_within_support
RETURN id >= uid60_within_lower(pg_catalog.range_merge(ranges)) AND id <= uid60_within_upper(pg_catalog.range_merge(ranges))
	AND uid60_recheck(uid60_timestamp(id), ranges);
COMMENT ON FUNCTION uid60_within_any(id uid60, ranges tstzmultirange) IS
'true if uid60_timestamp(id) is in one of the ranges';

-- The operators take a domain.  With tstzrange itself, the condition "during @>
-- '[2026-11-21,2026-11-22)'" on any column of that type would match the left side exactly and read
-- the literal as an ID.
CREATE DOMAIN uid60_tstzrange AS tstzrange;
COMMENT ON DOMAIN uid60_tstzrange IS 'any tstzrange, for the operators <@ and @>';

CREATE FUNCTION uid60_contained_by(uid60, uid60_tstzrange) RETURNS boolean
LANGUAGE SQL IMMUTABLE LEAKPROOF PARALLEL SAFE
SUPPORT uid60_within_support
RETURN $1 >= uid60_within_lower($2) AND $1 <= uid60_within_upper($2);
COMMENT ON FUNCTION uid60_contained_by(uid60, uid60_tstzrange) IS
'internal: implementation of <@ operator';

CREATE FUNCTION uid60_tstzrange_contains(uid60_tstzrange, uid60) RETURNS boolean
LANGUAGE SQL IMMUTABLE LEAKPROOF PARALLEL SAFE
SUPPORT uid60_within_support
RETURN $2 >= uid60_within_lower($1) AND $2 <= uid60_within_upper($1);
COMMENT ON FUNCTION uid60_tstzrange_contains(uid60_tstzrange, uid60) IS
'internal: implementation of @> operator';

CREATE OPERATOR <@ (
	LEFTARG = uid60, RIGHTARG = uid60_tstzrange, FUNCTION = uid60_contained_by,
	COMMUTATOR = @>,
	RESTRICT = matchingsel, JOIN = contjoinsel
);
COMMENT ON OPERATOR <@ (uid60, uid60_tstzrange) IS 'created in the range';

CREATE OPERATOR @> (
	LEFTARG = uid60_tstzrange, RIGHTARG = uid60, FUNCTION = uid60_tstzrange_contains,
	COMMUTATOR = <@,
	RESTRICT = matchingsel, JOIN = contjoinsel
);
COMMENT ON OPERATOR @> (uid60_tstzrange, uid60) IS 'created in the range';

--
-- Converting
--

CREATE FUNCTION uid60_text(id uid60) RETURNS text
AS 'MODULE_PATHNAME', 'pgwiji_uid60_text'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_text(id uid60) IS
'ten characters of A-Za-z0-9-_, the last two digits first';

CREATE FUNCTION uid60(text) RETURNS uid60
AS 'MODULE_PATHNAME', 'pgwiji_uid60_from_text'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60(text) IS
'ID from any text that input accepts';

CREATE FUNCTION uid60(bigint) RETURNS uid60
AS 'MODULE_PATHNAME', 'pgwiji_uid60_from_bigint'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60(bigint) IS
'ID from the same number';

CREATE FUNCTION uid60(bytea) RETURNS uid60
AS 'MODULE_PATHNAME', 'pgwiji_uid60_from_bytea'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60(bytea) IS
'ID from its 8 bytes';

-- The bits are the same, so the cast costs nothing and ALTER TABLE ... TYPE bigint rewrites no
-- table.  Every uid60 is a bigint, so an assignment casts implicitly.
CREATE CAST (uid60 AS bigint) WITHOUT FUNCTION AS ASSIGNMENT;
COMMENT ON CAST (uid60 AS bigint) IS 'the same 64 bits';

-- Explicit, because hardly any bigint is a uid60.
CREATE CAST (bigint AS uid60) WITH FUNCTION uid60(bigint);
COMMENT ON CAST (bigint AS uid60) IS 'the same 64 bits, if the first 4 are zero';

-- Both explicit, because a bytea can mean anything.
CREATE CAST (uid60 AS bytea) WITH FUNCTION uid60_send(uid60);
COMMENT ON CAST (uid60 AS bytea) IS 'the 8 bytes';
CREATE CAST (bytea AS uid60) WITH FUNCTION uid60(bytea);
COMMENT ON CAST (bytea AS uid60) IS '8 bytes, if their first 4 bits are zero';

-- Explicit, because the cast loses everything but the time.
CREATE CAST (uid60 AS timestamptz) WITH FUNCTION uid60_timestamp(uid60);
COMMENT ON CAST (uid60 AS timestamptz) IS 'creation time';

-- In an assignment: PostgreSQL would cast to text by itself, but slower.  A column takes what
-- drivers send as text or varchar.
CREATE CAST (uid60 AS text) WITH FUNCTION uid60_text(uid60) AS ASSIGNMENT;
COMMENT ON CAST (uid60 AS text) IS 'ten characters';
CREATE CAST (text AS uid60) WITH FUNCTION uid60(text) AS ASSIGNMENT;
COMMENT ON CAST (text AS uid60) IS 'ten characters, or nine';
CREATE CAST (varchar AS uid60) WITH FUNCTION uid60(text) AS ASSIGNMENT;
COMMENT ON CAST (varchar AS uid60) IS 'ten characters, or nine';

-- What newer servers offer.  pg_upgrade takes a database to a newer server without it, so every update
-- script ends with this block, too.
DO $$
BEGIN
	IF pg_catalog.current_setting('server_version_num')::integer >= 180000 THEN
		BEGIN
			ALTER OPERATOR FAMILY uid60_ops USING btree
				ADD FUNCTION 6 (uid60, uid60) pg_catalog.btint8skipsupport(internal);
		EXCEPTION WHEN duplicate_object THEN NULL;
		END;
	END IF;
END $$;
