/*
 * siblings/siq/shard.h
 *		Which session has which shard, and what the shards were used for.
 */
#ifndef SIBLINGS_SIQ_SHARD_H
#define SIBLINGS_SIQ_SHARD_H

/*
 * Finds the memory that the sessions of the server share.  Call it once in a
 * session, before the others.
 */
extern void siq_attach_shards(void);

/*
 * Do sessions share that memory?  If not, a new session does not know which
 * ticks were used.
 */
extern bool siq_shards_are_shared(void);

/* The shard for this session's IDs; an ERROR if none is left. */
extern int	siq_own_shard(void);

/*
 * The first tick after all that were used with a shard; 0 if that is not
 * known.
 */
extern int64 siq_shard_next_tick(int shard);

/* Publishes that a tick was used with a shard. */
extern void siq_shard_used(int shard, int64 tick);

#endif							/* SIBLINGS_SIQ_SHARD_H */
