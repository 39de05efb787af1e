-- The SQL-only edition of wiji, for servers on which the extension cannot be installed:
-- docs/portable.md.
--
--	psql -c 'CREATE SCHEMA wiji' -c 'SET search_path = wiji' -f portable/wiji.sql
--
-- Everything is created in the first schema of the search_path, in which only its owner may be able
-- to create objects.  The owner can run the file, once or again, on PostgreSQL 15 or newer.  It is
-- one statement: all of it is done or nothing, and a driver can run it, too.
--
-- Anyone who can create a function, an operator or a type where names are looked up could have it
-- executed by the role that runs the file, or bound into these functions.  (f('...') is a literal
-- of a type f, and a domain executes its check.  Row and array types have no such names.)  So the
-- file first leaves the caller's search_path, then checks which roles have created or can create
-- objects in the schema, and only then enters it, to define functions and for nothing else.  It
-- checks again at the end, because an open transaction may have created something in between.
-- Bodies in SQL are bound when they are created, so a caller's search_path changes nothing in them,
-- and the planner inlines them.  Functions in PL/pgSQL set their own search_path.

DO $install$
DECLARE
	home CONSTANT pg_catalog.name := current_schema;
	path CONSTANT pg_catalog.text := pg_catalog.current_setting('search_path');
	-- Objects in schema $1 that could be taken for ours and whose owner is not one of $2.
	foreign_object CONSTANT pg_catalog.text := $object$
		SELECT pg_describe_object(classid, objid, 0)
		FROM (SELECT 'pg_proc'::regclass, oid, proowner FROM pg_proc WHERE pronamespace = $1
		      UNION ALL SELECT 'pg_operator'::regclass, oid, oprowner FROM pg_operator WHERE oprnamespace = $1
		      UNION ALL SELECT 'pg_type'::regclass, oid, typowner FROM pg_type WHERE typnamespace = $1 AND (typname = 'wiji' OR typtype NOT IN ('b', 'c'))) o (classid, objid, owner)
		WHERE owner <> ALL ($2) LIMIT 1
	$object$;
	trusted pg_catalog.oid[];
	stranger pg_catalog.text;
	domain pg_catalog.text;
	o pg_catalog.record;
BEGIN
	PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
	IF current_setting('transaction_isolation') IN ('repeatable read', 'serializable') THEN
		RAISE invalid_transaction_state USING
			MESSAGE = format('cannot run this script in a %s transaction', upper(current_setting('transaction_isolation'))),
			DETAIL = 'The transaction would not see objects that others have created in the schema since it began.',
			HINT = 'Use a READ COMMITTED transaction.';
	END IF;
	IF home IS NULL THEN
		RAISE invalid_schema_name USING MESSAGE = 'no schema has been selected to create in';
	END IF;

	-- Superusers and the current user already have the privileges that could be gained here.
	trusted := ARRAY(SELECT oid FROM pg_roles WHERE rolsuper OR rolname = current_user);
	SELECT string_agg(DISTINCT coalesce(rolname, 'PUBLIC'), ', ') INTO stranger
	FROM pg_namespace,
		LATERAL (SELECT CASE WHEN nspowner = 'pg_database_owner'::regrole
		                     THEN (SELECT datdba FROM pg_database WHERE datname = current_database()) ELSE nspowner END
		         UNION SELECT grantee FROM aclexplode(nspacl) WHERE privilege_type = 'CREATE' AND grantee <> nspowner) may (create_in)
		LEFT JOIN pg_roles r ON r.oid = create_in
	WHERE nspname = home AND create_in <> ALL (trusted);
	IF stranger IS NOT NULL THEN
		RAISE insufficient_privilege USING
			MESSAGE = format('schema "%s" must not be writable by other roles', home),
			DETAIL = format('Roles that can create objects in it: %s.', stranger),
			HINT = 'Use CREATE SCHEMA wiji and SET search_path = wiji, then run this script again.';
	END IF;

	EXECUTE foreign_object INTO stranger USING quote_ident(home)::regnamespace, trusted;
	IF stranger IS NOT NULL THEN
		RAISE insufficient_privilege USING
			MESSAGE = format('schema "%s" contains functions, operators or types of other roles', home),
			DETAIL = format('One of them is %s.', stranger),
			HINT = 'Use CREATE SCHEMA wiji and SET search_path = wiji, then run this script again.';
	END IF;

	domain := format('%I.wiji', home);
	IF to_regtype(domain) IS NULL THEN
		EXECUTE format('CREATE DOMAIN %s AS uuid CONSTRAINT wiji_version CHECK (get_byte(uuid_send(VALUE), 9) >> 4 = 1)', domain);
	ELSIF NOT EXISTS (SELECT FROM pg_type t
	                  WHERE t.oid = to_regtype(domain) AND typbasetype = 'uuid'::regtype AND NOT typnotnull AND typdefault IS NULL
	                    AND ARRAY(SELECT replace(pg_get_constraintdef(k.oid), '"', '') FROM pg_constraint k WHERE contypid = t.oid) = ARRAY['CHECK (((get_byte(uuid_send(VALUE), 9) >> 4) = 1))']) THEN
		RAISE duplicate_object USING
			MESSAGE = format('schema "%s" contains another type "wiji"', home),
			HINT = 'Use the extension if it created the type, or run this script in another schema.';
	END IF;

	-- The path has only the schema, which the server searches after its own, and is set only for
	-- this statement.
	PERFORM set_config('search_path', format('%I, pg_temp', home), true);
	EXECUTE $file$
