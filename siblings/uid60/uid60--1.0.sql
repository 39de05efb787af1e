-- The uid60 extension, version 1.0.  Functions stand in the order of uid60.c.

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
'internal: input: ten digits of A-Za-z0-9-_, the last two of them in front, or nine without the leading digit, a zero (Rule); 22P02 for anything else';

CREATE FUNCTION uid60_out(uid60) RETURNS cstring
AS 'MODULE_PATHNAME', 'pgwiji_uid60_out'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_out(uid60) IS
'internal: output: ten digits of A-Za-z0-9-_, the last two of them in front (Rule)';

CREATE FUNCTION uid60_recv(internal) RETURNS uid60
AS 'MODULE_PATHNAME', 'pgwiji_uid60_recv'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_recv(internal) IS
'internal: binary input: exactly 8 bytes, of which the first 4 bits are zero; 22P03 for anything else';

CREATE FUNCTION uid60_send(uid60) RETURNS bytea
AS 'int8send'
LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_send(uid60) IS
'internal: binary output: the 8 bytes, as bigint has them';

-- Laid out as bigint is, so that a column becomes a bigint without rewriting its table.
CREATE TYPE uid60 (
	INPUT = uid60_in,
	OUTPUT = uid60_out,
	RECEIVE = uid60_recv,
	SEND = uid60_send,
	LIKE = bigint
);
COMMENT ON TYPE uid60 IS
'60-bit identifier in 8 bytes that sorts by its creation time, which it carries to the millisecond';

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
'-1, 0 or 1 as the first id is less than, equal to or greater than the second';

CREATE FUNCTION uid60_rangesel(internal, oid, internal, integer) RETURNS double precision
AS 'MODULE_PATHNAME', 'pgwiji_uid60_rangesel'
LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_rangesel(internal, oid, internal, integer) IS
'internal: restriction selectivity of < <= >= >: ranges as of timestamps';

CREATE FUNCTION uid60_lejoinsel(internal, oid, internal, smallint, internal) RETURNS double precision
AS 'MODULE_PATHNAME', 'pgwiji_lejoinsel'
LANGUAGE C STABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_lejoinsel(internal, oid, internal, smallint, internal) IS
'internal: join selectivity of <=, which is one half of a join with ranges';

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

-- Equal ids have the same bits, so btree may store duplicates once (equalimage).
CREATE OPERATOR CLASS uid60_ops DEFAULT FOR TYPE uid60 USING btree AS
	OPERATOR 1 <,
	OPERATOR 2 <=,
	OPERATOR 3 =,
	OPERATOR 4 >=,
	OPERATOR 5 >,
	FUNCTION 1 uid60_cmp(uid60, uid60),
	FUNCTION 2 btint8sortsupport(internal),
	FUNCTION 4 btequalimage(oid);
COMMENT ON OPERATOR FAMILY uid60_ops USING btree IS 'order of uid60s, which is by time';
COMMENT ON OPERATOR CLASS uid60_ops USING btree IS 'order of uid60s, which is by time';

CREATE FUNCTION uid60_hash(uid60) RETURNS integer
AS 'hashint8'
LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_hash(uid60) IS
'internal: hash, that of the bigint';

CREATE FUNCTION uid60_hash_extended(uid60, bigint) RETURNS bigint
AS 'hashint8extended'
LANGUAGE internal IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_hash_extended(uid60, bigint) IS
'internal: 64-bit hash with a seed, that of the bigint';

CREATE OPERATOR CLASS uid60_ops DEFAULT FOR TYPE uid60 USING hash AS
	OPERATOR 1 =,
	FUNCTION 1 uid60_hash(uid60),
	FUNCTION 2 uid60_hash_extended(uid60, bigint);
COMMENT ON OPERATOR FAMILY uid60_ops USING hash IS 'equality of uid60s';
COMMENT ON OPERATOR CLASS uid60_ops USING hash IS 'equality of uid60s';

-- In a table that grows by time, each range of blocks holds one range of ids, so this is the
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
COMMENT ON OPERATOR FAMILY uid60_minmax_ops USING brin IS 'one range of uid60s for each range of blocks';
COMMENT ON OPERATOR CLASS uid60_minmax_ops USING brin IS 'one range of uid60s for each range of blocks';

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
COMMENT ON AGGREGATE min(uid60) IS 'the smallest, which is the oldest';

CREATE AGGREGATE max(uid60) (
	SFUNC = uid60_larger, STYPE = uid60, SORTOP = >,
	COMBINEFUNC = uid60_larger, PARALLEL = SAFE
);
COMMENT ON AGGREGATE max(uid60) IS 'the largest, which is the newest';

