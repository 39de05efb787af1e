/*
 * pg/partitions/partition_tables.c
 *		A partitioned table and its partitions as the server has them.
 *
 * Rule: code that the owner of a table wrote (expressions of indexes, constraints
 * and partition keys, triggers, types, operators) may run at any place here.  So
 * everything here runs as the owner, in the security-restricted context in which
 * the server itself reindexes and vacuums others' tables.  Before that, only
 * catalogs are read that make nothing run.
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/tableam.h"
#include "access/tupconvert.h"
#include "catalog/dependency.h"
#include "catalog/namespace.h"
#include "catalog/partition.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_partitioned_table.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "commands/defrem.h"
#include "commands/extension.h"
#include "commands/tablecmds.h"
#include "commands/tablespace.h"
#include "executor/executor.h"
#include "executor/nodeModifyTable.h"
#include "executor/spi.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "partitioning/partbounds.h"
#include "partitioning/partdesc.h"
#include "pg/partitions/partition_tables.h"
#include "pg/partitions/partitions.h"
#include "pg/server/clock.h"
#include "pg/server/compat.h"
#include "storage/lmgr.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/partcache.h"
#include "utils/rel.h"
#include "utils/relcache.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"
#include "utils/tuplestore.h"

/*
 * The parent
 */

/*
 * Is this the type of kind: one of its extension, or the server's own, if the
 * extension is there?
 */
static bool
is_key_type(Oid type, const id_kind *kind)
{
	Oid			extension = get_extension_oid(kind->extension != NULL ? kind->extension : kind->name, true);

	if (!OidIsValid(extension) || !OidIsValid(type) || get_typlen(type) != (int16) kind->len)
		return false;
	return OidIsValid(kind->builtin) ? type == kind->builtin : getExtensionOfObject(TypeRelationId, type) == extension;
}

/*
 * Reads the partition key; true if it is by range, and of a type in its usual
 * order.
 */
static bool
parent_read_key(id_parent *parent)
{
	HeapTuple	tuple = SearchSysCache1(PARTRELID, ObjectIdGetDatum(parent->oid));
	Form_pg_partitioned_table form;
	Datum		classes;
	bool		isnull;
	Oid			opclass;

	if (!HeapTupleIsValid(tuple))
		return false;
	form = (Form_pg_partitioned_table) GETSTRUCT(tuple);
	classes = SysCacheGetAttr(PARTRELID, tuple, Anum_pg_partitioned_table_partclass, &isnull);
	opclass = ((oidvector *) DatumGetPointer(classes))->values[0];
	parent->columns = form->partnatts;
	parent->type = get_opclass_input_type(opclass);
	isnull = form->partstrat != PARTITION_STRATEGY_RANGE;
	ReleaseSysCache(tuple);
	return !isnull && GetDefaultOpClass(parent->type, BTREE_AM_OID) == opclass;
}

const id_kind *
id_partition_kind(Oid table)
{
	id_parent	parent = {.oid = table};

	if (parent_read_key(&parent))
		for (const id_kind *const *kind = id_kinds; *kind != NULL; kind++)
			if (is_key_type(parent.type, *kind))
				return *kind;
	return NULL;
}

id_parent *
id_parent_open(const id_kind *kind, Oid oid, AclMode mode)
{
	id_parent  *parent = palloc0(sizeof(id_parent));
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(oid));
	Form_pg_class form;
	AclResult	allowed;

	if (!HeapTupleIsValid(tuple))
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("there is no table with OID %u", oid)));
	form = (Form_pg_class) GETSTRUCT(tuple);
	parent->kind = kind;
	parent->oid = oid;
	parent->owner = form->relowner;
	parent->persistence = form->relpersistence;

	if (!parent_read_key(parent) || !is_key_type(parent->type, kind))
		ereport(ERROR,
				(errcode(ERRCODE_WRONG_OBJECT_TYPE),
				 errmsg("table \"%s\" is not partitioned by range of a %s", NameStr(form->relname), id_type_name(kind)),
				 errhint("CREATE TABLE ... PARTITION BY RANGE (id)")));

	if (mode == ACL_SELECT)
		allowed = pg_class_aclcheck(oid, GetUserId(), mode);
	else
		allowed = object_ownercheck(RelationRelationId, oid, GetUserId()) ? ACLCHECK_OK : ACLCHECK_NOT_OWNER;
	if (allowed != ACLCHECK_OK)
		aclcheck_error(allowed, get_relkind_objtype(form->relkind), NameStr(form->relname));

	ReleaseSysCache(tuple);
	return parent;
}

