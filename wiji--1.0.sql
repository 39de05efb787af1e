-- The wiji extension, version 1.0.  Functions stand in the order of wiji.c.

-- Complain if the script is fed to psql rather than to CREATE EXTENSION.
\echo Use "CREATE EXTENSION wiji" to load this file. \quit

--
-- The type
--

CREATE TYPE wiji;

CREATE FUNCTION wiji_in(cstring) RETURNS wiji
AS 'MODULE_PATHNAME', 'wiji_in'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_in(cstring) IS
'input: 26 characters of Crockford base32, 32 of hexadecimal or 36 of the UUID form (specification 5.1 to 5.3); 22P02 for anything else';

CREATE FUNCTION wiji_out(wiji) RETURNS cstring
AS 'MODULE_PATHNAME', 'wiji_out'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_out(wiji) IS
'output: 26 upper-case characters of Crockford base32 (specification 5.1)';

CREATE FUNCTION wiji_recv(internal) RETURNS wiji
AS 'MODULE_PATHNAME', 'wiji_recv'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_recv(internal) IS
'binary input: exactly 16 bytes of version 1 (specification 6); 22P03 for anything else';

CREATE FUNCTION wiji_send(wiji) RETURNS bytea
AS 'MODULE_PATHNAME', 'wiji_send'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_send(wiji) IS
'binary output: the 16 bytes (specification 6)';

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
'16-byte identifier that sorts by its creation time, which it carries to the microsecond';

--
-- Comparing: byte by byte, which is by time, then sequence, then random bits.
--

CREATE FUNCTION wiji_lt(wiji, wiji) RETURNS boolean
AS 'MODULE_PATHNAME', 'wiji_lt'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION wiji_lt(wiji, wiji) IS
'implementation of < operator';

CREATE FUNCTION wiji_le(wiji, wiji) RETURNS boolean
AS 'MODULE_PATHNAME', 'wiji_le'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION wiji_le(wiji, wiji) IS
'implementation of <= operator';

CREATE FUNCTION wiji_eq(wiji, wiji) RETURNS boolean
AS 'MODULE_PATHNAME', 'wiji_eq'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION wiji_eq(wiji, wiji) IS
'implementation of = operator';

CREATE FUNCTION wiji_ge(wiji, wiji) RETURNS boolean
AS 'MODULE_PATHNAME', 'wiji_ge'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION wiji_ge(wiji, wiji) IS
'implementation of >= operator';

CREATE FUNCTION wiji_gt(wiji, wiji) RETURNS boolean
AS 'MODULE_PATHNAME', 'wiji_gt'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION wiji_gt(wiji, wiji) IS
'implementation of > operator';

CREATE FUNCTION wiji_ne(wiji, wiji) RETURNS boolean
AS 'MODULE_PATHNAME', 'wiji_ne'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION wiji_ne(wiji, wiji) IS
'implementation of <> operator';

CREATE FUNCTION wiji_cmp(wiji, wiji) RETURNS integer
AS 'MODULE_PATHNAME', 'wiji_cmp'
LANGUAGE C IMMUTABLE STRICT LEAKPROOF PARALLEL SAFE;
COMMENT ON FUNCTION wiji_cmp(wiji, wiji) IS
'-1, 0 or 1 as the first id is less than, equal to or greater than the second';

CREATE OPERATOR < (
	LEFTARG = wiji, RIGHTARG = wiji, FUNCTION = wiji_lt,
	COMMUTATOR = >, NEGATOR = >=,
	RESTRICT = scalarltsel, JOIN = scalarltjoinsel
);
COMMENT ON OPERATOR < (wiji, wiji) IS 'less than';

CREATE OPERATOR <= (
	LEFTARG = wiji, RIGHTARG = wiji, FUNCTION = wiji_le,
	COMMUTATOR = >=, NEGATOR = >,
	RESTRICT = scalarlesel, JOIN = scalarlejoinsel
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
	RESTRICT = scalargesel, JOIN = scalargejoinsel
);
COMMENT ON OPERATOR >= (wiji, wiji) IS 'greater than or equal';

CREATE OPERATOR > (
	LEFTARG = wiji, RIGHTARG = wiji, FUNCTION = wiji_gt,
	COMMUTATOR = <, NEGATOR = <=,
	RESTRICT = scalargtsel, JOIN = scalargtjoinsel
);
COMMENT ON OPERATOR > (wiji, wiji) IS 'greater than';

