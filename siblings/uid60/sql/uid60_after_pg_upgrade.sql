-- docs/production.md: what 18 offers uid60 after pg_upgrade from 17, once and again
\getenv tree WIJI_TREE
ALTER OPERATOR FAMILY uid60_ops USING btree DROP FUNCTION 6 (uid60, uid60);
\set page `"$WIJI_TREE/test/block" 'After pg_upgrade to 18 or newer' 2 production`
SET search_path = pg_temp;
:page
RESET search_path;
SELECT amproc::regprocedure FROM pg_amproc WHERE amproclefttype = 'uid60'::regtype AND amprocnum = 6;
:page
-- pg_upgrade leaves the array type out of the extension, which still may move to another schema.
ALTER EXTENSION uid60 DROP TYPE uid60[];
CREATE SCHEMA elsewhere;
ALTER EXTENSION uid60 SET SCHEMA elsewhere;
SELECT elsewhere.uid60 'xiAnaS8QBh' AS id;
ALTER EXTENSION uid60 SET SCHEMA public;
DROP SCHEMA elsewhere;