static void
set_locally(const char *name, const char *value)
{
	(void) set_config_option(name, value, PGC_USERSET, PGC_S_SESSION, GUC_ACTION_SAVE, true, 0, false);
}

void
id_become_owner(const id_parent *parent, const char *timezone, id_caller *caller)
{
	int			context;

	GetUserIdAndSecContext(&caller->user, &caller->security_context);
	context = caller->security_context | SECURITY_LOCAL_USERID_CHANGE | SECURITY_RESTRICTED_OPERATION;

	/*
	 * Such a context makes no temporary table.  A session's own needs none:
	 * all that can run is its user's.
	 */
	if (parent->persistence == RELPERSISTENCE_TEMP && parent->owner == GetAuthenticatedUserId())
		context &= ~SECURITY_RESTRICTED_OPERATION;

	SetUserIdAndSecContext(parent->owner, context);
	caller->guc_level = NewGUCNestLevel();
	set_locally("search_path", "pg_catalog, pg_temp");
	set_locally("TimeZone", timezone);
}

void
id_become_caller(const id_caller *caller)
{
	AtEOXact_GUC(false, caller->guc_level);
	SetUserIdAndSecContext(caller->user, caller->security_context);
}

/*
 * Statements
 */

char *
id_table_name(Oid table)
{
	char	   *name = get_rel_name(table);

	if (name == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("table with OID %u was dropped meanwhile", table)));
	return quote_qualified_identifier(get_namespace_name(get_rel_namespace(table)), name);
}

static void
run_statement(const char *statement)
{
	int			result = SPI_execute(statement, false, 0);

	if (result < 0)
		elog(ERROR, "could not execute \"%s\": %s", statement, SPI_result_code_string(result));
}

/*
 * The first column of a query on catalogs as they are now; its parameters are
 * two tables.
 */
static List *
query_catalogs(const char *sql, Oid first, Oid second)
{
	Oid			types[2] = {OIDOID, OIDOID};
	Datum		values[2] = {ObjectIdGetDatum(first), ObjectIdGetDatum(second)};
	SPIPlanPtr	plan = SPI_prepare(sql, 2, types);
	List	   *result = NIL;

	if (plan == NULL ||
		SPI_execute_snapshot(plan, values, NULL, GetLatestSnapshot(), InvalidSnapshot, true, false, 0) != SPI_OK_SELECT)
		elog(ERROR, "could not execute \"%s\"", sql);
	for (uint64 row = 0; row < SPI_processed; row++)
		result = lappend(result, SPI_getvalue(SPI_tuptable->vals[row], SPI_tuptable->tupdesc, 1));
	SPI_freeplan(plan);
	return result;
}

/*
 * Was a detachment of the partition begun and not completed?  The server's own
 * function raises an error if somebody else has detached it since.
 */
bool
id_partition_is_pending(Oid partition)
{
	Relation	inherits = table_open(InheritsRelationId, AccessShareLock);
	bool		pending = false;
	ScanKeyData key;
	SysScanDesc scan;
	HeapTuple	tuple;

	ScanKeyInit(&key, Anum_pg_inherits_inhrelid, BTEqualStrategyNumber, F_OIDEQ, ObjectIdGetDatum(partition));
	scan = systable_beginscan(inherits, InheritsRelidSeqnoIndexId, true, NULL, 1, &key);
	while (HeapTupleIsValid(tuple = systable_getnext(scan)))
		pending |= ((Form_pg_inherits) GETSTRUCT(tuple))->inhdetachpending;
	systable_endscan(scan);
	table_close(inherits, AccessShareLock);
	return pending;
}

/*
 * Locks
 */

typedef struct table_lock
{
	Oid			table;
	LOCKMODE	mode;
} table_lock;