CREATE OPERATOR <> (
	LEFTARG = wiji, RIGHTARG = wiji, FUNCTION = wiji_ne,
	COMMUTATOR = <>, NEGATOR = =,
	RESTRICT = neqsel, JOIN = neqjoinsel
);
COMMENT ON OPERATOR <> (wiji, wiji) IS 'not equal';

-- Ids that are equal have the same bytes, so btree may keep duplicates once (equalimage).
CREATE OPERATOR CLASS wiji_ops DEFAULT FOR TYPE wiji USING btree AS
	OPERATOR 1 <,
	OPERATOR 2 <=,
	OPERATOR 3 =,
	OPERATOR 4 >=,
	OPERATOR 5 >,
	FUNCTION 1 wiji_cmp(wiji, wiji),
	FUNCTION 4 btequalimage(oid);
COMMENT ON OPERATOR FAMILY wiji_ops USING btree IS 'order of wijis, which is by time';
COMMENT ON OPERATOR CLASS wiji_ops USING btree IS 'order of wijis, which is by time';

CREATE FUNCTION wiji_hash(wiji) RETURNS integer
AS 'MODULE_PATHNAME', 'wiji_hash'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_hash(wiji) IS
'hash, the same on every machine and for ever';

CREATE FUNCTION wiji_hash_extended(wiji, bigint) RETURNS bigint
AS 'MODULE_PATHNAME', 'wiji_hash_extended'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_hash_extended(wiji, bigint) IS
'64-bit hash with a seed, the same on every machine and for ever';

CREATE OPERATOR CLASS wiji_ops DEFAULT FOR TYPE wiji USING hash AS
	OPERATOR 1 =,
	FUNCTION 1 wiji_hash(wiji),
	FUNCTION 2 wiji_hash_extended(wiji, bigint);
COMMENT ON OPERATOR FAMILY wiji_ops USING hash IS 'equality of wijis';
COMMENT ON OPERATOR CLASS wiji_ops USING hash IS 'equality of wijis';

CREATE FUNCTION wiji_smaller(wiji, wiji) RETURNS wiji
AS 'MODULE_PATHNAME', 'wiji_smaller'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_smaller(wiji, wiji) IS
'the smaller of two';

CREATE FUNCTION wiji_larger(wiji, wiji) RETURNS wiji
AS 'MODULE_PATHNAME', 'wiji_larger'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_larger(wiji, wiji) IS
'the larger of two';

CREATE AGGREGATE min(wiji) (
	SFUNC = wiji_smaller, STYPE = wiji, SORTOP = <,
	COMBINEFUNC = wiji_smaller, PARALLEL = SAFE
);
COMMENT ON AGGREGATE min(wiji) IS 'the smallest, which is the oldest';

CREATE AGGREGATE max(wiji) (
	SFUNC = wiji_larger, STYPE = wiji, SORTOP = >,
	COMBINEFUNC = wiji_larger, PARALLEL = SAFE
);
COMMENT ON AGGREGATE max(wiji) IS 'the largest, which is the newest';

--
-- Generating.  PARALLEL RESTRICTED: a query's ids come from the leader, in order.
--

CREATE FUNCTION wiji_generate() RETURNS wiji
AS 'MODULE_PATHNAME', 'wiji_generate'
LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION wiji_generate() IS
'the next id of this session''s generator, greater than all it made before (specification 3); waits while its sequence is used up, see wiji.max_clock_wait, and 55000 after that';

CREATE FUNCTION wiji_generate(at timestamptz) RETURNS wiji
AS 'MODULE_PATHNAME', 'wiji_generate_at'
LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION wiji_generate(at timestamptz) IS
'an id for a given moment, with fresh random bits; ids asked for one after the other for the same moment ascend, up to 65,536 of them; 22008 for a moment before 1970 or after 4253-05-31 22:20:37.927935 UTC';

CREATE FUNCTION wiji_factory() RETURNS integer
AS 'MODULE_PATHNAME', 'wiji_factory'
LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION wiji_factory() IS
'opens another generator in this session, with random bits and a sequence of its own, and returns its number; 54000 after the 10,000th (specification 9)';

CREATE FUNCTION wiji_factory_generate(factory integer) RETURNS wiji
AS 'MODULE_PATHNAME', 'wiji_factory_generate'
LANGUAGE C VOLATILE STRICT PARALLEL RESTRICTED;
COMMENT ON FUNCTION wiji_factory_generate(factory integer) IS
'the next id of a generator that wiji_factory() opened; 22023 for any other number';

