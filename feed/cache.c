/*
 * feed/cache.c
 *		What the session keeps of feeds.
 *
 * The table itself is read before each use; its partitions are read for horizons and at creation.
 * A session keeps what it read until the server reports a change of anything that it has read, and
 * never keeps a flaw, because not every repair is reported.
 */
#include "postgres.h"

#include "access/transam.h"
#include "access/xact.h"
#include "feed/feed.h"
#include "miscadmin.h"
#include "storage/proc.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/memutils.h"
#include "utils/snapmgr.h"
#include "utils/syscache.h"

typedef struct kept_feed
{
	feed_definition definition; /* begins with the hash key, the table */
	uint64		root_read_at;	/* feed_changes() when the table was read
								 * without a flaw */
	uint64		members_read_at;	/* and all partitions; 0 before */
	TransactionId *created_by;	/* those of triggers that some snapshot might
								 * not see */
	int			created_by_count;
	uint32		members_changed_in; /* the session's last transaction that was
									 * told, while it ran, of a change of a
									 * partitioned table among them */
} kept_feed;

static HTAB *feeds = NULL;		/* by table */
static long feeds_kept = 32;	/* of them, when dropped tables were removed */
static uint32 feeds_read_in = 0;	/* the session's last transaction that
									 * read one */

static void
create_feeds(void)
{
	HASHCTL		control = {.keysize = sizeof(Oid),.entrysize = sizeof(kept_feed)};

	if (feeds == NULL)
		feeds = hash_create("wiji feeds", 16, &control, HASH_ELEM | HASH_BLOBS);
}

static kept_feed *
find_feed(Oid table)
{
	return hash_search(feeds, &table, HASH_FIND, NULL);
}

/*
 * Forgets dropped tables, before a transaction's first reading.  Later, a trigger that fires can
 * point to the definition of a table that the transaction dropped: an insert into a partition does
 * not keep the partitioned table from being dropped.
 */
static void
forget_dropped_tables(void)
{
	HASH_SEQ_STATUS all;
	kept_feed  *kept;

	if (likely(feeds_read_in == id_session_transaction()))
		return;
	feeds_read_in = id_session_transaction();
	if (hash_get_num_entries(feeds) < 2 * feeds_kept)
		return;
	hash_seq_init(&all, feeds);
	while ((kept = hash_seq_search(&all)) != NULL)
		if (!SearchSysCacheExists1(RELOID, ObjectIdGetDatum(kept->definition.table)))
		{
			if (kept->created_by != NULL)
				pfree(kept->created_by);
			hash_search(feeds, &kept->definition.table, HASH_REMOVE, NULL);
		}
	feeds_kept = Max(hash_get_num_entries(feeds), 32);
}

/* Keeps a definition for the session.  Triggers that fire can point to the one that it replaces. */
static const feed_definition *
keep_feed(const feed_definition *f, uint64 changes)
{
	bool		is_known;
	kept_feed  *kept = hash_search(feeds, &f->table, HASH_ENTER, &is_known);

	if (!is_known)
		memset(kept, 0, sizeof(kept_feed));
	kept->definition = *f;
	kept->root_read_at = changes;
	return &kept->definition;
}

/* Reads the table once.  *f is as for feed_table_flaw(). */
static feed_flaw
read_table_once(Oid table, const feed_definition **f)
{
	feed_definition *new = palloc0(sizeof(feed_definition));
	uint64		changes = feed_changes();
	feed_flaw	flaw = feed_root_flaw(table, new);

	*f = flaw.detail == NULL ? keep_feed(new, changes) : new->id != 0 ? new : NULL;
	return flaw;
}

/*
 * Without a lock, a table can be changed or dropped between one catalog and the next.  So a flaw
 * counts if it is found twice in succession.
 */
static bool
is_found_again(feed_flaw flaw, feed_flaw *before)
{
	bool		again = before->detail != NULL && strcmp(flaw.detail, before->detail) == 0;

	*before = flaw;
	CHECK_FOR_INTERRUPTS();
	AcceptInvalidationMessages();
	InvalidateCatalogSnapshot();
	return again;
}