static List *
table_locks_add(List *locks, Oid table, LOCKMODE mode)
{
	table_lock *l = palloc(sizeof(table_lock));

	*l = (table_lock)
	{
		table, mode
	};
	return lappend(locks, l);
}

/*
 * The default partition, if rows can be moved out of it: a table whose rows
 * are its own.
 */
static Relation
partition_open_default(Oid default_oid, LOCKMODE mode)
{
	if (!OidIsValid(default_oid) || get_rel_relkind(default_oid) != RELKIND_RELATION)
		return NULL;
	return try_table_open(default_oid, mode);
}

/* Has the default partition rows that may be moved out of it? */
static bool
default_has_rows(Oid default_oid)
{
	Relation	rel = partition_open_default(default_oid, AccessShareLock);
	Snapshot	snapshot;
	TableScanDesc scan;
	TupleTableSlot *slot;
	bool		found;

	if (rel == NULL)
		return false;
	snapshot = RegisterSnapshot(GetLatestSnapshot());
	scan = id_table_beginscan(rel, snapshot);
	slot = table_slot_create(rel, NULL);
	found = table_scan_getnextslot(scan, ForwardScanDirection, slot);
	ExecDropSingleTupleTableSlot(slot);
	table_endscan(scan);
	UnregisterSnapshot(snapshot);
	table_close(rel, AccessShareLock);
	return found;
}

static List *
table_locks_add_all(List *locks, List *tables, LOCKMODE mode)
{
	ListCell   *cell;

	foreach(cell, tables)
		locks = table_locks_add(locks, atooid(lfirst(cell)), mode);
	return locks;
}

/*
 * The tables to which foreign keys of a partition refer that are its own or, if it
 * is the parent, all foreign keys.  (A key has one more for each partition of the
 * table to which it refers.)
 */
static List *
tables_referred(Oid table, const id_parent *parent)
{
	return query_catalogs("SELECT DISTINCT confrelid FROM pg_constraint c WHERE conrelid = $1 AND contype = 'f' "
						  "AND (conrelid = $2 OR NOT EXISTS (SELECT FROM pg_constraint p WHERE p.oid = c.conparentid AND p.conrelid <> $1)) "
						  "ORDER BY 1", table, parent->oid);
}

/*
 * The tables whose foreign keys refer to a table.  (The keys of their partitions
 * come with theirs.)
 */
static List *
tables_referring(Oid table)
{
	return query_catalogs("SELECT DISTINCT conrelid FROM pg_constraint c WHERE confrelid = $1 AND contype = 'f' "
						  "AND NOT EXISTS (SELECT FROM pg_constraint p WHERE p.oid = c.conparentid AND p.confrelid = $2) "
						  "ORDER BY 1", table, table);
}

bool
id_parent_has_foreign_keys(const id_parent *parent)
{
	return tables_referred(parent->oid, parent) != NIL || tables_referring(parent->oid) != NIL;
}

/*
 * A partition, with its own partitions and, to drop them, the tables to which their
 * foreign keys refer.
 */
static List *
table_locks_add_tree(List *locks, const id_parent *parent, Oid partition, bool drop)
{
	ListCell   *cell;

	foreach(cell, find_all_inheritors(partition, NoLock, NULL))
	{
		locks = table_locks_add(locks, lfirst_oid(cell), AccessExclusiveLock);
		if (drop)
			locks = table_locks_add_all(locks, tables_referred(lfirst_oid(cell), parent), AccessExclusiveLock);
	}
	return locks;
}

/*
 * All that making a partition locks or, of these partitions, detaching and dropping,
 * in the modes in which the server does.
 *
 * Where rows may leave the default partition, everybody has to wait for the
 * parent.  A query that was planned already and waits for the default partition
 * alone does not know the new one, and would miss the rows.
 */
