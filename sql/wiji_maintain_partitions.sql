-- A nightly job calls wiji_maintain_partitions.  It goes by the clock, so the test asks how many
-- and not which.
SET TimeZone = 'UTC';
SET DateStyle = 'ISO';
SET client_min_messages = warning;
CREATE VIEW partition AS
SELECT inhparent::regclass AS parent, c.oid::regclass AS name, wiji_timestamp(b[1]::wiji) AS lower,
       wiji_timestamp(b[2]::wiji) AS upper, inhdetachpending
FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid,
     regexp_match(pg_get_expr(relpartbound, c.oid), $re$FROM \('(.*)'\) TO \('(.*)'\)$re$) b
WHERE relkind = 'r' AND b IS NOT NULL;

-- The current month and the months ahead; the second time nothing is to be done.
CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text) PARTITION BY RANGE (id);
CALL wiji_maintain_partitions('event', '1 month', '3 months');
SELECT count(*), min(lower) = date_trunc('month', now()) AS from_this_month,
       max(upper) - interval '1 month' <= now() + interval '3 months'
  AND max(upper) > now() + interval '3 months' AS to_three_months_ahead FROM partition;
CALL wiji_maintain_partitions('event', '1 month', '3 months');
SELECT count(*) FROM partition;
SELECT bool_and(name::text = 'event_' || to_char(lower, 'YYYYMMDD')) AS names FROM partition;
SELECT partitions, reaches = (SELECT max(upper) FROM partition) AS reaches, default_rows, to_create, to_drop
FROM wiji_partition_report('event', '1 month', '3 months', '1 month');

-- It was down for two months. The missing partitions are made, and old ones are dropped.
DROP TABLE event;
CREATE TABLE event (id wiji PRIMARY KEY DEFAULT wiji_generate(), what text) PARTITION BY RANGE (id);
SELECT count(*)
FROM wiji_create_partitions('event', date_trunc('month', now() - interval '6 months'),
                            date_trunc('month', now() - interval '1 month'), '1 month');
SELECT partitions, reaches, cardinality(to_create), cardinality(to_drop)
FROM wiji_partition_report('event', '1 month', '2 months', '3 months');
CALL wiji_maintain_partitions('event', '1 month', '2 months', '3 months');
SELECT partitions, reaches > now() + interval '2 months' AS reaches, to_create, to_drop
FROM wiji_partition_report('event', '1 month', '2 months', '3 months');
SELECT bool_and(lower = before) AS without_a_gap
FROM (SELECT lower, lag(upper) OVER (ORDER BY lower) AS before FROM partition) p WHERE before IS NOT NULL;
SELECT min(upper) > now() - interval '3 months' AND min(lower) <= now() - interval '3 months' AS kept FROM partition;

-- Another step, or another time zone: gaps are filled, and nothing is an error.
CALL wiji_maintain_partitions('event', '1 day', '100 days');
CALL wiji_maintain_partitions('event', '7 days', '130 days', NULL, 'Asia/Kolkata');
CALL wiji_maintain_partitions('event', '1 year', '1 year');
SELECT bool_and(lower = before) AS without_a_gap
FROM (SELECT lower, lag(upper) OVER (ORDER BY lower) AS before FROM partition) p WHERE before IS NOT NULL;
SELECT reaches = date_trunc('year', now() + interval '2 years') AS reaches
FROM wiji_partition_report('event', '1 year', '1 year');

-- Weeks begin on Monday.
CREATE TABLE weekly (id wiji) PARTITION BY RANGE (id);
CALL wiji_maintain_partitions('weekly', '7 days', '1 month');
SELECT DISTINCT to_char(to_date(right(inhrelid::regclass::text, 8), 'YYYYMMDD'), 'FMDay') AS begins FROM pg_inherits
WHERE inhparent = 'weekly'::regclass;
DROP TABLE weekly;

-- Partitions that would be dropped at once are not made, however long no job ran.
CREATE TABLE late (id wiji) PARTITION BY RANGE (id);
SELECT count(*)
FROM wiji_create_partitions('late', date_trunc('month', now() - interval '9 months'),
                            date_trunc('month', now() - interval '8 months'), '1 month');