COMMENT ON DOMAIN wiji IS
'16-byte ID, ordered by creation time in microseconds: a uuid with version 1 in byte 9';

--
-- Functions that raise errors, for expressions in place of a value.  For a null argument they
-- return null.
--

CREATE OR REPLACE FUNCTION wiji_reject_timestamp(at timestamptz) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
	RAISE datetime_field_overflow USING
		MESSAGE = format('timestamp out of range for type wiji: "%s"', at),
		DETAIL = format('Valid timestamps are between %s and %s.', timestamptz '1970-01-01 00:00:00+00', timestamptz '4253-05-31 22:20:37.927935+00');
END $$;
COMMENT ON FUNCTION wiji_reject_timestamp(at timestamptz) IS
'internal: raises 22008';

CREATE OR REPLACE FUNCTION wiji_reject_field(timestamp_us bigint, sequence integer, random bigint) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	field text;
	value bigint;
	last bigint;
BEGIN
	FOR field, value, last IN VALUES ('timestamp_us', timestamp_us, 72057594037927935), ('sequence', sequence, 65535), ('random', random, 4503599627370495) LOOP
		IF value NOT BETWEEN 0 AND last THEN
			RAISE numeric_value_out_of_range USING
				MESSAGE = format('%s out of range for type wiji: %s', field, value),
				DETAIL = format('Valid values are between 0 and %s.', last);
		END IF;
	END LOOP;
	RETURN NULL;
END $$;
COMMENT ON FUNCTION wiji_reject_field(timestamp_us bigint, sequence integer, random bigint) IS
'internal: raises 22003 for the first field that is out of its range';

CREATE OR REPLACE FUNCTION wiji_reject(code text, message text, detail text, hint text) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
	IF hint IS NULL THEN
		RAISE USING ERRCODE = code, MESSAGE = message, DETAIL = detail;
	END IF;
	RAISE USING ERRCODE = code, MESSAGE = message, DETAIL = detail, HINT = hint;
END $$;
COMMENT ON FUNCTION wiji_reject(code text, message text, detail text, hint text) IS
'internal: raises an error; the hint can be null';

CREATE OR REPLACE FUNCTION wiji_reject_version(code text, message text, id uuid, text text) RETURNS uuid
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
	SELECT wiji_reject(code, message,
		CASE WHEN rfc > 0 THEN format('The value is a UUID of version %s, not a wiji.', rfc)
		     ELSE format('Found version %s; the only version of a wiji is 1.', get_byte(uuid_send(id), 9) >> 4) END,
		CASE WHEN rfc = 1 AND server >= 170000 OR rfc = 7 AND server >= 180000 THEN
			'Use wiji_generate(uuid_extract_timestamp(uuid)) for an ID with the time of the UUID.'
		WHEN rfc > 0 OR text IS NULL THEN
			'Call wiji_generate() for a new ID, or wiji_generate(timestamptz) for an existing row.' END)
	-- the version of a UUID of RFC 9562, which a text of 26 characters is not
	FROM (SELECT CASE WHEN length(text) IS DISTINCT FROM 26 AND get_byte(uuid_send(id), 8) >> 6 = 2 AND get_byte(uuid_send(id), 6) >> 4 <= 8
	                  THEN get_byte(uuid_send(id), 6) >> 4 ELSE 0 END AS rfc,
	             current_setting('server_version_num')::integer AS server OFFSET 0) v;
END;
COMMENT ON FUNCTION wiji_reject_version(code text, message text, id uuid, text text) IS
'internal: raises an error for 128 bits of another version; text is null unless they were read from it';

CREATE OR REPLACE FUNCTION wiji_reject_text(text text, id uuid) RETURNS uuid
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
	SELECT CASE
		WHEN text IS NULL THEN NULL
		WHEN id IS NOT NULL THEN wiji_reject_version('22P02', message, id, text)
		ELSE wiji_reject('22P02', message,
			CASE
				WHEN stripped <> '' THEN
					format('Character %s, "%s", is not in any form of a wiji.', length(text) - length(stripped) + 1, left(stripped, 1))
				WHEN length(text) = 26 THEN
					format('A first character beyond "7", here "%s", would need more than 128 bits.', left(text, 1))
				WHEN length(text) = 36 THEN
					'The UUID form has hyphens after 8, 12, 16 and 20 hexadecimal digits.'
				ELSE
					format('Expected 26 characters, or 32 of hexadecimal, or 36 of the UUID form; found %s.', length(text))
			END,
			CASE
				WHEN text ~ '^[0-9]+[-./][0-9]+[-./][0-9]+|^[[(].*[])]$' THEN
					'Compare IDs with a timestamp as in "id >= wiji_lower($1)", and with a range as in "id <@ tstzrange($1, $2)".'
				WHEN text ~ '^[-+]?[0-9]+ [a-z]+' THEN
					'Compare IDs with a time before now as in "id >= wiji_lower(now() - interval ''1 day'')".'
			END)
		END
	FROM (SELECT format('invalid input syntax for type wiji: "%s"', CASE WHEN length(text) > 100 THEN left(text, 100) || '...' ELSE text END) AS message,
	             regexp_replace(text, CASE length(text) WHEN 26 THEN '^[0-9A-Za-z]*' WHEN 32 THEN '^[0-9A-Fa-f]*' ELSE '^[0-9A-Za-z-]*' END, '') AS stripped OFFSET 0) t;
