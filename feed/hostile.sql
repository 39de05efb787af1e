-- For siblings/sql/hostile_calls.sql: what feeds are made of.
CREATE TABLE hostile_feed (id wiji PRIMARY KEY DEFAULT wiji_generate(), oid bigserial UNIQUE, "%s" uuid UNIQUE);
DO 'BEGIN PERFORM failure(''SELECT wiji_create_feed($$hostile_feed$$)''); END';
INSERT INTO arguments VALUES ('regclass', $$'hostile_feed'::regclass$$), ('regclass', $$'hostile_feed_oid_seq'::regclass$$);
