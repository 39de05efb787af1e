CREATE EXTENSION siq;

-- 14 bytes, which alignment does not pad
SELECT typname, typlen, typbyval, typalign, typstorage, typcategory FROM pg_type
WHERE typname IN ('siq') ORDER BY typname COLLATE "C";

-- Functions that the other tests call.
\set ECHO none
\getenv tree WIJI_TREE
\set helpers :tree/test/helpers.sql
\i :helpers
\set ECHO all
