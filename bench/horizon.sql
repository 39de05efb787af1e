-- What an id costs in bulk, and the first and the second of a transaction.  work_horizon in
-- bench/workloads.sh runs this, with the variable ids, and reads a line for each measurement.

SET jit = off;
SET synchronous_commit = off;
SET client_min_messages = warning;

-- microseconds of a statement
CREATE OR REPLACE FUNCTION took(statement text) RETURNS double precision LANGUAGE plpgsql AS $$
DECLARE
	start timestamptz := clock_timestamp();
BEGIN
	EXECUTE statement;
	RETURN extract(epoch FROM clock_timestamp() - start) * 1e6;
END $$;

-- Nanoseconds of a transaction's first id, and of its second: medians of many batches in turn.
CREATE OR REPLACE PROCEDURE transactions(batches integer, INOUT first double precision, INOUT second double precision) LANGUAGE plpgsql AS $$
DECLARE
	start timestamptz;
	made integer;
	took double precision[];
	firsts double precision[];
	seconds double precision[];
BEGIN
	FOR batch IN 1..batches LOOP
		FOR ids IN 0..2 LOOP
			start := clock_timestamp();
			FOR i IN 1..1000 LOOP
				made := CASE ids WHEN 0 THEN num_nonnulls(i, i) WHEN 1 THEN num_nonnulls(wiji_generate(), i)
					ELSE num_nonnulls(wiji_generate(), wiji_generate()) END;
				COMMIT;
			END LOOP;
			took[ids] := extract(epoch FROM clock_timestamp() - start) * 1e9 / 1000;
		END LOOP;
		firsts := firsts || took[1] - took[0];
		seconds := seconds || took[2] - took[1];
	END LOOP;
	SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY f), percentile_cont(0.5) WITHIN GROUP (ORDER BY s)
		INTO first, second FROM unnest(firsts, seconds) u (f, s);
END $$;

CALL transactions(:ids / 5000, NULL, NULL) \gset
SELECT 'a transaction''s first id', 'ns', :first;
SELECT 'its second id', 'ns', :second;

SELECT 'an id, in bulk', 'ns', percentile_cont(0.5) WITHIN GROUP (ORDER BY (took(format('SELECT count(num_nonnulls(%s)) FROM generate_series(1, %s)',
		repeat('wiji_generate(), ', 9) || 'wiji_generate()', :ids / 50))
	- took(format('SELECT count(num_nonnulls(1)) FROM generate_series(1, %s)', :ids / 50))) * 1000 / (:ids / 5)) FROM generate_series(1, 15);
