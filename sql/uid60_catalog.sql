-- Everything of the extension is labelled as it should be: these queries find objects that are not.

CREATE TEMP VIEW members AS
SELECT classid, objid FROM pg_depend
WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e'
  AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'uid60');
CREATE TEMP VIEW functions AS
SELECT p.*, p.oid::regprocedure AS signature FROM pg_proc p JOIN members ON classid = 'pg_proc'::regclass AND objid = p.oid;

SELECT count(*) > 30 AS there_are_functions FROM functions;

-- without a comment, except the array type that comes with each type
SELECT pg_describe_object(classid, objid, 0) AS uncommented FROM members
WHERE obj_description(objid, classid::regclass::name) IS NULL
  AND NOT (classid = 'pg_type'::regclass AND objid IN (SELECT typarray FROM pg_type));

-- names of symbols in C that could clash with names of another library
SELECT signature, prosrc FROM functions WHERE prolang = (SELECT oid FROM pg_language WHERE lanname = 'c') AND prosrc !~ '^(uid60|id)_' ORDER BY signature::text COLLATE "C";

-- not STRICT, though it takes arguments: the comparisons that the planner makes of it are not,
-- either
SELECT signature FROM functions WHERE pronargs > 0 AND NOT proisstrict AND prokind = 'f' ORDER BY signature::text COLLATE "C";

-- VOLATILE: functions that make ids or change the extension; parallel workers may run all others
SELECT signature, proparallel FROM functions WHERE provolatile = 'v' ORDER BY signature::text COLLATE "C";
SELECT signature FROM functions WHERE provolatile <> 'v' AND proparallel <> 's' ORDER BY signature::text COLLATE "C";

-- neither VOLATILE nor IMMUTABLE: functions that ask the planner's statistics
SELECT signature FROM functions WHERE provolatile NOT IN ('v', 'i') ORDER BY signature::text COLLATE "C";

-- in C or SQL, though the server has the function for bigint
SELECT signature FROM functions
WHERE prolang <> (SELECT oid FROM pg_language WHERE lanname = 'internal')
  AND signature::text ~ '^uid60_(lt|le|eq|ge|gt|ne|cmp|hash|hash_extended|smaller|larger|send)\(';

-- and functions that are the server's are labelled as it labels them
SELECT f.signature, p.oid::regprocedure AS server FROM functions f JOIN pg_proc p ON p.proname = f.prosrc AND p.pronamespace = 'pg_catalog'::regnamespace
WHERE f.prolang = (SELECT oid FROM pg_language WHERE lanname = 'internal')
  AND (f.proleakproof, f.proisstrict, f.provolatile, f.proparallel) <> (p.proleakproof, p.proisstrict, p.provolatile, p.proparallel);

-- LEAKPROOF: comparisons, all of them and nothing else
SELECT signature FROM functions
WHERE proleakproof <> (signature::text ~ '^(uid60|timestamptz)_(lt|le|eq|ge|gt|ne|cmp)(_timestamptz|_uid60)?\(');

-- arguments without a name, where a person calls the function by its own: only operators, casts and
-- other objects call the rest
SELECT signature FROM functions f
WHERE prokind = 'f' AND pronargs > 0 AND (proargnames IS NULL OR '' = ANY (proargnames[1:pronargs]))
  AND 'internal'::regtype <> ALL (proargtypes)
  AND NOT EXISTS (SELECT FROM pg_depend WHERE refclassid = 'pg_proc'::regclass AND refobjid = f.oid AND deptype <> 'e');

-- SECURITY DEFINER, or with settings of their own
SELECT signature, prosecdef, proconfig FROM functions WHERE prosecdef OR proconfig IS NOT NULL ORDER BY signature::text COLLATE "C";

-- operators: estimators, commutators and negators
SELECT o.oid::regoperator AS operator, oprcom::regoperator AS commutator, oprnegate::regoperator AS negator, oprrest, oprjoin, oprcanhash, oprcanmerge
FROM pg_operator o JOIN members ON classid = 'pg_operator'::regclass AND objid = o.oid ORDER BY oprname COLLATE "C", o.oid::regoperator::text COLLATE "C";

-- operator classes, each the default of its access method, and their support functions
SELECT amname, opcname, opcdefault, opcintype::regtype,
       (SELECT array_agg(amopopr::regoperator ORDER BY amopstrategy) FROM pg_amop WHERE amopfamily = opcfamily) AS operators
FROM pg_opclass c JOIN pg_am a ON a.oid = opcmethod JOIN members ON classid = 'pg_opclass'::regclass AND objid = c.oid
ORDER BY amname, opcname;
-- what the families lack, as they have to: operators of two texts
SELECT amname, opcname
FROM (SELECT amname, opcname, c.oid FROM pg_opclass c JOIN pg_am a ON a.oid = opcmethod JOIN members ON classid = 'pg_opclass'::regclass AND objid = c.oid
      ORDER BY amname, opcname OFFSET 0) c
WHERE NOT amvalidate(oid);
SELECT amname, opfname, amprocnum, amproc::regprocedure
FROM pg_amproc JOIN pg_opfamily f ON f.oid = amprocfamily JOIN pg_am a ON a.oid = opfmethod JOIN members ON classid = 'pg_opfamily'::regclass AND objid = f.oid
WHERE (amname, amprocnum) <> ('btree', 6)
ORDER BY 1, 2, 3, amproc::regprocedure::text COLLATE "C";

-- aggregates: sort operator and parallel combination
SELECT aggfnoid::regprocedure, aggsortop::regoperator, aggcombinefn, proparallel, provolatile
FROM pg_aggregate JOIN functions ON oid = aggfnoid ORDER BY aggfnoid::regprocedure::text COLLATE "C";

-- implicit casts
SELECT castsource::regtype, casttarget::regtype FROM pg_cast c JOIN members ON classid = 'pg_cast'::regclass AND objid = c.oid
WHERE castcontext = 'i' ORDER BY castsource::regtype::text COLLATE "C";

-- The type is laid out as bigint is, but is no number: 'U', user-defined.
SELECT u.typlen, u.typalign, u.typstorage, u.typcategory,
       (u.typlen, u.typbyval, u.typalign, u.typstorage) = (b.typlen, b.typbyval, b.typalign, b.typstorage) AS like_bigint
FROM pg_type u, pg_type b WHERE u.oid = 'uid60'::regtype AND b.oid = 'bigint'::regtype;

-- Features of newer servers are there on these, so nothing is left to add after pg_upgrade …
SELECT (current_setting('server_version_num')::integer >= 170000) =
       EXISTS (SELECT FROM members WHERE classid = 'pg_type'::regclass AND objid = 'uid60[]'::regtype) AS array_type,
       (current_setting('server_version_num')::integer >= 180000) =
       EXISTS (SELECT FROM pg_amproc WHERE amproclefttype = 'uid60'::regtype AND amprocnum = 6 AND amproc::text = 'btint8skipsupport') AS skip_support;
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