SELECT cardinality(to_create) FROM wiji_partition_report('late', '1 month', '0', '1 month');
DROP TABLE late;
-- Nor are parts of a longer step: rows of that time would be dropped with them.
CREATE TABLE late (id wiji) PARTITION BY RANGE (id);
SELECT count(*) FROM wiji_create_partitions('late', date_trunc('month', now() - interval '1 month'), now(), '1 month');
CREATE TABLE late_rest PARTITION OF late DEFAULT;
INSERT INTO late VALUES (wiji_lower('2001-01-01'));
SELECT cardinality(to_create) FROM wiji_partition_report('late', '100 years', '0', '1 day');
CALL wiji_maintain_partitions('late', '100 years', '0', '1 day');
SELECT tableoid::regclass, wiji_timestamp(id) FROM late;
SELECT to_create, to_drop FROM wiji_partition_report('late', '100 years', '0', '1 day');
-- If nothing is dropped, they are made.
DELETE FROM late;
CALL wiji_maintain_partitions('late', '100 years', '0');
SELECT wiji_timestamp(wiji_lower(lower)) AS lower FROM wiji_partitions('late') LIMIT 1;
DROP TABLE late;

-- In a transaction it is a part of it.
BEGIN;
CALL wiji_maintain_partitions('event', '1 year', '5 years');
ROLLBACK;
SELECT cardinality(to_create) FROM wiji_partition_report('event', '1 year', '5 years');
DO $$BEGIN CALL wiji_maintain_partitions('event', '1 year', '2 years'); ROLLBACK; END$$;
SELECT cardinality(to_create) FROM wiji_partition_report('event', '1 year', '5 years');
DO $$BEGIN
	CALL wiji_maintain_partitions('event', '1 year', '3 years');
EXCEPTION WHEN division_by_zero THEN
	NULL;
END$$;
SELECT cardinality(to_create) FROM wiji_partition_report('event', '1 year', '5 years');
DROP TABLE event;

-- A partition whose rows are in the default partition is not made; a warning tells how many they
-- are. The others are made.  (A null in the key belongs into the default partition.)
CREATE TABLE tenants (id wiji, tenant integer) PARTITION BY RANGE (id, tenant);
CREATE TABLE tenants_rest (id wiji, tenant integer) PARTITION BY LIST (tenant);
CREATE TABLE tenants_rest_1 (tenant integer, id wiji);
ALTER TABLE tenants_rest ATTACH PARTITION tenants_rest_1 FOR VALUES IN (1, NULL);
ALTER TABLE tenants ATTACH PARTITION tenants_rest DEFAULT;
INSERT INTO tenants VALUES (wiji_lower('2026-11-01'), 1), (wiji_upper('2026-11-30 23:59:59.999999'), 1),
       (wiji_upper('2027-01-15'), 1),
	(wiji_lower('2026-12-05'), NULL), (NULL, 1), (wiji_upper('2026-10-31 23:59:59.999999'), 1);
SELECT wiji_create_partitions('tenants', '2026-11-01', '2027-03-01', '1 month');
-- Not even one row is hidden from the count.
ALTER TABLE tenants_rest_1 ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
SELECT wiji_create_partitions('tenants', '2027-01-01', '2027-02-01', '1 month');
DELETE FROM tenants WHERE id < '2026-12-01'::timestamptz;
SELECT wiji_create_partitions('tenants', '2026-11-01', '2026-12-01', '1 month');
DROP TABLE tenants;

-- wiji_drop_partitions drops partitions that ended before a moment, or only detaches them.
CREATE TABLE event (id wiji PRIMARY KEY) PARTITION BY RANGE (id);
SELECT count(*) FROM wiji_create_partitions('event', '2026-01-01', '2027-01-01', '1 month');
SELECT wiji_drop_partitions('event', '2026-02-28 23:59:59');
SELECT wiji_drop_partitions('event', '2026-04-01', true);
SELECT relname, relispartition FROM pg_class WHERE relname ~ '^event_20260[1-4]01$' ORDER BY 1;
SELECT wiji_drop_partitions('event', NULL);
SELECT wiji_drop_partitions('event', '2020-01-01');
SELECT code, message FROM unnest('{-infinity,infinity}'::text[]) moment,
       failure(format($$SELECT wiji_drop_partitions('event', %L)$$, moment));
