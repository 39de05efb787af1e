/*
 * feed/view.c
 *		Who may know the horizon of a feed: roles that may read its table, or a view that calls
 *		the horizon and whose owner may read the table.
 *
 * A role may read a view if it has SELECT on it and USAGE on its schema.  The server looks at the
 * schema only where the view is named: in a view on the view, its readers have to have both here.
 *
 * Catalogs are read without locks, so the owners of views cannot stop anybody.
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/reloptions.h"
#include "access/table.h"
#include "catalog/dependency.h"
#include "catalog/pg_class.h"
#include "catalog/pg_depend.h"
#include "catalog/pg_namespace.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_rewrite.h"
#include "commands/defrem.h"
#include "feed/feed.h"
#include "miscadmin.h"
#include "rewrite/rewriteSupport.h"
#include "utils/acl.h"
#include "utils/fmgroids.h"
#include "utils/hsearch.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

/*
 * What the last search for a view found that allows a role to call a horizon of a table.  A view is
 * looked at first the next time, and must allow it again.  If there was none, there is none until a
 * relation, a role or a schema changes: the views of others, however many, make only the first
 * rejected call slow.
 */
typedef struct reader
{
	Oid			role;
	Oid			table;
	Oid			function;
} reader;

typedef struct known_view
{
	reader		key;
	Oid			view;			/* InvalidOid if none was found */
	Oid			other;			/* one that it might be granted */
	uint64		searched_at;	/* feed_all_changes() before the search */
} known_view;

static HTAB *known_views = NULL;

#define MAX_KNOWN_VIEWS 256

static void
remember(const known_view *found)
{
	HASHCTL		control = {.keysize = sizeof(reader),.entrysize = sizeof(known_view)};

	if (known_views != NULL && hash_get_num_entries(known_views) >= MAX_KNOWN_VIEWS)
	{
		hash_destroy(known_views);
		known_views = NULL;
	}
	if (known_views == NULL)
		known_views = hash_create("wiji feeds' views", 16, &control, HASH_ELEM | HASH_BLOBS);
	*(known_view *) hash_search(known_views, &found->key, HASH_ENTER, NULL) = *found;
}

/* A scan of pg_depend: what an object depends on, or what depends on it. */
static SysScanDesc
begin_depend_scan(Relation depend, bool is_reference, Oid class, Oid object)
{
	ScanKeyData key[2];

	ScanKeyInit(&key[0], is_reference ? Anum_pg_depend_refclassid : Anum_pg_depend_classid,
				BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(class));
	ScanKeyInit(&key[1], is_reference ? Anum_pg_depend_refobjid : Anum_pg_depend_objid,
				BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(object));
	return systable_beginscan(depend, is_reference ? DependReferenceIndexId : DependDependerIndexId,
							  true, NULL, 2, key);
}

/* Does the query of a view read the table and call the function? */
static bool
rule_uses(Oid rule, Oid table, Oid function)
{
	Relation	depend = table_open(DependRelationId, AccessShareLock);
	SysScanDesc scan = begin_depend_scan(depend, false, RewriteRelationId, rule);
	bool		uses_table = false;
	bool		uses_function = false;
	HeapTuple	tuple;

	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_depend d = (Form_pg_depend) GETSTRUCT(tuple);

		uses_table |= d->refclassid == RelationRelationId && d->refobjid == table;
		uses_function |= d->refclassid == ProcedureRelationId && d->refobjid == function;
	}
	systable_endscan(scan);
	table_close(depend, AccessShareLock);
	return uses_table && uses_function;
}

static bool
is_security_invoker(HeapTuple view)
{
	bool		is_null;
	Datum		options = SysCacheGetAttr(RELOID, view, Anum_pg_class_reloptions, &is_null);
	ListCell   *lc;

	foreach(lc, is_null ? NIL : untransformRelOptions(options))
	{
		DefElem    *option = lfirst(lc);

		if (strcmp(option->defname, "security_invoker") == 0)
			return defGetBoolean(option);
	}
	return false;
}

/* The owner of a view whose query reads tables with the owner's rights; InvalidOid for others. */
static Oid
lending_owner(Oid view)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(view));
	Oid			owner = InvalidOid;

	if (!HeapTupleIsValid(tuple))
		return owner;
	if (((Form_pg_class) GETSTRUCT(tuple))->relkind == RELKIND_VIEW && !is_security_invoker(tuple))
		owner = ((Form_pg_class) GETSTRUCT(tuple))->relowner;
	ReleaseSysCache(tuple);
	return owner;
}

