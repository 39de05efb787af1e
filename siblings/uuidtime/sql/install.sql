CREATE EXTENSION uuidtime;

-- Functions that the other tests call.
\set ECHO none
\getenv tree WIJI_TREE
\set helpers :tree/test/helpers.sql
\i :helpers
\set ECHO all
