-- A subscription inserts rows without firing the feed's triggers.  It counts if its owner may write to the
-- table, or may become the table's owner.  Anyone who may create subscriptions can name tables of others.
SET client_min_messages = error;
DROP ROLE IF EXISTS regress_owner, regress_stranger, regress_between; -- left by an interrupted run
CREATE ROLE regress_owner;
CREATE ROLE regress_stranger;
CREATE ROLE regress_between;
CREATE TABLE event (id bigserial PRIMARY KEY, part integer) PARTITION BY RANGE (id);
CREATE TABLE event_1 PARTITION OF event FOR VALUES FROM (0) TO (1000);
CREATE TABLE event_2 PARTITION OF event DEFAULT;
ALTER TABLE event OWNER TO regress_owner;
SELECT wiji_create_feed('event') \g /dev/null
INSERT INTO event DEFAULT VALUES;
CREATE SUBSCRIPTION feed_subscribed CONNECTION 'dbname=none' PUBLICATION none WITH (connect = false, slot_name = NONE);
RESET client_min_messages;
\set ECHO none
CREATE FUNCTION flaw() RETURNS text LANGUAGE sql AS $$SELECT coalesce(detail, message) FROM failure('SELECT wiji_horizon_bigint(''event'')')$$;
-- on PostgreSQL 15 the owner would have to be a superuser
CREATE PROCEDURE subscribe(t regclass, owner regrole) LANGUAGE sql AS $$
	SET LOCAL allow_system_table_mods = on;
	UPDATE pg_subscription SET subowner = owner WHERE subname = 'feed_subscribed';
	DELETE FROM pg_subscription_rel;
	INSERT INTO pg_subscription_rel SELECT oid, t, 'r' FROM pg_subscription WHERE subname = 'feed_subscribed';
$$;
\set ECHO all
SELECT flaw();
-- of a stranger
CALL subscribe('event', 'regress_stranger');
SELECT flaw(), wiji_feed_flaw('event');
GRANT SELECT, DELETE, INSERT (part), UPDATE (part) ON event TO regress_stranger;
SELECT flaw();
GRANT INSERT ON event TO regress_stranger;
SELECT flaw();
REVOKE INSERT ON event FROM regress_stranger;
SELECT flaw();
GRANT UPDATE ON event TO PUBLIC;
SELECT flaw();
REVOKE UPDATE ON event FROM PUBLIC;
SELECT flaw();
-- of one who becomes a member, at any distance
GRANT regress_owner TO regress_between;
GRANT regress_between TO regress_stranger;
SELECT flaw();
REVOKE regress_between FROM regress_stranger;
SELECT flaw();
-- of one who becomes the owner, or a superuser
ALTER TABLE event OWNER TO regress_stranger;
SELECT flaw();
ALTER TABLE event OWNER TO regress_owner;
SELECT flaw();
ALTER ROLE regress_stranger SUPERUSER;
SELECT flaw();
ALTER ROLE regress_stranger NOSUPERUSER;
SELECT flaw();
-- to a partition, whose owner and rights count
CALL subscribe('event_1', 'regress_stranger');
SELECT flaw();
GRANT INSERT ON event TO regress_stranger;
SELECT flaw();
GRANT INSERT ON event_1 TO regress_stranger;
SELECT flaw(), (SELECT code FROM failure('INSERT INTO event DEFAULT VALUES')) AS insert;
REVOKE INSERT ON event_1 FROM regress_stranger;
SELECT flaw();
-- to the partitioned table, whose rows need rights on the partition alone
CALL subscribe('event', 'regress_stranger');
REVOKE INSERT ON event FROM regress_stranger;
SELECT flaw();
GRANT INSERT ON event_1 TO regress_stranger;
SELECT flaw();
REVOKE INSERT ON event_1 FROM regress_stranger;
SELECT flaw();
-- of another owner
CALL subscribe('event_1', 'regress_owner');
SELECT flaw();
DROP SUBSCRIPTION feed_subscribed;
SELECT flaw();
DROP TABLE event;
DROP FUNCTION flaw;
DROP PROCEDURE subscribe;
DROP ROLE regress_owner, regress_stranger, regress_between;
