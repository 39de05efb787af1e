/*
 * feed/compat.h
 *		The differences between PostgreSQL 15 and 19 that only feeds meet, as in src/compat.h.
 */
#ifndef FEED_COMPAT_H
#define FEED_COMPAT_H

#include "src/compat.h"

/* 16: the file of a relation, and whether a role owns one, have other names. */
#if PG_VERSION_NUM >= 160000
#define id_rd_new_file rd_firstRelfilelocatorSubid
#define id_owns_relation(table, role) object_ownercheck(RelationRelationId, table, role)
#else
#define id_rd_new_file rd_firstRelfilenodeSubid
#define id_owns_relation(table, role) pg_class_ownercheck(table, role)
#endif

/*
 * 16: a walker has a prototype.  Before, its declaration is in the old style, by which C23 means a
 * function without arguments.
 */
#if PG_VERSION_NUM >= 160000
#define ID_WALKER(walker) (walker)
#else
#define ID_WALKER(walker) ((bool (*) ()) (void (*) (void)) (walker))
#endif

/*
 * 16: whether a role may use a schema is asked with a function for all kinds of objects; 17: with one
 * that does not raise an error if the schema is gone.
 */
#if PG_VERSION_NUM >= 170000
#define id_may_use_schema(schema, role) \
	(object_aclcheck_ext(NamespaceRelationId, schema, role, ACL_USAGE, &(bool) {false}) == ACLCHECK_OK)
#elif PG_VERSION_NUM >= 160000
#define id_may_use_schema(schema, role) \
	(SearchSysCacheExists1(NAMESPACEOID, ObjectIdGetDatum(schema)) && \
	 object_aclcheck(NamespaceRelationId, schema, role, ACL_USAGE) == ACLCHECK_OK)
#else
#define id_may_use_schema(schema, role) \
	(SearchSysCacheExists1(NAMESPACEOID, ObjectIdGetDatum(schema)) && \
	 pg_namespace_aclcheck(schema, role, ACL_USAGE) == ACLCHECK_OK)
#endif

/* 17: the number of the session's transaction has another place.  Requires storage/proc.h. */
#if PG_VERSION_NUM >= 170000
#define id_session_transaction() (MyProc->vxid.lxid)
#else
#define id_session_transaction() (MyProc->lxid)
#endif

/* 16: not every member of a role may become it. */
#if PG_VERSION_NUM >= 160000
#define id_can_become(member, role) member_can_set_role(member, role)
#else
#define id_can_become(member, role) is_member_of_role(member, role)
#endif

/* 17: whether a stronger lock will do is an argument. */
#if PG_VERSION_NUM >= 170000
#define id_lock_is_held(tag, mode) LockHeldByMe(tag, mode, false)
#else
#define id_lock_is_held(tag, mode) LockHeldByMe(tag, mode)
#endif

/* 18: statistics of an index scan.  19: flags of one. */
#if PG_VERSION_NUM >= 190000
#define id_index_beginscan(rel, index, snapshot, keys) \
	index_beginscan(rel, index, snapshot, NULL, keys, 0, 0)
#elif PG_VERSION_NUM >= 180000
#define id_index_beginscan(rel, index, snapshot, keys) \
	index_beginscan(rel, index, snapshot, NULL, keys, 0)
#else
#define id_index_beginscan(rel, index, snapshot, keys) \
	index_beginscan(rel, index, snapshot, keys, 0)
#endif

/* 19: flags of a sequential scan. */
#if PG_VERSION_NUM >= 190000
#define id_table_beginscan(rel, snapshot) table_beginscan(rel, snapshot, 0, NULL, 0)
#else
#define id_table_beginscan(rel, snapshot) table_beginscan(rel, snapshot, 0, NULL)
#endif

/* 19: the number of a system cache has a type of its own. */
#if PG_VERSION_NUM >= 190000
#define ID_CACHE_ID SysCacheIdentifier
#else
#define ID_CACHE_ID int
#endif

/*
 * 19: a lock's tranche is named when it is created.  Before, each process
 * registers the name.
 */
#if PG_VERSION_NUM >= 190000
#define id_lock_tranche_new(name) LWLockNewTrancheId(name)
#define id_lock_tranche_register(tranche, name) ((void) (tranche))
#else
#define id_lock_tranche_new(name) LWLockNewTrancheId()
#define id_lock_tranche_register(tranche, name) LWLockRegisterTranche(tranche, name)
#endif

#endif							/* FEED_COMPAT_H */
