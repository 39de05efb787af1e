-- Every object of the six extensions has the right properties: these queries find objects that do
-- not.

CREATE TEMP VIEW members AS
SELECT extname AS extension, classid, objid FROM pg_depend JOIN pg_extension e ON e.oid = refobjid
WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e'
  AND extname IN ('wiji', 'siq', 'tid62', 'uid60', 'uuidtime', 'wiji_feed');
CREATE TEMP VIEW functions AS
SELECT p.*, extension, p.oid::regprocedure AS signature, p.oid::regprocedure::text COLLATE "C" AS name,
       lanname AS language
FROM pg_proc p JOIN members ON classid = 'pg_proc'::regclass AND objid = p.oid JOIN pg_language l ON l.oid = prolang;
-- T stands for the name of the extension, in what several of the types have.
CREATE FUNCTION pg_temp.for_type(name text, extension text) RETURNS text IMMUTABLE
RETURN CASE extension WHEN 'wiji_feed' THEN name
       ELSE regexp_replace(name, '\m' || extension || '(?=_|\M)', 'T', 'g') END COLLATE "C";
SELECT extension, count(*) > 10 AS there_are_functions FROM functions GROUP BY extension ORDER BY extension;

-- without a comment, except the array type that comes with each type
SELECT extension, pg_describe_object(classid, objid, 0) AS uncommented FROM members
WHERE obj_description(objid, classid::regclass::name) IS NULL
  AND NOT (classid = 'pg_type'::regclass AND objid IN (SELECT typarray FROM pg_type));

-- names that could clash with others: of SQL functions, and of symbols in C.  The two listed are
-- names of the server's own functions; their type keeps them apart.
SELECT extension, signature FROM functions
WHERE prokind <> 'a' AND proname !~
	format('^(%1$s(_|$)|(timestamptz|text|uuid)_[a-z]+(_%1$s)?$|simpledb_)', replace(extension, '_feed', ''))
ORDER BY extension, name;
SELECT extension, signature, prosrc FROM functions WHERE language = 'c' AND prosrc !~ '^pgwiji_'
ORDER BY extension, name;

-- with arguments and not STRICT: the server does not inline a strict function of two clauses; and
-- functions that reject a null
SELECT pg_temp.for_type(name, extension) AS signature, string_agg(extension, ' ' ORDER BY extension) AS extensions
FROM functions WHERE pronargs > 0 AND NOT proisstrict AND prokind = 'f' GROUP BY 1 ORDER BY 1;

-- VOLATILE: functions that generate IDs or report on the generator, which stay with the leader of a
-- parallel query; and functions that change the catalog
SELECT pg_temp.for_type(name, extension) AS signature, proparallel,
       string_agg(extension, ' ' ORDER BY extension) AS extensions
FROM functions WHERE provolatile = 'v' GROUP BY 1, 2 ORDER BY 1;

-- STABLE: functions that depend on TimeZone, on a snapshot or on statistics; and the others that
-- stay with the leader
SELECT pg_temp.for_type(name, extension) AS signature, proparallel,
       string_agg(extension, ' ' ORDER BY extension) AS extensions
FROM functions WHERE provolatile = 's' OR provolatile <> 'v' AND proparallel <> 's' GROUP BY 1, 2 ORDER BY 1;

-- LEAKPROOF: comparisons, bounds that cannot fail and conditions built of both, all of them and
-- nothing else
SELECT extension, signature FROM functions
WHERE proleakproof <> (signature::text ~ ('^(wiji|siq|tid62|uid60|timestamptz|uuid)_('
	|| '(lt|le|eq|ge|gt|ne|cmp)(_timestamptz|_uuid|_wiji|_siq|_tid62|_uid60)?|'
	|| 'since|after|within|within_lower|within_upper|contained_by|tstzrange_contains)\('
	|| '|^uuidtime_(version|(v6|v7|v7_draft)_within(_lower|_upper)?)\('));

-- arguments without a name, in a function that people call by its name (operators, casts and other
-- objects call the rest); and arguments with a name, in a function that has the name of one of the
-- server's: a call that names arguments could not distinguish it from a user's own function
SELECT extension, signature FROM functions f, LATERAL (SELECT EXISTS (
	SELECT FROM pg_proc s WHERE s.proname = f.proname AND s.pronamespace = 'pg_catalog'::regnamespace) AS server) s
WHERE prokind = 'f' AND pronargs > 0
  AND server <> (proargnames IS NULL OR NOT server AND '' = ANY (proargnames[1:pronargs]))
  AND 'internal'::regtype <> ALL (proargtypes)
  AND NOT EXISTS (SELECT FROM pg_depend WHERE refclassid = 'pg_proc'::regclass AND refobjid = f.oid AND deptype <> 'e');

-- SECURITY DEFINER; bodies that are text, which are read with a search_path of their own
SELECT extension, signature FROM functions WHERE prosecdef;
SELECT extension, signature, proconfig FROM functions
WHERE proconfig IS NOT NULL OR (language NOT IN ('c', 'internal') AND prosqlbody IS NULL) ORDER BY extension, name;

