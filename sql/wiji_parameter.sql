-- Drivers send a parameter without a type, or as a uuid (JDBC's UUID, psycopg's uuid.UUID, .NET's
-- Guid, pgx).  Each finds the same row by the same index, whether the plan knows the value or not.
-- A parameter that is declared as text (JDBC's setString) needs a cast, as for a column of type uuid.
CREATE TABLE orders (id wiji PRIMARY KEY, item text, other text);
INSERT INTO orders SELECT wiji_make(i, 0, 0), 'item ' || i, wiji_hex(wiji_make(1001 - i, 0, 0))
FROM generate_series(1, 1000) i;
INSERT INTO orders VALUES ('06C31QQ30K880007VPPQCVK2KZ', 'coffee', NULL);
CREATE DOMAIN order_id AS wiji;
VACUUM ANALYZE orders;

-- Each form of a condition, for each type of a parameter: the index condition of a generic plan;
-- whether a custom plan has one; and the rows that both find.
\set ECHO none
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
	 '{unknown,uuid,wiji,order_id}'::text[]),
	(2, '$1 = id', '06C31QQ30K880007VPPQCVK2KZ', '{unknown,uuid,wiji}'),
	(3, 'id > $1', '00000000Z40000040000000000', '{unknown,uuid,wiji}'),
	(4, 'id BETWEEN $1 AND $1', '06C31QQ30K880007VPPQCVK2KZ', '{unknown,uuid,wiji}'),
	(5, 'id = ANY ($1)', '{06C31QQ30K880007VPPQCVK2KZ}', '{unknown,uuid[],wiji[]}'),
	(6, 'id = ANY (ARRAY[$1])', '06C31QQ30K880007VPPQCVK2KZ', '{uuid,wiji}'),
	(7, '(id, item) >= ($1, '''')', '06C31QQ30K880007VPPQCVK2KZ', '{unknown,uuid,wiji}'),
	(8, 'id::order_id = $1', '06C31QQ30K880007VPPQCVK2KZ',
	 '{unknown,uuid,wiji,order_id}')) c (n, condition, value, types),
	unnest(types) WITH ORDINALITY types (type, m),
	LATERAL (SELECT *
	         FROM tried(condition, type,
	                    CASE WHEN type ~ 'uuid'
	                    THEN replace(replace(value, '06C31QQ30K880007VPPQCVK2KZ',
	                                         '0660c37b-8c13-4200-001f-76b5d9b98a7f'), '00000000Z40000040000000000',
	                                         '0000000f-8800-0000-0010-000000000000') ELSE value END)) t
ORDER BY n, m;
\set ECHO all
-- Plans for these forms differ between versions of PostgreSQL.
\set ECHO none
SELECT condition, type, t.items
FROM (VALUES
	(1, 'id IN (SELECT unnest($1))', '{06C31QQ30K880007VPPQCVK2KZ}', '{uuid[],wiji[]}'::text[]),
	(2, 'id IN (VALUES ($1))', '06C31QQ30K880007VPPQCVK2KZ', '{uuid,wiji}'),
	(3, 'id IS NOT DISTINCT FROM $1', '06C31QQ30K880007VPPQCVK2KZ', '{unknown,uuid,wiji}'),
	(4, 'CASE id WHEN $1 THEN true END', '06C31QQ30K880007VPPQCVK2KZ', '{unknown,uuid,wiji}'),
	(5, 'id IN ($1, ''0660c37b-8c13-4200-001f-76b5d9b98a7f'')', '06C31QQ30K880007VPPQCVK2KZ',
	 '{unknown,uuid,wiji}'),
	(6, 'nullif(id, $1) IS NULL', '06C31QQ30K880007VPPQCVK2KZ',
	 '{unknown,uuid,wiji}')) c (n, condition, value, types),
	unnest(types) WITH ORDINALITY types (type, m),
	LATERAL tried(condition, type,
	              CASE WHEN type ~ 'uuid'
	              THEN replace(value, '06C31QQ30K880007VPPQCVK2KZ', '0660c37b-8c13-4200-001f-76b5d9b98a7f')
	              ELSE value END) t
ORDER BY n, m;
\set ECHO all

-- A text is not compared with an ID, nor an array of texts, in either order.
SELECT condition, f.code, f.message
FROM unnest('{id = $1,id > $1,$1 = id,id = ANY (ARRAY[$1])}'::text[]) WITH ORDINALITY c (condition, n),
	failure(format('PREPARE tried (text) AS SELECT item FROM orders WHERE %s', condition)) f ORDER BY n;
-- With the cast, the key's index finds it, and so does an index on the cast of a column of texts.
PREPARE cast_text (text, text[]) AS SELECT count(*) FROM orders WHERE id = $1::wiji OR id = ANY ($2::wiji[]);
EXECUTE cast_text ('06c31qq30k880007vppqcvk2kz', '{0000000fc80000000010000000000000}');
CREATE INDEX ON orders ((other::wiji));
SET enable_seqscan = off;
EXPLAIN (COSTS off) SELECT item FROM orders WHERE other::wiji = '00000000Z40000040000000000';
RESET enable_seqscan;
SELECT count(*) FROM orders o JOIN orders p ON o.other::wiji = p.id;
DEALLOCATE ALL;
DROP TABLE orders;
DROP DOMAIN order_id;
DROP FUNCTION tried;