feed_flaw
feed_table_flaw(Oid table, const feed_definition **f)
{
	feed_flaw	before = feed_no_flaw;
	feed_flaw	flaw;
	kept_feed  *kept;

	create_feeds();
	forget_dropped_tables();
	kept = find_feed(table);
	if (likely(kept != NULL && kept->root_read_at == feed_changes()))
	{
		*f = &kept->definition;
		return feed_no_flaw;
	}
	do
		flaw = read_table_once(table, f);
	while (flaw.detail != NULL && !is_found_again(flaw, &before));
	return flaw;
}

/*
 * The partitions
 */

/* Keeps the transaction that created a trigger, unless every snapshot of the server sees it. */
static void
keep_creator(kept_feed *kept, TransactionId xmin, int room)
{
	if (kept->created_by == NULL)
		kept->created_by = MemoryContextAlloc(TopMemoryContext, room * sizeof(TransactionId));
	if (TransactionIdIsNormal(xmin) &&
		(TransactionIdIsCurrentTransactionId(xmin) || !GlobalVisCheckRemovableXid(NULL, xmin)))
		kept->created_by[kept->created_by_count++] = xmin;
}

static feed_flaw
read_members_once(kept_feed *kept)
{
	const feed_definition *f = &kept->definition;
	uint64		changes = feed_changes();
	bool		has_levels = false;
	bool		has_changed = false;
	feed_flaw	flaw = feed_no_flaw;
	trigger_rows root;
	List	   *members;

	feed_watch(f->table);
	root = feed_trigger_rows(f->table);
	members = feed_members(f->table);
	kept->members_read_at = 0;
	if (kept->created_by != NULL)
		pfree(kept->created_by);
	kept->created_by = NULL;
	kept->created_by_count = 0;
	for (int i = 0; i < list_length(members) && flaw.detail == NULL; i++)
	{
		Oid			member = list_nth_oid(members, i);
		feed_member m;

		flaw = feed_member_flaw(f, &root, member, &m);
		for (int n = 0; n < FEED_CREATORS; n++)
			keep_creator(kept, m.created_by[n], FEED_CREATORS * list_length(members));
		has_changed |= m.is_partitioned && feed_was_changed(member);
		has_levels |= m.is_partitioned && member != f->table;
	}
	if (flaw.detail == NULL && !has_levels)
		flaw = feed_leaves_flaw(f);
	if (flaw.detail != NULL)
		return flaw;
	if (has_changed)
		kept->members_changed_in = id_session_transaction();
	kept->members_read_at = changes;
	return feed_no_flaw;
}

feed_flaw
feed_whole_flaw(Oid table, const feed_definition **f)
{
	feed_flaw	before = feed_no_flaw;
	feed_flaw	flaw = feed_table_flaw(table, f);
	kept_feed  *kept = find_feed(table);

	if (flaw.detail != NULL || likely(kept->members_read_at == feed_changes()))
		return flaw;
	do
		flaw = read_members_once(kept);
	while (flaw.detail != NULL && !is_found_again(flaw, &before));
	return flaw;
}

/*
 * Creators that every snapshot of the server sees are forgotten before their xids can wrap around.
 */
feed_visibility
feed_visible_to(const feed_definition *f, Snapshot snapshot)
{
	kept_feed  *kept = find_feed(f->table);
	int			count = 0;

	for (int i = 0; i < kept->created_by_count; i++)
	{
		TransactionId xid = kept->created_by[i];

		if (TransactionIdIsCurrentTransactionId(xid))
			return FEED_IS_OWN;
		if (GlobalVisCheckRemovableXid(NULL, xid))
			continue;
		if (XidInMVCCSnapshot(xid, snapshot))
			return FEED_IS_UNSEEN;
		kept->created_by[count++] = xid;
	}
	kept->created_by_count = count;
	return kept->members_changed_in != 0 && kept->members_changed_in == id_session_transaction() ?
		FEED_HAS_CHANGED : FEED_IS_SEEN;
}