-- A reference to a row keeps it, and then nothing is dropped.
INSERT INTO event VALUES (wiji_lower('2026-06-01'));
CREATE TABLE note (event wiji REFERENCES event);
INSERT INTO note SELECT id FROM event;
SELECT code FROM failure($$SELECT wiji_drop_partitions('event', '2026-09-01')$$);
SELECT count(*), min(lower) FROM partition;
DROP TABLE note;
-- A table of another server, and one with partitions of its own.
CREATE FOREIGN DATA WRAPPER nowhere;
CREATE SERVER nowhere FOREIGN DATA WRAPPER nowhere;
ALTER TABLE event DROP CONSTRAINT event_pkey;
CREATE FOREIGN TABLE event_far PARTITION OF event FOR
VALUES FROM (MINVALUE) TO (wiji_lower('2026-04-01')) SERVER nowhere;
CREATE TABLE event_2027 PARTITION OF event FOR VALUES FROM (wiji_lower('2027-01-01')) TO (wiji_lower('2028-01-01'))
PARTITION BY RANGE (id);
CREATE TABLE event_2027_a PARTITION OF event_2027 FOR VALUES FROM (MINVALUE) TO (MAXVALUE);
SELECT wiji_create_partitions('event', '2027-01-01', '2028-01-01', '1 year');
SELECT wiji_drop_partitions('event', '2026-05-01');
SELECT count(*) FROM wiji_drop_partitions('event', '2028-01-01');
SELECT count(*) FROM pg_class WHERE relname ~ '^event_(far|2027)';
-- Nobody knows how many rows a default partition has that is on another server.
CREATE TABLE away (id wiji) PARTITION BY RANGE (id);
CREATE FOREIGN TABLE away_rest PARTITION OF away DEFAULT SERVER nowhere;
SELECT default_rows FROM wiji_partition_report('away', '1 month', '0');
SELECT wiji_create_partitions('away', '2026-11-01', '2026-12-01', '1 month');
DROP TABLE away;
DROP SERVER nowhere;
DROP FOREIGN DATA WRAPPER nowhere;

-- Partitions of another time zone may have the names that are wanted now.
CREATE TABLE seam (id wiji) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('seam', '2026-11-01 00:00+00', '2026-11-01 03:00+00', '1 hour', 'UTC');
SELECT wiji_create_partitions('seam', '2026-11-01 03:00+00', '2026-11-01 06:00+00', '1 hour', 'America/New_York');
DROP TABLE seam;

-- More than 10,000 partitions in one call are a mistake, unless one says that they are meant.
CREATE TABLE many (id wiji) PARTITION BY RANGE (id);
SELECT * FROM failure($$CALL wiji_maintain_partitions('many', '1 day', '100 years')$$);
SELECT * FROM failure($$SELECT wiji_partition_report('many', '1 microsecond', '1 day')$$);
-- The type's ids end long before the server's moments do.
CREATE TABLE end_of_time (id wiji) PARTITION BY RANGE (id);
SELECT n, code, message FROM unnest(array['8', '9', '0', 'NULL']) n,
	failure(format($$SELECT wiji_partition_report('end_of_time', '1 week', '8 weeks', "limit" => %s)$$, n));
CALL wiji_maintain_partitions('end_of_time', '1000 years', timestamptz '294270-01-01 00:00+00' - now());
SELECT count(*) > 1, max(upper) FROM wiji_partitions('end_of_time');
-- An interval may be longer than the server has moments.
CREATE TABLE eternal (id wiji) PARTITION BY RANGE (id);
CALL wiji_maintain_partitions('eternal', '300000 years', '300000 years', '178000000 years');
SELECT partition, lower, upper FROM wiji_partitions('eternal');
DROP TABLE eternal;
DROP TABLE end_of_time;
SELECT code, message
FROM failure($$SELECT wiji_create_partitions('many', '2000-01-01', '2000-01-04', '1 day', "limit" => 2)$$);
SELECT wiji_create_partitions('many', '2000-01-01', '2000-01-04', '1 day', "limit" => 3);
SELECT * FROM failure($$CALL wiji_maintain_partitions('many', '1 day', '1 day', "limit" => 0)$$);
-- (What is there does not count: a step of a microsecond has nothing to do in a whole year.)
CALL wiji_maintain_partitions('many', '1 year', '1 day');
CALL wiji_maintain_partitions('many', '1 microsecond', '0');
DROP TABLE many;

-- A read-only transaction, as all of a standby are, is told so once.
BEGIN READ ONLY;
CALL wiji_maintain_partitions('event', '1 month', '1 year');
ROLLBACK;

