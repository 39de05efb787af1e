-- What the extension :extension creates.
CREATE TEMP VIEW members AS
SELECT classid, objid FROM pg_depend WHERE deptype = 'e' AND refclassid = 'pg_extension'::regclass
  AND refobjid = (SELECT oid FROM pg_extension WHERE extname = current_setting('catalog.extension'));
SET catalog.extension = :'extension';
\echo Functions
-- functions: those that generate IDs or report on the generator stay with the leader of a parallel query; a function
-- of two clauses that is inlined must not be strict; comments begin with "internal: " if people do not call it
SELECT p.oid::regprocedure::text COLLATE "C" AS function,
       concat_ws(' ', CASE provolatile WHEN 'i' THEN 'immutable' WHEN 's' THEN 'stable' ELSE 'volatile' END,
                 CASE WHEN proisstrict THEN 'strict' END,
                 CASE proparallel WHEN 's' THEN NULL WHEN 'r' THEN 'restricted' ELSE 'unsafe' END,
                 CASE WHEN proleakproof THEN 'leakproof' END, CASE WHEN prosecdef THEN 'SECURITY DEFINER' END,
                 proconfig::text, CASE WHEN obj_description(p.oid, 'pg_proc') ~ '^internal: ' THEN '(internal)' END) AS properties
FROM pg_proc p JOIN members ON classid = 'pg_proc'::regclass AND objid = p.oid ORDER BY 1;
\echo Operators
-- operators: commutators (of the types in reverse), negators, estimators
SELECT oprname AS operator, replace(format('(%s,%s)', oprleft::regtype, oprright::regtype), 'timestamp with time zone', 'timestamptz') AS types,
       (SELECT oprname FROM pg_operator c
        WHERE c.oid = o.oprcom AND (c.oprleft, c.oprright) = (o.oprright, o.oprleft)) AS commutator,
       (SELECT oprname FROM pg_operator n
        WHERE n.oid = o.oprnegate AND (n.oprleft, n.oprright) = (o.oprleft, o.oprright)) AS negator,
       oprrest AS restrict, oprjoin AS join, concat_ws(' ', CASE WHEN oprcanhash THEN 'hashes' END, CASE WHEN oprcanmerge THEN 'merges' END) AS can
FROM pg_operator o JOIN members ON classid = 'pg_operator'::regclass AND objid = o.oid ORDER BY oprname COLLATE "C", format('(%s,%s)', oprleft::regtype, oprright::regtype) COLLATE "C";
\echo Operator classes
-- operator classes, and their operators
SELECT amname, opcname AS class, opcdefault AS default,
       (SELECT string_agg(amopopr::regoperator::text, ' ' ORDER BY amopstrategy) FROM pg_amop
        WHERE amopfamily = opcfamily AND amoplefttype = opcintype AND amoprighttype = opcintype) AS operators
FROM pg_opclass c JOIN pg_am a ON a.oid = opcmethod JOIN members ON classid = 'pg_opclass'::regclass AND objid = c.oid
ORDER BY amname, opcname;
\echo The other types that their families compare
-- the other types that their families compare
SELECT amname, opfname, amoplefttype::regtype AS left, amoprighttype::regtype AS right,
       string_agg(oprname, ' ' ORDER BY amopstrategy) AS operators
FROM pg_amop JOIN pg_opfamily f ON f.oid = amopfamily JOIN pg_am a ON a.oid = opfmethod
JOIN pg_operator o ON o.oid = amopopr
JOIN members ON classid = 'pg_opfamily'::regclass AND objid = f.oid
WHERE amoplefttype <> amoprighttype OR amoplefttype::regtype::text <> current_setting('catalog.extension')
GROUP BY amname, opfname, amoplefttype, amoprighttype
ORDER BY amname, opfname, amoplefttype::regtype::text COLLATE "C", amoprighttype::regtype::text COLLATE "C";
\echo Their support functions
-- their support functions, without the server's for BRIN
SELECT amname, opfname AS family, amprocnum, amproc AS function
FROM pg_amproc JOIN pg_opfamily f ON f.oid = amprocfamily JOIN pg_am a ON a.oid = opfmethod
JOIN members ON classid = 'pg_opfamily'::regclass AND objid = f.oid
WHERE (amname, amprocnum) NOT IN (('btree', 6), ('gist', 12)) -- these are for 18 and newer
  AND amproc::text !~ '^brin_'
ORDER BY amname, opfname, amprocnum, amproc::regprocedure::text COLLATE "C";
\echo Aggregates
-- aggregates: sort operator and parallel combination
SELECT oid::regprocedure AS aggregate, aggsortop::regoperator AS sort, aggcombinefn AS combine
FROM pg_aggregate JOIN pg_proc ON oid = aggfnoid JOIN members ON classid = 'pg_proc'::regclass AND objid = oid
ORDER BY proname COLLATE "C";
\echo Casts
-- casts
SELECT castsource::regtype AS source, casttarget::regtype AS target,
       CASE castcontext WHEN 'e' THEN 'explicit' WHEN 'a' THEN 'assignment' WHEN 'i' THEN 'IMPLICIT' END AS context
FROM pg_cast c JOIN members ON classid = 'pg_cast'::regclass AND objid = c.oid
ORDER BY castsource::regtype::text COLLATE "C", casttarget::regtype::text COLLATE "C";
\echo Everything else
-- everything else, but the array types that come with types, and the types that come with tables
SELECT pg_describe_object(classid, objid, 0) AS other FROM members
WHERE classid NOT IN ('pg_proc'::regclass, 'pg_operator'::regclass, 'pg_opclass'::regclass, 'pg_opfamily'::regclass, 'pg_cast'::regclass)
  AND NOT (classid = 'pg_type'::regclass AND objid IN (SELECT typarray FROM pg_type UNION SELECT reltype FROM pg_class WHERE relkind = 'r'))
ORDER BY pg_describe_object(classid, objid, 0) COLLATE "C";
\set ECHO none
RESET catalog.extension;
