-- portable/wiji.sql where an attacker has been before, or still is: nothing that was planted is run
-- or bound, and where it could be, the file refuses.
\getenv srcdir PG_ABS_SRCDIR
\set traps :srcdir/test/hostile/traps.sql
\set wiji :srcdir/portable/wiji.sql
\set feed :srcdir/portable/feed.sql
\set move :srcdir/portable/move.sql
\set procedures :srcdir/migrate/procedures.sql
SET client_min_messages = warning;
SELECT current_user AS superuser, pg_read_file(:'wiji') AS file, pg_read_file(:'feed') AS feed,
       pg_read_file(:'move') AS move, pg_read_file(:'procedures') AS procedures \gset
\set VERBOSITY terse
CREATE ROLE regress_hostile;
CREATE ROLE regress_victim LOGIN;
CREATE ROLE regress_boss LOGIN SUPERUSER;
CREATE SCHEMA planted AUTHORIZATION regress_victim;
GRANT ALL ON SCHEMA planted TO PUBLIC;
SET ROLE regress_hostile;
\set ECHO none
\i :traps
\set ECHO all
-- and a domain of each name: f('...') is a literal if f is a type
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
CREATE DOMAIN planted.wiji AS uuid CHECK (planted.spring() IS NULL);
RESET check_function_bodies;
RESET ROLE;

-- A schema in which others may create, such as "public" of a database from before 15.
SET search_path = planted, pg_catalog;
:file
SET ROLE regress_victim;
:file
-- Nobody may any more, but what was planted is there.
REVOKE ALL ON SCHEMA planted FROM PUBLIC;
:file
RESET ROLE;
:file
SET search_path = planted, pg_catalog;
:feed
-- One in which nothing but a type is.
RESET search_path;
CREATE SCHEMA typed AUTHORIZATION regress_victim;
CREATE DOMAIN typed.current_setting AS text CHECK (planted.spring() IS NULL);
ALTER DOMAIN typed.current_setting OWNER TO regress_hostile;
SET ROLE regress_victim;
SET search_path = typed;
:file
CREATE DOMAIN wiji AS uuid;
:feed
RESET ROLE;
DROP SCHEMA typed CASCADE;
-- A schema of one's own beside it in the path, in any order with the server's.
RESET search_path;
CREATE SCHEMA own AUTHORIZATION regress_victim;
GRANT USAGE ON SCHEMA planted TO regress_victim;
SET ROLE regress_victim;
SET search_path = own, planted, pg_catalog;
:feed
:file
:file
:feed
:feed

-- Nothing of it depends on anything of the attacker's.
RESET search_path;
WITH RECURSIVE needed AS (
	SELECT 'pg_proc'::regclass::oid AS classid, oid AS objid FROM pg_proc WHERE pronamespace = 'own'::regnamespace
	UNION SELECT 'pg_operator'::regclass, oid FROM pg_operator WHERE oprnamespace = 'own'::regnamespace
	UNION SELECT 'pg_constraint'::regclass, oid FROM pg_constraint WHERE contypid = 'own.wiji'::regtype
	UNION
	SELECT d.refclassid, d.refobjid FROM needed n JOIN pg_depend d ON d.classid = n.classid AND d.objid = n.objid
)
SELECT count(*) FILTER (WHERE classid = 'pg_proc'::regclass) > 60 AS functions,
       count(*) FILTER (WHERE owner = 'regress_hostile'::regrole) AS planted
FROM needed, LATERAL (SELECT proowner FROM pg_proc WHERE oid = objid AND classid = 'pg_proc'::regclass
	UNION ALL SELECT oprowner FROM pg_operator WHERE oid = objid AND classid = 'pg_operator'::regclass
	UNION ALL SELECT typowner FROM pg_type WHERE oid = objid AND classid = 'pg_type'::regclass) o (owner);
-- Used by one whose path has the traps before everything else, it springs none.
CREATE TABLE own.events (id own.wiji NOT NULL DEFAULT own.wiji_generate()) PARTITION BY RANGE (id);
SET search_path = planted, pg_catalog;
SELECT own.wiji_create_partitions('own.events', '2026-11-01 00:00+00', '2026-11-03 00:00+00', '1 day', 'UTC');
SELECT own.wiji_text(own.wiji_make(1, 2, 3)), own.wiji_uuid(own.wiji(pg_catalog.text '000S94VR000002M6NWVVR14D2G')),
       own.wiji_timestamp_ms(own.wiji_make(1000, 2, 3)),
       own.wiji_within(own.wiji_make(1, 2, 3), '(,)'), own.wiji_is_valid(pg_catalog.text 'no'),
       pg_catalog.length(own.wiji_hex(own.wiji_generate('2026-11-01 00:00+00'))),
       pg_catalog.octet_length(own.wiji_binary());
