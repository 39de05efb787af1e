/*
 * test/unit/stub/utils/sortsupport.h
 *		The members of a sort that src/sort.c touches.
 */
#ifndef STUB_SORTSUPPORT_H
#define STUB_SORTSUPPORT_H

typedef struct SortSupportData *SortSupport;

struct SortSupportData
{
	MemoryContext ssup_cxt;
	void	   *ssup_extra;
	bool		abbreviate;
	int			(*comparator) (Datum a, Datum b, SortSupport ssup);
	Datum		(*abbrev_converter) (Datum id, SortSupport ssup);
	bool		(*abbrev_abort) (int rows_in_memory, SortSupport ssup);
	int			(*abbrev_full_comparator) (Datum a, Datum b, SortSupport ssup);
};

extern int	ssup_datum_unsigned_cmp(Datum a, Datum b, SortSupport ssup);

#endif							/* STUB_SORTSUPPORT_H */
