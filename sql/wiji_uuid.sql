-- A wiji and a uuid are compared by their bytes.  So a parameter may be a uuid, joins take either,
-- and keys of one type may refer to keys of the other: a graph of tables changes from uuid to wiji,
-- or back, table by table.
CREATE TABLE w (id wiji PRIMARY KEY, n integer);
CREATE TABLE u (id uuid PRIMARY KEY, n integer);
INSERT INTO w SELECT wiji_make(1767225600000000 + i, 0, i), i FROM generate_series(1, 2000) i;
INSERT INTO u SELECT id, n FROM w;
INSERT INTO u SELECT gen_random_uuid(), NULL FROM generate_series(1, 1000);
VACUUM ANALYZE w, u;

-- The index finds a uuid on either side: one, a list, a range, a part of a row, a parameter, an ID
-- that is cast to uuid; and joins of each kind use the index of either side.
\set one '06474846-2040-0100-0010-000000000001'
\set two '06474846-2040-0200-0010-000000000002'
SET enable_seqscan = off;
PREPARE by_uuid(uuid) AS SELECT n FROM w WHERE id = $1;
SET plan_cache_mode = force_generic_plan;
SELECT query, conditions(replace(replace(query, 'ONE', :'one'), 'TWO', :'two')) FROM unnest(ARRAY[
	$$SELECT n FROM w WHERE id = uuid 'ONE'$$, $$SELECT n FROM w WHERE uuid 'ONE' >= id$$,
	$$SELECT n FROM w WHERE id = ANY ('{ONE}'::uuid[])$$, $$SELECT n FROM w WHERE id IN (uuid 'ONE', 'TWO')$$,
	$$SELECT n FROM w WHERE id BETWEEN uuid 'ONE' AND 'TWO'$$,
	$$SELECT n FROM w WHERE (id, n) > (uuid 'ONE', 1) ORDER BY id LIMIT 3$$,
	$$SELECT n FROM u WHERE id = wiji '06C31QQ30K880007VPPQCVK2KZ'$$, $$SELECT n FROM u WHERE id < wiji_lower(now())$$,
	$$EXECUTE by_uuid('ONE')$$, $$SELECT n FROM w WHERE id::uuid = uuid 'ONE'$$,
	$$SELECT FROM w a JOIN w b ON a.id = b.id WHERE a.id = uuid 'ONE'$$]) query;
RESET plan_cache_mode;
RESET enable_seqscan;
SELECT id::uuid AS some FROM w WHERE n = 1000 \gset
EXECUTE by_uuid(:'some');
\set ECHO none
CREATE FUNCTION answers(OUT joined bigint, OUT full_join text, OUT only_uuids bigint) LANGUAGE plpgsql AS $$
BEGIN
	SELECT count(*) INTO joined FROM w JOIN u ON w.id = u.id;
	SELECT count(*) || ', ' || count(w.id) || ', ' || count(u.id) INTO full_join FROM w FULL JOIN u ON u.id = w.id;
	SELECT count(*) INTO only_uuids FROM u WHERE id NOT IN (SELECT id FROM w);
END $$;
\set ECHO all
SET enable_hashjoin = off;
SET enable_mergejoin = off;
SELECT query, conditions(query)
FROM unnest(ARRAY[
	'SELECT FROM w JOIN u ON w.id = u.id WHERE w.n < 3', 'SELECT FROM w JOIN u ON w.id = u.id WHERE u.n < 3']) query;
SELECT count(*) FROM w JOIN u ON w.id = u.id WHERE w.n < 100;
RESET enable_hashjoin;
SELECT conditions('SELECT FROM w JOIN u ON w.id = u.id') AS hash_join, a.* FROM answers() a;
SET enable_hashjoin = off;
RESET enable_mergejoin;
SET enable_nestloop = off;
SELECT conditions('SELECT FROM w JOIN u ON w.id = u.id ORDER BY u.id') AS merge_join, a.* FROM answers() a;
RESET enable_hashjoin;
RESET enable_nestloop;
DROP FUNCTION answers;

-- Together in one column they are uuids.
SELECT pg_typeof(id) AS of_union, count(*) FROM (SELECT id FROM w UNION SELECT id FROM u) both_of_them GROUP BY 1;
SELECT pg_typeof(id) AS using, pg_typeof(coalesce(w.id, u.id)) AS coalesce FROM w JOIN u USING (id) LIMIT 1;

-- The order is that of the bytes, and all operators agree.
CREATE TEMP TABLE mixed AS
SELECT id, wiji_is_valid(id::text) AS is_wiji
FROM (SELECT id FROM u
      UNION SELECT wiji_make(us, sequence, random)
      FROM (VALUES (0), (1), (255), (1767225600000000), (72057594037927935)) t (us),
           (VALUES (0), (255), (256), (65535)) s (sequence), (VALUES (0), (1), (4503599627370495)) r (random)
      UNION SELECT overlay(u.id::text PLACING digit FROM place)::uuid
      FROM (SELECT id FROM u LIMIT 20) u, (VALUES ('0'), ('1'), ('2'), ('f')) d (digit),
           (VALUES (1), (16), (18), (20), (22), (36)) p (place)) i;
