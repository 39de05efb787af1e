-- CREATE EXTENSION prints nothing, and creates a type that a table can use at once.
CREATE EXTENSION wiji;
CREATE TABLE t (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text);
INSERT INTO t (item) VALUES ('first'), ('second'), ('third');
SELECT item FROM t ORDER BY id;
SELECT count(*) FROM t WHERE wiji_timestamp(id) BETWEEN now() - interval '1 minute' AND clock_timestamp();
DROP TABLE t;

-- It is laid out like uuid.
SELECT typname, typlen, typbyval, typalign, typstorage, typcategory FROM pg_type
WHERE typname IN ('wiji', 'uuid') ORDER BY typname COLLATE "C";

-- Functions that the other tests call.
\set ECHO none
\getenv tree WIJI_TREE
\set helpers :tree/test/helpers.sql
\i :helpers
\set ECHO all
