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

/* A relation that was read, or a sequence's row. */
typedef struct watched_thing
{
	uint64		thing;			/* hash key */
	Oid			relation;		/* or the sequence */
	uint64		changed_at;		/* "changes" at its last change, 0 before */
} watched_thing;

static HTAB *watched = NULL;
static long watched_kept = 0;	/* left when dropped relations were removed */
static uint64 changes = 1;		/* of anything watched, plus 1 */
static uint64 all_changed_at = 0;	/* when everything may have changed */
static uint64 all_changes = 0;	/* of anything, watched or not */
static bool roles_matter = false;

#define MIN_WATCHED 1024

/*
 * A set of all relations of whose changes a transaction of the session was told while it ran.  It
 * has a bit for their hash values, so it may seem to have more.
 */
static uint64 changed[16];
static uint32 changed_in = 0;	/* the last such transaction */

/* A relation, or the hash value of a sequence in the server's cache. */
#define WATCHED_SEQUENCE(hash) (UINT64CONST(1) << 32 | (hash))

static watched_thing *
find_thing(uint64 thing)
{
	return hash_search(watched, &thing, HASH_FIND, NULL);
}

static void
note_thing(uint64 thing)
{
	watched_thing *found = find_thing(thing);

	if (found != NULL)
		found->changed_at = ++changes;
}

static void
note_all(void)
{
	all_changed_at = ++changes;
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
	all_changes++;
	/* what arrives while a transaction starts is known to each of its plans */
	if (IsTransactionState())
		add_changed(relation);
	if (relation == InvalidOid)
		note_all();
	else
		note_thing(relation);
}

static void
note_sequence(Datum unused pg_attribute_unused(), ID_CACHE_ID unused2 pg_attribute_unused(),
			  uint32 hash)
{
	if (hash == 0)
		note_all();
	else
		note_thing(WATCHED_SEQUENCE(hash));
}

static void
note_subscription(Datum unused pg_attribute_unused(), ID_CACHE_ID unused2 pg_attribute_unused(),
				  uint32 unused3 pg_attribute_unused())
{
	note_all();
}

static void
note_role(Datum unused pg_attribute_unused(), ID_CACHE_ID unused2 pg_attribute_unused(),
		  uint32 unused3 pg_attribute_unused())
{
	all_changes++;
	if (roles_matter)
		note_all();
}

static void
note_schema(Datum unused pg_attribute_unused(), ID_CACHE_ID unused2 pg_attribute_unused(),
			uint32 unused3 pg_attribute_unused())
{
	all_changes++;
}

uint64
feed_all_changes(void)
{
	return all_changes;
}

uint64
feed_changes(void)
{
	return changes;
}

bool
feed_has_changed_since(Oid relation, uint64 then)
{
	const watched_thing *found = find_thing(relation);

	return found == NULL || found->changed_at > then || all_changed_at > then;
}

static void
watch(uint64 thing, Oid relation)
{
	bool		is_known;
	watched_thing *w = hash_search(watched, &thing, HASH_ENTER, &is_known);

	if (!is_known)
	{
		memset(w, 0, sizeof(*w));
		w->thing = thing;
		w->relation = relation;
	}
}

void
feed_watch(Oid relation)
{
	watch(relation, relation);
}

void
feed_watch_sequence(Oid sequence)
{
	watch(sequence, sequence);
	watch(WATCHED_SEQUENCE(GetSysCacheHashValue1(SEQRELID, ObjectIdGetDatum(sequence))), sequence);
}

void
feed_unwatch_dropped(void)
{
	HASH_SEQ_STATUS all;
	watched_thing *w;

	if (hash_get_num_entries(watched) < MIN_WATCHED + 2 * watched_kept)
		return;
	hash_seq_init(&all, watched);
	while ((w = hash_seq_search(&all)) != NULL)
		if (!SearchSysCacheExists1(RELOID, ObjectIdGetDatum(w->relation)))
			hash_search(watched, &w->thing, HASH_REMOVE, NULL);
	watched_kept = hash_get_num_entries(watched);
}

void
feed_watch_roles(void)
{
	roles_matter = true;
}

void
feed_start_watching(void)
{
	HASHCTL		control = {.keysize = sizeof(uint64),.entrysize = sizeof(watched_thing)};

	if (watched != NULL)
		return;
	/* what needs memory precedes what must be done only once */
	watched = hash_create("wiji feeds' relations", 16, &control, HASH_ELEM | HASH_BLOBS);
	CacheRegisterRelcacheCallback(note_relation, (Datum) 0);
	CacheRegisterSyscacheCallback(SEQRELID, note_sequence, (Datum) 0);
	CacheRegisterSyscacheCallback(SUBSCRIPTIONRELMAP, note_subscription, (Datum) 0);
	CacheRegisterSyscacheCallback(SUBSCRIPTIONOID, note_role, (Datum) 0);
	CacheRegisterSyscacheCallback(AUTHOID, note_role, (Datum) 0);
	CacheRegisterSyscacheCallback(AUTHMEMROLEMEM, note_role, (Datum) 0);
	CacheRegisterSyscacheCallback(NAMESPACEOID, note_schema, (Datum) 0);
}
