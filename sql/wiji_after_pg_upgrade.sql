-- All that this server allows is there when the extension is created, so there is nothing to add …
SELECT wiji_after_pg_upgrade();

-- … but a database that pg_upgrade took to this server has only what the old one allowed.
CREATE TEMP VIEW additions AS
SELECT 'support function ' || amprocnum || ' of ' || opfname AS addition
FROM pg_amproc JOIN pg_opfamily f ON f.oid = amprocfamily
WHERE opfname IN ('wiji_ops', 'wiji_gist_ops')
  AND (opfmethod, amprocnum) IN (SELECT oid, CASE amname WHEN 'btree' THEN 6 WHEN 'gist' THEN 12 END FROM pg_am)
UNION ALL
SELECT 'type wiji[]' FROM pg_depend WHERE deptype = 'e' AND classid = 'pg_type'::regclass AND objid = 'wiji[]'::regtype;
CREATE TEMP TABLE fresh AS TABLE additions;
SELECT count(*) = CASE WHEN current_setting('server_version_num')::integer >= 180000 THEN 3
       WHEN current_setting('server_version_num')::integer >= 170000 THEN 1 ELSE 0 END AS as_many_as_allowed FROM fresh;
DO $$
BEGIN
	IF current_setting('server_version_num')::integer >= 170000 THEN
		ALTER EXTENSION wiji DROP TYPE wiji[];
	END IF;
	IF current_setting('server_version_num')::integer >= 180000 THEN
		ALTER OPERATOR FAMILY wiji_ops USING btree DROP FUNCTION 6 (wiji, wiji);
		ALTER OPERATOR FAMILY wiji_gist_ops USING gist DROP FUNCTION 12 ("any", "any");
	END IF;
END $$;
SELECT count(*) FROM additions;
SELECT count(*) = (SELECT count(*) FROM fresh) AS as_many_as_are_missing FROM wiji_after_pg_upgrade();
SELECT count(*) FROM wiji_after_pg_upgrade();
SELECT NOT EXISTS (TABLE additions EXCEPT TABLE fresh)
  AND NOT EXISTS (TABLE fresh EXCEPT TABLE additions) AS like_fresh;
DROP VIEW additions;
