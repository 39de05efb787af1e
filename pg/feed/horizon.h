/*
 * pg/feed/horizon.h
 *		The time below which a statement misses no id: the protocol of
 *		core/horizon.h between the sessions of a server.
 */
#ifndef PG_FEED_HORIZON_H
#define PG_FEED_HORIZON_H

#include "funcapi.h"

/*
 * A number that changes at the end of each transaction that made ids.  A generator that
 * keeps the number at its last id knows by one comparison whether the next one
 * is the first of a transaction.
 */
extern uint64 id_horizon_transaction;

/*
 * A generator makes its first id in a transaction, at the clock's reading now.
 * The result is the least time that the id may have.
 */
extern int64 id_horizon_enter(int64 now);

/*
 * The clock is behind a generator's last id.  Horizons, if anybody asks for them,
 * need not wait for the clock.
 */
extern void id_horizon_catch_up(int64 last);

/*
 * No id that this transaction made is earlier; negative if horizons know of none.
 */
extern int64 id_horizon_floor(void);

/*
 * The time below which the active snapshot misses no id that sessions of this
 * database made in the transactions that inserted them.
 *
 * It is the same for the whole statement.  ERROR 55000 if it cannot be known, and
 * 40001 if a newer snapshot would know it.
 */
extern int64 id_horizon(int64 now);

/* ERROR 55000 if horizons cannot be told. */
extern void id_horizon_require(void);

/* The shared memory that all this takes. */
extern Size id_horizon_shared_size(void);

/*
 * The transactions that keep the horizon from being now, as rows of (pid, gid,
 * since, floor), with the floor made by the type's own function.
 */
extern void id_horizon_holders(ReturnSetInfo *result, Datum (*first_of) (int64 us));

#endif							/* PG_FEED_HORIZON_H */
