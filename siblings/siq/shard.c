/*
 * siblings/siq/shard.c
 *		Which session has which shard, and what the shards were used for.
 *
 * No two live sessions of a server have the same shard, unless they set it
 * themselves.  Every live process has a number of its own.  If the server has no
 * more numbers than shards, the number is the shard.  Otherwise a session leases
 * a shard, from its first ID until it ends.
 *
 * If the clock has stepped back since, the next session with a shard must not
 * repeat its IDs.  So the sessions also share which ticks were used.  All of
 * this ends with the server, or with its processes in a crash.
 */
#include "postgres.h"

#include "siblings/siq/core.h"
#include "miscadmin.h"
#include "compat.h"
#include "shared/memory.h"
#include "port/atomics.h"
#include "siblings/siq/shard.h"
#include "siblings/siq/siq.h"
#include "storage/ipc.h"

/* The layout version of the shared memory.  Increase it with every change of the contents. */
#ifndef SIQ_LAYOUT
#define SIQ_LAYOUT 1
#endif

typedef struct siq_shard_table
{
	pg_atomic_uint64 next[SIQ_SHARDS];	/* first tick after all that were used */
	pg_atomic_uint32 owner[SIQ_SHARDS]; /* process that leases it, or 0 */
} siq_shard_table;

/* null if the server has no shared memory for them */
static siq_shard_table *siq_shared_shards = NULL;

static void
siq_init_table(void *memory)
{
	siq_shard_table *new_table = memory;

	for (int i = 0; i < SIQ_SHARDS; i++)
	{
		pg_atomic_init_u64(&new_table->next[i], 0);
		pg_atomic_init_u32(&new_table->owner[i], 0);
	}
}

Size
siq_shared_size(void)
{
	return id_shared_size(sizeof(siq_shard_table));
}

void
siq_attach_shards(void)
{
	siq_shared_shards = id_shared_memory("siq shards", SIQ_LAYOUT, sizeof(siq_shard_table), siq_init_table);
}

bool
siq_shards_are_shared(void)
{
	return siq_shared_shards != NULL;
}

/*
 * Runs before the memory is detached.  The exchange is a barrier, because the
 * next owner of the shard has to see the last tick.
 */
static void
siq_release_shard(int code pg_attribute_unused(), Datum shard)
{
	pg_atomic_exchange_u32(&siq_shared_shards->owner[DatumGetInt32(shard)], 0);
}

static int
siq_lease_shard(void)
{
	for (int i = 0; i < SIQ_SHARDS; i++)
	{
		int			shard = (id_session_slot() + i) % SIQ_SHARDS;
		pg_atomic_uint32 *owner = &siq_shared_shards->owner[shard];
		uint32		nobody = 0;

		if (pg_atomic_compare_exchange_u32(owner, &nobody, (uint32) MyProcPid))
		{
			before_shmem_exit(siq_release_shard, Int32GetDatum(shard));
			return shard;
		}
	}
	ereport(ERROR,
			(errcode(ERRCODE_CONFIGURATION_LIMIT_EXCEEDED),
			 errmsg("all siq shards are in use"),
			 errdetail("There are %d shards, and a session that has generated a siq keeps one until it ends.", SIQ_SHARDS),
			 errhint("End sessions that have generated siqs, or reduce the number of sessions with a connection pooler.")));
	return -1;					/* not reached */
}

static int
siq_default_shard(void)
{
	static int	shard = -1;

	if (shard >= 0)
		return shard;
	if (siq_shared_shards != NULL && MaxBackends > SIQ_SHARDS)
		shard = siq_lease_shard();
	else if (id_session_slot() < SIQ_SHARDS)
		shard = id_session_slot();
	else
		ereport(ERROR,
				(errcode(ERRCODE_CONFIGURATION_LIMIT_EXCEEDED),
				 errmsg("no siq shard is available for this session"),
				 errdetail("Only the first %d sessions have a shard, and this is session number %d.", SIQ_SHARDS, id_session_slot() + 1),
				 errhint("Add \"siq\" to \"shared_preload_libraries\" and restart the server.  Then only sessions that generate siqs use one.")));
	return shard;
}

int
siq_own_shard(void)
{
	return siq_shard_setting >= 0 ? siq_shard_setting : siq_default_shard();
}

int64
siq_shard_next_tick(int shard)
{
	if (siq_shared_shards == NULL)
		return 0;
	return (int64) pg_atomic_read_u64(&siq_shared_shards->next[shard]);
}

void
siq_shard_used(int shard, int64 tick)
{
	if (siq_shared_shards != NULL && tick >= siq_shard_next_tick(shard))
		pg_atomic_write_u64(&siq_shared_shards->next[shard], tick + 1);
}
