-- How often a condition, or its negation, has another result than what it means, for some rows.
CREATE FUNCTION compare(rows text, condition text, truth text, OUT compared bigint, OUT wrong bigint)
LANGUAGE plpgsql AS $$
BEGIN
	EXECUTE format('
		SELECT count(*), count(*) FILTER (WHERE answer IS DISTINCT FROM truth OR opposite IS DISTINCT FROM NOT truth)
		FROM (SELECT %s AS answer, NOT %s AS opposite, %s AS truth FROM %s OFFSET 0) s',
		condition, condition, truth, rows) INTO compared, wrong;
END $$;