-- A partition that cannot be dropped keeps no other from it, whether the call commits or not.  What
-- cannot be dropped is not detached, either.
CREATE TABLE needed (id wiji) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('needed', '2001-01-01', '2004-01-01', '1 year');
SELECT wiji_create_partitions('needed', '2004-01-01', '2005-01-01', '100 years');
CREATE VIEW needs AS TABLE needed_20010101;
CREATE FUNCTION needs_type(needed_20030101) RETURNS integer RETURN 1;
SET client_min_messages = notice;
\set VERBOSITY terse
BEGIN;
CALL wiji_maintain_partitions('needed', '100 years', '0', now() - '2004-01-01');
ROLLBACK;
\set VERBOSITY default
CALL wiji_maintain_partitions('needed', '100 years', '0', now() - '2004-01-01');
SELECT inhrelid::regclass, inhdetachpending FROM pg_inherits WHERE inhparent = 'needed'::regclass ORDER BY 1;
DROP TABLE needed CASCADE;

-- That is true of what goes with it, too: a partition below it, or a sequence of its column.  Nor
-- can a part of an extension be dropped.
CREATE TABLE needed (id wiji, n integer) PARTITION BY RANGE (id);
CREATE TABLE needed_view PARTITION OF needed
FOR VALUES FROM (wiji_lower('2001-01-01')) TO (wiji_lower('2002-01-01')) PARTITION BY HASH (id);
CREATE TABLE needed_view_0 PARTITION OF needed_view FOR VALUES WITH (MODULUS 1, REMAINDER 0);
CREATE VIEW needs AS TABLE needed_view_0;
SELECT wiji_create_partitions('needed', '2002-01-01', '2004-01-01', '1 year');
CREATE SEQUENCE needed_sequence OWNED BY needed_20020101.n;
CREATE TABLE needs_sequence (n integer DEFAULT nextval('needed_sequence'));
ALTER EXTENSION wiji ADD TABLE needed_20030101;
SET client_min_messages = error;
SELECT wiji_create_partitions('needed', '2004-01-01', '2005-01-01', '100 years');
CALL wiji_maintain_partitions('needed', '100 years', '0', now() - '2004-01-01');
SET client_min_messages = notice;
SELECT inhrelid::regclass, inhdetachpending FROM pg_inherits WHERE inhparent = 'needed'::regclass ORDER BY 1;
ALTER EXTENSION wiji DROP TABLE needed_20030101;
DROP TABLE needs_sequence;
DROP VIEW needs;
CALL wiji_maintain_partitions('needed', '100 years', '0', now() - '2004-01-01');
DROP TABLE needed;

-- What refers to a partition that is dropped later goes before it.  All else is named as the server
-- does: a column, if it is no more.
CREATE TABLE needed (id wiji, n integer) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('needed', '2001-01-01', '2003-01-01', '1 year');
ALTER TABLE needed_20020101 ADD UNIQUE (n);
ALTER TABLE needed_20010101 ADD FOREIGN KEY (n) REFERENCES needed_20020101 (n);
CREATE TABLE needs (id integer, needed needed_20020101[]) PARTITION BY RANGE (id);
SELECT code, message, detail FROM failure($$SELECT wiji_drop_partitions('needed', '2003-01-01')$$);
DROP TABLE needs;
SELECT wiji_drop_partitions('needed', '2003-01-01');
DROP TABLE needed;

-- Nor does one that cannot be made: here somebody refuses it.
CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT FROM pg_event_trigger_ddl_commands() WHERE object_identity ~ 'refused_20000101') THEN
		RAISE 'not this one' USING ERRCODE = '23514', HINT = 'Ask somebody else.';
	END IF;
END$$;
CREATE EVENT TRIGGER regress_refuse ON ddl_command_end EXECUTE FUNCTION refuse();
CREATE TABLE refused (id wiji) PARTITION BY RANGE (id);
CREATE TABLE refused_rest PARTITION OF refused DEFAULT;
CALL wiji_maintain_partitions('refused', '100 years', '150 years');
DROP EVENT TRIGGER regress_refuse;
DROP TABLE refused;
DROP FUNCTION refuse;
SET client_min_messages = warning;

