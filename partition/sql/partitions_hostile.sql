-- The script in a schema where an attacker has been before, by both doors: nothing that was planted is
-- executed or bound.  And a superuser who lists the partitions of a table whose owner wants to be one.
\set ECHO none
\getenv tree WIJI_TREE
\set traps :tree/test/hostile/traps.sql
\set disarm :tree/test/hostile/disarm.sql
\set script :tree/partition/wiji_partition--1.0.sql
SELECT pg_read_file(:'script') AS script \gset
SELECT substring(:'script', '^.*?END [$][$];') AS beginning \gset
SET client_min_messages = warning;
SET TimeZone = 'UTC';
\set SHOW_CONTEXT never
DROP EXTENSION wiji_partition;
DROP ROLE IF EXISTS regress_hostile, regress_victim; -- left by an interrupted run
CREATE ROLE regress_hostile;
CREATE ROLE regress_victim;
SELECT format('GRANT CREATE ON DATABASE %I TO regress_hostile', current_database()) \gexec
CREATE SCHEMA planted AUTHORIZATION regress_victim;
GRANT ALL ON SCHEMA planted TO PUBLIC;
CREATE TEMP TABLE of_server AS
	SELECT 'pg_proc'::regclass AS classid, oid AS objid FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
	UNION ALL SELECT 'pg_type'::regclass, oid FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace
	UNION ALL SELECT 'pg_class'::regclass, oid FROM pg_class WHERE relnamespace = 'pg_catalog'::regnamespace;
SET ROLE regress_hostile;
SET check_function_bodies = off;
\i :traps
-- a domain of each name: f('...') is a literal if f is a type
DO $$
DECLARE
	name name;
BEGIN
	FOR name IN
		SELECT typname FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace AND typname !~ '^_'
		UNION SELECT proname FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
	LOOP
		EXECUTE format('CREATE DOMAIN planted.%I AS text CHECK (planted.spring() IS NULL)', name);
	END LOOP;
END $$;
-- and a function with the name of one of the script's own
CREATE FUNCTION planted.wiji_partition_key(anyelement, anyelement, anyelement) RETURNS text LANGUAGE plpgsql
AS 'BEGIN PERFORM planted.spring(); END';
RESET check_function_bodies;
RESET ROLE;
\set ECHO all
SELECT count(*) > 8000 AS thousands FROM pg_proc WHERE pronamespace = 'planted'::regnamespace;
SELECT code FROM failure('SET search_path = planted; SELECT lower(1)');

-- A function of such a name that belongs to somebody else stops it.
SET ROLE regress_victim;
SET search_path = planted;
\set ECHO none
BEGIN;
:beginning
ROLLBACK;
\set ECHO all
RESET ROLE;
RESET search_path;
SELECT code, message, detail, hint FROM failure('CREATE EXTENSION wiji_partition SCHEMA planted');
DROP FUNCTION planted.wiji_partition_key;

-- As a script, twice, by the owner of the schema.
SET ROLE regress_victim;
SET search_path = planted;
\set ECHO none
BEGIN;
:script
COMMIT;
BEGIN;
:script
COMMIT;
\set ECHO all
RESET ROLE;
RESET search_path;
CREATE FUNCTION bound_to() RETURNS TABLE (functions bigint, planted bigint) LANGUAGE sql AS $$
	WITH RECURSIVE ours AS (SELECT oid FROM pg_proc WHERE pronamespace = 'planted'::regnamespace AND proname ~ '^wiji_(partition|create_p|drop_p)'),
	needed AS (
		SELECT 'pg_proc'::regclass::oid AS classid, oid AS objid FROM ours
		UNION
		SELECT d.refclassid, d.refobjid FROM needed n JOIN pg_depend d ON d.classid = n.classid AND d.objid = n.objid
	)
	SELECT (SELECT count(*) FROM ours WHERE oid::regprocedure::text !~ 'script'),
	       count(*) FROM needed n WHERE EXISTS (SELECT FROM pg_shdepend d WHERE d.classid = n.classid AND d.objid = n.objid AND refobjid = 'regress_hostile'::regrole AND deptype = 'o')
$$;
SELECT * FROM bound_to();
-- It leaves nothing in pg_catalog.
SELECT pg_describe_object(classid, objid, 0) FROM (
	SELECT 'pg_proc'::regclass AS classid, oid AS objid FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace
	UNION ALL SELECT 'pg_type'::regclass, oid FROM pg_type WHERE typnamespace = 'pg_catalog'::regnamespace
	UNION ALL SELECT 'pg_class'::regclass, oid FROM pg_class WHERE relnamespace = 'pg_catalog'::regnamespace
	EXCEPT SELECT classid, objid FROM of_server) s;
