/*
 * siblings/siq/shard.h
 *		Which session has which shard, and what the shards were used for.
 */
#ifndef SIBLINGS_SIQ_SHARD_H
#define SIBLINGS_SIQ_SHARD_H

/* The size of the shared memory, which _PG_init requests. */
extern Size siq_shared_size(void);

/*
 * Attach to the shared memory.  Call it once in a session, before the other
 * functions.  ERROR as in src/shared/memory.h.
 */
extern void siq_attach_shards(void);

/*
 * Is there shared memory?  If not, a new session does not know which ticks were
 * used.
 */
extern bool siq_shards_are_shared(void);

/* The shard for this session's IDs.  ERROR 53400 if all are in use. */
extern int	siq_own_shard(void);

/*
 * The first tick after all that were used with a shard; 0 if that is unknown.
 */
extern int64 siq_shard_next_tick(int shard);

/* Publish that a tick was used with a shard. */
extern void siq_shard_used(int shard, int64 tick);

#endif							/* SIBLINGS_SIQ_SHARD_H */
