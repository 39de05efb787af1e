-- docs/guarantees.md: public IDs.  One block of AES turns an ID into 16 bytes that look random, and
-- back.
SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS pgcrypto;
DROP ROLE IF EXISTS regress_wiji_web; -- of a run that was ended
RESET client_min_messages;
SET timezone = 'UTC';

-- The server generates the keys, so none is ever part of a statement.
CREATE SCHEMA secret;
CREATE TABLE secret.id_key (
	purpose text,
	made timestamptz DEFAULT clock_timestamp(),
	key bytea NOT NULL DEFAULT gen_random_bytes(16),
	first timestamptz NOT NULL,
	sequences integer NOT NULL,
	PRIMARY KEY (purpose, made)
);
ALTER TABLE secret.id_key ALTER key SET STATISTICS 0;
INSERT INTO secret.id_key (purpose, first, sequences)
VALUES ('orders', '2020-01-01', 64), ('customers', '2020-01-01', 64);

CREATE FUNCTION public_id(id wiji, purpose text) RETURNS uuid
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	made uuid := (
		SELECT encode(encrypt(wiji_binary(id), key, 'aes-ecb/pad:none'), 'hex')::uuid
		FROM secret.id_key k
		WHERE k.purpose = public_id.purpose AND wiji_timestamp(id) >= first AND wiji_sequence(id) < sequences
		ORDER BY k.made DESC LIMIT 1);
BEGIN
	IF made IS NULL THEN
		RAISE undefined_object USING MESSAGE = format('there is no key that makes %s public for %I', id, purpose),
			HINT = 'Its table in secret.id_key is missing, or says that it has no such ids.';
	END IF;
	RETURN made;
END $$;

CREATE FUNCTION open_id(public uuid, purpose text) RETURNS wiji
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
	opened wiji := (
		SELECT id
		FROM (SELECT k.*, CASE WHEN wiji_is_valid(bytes) THEN wiji(bytes) END AS id
		      FROM secret.id_key k, decrypt(uuid_send(public), key, 'aes-ecb/pad:none') bytes
		      WHERE k.purpose = open_id.purpose) tried
		WHERE wiji_timestamp(id) BETWEEN first AND now() + interval '1 minute' AND wiji_sequence(id) < sequences
		ORDER BY made DESC LIMIT 1);
BEGIN
	IF opened IS NULL THEN
		RAISE invalid_parameter_value USING MESSAGE = format('%s is no public id for %I', public, purpose);
	END IF;
	RETURN opened;
END $$;

CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), n integer);
INSERT INTO orders (n) SELECT generate_series(1, 2000);
INSERT INTO orders VALUES (wiji_generate('2020-02-03'), 0);
ANALYZE orders;

-- There and back.  Ids that differ in a bit have nothing in common in public.
SELECT count(DISTINCT public_id(id, 'orders')) AS different,
       bool_and(open_id(public_id(id, 'orders'), 'orders') = id) AS opened FROM orders;
