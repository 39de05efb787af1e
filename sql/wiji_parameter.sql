-- Drivers give their parameters a type: text or varchar (JDBC, sqlx, Slonik), uuid (JDBC's UUID,
-- psycopg's uuid.UUID, .NET's Guid, pgx), or none.  Each finds the same row by the same index,
-- whether the plan knows the value or not.
CREATE TABLE orders (id wiji PRIMARY KEY, item text, data jsonb);
INSERT INTO orders SELECT wiji_make(i, 0, 0), 'item ' || i, jsonb_build_object('id', wiji_make(i, 0, 0)::text) FROM generate_series(1, 1000) i;
INSERT INTO orders VALUES ('06C31QQ30K880007VPPQCVK2KZ', 'coffee', '{}');
CREATE DOMAIN order_id AS wiji;
CREATE DOMAIN short_text AS varchar CHECK (length(VALUE) < 100);
VACUUM ANALYZE orders;

-- Each form of a condition, for each type of a parameter: the index condition of a plan that does
-- not know the value; whether there is one in a plan that does; and the rows that both find.
CREATE FUNCTION tried(condition text, type text, value text) RETURNS TABLE (condition_of_index text, known_too boolean, items text[]) LANGUAGE plpgsql AS $$
DECLARE
	mode text;
	item text;
BEGIN
	SET LOCAL enable_seqscan = off;
	EXECUTE format('PREPARE tried(%s) AS SELECT item FROM orders WHERE %s', type, condition);
	FOREACH mode IN ARRAY '{force_custom_plan,force_generic_plan}'::text[] LOOP
		PERFORM set_config('plan_cache_mode', mode, true);
		known_too := condition_of_index <> '';
		SELECT substring(p FROM 'Index Cond: (.*)') INTO condition_of_index FROM plan(format('EXECUTE tried(%L)', value)) p WHERE p ~ 'Index Cond';
		EXECUTE format('EXECUTE tried(%L)', value) INTO item;
		items := items || item;
	END LOOP;
	DEALLOCATE tried;
	RETURN NEXT;
END $$;
SELECT condition, type, t.*
FROM (VALUES
	(1, 'id = $1', '06C31QQ30K880007VPPQCVK2KZ', '{unknown,text,varchar,uuid,wiji,order_id,short_text}'::text[]),
	(2, '$1 = id', '06C31QQ30K880007VPPQCVK2KZ', '{unknown,text,varchar,uuid,wiji}'),
	(3, 'id > $1', '00000000Z40000040000000000', '{unknown,text,varchar,uuid,wiji}'),
	(4, 'id BETWEEN $1 AND $1', '06C31QQ30K880007VPPQCVK2KZ', '{unknown,text,varchar,uuid,wiji}'),
	(5, 'id = ANY ($1)', '{06C31QQ30K880007VPPQCVK2KZ}', '{unknown,text[],varchar[],uuid[],wiji[]}'),
	(6, 'id = ANY (ARRAY[$1])', '06C31QQ30K880007VPPQCVK2KZ', '{text,varchar,uuid,wiji}'),
	(7, '(id, item) >= ($1, '''')', '06C31QQ30K880007VPPQCVK2KZ', '{unknown,text,varchar,uuid,wiji}'),
	(8, 'id::order_id = $1', '06C31QQ30K880007VPPQCVK2KZ', '{unknown,text,varchar,uuid,wiji,order_id}')) c (n, condition, value, types),
	unnest(types) WITH ORDINALITY types (type, m),
	LATERAL (SELECT * FROM tried(condition, type, CASE WHEN type ~ 'uuid' THEN replace(replace(value, '06C31QQ30K880007VPPQCVK2KZ', '0660c37b-8c13-4200-001f-76b5d9b98a7f'), '00000000Z40000040000000000', '0000000f-8800-0000-0010-000000000000') ELSE value END)) t
ORDER BY n, m;
-- Versions of PostgreSQL make different plans for these forms.
SELECT condition, type, t.items
FROM (VALUES
	(1, 'id IN (SELECT unnest($1))', '{06C31QQ30K880007VPPQCVK2KZ}', '{text[],varchar[],uuid[],wiji[]}'::text[]),
	(2, 'id IN (VALUES ($1))', '06C31QQ30K880007VPPQCVK2KZ', '{text,varchar,uuid,wiji}'),
	(3, 'id IS NOT DISTINCT FROM $1', '06C31QQ30K880007VPPQCVK2KZ', '{unknown,text,varchar,uuid,wiji}'),
	(4, 'CASE id WHEN $1 THEN true END', '06C31QQ30K880007VPPQCVK2KZ', '{unknown,text,varchar,uuid,wiji}'),
	(5, 'id IN ($1, ''0660c37b-8c13-4200-001f-76b5d9b98a7f'')', '06C31QQ30K880007VPPQCVK2KZ', '{unknown,text,varchar,uuid,wiji}'),
	(6, 'nullif(id, $1) IS NULL', '06C31QQ30K880007VPPQCVK2KZ', '{unknown,text,varchar,uuid,wiji}')) c (n, condition, value, types),
	unnest(types) WITH ORDINALITY types (type, m),
	LATERAL tried(condition, type, CASE WHEN type ~ 'uuid' THEN replace(value, '06C31QQ30K880007VPPQCVK2KZ', '0660c37b-8c13-4200-001f-76b5d9b98a7f') ELSE value END) t
ORDER BY n, m;

-- A value inside of jsonb is text, and joins without a word.
SELECT count(*) FROM orders o JOIN orders d ON d.data->>'id' = o.id;
SELECT item FROM orders WHERE id = (SELECT data->>'id' FROM orders WHERE item = 'item 5');
-- So do functions of wijis take text.
SELECT wiji_timestamp(text '06C31QQ30K880007VPPQCVK2KZ'), wiji_sequence(varchar '06C31QQ30K880007VPPQCVK2KZ');

-- The price: a text is compared as the id that it is, in any of its forms; and where it is none,
-- the row is an error.
CREATE TABLE notes (about text);
INSERT INTO notes VALUES ('06c31qq30k880007vppqcvk2kz'), ('0660c37b-8c13-4200-001f-76b5d9b98a7f');
SELECT about FROM notes, orders WHERE about = id;
INSERT INTO notes VALUES ('coffee');
SELECT f.code, f.message FROM failure('SELECT about FROM notes, orders WHERE about = id') f;
-- The way to compare texts as texts is to say so.
SELECT about FROM notes, orders WHERE about = id::text;
-- Anything else than a comparison of ids is refused, as it was.
SELECT statement, f.code, f.message FROM (VALUES
	(1, 'SELECT lower(id) FROM orders'), (2, 'SELECT FROM orders WHERE id LIKE ''06%'''), (3, 'SELECT id FROM orders UNION SELECT about FROM notes'),
	(4, 'SELECT CASE WHEN true THEN id ELSE item END FROM orders'), (5, 'SELECT coalesce(id, item) FROM orders'), (6, 'SELECT array[id, item] FROM orders'),
	(7, 'SELECT FROM orders WHERE id = 1'), (8, 'SELECT FROM orders WHERE id = ''\x00''::bytea'), (9, 'SELECT FROM orders JOIN notes AS n (id) USING (id)')) s (n, statement),
	failure(statement) f ORDER BY n;
DROP FUNCTION tried;
DROP TABLE orders, notes;
DROP DOMAIN order_id, short_text;
