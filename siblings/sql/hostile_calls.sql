-- Every function of all extensions is called with everything that might break it: each call
-- returns a value or raises an error with a reason, and never XX000, an internal error.
SET wiji.max_clock_wait = 200;

\set ECHO none
-- The values, as SQL, by type.
\getenv tree WIJI_TREE
\set file :tree/test/types/values.sql
\i :file
INSERT INTO arguments SELECT DISTINCT t, 'NULL' FROM functions, unnest(types) t;
INSERT INTO arguments SELECT t, value FROM unnest('{text,cstring}'::regtype[]) t, (VALUES
	($$''$$), ($$' '$$), ($$'UTC'$$), ($$'Europe/Berlin'$$), ($$'0'$$), ($$'-'$$), ($$'--'$$), ($$'%s%n%1$s'$$),
	($$'06C3PJ5VXG'$$), ($$repeat('0', 26)$$), ($$repeat('7', 26)$$), ($$repeat('z', 26)$$),
	($$repeat('f', 32)$$),
	($$repeat('a', 29)$$), ($$repeat('7', 37)$$), ($$repeat('0', 28)$$), ($$repeat('_', 10)$$),
	($$repeat('-', 22)$$),
	($$repeat('z', 17)$$), ($$repeat('9', 10)$$), ($$repeat('9', 100)$$), ($$repeat('🐘', 26)$$), ($$repeat('ß', 13)$$),
	($$'a' || chr(1) || chr(127)$$),
	($$repeat('a-', 50)$$), ($$repeat('0', 1048576)$$), ($$repeat('🐘', 262144)$$),
	($$'00000000-0000-1000-8000-000000000000'$$)) v (value);
INSERT INTO arguments SELECT 'bytea', format($$decode(repeat(%L, %s), 'hex')$$, digits, n)
FROM unnest('{00,7f,80,ff,10}'::text[]) digits, unnest('{0,1,8,12,14,16,17,1048576}'::integer[]) n;
INSERT INTO arguments SELECT 'name', format('%L::name', v) FROM unnest('{id,oid,ctid,"",%s}'::text[]) v;
INSERT INTO arguments SELECT 'name[]', format('%L::name[]', v) FROM unnest(array['{}', '{id}', '{NULL,""}']) v;
INSERT INTO arguments SELECT 'boolean', v FROM unnest('{true,false}'::text[]) v;
INSERT INTO arguments SELECT 'smallint', v || '::smallint' FROM unnest('{(-32768),(-1),0,1,32767}'::text[]) v;
INSERT INTO arguments SELECT 'integer', v || '::integer'
FROM unnest('{(-2147483648),(-1),0,1,32,48,60,64,255,256,257,65535,65536,2147483647}'::text[]) v;
INSERT INTO arguments SELECT 'bigint', v || '::bigint'
FROM unnest('{(-9223372036854775808),(-1),0,1,4294967295,4294967296,4503599627370495,4503599627370496,
              72057594037927935,72057594037927936,1152921504606846975,1152921504606846976,
              9223372036854775807}'::text[]) v;
INSERT INTO arguments SELECT 'numeric', format('%L::numeric', v)
FROM unnest('{-1,-0.0,0,0.5,1e-1000,5192296858534827628530496329220095,5192296858534827628530496329220095.5,
              5192296858534827628530496329220096,1e1000,-1e1000,NaN,Infinity,-Infinity}'::text[]) v;
INSERT INTO arguments SELECT 'double precision', format('%L::float8', v)
FROM unnest('{0,-0,1,1e308,-1e308,1e-308,NaN,Infinity,-Infinity}'::text[]) v;
INSERT INTO arguments SELECT 'uuid', format('%L::uuid', replace(format('%8s-%4s-%s-%s-%12s', d, d, v, r, d), ' ', d))
FROM unnest('{0,7,f}'::text[]) d, unnest('{0000,1fff,6000,7fff,8000,8fff,ffff}'::text[]) v,
     unnest('{0000,8000,bfff,c000,ffff}'::text[]) r;
