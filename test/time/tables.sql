-- Tables for script/by-time: ids of each type beside their times (at) and numbers (us), with every
-- index, partitioned, inherited, foreign. Each is copied to a file in :folder.
SET client_min_messages = warning;
CREATE EXTENSION wiji;
CREATE EXTENSION siq;
CREATE EXTENSION tid62;
CREATE EXTENSION uid60;
CREATE EXTENSION uuidtime;
SET TimeZone = 'UTC';
CREATE FUNCTION us(timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE
RETURN CASE WHEN $1 = 'infinity' THEN 9223372036854775807
            WHEN $1 = '-infinity' THEN -9223372036854775807
            ELSE (extract(epoch FROM $1) * 1000000)::bigint END;

CREATE TABLE source (n integer, at timestamptz);
INSERT INTO source
SELECT n, CASE WHEN n % 50 = 0 THEN NULL
               WHEN n % 3 = 0 THEN timestamptz '2026-11-01' + (n / 300) * interval '1 hour'
               WHEN n % 3 = 1 THEN timestamptz '2026-11-01' + n * interval '7.000013 s'
               ELSE timestamptz '2026-11-01' + random() * interval '60 hours' END
FROM generate_series(1, 6000) n;
CREATE FUNCTION lowest(type text, at timestamptz) RETURNS text LANGUAGE plpgsql AS $$
DECLARE result text;
BEGIN
	EXECUTE format('SELECT %s_lower(%L)::text', type, at) INTO result;
	RETURN result;
END $$;

CREATE TABLE types (type text, made text, time text, first text, last text);
INSERT INTO types VALUES
	('wiji', 'wiji_generate(at)', 'wiji_timestamp(id)',
		$$'00000000000000040000000000'$$, $$'7ZZZZZZZZZZZZZY7ZZZZZZZZZZ'$$),
	('tid62', 'tid62_generate(at)', 'tid62_timestamp(id)',
		$$decode(repeat('00', 12), 'hex')$$, $$decode(repeat('ff', 12), 'hex')$$),
	('siq', 'siq_lower(at)', 'siq_timestamp(id)',
		$$decode(repeat('00', 14), 'hex')$$, $$decode(repeat('ff', 14), 'hex')$$),
	('uid60', 'uid60_lower(at)', 'uid60_timestamp(id)', '0::bigint', '1152921504606846975::bigint'),
	('uuidtime_v7', 'uuidtime_v7_lower(at)', 'uuidtime_timestamp(id)',
		$$'00000000-0000-7000-8000-000000000000'$$, $$'ffffffff-ffff-7fff-bfff-ffffffffffff'$$),
	('uuidtime_v6', 'uuidtime_v6_lower(at)', 'uuidtime_timestamp(id)',
		$$'00000000-0000-6000-8000-000000000000'$$, $$'ffffffff-ffff-6fff-bfff-ffffffffffff'$$),
	('uuidtime_v7_draft', 'uuidtime_v7_draft_lower(at)', $$uuidtime_v7_draft_timestamp(id, 'ns')$$,
		$$'00000000-0000-7000-8000-000000000000'$$, $$'ffffffff-fdcd-7650-8000-000000000000'$$),
	('uuidtime_v8', 'uuidtime_v8_lower(at)', 'uuidtime_v8_timestamp(id)',
		$$'00000000-0000-8000-8000-000000000000'$$, $$'ffffffff-ffff-8fff-bfff-ffffffffffff'$$);

-- T_plain without an index on the id, T_btree, T_brin, T_gist (wiji only), T_hash, T_parts by
-- range, T_buckets by hash; all with the same rows.
SELECT format($$
	CREATE TABLE %1$s_plain (id %2$s, at timestamptz, us bigint, n integer);
	INSERT INTO %1$s_plain SELECT id, %3$s, us(%3$s), n
	FROM (SELECT %4$s::%2$s AS id, n FROM source UNION ALL VALUES (%5$s::%2$s, 0), (%6$s::%2$s, 0)) s;
	CREATE INDEX ON %1$s_plain (n);
	CREATE TABLE %1$s_btree AS SELECT * FROM %1$s_plain;
	CREATE INDEX ON %1$s_btree (id);
	CREATE INDEX ON %1$s_btree (n) WHERE %1$s_within(id, '[2026-11-01 10:00,2026-11-02)');
	CREATE TABLE %1$s_brin AS SELECT * FROM %1$s_plain;
	CREATE INDEX ON %1$s_brin USING brin (id) WITH (pages_per_range = 1);
	CREATE TABLE %1$s_hash AS SELECT * FROM %1$s_plain;
	CREATE INDEX ON %1$s_hash USING hash (id);
	CREATE TABLE %1$s_parts (id %2$s, at timestamptz, us bigint, n integer) PARTITION BY RANGE (id);
	CREATE TABLE %1$s_parts_0 PARTITION OF %1$s_parts FOR VALUES FROM (MINVALUE) TO (%7$L);
	CREATE TABLE %1$s_parts_1 PARTITION OF %1$s_parts FOR VALUES FROM (%7$L) TO (%8$L);
	CREATE TABLE %1$s_parts_2 PARTITION OF %1$s_parts FOR VALUES FROM (%8$L) TO (MAXVALUE);
	CREATE TABLE %1$s_parts_default PARTITION OF %1$s_parts DEFAULT;
	INSERT INTO %1$s_parts SELECT * FROM %1$s_plain;
	CREATE INDEX ON %1$s_parts (id);
	CREATE TABLE %1$s_buckets (id %2$s, at timestamptz, us bigint, n integer) PARTITION BY HASH (id);
	CREATE TABLE %1$s_buckets_0 PARTITION OF %1$s_buckets FOR VALUES WITH (MODULUS 2, REMAINDER 0);
	CREATE TABLE %1$s_buckets_1 PARTITION OF %1$s_buckets FOR VALUES WITH (MODULUS 2, REMAINDER 1);
	INSERT INTO %1$s_buckets SELECT * FROM %1$s_plain;
	CREATE INDEX ON %1$s_buckets (id)$$,
	type, CASE WHEN type ~ 'uuid' THEN 'uuid' ELSE type END, time, made, first, last,
	lowest(type, '2026-11-02'), lowest(type, '2026-11-03'))
FROM types \gexec
-- T_listed by single ids, T_two_keys by id and number, T_parent with children that tell their times
-- by constraints, T_domain with ids of a domain, T_foreign, which is T_btree. (A DEFAULT partition
-- has only nulls there: 17.11 and 18.6 do not look for a >= 0 AND b > 10 in that of a range of (a,
-- b), of integers, too.)
CREATE EXTENSION postgres_fdw;
SELECT format($$
	CREATE SERVER here FOREIGN DATA WRAPPER postgres_fdw OPTIONS (
		host %L, port %L, dbname %L, extensions 'wiji, siq, tid62, uid60, uuidtime', use_remote_estimate 'true')$$,
              current_setting('unix_socket_directories'), current_setting('port'), current_database()) \gexec
CREATE ROLE asker;
CREATE USER MAPPING FOR PUBLIC SERVER here OPTIONS (user 'postgres', password_required 'false');
CREATE FUNCTION ids(type text, numbers integer[]) RETURNS text LANGUAGE plpgsql AS $$
DECLARE result text;
BEGIN
	EXECUTE format($x$
		SELECT string_agg(DISTINCT quote_literal(id), ', ') FROM %s_plain WHERE n = ANY ($1)$x$, type)
	INTO result USING numbers;
	RETURN result;
END $$;
SELECT format($$
	CREATE TABLE %1$s_listed (id %2$s, at timestamptz, us bigint, n integer) PARTITION BY LIST (id);
	CREATE TABLE %1$s_listed_0 PARTITION OF %1$s_listed FOR VALUES IN (%3$s);
	CREATE TABLE %1$s_listed_1 PARTITION OF %1$s_listed FOR VALUES IN (%4$s, NULL);
	CREATE TABLE %1$s_listed_default PARTITION OF %1$s_listed DEFAULT;
	INSERT INTO %1$s_listed SELECT * FROM %1$s_plain;
	CREATE TABLE %1$s_two_keys (id %2$s, at timestamptz, us bigint, n integer) PARTITION BY RANGE (id, n);
	CREATE TABLE %1$s_two_keys_0 PARTITION OF %1$s_two_keys FOR VALUES FROM (MINVALUE, MINVALUE) TO (%5$L, 3000);
	CREATE TABLE %1$s_two_keys_1 PARTITION OF %1$s_two_keys FOR VALUES FROM (%5$L, 3000) TO (%5$L, MAXVALUE);
	CREATE TABLE %1$s_two_keys_2 PARTITION OF %1$s_two_keys FOR VALUES FROM (%5$L, MAXVALUE) TO (MAXVALUE, MAXVALUE);
	CREATE TABLE %1$s_two_keys_default PARTITION OF %1$s_two_keys DEFAULT;
	INSERT INTO %1$s_two_keys SELECT * FROM %1$s_plain;
	CREATE INDEX ON %1$s_two_keys (id, n);
	CREATE TABLE %1$s_parent AS SELECT * FROM %1$s_plain WHERE id IS NULL;
	CREATE TABLE %1$s_child_1 (CHECK (%1$s_within(id, '(,2026-11-02)'))) INHERITS (%1$s_parent);
	CREATE TABLE %1$s_child_2 (CHECK (NOT %1$s_within(id, '(,2026-11-02)'))) INHERITS (%1$s_parent);
	INSERT INTO %1$s_child_1 SELECT * FROM %1$s_plain WHERE at < '2026-11-02';
	INSERT INTO %1$s_child_2 SELECT * FROM %1$s_plain WHERE at >= '2026-11-02';
	CREATE INDEX ON %1$s_child_1 (id);
	CREATE INDEX ON %1$s_child_2 (n, id);
	CREATE DOMAIN %1$s_id AS %2$s;
	CREATE TABLE %1$s_domain (id %1$s_id, at timestamptz, us bigint, n integer);
	INSERT INTO %1$s_domain SELECT * FROM %1$s_plain;
	CREATE INDEX ON %1$s_domain (id);
	CREATE FOREIGN TABLE %1$s_foreign (id %2$s, at timestamptz, us bigint, n integer)
		SERVER here OPTIONS (table_name '%1$s_btree')$$,
	type, CASE WHEN type ~ 'uuid' THEN 'uuid' ELSE type END,
	ids(type, '{1,2,4}'), ids(type, '{5,7,8}'), lowest(type, '2026-11-02'))
FROM types \gexec
CREATE TABLE wiji_gist AS SELECT * FROM wiji_plain;
CREATE INDEX ON wiji_gist USING gist (id);
-- Periods and moments to join with: of all kinds, and null.
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
SELECT format('COPY (SELECT * FROM %1$s_%2$s) TO %3$L', type, name, :'folder' || '/' || type || '_' || name)
FROM types, unnest('{plain,btree,brin,hash,parts,buckets,listed,two_keys,parent,domain,foreign}'::text[]) name
UNION ALL SELECT format('COPY wiji_gist TO %L', :'folder' || '/wiji_gist') \gexec
