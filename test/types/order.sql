-- Pairs of a type's IDs, in bytes in their order, that its operators order otherwise.
CREATE FUNCTION wrong_pairs(type text, ordered bytea[]) RETURNS TABLE (a text, b text) LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE replace('
		WITH ids AS (SELECT n, bytes::TYPE AS id FROM unnest($1) WITH ORDINALITY o (bytes, n))
		SELECT a.id::text, b.id::text FROM ids a, ids b
		WHERE (a.id < b.id, a.id <= b.id, a.id = b.id, a.id >= b.id, a.id > b.id, a.id <> b.id, TYPE_cmp(a.id, b.id))
		      <> (a.n < b.n, a.n <= b.n, a.n = b.n, a.n >= b.n, a.n > b.n, a.n <> b.n, sign(a.n - b.n)::integer)',
		'TYPE', type) USING ordered;
END $$;
CREATE FUNCTION hex(number bigint, length integer) RETURNS text IMMUTABLE RETURN lpad(to_hex(number), length, '0');
-- Of IDs whose bytes are an expression of i, in the order of a sort by abbreviated keys, those with less bytes
-- than the one before.
CREATE FUNCTION steps_down(type text, hex text) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('
		SELECT count(*) FROM (SELECT id::bytea < lag(id::bytea) OVER (ORDER BY id) AS down
		                      FROM (SELECT decode(%s, ''hex'')::%s AS id FROM generate_series(1, 20000) i) ids) s
		WHERE down', hex, type) INTO hex;
	RETURN hex;
END $$;
-- Of 16 hash partitions, those with their share of 16000 such IDs, within five standard deviations of a fair draw.
CREATE FUNCTION even_partitions(type text, hex text) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('CREATE TABLE parted (id %s) PARTITION BY HASH (id)', type);
	EXECUTE format('
		SELECT count(*) FILTER (WHERE abs(n - 1000) < 5 * sqrt(1000 * 15 / 16.0))
		FROM (SELECT remainder, count(*) AS n
		      FROM (SELECT decode(%s, ''hex'')::%s AS id FROM generate_series(1, 16000) i OFFSET 0) ids,
		           generate_series(0, 15) remainder
		      WHERE satisfies_hash_partition(''parted''::regclass, 16, remainder, id) GROUP BY remainder) s', hex, type)
	INTO hex;
	DROP TABLE parted;
	RETURN hex;
END $$;