END;
COMMENT ON FUNCTION wiji_reject_text(text text, id uuid) IS
'internal: raises 22P02 for a text that is not a wiji; id shows the version that it has';

CREATE OR REPLACE FUNCTION wiji_reject_bytes(bytes bytea) RETURNS uuid
LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN length(bytes) = 16 THEN wiji_reject_version('22P03', 'incorrect binary data format for type wiji', encode(bytes, 'hex')::uuid, NULL)
	ELSE wiji_reject('22P03', 'incorrect binary data format for type wiji', format('Expected 16 bytes; found %s.', length(bytes)), NULL) END;
COMMENT ON FUNCTION wiji_reject_bytes(bytes bytea) IS
'internal: raises 22P03';

CREATE OR REPLACE FUNCTION wiji_reject_uuid(id uuid) RETURNS uuid
LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE
RETURN wiji_reject_version('22P03', format('invalid wiji: "%s"', id), id, NULL);
COMMENT ON FUNCTION wiji_reject_uuid(id uuid) IS
'internal: raises 22P03';

--
-- Reading
--

CREATE OR REPLACE FUNCTION wiji_timestamp_us(id wiji) RETURNS bigint
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
RETURN ('x' || encode(substr(uuid_send(id), 1, 7), 'hex'))::bit(56)::bigint;
COMMENT ON FUNCTION wiji_timestamp_us(id wiji) IS
'creation time in microseconds since 1970-01-01 UTC';

CREATE OR REPLACE FUNCTION wiji_timestamp_ms(id wiji) RETURNS bigint
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
RETURN wiji_timestamp_us(id) / 1000;
COMMENT ON FUNCTION wiji_timestamp_ms(id wiji) IS
'creation time in milliseconds since 1970-01-01 UTC, truncated';

-- Seconds and the rest apart: an interval is multiplied as a double, in which neither loses a bit.
CREATE OR REPLACE FUNCTION wiji_timestamp(id wiji) RETURNS timestamptz
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
RETURN (timestamp '1970-01-01 00:00' + interval '1 second' * (wiji_timestamp_us(id) / 1000000)::double precision
	+ interval '1 microsecond' * (wiji_timestamp_us(id) % 1000000)::double precision) AT TIME ZONE 'UTC'::text;
COMMENT ON FUNCTION wiji_timestamp(id wiji) IS
'creation time';

CREATE OR REPLACE FUNCTION wiji_sequence(id wiji) RETURNS integer
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
RETURN (get_byte(uuid_send(id), 7) << 8) | get_byte(uuid_send(id), 8);
COMMENT ON FUNCTION wiji_sequence(id wiji) IS
'counter within the microsecond';

CREATE OR REPLACE FUNCTION wiji_version(id wiji) RETURNS integer
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
RETURN get_byte(uuid_send(id), 9) >> 4;
COMMENT ON FUNCTION wiji_version(id wiji) IS
'version of the format, always 1';

CREATE OR REPLACE FUNCTION wiji_random(id wiji) RETURNS bigint
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
RETURN ('x' || encode(substr(uuid_send(id), 10), 'hex'))::bit(56)::bigint & 4503599627370495;
COMMENT ON FUNCTION wiji_random(id wiji) IS
'52 random bits';

CREATE OR REPLACE FUNCTION wiji_parse(
	id wiji,
	OUT timestamp_us bigint, OUT timestamp_ms bigint, OUT date timestamptz,
	OUT sequence integer, OUT version integer, OUT random bigint
) RETURNS record
LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
	SELECT wiji_timestamp_us(id), wiji_timestamp_ms(id), wiji_timestamp(id), wiji_sequence(id), wiji_version(id), wiji_random(id);
END;
COMMENT ON FUNCTION wiji_parse(id wiji) IS
'all fields of an ID as one row';

CREATE OR REPLACE FUNCTION wiji_cmp(a wiji, b wiji) RETURNS integer
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
RETURN (a > b)::integer - (a < b)::integer;
COMMENT ON FUNCTION wiji_cmp(a wiji, b wiji) IS
'-1, 0 or 1 if the first ID is less than, equal to or greater than the second';

--
-- Making and bounding
--

CREATE OR REPLACE FUNCTION wiji_make(timestamp_us bigint, sequence integer, random bigint) RETURNS wiji
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
RETURN CASE
	WHEN timestamp_us BETWEEN 0 AND 72057594037927935 AND sequence BETWEEN 0 AND 65535 AND random BETWEEN 0 AND 4503599627370495
	THEN encode(substr(int8send(timestamp_us), 2) || substr(int4send(sequence), 3)
		|| substr(int8send(random | 4503599627370496), 2), 'hex')::uuid
	ELSE wiji_reject_field(timestamp_us, sequence, random)
END;
COMMENT ON FUNCTION wiji_make(timestamp_us bigint, sequence integer, random bigint) IS
'ID from its fields';

-- The bytes that a timestamptz is sent as count microseconds since 2000.
CREATE OR REPLACE FUNCTION wiji_us_of(at timestamptz) RETURNS bigint
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
RETURN CASE
	WHEN at >= timestamptz '1970-01-01 00:00+00' AND at <= timestamptz '4253-05-31 22:20:37.927935+00'
	THEN ('x' || encode(timestamptz_send(at), 'hex'))::bit(64)::bigint + 946684800000000
