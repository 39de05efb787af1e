-- Drivers give their parameters a type: text or varchar (JDBC, sqlx, Slonik), uuid (JDBC's UUID,
-- psycopg's uuid.UUID, .NET's Guid, pgx), or none.  Each finds the same row by the same index,
-- whether the plan knows the value or not.  Only rows that are compared with texts have no index.
CREATE TABLE orders (id wiji PRIMARY KEY, item text, data jsonb);
INSERT INTO orders SELECT wiji_make(i, 0, 0), 'item ' || i, jsonb_build_object('id', wiji_make(i, 0, 0)::text)
FROM generate_series(1, 1000) i;
INSERT INTO orders VALUES ('06C31QQ30K880007VPPQCVK2KZ', 'coffee', '{}');
CREATE DOMAIN order_id AS wiji;
CREATE DOMAIN short_text AS varchar CHECK (length(VALUE) < 100);
VACUUM ANALYZE orders;

-- Each form of a condition, for each type of a parameter: the index condition of a plan that does
-- not know the value; whether there is one in a plan that does; and the rows that both find.
CREATE FUNCTION tried(condition text, type text, value text)
RETURNS TABLE (condition_of_index text, known_too boolean, items text[]) LANGUAGE plpgsql AS $$
DECLARE
	mode text;
	item text;
BEGIN
	SET LOCAL enable_seqscan = off;
	EXECUTE format('PREPARE tried(%s) AS SELECT item FROM orders WHERE %s', type, condition);
	FOREACH mode IN ARRAY '{force_custom_plan,force_generic_plan}'::text[] LOOP
		PERFORM set_config('plan_cache_mode', mode, true);
		known_too := condition_of_index <> '';
		SELECT substring(p FROM 'Index Cond: (.*)') INTO condition_of_index
		FROM plan(format('EXECUTE tried(%L)', value)) p WHERE p ~ 'Index Cond';
		EXECUTE format('EXECUTE tried(%L)', value) INTO item;
		items := items || item;
	END LOOP;
	DEALLOCATE tried;
	RETURN NEXT;
