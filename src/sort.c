/*
 * src/sort.c
 *		Sorting IDs by 64-bit keys, for operator classes' sort support.
 */
#include "postgres.h"

#include "common/hashfn.h"
#include "lib/hyperloglog.h"
#include "sort.h"

typedef struct sort_state
{
	int64		keys;			/* computed so far */
	uint64		first;			/* the first value that id_sort_first got */
	bool		estimating;		/* is abbreviation still in question? */
	hyperLogLogState distinct;	/* estimates the number of distinct keys */
} sort_state;

/*
 * As in the server's uuid.c: abbreviation is in question until there are many
 * distinct keys, and aborted if most keys are equal, because nearly every
 * comparison would then have to compare the IDs as well.
 */
#define KEYS_BEFORE_ABORT 10000
#define DISTINCT_IS_ENOUGH 100000.0
#define KEYS_FOR_A_DISTINCT 2000.0
#define HLL_BITS 10

static bool
sort_abbrev_abort(int memtupcount, SortSupport ssup)
{
	sort_state *state = ssup->ssup_extra;
	double		distinct;

	if (memtupcount < KEYS_BEFORE_ABORT || state->keys < KEYS_BEFORE_ABORT || !state->estimating)
		return false;
	distinct = estimateHyperLogLog(&state->distinct);
	state->estimating = distinct <= DISTINCT_IS_ENOUGH;
	return distinct < state->keys / KEYS_FOR_A_DISTINCT + 0.5;
}

uint64
id_sort_first(uint64 value, SortSupport ssup)
{
	sort_state *state = ssup->ssup_extra;

	if (state->keys == 0)
		state->first = value;
	return state->first;
}

Datum
id_abbreviated(uint64 key, SortSupport ssup)
{
	sort_state *state = ssup->ssup_extra;

	state->keys++;
	if (state->estimating)
		addHyperLogLog(&state->distinct, hash_bytes((const unsigned char *) &key, sizeof(key)));

	/* where a Datum has 32 bits, the first ones */
	return (Datum) (key >> (64 - 8 * sizeof(Datum)));
}

void
id_sort_support(SortSupport ssup,
				int (*compare) (Datum a, Datum b, SortSupport ssup),
				Datum (*abbreviate) (Datum id, SortSupport ssup))
{
	sort_state *state;
	MemoryContext old;

	ssup->comparator = compare;
	if (!ssup->abbreviate)
		return;

	old = MemoryContextSwitchTo(ssup->ssup_cxt);
	state = palloc0(sizeof(sort_state));
	state->estimating = true;
	initHyperLogLog(&state->distinct, HLL_BITS);
	MemoryContextSwitchTo(old);

	ssup->ssup_extra = state;
	ssup->comparator = ssup_datum_unsigned_cmp; /* the server has faster sorts
												 * for this one */
	ssup->abbrev_converter = abbreviate;
	ssup->abbrev_abort = sort_abbrev_abort;
	ssup->abbrev_full_comparator = compare;
}