CREATE FUNCTION wiji_generator(
	OUT random bigint, OUT last_timestamp timestamptz, OUT last_sequence integer,
	OUT generated bigint, OUT clock_regressions bigint, OUT sequence_waits bigint
) RETURNS record
AS 'MODULE_PATHNAME', 'wiji_generator'
LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION wiji_generator() IS
'this session''s generator: its 52 random bits, the time and sequence of its last id (null before the first), the ids it made, how often it saw the clock step back, and how often it waited because a sequence was used up';

--
-- Reading
--

CREATE FUNCTION wiji_timestamp(id wiji) RETURNS timestamptz
AS 'MODULE_PATHNAME', 'wiji_timestamp'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_timestamp(id wiji) IS
'creation time, exact to the microsecond (specification 3.1)';

CREATE FUNCTION wiji_timestamp_us(id wiji) RETURNS bigint
AS 'MODULE_PATHNAME', 'wiji_timestamp_us'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_timestamp_us(id wiji) IS
'creation time in microseconds since 1970-01-01 UTC, 0 to 72057594037927935 (specification 3.1)';

CREATE FUNCTION wiji_timestamp_ms(id wiji) RETURNS bigint
AS 'MODULE_PATHNAME', 'wiji_timestamp_ms'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_timestamp_ms(id wiji) IS
'creation time in milliseconds since 1970-01-01 UTC, cut, not rounded';

CREATE FUNCTION wiji_sequence(id wiji) RETURNS integer
AS 'MODULE_PATHNAME', 'wiji_sequence'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_sequence(id wiji) IS
'sequence within a microsecond, 0 to 65535 (specification 3.2)';

CREATE FUNCTION wiji_version(id wiji) RETURNS integer
AS 'MODULE_PATHNAME', 'wiji_version'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_version(id wiji) IS
'version of the format, always 1 (specification 3.3)';

CREATE FUNCTION wiji_random(id wiji) RETURNS bigint
AS 'MODULE_PATHNAME', 'wiji_random'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_random(id wiji) IS
'the generator''s 52 random bits, 0 to 4503599627370495 (specification 3.4)';

CREATE FUNCTION wiji_parse(
	id wiji,
	OUT timestamp_us bigint, OUT timestamp_ms bigint, OUT date timestamptz,
	OUT sequence integer, OUT version integer, OUT random bigint
) RETURNS record
AS 'MODULE_PATHNAME', 'wiji_parse'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_parse(id wiji) IS
'all fields of an id as one row (specification 9)';

CREATE FUNCTION wiji_is_valid(text) RETURNS boolean
AS 'MODULE_PATHNAME', 'wiji_is_valid_text'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_is_valid(text) IS
'would this text be accepted as a wiji? (specification 8)';

CREATE FUNCTION wiji_is_valid(bytea) RETURNS boolean
AS 'MODULE_PATHNAME', 'wiji_is_valid_bytea'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_is_valid(bytea) IS
'would these bytes be accepted as a wiji? (specification 8)';

--
-- Making and bounding
--

CREATE FUNCTION wiji_make(timestamp_us bigint, sequence integer, random bigint) RETURNS wiji
AS 'MODULE_PATHNAME', 'wiji_make'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_make(timestamp_us bigint, sequence integer, random bigint) IS
'an id from its fields: 0 to 72057594037927935 microseconds since 1970, 0 to 65535, 0 to 4503599627370495; 22003 outside these (specification 2)';

CREATE FUNCTION wiji_lower(at timestamptz) RETURNS wiji
AS 'MODULE_PATHNAME', 'wiji_lower'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_lower(at timestamptz) IS
'the smallest id with wiji_timestamp >= the argument; 22008 before 1970 and after 4253-05-31 22:20:37.927935 UTC';

CREATE FUNCTION wiji_upper(at timestamptz) RETURNS wiji
AS 'MODULE_PATHNAME', 'wiji_upper'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_upper(at timestamptz) IS
'the largest id with wiji_timestamp <= the argument; 22008 before 1970 and after 4253-05-31 22:20:37.927935 UTC';

--
-- Converting: the specification's encodings, of an id or of a new one
--

CREATE FUNCTION wiji_text(id wiji) RETURNS text
AS 'MODULE_PATHNAME', 'wiji_text'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_text(id wiji) IS
'26 upper-case characters of Crockford base32 (specification 5.1)';