CREATE TABLE own.feed (id own.wiji PRIMARY KEY DEFAULT own.wiji_generate());
CREATE TRIGGER feed_begin BEFORE INSERT ON own.feed FOR EACH STATEMENT EXECUTE FUNCTION own.wiji_feed_begin();
CREATE TRIGGER feed BEFORE INSERT ON own.feed FOR EACH ROW EXECUTE FUNCTION own.wiji_refuse_foreign_id('id');
INSERT INTO own.feed DEFAULT VALUES;
SELECT own.wiji_timestamp(own.wiji_horizon()) OPERATOR(pg_catalog.>) pg_catalog.now() AS later;
DROP TABLE own.feed;

-- To the extension, and back.
RESET ROLE;
GRANT USAGE ON SCHEMA public TO regress_victim;
\c - regress_victim
SET client_min_messages = warning;
SET search_path = own;
CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), code text DEFAULT wiji_text(),
                     CHECK (wiji_timestamp(id) > '2020-01-01 00:00+00'));
INSERT INTO orders DEFAULT VALUES;
CREATE VIEW recent AS SELECT id, lower(code) AS code, wiji_timestamp(id) AS made FROM orders
WHERE id > wiji_lower('2026-11-01 00:00+00');
SET search_path = planted, pg_catalog;
:move
CALL pg_temp.wiji_move('own', 'public');
RESET search_path;
\d own.orders
SET search_path = planted, pg_catalog;
CALL pg_temp.wiji_move('public', 'own');
RESET search_path;
\d own.recent
SET search_path = planted, pg_catalog;
-- It looks names up in the schemas of the types only, and goes into none in which others could be.
CALL pg_temp.wiji_move('own', 'planted');
GRANT CREATE ON SCHEMA own TO regress_hostile;
CALL pg_temp.wiji_move('own', 'public');
REVOKE CREATE ON SCHEMA own FROM regress_hostile;
-- A superuser would run the owner's code with his own rights, so he moves nobody's tables, and
-- trusts nobody's schema.
\c - regress_boss
SET client_min_messages = warning;
:move
CALL pg_temp.wiji_move('own', 'public');
CREATE TABLE own.theirs (id public.wiji);
ALTER TABLE own.theirs OWNER TO regress_victim;
CALL pg_temp.wiji_move('public', 'public');
-- SET ROLE and SET SESSION AUTHORIZATION make him nobody else: the owner's code could end it.
SET ROLE regress_victim;
CALL pg_temp.wiji_move('own', 'public');
RESET ROLE;
SET SESSION AUTHORIZATION regress_victim;
CALL pg_temp.wiji_move('own', 'public');
RESET SESSION AUTHORIZATION;

-- Steps of a migration, where what was planted stands behind the server's own names.
\c - regress_victim
SET client_min_messages = warning;
SET search_path = own, planted;
:procedures
CALL pg_temp.briefly('orders', $$pg_temp.has('orders', 'new')$$, 'ALTER TABLE orders ADD new integer');
CALL pg_temp.in_batches('orders', 'new = 1', 'new IS NULL');
CALL pg_temp.until_done('orders', 'new = 1', 'UPDATE orders SET new = 2 WHERE new = 1');
SELECT pg_temp.drop_invalid('orders', 'orders_pkey'), pg_temp.type_of('orders', 'new');
SELECT new FROM orders;
CALL pg_temp.briefly('orders', 'false', 'ALTER TABLE orders DROP new', goes => '{new}');

\c - :superuser
SET client_min_messages = warning;
\set disarm :srcdir/test/hostile/disarm.sql
\set ECHO none
\i :disarm
\set ECHO all
DROP SCHEMA planted CASCADE;
DROP SCHEMA own CASCADE;

-- Somebody else's domain, which could change its check at any time, and somebody else's schema.
CREATE SCHEMA theirs AUTHORIZATION regress_hostile;
SET ROLE regress_hostile;
CREATE DOMAIN theirs.wiji AS uuid CONSTRAINT wiji_version CHECK (get_byte(uuid_send(VALUE), 9) >> 4 = 1);
RESET ROLE;
SET search_path = theirs;
:file
ALTER SCHEMA theirs OWNER TO regress_victim;
SET ROLE regress_victim;
:file
:feed
-- One's own, with another check.
RESET ROLE;
DROP DOMAIN theirs.wiji;
SET ROLE regress_victim;
CREATE DOMAIN theirs.wiji AS uuid CHECK (true);
:file
RESET ROLE;
RESET search_path;
DROP SCHEMA theirs CASCADE;

-- A transaction that does not see what was planted since it began.
BEGIN ISOLATION LEVEL REPEATABLE READ;
:file
ROLLBACK;
BEGIN ISOLATION LEVEL SERIALIZABLE;
:feed
ROLLBACK;
-- A path that leads nowhere.
SET search_path = nothing;
:file
RESET search_path;
DROP OWNED BY regress_hostile, regress_victim, regress_boss;
DROP ROLE regress_hostile, regress_victim, regress_boss;
\set VERBOSITY default
RESET client_min_messages;
