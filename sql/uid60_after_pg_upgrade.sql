-- Features of newer servers are there on these, so nothing is left to add after pg_upgrade …
SELECT (current_setting('server_version_num')::integer >= 170000) =
       EXISTS (SELECT FROM pg_depend
               WHERE classid = 'pg_type'::regclass AND objid = 'uid60[]'::regtype AND deptype = 'e') AS array_type,
       (current_setting('server_version_num')::integer >= 180000) =
       EXISTS (SELECT FROM pg_amproc
               WHERE amproclefttype = 'uid60'::regtype AND amprocnum = 6
         AND amproc::text = 'btint8skipsupport') AS skip_support;
SELECT * FROM uid60_after_pg_upgrade();

-- … and features that are missing, as after pg_upgrade, are added.
DO $$
BEGIN
	IF current_setting('server_version_num')::integer >= 170000 THEN
		ALTER EXTENSION uid60 DROP TYPE uid60[];
	END IF;
	IF current_setting('server_version_num')::integer >= 180000 THEN
		ALTER OPERATOR FAMILY uid60_ops USING btree DROP FUNCTION 6 (uid60, uid60);
	END IF;
END $$;
SELECT count(*) = CASE WHEN current_setting('server_version_num')::integer >= 180000 THEN 2
                       WHEN current_setting('server_version_num')::integer >= 170000 THEN 1 ELSE 0 END AS added
FROM uid60_after_pg_upgrade();
SELECT * FROM uid60_after_pg_upgrade();
