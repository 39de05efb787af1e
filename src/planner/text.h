/*
 * src/planner/text.h
 *		How the planner sees a comparison of an id with a text.
 */
#ifndef SRC_PLANNER_TEXT_H
#define SRC_PLANNER_TEXT_H

#include "fmgr.h"

/* A function that compares an id with a text, and how. */
typedef struct id_text_comparison
{
	PGFunction	function;
	int			strategy;		/* of btree; or ID_TEXT_UNEQUAL */
	int			text_arg;		/* which of its arguments is the text */
} id_text_comparison;

#define ID_TEXT_UNEQUAL 0

/*
 * A planner support function, and estimators for restrictions and joins.
 * comparisons end with one without a function.
 */
extern Datum id_text_support(FunctionCallInfo fcinfo, const id_text_comparison *comparisons);
extern Datum id_textsel(FunctionCallInfo fcinfo, const id_text_comparison *comparisons);
extern Datum id_textjoinsel(FunctionCallInfo fcinfo, const id_text_comparison *comparisons);

#endif							/* SRC_PLANNER_TEXT_H */
