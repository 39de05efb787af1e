/*
 * siblings/siq/shard.h
 *		Which session has which shard, and what the shards were used for.
 */
#ifndef SIBLINGS_SIQ_SHARD_H
#define SIBLINGS_SIQ_SHARD_H

/*
 * Before the others, once in a session: find what the sessions of the server
 * share.
 */
extern void siq_attach_shards(void);

/*
 * Do they share anything?  Otherwise a new session does not know which ticks
 * were used.
 */
extern bool siq_shards_are_shared(void);

/* The shard for this session's ids; an ERROR where none is left. */
extern int	siq_own_shard(void);

/*
 * The first tick after all that were used with a shard; 0 where that is not
 * known.
 */
extern int64 siq_shard_next_tick(int shard);

/* A tick was used with it. */
extern void siq_shard_used(int shard, int64 tick);

#endif							/* SIBLINGS_SIQ_SHARD_H */