SELECT count(*) > 3000 AS many, count(*) FILTER (WHERE is_wiji) > 2000 AS wijis FROM mixed;
SELECT count(*) AS wrong
FROM (SELECT id::wiji AS w FROM mixed WHERE is_wiji ORDER BY hashtext(id::text) LIMIT 300) ids,
	(SELECT id AS u FROM mixed ORDER BY hashtext(id::text || 'u') LIMIT 600) others,
	LATERAL (SELECT uuid_send(w::uuid) AS bytes, uuid_send(u) AS other) b
WHERE (w < u, w <= u, w = u, w >= u, w > u, w <> u) IS DISTINCT FROM (bytes < other, bytes <= other, bytes = other,
       bytes >= other, bytes > other, bytes <> other)
   OR (u > w, u >= w, u = w, u <= w, u < w, u <> w) IS DISTINCT FROM (bytes < other, bytes <= other, bytes = other,
          bytes >= other, bytes > other, bytes <> other)
   OR wiji_cmp_uuid(w, u) <> (bytes > other)::integer - (bytes < other)::integer
   OR uuid_cmp_wiji(u, w) <> (bytes < other)::integer - (bytes > other)::integer
   OR w = u AND (wiji_hash(w), wiji_hash_extended(w, 42)) <> (wiji_hash_uuid(u), wiji_hash_uuid_extended(u, 42));
-- (The rows above are seldom equal; these are.)
SELECT count(*) AS equal,
       count(*) FILTER (WHERE wiji_hash(w.id) <> wiji_hash_uuid(u.id)
                        OR wiji_hash_extended(w.id, 42) <> wiji_hash_uuid_extended(u.id, 42)) AS wrong
FROM w JOIN u ON w.id = u.id;

-- Comparisons of uuids with each other are those of the server: their order, their hash, their index.
SELECT * FROM plan('SELECT id, count(*) FROM u GROUP BY id ORDER BY id LIMIT 3');
SELECT conditions('SELECT FROM u a JOIN mixed b ON a.id = b.id');

-- Indexes of other access methods find uuids, too.
SET enable_seqscan = off;
\set ECHO none
CREATE TABLE brin AS TABLE w;
CREATE INDEX ON brin USING brin (id);
CREATE TABLE multi AS TABLE w;
CREATE INDEX ON multi USING brin (id wiji_minmax_multi_ops);
CREATE TABLE bloom AS TABLE w;
CREATE INDEX ON bloom USING brin (id wiji_bloom_ops);
CREATE TABLE gist AS TABLE w;
CREATE INDEX ON gist USING gist (id);
CREATE TABLE hash AS TABLE w;
CREATE INDEX ON hash USING hash (id);
CREATE FUNCTION count_of(name text, after uuid, OUT rows bigint) LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('SELECT count(*) FROM %I WHERE id > $1 AND id <= uuid ''06474846-2043-f200-0010-000000000000''',
	               name) INTO rows USING after;
END $$;
\set ECHO all
SELECT name, count_of(name, :'some') AS found,
       replace(conditions(format('SELECT n FROM %I WHERE id = uuid %L', name, :'some')), :'some', 'the id') AS how
FROM unnest('{w,brin,multi,bloom,gist,hash}'::text[]) name;
DROP FUNCTION count_of;
RESET enable_seqscan;
DROP TABLE brin, multi, bloom, gist, hash;

-- Partitions: a uuid finds its own.
CREATE TABLE by_hash (id wiji) PARTITION BY HASH (id);
CREATE TABLE by_hash_0 PARTITION OF by_hash FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE by_hash_1 PARTITION OF by_hash FOR VALUES WITH (MODULUS 2, REMAINDER 1);
INSERT INTO by_hash SELECT id FROM w;
CREATE TABLE by_range (id wiji) PARTITION BY RANGE (id);
CREATE TABLE by_range_1 PARTITION OF by_range FOR VALUES FROM (MINVALUE) TO ('06474846-2043-e800-0010-000000000000');
CREATE TABLE by_range_2 PARTITION OF by_range FOR VALUES FROM ('06474846-2043-e800-0010-000000000000') TO (MAXVALUE);
INSERT INTO by_range SELECT id FROM w;
SELECT (SELECT count(*) FROM u, by_hash WHERE by_hash.id = u.id) AS by_hash,
       (SELECT count(*) FROM u, by_range WHERE by_range.id = u.id) AS by_range,
       (SELECT count(*) FROM by_hash WHERE id = uuid :'some') AS one,
       (SELECT count(*) FROM by_range WHERE id > uuid :'some') AS above;