END;
COMMENT ON FUNCTION wiji_us_of(at timestamptz) IS
'internal: microseconds since 1970-01-01 UTC; null for a timestamp out of range';

CREATE OR REPLACE FUNCTION wiji_lower(at timestamptz) RETURNS wiji
LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE
RETURN coalesce((encode(substr(int8send(wiji_us_of(at)), 2), 'hex') || '000010000000000000')::uuid, wiji_reject_timestamp(at));
COMMENT ON FUNCTION wiji_lower(at timestamptz) IS
'smallest ID with wiji_timestamp >= the argument';

CREATE OR REPLACE FUNCTION wiji_upper(at timestamptz) RETURNS wiji
LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE
RETURN coalesce((encode(substr(int8send(wiji_us_of(at)), 2), 'hex') || 'ffff1fffffffffffff')::uuid, wiji_reject_timestamp(at));
COMMENT ON FUNCTION wiji_upper(at timestamptz) IS
'largest ID with wiji_timestamp <= the argument';

-- Bounds of the comparisons below.  They are uuids but not wijis, so it makes no difference whether
-- a comparison includes them, and every timestamp has one.  STRICT keeps the planner from inlining
-- them.
CREATE OR REPLACE FUNCTION wiji_before(at timestamptz) RETURNS uuid
LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
	WHEN at < timestamptz '1970-01-01 00:00+00' THEN uuid '00000000-0000-0000-0000-000000000000'
	WHEN at > timestamptz '4253-05-31 22:20:37.927935+00' THEN uuid 'ffffffff-ffff-ffff-ffff-ffffffffffff'
	ELSE (encode(substr(int8send(wiji_us_of(at)), 2), 'hex') || '000000000000000000')::uuid
END;
COMMENT ON FUNCTION wiji_before(at timestamptz) IS
'internal: a uuid between the IDs before a timestamp and those of it';

CREATE OR REPLACE FUNCTION wiji_after(at timestamptz) RETURNS uuid
LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
	WHEN at < timestamptz '1970-01-01 00:00+00' THEN uuid '00000000-0000-0000-0000-000000000000'
	WHEN at > timestamptz '4253-05-31 22:20:37.927935+00' THEN uuid 'ffffffff-ffff-ffff-ffff-ffffffffffff'
	ELSE (encode(substr(int8send(wiji_us_of(at)), 2), 'hex') || 'ffffffffffffffffff')::uuid
END;
COMMENT ON FUNCTION wiji_after(at timestamptz) IS
'internal: a uuid between the IDs of a timestamp and those after it';

CREATE OR REPLACE FUNCTION wiji_before(range tstzrange) RETURNS uuid
LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
	WHEN isempty(range) THEN uuid 'ffffffff-ffff-ffff-ffff-ffffffffffff'
	WHEN lower_inf(range) THEN uuid '00000000-0000-0000-0000-000000000000'
	WHEN lower_inc(range) THEN wiji_before(lower(range))
	ELSE wiji_after(lower(range))
END;
COMMENT ON FUNCTION wiji_before(range tstzrange) IS
'internal: a uuid below the IDs in a range; above all IDs for an empty range';

CREATE OR REPLACE FUNCTION wiji_after(range tstzrange) RETURNS uuid
LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
	WHEN isempty(range) THEN uuid '00000000-0000-0000-0000-000000000000'
	WHEN upper_inf(range) THEN uuid 'ffffffff-ffff-ffff-ffff-ffffffffffff'
	WHEN upper_inc(range) THEN wiji_after(upper(range))
	ELSE wiji_before(upper(range))
END;
COMMENT ON FUNCTION wiji_after(range tstzrange) IS
'internal: a uuid above the IDs in a range; below all IDs for an empty range';

CREATE OR REPLACE FUNCTION wiji_within(id wiji, range tstzrange) RETURNS boolean
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
RETURN id::uuid >= wiji_before(range) AND id::uuid <= wiji_after(range);
COMMENT ON FUNCTION wiji_within(id wiji, range tstzrange) IS
'true if wiji_timestamp(id) is in the range';

CREATE OR REPLACE FUNCTION wiji_within_any(id wiji, ranges tstzmultirange) RETURNS boolean
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
RETURN wiji_within(id, range_merge(ranges)) AND wiji_timestamp(id) <@ ranges;
COMMENT ON FUNCTION wiji_within_any(id wiji, ranges tstzmultirange) IS
'true if wiji_timestamp(id) is in one of the ranges';

--
-- Converting
--

CREATE OR REPLACE FUNCTION wiji_uuid(id wiji) RETURNS uuid
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
RETURN id::uuid;
COMMENT ON FUNCTION wiji_uuid(id wiji) IS
'the same 16 bytes as uuid';

CREATE OR REPLACE FUNCTION wiji_binary(id wiji) RETURNS bytea
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
RETURN uuid_send(id);
COMMENT ON FUNCTION wiji_binary(id wiji) IS
'the 16 bytes';

CREATE OR REPLACE FUNCTION wiji_hex(id wiji) RETURNS text
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
RETURN encode(uuid_send(id), 'hex');
COMMENT ON FUNCTION wiji_hex(id wiji) IS
'32 lower-case hexadecimal digits';

-- 26 digits: three bits, then 25 times five, one of which is between the two halves.
CREATE OR REPLACE FUNCTION wiji_text(id wiji) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	digits CONSTANT text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
	high CONSTANT bigint := ('x' || encode(substr(uuid_send(id), 1, 8), 'hex'))::bit(64)::bigint;
	low CONSTANT bigint := ('x' || encode(substr(uuid_send(id), 9), 'hex'))::bit(64)::bigint;
