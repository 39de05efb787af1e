/*
 * feed/watch.c
 *		What the session is told of changes in catalogs.
 */
#include "postgres.h"

#include "access/xact.h"
#include "common/hashfn.h"
#include "feed/feed.h"
#include "storage/proc.h"
#include "utils/hsearch.h"
#include "utils/inval.h"
#include "utils/syscache.h"

static HTAB *watched = NULL;		/* relations and sequences that were read */
static uint64 changes = 1;		/* of anything watched, plus 1 */
static uint64 watched_at = 0;	/* changes when the first was watched */

/*
 * A set of all relations of whose changes a transaction of the session was told while it ran.  It
 * has a bit for their hash values, so it may seem to have more.
 */
static uint64 changed[16];
static uint32 changed_in = 0;	/* the last such transaction */

/* A relation, or the hash value of a sequence in the server's cache. */
#define WATCHED_SEQUENCE(hash) (UINT64CONST(1) << 32 | (hash))

static bool
is_watched(uint64 thing)
{
	return hash_search(watched, &thing, HASH_FIND, NULL) != NULL;
}

static uint64 *
word_of_changed(Oid relation, uint64 *bit)
{
	uint32		hash = hash_bytes_uint32(relation);

	*bit = UINT64CONST(1) << (hash % 64);
	return &changed[hash / 64 % lengthof(changed)];
}

static void
add_changed(Oid relation)
{
	uint64		bit;

	if (changed_in != id_session_transaction())
		memset(changed, 0, sizeof(changed));
	changed_in = id_session_transaction();
	if (relation == InvalidOid)
		memset(changed, 0xFF, sizeof(changed));
	else
		*word_of_changed(relation, &bit) |= bit;
}

bool
feed_was_changed(Oid relation)
{
	uint64		bit;

	return changed_in == id_session_transaction() && (*word_of_changed(relation, &bit) & bit) != 0;
}

static void
note_relation(Datum unused pg_attribute_unused(), Oid relation)
{
	/* what arrives while a transaction starts is known to each of its plans */
	if (IsTransactionState())
		add_changed(relation);
	if (relation == InvalidOid || is_watched(relation))
		changes++;
}

static void
note_sequence(Datum unused pg_attribute_unused(), ID_CACHE_ID unused2 pg_attribute_unused(),
			  uint32 hash)
{
	if (hash == 0 || is_watched(WATCHED_SEQUENCE(hash)))
		changes++;
}

static void
note_subscription(Datum unused pg_attribute_unused(), ID_CACHE_ID unused2 pg_attribute_unused(),
				  uint32 unused3 pg_attribute_unused())
{
	changes++;
}

uint64
feed_changes(void)
{
	return changes;
}

static HTAB *
create_watched(void)
{
	HASHCTL		control = {.keysize = sizeof(uint64),.entrysize = sizeof(uint64)};

	return hash_create("wiji feeds' relations", 16, &control, HASH_ELEM | HASH_BLOBS);
}

static void
watch(uint64 thing)
{
	if (watched_at != changes)
	{
		HTAB	   *old = watched;

		/* if there is no memory, the callbacks need the old one */
		watched = create_watched();
		hash_destroy(old);
		watched_at = changes;
	}
	hash_search(watched, &thing, HASH_ENTER, NULL);
}

void
feed_watch(Oid relation)
{
	watch(relation);
}

void
feed_watch_sequence(Oid sequence)
{
	watch(sequence);
	watch(WATCHED_SEQUENCE(GetSysCacheHashValue1(SEQRELID, ObjectIdGetDatum(sequence))));
}

void
feed_start_watching(void)
{
	if (watched != NULL)
		return;
	/* what needs memory precedes what must be done only once */
	watched = create_watched();
	CacheRegisterRelcacheCallback(note_relation, (Datum) 0);
	CacheRegisterSyscacheCallback(SEQRELID, note_sequence, (Datum) 0);
	CacheRegisterSyscacheCallback(SUBSCRIPTIONRELMAP, note_subscription, (Datum) 0);
}
