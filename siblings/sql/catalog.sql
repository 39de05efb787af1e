-- Every object of each extension has the right properties: these queries find objects that do not.  (A test of each
-- lists what it creates.)

CREATE TEMP VIEW members AS
SELECT extname AS extension, classid, objid FROM pg_depend JOIN pg_extension e ON e.oid = refobjid
WHERE refclassid = 'pg_extension'::regclass AND deptype = 'e' AND extname IN (SELECT extension FROM room);
CREATE TEMP VIEW functions AS
SELECT p.*, extension, p.oid::regprocedure AS signature, p.oid::regprocedure::text COLLATE "C" AS name,
       lanname AS language
FROM pg_proc p JOIN members ON classid = 'pg_proc'::regclass AND objid = p.oid JOIN pg_language l ON l.oid = prolang;
SELECT extension AS without_functions FROM room LEFT JOIN functions USING (extension) GROUP BY extension HAVING count(oid) < 5;
SELECT count(*) > 0 AS there_are_some FROM functions;

-- without a comment, except the array type that comes with each type, and the type that comes with each table
SELECT extension, pg_describe_object(classid, objid, 0) AS uncommented FROM members
WHERE obj_description(objid, classid::regclass::name) IS NULL
  AND NOT (classid = 'pg_type'::regclass AND objid IN (SELECT typarray FROM pg_type UNION SELECT reltype FROM pg_class WHERE relkind = 'r'));

-- names that could clash with others: of SQL functions, and of symbols in C.  They begin with the name of the
-- extension (or of a domain of it), or are names of the server's own functions, which their type keeps apart.
SELECT extension, signature FROM functions f
WHERE prokind <> 'a' AND proname !~ format('^((%s)(_|$)|(timestamptz|text|uuid)_[a-z]+(_%s)?$)',
	(SELECT string_agg(DISTINCT split_part(name, '_', 1), '|')
	 FROM (SELECT f.extension UNION ALL
	       SELECT typname FROM pg_type t JOIN members m ON classid = 'pg_type'::regclass AND objid = t.oid
	       WHERE m.extension = f.extension AND typtype = 'd') n (name)), extension)
ORDER BY extension, name;
SELECT extension, signature, prosrc FROM functions WHERE language = 'c' AND prosrc !~ '^pgwiji_'
ORDER BY extension, name;

-- LEAKPROOF: of types, comparisons, bounds that cannot fail and conditions built of both, all of them and
-- nothing else
SELECT extension, signature FROM functions JOIN id_types ON type = extension
WHERE proleakproof <> (signature::text ~ format('^(%1$s|timestamptz|uuid)_('
	|| '(lt|le|eq|ge|gt|ne|cmp)(_timestamptz|_uuid|_%1$s)?|'
	|| 'since|after|within|within_lower|within_upper|contained_by|tstzrange_contains)\(', extension));

-- arguments without a name, in a function that people call by its name (operators, casts and other
-- objects call the rest); and arguments with a name, in a function that has the name of one of the
-- server's: a call that names arguments could not distinguish it from a user's own function
SELECT extension, signature FROM functions f, LATERAL (SELECT EXISTS (
	SELECT FROM pg_proc s WHERE s.proname = f.proname AND s.pronamespace = 'pg_catalog'::regnamespace) AS server) s
WHERE prokind = 'f' AND pronargs > 0
  AND server <> (proargnames IS NULL OR NOT server AND '' = ANY (proargnames[1:pronargs]))
  AND 'internal'::regtype <> ALL (proargtypes)
  AND NOT EXISTS (SELECT FROM pg_depend WHERE refclassid = 'pg_proc'::regclass AND refobjid = f.oid AND deptype <> 'e');

-- SECURITY DEFINER; bodies that are text and not read with a search_path of their own
SELECT extension, signature FROM functions WHERE prosecdef;
SELECT extension, signature, proconfig FROM functions
WHERE language NOT IN ('c', 'internal') AND prosqlbody IS NULL AND prokind = 'f'
  AND 'search_path=pg_catalog, pg_temp' <> ALL (coalesce(proconfig, '{}')) ORDER BY extension, name;

-- the server's own functions: declared as the server declares them
SELECT f.signature, p.oid::regprocedure AS server
FROM functions f JOIN pg_proc p ON p.proname = f.prosrc AND p.pronamespace = 'pg_catalog'::regnamespace
WHERE f.language = 'internal'
  AND (f.proleakproof, f.proisstrict, f.provolatile, f.proparallel) <> (p.proleakproof, p.proisstrict, p.provolatile,
         p.proparallel);
-- operators of a type without their commutator (with the types in reverse), negator or estimators, but for that of
-- a range
SELECT extension, o.oid::regoperator AS operator FROM pg_operator o JOIN members ON classid = 'pg_operator'::regclass AND objid = o.oid
WHERE NOT EXISTS (SELECT FROM pg_operator c WHERE c.oid = o.oprcom AND (c.oprleft, c.oprright) = (o.oprright, o.oprleft))
   OR oprname !~ '@' AND NOT EXISTS (SELECT FROM pg_operator n
                                     WHERE n.oid = o.oprnegate AND (n.oprleft, n.oprright) = (o.oprleft, o.oprright))
   OR oprrest = 0 OR oprjoin = 0 OR (oprname = '=') <> (oprcanhash AND oprcanmerge)
ORDER BY extension, o.oid::regoperator::text;
-- types without a default operator class for B-trees, hashes or BRIN
SELECT type, amname FROM id_types, unnest('{btree,hash,brin}'::name[]) amname WHERE NOT EXISTS (
	SELECT FROM pg_opclass c JOIN pg_am a ON a.oid = opcmethod
	WHERE a.amname = amname AND opcintype = type::regtype AND opcdefault);
-- classes that are not valid
SELECT amname, opcname
FROM (SELECT extension, amname, opcname, c.oid FROM pg_opclass c JOIN pg_am a ON a.oid = opcmethod
      JOIN members ON classid = 'pg_opclass'::regclass AND objid = c.oid
      ORDER BY extension, amname, opcname OFFSET 0) c
WHERE NOT amvalidate(oid);
-- types without aggregates that an index answers and parallel workers combine
SELECT type, name FROM id_types, unnest('{min,max}'::name[]) name WHERE NOT EXISTS (
	SELECT FROM pg_aggregate JOIN pg_proc p ON p.oid = aggfnoid
	WHERE proname = name AND proargtypes[0] = type::regtype AND aggsortop <> 0 AND aggcombinefn <> 0 AND proparallel = 's'
	  AND provolatile = 'i');
-- implicit casts, but that of wiji to uuid
SELECT castsource::regtype, casttarget::regtype
FROM pg_cast c JOIN members ON classid = 'pg_cast'::regclass AND objid = c.oid
WHERE castcontext = 'i' AND castsource <> 'wiji'::regtype ORDER BY castsource::regtype::text COLLATE "C";