INSERT INTO arguments SELECT 'interval', format('%L::interval', v)
FROM unnest('{0,10 years,-1 day,1000 years,-178000000 years,178000000 years,2147483647 days,
              -2147483648 days -2147483648 months}'::text[]) v;
INSERT INTO arguments SELECT 'timestamptz', format('%L::timestamptz', v)
FROM unnest('{-infinity,infinity,epoch,4713-01-01 00:00:00+00 BC,294276-12-31 23:59:59.999999+00,
              1582-10-15 00:00:00+00,1969-12-31 23:59:59.999999+00,1970-01-01 00:00:00+00,
              2018-02-28 23:59:59.999999+00,2019-12-31 23:59:59.999999+00,2026-11-21 12:00:00.123456+00,
              2156-02-07 06:28:16+00,2157-07-13 07:35:11.103999+00,4253-05-31 22:20:37.927935+00,
              4253-05-31 22:20:37.927936+00,10889-08-02 05:31:50.656+00}'::text[]) v;
INSERT INTO arguments SELECT 'tstzrange', format('%L::tstzrange', v)
FROM unnest(array['empty', '(,)', '[-infinity,infinity]', '(-infinity,infinity)', '[infinity,]', '[,-infinity]',
                  '(,1970-01-01 00:00+00)', '(,1970-01-01 00:00+00]',
                  '(4253-05-31 22:20:37.927935+00,)', '[4253-05-31 22:20:37.927935+00,)',
                  '(294276-12-31 23:59:59.999998+00,294276-12-31 23:59:59.999999+00]',
                  '[4713-01-01 00:00:00+00 BC,4713-01-01 00:00:00.000001+00 BC)',
                  '(2026-11-21 12:00+00,2026-11-21 12:00:00.000001+00)']) v;
INSERT INTO arguments
SELECT format('%s_tstzrange', t.type)::regtype, value FROM arguments a, id_types t WHERE a.type = 'tstzrange'::regtype;
INSERT INTO arguments SELECT 'tstzmultirange', format('tstzmultirange(%s)', value) FROM arguments
WHERE type = 'tstzrange'::regtype;
INSERT INTO arguments
VALUES ('tstzmultirange', 'NULL'),
('tstzmultirange', $$'{[2026-11-21 12:00+00,2026-11-21 13:00+00),[4253-05-31 22:20:37.927935+00,)}'::tstzmultirange$$);
CREATE TEMP TABLE plain (id wiji);
CREATE TABLE hostile_parts (id wiji) PARTITION BY RANGE (id);
CREATE TABLE hostile_uuid (id uuid) PARTITION BY RANGE (id);
CREATE INDEX ON hostile_parts (id);
SELECT format('CREATE TABLE hostile_%1$s (id %1$s) PARTITION BY RANGE (id)', type) FROM id_types \gexec
INSERT INTO arguments SELECT 'regclass', v || '::regclass'
FROM unnest($${0,4294967295,1259,'plain','hostile_parts','hostile_parts_id_idx','hostile_uuid'}$$::text[]
            || array(SELECT format('''hostile_%s''', type) FROM id_types)) v;
\set hostile `cd "$WIJI_TREE" && cat */hostile.sql */*/hostile.sql 2>/dev/null`
:hostile
\set ECHO all
SELECT count(*) > 50 AS many FROM functions;
-- functions with an argument that no value is for
SELECT signature FROM functions WHERE EXISTS (SELECT FROM unnest(types) t WHERE t NOT IN (SELECT type FROM arguments));

