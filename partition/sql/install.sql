CREATE EXTENSION wiji_partition;

-- Functions that the other tests call.
\set ECHO none
\getenv tree WIJI_TREE
\set helpers :tree/test/helpers.sql
\i :helpers
\set before :tree/partition/before/functions.sql
\i :before
-- the first UUID of version 7 of a time
CREATE FUNCTION first_id(at timestamptz) RETURNS uuid IMMUTABLE
RETURN CAST(lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '70008000000000000000' AS uuid);
-- A drop stops after 0.2 seconds, which a slow machine exceeds: calls it until nothing is left to drop, and
-- shows the warnings of the first call.
CREATE FUNCTION drop_all(parent regclass, before timestamptz, key_of regprocedure DEFAULT NULL) RETURNS SETOF text LANGUAGE plpgsql AS $$
BEGIN
	LOOP
		RETURN QUERY SELECT wiji_drop_partitions(parent, before, key_of);
		EXIT WHEN NOT FOUND;
		PERFORM set_config('client_min_messages', 'error', true);
	END LOOP;
END $$;
\set ECHO all
