/*
 * src/planner/estimate.h
 *		Selectivity of comparisons of IDs.
 */
#ifndef SRC_PLANNER_ESTIMATE_H
#define SRC_PLANNER_ESTIMATE_H

#include "id.h"

/*
 * The restriction estimator of < <= >= > between two IDs.  Of the comparisons of one ID that are
 * ANDed, the first gets the selectivity of the whole range and the others get 1.  DEFAULT_INEQ_SEL
 * where there is no column to look up, 0 for a null constant.
 */
extern Datum id_rangesel(FunctionCallInfo fcinfo, const id_codec *codec);

#endif							/* SRC_PLANNER_ESTIMATE_H */