-- A role whose path has the traps before everything else uses it without springing one.
\set ECHO none
CREATE PROCEDURE use() LANGUAGE plpgsql AS $$
DECLARE
	results text[];
	statement text;
BEGIN
	PERFORM pg_catalog.set_config('search_path', 'public, pg_catalog', true);
	CREATE TABLE public.events (id uuid PRIMARY KEY) PARTITION BY RANGE (id);
	CREATE TABLE public.days (d integer PRIMARY KEY) PARTITION BY RANGE (d);
	CREATE FUNCTION public.day(at timestamptz) RETURNS integer STABLE RETURN pg_catalog.to_char(at, 'YYYYMMDD')::integer;
	CREATE TABLE public.notes (id uuid REFERENCES public.events);
	PERFORM pg_catalog.set_config('search_path', 'planted, pg_catalog', true);
	EXECUTE $q$SELECT planted.wiji_create_partitions('public.events', '2026-11-01 00:00+00', '2026-11-03 00:00+00', '1 day')$q$;
	EXECUTE $q$SELECT planted.wiji_create_partitions('public.days', '2026-11-01 00:00+00', '2026-11-03 00:00+00', '1 day', key_of => 'public.day(pg_catalog.timestamptz)')$q$;
	PERFORM pg_catalog.set_config('search_path', 'public, pg_catalog', true);
	results := ARRAY(SELECT p::text FROM planted.wiji_partitions('public.events') p) || ARRAY(SELECT p::text FROM planted.wiji_partitions('public.days', 'public.day(pg_catalog.timestamptz)') p);
	PERFORM pg_catalog.set_config('search_path', 'planted, pg_catalog', true);
	FOR attempt IN 1..2 LOOP	-- on a slow machine, each drops one only
		EXECUTE $q$SELECT planted.wiji_drop_partitions('public.events', '2027-01-01 00:00+00')$q$;
		EXECUTE $q$SELECT planted.wiji_drop_partitions('public.days', '2027-01-01 00:00+00', 'public.day(pg_catalog.timestamptz)')$q$;
	END LOOP;
	PERFORM pg_catalog.set_config('search_path', 'public, pg_catalog', true);
	RAISE WARNING '% listed, % left', cardinality(results), (SELECT count(*) FROM pg_inherits WHERE inhparent IN ('public.events'::regclass, 'public.days'::regclass));
	DROP TABLE public.events, public.days, public.notes;
	CREATE TABLE public.log (at timestamptz PRIMARY KEY, n integer GENERATED ALWAYS AS IDENTITY, line text CHECK (line <> '' AND lower(line) = line));
	CREATE VIEW public.lines AS SELECT upper(line) AS line, count(*) FROM public.log GROUP BY 1;
	PERFORM pg_catalog.set_config('search_path', 'planted, pg_catalog', true);
	EXECUTE $q$SELECT pg_catalog.array_agg(s) FROM planted.wiji_partition_script('public.log', '2026-11-01 00:00+00') s$q$ INTO results;
	PERFORM pg_catalog.set_config('search_path', 'public, pg_catalog', true);
	results := ARRAY(SELECT s FROM unnest(results) WITH ORDINALITY r (s, n) WHERE s !~ '^(--|\\)' ORDER BY n);
	PERFORM pg_catalog.set_config('search_path', 'planted, pg_catalog', true);
	FOREACH statement IN ARRAY results LOOP
		EXECUTE statement;
	END LOOP;
	PERFORM pg_catalog.set_config('search_path', 'public, pg_catalog', true);
	RAISE WARNING '% has %', 'public.log'::regclass, (SELECT inhrelid::regclass FROM pg_inherits WHERE inhparent = 'public.log'::regclass);
	DROP TABLE public.log CASCADE;
	DROP FUNCTION public.day;
END $$;
\set ECHO all
CALL use();