static List *
table_locks_wanted(const id_parent *parent, LOCKMODE mode, List *partitions, bool drop)
{
	Oid			default_oid = get_default_partition_oid(parent->oid);
	bool		moves_rows = mode != AccessExclusiveLock && default_has_rows(default_oid);
	List	   *locks = table_locks_add(NIL, parent->oid, moves_rows ? AccessExclusiveLock : mode);
	List	   *referring = tables_referring(parent->oid);
	bool		attach_or_detach = !drop || referring != NIL;
	ListCell   *cell;

	foreach(cell, partitions)
	{
		locks = table_locks_add_tree(locks, parent, lfirst_oid(cell), drop);
		attach_or_detach |= id_partition_is_pending(lfirst_oid(cell));
	}
	if (OidIsValid(default_oid))
		locks = table_locks_add_tree(locks, parent, default_oid, false);
	if (attach_or_detach)
	{
		locks = table_locks_add_all(locks, tables_referred(parent->oid, parent), drop ? AccessExclusiveLock : ShareRowExclusiveLock);
		locks = table_locks_add_all(locks, referring, partitions != NIL ? AccessExclusiveLock : ShareRowExclusiveLock);
	}
	return locks;
}

static bool
table_locks_equal(const List *a, const List *b)
{
	ListCell   *ca,
			   *cb;

	if (list_length(a) != list_length(b))
		return false;
	forboth(ca, a, cb, b)
	{
		table_lock *la = lfirst(ca),
				   *lb = lfirst(cb);

		if (la->table != lb->table || la->mode != lb->mode)
			return false;
	}
	return true;
}

static void
table_locks_release(const List *locks, int n)
{
	for (int i = 0; i < n; i++)
	{
		table_lock *l = list_nth(locks, i);

		UnlockRelationOid(l->table, l->mode);
	}
}

/*
 * Take all locks without ever waiting for one while holding another.  Whoever
 * waits for us cannot be waited for, so this deadlocks with nobody.  A lock that
 * could not be had becomes the first, so it is the one to wait for next.
 */
static List *
table_locks_take(List *locks)
{
	for (int i = 0; i < list_length(locks); i++)
	{
		table_lock *l = list_nth(locks, i);

		if (i == 0)
			LockRelationOid(l->table, l->mode);
		else if (!ConditionalLockRelationOid(l->table, l->mode))
		{
			table_locks_release(locks, i);
			locks = lcons(l, list_delete_nth_cell(locks, i));
			i = -1;
		}
	}
	return locks;
}

/*
 * Completing a detachment waits until all older snapshots are gone.  Wait for
 * them here, while their sessions can have all locks.  Hardly any are left later.
 */
static void
wait_for_older_snapshots(const List *partitions)
{
	ListCell   *cell;

	foreach(cell, partitions)
	{
		if (id_partition_is_pending(lfirst_oid(cell)))
		{
			WaitForOlderSnapshots(GetLatestSnapshot()->xmin, false);
			break;
		}
	}
}

void
id_parent_lock(id_parent *parent, LOCKMODE mode, List *partitions, bool drop)
{
	wait_for_older_snapshots(partitions);
	for (;;)
	{
		List	   *wanted = table_locks_wanted(parent, mode, partitions, drop);
		List	   *taken = table_locks_take(list_copy(wanted));

		if (table_locks_equal(wanted, table_locks_wanted(parent, mode, partitions, drop)))
			break;
		table_locks_release(taken, list_length(taken));
	}

	/*
	 * The server may go on with a list of partitions that it read while one
	 * was attached or dropped.  From here on that cannot be, so it has to
	 * read anew.
	 */
	RelationCacheInvalidateEntry(parent->oid);
}

/*
 * Partitions as they are
 */

int
id_bound_compare(const id_kind *kind, const id_bound *a, const id_bound *b)
{
	int			order;

	if (a->side != b->side)
		return a->side < b->side ? -1 : 1;
	if (a->side != 0)
		return 0;
	order = memcmp(a->id, b->id, kind->len);
	return order != 0 ? order : (int) b->whole - (int) a->whole;
}

static void
partition_read_bound(const id_parent *parent, const Datum *values, const PartitionRangeDatumKind *kinds, id_bound *bound)
{
	uint8		word[sizeof(uint64)];

	*bound = (id_bound)
	{
		.side = kinds[0],
			.whole = true,
	};
	if (kinds[0] != PARTITION_RANGE_DATUM_VALUE)
		return;
	memcpy(bound->id, id_bytes(parent->kind, values[0], word), parent->kind->len);
	bound->us = parent->kind->get_us(bound->id);
	for (int i = 1; i < parent->columns; i++)
		bound->whole &= kinds[i] == PARTITION_RANGE_DATUM_MINVALUE;
}