CREATE FUNCTION wiji_text() RETURNS text
AS 'MODULE_PATHNAME', 'wiji_generate_text'
LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION wiji_text() IS
'the next id of this session''s generator as Crockford base32';

CREATE FUNCTION wiji_uuid() RETURNS uuid
AS 'MODULE_PATHNAME', 'wiji_generate'
LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION wiji_uuid() IS
'the next id of this session''s generator as uuid, which has the same 16 bytes';

CREATE FUNCTION wiji_hex(id wiji) RETURNS text
AS 'MODULE_PATHNAME', 'wiji_hex'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_hex(id wiji) IS
'32 lower-case hexadecimal digits (specification 5.3)';

CREATE FUNCTION wiji_hex() RETURNS text
AS 'MODULE_PATHNAME', 'wiji_generate_hex'
LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION wiji_hex() IS
'the next id of this session''s generator as hexadecimal digits';

CREATE FUNCTION wiji_binary(id wiji) RETURNS bytea
AS 'MODULE_PATHNAME', 'wiji_send'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji_binary(id wiji) IS
'the 16 bytes (specification 6)';

CREATE FUNCTION wiji_binary() RETURNS bytea
AS 'MODULE_PATHNAME', 'wiji_generate_binary'
LANGUAGE C VOLATILE PARALLEL RESTRICTED;
COMMENT ON FUNCTION wiji_binary() IS
'the next id of this session''s generator as 16 bytes';

CREATE FUNCTION wiji(text) RETURNS wiji
AS 'MODULE_PATHNAME', 'wiji_from_text'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji(text) IS
'a wiji from any text that its input accepts; 22P02 for anything else';

CREATE FUNCTION wiji(uuid) RETURNS wiji
AS 'MODULE_PATHNAME', 'wiji_from_uuid'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji(uuid) IS
'a wiji from the same 16 bytes; 22P03 unless their version is 1';

CREATE FUNCTION wiji(bytea) RETURNS wiji
AS 'MODULE_PATHNAME', 'wiji_from_bytea'
LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
COMMENT ON FUNCTION wiji(bytea) IS
'a wiji from its 16 bytes; 22P03 unless there are 16 and their version is 1';

-- The bytes are the same, so the cast costs nothing and ALTER TABLE … TYPE uuid rewrites
-- nothing.  Every wiji is a uuid, so an assignment may do it unasked.
CREATE CAST (wiji AS uuid) WITHOUT FUNCTION AS ASSIGNMENT;
COMMENT ON CAST (wiji AS uuid) IS 'the same 16 bytes';

-- Explicit: most uuids are no wijis, and whoever converts one should mean it.
CREATE CAST (uuid AS wiji) WITH FUNCTION wiji(uuid);
COMMENT ON CAST (uuid AS wiji) IS 'the same 16 bytes, if their version is 1';

-- Both explicit: bytea says nothing of what its bytes mean.
CREATE CAST (wiji AS bytea) WITH FUNCTION wiji_binary(wiji);
COMMENT ON CAST (wiji AS bytea) IS 'the 16 bytes';
CREATE CAST (bytea AS wiji) WITH FUNCTION wiji(bytea);
COMMENT ON CAST (bytea AS wiji) IS '16 bytes, if their version is 1';

-- Explicit: an id is more than its time, and loses the rest.
CREATE CAST (wiji AS timestamptz) WITH FUNCTION wiji_timestamp(wiji);
COMMENT ON CAST (wiji AS timestamptz) IS 'creation time';

-- Where PostgreSQL would convert through the I/O functions by itself, and with the same
-- result: to text in an assignment, from text only when asked.  Direct, it is faster.
CREATE CAST (wiji AS text) WITH FUNCTION wiji_text(wiji) AS ASSIGNMENT;
COMMENT ON CAST (wiji AS text) IS '26 characters of Crockford base32';
CREATE CAST (text AS wiji) WITH FUNCTION wiji(text);
COMMENT ON CAST (text AS wiji) IS 'any of the three text forms';

-- Last, because its body needs the cast to be there.
CREATE FUNCTION wiji_uuid(id wiji) RETURNS uuid
LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE
RETURN id::uuid;
COMMENT ON FUNCTION wiji_uuid(id wiji) IS
'the same 16 bytes as uuid, which prints them as 36 characters (specification 5.2)';
