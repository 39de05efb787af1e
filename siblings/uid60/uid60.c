/*
 * siblings/uid60/uid60.c
 *		The uid60 type: 60 bits in a bigint, ordered by creation time.
 *
 * siblings/uid60/core.h defines a uid60 and how its bits become text.  It is
 * passed by value as bigint is, so the server's own functions for bigint
 * compare, hash and sort it.  This file has the rest, in the order in which
 * uid60--1.0.sql declares it.
 */
#include "postgres.h"

#include "siblings/uid60/core.h"
#include "clock.h"
#include "compat.h"
#include "random.h"
#include "shared/memory.h"
#include "bounds.h"
#include "id.h"
#include "planner/estimate.h"
#include "sort.h"
#include "port/atomics.h"
#include "siblings/uid60/uid60.h"
#include "utils/fmgrprotos.h"

/*
 * Text and binary
 */

static char *
uid60_explain(id_status status, const char *text, size_t n, const uint8 *id pg_attribute_unused())
{
	size_t		bad;

	if (status == ID_TOO_LARGE)
		return pstrdup("The first 4 of the 64 bits must be zero.");

	/* a wrong character explains more than a wrong length */
	bad = uid60_first_bad(text, n);
	if (bad < n)
		return id_explain_character(text, n, bad, "is not one of A-Z, a-z, 0-9, \"-\" and \"_\"");
	return psprintf("Expected %d characters, or %d without the third if that is an \"A\"; found %zu.",
					UID60_TEXT_LEN, UID60_SHORT_LEN, n);
}

static const id_codec uid60_codec = {
	.name = "uid60",
	.len = UID60_LEN,
	.as_bigint = true,
	.text_len = UID60_TEXT_LEN,
	.decode = uid60_decode,
	.encode = uid60_encode,
	.check = uid60_check,
	.explain = uid60_explain,
};

static const id_time uid60_time = {
	.min_us = UID60_EPOCH_US,
	.max_us = UID60_MAX_US,
	.get_us = uid60_get_timestamp_us,
	.first_of = uid60_first_of,
	.last_of = uid60_last_of,
};

ID_FUNCTION(pgwiji_uid60_in, return id_in(fcinfo, &uid60_codec))
ID_FUNCTION(pgwiji_uid60_out, return id_out(fcinfo, &uid60_codec))
ID_FUNCTION(pgwiji_uid60_recv, return id_recv(fcinfo, &uid60_codec))

/* Comparing and hashing: by the server's functions for bigint. */

/*
 * Generating
 *
 * A generator is the last slot that it returned.  All sessions of a server share
 * one, so they never generate the same ID.  Without shared memory, a session can
 * have one of its own, if its user accepts the risk of duplicates.
 */

/* The layout version of the shared memory.  Increase it with every change of the contents. */
#ifndef UID60_LAYOUT
#define UID60_LAYOUT 1
#endif

static pg_atomic_uint64 uid60_own_generator;
static int64 uid60_before_first;

static void
uid60_init_generator(void *memory)
{
	pg_atomic_init_u64(memory, (uint64) uid60_before_first);
}

Size
uid60_shared_size(void)
{
	return id_shared_size(sizeof(pg_atomic_uint64));
}

static pg_atomic_uint64 *
uid60_open_generator(void)
{
	pg_atomic_uint64 *shared;

	uid60_before_first = uid60_slot_before_first(id_random64());
	shared = id_shared_memory("uid60", UID60_LAYOUT, sizeof(pg_atomic_uint64), uid60_init_generator);
	if (shared == NULL)
		uid60_init_generator(&uid60_own_generator);
	return shared ? shared : &uid60_own_generator;
}

/*
 * ERROR 55000 unless the user accepts that only random bits distinguish the IDs of
 * sessions.  With a server's number in their place, nothing would.
 */
static void
uid60_check_risk_is_accepted(void)
{
	if (uid60_server_setting < 0 && uid60_allow_duplicates_setting)
		return;
	ereport(ERROR,
			(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
			 errmsg("cannot generate uid60 values without shared memory"),
			 errdetail("Without it, two sessions could generate the same value."),
			 uid60_server_setting < 0 ?
			 errhint("Add \"uid60\" to \"shared_preload_libraries\" and restart the server, "
					 "or set \"uid60.allow_duplicates\" if duplicates do no harm.") :
			 errhint("Add \"uid60\" to \"shared_preload_libraries\" and restart the server, "
					 "or reset \"uid60.server\".")));
}

