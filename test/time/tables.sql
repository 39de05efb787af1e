-- Tables for script/by-time: ids of each type beside their times (at) and numbers (us), with every
-- index, and partitioned.
SET client_min_messages = warning;
CREATE EXTENSION wiji; CREATE EXTENSION siq; CREATE EXTENSION tid62; CREATE EXTENSION uid60; CREATE EXTENSION uuidtime;
SET TimeZone = 'UTC';
CREATE FUNCTION us(timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE RETURN CASE WHEN $1 = 'infinity' THEN 9223372036854775807 WHEN $1 = '-infinity' THEN -9223372036854775807 ELSE (extract(epoch FROM $1) * 1000000)::bigint END;

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
	('wiji', 'wiji_generate(at)', 'wiji_timestamp(id)', $$'00000000000000040000000000'$$, $$'7ZZZZZZZZZZZZZY7ZZZZZZZZZZ'$$),
	('tid62', 'tid62_generate(at)', 'tid62_timestamp(id)', $$decode(repeat('00', 12), 'hex')$$, $$decode(repeat('ff', 12), 'hex')$$),
	('siq', 'siq_lower(at)', 'siq_timestamp(id)', $$decode(repeat('00', 14), 'hex')$$, $$decode(repeat('ff', 14), 'hex')$$),
	('uid60', 'uid60_lower(at)', 'uid60_timestamp(id)', '0::bigint', '1152921504606846975::bigint'),
	('uuidtime_v7', 'uuidtime_v7_lower(at)', 'uuidtime_timestamp(id)', $$'00000000-0000-7000-8000-000000000000'$$, $$'ffffffff-ffff-7fff-bfff-ffffffffffff'$$);

-- T_plain without an index, T_btree, T_brin, T_gist (wiji only), T_hash, T_parts by range,
-- T_buckets by hash; all with the same rows.
SELECT format('CREATE TABLE %1$s_plain (id %2$s, at timestamptz, us bigint, n integer);
               INSERT INTO %1$s_plain SELECT id, %3$s, us(%3$s), n FROM (SELECT %4$s::%2$s AS id, n FROM source UNION ALL VALUES (%5$s::%2$s, 0), (%6$s::%2$s, 0)) s;
               CREATE TABLE %1$s_btree AS SELECT * FROM %1$s_plain; CREATE INDEX ON %1$s_btree (id); CREATE INDEX ON %1$s_btree (n) WHERE %7$s_within(id, ''[2026-11-01 10:00,2026-11-02)'');
               CREATE TABLE %1$s_brin AS SELECT * FROM %1$s_plain; CREATE INDEX ON %1$s_brin USING brin (id) WITH (pages_per_range = 1);
               CREATE TABLE %1$s_hash AS SELECT * FROM %1$s_plain; CREATE INDEX ON %1$s_hash USING hash (id);
               CREATE TABLE %1$s_parts (id %2$s, at timestamptz, us bigint, n integer) PARTITION BY RANGE (id);
               CREATE TABLE %1$s_parts_0 PARTITION OF %1$s_parts FOR VALUES FROM (MINVALUE) TO (%8$L);
               CREATE TABLE %1$s_parts_1 PARTITION OF %1$s_parts FOR VALUES FROM (%8$L) TO (%9$L);
               CREATE TABLE %1$s_parts_2 PARTITION OF %1$s_parts FOR VALUES FROM (%9$L) TO (MAXVALUE);
               CREATE TABLE %1$s_parts_default PARTITION OF %1$s_parts DEFAULT;
               INSERT INTO %1$s_parts SELECT * FROM %1$s_plain; CREATE INDEX ON %1$s_parts (id);
               CREATE TABLE %1$s_buckets (id %2$s, at timestamptz, us bigint, n integer) PARTITION BY HASH (id);
               CREATE TABLE %1$s_buckets_0 PARTITION OF %1$s_buckets FOR VALUES WITH (MODULUS 2, REMAINDER 0);
               CREATE TABLE %1$s_buckets_1 PARTITION OF %1$s_buckets FOR VALUES WITH (MODULUS 2, REMAINDER 1);
               INSERT INTO %1$s_buckets SELECT * FROM %1$s_plain; CREATE INDEX ON %1$s_buckets (id)',
              type, CASE type WHEN 'uuidtime_v7' THEN 'uuid' ELSE type END, time, made, first, last, type, lowest(type, '2026-11-02'), lowest(type, '2026-11-03'))
FROM types \gexec
CREATE TABLE wiji_gist AS SELECT * FROM wiji_plain;
CREATE INDEX ON wiji_gist USING gist (id);
-- Periods and moments to join with: of all kinds, and null.
CREATE TABLE shift (k integer, period tstzrange, a timestamptz, b timestamptz, several tstzmultirange);
INSERT INTO shift
SELECT k, tstzrange(a, b, bounds), a, b, tstzmultirange(tstzrange(a, b, bounds), tstzrange(b + interval '1 hour', NULL))
FROM (SELECT k, timestamptz '2026-11-01' + k * interval '3 hours' AS a, timestamptz '2026-11-01' + k * interval '3 hours' + (k % 4) * interval '71 min' AS b,
             (ARRAY['[]', '[)', '(]', '()'])[1 + k % 4] AS bounds FROM generate_series(1, 18) k) s;
INSERT INTO shift VALUES (0, 'empty', '-infinity', 'infinity', '{}'), (-1, '(,)', NULL, NULL, '{(,)}'), (-2, NULL, 'infinity', NULL, NULL), (-3, '[-infinity,infinity]', '2000-01-01', '5000-01-01', '{(,2026-11-01 10:00),[2026-11-02,)}');
ANALYZE;
