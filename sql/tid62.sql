-- CREATE EXTENSION tid62 gives a type that a table can use at once …
CREATE EXTENSION tid62;
CREATE TABLE t (id tid62 PRIMARY KEY DEFAULT tid62_generate(), item text);
INSERT INTO t (item) VALUES ('first'), ('second'), ('third');
SELECT count(DISTINCT id) FROM t WHERE tid62_timestamp(id) BETWEEN now() - interval '1 minute' AND clock_timestamp();
SELECT bool_and(id::text ~ '^[0-9A-Za-z]{17}$') AS base62, bool_and(length(tid62_random(id)) = 8) AS random FROM t;
DROP TABLE t;

-- … of 12 bytes that no alignment pads …
SELECT typlen, typbyval, typalign, typstorage FROM pg_type WHERE typname = 'tid62';

-- … and just that: none of the other types of its library, nor does it need their extensions.
SELECT typname FROM pg_depend JOIN pg_type t ON classid = 'pg_type'::regclass AND objid = t.oid
WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e' AND typtype IN ('b', 'd') AND typelem = 0
  AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'tid62') ORDER BY typname;
BEGIN;
DROP EXTENSION wiji;
SELECT tid62_generate() <> tid62_generate() AS works_alone;
ROLLBACK;

-- Anyone who may create objects in a database may install it, use it and drop it: it is trusted.
DROP EXTENSION tid62;
SET client_min_messages = warning;
DROP ROLE IF EXISTS regress_tid62_anyone; -- of a run that was ended
RESET client_min_messages;
CREATE ROLE regress_tid62_anyone;
SELECT format('GRANT CREATE ON DATABASE %I TO regress_tid62_anyone', current_database()) \gexec
GRANT CREATE ON SCHEMA public TO regress_tid62_anyone;
SET ROLE regress_tid62_anyone;
CREATE EXTENSION tid62;
CREATE TEMP TABLE t (id tid62 PRIMARY KEY DEFAULT tid62_generate(),
                     owner simpledb_id DEFAULT simpledb_prefixed_id('user'));
INSERT INTO t DEFAULT VALUES;
DROP TABLE t;
DROP EXTENSION tid62;
RESET ROLE;
DROP OWNED BY regress_tid62_anyone;
DROP ROLE regress_tid62_anyone;
CREATE EXTENSION tid62;
