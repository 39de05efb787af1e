/*
 * src/sort.c
 *		Sorting ids by 64-bit keys, for operator classes' sort support.
 */
#include "postgres.h"

#include <math.h>

#include "sort.h"

/*
 * A sort is faster without keys if many ids have the same key, as when they were
 * made for a few dates.  So each key is compared with one of some that came long
 * before.  The share of these that tie is the share p of all pairs that tie,
 * wherever in the input they stand.
 */
#define SAMPLES 64
#define SAMPLE_EVERY 256

typedef struct sort_state
{
	uint64		keys;			/* made so far */
	uint64		ties;			/* of them, with their sample */
	uint64		first;			/* the first value that id_sort_first got */
	uint64		samples[SAMPLES];
} sort_state;

/* Keys are judged after so many, as the server does for uuid. */
#define KEYS_TO_JUDGE 10000

/*
 * A sort of n compares an id log(n) times.  log(pn) of these are with an id of
 * the same key, and cost a comparison of keys and one of ids.  The former takes a
 * third of the time, so keys have to save more than that: two thirds of the
 * comparisons may tie.
 */
static bool
sort_give_up(int rows_in_memory, SortSupport ssup)
{
	sort_state *state = ssup->ssup_extra;

	if (rows_in_memory < KEYS_TO_JUDGE || state->keys < KEYS_TO_JUDGE)
		return false;
	return state->ties > pow(state->keys, 2.0 / 3);
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
	uint64		n = state->keys++;

	state->ties += key == state->samples[n % SAMPLES];
	if (n < SAMPLES)
		state->samples[n] = key;
	else if (n % SAMPLE_EVERY == 0)
		state->samples[n / SAMPLE_EVERY % SAMPLES] = key;

	/* where a Datum has 32 bits, the first ones */
	return (Datum) (key >> (64 - 8 * sizeof(Datum)));
}

void
id_sort_support(SortSupport ssup,
				int (*compare) (Datum a, Datum b, SortSupport ssup),
				Datum (*abbreviate) (Datum id, SortSupport ssup))
{
	ssup->comparator = compare;
	if (!ssup->abbreviate)
		return;

	ssup->ssup_extra = MemoryContextAllocZero(ssup->ssup_cxt, sizeof(sort_state));
	ssup->comparator = ssup_datum_unsigned_cmp; /* the server has faster sorts
												 * for this one */
	ssup->abbrev_converter = abbreviate;
	ssup->abbrev_abort = sort_give_up;
	ssup->abbrev_full_comparator = compare;
}
