-- A superuser's nightly job looks after the partitions of a table whose owner wants to be one,
-- and who has put code of his wherever a table can have some.  All of it runs as the owner.
SET client_min_messages = warning;
DROP ROLE IF EXISTS regress_hostile, regress_victim; -- of a run that was ended
CREATE ROLE regress_hostile;
CREATE ROLE regress_victim SUPERUSER;
CREATE SCHEMA lair AUTHORIZATION regress_hostile;

SET ROLE regress_hostile;
SET search_path = lair, public;
CREATE TABLE lair.ran (what text, as_whom name, path text DEFAULT current_setting('search_path'));

-- harmless while the table is made
CREATE FUNCTION lair.spring(what text) RETURNS void LANGUAGE plpgsql AS $$BEGIN END$$;
CREATE TABLE lair.deferred (n integer);
CREATE FUNCTION lair.spring_later() RETURNS trigger
LANGUAGE plpgsql AS $$BEGIN PERFORM lair.spring('deferred trigger'); RETURN NULL; END$$;
CREATE CONSTRAINT TRIGGER later AFTER INSERT ON lair.deferred DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION lair.spring_later();

CREATE FUNCTION lair.trap(what text, value anyelement) RETURNS anyelement
LANGUAGE plpgsql IMMUTABLE AS $$BEGIN PERFORM lair.spring(what); RETURN value; END$$;
CREATE FUNCTION lair.allow(what text, value anyelement) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$BEGIN PERFORM lair.spring(what); RETURN true; END$$;
CREATE FUNCTION lair.trigger() RETURNS trigger
LANGUAGE plpgsql AS $$BEGIN PERFORM lair.spring(TG_ARGV[0]); RETURN coalesce(NEW, OLD); END$$;
-- these are what an unqualified name would find first
CREATE FUNCTION lair.format(text, VARIADIC text[]) RETURNS text
LANGUAGE plpgsql AS $$BEGIN PERFORM lair.spring('search_path'); RETURN ''; END$$;
CREATE FUNCTION lair.wiji_cmp(anyelement, anyelement) RETURNS integer
LANGUAGE plpgsql IMMUTABLE AS $$BEGIN PERFORM lair.spring('search_path'); RETURN 0; END$$;
-- a domain that is checked, a foreign key to a table with triggers
CREATE DOMAIN lair.checked AS integer CHECK (lair.allow('domain', VALUE));
CREATE TABLE lair.referred (n integer PRIMARY KEY);
INSERT INTO lair.referred VALUES (1);
CREATE TRIGGER t BEFORE UPDATE OR DELETE ON lair.referred FOR EACH ROW EXECUTE FUNCTION lair.trigger('referred table');

CREATE TABLE lair.event (
	id public.wiji DEFAULT lair.trap('default', public.wiji_generate()),
	n integer DEFAULT lair.trap('default', 1) CHECK (lair.allow('check', n)) REFERENCES lair.referred,
	doubled integer GENERATED ALWAYS AS (lair.trap('generated column', 2 * n)) STORED,
	c lair.checked DEFAULT 1
) PARTITION BY RANGE (id, lair.trap('partition key', 1 + n));
ALTER TABLE lair.event ADD CHECK (lair.allow('constant check', 1));
CREATE INDEX ON lair.event (lair.trap('index expression', n));
CREATE INDEX ON lair.event (lair.trap('constant index expression', 1));
CREATE INDEX ON lair.event (n) WHERE lair.allow('index predicate', 1);
CREATE STATISTICS lair.s ON (lair.trap('statistics', n)), n FROM lair.event;
CREATE TRIGGER r BEFORE INSERT OR UPDATE OR DELETE ON lair.event
FOR EACH ROW EXECUTE FUNCTION lair.trigger('row trigger');
CREATE TRIGGER s AFTER INSERT OR UPDATE
  OR DELETE ON lair.event FOR EACH STATEMENT EXECUTE FUNCTION lair.trigger('statement trigger');