-- A CALL of the owner's session that stands by itself detaches concurrently, which before 19 leaves
-- a constraint behind; but not beside a default partition, within another procedure, or where the
-- session could become somebody else's again.
CREATE TABLE old (id wiji) PARTITION BY RANGE (id);
SELECT count(*) FROM wiji_create_partitions('old', '2001-01-01', '2006-01-01', '1 year');
CALL wiji_maintain_partitions('old', '100 years', '0', now() - '2002-01-01', detach_only => true);
CREATE TABLE old_rest PARTITION OF old DEFAULT;
CALL wiji_maintain_partitions('old', '100 years', '0', now() - '2003-01-01', detach_only => true);
DROP TABLE old_rest;
CREATE PROCEDURE nightly(keep interval)
LANGUAGE plpgsql AS $$BEGIN CALL wiji_maintain_partitions('old', '100 years', '0', keep, detach_only => true); END$$;
CALL nightly(now() - '2004-01-01');
CREATE ROLE regress_owner;
ALTER TABLE old OWNER TO regress_owner;
SET SESSION AUTHORIZATION regress_owner;
CALL wiji_maintain_partitions('old', '100 years', '0', now() - '2005-01-01', detach_only => true);
RESET SESSION AUTHORIZATION;
SELECT relname, relchecks = 1
  OR (relname = 'old_20010101' AND current_setting('server_version_num')::integer >= 190000) AS concurrently
FROM pg_class WHERE relname ~ '^old_200' AND NOT relispartition ORDER BY 1;
DROP TABLE old, old_20010101, old_20020101, old_20030101, old_20040101;
DROP PROCEDURE nightly;

-- Policies hide no row that refers to a partition: those that the owner has for himself do not
-- count, and those of others are an error.  (By hand, the server would detach it.)
CREATE ROLE regress_tenant;
CREATE TABLE ride (id wiji PRIMARY KEY) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('ride', '2001-01-01', '2003-01-01', '1 year');
INSERT INTO ride VALUES (wiji_lower('2001-06-01'));
CREATE TABLE ticket (ride wiji REFERENCES ride);
INSERT INTO ticket SELECT id FROM ride;
SELECT format('ALTER TABLE %s OWNER TO regress_owner', name)
FROM unnest('{ride,ride_20010101,ride_20020101,ticket}'::regclass[]) name \gexec
ALTER TABLE ticket ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
SELECT code FROM failure($$SELECT wiji_drop_partitions('ride', '2002-01-01')$$);
SELECT code FROM failure($$SELECT wiji_drop_partitions('ride', '2002-01-01', detach_only => true)$$);
ALTER TABLE ticket OWNER TO regress_tenant;
GRANT SELECT ON ticket TO regress_owner;
SELECT code, message FROM failure($$SELECT wiji_drop_partitions('ride', '2002-01-01')$$);
SELECT count(*) FROM wiji_partitions('ride');
-- Triggers on DDL may write to tables that have policies.
CREATE TABLE ddl (made_by name DEFAULT current_user, what text);
ALTER TABLE ddl OWNER TO regress_tenant;
ALTER TABLE ddl ENABLE ROW LEVEL SECURITY;
GRANT INSERT ON ddl TO regress_owner;
GRANT CREATE ON SCHEMA public TO regress_owner;
CREATE POLICY own ON ddl FOR INSERT WITH CHECK (made_by = current_user);
CREATE FUNCTION note_ddl() RETURNS event_trigger LANGUAGE plpgsql
AS $$BEGIN INSERT INTO public.ddl (what) VALUES (TG_TAG); END$$;
ALTER TABLE ticket DISABLE ROW LEVEL SECURITY;
TRUNCATE ticket;
CREATE EVENT TRIGGER note_ddl ON ddl_command_end EXECUTE FUNCTION note_ddl();
SELECT wiji_create_partitions('ride', '2003-01-01', '2004-01-01', '1 year');
-- What others' functions see there is up to their policies, as always.
ALTER TABLE ddl FORCE ROW LEVEL SECURITY;
CREATE FUNCTION seen() RETURNS bigint LANGUAGE sql SECURITY DEFINER AS 'SELECT count(*) FROM public.ddl';
ALTER FUNCTION seen OWNER TO regress_tenant;
ALTER TABLE ddl ADD seen bigint DEFAULT seen();
SELECT count(*) FROM wiji_create_partitions('ride', '2004-01-01', '2005-01-01', '1 year');
SELECT DISTINCT seen FROM ddl;
ALTER TABLE ddl DROP seen;
DROP FUNCTION seen;
SELECT wiji_drop_partitions('ride', '2002-01-01');
DROP EVENT TRIGGER note_ddl;
DROP FUNCTION note_ddl;
SELECT made_by, what, count(*) FROM ddl WHERE made_by = 'regress_owner' GROUP BY 1, 2 ORDER BY 1, 2;
DROP TABLE ddl, ticket, ride;
-- A part of the default partition that is being detached is none any more.
CREATE TABLE rest (id wiji) PARTITION BY RANGE (id);
CREATE TABLE rest_default PARTITION OF rest DEFAULT PARTITION BY RANGE (id);
CREATE TABLE rest_part PARTITION OF rest_default DEFAULT;
INSERT INTO rest VALUES (wiji_lower('2001-06-01'));
UPDATE pg_inherits SET inhdetachpending = true WHERE inhrelid = 'rest_part'::regclass;
SELECT wiji_create_partitions('rest', '2001-01-01', '2002-01-01', '1 year');
ALTER TABLE rest_default DETACH PARTITION rest_part FINALIZE;
DROP TABLE rest, rest_part;
-- An error while rows are counted is told, and not how many there were until then.
CREATE FUNCTION odd(id wiji) RETURNS wiji LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
	IF current_setting('regress.odd', true) = 'on' AND public.wiji_timestamp(id) < '1970-01-02' THEN
		RAISE EXCEPTION 'odd';
	END IF;
	RETURN id;
