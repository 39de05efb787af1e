-- A hundred thousand IDs of one session: the different ones, those that do not ascend, and those whose
-- time, truncated to the type's unit, is not the clock's (it may be the transaction's).
CREATE FUNCTION pg_temp.generated(call text, type text, unit interval, OUT ids bigint, OUT different bigint,
                                  OUT steps_down bigint, OUT before_the_call bigint, OUT after_the_call bigint)
LANGUAGE plpgsql AS $$
DECLARE
	began timestamptz := clock_timestamp();
BEGIN
	EXECUTE format('CREATE TEMP TABLE generated AS SELECT n, %s AS id FROM generate_series(1, 100000) n', call);
	EXECUTE format('
		SELECT count(*), count(DISTINCT id), count(*) FILTER (WHERE id <= before),
		       count(*) FILTER (WHERE %1$s_timestamp(id) <= $1 - $2),
		       count(*) FILTER (WHERE %1$s_timestamp(id) > clock_timestamp())
		FROM (SELECT id, lag(id) OVER (ORDER BY n) AS before FROM generated) s', type)
	INTO ids, different, steps_down, before_the_call, after_the_call USING began, unit;
	DROP TABLE generated;
END $$;
