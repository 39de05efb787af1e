-- Feeds at their edges: rights that a view lends, ends of types, definitions that change.
SET client_min_messages = warning;
DROP ROLE IF EXISTS regress_feed; -- of a run that was ended
RESET client_min_messages;
CREATE ROLE regress_feed;

-- Who inserts through a view needs no right on the schema of the feed.
CREATE SCHEMA private;
CREATE TABLE private.event (n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, what text);
SELECT wiji_create_feed('private.event');
CREATE VIEW inserting AS SELECT what FROM private.event;
GRANT INSERT ON inserting TO regress_feed;
\c
SET ROLE regress_feed;
INSERT INTO inserting VALUES ('lent');
RESET ROLE;
SELECT n, what FROM private.event WHERE n < wiji_horizon_bigint('private.event');
SET client_min_messages = warning;
DROP SCHEMA private CASCADE;
RESET client_min_messages;

DROP ROLE regress_feed;
