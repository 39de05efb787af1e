-- A superuser lists the partitions of a table whose owner wants to be a superuser and has left code
-- wherever a table can have some.  This code does not run.
SET client_min_messages = warning;
DROP ROLE IF EXISTS regress_hostile, regress_victim; -- left by an interrupted run
CREATE ROLE regress_hostile;
GRANT USAGE ON SCHEMA public TO regress_hostile;
CREATE ROLE regress_victim SUPERUSER;
CREATE SCHEMA lair AUTHORIZATION regress_hostile;
\set ECHO none
SET ROLE regress_hostile;
CREATE TABLE lair.ran (what text, as_whom name DEFAULT current_user);
CREATE FUNCTION lair.note(what text) RETURNS void LANGUAGE plpgsql AS $$BEGIN INSERT INTO lair.ran VALUES (what); END$$;
CREATE FUNCTION lair.spring(what text) RETURNS boolean LANGUAGE plpgsql IMMUTABLE
AS $$BEGIN PERFORM lair.note(what); RETURN true; END$$;
CREATE FUNCTION lair.format(text, text) RETURNS text LANGUAGE plpgsql
AS $$BEGIN PERFORM lair.spring('search_path'); RETURN ''; END$$;
CREATE FUNCTION lair.trigger() RETURNS trigger LANGUAGE plpgsql
AS $$BEGIN PERFORM lair.spring('trigger'); RETURN NULL; END$$;
CREATE TABLE lair.event (
	id public.wiji DEFAULT CASE WHEN lair.spring('default') THEN public.wiji_generate() END CHECK (lair.spring('check'))
) PARTITION BY RANGE (id);
CREATE INDEX ON lair.event ((lair.spring('index' || (id IS NULL))));
CREATE TRIGGER t AFTER INSERT ON lair.event FOR EACH ROW EXECUTE FUNCTION lair.trigger();
SELECT public.wiji_create_partitions('lair.event', '2026-10-01 00:00+00', '2027-01-01 00:00+00', '1 month', 'UTC');

-- Types like ours: a domain of the same name, an enum and another domain with functions like ours.
CREATE DOMAIN lair.wiji AS public.wiji CHECK (lair.spring('domain'));
CREATE TYPE lair.kind AS ENUM ('a', 'b');
CREATE DOMAIN lair.number AS bigint CHECK (lair.spring('domain'));
CREATE FUNCTION lair.kind_timestamp(lair.kind) RETURNS timestamptz LANGUAGE plpgsql
AS $$BEGIN PERFORM lair.spring('kind_timestamp'); RETURN now(); END$$;
CREATE FUNCTION lair.kind_lower(timestamptz) RETURNS lair.kind LANGUAGE plpgsql
AS $$BEGIN PERFORM lair.spring('kind_lower'); RETURN 'a'; END$$;
CREATE FUNCTION lair.number_timestamp(lair.number) RETURNS timestamptz LANGUAGE plpgsql
AS $$BEGIN PERFORM lair.spring('number_timestamp'); RETURN now(); END$$;
CREATE TABLE lair.by_domain (id lair.wiji) PARTITION BY RANGE (id);
CREATE TABLE lair.by_domain_1 PARTITION OF lair.by_domain
FOR VALUES FROM (MINVALUE) TO (public.wiji_lower('2026-11-01 00:00+00'));
CREATE TABLE lair.by_enum (id lair.kind) PARTITION BY RANGE (id);
CREATE TABLE lair.by_enum_1 PARTITION OF lair.by_enum FOR VALUES FROM ('a') TO ('b');
CREATE TABLE lair.by_number (id lair.number) PARTITION BY RANGE (id);
\set ECHO all
SELECT DISTINCT what FROM lair.ran ORDER BY what;
RESET ROLE;
-- Even as the owner of the extension, and of a member of it:
ALTER EXTENSION wiji ADD TYPE lair.kind;
ALTER EXTENSION wiji ADD FUNCTION lair.kind_timestamp(lair.kind);
TRUNCATE lair.ran;

SET search_path = lair, pg_catalog;
SELECT * FROM public.wiji_partitions('lair.event');
SELECT * FROM public.wiji_partitions('lair.by_domain');
SELECT parent, code, message
FROM unnest('{lair.by_enum,lair.by_number}'::text[]) parent,
     public.failure(pg_catalog.format('SELECT * FROM public.wiji_partitions(%L)', VARIADIC ARRAY[parent]));
-- Only the owner may call what would run code of the owner.
SELECT code, message FROM public.failure($$
	SELECT public.wiji_create_partitions('lair.event', '2027-01-01 00:00+00', '2027-02-01 00:00+00', '1 month', 'UTC')$$);
SELECT code, message FROM public.failure($$SELECT public.wiji_drop_partitions('lair.event', '2027-02-01 00:00+00')$$);
RESET search_path;
TABLE lair.ran;
-- The traps work.
INSERT INTO lair.event VALUES (DEFAULT);
SELECT DISTINCT as_whom = current_user AS sprung FROM lair.ran;
ALTER EXTENSION wiji DROP FUNCTION lair.kind_timestamp(lair.kind);
ALTER EXTENSION wiji DROP TYPE lair.kind;

-- A caller's search_path is not used: here that of the owner, who has every right.
TRUNCATE lair.ran;
SET ROLE regress_hostile;
SET search_path = lair, pg_catalog;
SELECT public.wiji_create_partitions('lair.event', '2027-01-01 00:00+00', '2027-02-01 00:00+00', '1 month', 'UTC');
SELECT public.wiji_drop_partitions('lair.event', '2026-11-01 00:00+00');
RESET search_path;
SELECT DISTINCT what, as_whom FROM lair.ran ORDER BY what;
RESET ROLE;
SET client_min_messages = error;
DROP SCHEMA lair CASCADE;
DROP OWNED BY regress_hostile;
DROP ROLE regress_hostile, regress_victim;
