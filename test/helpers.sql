-- Functions that SQL tests of all rooms call.

-- The error that a statement raises.
CREATE FUNCTION failure(statement text, OUT code text, OUT message text, OUT detail text, OUT hint text)
LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE statement;
	message := 'no error';
EXCEPTION WHEN others THEN
	GET STACKED DIAGNOSTICS code = RETURNED_SQLSTATE, message = MESSAGE_TEXT,
		detail = PG_EXCEPTION_DETAIL, hint = PG_EXCEPTION_HINT;
END $$;

-- The plan of a query.
CREATE FUNCTION plan(query text) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	RETURN QUERY EXECUTE 'EXPLAIN (COSTS off) ' || query;
END $$;

-- The conditions of its indexes and joins, and whether rows are filtered.
CREATE FUNCTION conditions(query text) RETURNS text BEGIN ATOMIC
	SELECT string_agg(coalesce(substring(line, '(?:Index|Hash|Merge) Cond: .*'), 'Filter'), '; ')
	FROM plan(query) line WHERE line ~ '(Index|Hash|Merge) Cond: |Filter: ';
END;

-- The types of the extensions that are installed, each with its extension's name.
CREATE VIEW id_types AS
SELECT extname::text AS type FROM pg_extension JOIN pg_type ON typname = extname AND typtype = 'b'
OFFSET 0; -- their names are not asked for before

-- The answer of a query for each of them, whose name replaces TYPE in it.
CREATE FUNCTION each_type(query text) RETURNS TABLE (type text, answer json) LANGUAGE plpgsql AS $$
BEGIN
	FOR type IN SELECT t.type FROM id_types t ORDER BY t.type <> 'wiji', t.type LOOP
		RETURN QUERY EXECUTE format('SELECT %L, to_json(s) FROM (%s) s', type, replace(query, 'TYPE', type));
	END LOOP;
END $$;
