-- Everything of the extension is labelled as it should be: these queries find objects that are not.

CREATE TEMP VIEW members AS
SELECT classid, objid FROM pg_depend
WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e'
  AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'siq');
CREATE TEMP VIEW functions AS
SELECT p.*, p.oid::regprocedure AS signature FROM pg_proc p JOIN members ON classid = 'pg_proc'::regclass AND objid = p.oid;

SELECT count(*) > 40 AS there_are_functions FROM functions;

-- without a comment, except the array type that comes with each type
SELECT pg_describe_object(classid, objid, 0) AS uncommented FROM members
WHERE obj_description(objid, classid::regclass::name) IS NULL
  AND NOT (classid = 'pg_type'::regclass AND objid IN (SELECT typarray FROM pg_type));

-- names of symbols in C that could clash with names of another library
SELECT signature, prosrc FROM functions WHERE prolang = (SELECT oid FROM pg_language WHERE lanname = 'c') AND prosrc !~ '^(siq|id)_' ORDER BY signature::text COLLATE "C";

-- not STRICT, though it takes arguments
SELECT signature FROM functions WHERE pronargs > 0 AND NOT proisstrict AND prokind = 'f' ORDER BY signature::text COLLATE "C";

-- VOLATILE: functions that make ids or tell of it; parallel workers may run all others
SELECT signature FROM functions WHERE provolatile = 'v' ORDER BY signature::text COLLATE "C";
SELECT signature FROM functions WHERE proparallel <> CASE provolatile WHEN 'v' THEN 'r' ELSE 's' END ORDER BY signature::text COLLATE "C";

-- neither VOLATILE nor IMMUTABLE
SELECT signature FROM functions WHERE provolatile NOT IN ('v', 'i') ORDER BY signature::text COLLATE "C";

-- LEAKPROOF: comparisons, all of them and nothing else
SELECT signature FROM functions
WHERE proleakproof <> (signature::text ~ '^(siq|timestamptz)_(lt|le|eq|ge|gt|ne|cmp)(_timestamptz|_siq)?\(');

-- arguments without a name, where a person calls the function by its own: only operators, casts and
-- other objects call the rest
SELECT signature FROM functions f
WHERE prokind = 'f' AND pronargs > 0 AND (proargnames IS NULL OR '' = ANY (proargnames[1:pronargs]))
  AND 'internal'::regtype <> ALL (proargtypes)
  AND NOT EXISTS (SELECT FROM pg_depend WHERE refclassid = 'pg_proc'::regclass AND refobjid = f.oid AND deptype <> 'e');

-- SECURITY DEFINER, or with settings of their own
SELECT signature FROM functions WHERE prosecdef OR proconfig IS NOT NULL ORDER BY signature::text COLLATE "C";

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
ORDER BY 1, 2, 3, amproc::regprocedure::text COLLATE "C";

-- aggregates: sort operator and parallel combination
SELECT aggfnoid::regprocedure, aggsortop::regoperator, aggcombinefn, proparallel, provolatile
FROM pg_aggregate JOIN functions ON oid = aggfnoid ORDER BY aggfnoid::regprocedure::text COLLATE "C";

-- implicit casts
SELECT castsource::regtype, casttarget::regtype FROM pg_cast c JOIN members ON classid = 'pg_cast'::regclass AND objid = c.oid
WHERE castcontext = 'i' ORDER BY castsource::regtype::text COLLATE "C";
