-- Change feeds require no other extension.  The tests have keys of all kinds.
CREATE EXTENSION wiji_feed;
CREATE EXTENSION wiji;
CREATE EXTENSION uuidtime;

-- Functions that the other tests call.
\set ECHO none
\getenv tree WIJI_TREE
\set helpers :tree/test/helpers.sql
\i :helpers
\set ECHO all
