-- A role with nothing but PUBLIC's rights and SELECT wants to become a superuser: it puts functions,
-- operators and tables in the path of code that superusers have left in their tables and views, and
-- calls every function of feeds for them.  None of this code runs.
SET client_min_messages = error;
DROP ROLE IF EXISTS regress_hostile; -- left by an interrupted run
CREATE ROLE regress_hostile;
\set ECHO none
CREATE TABLE settings (k text, v text);
-- names that a search_path decides on
CREATE FUNCTION live(t text) RETURNS boolean IMMUTABLE LANGUAGE sql AS 'SELECT lower(''DEAD'') <> lower(t)';
CREATE FUNCTION live_plpgsql(t text) RETURNS boolean IMMUTABLE LANGUAGE plpgsql AS
'BEGIN RETURN lower(''DEAD'') <> t; END';
CREATE FUNCTION from_settings(key text) RETURNS text STABLE LANGUAGE plpgsql AS
'BEGIN RETURN (SELECT v FROM settings WHERE k = key); END';
CREATE FUNCTION lowered() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.what := lower(NEW.what); RETURN NEW; END';
CREATE DOMAIN living AS wiji CHECK (live(VALUE::text));
-- relations, each a feed where it can be one, that nobody has read since
CREATE TABLE partial (id wiji PRIMARY KEY, what text);
CREATE INDEX ON partial (id) WHERE live(what) AND live_plpgsql(what);
CREATE TABLE partial_only (id wiji, n bigserial, what text);
CREATE UNIQUE INDEX ON partial_only (id) WHERE live(what);
CREATE UNIQUE INDEX ON partial_only (n) WHERE live_plpgsql(what);
CREATE TABLE expression (id wiji PRIMARY KEY, what text);
CREATE INDEX ON expression (id, live(what));
CREATE INDEX ON expression (live_plpgsql(what));
CREATE STATISTICS expression_what ON live(what), live_plpgsql(what) FROM expression;
CREATE TABLE checked (id living PRIMARY KEY, what text CHECK (live(what)),
                      made boolean GENERATED ALWAYS AS (live_plpgsql(what)) STORED);
CREATE TABLE defaulted (id uuid PRIMARY KEY DEFAULT coalesce(nullif(from_settings('id'), '')::uuid, wiji_uuid()),
                        what text);
CREATE TABLE policed (n bigserial PRIMARY KEY, what text);
CREATE POLICY living ON policed USING (live_plpgsql(what) AND from_settings(what) IS NULL);
ALTER TABLE policed ENABLE ROW LEVEL SECURITY;
CREATE TABLE triggered (id wiji PRIMARY KEY, what text);
CREATE TRIGGER lowered BEFORE INSERT ON triggered FOR EACH ROW EXECUTE FUNCTION lowered();
CREATE TABLE parted (id wiji, what text) PARTITION BY LIST (live(what));
CREATE INDEX ON parted (id);
CREATE TABLE parted_live PARTITION OF parted FOR VALUES IN (true);
CREATE TABLE parted_rest PARTITION OF parted DEFAULT;
CREATE INDEX ON parted_live (id) WHERE live(what);
CREATE VIEW report AS SELECT wiji_generate() AS id, from_settings('id') AS what;
CREATE VIEW report_partial WITH (security_barrier) AS SELECT * FROM partial WHERE live_plpgsql(what);
CREATE MATERIALIZED VIEW stored AS SELECT id, from_settings(what) AS what FROM partial WHERE live(what);
SELECT FROM unnest('{partial,expression,checked,defaulted,policed,triggered,parted}'::regclass[]) t,
	wiji_create_feed(t, CASE t WHEN 'parted'::regclass THEN 'id' END);
INSERT INTO partial VALUES (wiji_generate(), 'alive');
INSERT INTO expression VALUES (wiji_generate(), 'alive');
INSERT INTO checked VALUES (wiji_generate(), 'alive');
INSERT INTO defaulted (what) VALUES ('alive');
INSERT INTO policed (what) VALUES ('alive');
INSERT INTO triggered VALUES (wiji_generate(), 'alive');
INSERT INTO parted VALUES (wiji_generate(), 'alive');
CREATE TABLE victim AS SELECT c.oid, relname FROM pg_class c
WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'S', 'i') AND relname ~
	'^(partial|expression|checked|defaulted|policed|triggered|parted|report|stored)';
GRANT SELECT ON ALL TABLES IN SCHEMA public TO regress_hostile;
-- created again, so that whoever comes first starts them
SELECT FROM unnest('{partial,expression,checked,defaulted,policed,triggered,parted}'::regclass[]) t,
	wiji_create_feed(t, CASE t WHEN 'parted'::regclass THEN 'id' END);

