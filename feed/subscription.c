/*
 * feed/subscription.c
 *		Subscriptions, which insert rows without firing a feed's triggers.
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/partition.h"
#include "catalog/pg_class.h"
#include "catalog/pg_subscription.h"
#include "catalog/pg_subscription_rel.h"
#include "feed/feed.h"
#include "utils/acl.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

/* The subscriptions that name the table. */
static List *
subscriptions_to(Oid table)
{
	Relation	catalog = table_open(SubscriptionRelRelationId, AccessShareLock);
	List	   *found = NIL;
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;

	ScanKeyInit(&key, Anum_pg_subscription_rel_srrelid, BTEqualStrategyNumber, F_OIDEQ,
				ObjectIdGetDatum(table));
	scan = systable_beginscan(catalog, SubscriptionRelSrrelidSrsubidIndexId, true, NULL, 1, &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
		found = lappend_oid(found, ((Form_pg_subscription_rel) GETSTRUCT(tuple))->srsubid);
	systable_endscan(scan);
	table_close(catalog, AccessShareLock);
	return found;
}

/* InvalidOid if it was dropped concurrently. */
static Oid
owner_of_subscription(Oid subscription)
{
	HeapTuple	tuple = SearchSysCache1(SUBSCRIPTIONOID, ObjectIdGetDatum(subscription));
	Oid			owner = InvalidOid;

	if (!HeapTupleIsValid(tuple))
		return owner;
	owner = ((Form_pg_subscription) GETSTRUCT(tuple))->subowner;
	ReleaseSysCache(tuple);
	return owner;
}

static Oid
owner_of_table(Oid table)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(table));
	Oid			owner = InvalidOid;

	if (!HeapTupleIsValid(tuple))
		return owner;
	owner = ((Form_pg_class) GETSTRUCT(tuple))->relowner;
	ReleaseSysCache(tuple);
	return owner;
}

/* Does the role have the rights to change rows of the table? */
static bool
has_rights(Oid role, Oid table)
{
	bool		is_missing = false;

	return pg_class_aclcheck_ext(table, role, ACL_INSERT | ACL_UPDATE, &is_missing) == ACLCHECK_OK &&
		!is_missing;
}

/*
 * Does a subscription that names the table, or a partitioned table above it, change rows of the
 * table?  Anybody who may create subscriptions can name tables of others.  It does so with its
 * owner's rights on the partition that a row is for, without a right on the table that it names, or
 * as the owner of that table.
 */
static bool
is_subscribed_by_name_of(Oid named, Oid table)
{
	List	   *subscriptions = subscriptions_to(named);
	ListCell   *lc;

	if (subscriptions != NIL)
		feed_watch_roles();
	foreach(lc, subscriptions)
	{
		Oid			role = owner_of_subscription(lfirst_oid(lc));
		Oid			owner = owner_of_table(named);

		if (OidIsValid(role) && OidIsValid(owner) &&
			(has_rights(role, table) || id_can_become(role, owner)))
			return true;
	}
	return false;
}

bool
feed_is_subscribed(Oid table)
{
	ListCell   *lc;

	if (is_subscribed_by_name_of(table, table))
		return true;
	foreach(lc, get_rel_relispartition(table) ? get_partition_ancestors(table) : NIL)
	{
		if (is_subscribed_by_name_of(lfirst_oid(lc), table))
			return true;
	}
	return false;
}
