/*
 * src/feed/kind.c
 *		Types of IDs, as change feeds see them.
 */
#include "postgres.h"

#include "catalog/dependency.h"
#include "catalog/pg_type.h"
#include "commands/extension.h"
#include "feed/kind.h"

#define MAX_KINDS 8

static const feed_kind *feed_kinds[MAX_KINDS];
static int	feed_kind_count = 0;

void
feed_register_kind(const feed_kind *kind)
{
	Assert(feed_kind_count < MAX_KINDS);
	feed_kinds[feed_kind_count++] = kind;
}

const feed_kind *
feed_kind_named(const char *name)
{
	for (int i = 0; i < feed_kind_count; i++)
		if (strcmp(feed_kinds[i]->name, name) == 0)
			return feed_kinds[i];
	return NULL;
}

const feed_kind *
feed_kind_of_type(Oid type)
{
	Oid			extension = getExtensionOfObject(TypeRelationId, type);

	for (int i = 0; i < feed_kind_count && OidIsValid(extension); i++)
		if (get_extension_oid(feed_kinds[i]->name, true) == extension)
			return feed_kinds[i];
	return NULL;
}