BEGIN
	RETURN substr(digits, 1 + (high >> 61 & 7)::integer, 1) || substr(digits, 1 + (high >> 56 & 31)::integer, 1) || substr(digits, 1 + (high >> 51 & 31)::integer, 1)
		|| substr(digits, 1 + (high >> 46 & 31)::integer, 1) || substr(digits, 1 + (high >> 41 & 31)::integer, 1) || substr(digits, 1 + (high >> 36 & 31)::integer, 1)
		|| substr(digits, 1 + (high >> 31 & 31)::integer, 1) || substr(digits, 1 + (high >> 26 & 31)::integer, 1) || substr(digits, 1 + (high >> 21 & 31)::integer, 1)
		|| substr(digits, 1 + (high >> 16 & 31)::integer, 1) || substr(digits, 1 + (high >> 11 & 31)::integer, 1) || substr(digits, 1 + (high >> 6 & 31)::integer, 1)
		|| substr(digits, 1 + (high >> 1 & 31)::integer, 1) || substr(digits, 1 + (((high & 1) << 4) | ((low >> 60) & 15))::integer, 1) || substr(digits, 1 + (low >> 55 & 31)::integer, 1)
		|| substr(digits, 1 + (low >> 50 & 31)::integer, 1) || substr(digits, 1 + (low >> 45 & 31)::integer, 1) || substr(digits, 1 + (low >> 40 & 31)::integer, 1)
		|| substr(digits, 1 + (low >> 35 & 31)::integer, 1) || substr(digits, 1 + (low >> 30 & 31)::integer, 1) || substr(digits, 1 + (low >> 25 & 31)::integer, 1)
		|| substr(digits, 1 + (low >> 20 & 31)::integer, 1) || substr(digits, 1 + (low >> 15 & 31)::integer, 1) || substr(digits, 1 + (low >> 10 & 31)::integer, 1)
		|| substr(digits, 1 + (low >> 5 & 31)::integer, 1) || substr(digits, 1 + (low & 31)::integer, 1);
END $$;
COMMENT ON FUNCTION wiji_text(id wiji) IS
'26 upper-case characters of Crockford base32';

-- The value of each digit is at the place of its ASCII code.
CREATE OR REPLACE FUNCTION wiji_of_base32(digits text) RETURNS uuid
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	code CONSTANT bytea := decode(digits, 'escape');
	value CONSTANT bytea := decode(repeat('00', 48) || '00010203040506070809' || repeat('00', 7) || '0a0b0c0d0e0f101100121300141500161718191a001b1c1d1e1f', 'hex');
BEGIN
	RETURN encode(int8send((get_byte(value, get_byte(code, 0))::bigint << 61) | (get_byte(value, get_byte(code, 1))::bigint << 56) | (get_byte(value, get_byte(code, 2))::bigint << 51)
		| (get_byte(value, get_byte(code, 3))::bigint << 46) | (get_byte(value, get_byte(code, 4))::bigint << 41) | (get_byte(value, get_byte(code, 5))::bigint << 36)
		| (get_byte(value, get_byte(code, 6))::bigint << 31) | (get_byte(value, get_byte(code, 7))::bigint << 26) | (get_byte(value, get_byte(code, 8))::bigint << 21)
		| (get_byte(value, get_byte(code, 9))::bigint << 16) | (get_byte(value, get_byte(code, 10))::bigint << 11) | (get_byte(value, get_byte(code, 11))::bigint << 6)
		| (get_byte(value, get_byte(code, 12))::bigint << 1) | (get_byte(value, get_byte(code, 13))::bigint >> 4))
		|| int8send((get_byte(value, get_byte(code, 13))::bigint << 60) | (get_byte(value, get_byte(code, 14))::bigint << 55) | (get_byte(value, get_byte(code, 15))::bigint << 50)
		| (get_byte(value, get_byte(code, 16))::bigint << 45) | (get_byte(value, get_byte(code, 17))::bigint << 40) | (get_byte(value, get_byte(code, 18))::bigint << 35)
		| (get_byte(value, get_byte(code, 19))::bigint << 30) | (get_byte(value, get_byte(code, 20))::bigint << 25) | (get_byte(value, get_byte(code, 21))::bigint << 20)
		| (get_byte(value, get_byte(code, 22))::bigint << 15) | (get_byte(value, get_byte(code, 23))::bigint << 10) | (get_byte(value, get_byte(code, 24))::bigint << 5)
		| get_byte(value, get_byte(code, 25))::bigint), 'hex')::uuid;
END $$;
COMMENT ON FUNCTION wiji_of_base32(digits text) IS
'internal: 128 bits from 26 base32 digits, of which the first is at most 7';

-- Not upper(), whose result depends on collations.
CREATE OR REPLACE FUNCTION wiji_bits(text) RETURNS uuid
LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE
	WHEN length($1) = 26 AND $1 ~ '^[0-7OoIiLl][0-9A-Za-z]*$' THEN
		wiji_of_base32(translate($1, 'abcdefghijklmnopqrstuvwxyzILOU', 'ABCDEFGH1JK1MN0PQRSTVVWXYZ110V'))
	WHEN (length($1) = 32 OR $1 LIKE '________-____-____-____-____________')
		AND length(replace($1, '-', '')) = 32 AND replace($1, '-', '') ~ '^[0-9A-Fa-f]*$' THEN
		$1::uuid