--
-- Generating.  PARALLEL RESTRICTED: a query's ids come from the leader, in order.
--

CREATE FUNCTION uid60_generate() RETURNS uid60
AS 'MODULE_PATHNAME', 'pgwiji_uid60_generate'
LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION uid60_generate() IS
'the next id, greater than all that the sessions of this server made before (Storage and Generator). Waits while the 256 to 512 ids of a millisecond are used up. Errors: 55000 after wiji.max_clock_wait; 55000 if sessions share no memory (before PostgreSQL 17, without wiji in shared_preload_libraries) and uid60.allow_duplicates is off; 22008 for a clock outside 2018-03-01 to 2157-07-13 07:35:11.103 UTC';

-- STABLE in the strict sense: whoever has the same snapshot gets the same horizon.
CREATE FUNCTION uid60_horizon(feed regclass) RETURNS uid60
AS 'MODULE_PATHNAME', 'pgwiji_uid60_horizon'
LANGUAGE C STABLE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION uid60_horizon(feed regclass) IS
'ID below which the statement misses no row of the feed, which extension wiji makes';

--
-- Reading
--

CREATE FUNCTION uid60_timestamp(id uid60) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'pgwiji_uid60_timestamp'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_timestamp(id uid60) IS
'creation time, exact to the millisecond';

CREATE FUNCTION uid60_sequence(id uid60) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_uid60_sequence'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_sequence(id uid60) IS
'sequence within a millisecond, 0 to 511';

CREATE FUNCTION uid60_random(id uid60) RETURNS integer
AS 'MODULE_PATHNAME', 'pgwiji_uid60_random'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_random(id uid60) IS
'random bits, or the number of the server that made the id (uid60.server); 0 to 511';

--
-- Bounding
--

CREATE FUNCTION uid60_lower(at timestamptz) RETURNS uid60
AS 'MODULE_PATHNAME', 'pgwiji_uid60_lower'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_lower(at timestamptz) IS
'the smallest id with uid60_timestamp >= the argument; 22008 before 2018-03-01 and after 2157-07-13 07:35:11.103 UTC';

CREATE FUNCTION uid60_upper(at timestamptz) RETURNS uid60
AS 'MODULE_PATHNAME', 'pgwiji_uid60_upper'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_upper(at timestamptz) IS
'the largest id with uid60_timestamp <= the argument; 22008 before 2018-03-01 and after the last millisecond, from 2157-07-13 07:35:11.104 UTC on';

--
-- Conditions by time.  The server inlines these bodies, so it sees comparisons of IDs, which indexes,
-- partitions and estimates serve.  They are not STRICT: the server inlines no strict function whose
-- body has two clauses.
--

CREATE FUNCTION uid60_within_lower(period tstzrange) RETURNS uid60
AS 'MODULE_PATHNAME', 'pgwiji_uid60_within_lower'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uid60_within_lower(period tstzrange) IS
'the smallest ID created in the range; the largest of all if there is none';

CREATE FUNCTION uid60_within_upper(period tstzrange) RETURNS uid60
AS 'MODULE_PATHNAME', 'pgwiji_uid60_within_upper'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION uid60_within_upper(period tstzrange) IS
'the largest ID created in the range; the smallest of all if there is none';

CREATE FUNCTION uid60_within_support(internal) RETURNS internal
AS 'MODULE_PATHNAME', 'pgwiji_within_support'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_within_support(internal) IS
'internal: planner support: index conditions where the range is a sub-select, which is not inlined';

CREATE FUNCTION uid60_within(id uid60, period tstzrange) RETURNS boolean
LANGUAGE SQL IMMUTABLE LEAKPROOF PARALLEL SAFE
SUPPORT uid60_within_support
RETURN id >= uid60_within_lower(period) AND id <= uid60_within_upper(period);
COMMENT ON FUNCTION uid60_within(id uid60, period tstzrange) IS
'true if uid60_timestamp(id) is in the range; null for a null';

CREATE FUNCTION uid60_within_any(id uid60, periods tstzmultirange) RETURNS boolean
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
SUPPORT uid60_within_support
RETURN id >= uid60_within_lower(pg_catalog.range_merge(periods)) AND id <= uid60_within_upper(pg_catalog.range_merge(periods))
	AND uid60_timestamp(id) OPERATOR(pg_catalog.<@) periods;
COMMENT ON FUNCTION uid60_within_any(id uid60, periods tstzmultirange) IS
'true if uid60_timestamp(id) is in one of the ranges; null for a null. An index finds the range around them';

