-- What the extension creates, with what matters of it.  (catalog has the rules that all follow.)
\set ECHO none
\getenv tree WIJI_TREE
\set catalog :tree/test/types/catalog.sql
\set extension wiji_partition
\i :catalog
\set ECHO all
