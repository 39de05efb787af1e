-- docs/production.md: pg_upgrade from 17 takes the operator families over as they were …
\getenv tree WIJI_TREE
CREATE TEMP VIEW additions AS
SELECT amname, opfname, amprocnum, amproc::regprocedure
FROM pg_amproc JOIN pg_opfamily f ON f.oid = amprocfamily JOIN pg_am a ON a.oid = opfmethod
WHERE opfname IN ('wiji_ops', 'wiji_gist_ops') AND (amname, amprocnum) IN (('btree', 6), ('gist', 12));
SELECT * FROM additions ORDER BY 1;
ALTER OPERATOR FAMILY wiji_ops USING btree DROP FUNCTION 6 (wiji, wiji);
ALTER OPERATOR FAMILY wiji_gist_ops USING gist DROP FUNCTION 12 ("any", "any");
SELECT * FROM additions ORDER BY 1;

-- … and the page's statements add what 18 offers, whatever the path names, …
\set page `"$WIJI_TREE/test/block" 'After pg_upgrade to 18 or newer' 1 production`
SET search_path = pg_temp;
:page
RESET search_path;
SELECT * FROM additions ORDER BY 1;

-- … and are harmless when they run again.
:page
SELECT * FROM additions ORDER BY 1;
DROP VIEW additions;
