CREATE EXTENSION wiji_partition;

-- Functions that the other tests call.
\set ECHO none
\getenv tree WIJI_TREE
\set helpers :tree/test/helpers.sql
\i :helpers
-- the first UUID of version 7 of a time
CREATE FUNCTION first_id(at timestamptz) RETURNS uuid IMMUTABLE
RETURN CAST(lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '70008000000000000000' AS uuid);
\set ECHO all