SELECT avg(bit_count(bits # neighbour)) BETWEEN 63 AND 65 AS half_of_the_bits_differ
FROM (SELECT bits, lead(bits) OVER (ORDER BY id) AS neighbour
      FROM (SELECT id, ('x' || encode(uuid_send(public_id(id, 'orders')), 'hex'))::bit(128) AS bits FROM orders) s) s;

-- It is AES-128: the example of FIPS 197, appendix C.1.
SELECT encrypt('\x00112233445566778899aabbccddeeff', '\x000102030405060708090a0b0c0d0e0f',
               'aes-ecb/pad:none') = '\x69c4e0d86a7b0430d8cdb78070b4c55a' AS aes;

-- A look-up opens the public id, and the primary key's index is used.
PREPARE find(uuid) AS SELECT n FROM orders WHERE id = open_id($1, 'orders');
SET plan_cache_mode = force_generic_plan;
EXPLAIN (COSTS off) EXECUTE find(NULL);
RESET plan_cache_mode;
SELECT public_id(id, 'orders') AS shown, n FROM orders ORDER BY id LIMIT 1 OFFSET 471 \gset
SELECT n = :n AS found FROM orders WHERE id = open_id(:'shown', 'orders');

-- An id that was tampered with, that was made by another table's key, or that is anything else, is
-- an error.
SELECT f.code, f.message FROM failure('SELECT open_id(''5fab6ee5-5fe3-4bf0-b67b-2d57d20e1a1c'', ''orders'')') f;
SELECT count(*) AS bits_flipped, count(*) FILTER (WHERE f.code = '22023') > 126 AS refused
FROM generate_series(0, 127) bit,
     failure(format('SELECT open_id(%L, %L)',
                    encode(set_bit(uuid_send(:'shown'), bit, 1 - get_bit(uuid_send(:'shown'), bit)), 'hex'),
                    'orders')) f;
SELECT f.code FROM failure(format('SELECT open_id(%L, %L)', :'shown', 'customers')) f;
SELECT f.code FROM failure(format('SELECT open_id(%L, %L)', :'shown', 'nothing')) f;

-- The version alone would let one in 16 pass.  With the limits of the table's ids, hardly any of
-- 100,000 random ones does.
SELECT count(*) FILTER (WHERE wiji_is_valid(bytes)) BETWEEN 5700 AND 6800 AS one_in_16_has_the_version,
       count(*) FILTER (WHERE CASE WHEN wiji_is_valid(bytes) THEN wiji_timestamp(bytes::wiji) BETWEEN first AND now()
                        AND wiji_sequence(bytes::wiji) < sequences END) <= 3 AS and_is_plausible
FROM (SELECT gen_random_uuid() AS public FROM generate_series(1, 100000) OFFSET 0) r, secret.id_key,
     decrypt(uuid_send(public), key, 'aes-ecb/pad:none') bytes WHERE purpose = 'orders';

-- An id that could not be opened again is not made public: older than the first, or of a larger
-- sequence.
SELECT f.* FROM (VALUES (1, '2019-12-31 23:59:59'), (2, '2020-01-01')) v (n, at),
       failure(format('SELECT public_id(wiji_make(%s, %s, 7), ''orders'')',
                      extract(epoch FROM at::timestamptz)::bigint * 1000000, n * 32)) f ORDER BY n;

-- Rotation: a new key makes public ids, and the old one still opens the ids that are out there,
-- until it is deleted.
INSERT INTO secret.id_key (purpose, first, sequences) VALUES ('orders', '2020-01-01', 64);
SELECT public_id(id, 'orders') AS new FROM orders WHERE n = :n \gset
SELECT :'new' <> :'shown' AS another, open_id(:'new', 'orders') = open_id(:'shown', 'orders') AS both_open;
DELETE FROM secret.id_key k
WHERE purpose = 'orders' AND made < (SELECT max(made) FROM secret.id_key WHERE purpose = k.purpose);
SELECT n = :n AS new FROM orders WHERE id = open_id(:'new', 'orders');
SELECT f.code FROM failure(format('SELECT open_id(%L, %L)', :'shown', 'orders')) f;

-- As 26 characters, in either case.
CREATE FUNCTION short_text(uuid) RETURNS text IMMUTABLE STRICT PARALLEL SAFE RETURN (
	SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + substring(bits FROM place FOR 5)::integer, 1), ''
	                  ORDER BY place)
	FROM (VALUES (B'00' || ('x' || replace($1::text, '-', ''))::bit(128))) v (bits), generate_series(1, 130, 5) place);
CREATE FUNCTION short_text_decode(text) RETURNS uuid IMMUTABLE STRICT PARALLEL SAFE RETURN (
	SELECT (lpad(to_hex(substring(bits FROM 3 FOR 64)::bigint), 16, '0')
	        || lpad(to_hex(substring(bits FROM 67)::bigint), 16, '0'))::uuid
	FROM (SELECT string_agg((strpos('0123456789ABCDEFGHJKMNPQRSTVWXYZ', digit) - 1)::bit(5)::text, ''
	                        ORDER BY place)::bit(130)
	      FROM regexp_split_to_table(translate(upper($1), 'ILOU', '110V'), '') WITH ORDINALITY d (digit, place)
	      WHERE $1 ~ '^[0-7][0-9A-Za-z]{25}$') b (bits));
SELECT short_text('00000000-0000-0000-0000-000000000000'), short_text('ffffffff-ffff-ffff-ffff-ffffffffffff'),
       short_text(wiji '06C31QQ30K880007VPPQCVK2KZ'::uuid);
SELECT bool_and(short_text_decode(short_text(u)) = u AND short_text_decode(lower(short_text(u))) = u) AS there_and_back
FROM (SELECT public_id(id, 'orders') AS u FROM orders) s;
SELECT short_text_decode('no public id') IS NULL AS no_text_of_one,
       short_text_decode('80000000000000000000000000') IS NULL AS too_large;
SELECT n = :n AS found FROM orders WHERE id = open_id(short_text_decode(short_text(:'new')), 'orders');

-- A role that shows and opens public ids sees no key.
CREATE ROLE regress_wiji_web;
GRANT SELECT ON orders TO regress_wiji_web;
SET ROLE regress_wiji_web;
SELECT n = :n AS found FROM orders WHERE id = open_id(:'new', 'orders');
SELECT f.code, f.message FROM failure('SELECT key FROM secret.id_key') f;
CREATE TEMP TABLE planted (a integer);
CREATE FUNCTION pg_temp.encrypt(bytea, bytea, text) RETURNS bytea
LANGUAGE plpgsql AS 'BEGIN RAISE ''the key is %'', $2; END';
SET search_path = pg_temp, public;
SELECT public_id(id, 'orders') = :'new' AS undisturbed FROM orders WHERE n = :n;
RESET search_path;
RESET ROLE;
RESET timezone;

SET client_min_messages = warning;
DROP OWNED BY regress_wiji_web;
DROP ROLE regress_wiji_web;
DROP TABLE orders;
DROP SCHEMA secret CASCADE;
DROP FUNCTION public_id, open_id, short_text, short_text_decode;