/*
 * While the lock was waited for, the parent may have been given to another owner,
 * whose code must not run as this one, or dropped.
 */
static void
parent_check_unchanged(id_parent *parent)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(parent->oid));
	bool		same_owner = HeapTupleIsValid(tuple) && ((Form_pg_class) GETSTRUCT(tuple))->relowner == parent->owner;

	if (HeapTupleIsValid(tuple))
		ReleaseSysCache(tuple);
	if (!same_owner || !parent_read_key(parent))
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("the partitioned table was dropped or given to another owner meanwhile")));
}

/*
 * The server keeps the bounds in ascending order, and for each the partition
 * that ends there.
 */
void
id_parent_read(id_parent *parent)
{
	Relation	rel;
	PartitionDesc desc;
	PartitionBoundInfo info;

	parent_check_unchanged(parent);
	rel = table_open(parent->oid, NoLock);
	desc = RelationGetPartitionDesc(rel, false);
	info = desc->boundinfo;
	parent->count = 0;
	parent->spans = palloc(sizeof(id_span) * (desc->nparts + 1));
	for (int i = 1; info != NULL && i < info->ndatums; i++)
	{
		id_span    *span = &parent->spans[parent->count];

		if (info->indexes[i] < 0)
			continue;
		span->oid = desc->oids[info->indexes[i]];
		partition_read_bound(parent, info->datums[i - 1], info->kind[i - 1], &span->lower);
		partition_read_bound(parent, info->datums[i], info->kind[i], &span->upper);
		parent->count++;
	}
	table_close(rel, NoLock);
}

/*
 * Rows of the default partition
 *
 * They are moved as the server moves rows when it rewrites a table: no trigger
 * fires, no policy hides one, no foreign key acts, for each goes on being the
 * same row of the same partitioned table.
 */

/*
 * The columns of the partition key, as expressions on the rows of a partition.
 */
static List *
partition_key_expressions(Relation parent, Relation partition)
{
	PartitionKey key = RelationGetPartitionKey(parent);
	ListCell   *next = list_head(key->partexprs);
	List	   *result = NIL;

	for (int i = 0; i < key->partnatts; i++)
	{
		Node	   *expression;

		if (key->partattrs[i] != 0)
			expression = (Node *) makeVar(1, key->partattrs[i], key->parttypid[i],
										  key->parttypmod[i], key->parttypcoll[i], 0);
		else
		{
			expression = copyObject(lfirst(next));
			next = lnext(key->partexprs, next);
		}
		result = lappend(result, expression);
	}
	return map_partition_varattnos(result, 1, partition, parent);
}

/*
 * Does the row that econtext holds belong into the span?  A null never does.
 */
static bool
partition_row_belongs(const id_parent *parent, const id_span *span, List *key, ExprContext *econtext)
{
	ListCell   *cell;
	Datum		first = (Datum) 0;
	uint8		word[sizeof(uint64)];
	id_bound	bound = {
		.side = 0,
		.whole = true,
	};

	foreach(cell, key)
	{
		bool		isnull;
		Datum		value = ExecEvalExprSwitchContext(lfirst(cell), econtext, &isnull);

		if (isnull)
			return false;
		if (cell == list_head(key))
			first = value;
	}
	memcpy(bound.id, id_bytes(parent->kind, first, word), parent->kind->len);
	return id_bound_compare(parent->kind, &bound, &span->lower) >= 0 &&
		id_bound_compare(parent->kind, &bound, &span->upper) < 0;
}

