/*
 * src/gist.c
 *		GiST for the wiji: equality and order, in one index with range types.
 *
 * A key is a bytea: a leaf has the ID, and a page above leaves the smallest and
 * the largest ID below it.  Each covers a span of IDs.
 */
#include "postgres.h"

#include "access/gist.h"
#include "access/stratnum.h"
#include "core/wiji.h"
#include "compat.h"
#include "id.h"
#include "utils/sortsupport.h"

typedef struct wiji_gist_span
{
	const uint8 *first;
	const uint8 *last;
} wiji_gist_span;

static wiji_gist_span
wiji_gist_span_of(Datum key)
{
	bytea	   *bytes = (bytea *) DatumGetPointer(key);
	const uint8 *first = (const uint8 *) VARDATA_ANY(bytes);

	return (wiji_gist_span)
	{
		first, first + VARSIZE_ANY_EXHDR(bytes) - WIJI_LEN
	};
}

static void
wiji_gist_widen(wiji_gist_span *s, wiji_gist_span by)
{
	if (wiji_compare(by.first, s->first) < 0)
		s->first = by.first;
	if (wiji_compare(by.last, s->last) > 0)
		s->last = by.last;
}

static Datum
wiji_gist_key_of(wiji_gist_span s)
{
	bytea	   *key = id_new_varlena(2 * WIJI_LEN);

	memcpy(VARDATA(key), s.first, WIJI_LEN);
	memcpy(VARDATA(key) + WIJI_LEN, s.last, WIJI_LEN);
	return PointerGetDatum(key);
}

/*
 * Can an ID below this key satisfy "id operator query"?  For the key of a leaf:
 * does its ID satisfy it?
 */
PG_FUNCTION_INFO_V1(pgwiji_gist_consistent);

Datum
pgwiji_gist_consistent(PG_FUNCTION_ARGS)
{
	GISTENTRY  *entry = (GISTENTRY *) PG_GETARG_POINTER(0);
	const uint8 *query = ID_ARG(1);
	StrategyNumber strategy = PG_GETARG_UINT16(2);
	bool	   *recheck = (bool *) PG_GETARG_POINTER(4);
	wiji_gist_span s = wiji_gist_span_of(entry->key);
	int			first = wiji_compare(s.first, query);
	int			last = wiji_compare(s.last, query);

	*recheck = false;
	switch (strategy)
	{
		case RTLessStrategyNumber:
			PG_RETURN_BOOL(first < 0);
		case RTLessEqualStrategyNumber:
			PG_RETURN_BOOL(first <= 0);
		case RTEqualStrategyNumber:
			PG_RETURN_BOOL(first <= 0 && last >= 0);
		case RTGreaterEqualStrategyNumber:
			PG_RETURN_BOOL(last >= 0);
		case RTGreaterStrategyNumber:
			PG_RETURN_BOOL(last > 0);
		case RTNotEqualStrategyNumber:
			PG_RETURN_BOOL(first != 0 || last != 0);
		default:
			elog(ERROR, "unknown strategy number: %d", strategy);
	}
}

PG_FUNCTION_INFO_V1(pgwiji_gist_union);

Datum
pgwiji_gist_union(PG_FUNCTION_ARGS)
{
	GistEntryVector *entries = (GistEntryVector *) PG_GETARG_POINTER(0);
	int		   *size = (int *) PG_GETARG_POINTER(1);
	wiji_gist_span all = wiji_gist_span_of(entries->vector[0].key);
	Datum		key;

	for (int i = 1; i < entries->n; i++)
		wiji_gist_widen(&all, wiji_gist_span_of(entries->vector[i].key));
	key = wiji_gist_key_of(all);
	*size = VARSIZE(DatumGetPointer(key));
	return key;
}

/* Converts an ID to the key of a leaf.  Keys stay as they are. */
PG_FUNCTION_INFO_V1(pgwiji_gist_compress);

Datum
pgwiji_gist_compress(PG_FUNCTION_ARGS)
{
	GISTENTRY  *entry = (GISTENTRY *) PG_GETARG_POINTER(0);
	GISTENTRY  *compressed;
	bytea	   *key;

	if (!entry->leafkey)
		PG_RETURN_POINTER(entry);

	key = id_new_varlena(WIJI_LEN);
	memcpy(VARDATA(key), DatumGetPointer(entry->key), WIJI_LEN);
	compressed = palloc(sizeof(GISTENTRY));
	gistentryinit(*compressed, PointerGetDatum(key), entry->rel, entry->page, entry->offset, false);
	PG_RETURN_POINTER(compressed);
}

/* Converts the key of a leaf to its ID, for index-only scans. */
PG_FUNCTION_INFO_V1(pgwiji_gist_fetch);

