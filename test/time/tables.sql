-- Tables for script/by-time: IDs of each type with their times (at), with every index, partitioned,
-- inherited, foreign.  Each is copied to a file in :folder.
SET client_min_messages = warning;
CREATE EXTENSION wiji;
CREATE EXTENSION siq; -- with siq
CREATE EXTENSION tid62; -- with tid62
CREATE EXTENSION uid60; -- with uid60
CREATE EXTENSION uuidtime; -- with uuidtime
CREATE EXTENSION postgres_fdw;
SET TimeZone = 'UTC';

CREATE TABLE source (n integer, at timestamptz);
INSERT INTO source
SELECT n, CASE WHEN n % 50 = 0 THEN NULL
               WHEN n % 3 = 0 THEN timestamptz '2026-11-01' + (n / 300) * interval '1 hour'
               WHEN n % 3 = 1 THEN timestamptz '2026-11-01' + n * interval '7.000013 s'
               ELSE timestamptz '2026-11-01' + random() * interval '60 hours' END
FROM generate_series(1, 6000) n;

-- Functions from a time to an ID and back, and the first and the last ID of all.
CREATE TABLE types (name text, type text, made text, time text, first text, last text);
INSERT INTO types VALUES
	('tid62', 'tid62', 'tid62_generate(at)', 'tid62_timestamp(id)', '\x' || repeat('00', 12), '\x' || repeat('ff', 12)), -- with tid62
	('siq', 'siq', 'siq_lower(at)', 'siq_timestamp(id)', '\x' || repeat('00', 14), '\x' || repeat('ff', 14)), -- with siq
	('uid60', 'uid60', 'uid60_lower(at)', 'uid60_timestamp(id)', '0', '1152921504606846975'), -- with uid60
	('uuidtime_v7', 'uuid', 'uuidtime_v7_lower(at)', 'uuidtime_timestamp(id)', -- with uuidtime
		'00000000-0000-7000-8000-000000000000', 'ffffffff-ffff-7fff-bfff-ffffffffffff'), -- with uuidtime
	('uuidtime_v6', 'uuid', 'uuidtime_v6_lower(at)', 'uuidtime_timestamp(id)', -- with uuidtime
		'00000000-0000-6000-8000-000000000000', 'ffffffff-ffff-6fff-bfff-ffffffffffff'), -- with uuidtime
	('uuidtime_v7_draft', 'uuid', 'uuidtime_v7_draft_lower(at)', $$uuidtime_v7_draft_timestamp(id, 'ns')$$, -- with uuidtime
		'00000000-0000-7000-8000-000000000000', 'ffffffff-fdcd-7650-8000-000000000000'), -- with uuidtime
	('uuidtime_v8', 'uuid', 'uuidtime_v8_lower(at)', 'uuidtime_v8_timestamp(id)', -- with uuidtime
		'00000000-0000-8000-8000-000000000000', 'ffffffff-ffff-8fff-bfff-ffffffffffff'), -- with uuidtime
	('wiji', 'wiji', 'wiji_generate(at)', 'wiji_timestamp(id)',
	 '00000000000000040000000000', '7ZZZZZZZZZZZZZY7ZZZZZZZZZZ');
CREATE FUNCTION literal(id text, type text) RETURNS text RETURN	-- as the type's casts take it
	CASE WHEN type = 'uid60' THEN id || '::bigint' WHEN id ~ '\\x' THEN quote_literal(id) || '::bytea'
	ELSE quote_literal(id) END;

