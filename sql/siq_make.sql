-- Ids from their fields, and the properties that the document's sample code knows of them.
SET timezone = 'UTC';
SET datestyle = 'ISO';

-- The published id, from its fields.
SELECT siq_make('2019-12-31 23:00:00+00', 0, 0, 0, 'content'),
       siq_make('2019-12-31 23:00:00+00', 0, 0, 0, 'content')::numeric;

-- The fields come back, and the fields of an id, its time cut to microseconds, make that id again.
SELECT id, siq_timestamp(id), siq_shard(id), siq_domain(id), siq_serial(id), siq_qualifier(id)
FROM siq_make('2026-11-21 02:38:00.960586', 10, siq_domain_hash('example.com'), 7872, 'content') id;
SELECT count(*), count(*)
       FILTER (WHERE siq_make(siq_timestamp(id), siq_shard(id), siq_domain(id), siq_serial(id),
                              siq_qualifier(id)) = id) AS same
FROM (SELECT siq_make(timestamptz '2026-11-21' + n * interval '15.2588 us', n % 256, n * 429496::bigint, n % 2048,
                      'user') AS id FROM generate_series(0, 9999) n
      UNION ALL SELECT siq_generate('thread', 'example.com') FROM generate_series(1, 10000)) s;
SELECT siq_make('1970-01-01', 0, 0, 0, 'user')::bytea AS first,
       siq_make('36812-02-20 00:36:15.999984', 255, 4294967295, 8191, 'content')::bytea AS last;
-- A moment between two ticks gives the later one: as siq_lower does.
SELECT n, siq_timestamp(siq_make(at, 0, 0, 0, 'user')), siq_make(at, 0, 0, 0, 'user') = siq_lower(at) AS as_lower
FROM (SELECT n, timestamptz '2026-11-21' + n * interval '1 us' AS at FROM generate_series(0, 32, 8) n) s;

-- It depends on nothing but its arguments: back-filled twice, a row has the same id.  Serials count
-- up in each tick.
CREATE TEMP TABLE posts AS SELECT n, timestamptz '2020-05-01' + n / 7 * interval '1 ms' AS posted
FROM generate_series(1, 1000) n;
CREATE TEMP VIEW filled AS
SELECT n, siq_make(posted, 0, siq_domain_hash('example.com', 255),
                   (row_number() OVER (PARTITION BY posted ORDER BY n))::integer - 1, 'message') AS id FROM posts;
SELECT count(*), count(DISTINCT a.id) AS different, bool_and(a.id = b.id) AS the_same_again
FROM filled a JOIN filled b USING (n);
CREATE TEMP TABLE t (id siq GENERATED ALWAYS AS (siq_make('epoch', 0, 0, n, 'tag')) STORED, n integer);
INSERT INTO t (n) VALUES (5);
SELECT siq_serial(id) FROM t;

-- A field out of range is an error that names it, and how much room the qualifier leaves.
SELECT f.code, f.message, f.detail FROM unnest(ARRAY[
	$$'1969-12-31 23:59:59.999999', 0, 0, 0, 'user'$$, $$'36812-02-20 00:36:15.999985', 0, 0, 0, 'user'$$,
	$$'infinity', 0, 0, 0, 'user'$$,
	$$'epoch', 256, 0, 0, 'user'$$, $$'epoch', -1, 0, 0, 'user'$$, $$'epoch', 0, 4294967296, 0, 'user'$$,
	$$'epoch', 0, -1, 0, 'user'$$,
	$$'epoch', 0, 0, 2048, 'user'$$, $$'epoch', 0, 0, 4096, 'message'$$, $$'epoch', 0, 0, 8192, 'content'$$,
	$$'epoch', 0, 0, -1, 'content'$$, $$'epoch', 0, 0, 0, 'users'$$]) WITH ORDINALITY AS a (arguments, n),
	failure(format('SELECT siq_make(%s)', arguments)) f ORDER BY n;
SELECT siq_make(NULL, 0, 0, 0, 'user'), siq_make('epoch', 0, 0, 0, NULL), siq_can_have_children(NULL),
       siq_binary16(NULL);

-- The names of the document's code are read, too, in lower and in upper case; one name for each is
-- printed.
SELECT name, siq_qualifier(siq_make('epoch', 0, 0, 0, name))
FROM unnest('{USER,MESSAGE,TERNARY,ternary,MULTI,multi,MANYTOMANY,manytomany,MANY_TO_MANY,PREMIUM,premium
             }'::text[]) name;
SELECT count(*) FILTER (WHERE code = '22023') AS refused, count(*)
FROM unnest('{User,mULTI,Ternary,MANY-TO-MANY,MULTI_,MULT,""," USER"}'::text[]) name,
     failure(format('SELECT siq_generate(%L)', name)) f;

-- May have children: the document's code says it of half of those that are no leaves, in the order
-- of its table.
SELECT suffix, siq_qualifier(id), siq_is_leaf(id) AS leaf, siq_can_have_children(id) AS children
FROM unnest('{00000,10000,01000,11000,00100,10100,01100,11100,00010,
              10010,01010,11010,00110,01110,00001,00101,00011,00111}'::bit(5)[]) WITH ORDINALITY s (suffix, n),
     LATERAL (SELECT ('005e0bd2f000000000000000' || '00' || lpad(to_hex(suffix::integer), 2, '0'))::siq AS id) i
     ORDER BY n;

-- The 16 bytes that are advised for storage: out and in.
SELECT siq_binary16('did:siq:p4ltviuagwaiebd26scugzymup5qh'),
       siq_binary16('did:siq:p4ltviuagwaiebd26scugzymup5qh')::siq;
SELECT bool_and(siq_binary16(a.id)::siq = a.id AND length(siq_binary16(a.id)) = 16) AS same,
       bool_and((a.id < b.id) = (siq_binary16(a.id) < siq_binary16(b.id))) AS in_order
FROM filled a, LATERAL (SELECT id FROM filled b WHERE b.n = 1001 - a.n) b;
SELECT f.code, f.message, f.detail
FROM unnest('{"",00,000000000000000000000000000000,0001006b010408f5e90a86ce1947f607,
              0100006b010408f5e90a86ce1947f607,00000000000000000000000000000000ff}'::text[])
     WITH ORDINALITY AS v (hex, n),
	failure(format('SELECT decode(%L, %L)::siq', hex, 'hex')) f ORDER BY n;

-- Only a message may be answered to: docs/siq.md, "Recipes".
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