END;
COMMENT ON FUNCTION wiji_bits(text) IS
'internal: the 128 bits that a text stands for, of any version; null for other texts';

CREATE OR REPLACE FUNCTION wiji_has_version(uuid) RETURNS boolean
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
RETURN get_byte(uuid_send($1), 9) >> 4 = 1;
COMMENT ON FUNCTION wiji_has_version(uuid) IS
'internal: true if the version of this uuid is 1';

CREATE OR REPLACE FUNCTION wiji_is_valid(text) RETURNS boolean
LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE
RETURN coalesce(wiji_has_version(wiji_bits($1)), false);
COMMENT ON FUNCTION wiji_is_valid(text) IS
'true if wiji(text) accepts this text';

CREATE OR REPLACE FUNCTION wiji_is_valid(bytea) RETURNS boolean
LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN length($1) = 16 THEN get_byte($1, 9) >> 4 = 1 ELSE false END;
COMMENT ON FUNCTION wiji_is_valid(bytea) IS
'true if wiji(bytea) accepts these bytes';

CREATE OR REPLACE FUNCTION wiji(text) RETURNS wiji
LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE
BEGIN ATOMIC
	SELECT CASE WHEN wiji_has_version(bits) THEN bits ELSE wiji_reject_text($1, bits) END
	FROM (SELECT wiji_bits($1) AS bits OFFSET 0) b;
END;
COMMENT ON FUNCTION wiji(text) IS
'ID from any text that input accepts';

CREATE OR REPLACE FUNCTION wiji(uuid) RETURNS wiji
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN wiji_has_version($1) THEN $1 ELSE wiji_reject_uuid($1) END;
COMMENT ON FUNCTION wiji(uuid) IS
'ID from the same 16 bytes of version 1';

CREATE OR REPLACE FUNCTION wiji(bytea) RETURNS wiji
LANGUAGE SQL IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN wiji_is_valid($1) THEN encode($1, 'hex')::uuid ELSE wiji_reject_bytes($1) END;
COMMENT ON FUNCTION wiji(bytea) IS
'ID from its 16 bytes';

--
-- Generating.  The setting wiji_portable.last holds a session's last time and counter, 18
-- hexadecimal digits.  Settings are what a session can remember in SQL, but a rollback restores
-- them, and any role can set them.  So uniqueness does not depend on them: each ID has random bits
-- of its own, which gen_random_uuid() draws from the server's strong source.
--

CREATE OR REPLACE FUNCTION wiji_next_in_sequence(last text) RETURNS text
LANGUAGE SQL VOLATILE STRICT
RETURN set_config('wiji_portable.last', CASE
	-- not ours, or the last value there is: start from the clock
	WHEN last !~ '^[0-9a-f]{18}$' OR last = 'ffffffffffffffffff' THEN
		encode(substr(timestamptz_send(clock_timestamp() + interval '946684800 seconds'), 2), 'hex') || '0000'
	WHEN substr(last, 15) <> 'ffff' THEN
		substr(last, 1, 14) || lpad(to_hex(('x' || substr(last, 15))::bit(16)::integer + 1), 4, '0')
	-- the 65,537th ID of a microsecond gets the next microsecond: SQL does not wait for the clock
	ELSE lpad(to_hex(('x' || substr(last, 1, 14))::bit(56)::bigint + 1), 14, '0') || '0000'
END, false);
COMMENT ON FUNCTION wiji_next_in_sequence(last text) IS
'internal: the time and counter after these, which the session remembers';

-- One expression, which the planner inlines.  The setting becomes the later of itself and the
-- clock.  Where that is itself, the clock has not passed it, and the counter increases.
CREATE OR REPLACE FUNCTION wiji_generate() RETURNS wiji
LANGUAGE SQL VOLATILE PARALLEL UNSAFE
RETURN (CASE
	WHEN current_setting('wiji_portable.last', true) COLLATE "C" >= set_config('wiji_portable.last',
		greatest(current_setting('wiji_portable.last', true) COLLATE "C",
			encode(substr(timestamptz_send(clock_timestamp() + interval '946684800 seconds'), 2), 'hex') || '0000'), false)
	THEN wiji_next_in_sequence(current_setting('wiji_portable.last'))
	ELSE current_setting('wiji_portable.last')
END || '1' || substr(gen_random_uuid()::text, 23))::uuid;
COMMENT ON FUNCTION wiji_generate() IS
'next ID of this session, greater than those before unless a rollback and a clock set back coincide';

-- The extension's wiji_generate() keeps a session's random bits.  Here, each ID has new ones
-- anyway.
CREATE OR REPLACE FUNCTION wiji_generate_unpredictable() RETURNS wiji
LANGUAGE SQL VOLATILE PARALLEL UNSAFE
RETURN wiji_generate();
COMMENT ON FUNCTION wiji_generate_unpredictable() IS
'next ID of this session, with random bits that cannot be guessed from other IDs';

CREATE OR REPLACE FUNCTION wiji_generate(at timestamptz) RETURNS wiji
LANGUAGE plpgsql VOLATILE STRICT PARALLEL UNSAFE
SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
	last CONSTANT text := current_setting('wiji_portable.last_given', true);
	microseconds text;	-- in hexadecimal
	sequence text := '0000';
