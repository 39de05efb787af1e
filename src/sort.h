/*
 * src/sort.h
 *		Sorting IDs by 64-bit keys, for operator classes' sort support.
 *
 * An abbreviated key, a number that never contradicts the order of the IDs,
 * decides most comparisons of a sort.  The IDs themselves are compared only if
 * two keys are equal.
 */
#ifndef SRC_SORT_H
#define SRC_SORT_H

#include "id.h"
#include "utils/sortsupport.h"

/*
 * The sort support function of a type.  It compares by the core's T_compare(); key is the 64-bit key
 * of id, an expression, which may contain ssup.
 */
#define ID_SORT_FUNCTION(name, T, key) \
	static int \
	T##_sort_compare(Datum a, Datum b, SortSupport ssup pg_attribute_unused()) \
	{ \
		return T##_compare((const uint8 *) DatumGetPointer(a), (const uint8 *) DatumGetPointer(b)); \
	} \
	static Datum \
	T##_sort_abbreviate(Datum datum, SortSupport ssup) \
	{ \
		const uint8 *id = (const uint8 *) DatumGetPointer(datum); \
		return id_abbreviated(key, ssup); \
	} \
	ID_FUNCTION(name, \
				id_sort_support((SortSupport) PG_GETARG_POINTER(0), T##_sort_compare, T##_sort_abbreviate); \
				PG_RETURN_VOID())

/*
 * Set up a sort.  compare compares two IDs.  abbreviate converts an ID to a key, by
 * id_abbreviated(); it is called only if the sort requests abbreviation.
 */
extern void id_sort_support(SortSupport ssup,
							int (*compare) (Datum a, Datum b, SortSupport ssup),
							Datum (*abbreviate) (Datum id, SortSupport ssup));

/*
 * Returns a key as a Datum, and counts it, so that the sort can abort abbreviation
 * if most keys are equal.
 */
extern Datum id_abbreviated(uint64 key, SortSupport ssup);

/*
 * Returns the value that the first call in a sort passed, for keys that are relative
 * to it.  Call it before each id_abbreviated().
 */
extern uint64 id_sort_first(uint64 value, SortSupport ssup);

#endif							/* SRC_SORT_H */
