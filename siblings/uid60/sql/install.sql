CREATE EXTENSION uid60;
SET uid60.allow_duplicates = on; -- needed before PostgreSQL 17 without preloading

-- 8 bytes, laid out like bigint
SELECT typname, typlen, typbyval, typalign, typstorage, typcategory FROM pg_type
WHERE typname IN ('uid60', 'int8') ORDER BY typname COLLATE "C";

-- Functions that the other tests call.
\set ECHO none
\getenv tree WIJI_TREE
\set helpers :tree/test/helpers.sql
\i :helpers
\set ECHO all