-- The other door is closed as long as the script's functions are there, and the hint opens it.
SELECT code, message, detail FROM failure('CREATE EXTENSION wiji_partition SCHEMA planted');
SELECT substring(hint, 'DROP FUNCTION .*[^.]') AS drop_functions FROM failure('CREATE EXTENSION wiji_partition SCHEMA planted') \gset
:drop_functions;
-- As an extension.
CREATE EXTENSION wiji_partition SCHEMA planted;
SELECT * FROM bound_to();
CALL use();
SET ROLE regress_victim;
SET search_path = planted;
\set ECHO none
BEGIN;
:beginning
ROLLBACK;
\set ECHO all
RESET ROLE;
RESET search_path;
DROP EXTENSION wiji_partition;
\set ECHO none
\i :disarm
\set ECHO all
DROP FUNCTION bound_to;
DROP PROCEDURE use;
DROP SCHEMA planted CASCADE;

-- The attacker installs the trusted extension.  A superuser has added a type to it, as other trusted
-- extensions have some, and the attacker adds functions.
CREATE SCHEMA lair AUTHORIZATION regress_hostile;
SET ROLE regress_hostile;
CREATE EXTENSION wiji_partition SCHEMA lair;
RESET ROLE;
\set ECHO none
CREATE TYPE lair.mine;
CREATE FUNCTION lair.mine_in(cstring) RETURNS lair.mine IMMUTABLE STRICT LANGUAGE internal AS 'int8in';
CREATE FUNCTION lair.mine_out(lair.mine) RETURNS cstring IMMUTABLE STRICT LANGUAGE internal AS 'int8out';
CREATE TYPE lair.mine (INPUT = lair.mine_in, OUTPUT = lair.mine_out, LIKE = bigint);
CREATE FUNCTION lair.mine_cmp(lair.mine, lair.mine) RETURNS integer IMMUTABLE STRICT LANGUAGE internal AS 'btint8cmp';
CREATE FUNCTION lair.mine_lt(lair.mine, lair.mine) RETURNS boolean IMMUTABLE STRICT LANGUAGE internal AS 'int8lt';
CREATE OPERATOR lair.< (LEFTARG = lair.mine, RIGHTARG = lair.mine, FUNCTION = lair.mine_lt);
CREATE OPERATOR CLASS lair.mine_ops DEFAULT FOR TYPE lair.mine USING btree AS OPERATOR 1 lair.<, FUNCTION 1 lair.mine_cmp(lair.mine, lair.mine);
ALTER EXTENSION wiji_partition ADD TYPE lair.mine;
SET ROLE regress_hostile;
CREATE TABLE lair.ran (what text, as_whom name DEFAULT current_user);
CREATE FUNCTION lair.note(what text) RETURNS void LANGUAGE plpgsql AS $$BEGIN INSERT INTO lair.ran VALUES (what); END$$;
CREATE FUNCTION lair.spring(what text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE
AS $$BEGIN PERFORM lair.note(what); RETURN true; END$$;
CREATE FUNCTION lair.mine_lower(timestamptz) RETURNS lair.mine LANGUAGE plpgsql IMMUTABLE
AS $$BEGIN PERFORM lair.spring('mine_lower'); RETURN '1'; END$$;
CREATE FUNCTION lair.mine_timestamp(lair.mine) RETURNS timestamptz LANGUAGE plpgsql IMMUTABLE
AS $$BEGIN PERFORM lair.spring('mine_timestamp'); RETURN now(); END$$;
ALTER EXTENSION wiji_partition ADD FUNCTION lair.mine_lower(timestamptz);
ALTER EXTENSION wiji_partition ADD FUNCTION lair.mine_timestamp(lair.mine);
CREATE TABLE lair.by_mine (id lair.mine) PARTITION BY RANGE (id);
CREATE TABLE lair.by_mine_1 PARTITION OF lair.by_mine FOR VALUES FROM ('1') TO ('2');
-- a domain, with functions as those of the SQL-only edition
CREATE DOMAIN lair.id AS uuid CHECK (lair.spring('domain'));
CREATE FUNCTION lair.id_lower(timestamptz) RETURNS lair.id LANGUAGE plpgsql AS $$BEGIN PERFORM lair.spring('id_lower'); RETURN gen_random_uuid(); END$$;
CREATE FUNCTION lair.id_timestamp(lair.id) RETURNS timestamptz LANGUAGE plpgsql AS $$BEGIN PERFORM lair.spring('id_timestamp'); RETURN now(); END$$;
CREATE TABLE lair.by_domain (id lair.id) PARTITION BY RANGE (id);
CREATE TABLE lair.by_domain_1 PARTITION OF lair.by_domain FOR VALUES FROM (MINVALUE) TO ('10000000-0000-0000-0000-000000000000');
-- a type whose input checks a domain
CREATE TYPE lair.pair AS (id lair.id);
CREATE TABLE lair.by_pair (id lair.pair) PARTITION BY RANGE (id);
CREATE TABLE lair.by_pair_1 PARTITION OF lair.by_pair FOR VALUES FROM (MINVALUE) TO (ROW('10000000-0000-0000-0000-000000000000'));
CREATE TABLE lair.by_array (id lair.id[]) PARTITION BY RANGE (id);
CREATE TABLE lair.by_array_1 PARTITION OF lair.by_array FOR VALUES FROM (MINVALUE) TO ('{10000000-0000-0000-0000-000000000000}');
-- and code wherever a table can have some
CREATE FUNCTION lair.trigger() RETURNS trigger LANGUAGE plpgsql
AS $$BEGIN PERFORM lair.spring('trigger'); RETURN NULL; END$$;
CREATE TABLE lair.event (id uuid DEFAULT CASE WHEN lair.spring('default') THEN gen_random_uuid() END CHECK (lair.spring('check')), at timestamptz) PARTITION BY RANGE (id);
CREATE INDEX ON lair.event ((lair.spring('index' || (id IS NULL))));
CREATE TRIGGER t AFTER INSERT ON lair.event FOR EACH ROW EXECUTE FUNCTION lair.trigger();
SELECT count(*) FROM lair.wiji_create_partitions('lair.event', '2026-10-01', '2027-01-01', '1 month');
CREATE TABLE lair.by_expression (at timestamptz) PARTITION BY RANGE ((CASE WHEN lair.spring('key') THEN at END));
CREATE FUNCTION lair.key(timestamptz) RETURNS uuid LANGUAGE plpgsql STABLE AS $$BEGIN PERFORM lair.spring('key_of'); RETURN public.first_id($1); END$$;
\set ECHO all
SELECT DISTINCT what FROM lair.ran ORDER BY what;
RESET ROLE;
TRUNCATE lair.ran;
SET search_path = lair, pg_catalog;
SELECT * FROM lair.wiji_partitions('lair.event');
SELECT name, code, message FROM pg_catalog.unnest('{by_mine,by_domain,by_pair,by_array,by_expression}'::text[]) name,
	public.failure(pg_catalog.format('SELECT * FROM lair.wiji_partitions(%L)', VARIADIC ARRAY['lair.' OPERATOR(pg_catalog.||) name]));
SELECT name, code, message FROM pg_catalog.unnest('{by_pair,by_array}'::text[]) name,
	public.failure(pg_catalog.format('SELECT * FROM lair.wiji_partitions(%L, ''lair.key(timestamptz)'')', VARIADIC ARRAY['lair.' OPERATOR(pg_catalog.||) name]));
-- Only the owner may call what would run code of the owner; and that is decided first.
SELECT code, message FROM public.failure($$
	SELECT lair.wiji_create_partitions('lair.event', '2027-01-01', '2027-02-01', '1 month', 'UTC', 'lair.key(timestamptz)')$$);
SELECT code, message FROM public.failure($$SELECT lair.wiji_drop_partitions('lair.event', '2027-02-01', 'lair.key(timestamptz)')$$);
RESET search_path;
TABLE lair.ran;
-- The traps work.  A function that the caller has named runs as the caller.
INSERT INTO lair.event VALUES (first_id('2026-10-02'));
SELECT DISTINCT as_whom = current_user AS sprung FROM lair.ran;
TRUNCATE lair.ran;
SELECT count(*) FROM lair.wiji_partitions('lair.event', 'lair.key(timestamptz)');
-- A domain and functions of one's own are used, if all of them are.
SET ROLE regress_hostile;
SELECT count(*) FROM lair.wiji_partitions('lair.by_domain');
RESET ROLE;
SELECT DISTINCT what, as_whom = 'regress_hostile' AS as_owner FROM lair.ran ORDER BY what;
SET client_min_messages = error;
ALTER EXTENSION wiji_partition DROP FUNCTION lair.mine_lower(timestamptz);
ALTER EXTENSION wiji_partition DROP FUNCTION lair.mine_timestamp(lair.mine);
ALTER EXTENSION wiji_partition DROP TYPE lair.mine;
DROP EXTENSION wiji_partition;
DROP SCHEMA lair CASCADE;
DROP OWNED BY regress_hostile, regress_victim;
DROP ROLE regress_hostile, regress_victim;
CREATE EXTENSION wiji_partition;