-- T_plain without an index on the ID, T_btree, T_brin, T_hash, T_parts by range, T_buckets by hash,
-- T_domain with IDs of a domain, T_foreign, which is T_btree.
SELECT format($$
	CREATE TABLE %1$s_plain AS SELECT id, %4$s AS at, n
	FROM (SELECT %3$s::%2$s AS id, n FROM source UNION ALL VALUES (%5$s::%2$s, 0), (%6$s::%2$s, 0)) s;
	CREATE INDEX ON %1$s_plain (n);
	CREATE TABLE %1$s_btree AS TABLE %1$s_plain;
	CREATE INDEX ON %1$s_btree (id);
	CREATE INDEX ON %1$s_btree (n) WHERE %1$s_within(id, '[2026-11-01 10:00,2026-11-02)');
	CREATE TABLE %1$s_brin AS TABLE %1$s_plain;
	CREATE INDEX ON %1$s_brin USING brin (id) WITH (pages_per_range = 1);
	CREATE TABLE %1$s_hash AS TABLE %1$s_plain;
	CREATE INDEX ON %1$s_hash USING hash (id);
	CREATE DOMAIN %1$s_id AS %2$s;
	CREATE TABLE %1$s_domain AS SELECT id::%1$s_id, at, n FROM %1$s_plain;
	CREATE INDEX ON %1$s_domain (id);
	CREATE TABLE %1$s_parts (LIKE %1$s_plain) PARTITION BY RANGE (id);
	CREATE TABLE %1$s_buckets (LIKE %1$s_plain) PARTITION BY HASH (id);
	CREATE TABLE %1$s_buckets_0 PARTITION OF %1$s_buckets FOR VALUES WITH (MODULUS 2, REMAINDER 0);
	CREATE TABLE %1$s_buckets_1 PARTITION OF %1$s_buckets FOR VALUES WITH (MODULUS 2, REMAINDER 1);
	INSERT INTO %1$s_buckets TABLE %1$s_plain;
	CREATE INDEX ON %1$s_buckets (id)$$,
	name, type, made, time, literal(first, type), literal(last, type))
FROM types \gexec

-- T_listed by single IDs, T_two_keys by ID and number, T_parent with children that show their times
-- by constraints.  (A DEFAULT partition has only nulls there: 17.11 and 18.6 do not search that of
-- a range of (a, b) for a >= 0 AND b > 10, of integers, too.)
CREATE FUNCTION lowest(name text, at timestamptz) RETURNS text LANGUAGE plpgsql AS $$
DECLARE result text;
BEGIN
	EXECUTE format('SELECT %s_lower(%L)::text', name, at) INTO result;
	RETURN result;
END $$;
CREATE FUNCTION ids(name text, numbers integer[]) RETURNS text LANGUAGE plpgsql AS $$
DECLARE result text;
BEGIN
	EXECUTE format('SELECT string_agg(DISTINCT quote_literal(id), '', '') FROM %s_plain WHERE n = ANY ($1)', name)
	INTO result USING numbers;
	RETURN result;
END $$;
SELECT format($$
	CREATE TABLE %1$s_parts_0 PARTITION OF %1$s_parts FOR VALUES FROM (MINVALUE) TO (%2$L);
	CREATE TABLE %1$s_parts_1 PARTITION OF %1$s_parts FOR VALUES FROM (%2$L) TO (%3$L);
	CREATE TABLE %1$s_parts_2 PARTITION OF %1$s_parts FOR VALUES FROM (%3$L) TO (MAXVALUE);
	CREATE TABLE %1$s_parts_default PARTITION OF %1$s_parts DEFAULT;
	INSERT INTO %1$s_parts TABLE %1$s_plain;
	CREATE INDEX ON %1$s_parts (id);
	CREATE TABLE %1$s_listed (LIKE %1$s_plain) PARTITION BY LIST (id);
	CREATE TABLE %1$s_listed_0 PARTITION OF %1$s_listed FOR VALUES IN (%4$s);
	CREATE TABLE %1$s_listed_1 PARTITION OF %1$s_listed FOR VALUES IN (%5$s, NULL);
	CREATE TABLE %1$s_listed_default PARTITION OF %1$s_listed DEFAULT;
	INSERT INTO %1$s_listed TABLE %1$s_plain;
	CREATE TABLE %1$s_two_keys (LIKE %1$s_plain) PARTITION BY RANGE (id, n);
	CREATE TABLE %1$s_two_keys_0 PARTITION OF %1$s_two_keys FOR VALUES FROM (MINVALUE, MINVALUE) TO (%2$L, 3000);
	CREATE TABLE %1$s_two_keys_1 PARTITION OF %1$s_two_keys FOR VALUES FROM (%2$L, 3000) TO (%2$L, MAXVALUE);
	CREATE TABLE %1$s_two_keys_2 PARTITION OF %1$s_two_keys FOR VALUES FROM (%2$L, MAXVALUE) TO (MAXVALUE, MAXVALUE);
	CREATE TABLE %1$s_two_keys_default PARTITION OF %1$s_two_keys DEFAULT;
	INSERT INTO %1$s_two_keys TABLE %1$s_plain;
	CREATE INDEX ON %1$s_two_keys (id, n);
	CREATE TABLE %1$s_parent AS SELECT * FROM %1$s_plain WHERE id IS NULL;
	CREATE TABLE %1$s_child_1 (CHECK (%1$s_within(id, '(,2026-11-02)'))) INHERITS (%1$s_parent);
	CREATE TABLE %1$s_child_2 (CHECK (NOT %1$s_within(id, '(,2026-11-02)'))) INHERITS (%1$s_parent);
	INSERT INTO %1$s_child_1 SELECT * FROM %1$s_plain WHERE at < '2026-11-02';
	INSERT INTO %1$s_child_2 SELECT * FROM %1$s_plain WHERE at >= '2026-11-02';
	CREATE INDEX ON %1$s_child_1 (id);
	CREATE INDEX ON %1$s_child_2 (n, id)$$,
	name, lowest(name, '2026-11-02'), lowest(name, '2026-11-03'), ids(name, '{1,2,4}'), ids(name, '{5,7,8}'))
