-- UUIDs of version 7 in SQL, for tests that need some on any server and without an extension: the next one, in
-- the order of its microsecond, the least one of a time, and the time of one.
CREATE OR REPLACE FUNCTION v7_of(us bigint, rest text) RETURNS uuid IMMUTABLE RETURN CAST(
	lpad(to_hex(us / 1000), 12, '0') || '7' || lpad(to_hex(us % 1000 * 4096 / 1000), 3, '0') || rest AS uuid);
CREATE OR REPLACE FUNCTION v7() RETURNS uuid VOLATILE RETURN
	v7_of((extract(epoch FROM clock_timestamp()) * 1000000)::bigint, right(replace(gen_random_uuid()::text, '-', ''), 16));
CREATE OR REPLACE FUNCTION v7_lower(at timestamptz) RETURNS uuid IMMUTABLE RETURN
	v7_of(((extract(epoch FROM at) * 1000000)::bigint + 999) / 1000 * 1000, '8000000000000000');
CREATE OR REPLACE FUNCTION v7_time(id uuid) RETURNS timestamptz IMMUTABLE RETURN
	to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0);