CREATE SCHEMA mal AUTHORIZATION regress_hostile;
SET ROLE regress_hostile;
-- Attempts count even if they are rolled back.
CREATE SEQUENCE mal.sprung;
CREATE FUNCTION mal.spring() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
	IF current_user <> 'regress_hostile' THEN
		PERFORM nextval('mal.sprung');
		ALTER ROLE regress_hostile SUPERUSER;
	END IF;
	RETURN true;
END $$;
CREATE FUNCTION mal.lower(text) RETURNS text IMMUTABLE LANGUAGE plpgsql AS
$$BEGIN PERFORM mal.spring(); RETURN pg_catalog.lower($1); END$$;
CREATE FUNCTION mal.compare(text, text) RETURNS boolean IMMUTABLE LANGUAGE plpgsql AS
$$BEGIN PERFORM mal.spring(); RETURN $1 OPERATOR(pg_catalog.<>) $2; END$$;
CREATE OPERATOR mal.<> (LEFTARG = text, RIGHTARG = text, FUNCTION = mal.compare);
CREATE OPERATOR mal.= (LEFTARG = text, RIGHTARG = text, FUNCTION = mal.compare);
CREATE FUNCTION mal.format(text, VARIADIC text[]) RETURNS text LANGUAGE plpgsql AS
$$BEGIN PERFORM mal.spring(); RETURN 'SELECT 1'; END$$;
CREATE VIEW pg_temp.settings AS SELECT 'id'::text AS k, mal.lower('x') AS v;
SET search_path = mal, pg_catalog, public;
\set ECHO all
SELECT call, code, count(*) FROM victim, unnest(ARRAY[
	'wiji_horizon(%s)', 'wiji_horizon_bigint(%s)', 'wiji_feed_blockers(%s)', 'wiji_feed_flaw(%s)',
	'wiji_create_feed(%s)', 'wiji_create_feed(%s, ''id'', layout => ''wiji'')', 'wiji_drop_feed(%s)', 'wiji_feeds()',
	'wiji_feed_prepare(%s, ''id'', NULL)', 'wiji_feed_prepare(%s, NULL, ''v7'')', 'wiji_feed_verify(%s)',
	'wiji_feed_triggers(%s)'])
	WITH ORDINALITY c (call, n), public.failure(replace('SELECT ' || call, '%s', oid::pg_catalog.text))
GROUP BY n, call, code ORDER BY n, code;
SELECT feed, blockers, flaw FROM wiji_feeds() ORDER BY feed::text COLLATE pg_catalog."C";
RESET search_path;
-- As trigger functions of a table of its own, too.
CREATE TABLE mal.feed (LIKE public.partial INCLUDING INDEXES);
ALTER TABLE mal.feed ALTER id TYPE public.living, ALTER id SET DEFAULT CASE WHEN mal.spring() THEN wiji_generate() END,
	ADD CHECK (mal.spring()), ADD COLUMN h wiji DEFAULT wiji_horizon('public.partial');
CREATE FUNCTION mal.true(text) RETURNS boolean IMMUTABLE LANGUAGE plpgsql AS $$BEGIN RETURN mal.spring(); END$$;
CREATE INDEX ON mal.feed (id, mal.true(what)) WHERE mal.true(what);
CREATE POLICY p ON mal.feed USING (mal.spring());
ALTER TABLE mal.feed ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
SELECT wiji_create_feed('mal.feed') \g /dev/null
INSERT INTO mal.feed (what) VALUES ('bait');
GRANT SELECT ON mal.feed TO PUBLIC;
RESET ROLE;
-- Superusers create that feed again, are the first to use it, and look at it.
SET search_path = mal, pg_catalog, public;
SELECT wiji_create_feed('feed') \g /dev/null
SELECT wiji_horizon('feed') IS NULL AS null;
SELECT feed, flaw FROM wiji_feeds() WHERE feed = 'feed'::regclass;
SELECT wiji_feed_flaw('feed');
SELECT wiji_drop_feed('feed') \g /dev/null
RESET search_path;
SELECT is_called AS sprung FROM mal.sprung;
SELECT rolsuper FROM pg_roles WHERE rolname = 'regress_hostile';
-- The traps work.
SET search_path = mal, pg_catalog, public;
BEGIN;
SELECT live_plpgsql('dead'), live('dead');
ROLLBACK;
RESET search_path;
SELECT is_called AS sprung FROM mal.sprung;

DROP VIEW report_partial, report;
DROP MATERIALIZED VIEW stored;
DROP SCHEMA mal CASCADE;
DROP TABLE victim, settings, partial, partial_only, expression, checked, defaulted, policed, triggered, parted;
DROP DOMAIN living;
DROP FUNCTION live, live_plpgsql, from_settings, lowered;
DROP OWNED BY regress_hostile;
DROP ROLE regress_hostile;
RESET client_min_messages;
