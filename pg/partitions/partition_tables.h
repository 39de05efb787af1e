/*
 * pg/partitions/partition_tables.h
 *		A partitioned table and its partitions as the server has them: read,
 *		locked, made, detached and dropped, always with the rights of the table's
 *		owner.  partitions.c decides which ones.
 */
#ifndef PG_PARTITIONS_PARTITION_TABLES_H
#define PG_PARTITIONS_PARTITION_TABLES_H

#include "nodes/pg_list.h"
#include "pg/type/id.h"
#include "storage/lockdefs.h"
#include "utils/acl.h"
#include "utils/builtins.h"

/* A bound in the first column of the key. */
typedef struct id_bound
{
	int			side;			/* -1 MINVALUE, 0 an id, 1 MAXVALUE */
	bool		whole;			/* MINVALUE, or nothing, in all further
								 * columns */
	uint8		id[ID_MAX_LEN];
	int64		us;				/* its moment, since 1970 */
} id_bound;

/*
 * A partition, or one that is to be made.  In the second case oid is the
 * partition before it, if there is one.
 */
typedef struct id_span
{
	Oid			oid;
	id_bound	lower;
	id_bound	upper;			/* exclusive */
} id_span;

typedef struct id_parent
{
	const id_kind *kind;
	Oid			oid;
	Oid			owner;
	char		persistence;
	int			columns;		/* of the partition key */
	Oid			type;			/* of the first one */
	int			count;			/* partitions but the default one, in
								 * ascending order */
	id_span    *spans;
} id_parent;

/* The identity of the caller, to return to after acting as the owner. */
typedef struct id_caller
{
	Oid			user;
	int			security_context;
	int			guc_level;
} id_caller;

/*
 * The parent, if it is partitioned by kind and the caller owns it or, with
 * ACL_SELECT, may read it; else an error.
 */
extern id_parent *id_parent_open(const id_kind *kind, Oid oid, AclMode mode);

/*
 * All between these two has the owner's rights, a safe search_path, and the time
 * zone.
 */
extern void id_become_owner(const id_parent *parent, const char *timezone, id_caller *caller);
extern void id_become_caller(const id_caller *caller);

/* The functions below are for the owner, connected to SPI. */

/*
 * Lock the parent, its default partition, tables at the other end of foreign
 * keys, and these partitions, to detach or to drop them.
 */
extern void id_parent_lock(id_parent *parent, LOCKMODE mode, List *partitions, bool drop);
extern bool id_parent_has_foreign_keys(const id_parent *parent);
extern void id_parent_read(id_parent *parent);

/* The name by which people know the type. */
static inline const char *
id_type_name(const id_kind *kind)
{
	return OidIsValid(kind->builtin) ? format_type_be(kind->builtin) : kind->name;
}

extern int	id_bound_compare(const id_kind *kind, const id_bound *a, const id_bound *b);

extern bool id_partition_is_pending(Oid partition);
extern Oid	id_partition_make(const id_parent *parent, const id_span *span, const char *name);
extern void id_partition_drop(Oid partition);

/* Detach or drop it, whatever of it has to be done before. */
extern void id_partition_remove(const id_parent *parent, Oid partition, bool drop);
extern int64 id_default_rows(const id_parent *parent);

/* schema.name, quoted */
extern char *id_table_name(Oid table);

#endif							/* PG_PARTITIONS_PARTITION_TABLES_H */
