/*
 * src/feed/horizon.h
 *		The time below which a statement misses no id: the protocol of
 *		src/core/horizon.h between the sessions of a server.
 */
#ifndef SRC_FEED_HORIZON_H
#define SRC_FEED_HORIZON_H

#include "funcapi.h"
#include "clock.h"
#include "id.h"

/*
 * Of this transaction: no id that it made is earlier than the floor, which is
 * negative if horizons know of none, and none is later than the latest.
 */
extern int64 id_horizon_floor;
extern int64 id_horizon_latest;

/* What id_horizon_enter does for the first id of a transaction. */
extern int64 id_horizon_enter_first(int64 now);

/* From here on ids of this transaction count, whatever setting wiji.feed is. */
extern void id_horizon_count_on(const id_kind *kind);

/*
 * Each generator calls this before it makes an id, with the clock's reading now.
 * The result is the least time that the id may have; 0 if any.  ERROR 22008 if it
 * is beyond max_us, the last time that the type has.
 */
static inline int64
id_horizon_enter(int64 now, int64 max_us, const char *type_name)
{
	int64		floor = likely(id_horizon_floor >= 0) ? id_horizon_floor : id_horizon_enter_first(now);

	if (unlikely(floor > max_us))
		id_timestamptz_error(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE, id_us_to_timestamptz(floor), 0, max_us, type_name);
	return floor;
}

/* And this when it has made one of that time. */
static inline void
id_horizon_made(int64 us)
{
	if (id_horizon_latest < us)
		id_horizon_latest = us;
}

/*
 * A generator has made all ids of the tick that begins at last.  May the next one be
 * of the next tick, though the clock has not come so far?  It may where horizons are
 * ahead of the clock.
 */
extern bool id_horizon_move_on(int64 now, int64 last, int64 next);

/*
 * The time below which the active snapshot misses no id that sessions of this
 * database made in the transactions that inserted them, as the first id of a kind
 * that can be made then.  Where ids have no such time, the first or the last that they
 * have.
 *
 * It is the same for the whole statement.  ERROR 55000 if it cannot be known, and
 * 40001 if a newer snapshot would know it.
 */
extern Datum id_horizon_of_kind(const id_kind *kind);

/*
 * May the bytes be an id that this transaction made?  Whatever they are, horizons
 * wait for this transaction before they pass them.
 */
extern bool id_horizon_made_here(const id_kind *kind, const uint8 *id);

/* Setting wiji.feed; when the library is loaded. */
extern void id_define_feed_setting(void);

/* ERROR 55000 if horizons cannot be told. */
extern void id_horizon_require(void);

/* The shared memory that all this takes. */
extern Size id_horizon_shared_size(void);

/*
 * What keeps the horizon from being now, as rows of (pid, gid, since, floor), with the
 * floor as an id of the kind: transactions; and a clock that is behind ids or horizons,
 * with the time that it has to pass.
 */
extern void id_horizon_holders(ReturnSetInfo *result, const id_kind *kind);

#endif							/* SRC_FEED_HORIZON_H */