static int64
uid60_clock_us(void)
{
	return id_clock_us(UID60_EPOCH_US, UID60_MAX_US, uid60_codec.name);
}

/*
 * The slots of a millisecond are exhausted: wait until the clock has passed it.
 */
static pg_noinline void
uid60_wait_past(int64 slot)
{
	/*
	 * with 9 random bits, a new generator that began before the old one's end
	 * would soon repeat an ID
	 */
	id_wait		wait = {0};
	int64		next_us = UID60_EPOCH_US + (uid60_slot_ms(slot) + 1) * 1000;
	int64		behind_us;

	while ((behind_us = next_us - uid60_clock_us()) > 0)
		id_wait_for_clock(&wait, behind_us, true);
}

static int64
uid60_claim_slot(pg_atomic_uint64 *generator)
{
	uint64		last = pg_atomic_read_u64(generator);

	for (;;)
	{
		int64		now_ms = (uid60_clock_us() - UID60_EPOCH_US) / 1000;
		int64		next = uid60_next_slot((int64) last, now_ms);

		if (next == UID60_NO_SLOT)
		{
			uid60_wait_past((int64) last);
			last = pg_atomic_read_u64(generator);
		}
		else if (pg_atomic_compare_exchange_u64(generator, &last, (uint64) next))
			return next;
	}
}

PG_FUNCTION_INFO_V1(pgwiji_uid60_generate);

Datum
pgwiji_uid60_generate(ID_NO_ARGS)
{
	static pg_atomic_uint64 *generator = NULL;

	uint8		id[UID60_LEN];
	int64		slot;

	if (unlikely(generator == NULL))
		generator = uid60_open_generator();

	if (unlikely(generator == &uid60_own_generator))
		uid60_check_risk_is_accepted();

	slot = uid60_claim_slot(generator);
	uid60_pack(id, slot, uid60_server_setting < 0 ?
			   id_random64() & UID60_MAX_RANDOM : (uint32) uid60_server_setting);
	return id_datum(&uid60_codec, id);
}

/*
 * Reading
 */

#define UID60_ARG(n) ID_ARG_OF(&uid60_codec, n)

ID_FUNCTION(pgwiji_uid60_timestamp,
			PG_RETURN_TIMESTAMPTZ(id_us_to_timestamptz(uid60_get_timestamp_us(UID60_ARG(0)))))
ID_FUNCTION(pgwiji_uid60_sequence, PG_RETURN_INT32(uid60_get_sequence(UID60_ARG(0))))
ID_FUNCTION(pgwiji_uid60_random, PG_RETURN_INT32(uid60_get_random(UID60_ARG(0))))

/*
 * Bounding and converting
 */

/* The smallest ID not before a timestamp, and the largest not after it. */
ID_FUNCTION(pgwiji_uid60_lower, return id_lower(fcinfo, &uid60_codec, &uid60_time))
ID_FUNCTION(pgwiji_uid60_upper, return id_upper(fcinfo, &uid60_codec, &uid60_time))
ID_FUNCTION(pgwiji_uid60_within_lower, return id_within_lower(fcinfo, &uid60_codec, &uid60_time))
ID_FUNCTION(pgwiji_uid60_within_upper, return id_within_upper(fcinfo, &uid60_codec, &uid60_time))

ID_FUNCTION(pgwiji_uid60_rangesel, return id_rangesel(fcinfo, &uid60_codec))

ID_FUNCTION(pgwiji_uid60_text, return id_cast_to_text(fcinfo, &uid60_codec))
ID_FUNCTION(pgwiji_uid60_from_text, return id_cast_from_text(fcinfo, &uid60_codec))
ID_FUNCTION(pgwiji_uid60_from_bytea, return id_cast_from_bytea(fcinfo, &uid60_codec))

PG_FUNCTION_INFO_V1(pgwiji_uid60_from_bigint);

Datum
pgwiji_uid60_from_bigint(PG_FUNCTION_ARGS)
{
	int64		number = PG_GETARG_INT64(0);

	if (number < 0 || number > UID60_MAX)
		id_ereturn(fcinfo->context, (Datum) 0,
				   (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
					errmsg("bigint out of range for type uid60: %lld", (long long) number),
					errdetail("Valid values are between 0 and %lld.", (long long) UID60_MAX)));
	PG_RETURN_INT64(number);
}
