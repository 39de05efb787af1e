/*
 * src/partitions/locks.c
 *		The locks under which partitions are made, detached and dropped.
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/xact.h"
#include "catalog/partition.h"
#include "catalog/pg_class.h"
#include "catalog/pg_namespace.h"
#include "miscadmin.h"
#include "partitions/dependents.h"
#include "partitions/locks.h"
#include "storage/lmgr.h"
#include "storage/lock.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/inval.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/relcache.h"
#include "utils/snapmgr.h"

/*
 * Which locks
 */

static List *
add_lock(List *locks, Oid table, LOCKMODE mode)
{
	id_table_lock *l = palloc(sizeof(id_table_lock));

	*l = (id_table_lock)
	{
		table, mode
	};
	return lappend(locks, l);
}

static List *
add_locks(List *locks, List *tables, LOCKMODE mode)
{
	ListCell   *cell;

	foreach(cell, tables)
		locks = add_lock(locks, atooid(lfirst(cell)), mode);
	return locks;
}

/*
 * The tables to which foreign keys of a table refer.  (The keys to their partitions come with
 * theirs.)
 */
static List *
tables_referred_to(Oid table)
{
	return id_query_catalogs("SELECT DISTINCT confrelid FROM pg_constraint c WHERE conrelid = $1 AND contype = 'f' "
							 "AND NOT EXISTS (SELECT FROM pg_constraint p WHERE p.oid = c.conparentid AND p.conrelid = $2) "
							 "ORDER BY 1", table, table);
}

/*
 * The tables whose foreign keys refer to a table.  (The keys of their partitions
 * come with theirs.)  And those whose keys to these partitions are parts of another key:
 * DETACH drops them all, also one that is no part of a key to the parent.
 */
static List *
tables_referring(Oid table, List *partitions)
{
	return id_query_tables("SELECT DISTINCT conrelid FROM pg_constraint c WHERE contype = 'f' "
						   "AND (confrelid = $1 AND NOT EXISTS (SELECT FROM pg_constraint p WHERE p.oid = c.conparentid AND p.confrelid = $2) "
						   "OR conparentid <> 0 AND confrelid = ANY ('{%s}'::oid[])) "
						   "ORDER BY 1", partitions, table, table);
}

/*
 * What the server opens besides, when it makes, attaches or detaches a partition: what the
 * parent's columns, defaults and checks depend on, such as a table whose row type a column has,
 * or a sequence; the tables above it, whose bounds are the partition's, too; and tables that its
 * triggers name.
 */
static List *
tables_used(Oid parent)
{
	return id_query_catalogs("WITH RECURSIVE used (classid, objid) AS (SELECT 'pg_class'::regclass::oid, $1 "
							 "UNION SELECT 'pg_attrdef'::regclass, oid FROM pg_attrdef WHERE adrelid = $1 "
							 "UNION SELECT 'pg_constraint'::regclass, oid FROM pg_constraint WHERE conrelid = $1 AND contype = 'c' "
							 "UNION SELECT refclassid, refobjid FROM used JOIN pg_depend USING (classid, objid) "
							 "WHERE refclassid IN ('pg_class'::regclass, 'pg_type'::regclass)) "
							 "SELECT oid FROM used JOIN pg_class ON classid = 'pg_class'::regclass AND oid = objid WHERE oid <> $1 "
							 "UNION SELECT tgconstrrelid FROM pg_trigger WHERE tgrelid = $1 AND tgconstrrelid <> 0 AND NOT tgisinternal "
							 "ORDER BY 1", parent, parent);
}

/* A table, all partitions below it, and the indexes of all these: what a search of it reads. */
static List *
tables_searched(Oid table)
{
	return id_query_catalogs("WITH RECURSIVE read (oid) AS (SELECT $1 "
							 "UNION SELECT inhrelid FROM read JOIN pg_inherits ON inhparent = read.oid) "
							 "TABLE read UNION ALL SELECT indexrelid FROM pg_index WHERE indrelid IN (TABLE read) "
							 "ORDER BY 1", table, table);
}

bool
id_parent_is_referred_to(Oid parent)
{
	return tables_referring(parent, NIL) != NIL;
}

bool
id_parent_has_foreign_keys(Oid parent)
{
	return tables_referred_to(parent) != NIL || id_parent_is_referred_to(parent);
}

/* The indexes of a table, its TOAST table and that one's index. */
static List *
parts_of(Oid table)
{
	return id_query_catalogs("WITH toast AS (SELECT reltoastrelid AS oid FROM pg_class WHERE oid IN ($1, $2) AND reltoastrelid <> 0) "
							 "TABLE toast UNION ALL SELECT indexrelid FROM pg_index WHERE indrelid = $1 OR indrelid IN (TABLE toast) "
							 "ORDER BY 1", table, table);
}

static List *
indexes_of(Oid table)
{
	return id_query_catalogs("SELECT indexrelid FROM pg_index WHERE indrelid = $1 ORDER BY 1", table, table);
}

