-- Siqs from their fields, and what their qualifiers mean.
SET timezone = 'UTC';
SET datestyle = 'ISO';

-- The published ID, from its fields.
SELECT siq_make('2019-12-31 23:00:00+00', 0, 0, 0, 'content'),
       siq_make('2019-12-31 23:00:00+00', 0, 0, 0, 'content')::numeric;

-- Ticks are 1/65536 s, and their times are truncated to the microsecond.  A timestamp between two
-- gives the later one, as with siq_lower.
SELECT tick, siq_timestamp((lpad(to_hex(tick), 14, '0') || repeat('0', 14))::siq) FROM generate_series(0, 5) tick;
SELECT n, siq_timestamp(siq_make(at, 0, 0, 0, 'user')), siq_make(at, 0, 0, 0, 'user') = siq_lower(at) AS as_lower
FROM (SELECT n, timestamptz '2026-11-21' + n * interval '1 us' AS at FROM generate_series(0, 32, 16) n) s;

-- The fields come back, and the fields of an ID, with its time truncated to microseconds, give that
-- ID again.
SELECT id, siq_timestamp(id), siq_shard(id), siq_domain(id), siq_serial(id), siq_qualifier(id)
FROM siq_make('2026-11-21 02:38:00.960586', 10, siq_domain_hash('example.com'), 7872, 'content') id;
SELECT id AS other FROM generate_series(0, 9999) n,
       siq_make(timestamptz '2026-11-21' + n * interval '15.2588 us', n % 256, n * 429496::bigint, n % 2048, 'user') id
WHERE siq_make(siq_timestamp(id), siq_shard(id), siq_domain(id), siq_serial(id), siq_qualifier(id)) <> id;
SELECT siq_make('1970-01-01', 0, 0, 0, 'user')::bytea AS first,
       siq_make('36812-02-20 00:36:15.999984', 255, 4294967295, 8191, 'content')::bytea AS last;

-- A time out of range is 22008, as for siq_lower.  Another field is 22003; the error names it, and how
-- much room the qualifier leaves.
SELECT f.code, f.message, f.detail FROM unnest(ARRAY[
	$$'1969-12-31 23:59:59.999999', 0, 0, 0, 'user'$$, $$'infinity', 0, 0, 0, 'user'$$,
	$$'epoch', 256, 0, 0, 'user'$$, $$'epoch', 0, 4294967296, 0, 'user'$$, $$'epoch', 0, 0, 2048, 'user'$$,
	$$'epoch', 0, 0, 4096, 'message'$$, $$'epoch', 0, 0, 8192, 'content'$$, $$'epoch', 0, 0, -1, 'content'$$,
	$$'epoch', 0, 0, 0, 'users'$$]) WITH ORDINALITY AS a (arguments, n),
	failure(format('SELECT siq_make(%s)', arguments)) f ORDER BY n;

-- What the document's table and code say about the last bits: a leaf, and whether it may have
-- children, which is true for half of those that are not leaves.
SELECT suffix, siq_qualifier(id), siq_is_leaf(id) AS leaf, siq_can_have_children(id) AS children
FROM unnest('{00000,10000,01000,11000,00100,10100,01100,11100,00010,
              10010,01010,11010,00110,01110,00001,00101,00011,00111}'::bit(5)[]) WITH ORDINALITY s (suffix, n),
     LATERAL (SELECT ('005e0bd2f000000000000000' || '00' || lpad(to_hex(suffix::integer), 2, '0'))::siq AS id) i
     ORDER BY n;

-- The names of the document's code are read, too, in lower and in upper case; one name for each is
-- printed.
SELECT string_agg(name, ' ' ORDER BY n) AS names, siq_qualifier(siq_make('epoch', 0, 0, 0, name)) AS printed
FROM unnest('{USER,user,MESSAGE,TERNARY,ternary,MULTI,multi,MANYTOMANY,manytomany,MANY_TO_MANY,PREMIUM,premium
             }'::text[]) WITH ORDINALITY AS v (name, n) GROUP BY printed ORDER BY printed;
SELECT name AS accepted FROM unnest('{User,mULTI,Ternary,MANY-TO-MANY,MULTI_,MULT,""," USER"}'::text[]) name,
     failure(format('SELECT siq_generate(%L)', name)) f WHERE code IS DISTINCT FROM '22023';

-- Only a message can be replied to: siblings/siq/README.md, "Fields".
CREATE TABLE messages (id siq PRIMARY KEY DEFAULT siq_generate('message') CHECK (siq_qualifier(id) = 'message'));
CREATE TABLE answers (id siq PRIMARY KEY DEFAULT siq_generate('message'),
                      answer_to siq CHECK (siq_qualifier(answer_to) = 'message'));
INSERT INTO messages DEFAULT VALUES;
INSERT INTO answers (answer_to) SELECT id FROM messages;
SELECT f.code, f.message FROM failure($$INSERT INTO answers (answer_to) VALUES (siq_generate('user'))$$) f;

-- Names of domains, by their hashes.
CREATE TABLE domains (name text PRIMARY KEY, hash bigint GENERATED ALWAYS AS (siq_domain_hash(name)) STORED UNIQUE);
INSERT INTO domains VALUES ('example.com'), ('sakuragasaki46.net');
SELECT name FROM siq_generate('user', 'example.com') id LEFT JOIN domains ON hash = siq_domain(id);
DROP TABLE messages, answers, domains;
RESET timezone;
RESET datestyle;