FROM types \gexec
CREATE TABLE wiji_gist AS TABLE wiji_plain;
CREATE INDEX ON wiji_gist USING gist (id);
CREATE TABLE wiji_multi AS TABLE wiji_plain;
CREATE INDEX ON wiji_multi USING brin (id wiji_minmax_multi_ops) WITH (pages_per_range = 1);
CREATE TABLE numbered AS TABLE wiji_plain;	-- for lookups of an ID; no question gives it a policy
CREATE INDEX ON numbered (n);

SELECT format($$
	CREATE SERVER here FOREIGN DATA WRAPPER postgres_fdw OPTIONS (
		host %L, port %L, dbname %L, extensions %L, use_remote_estimate 'true')$$,
              current_setting('unix_socket_directories'), current_setting('port'), current_database(),
              (SELECT string_agg(extname, ', ') FROM pg_extension WHERE extname NOT IN ('plpgsql', 'postgres_fdw'))) \gexec
CREATE ROLE asker;
CREATE USER MAPPING FOR PUBLIC SERVER here OPTIONS (user 'postgres', password_required 'false');
SELECT format('CREATE FOREIGN TABLE %1$s_foreign (id %2$s, at timestamptz, n integer)
	SERVER here OPTIONS (table_name %3$L)',
              name, type, name || '_btree')
FROM types \gexec

-- Ranges and times to join with: of all kinds, and null.
CREATE TABLE shift (k integer, period tstzrange, a timestamptz, b timestamptz, several tstzmultirange);
INSERT INTO shift
SELECT k, tstzrange(a, b, bounds), a, b, tstzmultirange(tstzrange(a, b, bounds), tstzrange(b + interval '1 hour', NULL))
FROM (SELECT k, at AS a, at + (k % 4) * interval '71 min' AS b, (ARRAY['[]', '[)', '(]', '()'])[1 + k % 4] AS bounds
      FROM (SELECT k, timestamptz '2026-11-01' + k * interval '3 hours' AS at FROM generate_series(1, 18) k) t) s;
INSERT INTO shift VALUES
	(0, 'empty', '-infinity', 'infinity', '{}'),
	(-1, '(,)', NULL, NULL, '{(,)}'),
	(-2, NULL, 'infinity', NULL, NULL),
	(-3, '[-infinity,infinity]', '2000-01-01', '5000-01-01', '{(,2026-11-01 10:00),[2026-11-02,)}');
ANALYZE;
GRANT SELECT ON ALL TABLES IN SCHEMA public TO asker;
SELECT format('COPY (SELECT * FROM %1$s_%2$s) TO %3$L', name, t, :'folder' || '/' || name || '_' || t)
FROM types, unnest('{plain,btree,brin,hash,parts,buckets,listed,two_keys,parent,domain,foreign}'::text[]) t
UNION ALL
SELECT format('COPY %s TO %L', t, :'folder' || '/' || t) FROM unnest('{wiji_gist,wiji_multi}'::text[]) t \gexec