END $$;
CREATE TABLE odd (id wiji) PARTITION BY RANGE (odd(id));
CREATE TABLE odd_rest PARTITION OF odd DEFAULT;
INSERT INTO odd VALUES (wiji_generate()), (wiji_lower('1970-01-01'));
SET regress.odd = on;
SELECT code, message, detail FROM failure($$CALL wiji_maintain_partitions('odd', '1000 years', '0')$$);
RESET regress.odd;
DROP TABLE odd;
DROP FUNCTION odd;
REVOKE CREATE ON SCHEMA public FROM regress_owner;
DROP ROLE regress_owner, regress_tenant;

-- Arguments that make no sense.
SELECT call, f.*
FROM unnest(array['''event'', ''-1 day'', ''1 year''', '''event'', ''1 day'', ''-1 day''',
                  '''event'', ''1 day'', ''1 day'', ''-1 day''', '''event'', NULL, ''1 day''',
                  'NULL, ''1 day'', ''1 day''',
	'''event'', ''1 day'', ''1 day'', NULL, ''Nowhere''', '''event'', ''1 day'', ''1 day'', NULL, NULL',
	'''pg_class'', ''1 day'', ''1 day''', '''event'', ''1 day'', ''1 day'', detach_only => NULL']) call,
	failure(format('CALL wiji_maintain_partitions(%s)', call)) f;

-- A row trigger of the table itself can make and detach none, and says so once.  It can drop old
-- ones.
CREATE TABLE used (id wiji DEFAULT wiji_generate(), only_detach boolean) PARTITION BY RANGE (id);
SELECT count(*) FROM wiji_create_partitions('used', '2001-01-01', '2004-01-01', '1 year');
SELECT count(*) FROM wiji_create_partitions('used', now() - interval '10 days', now() + interval '10 days', '20 days');
CREATE FUNCTION look_after() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	CALL wiji_maintain_partitions('used', '100 years',
		CASE WHEN new.only_detach THEN '0' ELSE '300 years' END::interval, '10 years', detach_only => new.only_detach);
	RETURN new;
END $$;
CREATE TRIGGER look_after BEFORE INSERT ON used FOR EACH ROW EXECUTE FUNCTION look_after();
INSERT INTO used (only_detach) VALUES (true);
SELECT partitions FROM wiji_partition_report('used', '100 years', '0');
INSERT INTO used (only_detach) VALUES (false);
SELECT partitions FROM wiji_partition_report('used', '100 years', '0');
DROP TABLE used;
DROP FUNCTION look_after;

-- A session's own table.
CREATE TEMP TABLE fleeting (id wiji) PARTITION BY RANGE (id);
SELECT wiji_create_partitions('fleeting', '2026-11-01', '2026-12-01', '1 month');
SELECT wiji_drop_partitions('fleeting', '2027-12-01');
DROP TABLE event, event_20260201, event_20260301, fleeting;
DROP VIEW partition;
RESET TimeZone;
RESET DateStyle;
RESET client_min_messages;
