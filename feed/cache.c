/*
 * feed/cache.c
 *		What the session keeps of feeds.
 *
 * The table itself is read before each use; its partitions are read for horizons and at creation.
 * A session keeps what it read until the server reports a change: the table is read again after any
 * change of what is watched, a partition after one of its own.  A flaw is never kept, because not
 * every repair is reported.
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

/* A member without a flaw. */
typedef struct kept_member
{
	Oid			table;			/* hash key */
	uint64		read_at;		/* feed_changes() when it was read, or 0 */
	uint64		pass;			/* the last one that found it */
	feed_member read;			/* without creators that every snapshot sees */
	bool		is_recent;		/* in the list of these? */
} kept_member;

typedef struct kept_feed
{
	feed_definition definition; /* begins with the hash key, the table */
	uint64		root_read_at;	/* feed_changes() when the table was read
								 * without a flaw */
	uint64		members_read_at;	/* and all partitions; 0 before */
	char	   *expected;		/* that of members, when they were read */
	HTAB	   *members;		/* null before */
	List	   *recent;			/* those with triggers that some snapshot
								 * might not see */
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

static void
forget_members(kept_feed *kept)
{
	list_free(kept->recent);
	kept->recent = NIL;
	if (kept->members != NULL)
		hash_destroy(kept->members);
	kept->members = NULL;
	if (kept->expected != NULL)
		pfree(kept->expected);
	kept->expected = NULL;
	kept->members_read_at = 0;
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
	feed_unwatch_dropped();
	if (hash_get_num_entries(feeds) < 2 * feeds_kept)
		return;
	hash_seq_init(&all, feeds);
	while ((kept = hash_seq_search(&all)) != NULL)
		if (!SearchSysCacheExists1(RELOID, ObjectIdGetDatum(kept->definition.table)))
		{
			forget_members(kept);
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

/* Could some snapshot of the server not see what the transaction created? */
static bool
is_recent(TransactionId xid)
{
	return TransactionIdIsNormal(xid) &&
		(TransactionIdIsCurrentTransactionId(xid) || !GlobalVisCheckRemovableXid(NULL, xid));
}

/* Removes creators that are not recent, before their xids can wrap around.  Are there others? */
static bool
has_recent_creator(feed_member *m)
{
	bool		found = false;

	for (int i = 0; i < FEED_CREATORS; i++)
	{
		if (!is_recent(m->created_by[i]))
			m->created_by[i] = InvalidTransactionId;
		found |= TransactionIdIsValid(m->created_by[i]);
	}
	return found;
}

static kept_member *
keep_member(kept_feed *kept, Oid member, const feed_member *m, uint64 changes)
{
	bool		is_known;
	kept_member *k = hash_search(kept->members, &member, HASH_ENTER, &is_known);

	if (!is_known)
	{
		memset(k, 0, sizeof(*k));
		k->table = member;
	}
	k->read_at = 0;
	k->read = *m;
	if (has_recent_creator(&k->read) && !k->is_recent)
	{
		MemoryContext caller = MemoryContextSwitchTo(TopMemoryContext);

		kept->recent = lappend_oid(kept->recent, member);
		k->is_recent = true;
		MemoryContextSwitchTo(caller);
	}
	k->read_at = changes;
	return k;
}

/* Reads a member, unless it is known and has not changed.  Null if it has a flaw. */
static kept_member *
refresh_member(kept_feed *kept, Oid member, const trigger_rows *root, feed_flaw *flaw)
{
	kept_member *k = hash_search(kept->members, &member, HASH_FIND, NULL);
	uint64		changes = feed_changes();
	feed_member m;

	if (k != NULL && k->read_at != 0 && !feed_has_changed_since(member, k->read_at) &&
		(!OidIsValid(k->read.index) || !feed_has_changed_since(k->read.index, k->read_at)))
		return k;
	*flaw = feed_member_flaw(&kept->definition, root, member, &m);
	if (m.is_partitioned && feed_was_changed(member))
		kept->members_changed_in = id_session_transaction();
	return flaw->detail == NULL ? keep_member(kept, member, &m, changes) : NULL;
}

/* Forgets members that were not listed in this pass. */
static void
forget_others(kept_feed *kept, uint64 pass)
{
	HASH_SEQ_STATUS all;
	kept_member *k;

	hash_seq_init(&all, kept->members);
	while ((k = hash_seq_search(&all)) != NULL)
		if (k->pass != pass)
		{
			kept->recent = list_delete_oid(kept->recent, k->table);
			hash_search(kept->members, &k->table, HASH_REMOVE, NULL);
		}
}

/* Members that were read for another definition are all read again. */
static void
expect_of_members(kept_feed *kept, const trigger_rows *root)
{
	HASHCTL		control = {.keysize = sizeof(Oid),.entrysize = sizeof(kept_member)};
	char	   *expected = feed_expected_of_members(&kept->definition, root);

	if (kept->expected != NULL && strcmp(kept->expected, expected) == 0)
		return;
	forget_members(kept);
	kept->members = hash_create("wiji feed's members", 16, &control, HASH_ELEM | HASH_BLOBS);
	kept->expected = MemoryContextStrdup(TopMemoryContext, expected);
}

static feed_flaw
read_members_once(kept_feed *kept)
{
	static uint64 pass = 0;
	Oid			table = kept->definition.table;
	uint64		changes = feed_changes();
	bool		has_levels = false;
	feed_flaw	flaw = feed_no_flaw;
	trigger_rows root;
	List	   *members;
	ListCell   *lc;

	feed_watch(table);
	root = feed_trigger_rows(table);
	expect_of_members(kept, &root);
	members = feed_members(table);
	pass++;
	foreach(lc, members)
	{
		kept_member *k = refresh_member(kept, lfirst_oid(lc), &root, &flaw);

		if (k == NULL)
			return flaw;
		k->pass = pass;
		has_levels |= k->read.is_partitioned && k->table != table;
	}
	if (!has_levels)
		flaw = feed_leaves_flaw(&kept->definition);
	if (flaw.detail != NULL)
		return flaw;
	if (hash_get_num_entries(kept->members) > list_length(members))
		forget_others(kept, pass);
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

static feed_visibility
visibility_of_member(const feed_member *m, Snapshot snapshot)
{
	feed_visibility visibility = FEED_IS_SEEN;

	for (int i = 0; i < FEED_CREATORS; i++)
		if (TransactionIdIsCurrentTransactionId(m->created_by[i]))
			visibility = FEED_IS_OWN;
		else if (TransactionIdIsValid(m->created_by[i]) &&
				 XidInMVCCSnapshot(m->created_by[i], snapshot))
			visibility = Max(visibility, FEED_IS_UNSEEN);
	return visibility;
}

feed_visibility
feed_visible_to(const feed_definition *f, Snapshot snapshot)
{
	kept_feed  *kept = find_feed(f->table);
	feed_visibility visibility = kept->members_changed_in != 0 &&
		kept->members_changed_in == id_session_transaction() ? FEED_HAS_CHANGED : FEED_IS_SEEN;
	ListCell   *lc;

	foreach(lc, kept->recent)
	{
		kept_member *k = hash_search(kept->members, &lfirst_oid(lc), HASH_FIND, NULL);

		k->is_recent = has_recent_creator(&k->read);
		visibility = Max(visibility, visibility_of_member(&k->read, snapshot));
		if (!k->is_recent)
			kept->recent = foreach_delete_current(kept->recent, lc);
	}
	return visibility;
}