/* A table with its own partitions. */
static List *
add_tree(List *locks, Oid table, LOCKMODE mode)
{
	ListCell   *cell;

	foreach(cell, id_partition_tree(table))
		locks = add_lock(locks, lfirst_oid(cell), mode);
	return locks;
}

/*
 * The other end of a key, which is read by its indexes.  Its partitions get or lose
 * triggers, too.
 */
static List *
add_referred_to(List *locks, Oid table, LOCKMODE mode)
{
	locks = add_tree(locks, table, mode);
	return add_locks(locks, tables_searched(table), AccessShareLock);
}

/* VACUUM of a TOAST table and ALTER INDEX lock no more than these. */
static List *
add_parts(List *locks, Oid partition)
{
	ListCell   *cell;

	foreach(cell, id_partition_tree(partition))
		locks = add_locks(locks, parts_of(lfirst_oid(cell)), AccessExclusiveLock);
	return locks;
}

typedef struct purpose
{
	LOCKMODE	mode;			/* of the parent's lock */
	List	   *partitions;		/* to remove; none, to make some */
	bool		drop;
	bool		finalize;		/* complete a detachment that was begun */
	bool		begin;			/* only begin one, concurrently */
} purpose;

/*
 * All that making a partition locks or, of these partitions, detaching and
 * dropping, in the modes in which the server does.
 */
static List *
locks_wanted(const id_parent *parent, const purpose *p)
{
	List	   *locks = add_lock(NIL, parent->oid, p->mode);
	List	   *referring;
	Oid			default_oid = get_default_partition_oid(parent->oid);
	ListCell   *cell;

	foreach(cell, p->partitions)
		locks = add_tree(locks, lfirst_oid(cell), p->begin ? p->mode : AccessExclusiveLock);
	if (p->begin)
		return locks;
	if (p->partitions == NIL)
		locks = add_locks(locks, indexes_of(parent->oid), ShareUpdateExclusiveLock);
	else if (p->drop)
		locks = add_locks(locks, id_partition_relations(p->partitions), AccessExclusiveLock);
	else
		foreach(cell, p->partitions)
			locks = add_parts(locks, lfirst_oid(cell));
	if (OidIsValid(default_oid))
		locks = add_tree(locks, default_oid, AccessExclusiveLock);

	/*
	 * A partition that is dropped without being detached leaves keys between
	 * the parent and others alone.
	 */
	referring = tables_referring(parent->oid, p->partitions);
	if (!p->drop || p->finalize || referring != NIL)
	{
		foreach(cell, tables_referred_to(parent->oid))
			locks = add_referred_to(locks, atooid(lfirst(cell)), p->drop ? AccessExclusiveLock : ShareRowExclusiveLock);
		locks = add_locks(locks, referring, p->partitions != NIL ? AccessExclusiveLock : ShareRowExclusiveLock);

		/* DETACH searches them for rows that refer to the partition. */
		if (p->partitions != NIL)
			foreach(cell, referring)
				locks = add_locks(locks, tables_searched(atooid(lfirst(cell))), AccessShareLock);
		locks = add_locks(locks, tables_used(parent->oid), AccessShareLock);
	}
	return locks;
}

static bool
locks_equal(const List *a, const List *b)
{
	ListCell   *ca,
			   *cb;

	if (list_length(a) != list_length(b))
		return false;
	forboth(ca, a, cb, b)
	{
		id_table_lock *la = lfirst(ca),
				   *lb = lfirst(cb);

		if (la->table != lb->table || la->mode != lb->mode)
			return false;
	}
	return true;
}

/*
 * Taking them
 */

static void
release_locks(const List *locks, int n)
{
	for (int i = 0; i < n; i++)
	{
		id_table_lock *l = list_nth(locks, i);

		UnlockRelationOid(l->table, l->mode);
	}
}

static void
refuse_to_wait(Oid table)
{
	ereport(ERROR,
			(errcode(ERRCODE_LOCK_NOT_AVAILABLE),
			 errmsg("could not obtain lock on relation \"%s\"", id_table_label(table))));
}

/*
 * Take all locks without ever waiting for one while holding another.  A session
 * that waits for one of ours holds up nobody for whom we wait, so this deadlocks
 * with nobody.  A lock that could not be had becomes the first, so it is the one
 * to wait for next.
 */
static List *
take_locks(List *locks, id_table_lock *missing)
{
	for (int i = 0; i < list_length(locks); i++)
	{
		id_table_lock *l = list_nth(locks, i);

		if (i == 0 && missing == NULL)
			LockRelationOid(l->table, l->mode);
		else if (!ConditionalLockRelationOid(l->table, l->mode))
		{
			if (missing != NULL)
			{
				*missing = *l;
				refuse_to_wait(l->table);
			}
			release_locks(locks, i);
			locks = lcons(l, list_delete_nth_cell(locks, i));
			i = -1;
		}
	}
	return locks;
}

/*
 * While the lock was waited for, the parent may have been dropped, or given to
 * another owner.
 */
static void
check_unchanged(const id_parent *parent)
{
	id_parent	now;

	if (!id_parent_find(parent->oid, &now) || now.owner != parent->owner)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("the partitioned table was dropped or given to another owner meanwhile")));
}