END $$;
SELECT condition, type, t.*
FROM (VALUES
	(1, 'id = $1', '06C31QQ30K880007VPPQCVK2KZ',
	 '{unknown,text,varchar,char(36),name,uuid,wiji,order_id,short_text}'::text[]),
	(2, '$1 = id', '06C31QQ30K880007VPPQCVK2KZ', '{unknown,text,varchar,char(36),name,uuid,wiji}'),
	(3, 'id > $1', '00000000Z40000040000000000', '{unknown,text,varchar,uuid,wiji}'),
	(4, 'id BETWEEN $1 AND $1', '06C31QQ30K880007VPPQCVK2KZ', '{unknown,text,varchar,uuid,wiji}'),
	(5, 'id = ANY ($1)', '{06C31QQ30K880007VPPQCVK2KZ}', '{unknown,text[],varchar[],char(36)[],name[],uuid[],wiji[]}'),
	(6, 'id = ANY (ARRAY[$1])', '06C31QQ30K880007VPPQCVK2KZ', '{text,varchar,uuid,wiji}'),
	(7, '(id, item) >= ($1, '''')', '06C31QQ30K880007VPPQCVK2KZ', '{unknown,text,varchar,uuid,wiji}'),
	(8, 'id::order_id = $1', '06C31QQ30K880007VPPQCVK2KZ',
	 '{unknown,text,varchar,uuid,wiji,order_id}')) c (n, condition, value, types),
	unnest(types) WITH ORDINALITY types (type, m),
	LATERAL (SELECT *
	         FROM tried(condition, type,
	                    CASE WHEN type ~ 'uuid'
	                    THEN replace(replace(value, '06C31QQ30K880007VPPQCVK2KZ',
	                                         '0660c37b-8c13-4200-001f-76b5d9b98a7f'), '00000000Z40000040000000000',
	                                         '0000000f-8800-0000-0010-000000000000') ELSE value END)) t
ORDER BY n, m;
-- Versions of PostgreSQL make different plans for these forms.
SELECT condition, type, t.items
FROM (VALUES
	(1, 'id IN (SELECT unnest($1))', '{06C31QQ30K880007VPPQCVK2KZ}', '{text[],varchar[],uuid[],wiji[]}'::text[]),
	(2, 'id IN (VALUES ($1))', '06C31QQ30K880007VPPQCVK2KZ', '{text,varchar,uuid,wiji}'),
	(3, 'id IS NOT DISTINCT FROM $1', '06C31QQ30K880007VPPQCVK2KZ', '{unknown,text,varchar,uuid,wiji}'),
	(4, 'CASE id WHEN $1 THEN true END', '06C31QQ30K880007VPPQCVK2KZ', '{unknown,text,varchar,uuid,wiji}'),
	(5, 'id IN ($1, ''0660c37b-8c13-4200-001f-76b5d9b98a7f'')', '06C31QQ30K880007VPPQCVK2KZ',
	 '{unknown,text,varchar,uuid,wiji}'),
	(6, 'nullif(id, $1) IS NULL', '06C31QQ30K880007VPPQCVK2KZ',
	 '{unknown,text,varchar,uuid,wiji}')) c (n, condition, value, types),
	unnest(types) WITH ORDINALITY types (type, m),
	LATERAL tried(condition, type,
	              CASE WHEN type ~ 'uuid'
	              THEN replace(value, '06C31QQ30K880007VPPQCVK2KZ', '0660c37b-8c13-4200-001f-76b5d9b98a7f')
	              ELSE value END) t
ORDER BY n, m;

-- A value inside of jsonb is text, and joins without a word.
SELECT count(*) FROM orders o JOIN orders d ON d.data->>'id' = o.id;
SELECT item FROM orders WHERE id = (SELECT data->>'id' FROM orders WHERE item = 'item 5');
-- A column of texts is found by an index on its cast, and the other way round.
CREATE TABLE lines (text text, varchar varchar, texts text[]);
INSERT INTO lines SELECT wiji_hex(id), id, array[id::text] FROM orders;
CREATE INDEX ON lines ((text::wiji));
CREATE INDEX ON lines ((varchar::wiji));
VACUUM ANALYZE lines;
SET enable_seqscan = off;
SELECT * FROM plan('SELECT FROM lines WHERE text = wiji ''06C31QQ30K880007VPPQCVK2KZ''');
SELECT * FROM plan('SELECT FROM lines WHERE varchar < wiji ''06C31QQ30K880007VPPQCVK2KZ''');
SET enable_hashjoin = off;
SET enable_mergejoin = off;
SELECT p AS plan FROM plan('SELECT FROM orders JOIN lines ON id = ANY (texts)') p WHERE p ~ 'Index';
SELECT count(*) FROM orders JOIN lines ON id = ANY (texts);
SELECT count(*) FROM orders JOIN lines ON id = varchar;
RESET enable_seqscan;
RESET enable_hashjoin;
RESET enable_mergejoin;
SELECT count(*) FROM orders FULL JOIN lines ON text = id;
DROP TABLE lines;
-- Functions of wijis need a cast.
SELECT f.code, f.message FROM failure('SELECT wiji_timestamp(text ''06C31QQ30K880007VPPQCVK2KZ'')') f;

-- The price: a text is compared as the id that it is, in any of its forms; and where it is none,
-- the row is an error.
CREATE TABLE notes (about text);
INSERT INTO notes VALUES ('06c31qq30k880007vppqcvk2kz'), ('0660c37b-8c13-4200-001f-76b5d9b98a7f');
SELECT about FROM notes, orders WHERE about = id;
INSERT INTO notes VALUES ('coffee');
SELECT f.code, f.message FROM failure('SELECT about FROM notes, orders WHERE about = id') f;
-- A row that another condition excludes is not met; nor is a text of the statistics, which the
-- planner knows.
ALTER TABLE notes ADD kind text;
UPDATE notes SET kind = CASE about WHEN 'coffee' THEN 'drink' ELSE 'id' END;
INSERT INTO notes SELECT 'coffee', 'drink' FROM generate_series(1, 100);
ANALYZE notes;
SELECT count(*) FROM notes WHERE kind = 'id' AND about = '06C31QQ30K880007VPPQCVK2KZ'::wiji;
SELECT count(*) FROM notes
WHERE kind = 'id' AND about = ANY ('{06C31QQ30K880007VPPQCVK2KZ,00000000Z40000040000000000}'::wiji[]);
SELECT count(*) FROM notes WHERE kind = 'id' AND about IS DISTINCT FROM '06C31QQ30K880007VPPQCVK2KZ'::wiji;
SELECT count(*) FROM notes WHERE kind = 'id' AND (about, kind) > ('00000000Z40000040000000000'::wiji, '');
SELECT count(*) FROM notes JOIN orders ON id = ANY (ARRAY[about]) WHERE kind = 'id';
-- The way to compare texts as texts is to say so.
SELECT about FROM notes, orders WHERE about = id::text;
-- An array of texts is an array of ids, in any of their forms and in any order. Where a condition
-- finds rows by an index or by partitions, they are those of the cast.
CREATE TABLE by_hash (LIKE orders) PARTITION BY HASH (id);
CREATE TABLE by_hash_0 PARTITION OF by_hash FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE by_hash_1 PARTITION OF by_hash FOR VALUES WITH (MODULUS 2, REMAINDER 1);
CREATE TABLE by_range (LIKE orders) PARTITION BY RANGE (id);
CREATE TABLE by_range_0 PARTITION OF by_range FOR VALUES FROM (MINVALUE) TO ('00000000Z40000040000000000');
CREATE TABLE by_range_1 PARTITION OF by_range FOR VALUES FROM ('00000000Z40000040000000000') TO (MAXVALUE);
CREATE TABLE hashed (LIKE orders);
CREATE INDEX ON hashed USING hash (id);
CREATE TABLE unindexed (LIKE orders);
INSERT INTO by_hash SELECT * FROM orders;
INSERT INTO by_range SELECT * FROM orders;
INSERT INTO hashed SELECT * FROM orders;
INSERT INTO unindexed SELECT * FROM orders;
CREATE FUNCTION count_of(tables text, condition text, list text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
	rows bigint;
BEGIN
	EXECUTE format('SELECT count(*) FROM %I WHERE %s', tables, replace(condition, '$', list)) INTO rows;
	RETURN rows;
END $$;
SELECT format('''{%s}''::text[]',
              string_agg(CASE n % 4 WHEN 0 THEN id::text WHEN 1 THEN lower(id::text) WHEN 2 THEN wiji_hex(id)
                         ELSE id::uuid::text END, ',' ORDER BY hashtext(id::text))) AS list
FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM orders) o WHERE n % 7 = 0 \gset
SET enable_seqscan = off;
SELECT condition, string_agg(tables, ' ' ORDER BY tables COLLATE "C")
       FILTER (WHERE texts = ids AND texts > 0) AS "right",
       string_agg(tables, ' ') FILTER (WHERE texts <> ids OR texts = 0) AS wrong
FROM (VALUES ('id = ANY ($)'), ('id = ANY ($) AND id > wiji ''00000000Z40000040000000000'''),
             ('id = ANY ($) AND id < uuid ''0000000f-8800-0000-0010-000000000000'''),
             ('id = ANY ($) AND id = ANY ($::wiji[])'), ('id = ANY ($) AND id = ANY ($::wiji[]::uuid[])'),
             ('id = ANY ($) AND id = ANY (($)[5:])'), ('id < ANY ($)'), ('id >= ANY (($)[9:])'),
             ('id <> ALL ($)'), ('id >= ALL (($)[:2])'), ('NOT id = ANY ($)'), ('id = ANY ($ || NULL)'),
             ('(id, item) > (($)[2], ''x'')'), ('(($)[2], ''x'') >= (id, item)'), ('id IN (($)[1], ($)[2])'),
             ('($)[3] <= id'), ('($)[3] = id'), ('($)[3] <> id'), ('id IS DISTINCT FROM ($)[3]'),
             ('id IN (SELECT unnest($))'), ('id NOT IN (SELECT unnest($))')) c (condition),
	unnest('{orders,by_hash,by_range,hashed,unindexed}'::text[]) tables,
	count_of(tables, condition, :'list') texts, count_of(tables, condition, '(' || :'list' || '::wiji[])') ids
GROUP BY condition ORDER BY condition COLLATE "C";
SELECT count(*) FILTER (WHERE p ~ 'Index') AS index_of_hash
FROM plan('SELECT FROM hashed WHERE id = ANY (''{06C31QQ30K880007VPPQCVK2KZ}''::text[])') p;
SELECT count(*) FILTER (WHERE p ~ 'Scan') AS partitions
FROM plan('SELECT FROM by_hash WHERE id = ANY (''{06C31QQ30K880007VPPQCVK2KZ}''::text[])') p;
SELECT count(*) FILTER (WHERE p ~ 'Scan') AS partitions
FROM plan('SELECT FROM by_range WHERE id = ANY (''{06c31qq30k880007vppqcvk2kz}''::text[])') p;
SELECT count(*) FILTER (WHERE p ~ 'Scan') AS partitions
FROM plan('SELECT FROM by_range WHERE id > text ''06c31qq30k880007vppqcvk2kz''') p;
SELECT f.code, f.message
FROM failure('SELECT FROM orders WHERE id = ANY (''{06C31QQ30K880007VPPQCVK2KZ,coffee}''::text[])') f;
RESET enable_seqscan;
DROP FUNCTION count_of;
DROP TABLE by_hash, by_range, hashed, unindexed;

-- A foreign key from a text is refused.
SELECT f.code, f.message FROM failure('CREATE TABLE referring (id text REFERENCES orders)') f;
-- No operator is leakproof, as the error shows the text. So behind a barrier a condition on texts
-- of the rows waits, and one on a parameter does not.
CREATE VIEW barrier WITH (security_barrier) AS SELECT * FROM orders WHERE item <> 'secret';
SET enable_seqscan = off;
SELECT * FROM plan('SELECT FROM barrier WHERE id = text ''06c31qq30k880007vppqcvk2kz''');
SELECT p AS plan FROM plan('SELECT FROM barrier WHERE id = item') p WHERE p !~ 'Disabled';
RESET enable_seqscan;
DROP VIEW barrier;
-- Who may not compare has no comparison made of it.
CREATE ROLE regress_wiji_anyone;
GRANT SELECT ON orders TO regress_wiji_anyone;
REVOKE EXECUTE ON FUNCTION wiji_eq_text(wiji, text) FROM PUBLIC;
SET ROLE regress_wiji_anyone;
SELECT f.code, f.message FROM failure('SELECT FROM orders WHERE id = text ''06C31QQ30K880007VPPQCVK2KZ''') f;
RESET ROLE;
GRANT EXECUTE ON FUNCTION wiji_eq_text(wiji, text) TO PUBLIC;
REVOKE EXECUTE ON FUNCTION wiji(text) FROM PUBLIC;
SET ROLE regress_wiji_anyone;
SELECT item FROM orders WHERE id = text '06C31QQ30K880007VPPQCVK2KZ';
-- Where no cast may be made of it, texts are not hashed: nothing says which of them are equal.
SELECT count(*) FROM orders WHERE id IN (SELECT wiji_hex(wiji_make(i % 100, 0, 0)) FROM generate_series(1, 1000) i);
SELECT count(*) FROM orders WHERE id NOT IN (SELECT wiji_hex(wiji_make(i, 0, 0)) FROM generate_series(1, 999) i);
RESET ROLE;
GRANT EXECUTE ON FUNCTION wiji(text) TO PUBLIC;
DROP OWNED BY regress_wiji_anyone;
DROP ROLE regress_wiji_anyone;
-- A constant is read once, whatever the operator.
SELECT p AS plan
FROM plan($$SELECT FROM orders
	WHERE id > text '00000000z40000040000000000' AND id <> text '06c31qq30k880007vppqcvk2kz'$$) p WHERE p ~ ':';
-- A text may come from a function that returns a set.
SELECT count(*) FROM (SELECT id = unnest(array[wiji_hex(id), '06C31QQ30K880007VPPQCVK2KZ']) AS found FROM orders) o
WHERE found;
-- Some expressions the server evaluates without planning them.
CREATE TABLE checked (id wiji, t text CHECK (id = t),
                      n integer GENERATED ALWAYS AS (CASE WHEN t >= id THEN 1 END) STORED);
CREATE INDEX ON checked (t) WHERE id <> t;
COPY checked FROM stdin WHERE id > text '00000000Z40000040000000000';
00000000Z40000040000000000	00000000Z40000040000000000
06C31QQ30K880007VPPQCVK2KZ	06c31qq30k880007vppqcvk2kz
\.
SELECT * FROM checked;
SELECT f.code
FROM failure('INSERT INTO checked VALUES (''06C31QQ30K880007VPPQCVK2KZ'', ''00000000Z40000040000000000'')') f;
DROP TABLE checked;
-- Anything else than a comparison of ids is refused, as it was.
SELECT statement, f.code, f.message FROM (VALUES
	(1, 'SELECT lower(id) FROM orders'), (2, 'SELECT FROM orders WHERE id LIKE ''06%'''),
	(3, 'SELECT id FROM orders UNION SELECT about FROM notes'),
	(4, 'SELECT CASE WHEN true THEN id ELSE item END FROM orders'), (5, 'SELECT coalesce(id, item) FROM orders'),
	(6, 'SELECT array[id, item] FROM orders'),
	(7, 'SELECT FROM orders WHERE id = 1'), (8, 'SELECT FROM orders WHERE id = ''\x00''::bytea'),
	(9, 'SELECT FROM orders JOIN notes AS n (id) USING (id)')) s (n, statement),
	failure(statement) f ORDER BY n;
DROP FUNCTION tried;
DROP TABLE orders, notes;
DROP DOMAIN order_id, short_text;