BEGIN
	IF at NOT BETWEEN timestamptz '1970-01-01 00:00+00' AND timestamptz '4253-05-31 22:20:37.927935+00' THEN
		RAISE datetime_field_overflow USING
			MESSAGE = format('timestamp out of range for type wiji: "%s"', at),
			DETAIL = format('Valid timestamps are between %s and %s.', timestamptz '1970-01-01 00:00:00+00', timestamptz '4253-05-31 22:20:37.927935+00');
	END IF;
	microseconds := encode(substr(int8send(('x' || encode(timestamptz_send(at), 'hex'))::bit(64)::bigint + 946684800000000), 2), 'hex');
	IF last ~ '^[0-9a-f]{18}$' AND substr(last, 1, 14) = microseconds THEN
		sequence := lpad(to_hex((('x' || substr(last, 15))::bit(16)::integer + 1) & 65535), 4, '0');
	END IF;
	RETURN (set_config('wiji_portable.last_given', microseconds || sequence, false) || '1' || substr(gen_random_uuid()::text, 23))::uuid;
END $$;
COMMENT ON FUNCTION wiji_generate(at timestamptz) IS
'ID for a given timestamp, for back-filling';

CREATE OR REPLACE FUNCTION wiji_text() RETURNS text
LANGUAGE SQL VOLATILE PARALLEL UNSAFE
RETURN wiji_text(wiji_generate());
COMMENT ON FUNCTION wiji_text() IS
'next ID of this session as Crockford base32';

CREATE OR REPLACE FUNCTION wiji_uuid() RETURNS uuid
LANGUAGE SQL VOLATILE PARALLEL UNSAFE
RETURN wiji_generate()::uuid;
COMMENT ON FUNCTION wiji_uuid() IS
'next ID of this session as uuid';

CREATE OR REPLACE FUNCTION wiji_hex() RETURNS text
LANGUAGE SQL VOLATILE PARALLEL UNSAFE
RETURN wiji_hex(wiji_generate());
COMMENT ON FUNCTION wiji_hex() IS
'next ID of this session as hexadecimal digits';

CREATE OR REPLACE FUNCTION wiji_binary() RETURNS bytea
LANGUAGE SQL VOLATILE PARALLEL UNSAFE
RETURN wiji_binary(wiji_generate());
COMMENT ON FUNCTION wiji_binary() IS
'next ID of this session as 16 bytes';

--
-- Operators with timestamptz and tstzrange, as the extension has them.  Those of two IDs are
-- uuid's.
--

CREATE OR REPLACE FUNCTION wiji_lt(id wiji, at timestamptz) RETURNS boolean LANGUAGE SQL IMMUTABLE PARALLEL SAFE RETURN id::uuid < wiji_before(at);
CREATE OR REPLACE FUNCTION wiji_le(id wiji, at timestamptz) RETURNS boolean LANGUAGE SQL IMMUTABLE PARALLEL SAFE RETURN id::uuid < wiji_after(at);
CREATE OR REPLACE FUNCTION wiji_ge(id wiji, at timestamptz) RETURNS boolean LANGUAGE SQL IMMUTABLE PARALLEL SAFE RETURN id::uuid > wiji_before(at);
CREATE OR REPLACE FUNCTION wiji_gt(id wiji, at timestamptz) RETURNS boolean LANGUAGE SQL IMMUTABLE PARALLEL SAFE RETURN id::uuid > wiji_after(at);
CREATE OR REPLACE FUNCTION wiji_lt(at timestamptz, id wiji) RETURNS boolean LANGUAGE SQL IMMUTABLE PARALLEL SAFE RETURN id::uuid > wiji_after(at);
CREATE OR REPLACE FUNCTION wiji_le(at timestamptz, id wiji) RETURNS boolean LANGUAGE SQL IMMUTABLE PARALLEL SAFE RETURN id::uuid > wiji_before(at);
CREATE OR REPLACE FUNCTION wiji_ge(at timestamptz, id wiji) RETURNS boolean LANGUAGE SQL IMMUTABLE PARALLEL SAFE RETURN id::uuid < wiji_after(at);
CREATE OR REPLACE FUNCTION wiji_gt(at timestamptz, id wiji) RETURNS boolean LANGUAGE SQL IMMUTABLE PARALLEL SAFE RETURN id::uuid < wiji_before(at);
CREATE OR REPLACE FUNCTION wiji_contains(range tstzrange, id wiji) RETURNS boolean LANGUAGE SQL IMMUTABLE PARALLEL SAFE RETURN wiji_within(id, range);