static bool
may_select(Oid role, Oid relation)
{
	bool		is_missing = false;

	return pg_class_aclcheck_ext(relation, role, ACL_SELECT, &is_missing) == ACLCHECK_OK &&
		!is_missing;
}

static bool
may_read_view(Oid role, Oid view)
{
	Oid			schema = get_rel_namespace(view);

	return OidIsValid(schema) && id_may_use_schema(schema, role) && may_select(role, view);
}

/* Does the view return rows of the table below the horizon to roles that may read it? */
static bool
view_lends(Oid view, Oid table, Oid function)
{
	Oid			owner = lending_owner(view);
	Oid			rule;

	if (!OidIsValid(owner) || !may_select(owner, table))
		return false;
	rule = get_rewrite_oid(view, ViewSelectRuleName, true);
	return OidIsValid(rule) && rule_uses(rule, table, function);
}

/* The view that a rule is of, or another relation; InvalidOid if it was dropped. */
static Oid
relation_of_rule(Relation rewrite, Oid rule)
{
	Oid			relation = InvalidOid;
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;

	ScanKeyInit(&key, Anum_pg_rewrite_oid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(rule));
	scan = systable_beginscan(rewrite, RewriteOidIndexId, true, NULL, 1, &key);
	tuple = systable_getnext(scan);
	if (HeapTupleIsValid(tuple))
		relation = ((Form_pg_rewrite) GETSTRUCT(tuple))->ev_class;
	systable_endscan(scan);
	return relation;
}

/*
 * A view that allows the role to know the horizon; InvalidOid if there is none.  "other" is then one
 * that would, if the role might read it.
 */
static known_view
find_view(const reader *r)
{
	known_view	found = {.key = *r,.searched_at = feed_all_changes()};
	Relation	depend = table_open(DependRelationId, AccessShareLock);
	Relation	rewrite = table_open(RewriteRelationId, AccessShareLock);
	SysScanDesc scan = begin_depend_scan(depend, true, ProcedureRelationId, r->function);
	HeapTuple	tuple;

	while (!OidIsValid(found.view) && HeapTupleIsValid(tuple = systable_getnext(scan)))
	{
		Form_pg_depend d = (Form_pg_depend) GETSTRUCT(tuple);
		Oid			view = d->classid == RewriteRelationId ? relation_of_rule(rewrite, d->objid) : InvalidOid;

		CHECK_FOR_INTERRUPTS();
		if (!OidIsValid(view) || !view_lends(view, r->table, r->function))
			continue;
		if (may_read_view(r->role, view))
			found.view = view;
		else
			found.other = view;
	}
	systable_endscan(scan);
	table_close(rewrite, AccessShareLock);
	table_close(depend, AccessShareLock);
	return found;
}

/* ERROR 42501 */
id_noreturn static void
reject_reader(const known_view *found, AclResult result)
{
	Oid			table = found->key.table;
	table_row	row;

	if (OidIsValid(found->other) && feed_table_row(found->other, &row))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied for table %s", get_rel_name(table)),
				 may_select(found->key.role, found->other) ?
				 errhint("Grant USAGE on the schema of view %s, which calls the horizon.", row.qualified_name) :
				 errhint("Grant SELECT on view %s, which calls the horizon.", row.qualified_name)));
	aclcheck_error(result, get_relkind_objtype(get_rel_relkind(table)), get_rel_name(table));
	pg_unreachable();
}

void
feed_check_reader(Oid table, Oid function)
{
	reader		r = {GetUserId(), table, function};
	AclResult	result = pg_class_aclcheck(table, r.role, ACL_SELECT);
	const known_view *known;
	known_view	found;

	if (likely(result == ACLCHECK_OK))
		return;
	known = known_views != NULL ? hash_search(known_views, &r, HASH_FIND, NULL) : NULL;
	if (known != NULL && !OidIsValid(known->view) && known->searched_at == feed_all_changes())
		reject_reader(known, result);
	if (known != NULL && OidIsValid(known->view) && may_read_view(r.role, known->view) &&
		view_lends(known->view, table, function))
		return;
	found = find_view(&r);
	remember(&found);
	if (!OidIsValid(found.view))
		reject_reader(&found, result);
}