-- The operators take a domain.  With tstzrange itself, the condition
-- "during @> '[2026-11-21,2026-11-22)'" on any column of that type would match the left side exactly
-- and read the literal as an ID.
CREATE DOMAIN uid60_period AS tstzrange;
COMMENT ON DOMAIN uid60_period IS 'any tstzrange, for the operators <@ and @>';

CREATE FUNCTION uid60_contained_by(uid60, uid60_period) RETURNS boolean
LANGUAGE SQL IMMUTABLE LEAKPROOF PARALLEL SAFE
SUPPORT uid60_within_support
RETURN $1 >= uid60_within_lower($2) AND $1 <= uid60_within_upper($2);
COMMENT ON FUNCTION uid60_contained_by(uid60, uid60_period) IS
'internal: implementation of <@ operator';

CREATE FUNCTION uid60_period_contains(uid60_period, uid60) RETURNS boolean
LANGUAGE SQL IMMUTABLE LEAKPROOF PARALLEL SAFE
SUPPORT uid60_within_support
RETURN $2 >= uid60_within_lower($1) AND $2 <= uid60_within_upper($1);
COMMENT ON FUNCTION uid60_period_contains(uid60_period, uid60) IS
'internal: implementation of @> operator';

CREATE OPERATOR <@ (
	LEFTARG = uid60, RIGHTARG = uid60_period, FUNCTION = uid60_contained_by,
	COMMUTATOR = @>,
	RESTRICT = matchingsel, JOIN = contjoinsel
);
COMMENT ON OPERATOR <@ (uid60, uid60_period) IS 'created in the range';

CREATE OPERATOR @> (
	LEFTARG = uid60_period, RIGHTARG = uid60, FUNCTION = uid60_period_contains,
	COMMUTATOR = <@,
	RESTRICT = matchingsel, JOIN = contjoinsel
);
COMMENT ON OPERATOR @> (uid60_period, uid60) IS 'created in the range';

--
-- Converting
--

CREATE FUNCTION uid60_text(id uid60) RETURNS text
AS 'MODULE_PATHNAME', 'pgwiji_uid60_text'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60_text(id uid60) IS
'ten digits of A-Za-z0-9-_, the last two moved to the front (Rule)';

CREATE FUNCTION uid60(text) RETURNS uid60
AS 'MODULE_PATHNAME', 'pgwiji_uid60_from_text'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60(text) IS
'a uid60 from any text that its input accepts; 22P02 for anything else';

CREATE FUNCTION uid60(bigint) RETURNS uid60
AS 'MODULE_PATHNAME', 'pgwiji_uid60_from_bigint'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60(bigint) IS
'a uid60 from the same number; 22003 unless it is between 0 and 1152921504606846975';

CREATE FUNCTION uid60(bytea) RETURNS uid60
AS 'MODULE_PATHNAME', 'pgwiji_uid60_from_bytea'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION uid60(bytea) IS
'a uid60 from its 8 bytes; 22P03 unless there are 8 and the first 4 bits are zero';

-- The bits are the same, so the cast costs nothing and ALTER TABLE ... TYPE bigint rewrites no
-- table.  Every uid60 is a bigint, so an assignment casts implicitly.
CREATE CAST (uid60 AS bigint) WITHOUT FUNCTION AS ASSIGNMENT;
COMMENT ON CAST (uid60 AS bigint) IS 'the same 64 bits';

-- Explicit, because hardly any bigint is a uid60.
CREATE CAST (bigint AS uid60) WITH FUNCTION uid60(bigint);
COMMENT ON CAST (bigint AS uid60) IS 'the same 64 bits, if the first 4 are zero';

-- Both explicit, because a bytea may mean anything.
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
COMMENT ON CAST (uid60 AS text) IS 'ten digits';
CREATE CAST (text AS uid60) WITH FUNCTION uid60(text) AS ASSIGNMENT;
COMMENT ON CAST (text AS uid60) IS 'ten digits or nine';
CREATE CAST (varchar AS uid60) WITH FUNCTION uid60(text) AS ASSIGNMENT;
COMMENT ON CAST (varchar AS uid60) IS 'ten digits or nine';

-- What newer servers offer.  pg_upgrade takes a database to a newer server without it.
DO $$
BEGIN
	IF pg_catalog.current_setting('server_version_num')::integer >= 180000 THEN
		ALTER OPERATOR FAMILY uid60_ops USING btree
			ADD FUNCTION 6 (uid60, uid60) pg_catalog.btint8skipsupport(internal);
	END IF;
END $$;