/* Take the rows of the span out of the default partition. */
static Tuplestorestate *
partition_take_rows(const id_parent *parent, const id_span *span, Relation from)
{
	Tuplestorestate *rows = tuplestore_begin_heap(false, false, work_mem);
	EState	   *estate = CreateExecutorState();
	ExprContext *econtext = GetPerTupleExprContext(estate);
	TupleTableSlot *slot = table_slot_create(from, NULL);
	Snapshot	snapshot = RegisterSnapshot(GetLatestSnapshot());
	TableScanDesc scan = id_table_beginscan(from, snapshot);
	Relation	rel = table_open(parent->oid, NoLock);
	List	   *key = ExecPrepareExprList(partition_key_expressions(rel, from), estate);

	econtext->ecxt_scantuple = slot;
	while (table_scan_getnextslot(scan, ForwardScanDirection, slot))
	{
		CHECK_FOR_INTERRUPTS();
		if (partition_row_belongs(parent, span, key, econtext))
		{
			/*
			 * without an identity, subscribers would keep the row and get it
			 * again
			 */
			CheckCmdReplicaIdentity(from, CMD_DELETE);
			tuplestore_puttupleslot(rows, slot);
			simple_table_tuple_delete(from, &slot->tts_tid, snapshot);
		}
		ResetExprContext(econtext);
	}
	table_close(rel, NoLock);
	table_endscan(scan);
	UnregisterSnapshot(snapshot);
	ExecDropSingleTupleTableSlot(slot);
	FreeExecutorState(estate);
	CommandCounterIncrement();
	return rows;
}

/* Put the rows into their own partition, which may have its columns in another order. */
static void
partition_put_rows(Tuplestorestate *rows, Relation from, Relation to)
{
	EState	   *estate = CreateExecutorState();
	ResultRelInfo *target = makeNode(ResultRelInfo);
	TupleConversionMap *map = convert_tuples_by_name(RelationGetDescr(from), RelationGetDescr(to));
	TupleTableSlot *taken = MakeSingleTupleTableSlot(RelationGetDescr(from), &TTSOpsMinimalTuple);
	TupleTableSlot *put = table_slot_create(to, NULL);
	CommandId	command = GetCurrentCommandId(true);
	bool		has_constraints = RelationGetDescr(to)->constr != NULL;

	InitResultRelInfo(target, to, 0, NULL, 0);
	ExecOpenIndices(target, false);
	while (tuplestore_gettupleslot(rows, true, false, taken))
	{
		CHECK_FOR_INTERRUPTS();
		if (map)
			put = execute_attr_map_slot(map->attrMap, taken, put);
		else
			put = ExecCopySlot(put, taken);
		put->tts_tableOid = RelationGetRelid(to);

		/*
		 * a constraint that was added NOT VALID may have let rows pass that
		 * are not valid here
		 */
		if (has_constraints && RelationGetDescr(to)->constr->has_generated_stored)
			ExecComputeStoredGenerated(target, estate, put, CMD_INSERT);
		if (has_constraints)
			ExecConstraints(target, put, estate);
		table_tuple_insert(to, put, command, 0, NULL);
		if (target->ri_NumIndices > 0)
			id_insert_index_tuples(target, put, estate);
		ResetPerTupleExprContext(estate);
	}
	ExecCloseIndices(target);
	ExecDropSingleTupleTableSlot(taken);
	ExecDropSingleTupleTableSlot(put);
	FreeExecutorState(estate);
	CommandCounterIncrement();
}

/*
 * Rows of the default partition; -1 if there is none, or if not all of them are
 * in this server.
 */
int64
id_default_rows(const id_parent *parent)
{
	Oid			default_oid = get_default_partition_oid(parent->oid);
	Snapshot	snapshot;
	ListCell   *cell;
	bool		elsewhere = false;
	int64		count = 0;

	if (!OidIsValid(default_oid))
		return -1;
	LockRelationOid(default_oid, AccessShareLock);	/* the next one locks only
													 * what is below it */
	snapshot = RegisterSnapshot(GetLatestSnapshot());
	foreach(cell, find_all_inheritors(default_oid, AccessShareLock, NULL))
	{
		Relation	rel = table_open(lfirst_oid(cell), NoLock);

		elsewhere |= rel->rd_rel->relkind == RELKIND_FOREIGN_TABLE;
		if (rel->rd_rel->relkind == RELKIND_RELATION)
		{
			TableScanDesc scan = id_table_beginscan(rel, snapshot);
			TupleTableSlot *slot = table_slot_create(rel, NULL);

			for (; table_scan_getnextslot(scan, ForwardScanDirection, slot); count++)
				CHECK_FOR_INTERRUPTS();
			ExecDropSingleTupleTableSlot(slot);
			table_endscan(scan);
		}
		table_close(rel, NoLock);
	}
	UnregisterSnapshot(snapshot);
	return elsewhere ? -1 : count;
}

