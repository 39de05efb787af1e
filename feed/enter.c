/*
 * feed/enter.c
 *		Using a feed's entry, which is started if necessary, and entering the feed: the writer's
 *		side of core.h, but for the end of its transaction.
 */
#include "postgres.h"

#include <limits.h>

#include "feed/feed.h"
#include "miscadmin.h"
#include "utils/guc.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"
#include "wait.h"

static int	max_clock_wait = 5000;	/* milliseconds, -1 for no limit */

void
feed_define_settings(void)
{
	DefineCustomIntVariable("wiji_feed.max_clock_wait",
							"Sets how long an insert into a feed waits for a clock that is behind the feed.",
							"If the clock is further behind, the insert fails at once.  -1 waits indefinitely.",
							&max_clock_wait,
							5000, -1, INT_MAX,
							PGC_USERSET, GUC_UNIT_MS,
							NULL, NULL, NULL);
	MarkGUCPrefixReserved("wiji_feed");
}

/* No horizon that consumers have read is above it, whatever was deleted since and whatever the clock is. */
static int64
time_of_start(const feed_definition *f)
{
	int64		table = feed_time_above_table(f);
	int64		stored = feed_time_above_stored(f);

	return Max(table, stored);
}

void
feed_claim_started(const feed_definition *f)
{
	bool		is_started = feed_claim(f);
	uint32		starts;

	while (!is_started && feed_begin_to_start(&starts))
	{
		CHECK_FOR_INTERRUPTS();
		is_started = feed_start(starts, time_of_start(f));
	}
}

int64
feed_now(const feed_definition *f)
{
	return f->key->is_number ? feed_next_number(f) : feed_clock(f->key);
}

/* W1 to W3 */
static feed_entered *
enter(const feed_definition *f)
{
	TimestampTz since = GetCurrentTimestamp();

	feed_check_room();
	feed_claim_started(f);
	FEED_STEP(W1);
	return feed_enter_at(f, feed_now(f), since);
}

/* "59 min", for a message */
static char *
duration(int64 us)
{
	if (us < USECS_PER_SEC)
		return psprintf("%.3f ms", us / 1000.0);
	if (us < USECS_PER_MINUTE)
		return psprintf("%.3f s", us / (double) USECS_PER_SEC);
	if (us < USECS_PER_HOUR)
		return psprintf("%d min", (int) (us / USECS_PER_MINUTE));
	if (us < USECS_PER_DAY)
		return psprintf("%d h %d min", (int) (us / USECS_PER_HOUR),
						(int) (us % USECS_PER_HOUR / USECS_PER_MINUTE));
	return psprintf("%lld d", (long long) (us / USECS_PER_DAY));
}

static void
reject_clock(const feed_definition *f, int64 behind)
{
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("system clock is behind feed \"%s\" by %s", get_rel_name(f->table), duration(behind)),
			 errdetail("Consumers might have read keys that are ahead of the clock, and \"wiji_feed.max_clock_wait\" is %d ms.", max_clock_wait),
			 errhint("Correct the clock or wait until it has caught up.  If the clock was ahead before, call wiji_drop_feed(), "
					 "correct the rows with keys ahead of the clock, and call wiji_create_feed().")));
}

/*
 * W3a.  Fails at once if the clock is too far behind, because waiting would hold the transaction's
 * locks for nothing.
 */
static void
wait_for_clock(const feed_definition *f, feed_entered *e)
{
	static uint32 event = 0;
	id_wait		wait = {0};
	int64		behind;

	if (event == 0)
		event = id_wait_event_new("WijiFeedClock");
	FEED_STEP(W3a);
	while ((behind = e->least + f->key->unit - feed_clock(f->key)) > 0)
		if ((max_clock_wait >= 0 && behind > max_clock_wait * INT64CONST(1000)) ||
			!id_wait_step(&wait, behind, max_clock_wait, event))
			reject_clock(f, behind);
	e->is_reached = true;
}

feed_entered *
feed_enter(const feed_definition *f)
{
	feed_entered *e = feed_find_entered(f);

	if (e == NULL)
		e = enter(f);
	if (unlikely(!e->is_reached))
		wait_for_clock(f, e);
	return e;
}