-- Some versions do not have min and max for uuid.
CREATE OR REPLACE FUNCTION wiji_smaller(a uuid, b uuid) RETURNS uuid LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE RETURN CASE WHEN a < b THEN a ELSE b END;
CREATE OR REPLACE FUNCTION wiji_larger(a uuid, b uuid) RETURNS uuid LANGUAGE SQL IMMUTABLE STRICT PARALLEL SAFE RETURN CASE WHEN a > b THEN a ELSE b END;
$file$;
	PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);

	-- Drop what earlier versions of the file created and this one does not.  Functions that were
	-- bound to it have just been replaced.  If another object depends on it, this is error 2BP01.
	FOR o IN
		SELECT 'OPERATOR' AS kind, format('%I.%s (%s, %s)', home, operator, l, r) AS name
		FROM unnest('{=,<>}'::text[]) operator, (VALUES (domain, 'timestamptz'), ('timestamptz', domain)) a (l, r)
		WHERE to_regoperator(format('%I.%s(%s, %s)', home, operator, l, r)) IS NOT NULL
		UNION ALL
		SELECT 'FUNCTION', f
		FROM unnest(ARRAY[format('%I.wiji_is_valid(uuid)', home),
		                  format('%I.wiji_eq(%s, timestamptz)', home, domain), format('%I.wiji_eq(timestamptz, %s)', home, domain),
		                  format('%I.wiji_ne(%s, timestamptz)', home, domain), format('%I.wiji_ne(timestamptz, %s)', home, domain),
		                  format('%I.wiji_create_partitions(regclass, timestamptz, timestamptz, interval, text, integer)', home),
		                  format('%I.wiji_create_partitions(regtype, regclass, timestamptz, timestamptz, interval, text, integer)', home),
		                  -- now in partition/, with other arguments but for wiji_partition_steps()
		                  format('%I.wiji_create_partitions(regclass, timestamptz, timestamptz, interval, text)', home),
		                  format('%I.wiji_drop_partitions(regclass, timestamptz)', home),
		                  format('%I.wiji_partitions(regclass)', home),
		                  format('%I.wiji_create_partitions(regclass, timestamptz, timestamptz, interval, text, regtype)', home),
		                  format('%I.wiji_drop_partitions(regclass, timestamptz, regtype)', home),
		                  CASE WHEN to_regprocedure(format('%I.wiji_partition_key(regclass, regtype, boolean)', home)) IS NOT NULL
		                       THEN format('%I.wiji_partition_steps(timestamptz, timestamptz, interval, text)', home) END,
		                  format('%I.wiji_partition_key(regclass, regtype, boolean)', home),
		                  format('%I.wiji_partition_bounds(regclass, regtype)', home),
		                  format('%I.wiji_partitions(regclass, regtype)', home),
		                  format('%I.wiji_create_partition(regclass, text, uuid, uuid, regclass)', home),
		                  format('%I.wiji_partition_name(regclass, timestamptz, timestamptz, interval)', home)]) f
		WHERE to_regprocedure(f) IS NOT NULL
	LOOP
		EXECUTE format('DROP %s %s', o.kind, o.name);
	END LOOP;

	FOR o IN
		SELECT f.name, f.operator, a.l, a.r, f.commutator, f.negator
		FROM (VALUES ('wiji_lt', '<', '>', '>='), ('wiji_le', '<=', '>=', '>'),
		             ('wiji_ge', '>=', '<=', '<'), ('wiji_gt', '>', '<', '<=')) f (name, operator, commutator, negator),
		     (VALUES (domain, 'timestamptz'), ('timestamptz', domain)) a (l, r)
		UNION ALL VALUES ('wiji_within', '<@', domain, 'tstzrange', '@>', NULL), ('wiji_contains', '@>', 'tstzrange', domain, '<@', NULL)
	LOOP
		-- its commutator might exist as a shell
		IF NOT EXISTS (SELECT FROM pg_operator WHERE oid = to_regoperator(format('%I.%s(%s, %s)', home, o.operator, o.l, o.r)) AND oprcode <> 0) THEN
			EXECUTE format('CREATE OPERATOR %1$I.%2$s (LEFTARG = %3$s, RIGHTARG = %4$s, FUNCTION = %1$I.%5$I, COMMUTATOR = OPERATOR(%1$I.%6$s)%7$s)',
			               home, o.operator, o.l, o.r, o.name, o.commutator, format(', NEGATOR = OPERATOR(%I.', home) || o.negator || ')');
		END IF;
		EXECUTE format('COMMENT ON OPERATOR %I.%s (%s, %s) IS %L', home, o.operator, o.l, o.r,
		               CASE WHEN o.operator IN ('<@', '@>') THEN 'created in the range' ELSE 'compares wiji_timestamp(id) with the timestamp' END);
		IF o.name <> 'wiji_within' THEN
			EXECUTE format('COMMENT ON FUNCTION %I.%I(%s, %s) IS %L', home, o.name, o.l, o.r, format('internal: implementation of %s operator', o.operator));
		END IF;
	END LOOP;

	FOR o IN SELECT * FROM (VALUES ('min', 'smaller', '<'), ('max', 'larger', '>')) a (name, function, operator) LOOP
		EXECUTE format('COMMENT ON FUNCTION %I.wiji_%s(uuid, uuid) IS %L', home, o.function, 'internal: implementation of ' || o.name);
		IF to_regprocedure(format('pg_catalog.%s(uuid)', o.name)) IS NULL AND to_regprocedure(format('%I.%s(uuid)', home, o.name)) IS NULL THEN
			EXECUTE format('CREATE AGGREGATE %1$I.%2$s(uuid) (SFUNC = %1$I.wiji_%3$s, STYPE = uuid, COMBINEFUNC = %1$I.wiji_%3$s, SORTOP = %4$s, PARALLEL = SAFE)',
			               home, o.name, o.function, o.operator);
		END IF;
	END LOOP;

	EXECUTE foreign_object INTO stranger USING quote_ident(home)::regnamespace, trusted;
	IF stranger IS NOT NULL THEN
		RAISE insufficient_privilege USING
			MESSAGE = format('schema "%s" contains functions, operators or types of other roles', home),
			DETAIL = format('One of them is %s.', stranger),
			HINT = 'Use CREATE SCHEMA wiji and SET search_path = wiji, then run this script again.';
	END IF;
	PERFORM set_config('search_path', path, true);
END $install$;
