/*
 * feed/subscription.c
 *		Subscriptions, which insert rows without firing a feed's triggers.
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "catalog/pg_class.h"
#include "catalog/pg_subscription.h"
#include "catalog/pg_subscription_rel.h"
#include "feed/feed.h"
#include "utils/acl.h"
#include "utils/fmgroids.h"
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

/*
 * Can the role change rows of the table, itself or as the table's owner?  Anybody who may create
 * subscriptions can name tables of others.
 */
static bool
may_write(Oid role, Oid table)
{
	bool		is_missing = false;
	Oid			owner = owner_of_table(table);

	return OidIsValid(role) && OidIsValid(owner) &&
		(pg_class_aclcheck_ext(table, role, ACL_INSERT | ACL_UPDATE, &is_missing) == ACLCHECK_OK ||
		 id_can_become(role, owner));
}

bool
feed_is_subscribed(Oid table)
{
	List	   *subscriptions = subscriptions_to(table);
	ListCell   *lc;

	if (subscriptions != NIL)
		feed_watch_roles();
	foreach(lc, subscriptions)
	{
		if (may_write(owner_of_subscription(lfirst_oid(lc)), table))
			return true;
	}
	return false;
}