/*
 * Making, detaching and dropping
 */

/* An id as a literal, and MINVALUE for all further columns. */
static char *
partition_bound_values(const id_parent *parent, const id_bound *bound)
{
	StringInfoData values;
	Oid			output;
	bool		varlena;

	initStringInfo(&values);
	getTypeOutputInfo(parent->type, &output, &varlena);
	appendStringInfoString(&values, bound->side < 0 ? "MINVALUE" : bound->side > 0 ? "MAXVALUE" :
						   quote_literal_cstr(OidOutputFunctionCall(output, id_datum(parent->kind, bound->id))));
	for (int i = 1; i < parent->columns; i++)
		appendStringInfoString(&values, bound->side > 0 ? ", MAXVALUE" : ", MINVALUE");
	return values.data;
}

/* USING and TABLESPACE, as CREATE TABLE ... PARTITION OF takes them over. */
static char *
partition_placement(const id_parent *parent)
{
	HeapTuple	tuple = SearchSysCache1(RELOID, ObjectIdGetDatum(parent->oid));
	Form_pg_class form = (Form_pg_class) GETSTRUCT(tuple);
	StringInfoData clauses;

	initStringInfo(&clauses);
	if (OidIsValid(form->relam))
		appendStringInfo(&clauses, " USING %s", quote_identifier(get_am_name(form->relam)));
	if (OidIsValid(form->reltablespace))
		appendStringInfo(&clauses, " TABLESPACE %s", quote_identifier(get_tablespace_name(form->reltablespace)));
	ReleaseSysCache(tuple);
	return clauses.data;
}

/*
 * Statements that give a partition, $2, the properties of its parent, $1, that
 * ATTACH does not.
 */
static const char *const statements_of_parent =
"SELECT format('ALTER TABLE %s ALTER %I SET STATISTICS %s', $2::regclass, attname, attstattarget) "
"FROM pg_attribute WHERE attrelid = $1 AND attnum > 0 AND NOT attisdropped AND attstattarget >= 0 "
"UNION ALL "
"SELECT format('ALTER INDEX %s ALTER %s SET STATISTICS %s', inhrelid::regclass, attnum, attstattarget) "
"FROM pg_index JOIN pg_inherits ON inhrelid = indexrelid JOIN pg_attribute ON attrelid = inhparent "
"WHERE indrelid = $2 AND attstattarget >= 0 "
"UNION ALL "
"SELECT format('ALTER TABLE %s %s ROW LEVEL SECURITY', $2::regclass, word) "
"FROM pg_class, (VALUES ('ENABLE'), ('FORCE')) v (word) "
"WHERE oid = $1 AND CASE word WHEN 'ENABLE' THEN relrowsecurity ELSE relforcerowsecurity END "
"UNION ALL "
"SELECT format('ALTER TABLE %s REPLICA IDENTITY %s', $2::regclass, CASE relreplident WHEN 'f' THEN 'FULL' ELSE 'NOTHING' END) "
"FROM pg_class WHERE oid = $1 AND relreplident IN ('f', 'n') "
"UNION ALL "
"SELECT format('ALTER TABLE %s REPLICA IDENTITY USING INDEX %I', $2::regclass, relname) "
"FROM pg_index theirs JOIN pg_inherits ON inhparent = theirs.indexrelid JOIN pg_index ours ON ours.indexrelid = inhrelid "
"JOIN pg_class c ON c.oid = inhrelid WHERE theirs.indrelid = $1 AND theirs.indisreplident AND ours.indrelid = $2 "
"UNION ALL "
"SELECT format('COMMENT ON TABLE %s IS %L', $2::regclass, description) "
"FROM pg_description WHERE classoid = 'pg_class'::regclass AND objoid = $1 AND objsubid = 0 "
"UNION ALL "
"SELECT format('COMMENT ON INDEX %s IS %L', inhrelid::regclass, description) "
"FROM pg_index JOIN pg_inherits ON inhrelid = indexrelid JOIN pg_description ON objoid = inhparent "
"WHERE indrelid = $2 AND classoid = 'pg_class'::regclass AND objsubid = 0 "
"UNION ALL "
"SELECT format('COMMENT ON CONSTRAINT %I ON %s IS %L', conname, $2::regclass, description) "
"FROM pg_constraint JOIN pg_description ON objoid = conparentid WHERE conrelid = $2 AND classoid = 'pg_constraint'::regclass";