static void
lock_for(const id_parent *parent, const purpose *p, id_table_lock *missing)
{
	for (;;)
	{
		List	   *wanted = locks_wanted(parent, p);
		List	   *taken = take_locks(list_copy(wanted), missing);

		if (locks_equal(wanted, locks_wanted(parent, p)))
			break;
		release_locks(taken, list_length(taken));
	}
	check_unchanged(parent);

	/*
	 * The server may go on with a list of partitions that it read while one
	 * was attached or dropped.  From here on that cannot be, so it has to
	 * read anew.
	 */
	RelationCacheInvalidateEntry(parent->oid);
}

void
id_lock_to_make(const id_parent *parent, id_table_lock *missing)
{
	purpose		p = {.mode = ShareUpdateExclusiveLock};

	lock_for(parent, &p, missing);
}

/* Since when is one of them being detached?  There is no other.  Invalid if none is. */
static TransactionId
leaving_since(const List *partitions)
{
	TransactionId leaving = InvalidTransactionId;
	ListCell   *cell;

	foreach(cell, partitions)
	{
		(void) id_partition_parent(lfirst_oid(cell), &leaving);
		if (TransactionIdIsValid(leaving))
			break;
	}
	return leaving;
}

void
id_lock_to_remove(const id_parent *parent, List *partitions, bool drop, bool concurrently, id_table_lock *missing)
{
	TransactionId since = leaving_since(partitions);
	purpose		p = {
		.mode = concurrently ? ShareUpdateExclusiveLock : AccessExclusiveLock,
		.partitions = partitions,
		.drop = drop,
		.finalize = concurrently || (TransactionIdIsValid(since) && (!drop || id_parent_is_referred_to(parent->oid))),
	};

	if (drop)
		id_partition_check_dependents(partitions);

	/*
	 * Completing a detachment waits until all older snapshots are gone.  Who
	 * does so concurrently has waited.  Otherwise wait here, while their
	 * sessions can have all locks.  Hardly any are left later.
	 */
	if (p.finalize && !concurrently)
	{
		if (missing != NULL)
			refuse_to_wait(linitial_oid(partitions));
		WaitForOlderSnapshots(since, false);
	}
	lock_for(parent, &p, missing);

	/* Some may have come meanwhile.  From here on, no table can. */
	if (drop)
		id_partition_check_dependents(partitions);
}

void
id_lock_to_detach_concurrently(const id_parent *parent, Oid partition, id_table_lock *missing)
{
	purpose		p = {
		.mode = ShareUpdateExclusiveLock,
		.partitions = list_make1_oid(partition),
		.begin = true,
	};

	lock_for(parent, &p, missing);
}

/*
 * Names
 */

/* Lock the row of a schema; TM_Updated if there is a new one. */
static TM_Result
lock_schema_row(Relation rel, Oid schema)
{
	Snapshot	snapshot = RegisterSnapshot(GetLatestSnapshot());
	TupleTableSlot *slot = table_slot_create(rel, NULL);
	TM_Result	result = TM_Deleted;
	TM_FailureData failure;
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;

	ScanKeyInit(&key, Anum_pg_namespace_oid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(schema));
	scan = systable_beginscan(rel, NamespaceOidIndexId, true, snapshot, 1, &key);
	tuple = systable_getnext(scan);
	if (HeapTupleIsValid(tuple))
		result = table_tuple_lock(rel, &tuple->t_self, snapshot, slot, GetCurrentCommandId(true),
								  LockTupleKeyShare, LockWaitError, TUPLE_LOCK_FLAG_LOCK_UPDATE_IN_PROGRESS, &failure);
	systable_endscan(scan);
	ExecDropSingleTupleTableSlot(slot);
	UnregisterSnapshot(snapshot);
	return result;
}

/*
 * No lock keeps a schema's name.  But who changes it waits for those who have locked its row.
 * We do not wait for him: tables are locked, so that could be a deadlock.  If he has just
 * committed, our caches may still have the old name, so they are emptied.
 */
void
id_keep_schema_name(Oid table)
{
	Relation	rel = table_open(NamespaceRelationId, RowShareLock);
	TM_Result	result;

	do
	{
		CHECK_FOR_INTERRUPTS();
		result = lock_schema_row(rel, get_rel_namespace(table));
	} while (result == TM_Updated);
	table_close(rel, RowShareLock);
	if (result != TM_Ok)
		elog(ERROR, "could not lock the row of the schema of table %u: %d", table, result);
	InvalidateSystemCaches();
}

/*
 * For the session
 */

static LOCKTAG
table_tag(Oid table)
{
	LOCKTAG		tag;

	SET_LOCKTAG_RELATION(tag, MyDatabaseId, table);
	return tag;
}

void
id_keep_table(Oid table)
{
	LOCKTAG		tag = table_tag(table);

	(void) LockAcquire(&tag, AccessShareLock, true, false);
}

void
id_release_table(Oid table)
{
	LOCKTAG		tag = table_tag(table);

	LockRelease(&tag, AccessShareLock, true);
}
