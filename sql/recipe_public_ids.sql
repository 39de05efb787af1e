-- docs/guarantees.md: public IDs.  One block of AES turns an ID into 16 bytes that look random, and
-- back.  (Where there is no pgcrypto, this is skipped.)
SELECT count(*) = 0 AS no_pgcrypto FROM pg_available_extensions WHERE name = 'pgcrypto' \gset
\if :no_pgcrypto
\quit
\endif
SET client_min_messages = warning;
CREATE EXTENSION pgcrypto;
DROP ROLE IF EXISTS regress_wiji_web; -- left by an interrupted run
SET timezone = 'UTC';
-- The page's keys and functions, and a second key.
\set page `cat "$WIJI_TREE/docs/guarantees.md"`
SELECT 'CREATE SCHEMA secret;'
	|| split_part(split_part(:'page', 'CREATE SCHEMA secret;', 2), 'REVOKE EXECUTE', 1) AS recipe \gset
:recipe
INSERT INTO secret.id_key (purpose, first, sequences) VALUES ('customers', '2026-01-01', 64);
CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), n integer);
INSERT INTO orders (n) SELECT generate_series(1, 2000);
ANALYZE orders;

-- There and back.  A lookup decrypts the public ID, and uses the primary key's index.
SELECT count(DISTINCT public_id(id, 'orders')) AS different,
       bool_and(open_id(public_id(id, 'orders'), 'orders') = id) AS opened FROM orders;
SELECT public_id(id, 'orders') AS shown, n FROM orders ORDER BY id LIMIT 1 OFFSET 471 \gset
SELECT n = :n AS found FROM orders WHERE id = open_id(:'shown', 'orders');
SELECT replace(conditions(format('SELECT n FROM orders WHERE id = open_id(%L, ''orders'')', :'shown')),
	:'shown', '…') AS plan;

-- An ID that was tampered with, that has another table's key, or that is anything else, is an error.
-- So is one that could not be decrypted again: older than the first, or with a larger sequence.
SELECT count(*) AS bits_flipped, count(*) FILTER (WHERE f.code = '22023') > 126 AS rejected
FROM generate_series(0, 127) bit,
     failure(format('SELECT open_id(%L, %L)',
                    encode(set_bit(uuid_send(:'shown'), bit, 1 - get_bit(uuid_send(:'shown'), bit)), 'hex'),
                    'orders')) f;
SELECT replace(call, :'shown', '…') AS call, f.code, replace(f.message, :'shown', '…') AS message
FROM unnest(ARRAY[format('open_id(%L, ''customers'')', :'shown'), format('open_id(%L, ''nothing'')', :'shown'),
	'public_id(wiji_lower(''2025-12-31 23:59:59''), ''orders'')',
	'public_id(wiji_make(1767225600000000, 64, 7), ''orders'')']) call,
	failure('SELECT ' || call) f;

-- Rotation: a new key encrypts public IDs, and the old one still decrypts those that were published,
-- until it is deleted.
INSERT INTO secret.id_key (purpose, first, sequences) VALUES ('orders', '2026-01-01', 64);
SELECT public_id(id, 'orders') AS new FROM orders WHERE n = :n \gset
SELECT :'new' <> :'shown' AS another, open_id(:'new', 'orders') = open_id(:'shown', 'orders') AS both_open;
DELETE FROM secret.id_key k
WHERE purpose = 'orders' AND made < (SELECT max(made) FROM secret.id_key WHERE purpose = k.purpose);
SELECT (SELECT n = :n FROM orders WHERE id = open_id(:'new', 'orders')) AS new, f.code AS shown
FROM failure(format('SELECT open_id(%L, %L)', :'shown', 'orders')) f;

-- A role that encrypts and decrypts public IDs cannot read the keys.
CREATE ROLE regress_wiji_web;
GRANT SELECT ON orders TO regress_wiji_web;
SET ROLE regress_wiji_web;
SELECT f.code, f.message FROM failure('SELECT key FROM secret.id_key') f;
CREATE TEMP TABLE planted (a integer);
CREATE FUNCTION pg_temp.encrypt(bytea, bytea, text) RETURNS bytea
LANGUAGE plpgsql AS 'BEGIN RAISE ''the key is %'', $2; END';
SET search_path = pg_temp, public;
SELECT public_id(id, 'orders') = :'new' AS undisturbed FROM orders WHERE id = open_id(:'new', 'orders');
RESET search_path;
RESET ROLE;

-- Functions of a role that may create them in public are not called, though their arguments fit better: the messages
-- are those of above.
GRANT CREATE ON SCHEMA public TO regress_wiji_web;
SET ROLE regress_wiji_web;
CREATE FUNCTION public.format(text, wiji, text) RETURNS text LANGUAGE plpgsql AS 'BEGIN RETURN ''the key is '' || (SELECT min(key::text) FROM secret.id_key); END';
CREATE FUNCTION public.format(text, uuid, text) RETURNS text LANGUAGE plpgsql AS 'BEGIN RETURN ''the key is '' || (SELECT min(key::text) FROM secret.id_key); END';
CREATE FUNCTION public.encrypt(bytea, bytea, varchar) RETURNS bytea LANGUAGE sql AS 'SELECT $2';
CREATE FUNCTION public.decrypt(bytea, bytea, varchar) RETURNS bytea LANGUAGE sql AS 'SELECT $2';
CREATE FUNCTION public.uuid_send(uuid) RETURNS bytea LANGUAGE plpgsql AS 'BEGIN RETURN (SELECT min(key) FROM secret.id_key); END';
SELECT split_part(call, '(', 1) AS call, f.code, f.message
FROM unnest(ARRAY['public_id(wiji_lower(''2025-12-31 23:59:59''), ''orders'')',
	'open_id(''00000000-0000-4000-8000-000000000000'', ''orders'')']) call, failure('SELECT ' || call) f;
SELECT public_id(id, 'orders') = :'new' AS undisturbed FROM orders WHERE id = open_id(:'new', 'orders');
RESET ROLE;
RESET timezone;
DROP OWNED BY regress_wiji_web;
DROP ROLE regress_wiji_web;
DROP TABLE orders;
DROP SCHEMA secret CASCADE;
DROP FUNCTION public_id, open_id;
DROP EXTENSION pgcrypto;
RESET client_min_messages;
