/*
 * src/partitions/dependents.c
 *		What goes with a partition that is dropped, and what keeps it from that.
 *
 * These are the rules of the server's DROP TABLE: all dependencies but normal ones make it
 * drop the dependent object, too.  What goes with one of several partitions keeps no other.
 */
#include "postgres.h"

#include "catalog/objectaddress.h"
#include "catalog/pg_class.h"
#include "lib/stringinfo.h"
#include "partitions/dependents.h"

#define GONE "WITH RECURSIVE gone (classid, objid) AS (SELECT 'pg_class'::regclass::oid, unnest('{%s}'::oid[]) " \
	"UNION SELECT d.classid, d.objid FROM gone g JOIN pg_depend d ON (refclassid, refobjid) = (g.classid, g.objid) AND deptype <> 'n') "

/*
 * A foreign key that is a part of another one is passed over.  If the whole refers to the
 * partition, that is found; if it refers to the parent, DETACH drops the part.
 */
#define DEPENDENTS "FROM gone g JOIN pg_depend d ON (d.refclassid, d.refobjid) = (g.classid, g.objid) " \
	"LEFT JOIN pg_depend o ON (o.classid, o.objid, o.objsubid) = (d.classid, d.objid, d.objsubid) AND o.deptype = 'i' " \
	"WHERE d.deptype = 'n' AND (d.classid, d.objid) NOT IN (TABLE gone) " \
	"AND NOT EXISTS (SELECT FROM pg_constraint c WHERE d.classid = 'pg_constraint'::regclass AND c.oid = d.objid AND conparentid <> 0) "

/* A rule, say, is told as the view whose rule it is. */
#define DESCRIBED_DEPENDENTS GONE \
	"SELECT DISTINCT coalesce(pg_describe_object(o.refclassid, o.refobjid, o.refobjsubid), pg_describe_object(d.classid, d.objid, d.objsubid)) " \
	"|| ' depends on ' || pg_describe_object(d.refclassid, d.refobjid, 0) " DEPENDENTS "ORDER BY 1"

#define RELATIONS GONE \
	"SELECT oid FROM gone JOIN pg_class ON classid = 'pg_class'::regclass AND oid = objid " \
	"UNION SELECT tgrelid FROM gone JOIN pg_trigger t ON classid = 'pg_trigger'::regclass AND t.oid = objid " \
	"ORDER BY 1"

#define OBSTACLES GONE "SELECT 1 " DEPENDENTS \
	"UNION ALL SELECT 1 FROM gone JOIN pg_depend USING (classid, objid) WHERE deptype = 'e' " \
	"UNION ALL SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace " \
	"WHERE c.oid = $1 AND NOT (pg_has_role($2, relowner, 'USAGE') OR pg_has_role($2, nspowner, 'USAGE')) LIMIT 1"

#define MAX_TOLD 100			/* as many as the server tells */

List *
id_partition_relations(List *partitions)
{
	return id_query_tables(RELATIONS, partitions, InvalidOid, InvalidOid);
}

void
id_partition_check_dependents(List *partitions)
{
	List	   *dependents = id_query_tables(DESCRIBED_DEPENDENTS, partitions, InvalidOid, InvalidOid);
	ObjectAddress table;
	StringInfoData told;
	int			count = 0;
	ListCell   *cell;

	ObjectAddressSet(table, RelationRelationId, linitial_oid(partitions));
	initStringInfo(&told);
	foreach(cell, dependents)
	{
		if (lfirst(cell) == NULL)
			continue;			/* dropped meanwhile */
		if (count++ < MAX_TOLD)
			appendStringInfo(&told, "%s%s", count > 1 ? "\n" : "", (char *) lfirst(cell));
	}
	if (count == 0)
		return;
	if (count > MAX_TOLD)
		appendStringInfo(&told, "\nand %d others", count - MAX_TOLD);
	ereport(ERROR,
			(errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
			 list_length(partitions) > 1 ? errmsg("cannot drop desired object(s) because other objects depend on them")
			 : errmsg("cannot drop %s because other objects depend on it", getObjectDescription(&table, false)),
			 errdetail_internal("%s", told.data),
			 errhint("Use DROP ... CASCADE to drop the dependent objects too.")));
}

bool
id_partition_can_be_dropped(const id_parent *parent, Oid partition)
{
	return id_query_tables(OBSTACLES, list_make1_oid(partition), partition, parent->owner) == NIL;
}