/*
 * The same for storage parameters.  A partitioned table has none, so they come
 * from another partition, $1.
 */
static const char *const statements_of_sibling =
"SELECT format('ALTER TABLE %s SET (%s%I = %L)', $2::regclass, prefix, option_name, option_value) "
"FROM pg_class theirs JOIN pg_class ours ON ours.oid = $2 AND ours.relam = theirs.relam "
"LEFT JOIN pg_class toast ON toast.oid = theirs.reltoastrelid, "
"LATERAL (SELECT '' AS prefix, o.* FROM pg_options_to_table(theirs.reloptions) o "
"UNION ALL SELECT 'toast.', o.* FROM pg_options_to_table(toast.reloptions) o) options "
"WHERE theirs.oid = $1 AND theirs.relkind = 'r'";

static void
run_statements(List *statements)
{
	ListCell   *cell;

	foreach(cell, statements)
		run_statement(lfirst(cell));
}

/*
 * Make a table of its own and attach it afterwards: CREATE TABLE ... PARTITION OF
 * would lock the parent against everybody.  Rows are taken out of the default
 * partition before, as ATTACH demands, and put in after, when logical replication
 * knows the partition as one.
 */
Oid
id_partition_make(const id_parent *parent, const id_span *span, const char *name)
{
	Oid			schema = get_rel_namespace(parent->oid);
	char	   *partition = quote_qualified_identifier(get_namespace_name(schema), name);
	char	   *parent_name = id_table_name(parent->oid);
	Relation	from = partition_open_default(get_default_partition_oid(parent->oid), NoLock);
	Tuplestorestate *rows = NULL;
	Oid			oid;

	run_statement(psprintf("CREATE TABLE %s (LIKE %s INCLUDING COMMENTS INCLUDING COMPRESSION INCLUDING CONSTRAINTS"
						   " INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING STORAGE)%s",
						   partition, parent_name, partition_placement(parent)));
	oid = get_relname_relid(name, schema);

	if (from != NULL)
	{
		CheckTableNotInUse(from, "ALTER TABLE");
		rows = partition_take_rows(parent, span, from);
	}
	run_statement(psprintf("ALTER TABLE %s ATTACH PARTITION %s FOR VALUES FROM (%s) TO (%s)", parent_name, partition,
						   partition_bound_values(parent, &span->lower), partition_bound_values(parent, &span->upper)));
	run_statements(query_catalogs(statements_of_parent, parent->oid, oid));
	run_statements(query_catalogs(statements_of_sibling, span->oid, oid));
	if (from != NULL)
	{
		Relation	to = table_open(oid, NoLock);

		partition_put_rows(rows, from, to);
		tuplestore_end(rows);
		table_close(to, NoLock);
		table_close(from, NoLock);
	}
	return oid;
}

/*
 * Has a partition to be detached before it is dropped?  Without need it is not: its
 * foreign keys would become its own, and DROP would lock the tables to which they
 * refer against everybody.
 */
static bool
partition_needs_detach(const id_parent *parent, Oid partition)
{
	return id_partition_is_pending(partition) || tables_referring(parent->oid) != NIL;
}

void
id_partition_drop(Oid partition)
{
	run_statement(psprintf("DROP %s %s", get_rel_relkind(partition) == RELKIND_FOREIGN_TABLE ? "FOREIGN TABLE" : "TABLE",
						   id_table_name(partition)));
}

void
id_partition_remove(const id_parent *parent, Oid partition, bool drop)
{
	if (!drop || partition_needs_detach(parent, partition))
		run_statement(psprintf("ALTER TABLE %s DETACH PARTITION %s%s", id_table_name(parent->oid), id_table_name(partition),
							   id_partition_is_pending(partition) ? " FINALIZE" : ""));
	if (drop)
		id_partition_drop(partition);
}
