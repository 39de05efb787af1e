/*
 * test/unit/test_sort.c
 *		When a sort keeps its abbreviated keys, and when it gives them up.
 */
#include "sort.c"
#include "test/unit/test.h"

int
ssup_datum_unsigned_cmp(Datum a, Datum b, SortSupport ssup)
{
	(void) ssup;
	return (a > b) - (a < b);
}

static int
compare(Datum a, Datum b, SortSupport ssup)
{
	(void) ssup;
	return (a > b) - (a < b);
}

static Datum
abbreviate(Datum id, SortSupport ssup)
{
	return id_abbreviated(id, ssup);
}

/* Does a sort of so many rows give up its keys, if so many of them differ? */
static bool
gives_up(int rows, int different, bool shuffled)
{
	struct SortSupportData sort = {.abbreviate = true};
	bool		result;

	id_sort_support(&sort, compare, abbreviate);
	for (int i = 0; i < rows; i++)
		sort.abbrev_converter(shuffled ? random64() % different : (Datum) i * different / rows, &sort);
	result = sort.abbrev_abort(rows, &sort);
	free(sort.ssup_extra);
	return result;
}

int
main(void)
{
	struct SortSupportData sort = {.abbreviate = false};
	struct SortSupportData other = {.abbreviate = true};

	id_sort_support(&sort, compare, abbreviate);
	ok(sort.comparator == compare && sort.abbrev_converter == NULL && sort.ssup_extra == NULL,
	   "a sort that wants no keys gets none");

	id_sort_support(&other, compare, abbreviate);
	ok(other.comparator == ssup_datum_unsigned_cmp && other.abbrev_converter == abbreviate &&
	   other.abbrev_full_comparator == compare, "another compares keys, and where they tie ids");
	ok(id_sort_first(7, &other) == 7, "what came first is kept");
	ok(id_abbreviated(UINT64_C(0x123456789ABCDEF0), &other) == UINT64_C(0x123456789ABCDEF0) >> (64 - 8 * sizeof(Datum)),
	   "a key is a Datum, as it is");
	ok(id_sort_first(8, &other) == 7, "and told to all after it");
	free(other.ssup_extra);

	ok(!gives_up(100000, 100000, true) && !gives_up(100000, 100000, false), "keys that all differ are kept");
	ok(!gives_up(100000, 5000, true) && !gives_up(100000, 5000, false), "so are those of which 20 are alike");
	ok(!gives_up(100000, 500, false), "and those of which 200 in a row are");
	ok(!gives_up(100000, 100, true), "in any order, 1 pair of 100 may tie");
	ok(gives_up(100000, 10, true), "1 of 10 may not");
	ok(gives_up(100000, 1, true), "least of all where there is one key");
	ok(!gives_up(9999, 1, true), "but fewer than 10,000 are not judged");
	ok(gives_up(10000, 1, true), "and 10,000 are");
	return done_testing();
}
