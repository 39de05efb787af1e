-- Change feeds require no other extension.  The tests have keys of all kinds.
CREATE EXTENSION wiji_feed;
CREATE EXTENSION wiji;

-- Functions that the other tests call.
\set ECHO none
\getenv tree WIJI_TREE
\set helpers :tree/test/helpers.sql
\i :helpers
\set v7 :tree/test/types/v7.sql
\i :v7
\set ECHO all
