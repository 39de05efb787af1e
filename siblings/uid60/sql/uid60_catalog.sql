-- What the extension creates, with what matters of it.  (catalog has the rules that all follow.)
\set ECHO none
\getenv tree WIJI_TREE
\set catalog :tree/test/types/catalog.sql
\set extension uid60
\i :catalog
\set ECHO all
-- uid60's functions that are the server's own for bigint are none in C or SQL.
SELECT p.oid::regprocedure AS signature FROM pg_proc p JOIN pg_language l ON l.oid = prolang
WHERE lanname <> 'internal'
  AND p.oid::regprocedure::text ~ '^uid60_(lt|le|eq|ge|gt|ne|cmp|hash|hash_extended|smaller|larger|send)\(uid60';