Datum
pgwiji_gist_fetch(PG_FUNCTION_ARGS)
{
	GISTENTRY  *entry = (GISTENTRY *) PG_GETARG_POINTER(0);
	GISTENTRY  *fetched = palloc(sizeof(GISTENTRY));
	uint8	   *id = memcpy(palloc(WIJI_LEN), wiji_gist_span_of(entry->key).first, WIJI_LEN);

	gistentryinit(*fetched, PointerGetDatum(id), entry->rel, entry->page, entry->offset, false);
	PG_RETURN_POINTER(fetched);
}

/* The number of microseconds by which one span has to grow to include the other. */
PG_FUNCTION_INFO_V1(pgwiji_gist_penalty);

Datum
pgwiji_gist_penalty(PG_FUNCTION_ARGS)
{
	wiji_gist_span old = wiji_gist_span_of(((GISTENTRY *) PG_GETARG_POINTER(0))->key);
	wiji_gist_span added = wiji_gist_span_of(((GISTENTRY *) PG_GETARG_POINTER(1))->key);
	float	   *penalty = (float *) PG_GETARG_POINTER(2);
	double		growth = 0;

	if (wiji_compare(added.first, old.first) < 0)
		growth += wiji_distance(added.first, old.first);
	if (wiji_compare(added.last, old.last) > 0)
		growth += wiji_distance(old.last, added.last);
	*penalty = (float) growth;
	PG_RETURN_POINTER(penalty);
}

typedef struct wiji_gist_numbered_span
{
	wiji_gist_span s;
	OffsetNumber number;
} wiji_gist_numbered_span;

static int
wiji_gist_compare_spans(const void *a, const void *b)
{
	const wiji_gist_span *x = &((const wiji_gist_numbered_span *) a)->s;
	const wiji_gist_span *y = &((const wiji_gist_numbered_span *) b)->s;
	int			order = wiji_compare(x->first, y->first);

	return order != 0 ? order : wiji_compare(x->last, y->last);
}

/* One side of a split: the numbers of its entries and the key above them. */
static void
wiji_gist_fill_side(const wiji_gist_numbered_span *entries, int n, OffsetNumber **numbers,
					int *count, Datum *key)
{
	wiji_gist_span all = entries[0].s;

	*numbers = palloc(n * sizeof(OffsetNumber));
	*count = n;
	for (int i = 0; i < n; i++)
	{
		(*numbers)[i] = entries[i].number;
		wiji_gist_widen(&all, entries[i].s);
	}
	*key = wiji_gist_key_of(all);
}

/* The first half, in order, goes left. */
PG_FUNCTION_INFO_V1(pgwiji_gist_picksplit);

Datum
pgwiji_gist_picksplit(PG_FUNCTION_ARGS)
{
	GistEntryVector *entries = (GistEntryVector *) PG_GETARG_POINTER(0);
	GIST_SPLITVEC *split = (GIST_SPLITVEC *) PG_GETARG_POINTER(1);
	int			n = entries->n - FirstOffsetNumber; /* the vector's first
													 * place is unused */
	int			left = n / 2;
	wiji_gist_numbered_span *sorted = palloc(n * sizeof(wiji_gist_numbered_span));

	for (int i = 0; i < n; i++)
	{
		sorted[i].number = FirstOffsetNumber + i;
		sorted[i].s = wiji_gist_span_of(entries->vector[sorted[i].number].key);
	}
	qsort(sorted, n, sizeof(wiji_gist_numbered_span), wiji_gist_compare_spans);

	wiji_gist_fill_side(sorted, left, &split->spl_left, &split->spl_nleft, &split->spl_ldatum);
	wiji_gist_fill_side(sorted + left, n - left, &split->spl_right, &split->spl_nright,
						&split->spl_rdatum);
	PG_RETURN_POINTER(split);
}

PG_FUNCTION_INFO_V1(pgwiji_gist_same);

Datum
pgwiji_gist_same(PG_FUNCTION_ARGS)
{
	wiji_gist_span a = wiji_gist_span_of(PG_GETARG_DATUM(0));
	wiji_gist_span b = wiji_gist_span_of(PG_GETARG_DATUM(1));
	bool	   *same = (bool *) PG_GETARG_POINTER(2);

	*same = wiji_compare(a.first, b.first) == 0 && wiji_compare(a.last, b.last) == 0;
	PG_RETURN_POINTER(same);
}

/* CREATE INDEX sorts the keys of leaves, which cover one ID each. */
static int
wiji_gist_compare_leaves(Datum a, Datum b, SortSupport ssup pg_attribute_unused())
{
	return wiji_compare(wiji_gist_span_of(a).first, wiji_gist_span_of(b).first);
}

PG_FUNCTION_INFO_V1(pgwiji_gist_sortsupport);

Datum
pgwiji_gist_sortsupport(PG_FUNCTION_ARGS)
{
	SortSupport ssup = (SortSupport) PG_GETARG_POINTER(0);

	ssup->comparator = wiji_gist_compare_leaves;
	PG_RETURN_VOID();
}
