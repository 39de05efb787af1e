-- A superuser installs wiji_feed into a schema where somebody has created types with the names that its
-- script uses, with functions, operators and casts for them.  But nothing of the extension is of these
-- types, and none of the functions runs.
SET client_min_messages = warning;
DROP EXTENSION wiji_feed;
DROP ROLE IF EXISTS regress_hostile; -- left by an interrupted run
CREATE ROLE regress_hostile;
CREATE SCHEMA planted;
GRANT ALL ON SCHEMA planted TO regress_hostile;
SET ROLE regress_hostile;
\set ECHO none
CREATE SEQUENCE planted.sprung; -- attempts count even if they are rolled back
GRANT ALL ON SEQUENCE planted.sprung TO PUBLIC;
CREATE FUNCTION planted.spring() RETURNS boolean LANGUAGE plpgsql AS
$$BEGIN PERFORM pg_catalog.nextval('planted.sprung'); RETURN true; END$$;
-- domains, which may have checks, composites and enums
CREATE TYPE planted.wiji AS (bytes bytea);
DO $$
DECLARE
	name text;
BEGIN
	FOREACH name IN ARRAY
		'{regclass,regtype,uuid,bigint,int8,int4,"integer",bool,"boolean",timestamptz,name,text,trigger,void,record}'::text[] LOOP
		EXECUTE format('CREATE DOMAIN planted.%I AS pg_catalog.text CHECK (planted.spring())', name);
	END LOOP;
	CREATE TYPE planted.interval AS ENUM ('0', '1 s');
	CREATE TYPE planted.name_array AS (a pg_catalog.text);
END $$;
-- functions that would be better matches, and overloads of the extension's own
CREATE FUNCTION planted.format(text, VARIADIC text[]) RETURNS text LANGUAGE plpgsql AS
$$BEGIN PERFORM planted.spring(); RETURN pg_catalog.format($1, VARIADIC $2); END$$;
CREATE FUNCTION planted.format(text, name) RETURNS text LANGUAGE plpgsql AS
$$BEGIN PERFORM planted.spring(); RETURN pg_catalog.format($1, $2); END$$;
CREATE FUNCTION planted.quote_literal(interval) RETURNS text LANGUAGE plpgsql AS
$$BEGIN PERFORM planted.spring(); RETURN ''; END$$;
CREATE FUNCTION planted.concat_ws(text, text, text, text) RETURNS text LANGUAGE plpgsql AS
$$BEGIN PERFORM planted.spring(); RETURN ''; END$$;
DO $do$
DECLARE
	f text;
BEGIN
	FOREACH f IN ARRAY '{"wiji_feed_prepare(oid, name, text)","wiji_feed_prepare(regclass, text, text)",
		"wiji_feed_prepare(text, text, text)","wiji_feed_verify(oid)","wiji_feed_verify(text)",
		"wiji_feed_triggers(oid)","wiji_drop_feed(oid)","wiji_drop_feed(text)","wiji_drop_feed(bigint)","wiji_feed_enter(text)",
		"wiji_feed_guard(VARIADIC text[])","wiji_horizon(text)","wiji_horizon(oid)"}'::text[] LOOP
		EXECUTE 'CREATE FUNCTION planted.' || f ||
			$$ RETURNS text[] LANGUAGE plpgsql AS 'BEGIN PERFORM planted.spring(); RETURN NULL; END'$$;
	END LOOP;
	FOREACH f IN ARRAY '{"oid, oid","name, name","text, text","regclass, regclass","name, text"}'::text[] LOOP
		EXECUTE format('CREATE FUNCTION planted.equal(%s) RETURNS boolean LANGUAGE plpgsql
			AS ''BEGIN RETURN planted.spring(); END''', f);
		EXECUTE format('CREATE OPERATOR planted.= (LEFTARG = %s, RIGHTARG = %s, FUNCTION = planted.equal)',
		               split_part(f, ', ', 1), split_part(f, ', ', 2));
	END LOOP;
END $do$;
CREATE FUNCTION planted.from_uuid(uuid) RETURNS planted.wiji LANGUAGE plpgsql AS
$$BEGIN PERFORM planted.spring(); RETURN NULL; END$$;
CREATE CAST (uuid AS planted.wiji) WITH FUNCTION planted.from_uuid AS IMPLICIT;
CREATE FUNCTION planted.to_interval(planted.interval) RETURNS pg_catalog.interval LANGUAGE plpgsql AS
$$BEGIN PERFORM planted.spring(); RETURN '0'; END$$;
CREATE CAST (planted.interval AS pg_catalog.interval) WITH FUNCTION planted.to_interval AS IMPLICIT;
-- relations with the names of catalogs
CREATE VIEW planted.pg_extension AS SELECT 'planted'::name AS nspname, planted.spring(), e.*
FROM pg_catalog.pg_extension e;
CREATE VIEW planted.pg_namespace AS SELECT n.oid, 'planted'::name AS nspname, planted.spring()
FROM pg_catalog.pg_namespace n;
CREATE TABLE planted.pg_trigger (tgname name, tgrelid oid, tgfoid oid, tgparentid oid);
RESET ROLE;
-- the types and functions that members of an extension are made of, and who owns them
CREATE FUNCTION made_of(extension name) RETURNS TABLE (schema name, theirs boolean) LANGUAGE sql AS $$
	WITH member AS (SELECT p.* FROM pg_proc p
		JOIN pg_depend d ON classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e'
		JOIN pg_extension e ON refclassid = 'pg_extension'::regclass AND refobjid = e.oid WHERE extname = extension)
	SELECT DISTINCT nspname, typowner = 'regress_hostile'::regrole
	FROM member, unnest(prorettype || proargtypes::oid[] || coalesce(proallargtypes, '{}')) o
		JOIN pg_type t ON t.oid = o JOIN pg_namespace n ON n.oid = typnamespace ORDER BY 1
$$;
\set ECHO all
CREATE EXTENSION wiji_feed SCHEMA planted;
SELECT * FROM made_of('wiji_feed');
SELECT p.oid::regprocedure, prorettype::regtype FROM pg_proc p 
WHERE proname ~ '^wiji_horizon' AND proowner <> 'regress_hostile'::regrole ORDER BY proname COLLATE "C";
SELECT is_called AS sprung FROM planted.sprung;
-- Nor do they run when it is used, whatever comes first in the path.
CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate());
SET search_path = planted, pg_catalog, public;
SELECT code FROM public.failure('SELECT planted.wiji_feed_flaw(''public.event''::pg_catalog.regclass)');
SELECT code IS NULL OR code OPERATOR(pg_catalog.=) '55000' AS created -- before PostgreSQL 17 without preloading
FROM public.failure('SELECT planted.wiji_create_feed(''public.event''::pg_catalog.regclass,
	lag => ''1 s''::pg_catalog.interval)');
SELECT planted.wiji_drop_feed('public.event'::pg_catalog.regclass) \g /dev/null
RESET search_path;
SELECT is_called AS sprung FROM planted.sprung;
DROP TABLE event;
DROP EXTENSION wiji_feed;

-- The traps work.
SET search_path = planted, pg_catalog;
SELECT format('%s', 'a'::pg_catalog.text) AS called;
SELECT 'a'::pg_catalog.name = 'b'::pg_catalog.name AS compared;
RESET search_path;
SELECT is_called AS sprung FROM planted.sprung;

DROP SCHEMA planted CASCADE;
DROP FUNCTION made_of;
DROP OWNED BY regress_hostile;
DROP ROLE regress_hostile;
CREATE EXTENSION wiji_feed;
RESET client_min_messages;