ALTER TABLE lair.event ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY p ON lair.event USING (lair.allow('policy', n));
CREATE TABLE lair.event_default PARTITION OF lair.event DEFAULT;
CREATE CONSTRAINT TRIGGER d AFTER INSERT OR DELETE ON lair.event_default DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION lair.spring_later();
CREATE RULE r AS ON DELETE TO lair.event_default DO ALSO SELECT lair.spring('rule');
INSERT INTO lair.event (id) SELECT public.wiji_generate(at) FROM unnest('{2026-10-15,2027-01-15}'::timestamptz[]) at;
-- It notes as whom it runs, and tries to make its owner a superuser: itself, as somebody else, and
-- later.
CREATE OR REPLACE FUNCTION lair.spring(what text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	attempt text;
BEGIN
	IF EXISTS (SELECT FROM lair.ran WHERE as_whom <> 'regress_hostile') THEN RETURN; END IF;
	INSERT INTO lair.ran VALUES (what, current_user);
	-- an error undoes no more than the attempt itself
	FOREACH attempt IN ARRAY array[
		'RESET ROLE', 'SET ROLE regress_victim', 'RESET SESSION AUTHORIZATION',
		'SET SESSION AUTHORIZATION regress_victim',
		'CREATE TEMP TABLE pg_class ()',
		'DECLARE later CURSOR WITH HOLD FOR SELECT lair.spring(''later'')',
		'INSERT INTO lair.deferred SELECT 1 WHERE NOT EXISTS (SELECT FROM lair.deferred)',
		'ALTER ROLE regress_hostile SUPERUSER']
	LOOP
		BEGIN
			EXECUTE attempt;
		EXCEPTION WHEN others THEN
			NULL;
		END;
	END LOOP;
END $$;
RESET ROLE;

-- The traps work: a superuser who inserts a row springs them.
BEGIN;
INSERT INTO lair.event DEFAULT VALUES;
SELECT rolsuper FROM pg_roles WHERE rolname = 'regress_hostile';
ROLLBACK;
TRUNCATE lair.ran;

-- A trigger on DDL, which is somebody else's, notes as whom DDL is done.
CREATE TABLE lair.ddl (tag text, as_whom name);
GRANT ALL ON lair.ddl TO PUBLIC;
CREATE FUNCTION lair.note_ddl() RETURNS event_trigger
LANGUAGE plpgsql AS $$BEGIN INSERT INTO lair.ddl VALUES (tg_tag, current_user); END$$;
CREATE EVENT TRIGGER regress_note ON ddl_command_end EXECUTE FUNCTION lair.note_ddl();

-- The job, of a superuser whose path has the owner's schema first.
SET search_path = lair, public;
SELECT public.wiji_create_partitions('event', '2026-11-01 00:00+00', '2027-02-01 00:00+00', '1 month', 'UTC');
SET client_min_messages = error; -- some months from now it does not say so again
CALL public.wiji_maintain_partitions('event', '1 month', '1 year', NULL, 'UTC');
SET client_min_messages = warning;
SELECT public.wiji_drop_partitions('event', '2026-12-01 00:00+00');
SELECT public.wiji_drop_partitions('event', '2027-01-01 00:00+00', true);
SELECT partitions > 5 AS many, cardinality(to_create) > 10 AS more, to_drop
FROM public.wiji_partition_report('event', '1 month', '2 years', NULL, 'UTC');
-- Nor is a temporary table served that the owner has left in the superuser's session.
SET ROLE regress_hostile;
CREATE TEMP TABLE fleeting (id public.wiji, n integer CHECK (lair.allow('check', n))) PARTITION BY RANGE (id);
RESET ROLE;
SELECT code, message
FROM failure($$
	SELECT public.wiji_create_partitions('fleeting', '2026-11-01 00:00+00', '2026-12-01 00:00+00', '1 month', 'UTC')$$);
RESET search_path;
DROP EVENT TRIGGER regress_note;

-- (no more of it: a superuser who reads springs it as well)
CREATE OR REPLACE FUNCTION lair.spring(what text) RETURNS void LANGUAGE plpgsql AS $$BEGIN END$$;

-- All that ran did so as the owner, who is no superuser.
SELECT as_whom, path, count(DISTINCT what) > 2 AS much FROM lair.ran GROUP BY 1, 2;
SELECT tag, as_whom FROM lair.ddl GROUP BY 1, 2 ORDER BY tag COLLATE "C";
SELECT rolsuper FROM pg_roles WHERE rolname = 'regress_hostile';
-- Rows of the default partition were counted, and no policy hid one.
SELECT DISTINCT what FROM lair.ran WHERE what ~ 'trigger|rule|policy|referred|later' ORDER BY what;
SELECT tableoid::regclass, count(*) FROM lair.event GROUP BY 1 ORDER BY tableoid::regclass::text COLLATE "C";
-- The owner's are all of them; he can add a column.
SELECT DISTINCT relowner::regrole FROM pg_class WHERE relnamespace = 'lair'::regnamespace AND relname ~ '^event';
SET ROLE regress_hostile;
ALTER TABLE lair.event ADD COLUMN what text;
RESET ROLE;

SET client_min_messages = error;
DROP SCHEMA lair CASCADE;
DROP OWNED BY regress_hostile;
DROP ROLE regress_hostile, regress_victim;