-- Calls: all combinations of values, or a random sample where these are too many. (script/test --all
-- draws more.)
\set draws 500
\getenv draws WIJI_TEST_CALLS
CREATE TEMP TABLE outcome (signature regprocedure, call text, code text, message text);
\set ECHO none
CREATE FUNCTION pg_temp.call_all(draws integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	f record;
	query text;
	call text;
	code text;
	message text;
BEGIN
	PERFORM setseed(0.5);
	FOR f IN SELECT signature, proname, types, prokind, proargnames FROM functions LOOP
		SELECT format('SELECT format(%L%s) FROM %s',
		              CASE f.prokind WHEN 'a' THEN 'SELECT %s(%s) FROM generate_series(1, 2)'
		              	WHEN 'p' THEN 'CALL %s(%s)' ELSE 'SELECT %s(%s)' END,
		              format(', %L, array_to_string(array[%s]::text[], '', '')', f.proname,
		                     coalesce(string_agg(format('format(''(%%s)::%s'', v%s.value)', t, n), ', ' ORDER BY n),
		                              '')),
		              CASE WHEN (SELECT exp(sum(ln(count))) FROM unnest(f.types) WITH ORDINALITY u (t, n),
		                                LATERAL (SELECT count(*) FROM arguments WHERE type = t) c) > 7 * draws THEN
		                  format('generate_series(1, %s) i, ', draws)
		                  || string_agg(format('LATERAL (SELECT value FROM arguments WHERE type = %L::regtype%s AND i > 0 '
		                                       || 'ORDER BY random() LIMIT 1) v%s', t::text,
		                  CASE f.proargnames[n]
		                  	WHEN 'timezone' THEN $re$ AND value ~ 'NULL|UTC|Berlin|9., 100|^''''$'$re$ END, n), ', ')
		              ELSE coalesce(string_agg(format('(SELECT value FROM arguments WHERE type = %L::regtype) v%s', t::text,
		                                              n), ', '), '(SELECT) v') END)
		INTO query FROM unnest(f.types) WITH ORDINALITY u (t, n);
		FOR call IN EXECUTE query LOOP
			code := '00000';
			message := NULL;
			BEGIN
				EXECUTE call;
			EXCEPTION WHEN others THEN
				GET STACKED DIAGNOSTICS code = RETURNED_SQLSTATE, message = MESSAGE_TEXT;
			END;
			INSERT INTO outcome VALUES (f.signature, call, code, left(message, 200));
		END LOOP;
	END LOOP;
END $$;
SET client_min_messages = warning;
SELECT pg_temp.call_all(:draws) \g /dev/null
RESET client_min_messages;
\set ECHO all
SELECT count(*) > 10000 AS thousands FROM outcome;

-- Unexpected errors.  (22023, 22003, 22008, 22P02, 22P03: bad values; 22004: nulls;
-- 22007: an interval that only newer servers know; 42809: not a partitioned table, or not a feed;
-- 42P01 and 42703: not a table, or not a column; 42501: a catalog as a feed; 42804: a feed of
-- another type; 22013: a window's negative interval; 42P17 and 42P07: partitions that would overlap
-- or take a name; 54000: a limit; 39P01: a trigger function that is called; 55000: a horizon without
-- shared memory, or of a feed that the transaction creates.)
SELECT signature, code, min(message) AS message, min(left(call, 200)) AS call FROM outcome
WHERE code NOT IN ('00000', '22003', '22004', '22007', '22008', '22013', '22023', '22P02', '22P03', '39P01', '42809',
                   '42501', '42703', '42804', '42P01', '42P07', '42P17', '54000', '55000')
GROUP BY signature, code ORDER BY signature::text COLLATE "C";

-- Every function returns values that are not null (functions that change a table have their own tests, because few
-- draws fit), and accepts nulls, or reports that a table is null.
SELECT f.signature FROM functions f WHERE NOT (provolatile = 'v' AND 'regclass'::regtype = ANY (types))
AND NOT EXISTS (SELECT FROM outcome o WHERE o.signature = f.signature AND code IN ('00000', '39P01', '55000'));
SELECT o.signature, call, code FROM outcome o JOIN functions USING (signature)
WHERE call ~ '\(NULL\)' AND call !~ ', ' AND code <> '00000' AND NOT (code = '55000' AND message ~ 'shared')
AND NOT ('regclass'::regtype = ANY (types) AND code IN ('22004', '22023'));

-- An internal error would be seen: this is how the server's own look.
SELECT code FROM failure('SELECT float8_accum(''{1}'', 1)');

\set ECHO none
SELECT format('DROP TABLE %s', oid::regclass) FROM pg_class WHERE relname ~ '^hostile_' AND relkind IN ('r', 'p') AND NOT relispartition \gexec
\set ECHO all