-- the server's own functions for bigint, which uid60 uses: declared as the server declares them
SELECT f.signature, p.oid::regprocedure AS server
FROM functions f JOIN pg_proc p ON p.proname = f.prosrc AND p.pronamespace = 'pg_catalog'::regnamespace
WHERE f.language = 'internal'
  AND (f.proleakproof, f.proisstrict, f.provolatile, f.proparallel) <> (p.proleakproof, p.proisstrict, p.provolatile,
         p.proparallel);
-- and functions in C or SQL that the server has
SELECT signature FROM functions
WHERE language <> 'internal'
  AND signature::text ~ '^uid60_(lt|le|eq|ge|gt|ne|cmp|hash|hash_extended|smaller|larger|send)\(uid60';

-- operators: commutators (of the types in reverse), negators, estimators, and their types
SELECT oprname AS operator,
       (SELECT oprname FROM pg_operator c
        WHERE c.oid = o.oprcom AND (c.oprleft, c.oprright) = (o.oprright, o.oprleft)) AS commutator,
       (SELECT oprname FROM pg_operator n
        WHERE n.oid = o.oprnegate AND (n.oprleft, n.oprright) = (o.oprleft, o.oprright)) AS negator,
       pg_temp.for_type(oprrest::text, extension) COLLATE "C" AS restrict,
       pg_temp.for_type(oprjoin::text, extension) COLLATE "C" AS join,
       oprcanhash AS hashes, oprcanmerge AS merges, string_agg(types, ' ' ORDER BY types COLLATE "C") AS types
FROM pg_operator o JOIN members ON classid = 'pg_operator'::regclass AND objid = o.oid,
     replace(format('(%s,%s)', oprleft::regtype, oprright::regtype), 'timestamp with time zone', 'timestamptz') types
GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 4, 5;

-- operator classes, each the default of its access method, and their operators
SELECT amname, pg_temp.for_type(opcname, extension) AS class, opcdefault AS default,
       pg_temp.for_type((SELECT array_agg(amopopr::regoperator ORDER BY amopstrategy)::text FROM pg_amop
        WHERE amopfamily = opcfamily AND amoplefttype = opcintype AND amoprighttype = opcintype), extension) AS ops,
       string_agg(extension, ' ' ORDER BY extension) AS extensions
FROM pg_opclass c JOIN pg_am a ON a.oid = opcmethod JOIN members ON classid = 'pg_opclass'::regclass AND objid = c.oid
GROUP BY 1, 2, 3, 4 ORDER BY 1, 2;
-- classes that are not valid
SELECT amname, opcname
FROM (SELECT extension, amname, opcname, c.oid FROM pg_opclass c JOIN pg_am a ON a.oid = opcmethod
      JOIN members ON classid = 'pg_opclass'::regclass AND objid = c.oid
      ORDER BY extension, amname, opcname OFFSET 0) c
WHERE NOT amvalidate(oid);
-- the types that their families compare the type with
SELECT amname, opfname, amoplefttype::regtype AS left, amoprighttype::regtype AS right,
       array_agg(oprname ORDER BY amopstrategy) AS operators
FROM pg_amop JOIN pg_opfamily f ON f.oid = amopfamily JOIN pg_am a ON a.oid = opfmethod
JOIN pg_operator o ON o.oid = amopopr
JOIN members ON classid = 'pg_opfamily'::regclass AND objid = f.oid
WHERE amoplefttype <> amoprighttype OR amoplefttype::regtype::text <> extension
GROUP BY extension, amname, opfname, amoplefttype, amoprighttype
ORDER BY extension, amname, opfname, amoplefttype::regtype::text COLLATE "C", amoprighttype::regtype::text COLLATE "C";
-- their support functions, without the server's for BRIN
SELECT amname, pg_temp.for_type(opfname, extension) AS family, amprocnum,
       pg_temp.for_type(amproc::regprocedure::text, extension) AS function,
       string_agg(extension, ' ' ORDER BY extension) AS extensions
FROM pg_amproc JOIN pg_opfamily f ON f.oid = amprocfamily JOIN pg_am a ON a.oid = opfmethod
JOIN members ON classid = 'pg_opfamily'::regclass AND objid = f.oid
WHERE (amname, amprocnum) NOT IN (('btree', 6), ('gist', 12)) -- these are for 18 and newer
  AND amproc::text !~ '^brin_'
GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4;

-- aggregates: sort operator and parallel combination
SELECT pg_temp.for_type(name, extension) AS aggregate,
       pg_temp.for_type(aggsortop::regoperator::text, extension) AS sort,
       pg_temp.for_type(aggcombinefn::text, extension) AS combine, proparallel, provolatile,
       string_agg(extension, ' ' ORDER BY extension) AS extensions
FROM pg_aggregate JOIN functions ON oid = aggfnoid GROUP BY 1, 2, 3, 4, 5 ORDER BY 1;

-- implicit casts
SELECT castsource::regtype, casttarget::regtype
FROM pg_cast c JOIN members ON classid = 'pg_cast'::regclass AND objid = c.oid
WHERE castcontext = 'i' ORDER BY castsource::regtype::text COLLATE "C";

-- uuidtime: functions, nothing else
SELECT pg_describe_object(classid, objid, 0) FROM members
WHERE extension = 'uuidtime' AND classid <> 'pg_proc'::regclass;