SELECT query, count(*) AS partitions FROM unnest('{by_hash WHERE id =,by_range WHERE id >}'::text[]) query,
	plan(format('SELECT FROM %s uuid %L', query, :'some')) p WHERE p ~ 'Scan' GROUP BY query ORDER BY query;
DROP TABLE by_hash, by_range;

-- A uuid refers to a wiji, and a wiji to a uuid.
CREATE TABLE uuid_to_wiji (n integer, id uuid REFERENCES w ON UPDATE CASCADE ON DELETE CASCADE);
CREATE TABLE wiji_to_uuid (n integer, id wiji REFERENCES u ON UPDATE CASCADE ON DELETE CASCADE);
INSERT INTO uuid_to_wiji SELECT n, id FROM w;
INSERT INTO wiji_to_uuid SELECT n, id FROM w;
CREATE INDEX ON uuid_to_wiji (id);
CREATE INDEX ON wiji_to_uuid (id);
SELECT f.code, f.detail FROM unnest(ARRAY[
	$$INSERT INTO uuid_to_wiji VALUES (0, '00000000-0000-0000-0000-000000000000')$$,
	'INSERT INTO wiji_to_uuid VALUES (0, wiji_make(0, 0, 0))',
	$$UPDATE uuid_to_wiji SET id = '018f3e5e-7c1a-7c3a-8b9a-0123456789ab' WHERE n = 1$$]) statement, failure(statement) f;
DELETE FROM w WHERE n <= 10;
DELETE FROM u WHERE n <= 20;
UPDATE w SET id = wiji_make(0, 0, 1) WHERE n = 11;
UPDATE u SET id = wiji_make(0, 0, 2) WHERE n = 21;
SELECT min(n), count(*), min(id::wiji) FROM uuid_to_wiji UNION ALL SELECT min(n), count(*), min(id) FROM wiji_to_uuid;
-- a uuid to which a wiji refers cannot become one that is not a wiji
SELECT f.code, f.detail FROM failure('UPDATE u SET id = ''018f3e5e-7c1a-7c3a-8b9a-0123456789ab'' WHERE n = 22') f;
-- Indexes serve the queries of a constraint, with either type.
SET enable_seqscan = off;
PREPARE referring_uuid(wiji) AS SELECT 1 FROM ONLY uuid_to_wiji x WHERE $1 OPERATOR(=) x.id FOR KEY SHARE OF x;
SET plan_cache_mode = force_generic_plan;
PREPARE referring_wiji(uuid) AS SELECT 1 FROM ONLY wiji_to_uuid x
WHERE $1 OPERATOR(pg_catalog.=) x.id::uuid FOR KEY SHARE OF x;
SELECT conditions('EXECUTE referring_uuid(NULL)') AS uuid, conditions('EXECUTE referring_wiji(NULL)') AS wiji;
RESET plan_cache_mode;
RESET enable_seqscan;
DEALLOCATE ALL;
-- A constraint on tables with rows is checked by a join.
ALTER TABLE uuid_to_wiji DROP CONSTRAINT uuid_to_wiji_id_fkey, ADD FOREIGN KEY (id) REFERENCES w NOT VALID;
ALTER TABLE uuid_to_wiji VALIDATE CONSTRAINT uuid_to_wiji_id_fkey;
ALTER TABLE wiji_to_uuid DROP CONSTRAINT wiji_to_uuid_id_fkey, ADD FOREIGN KEY (id) REFERENCES u;
SELECT conname, conpfeqop::regoperator, conppeqop::text, convalidated
FROM (SELECT conname, conpfeqop[1]::regoperator AS conpfeqop, conppeqop[1]::regoperator AS conppeqop, convalidated
      FROM pg_constraint WHERE contype = 'f' AND conrelid IN ('uuid_to_wiji'::regclass, 'wiji_to_uuid'::regclass)) c
      ORDER BY conname;
DROP TABLE uuid_to_wiji, wiji_to_uuid;

-- With row-level security and in security barrier views, the index finds a uuid: the operators are
-- leakproof.
CREATE VIEW barrier WITH (security_barrier) AS SELECT * FROM w WHERE n % 2 = 0;
SET enable_seqscan = off;
SELECT conditions(format('SELECT n FROM barrier WHERE id = uuid %L', :'one'));
RESET enable_seqscan;
DROP VIEW barrier;

-- COPY evaluates the result of the planner's support function, without the planner.
CREATE TABLE loaded (id wiji, u uuid);
COPY loaded FROM stdin WHERE id = u;
06474846-2040-0100-0010-000000000001	06474846-2040-0100-0010-000000000001
06474846-2040-0100-0010-000000000001	06474846-2040-0100-0010-000000000002
\.
SELECT * FROM loaded;
DROP TABLE loaded;
DROP TABLE mixed;
DROP TABLE w, u;
