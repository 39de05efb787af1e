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

#include "utils/sortsupport.h"

/*
 * Set up a sort.  compare compares two IDs; abbreviate makes a key of one, by
 * id_abbreviated.  It is not used where the caller of sort support wants none.
 */
extern void id_sort_support(SortSupport ssup,
							int (*compare) (Datum a, Datum b, SortSupport ssup),
							Datum (*abbreviate) (Datum id, SortSupport ssup));

/*
 * The key, as a Datum; counted, so that a sort can abort abbreviation where most
 * keys are equal.
 */
extern Datum id_abbreviated(uint64 key, SortSupport ssup);

/*
 * The value of a sort's first ID, where keys are made in relation to it: call it
 * before each id_abbreviated.
 */
extern uint64 id_sort_first(uint64 value, SortSupport ssup);

#endif							/* SRC_SORT_H */
