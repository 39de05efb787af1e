/*
 * src/functions.h
 *		What a type's file needs to write down its SQL functions, a line each.
 *
 * A type T describes itself in a constant, T_kind (src/id.h).  A type that is
 * passed by reference also has functions in its core by which its ids are
 * compared, hashed and sorted:
 *
 *		int			T_compare(a, b)			−1, 0 or 1
 *		uint64_t	T_hash64(id, seed)		the same on every machine, for ever
 *		uint64_t	T_sort_key(id)			never contradicts T_compare
 */
#ifndef SRC_FUNCTIONS_H
#define SRC_FUNCTIONS_H

#include "fmgr.h"
#include "feed/horizon.h"
#include "planner/estimate.h"
#include "planner/support.h"
#include "bounds.h"
#include "compat.h"
#include "id.h"
#include "sort.h"

#define ID_ARG(n) ((const uint8 *) PG_GETARG_POINTER(n))
#define ID_COMPARE(T) T##_compare(ID_ARG(0), ID_ARG(1))

/* A short SQL function.  Its C name is written out where it is defined. */
#define ID_FUNCTION(name, ...) \
	PG_FUNCTION_INFO_V1(name); \
	Datum name(PG_FUNCTION_ARGS) { __VA_ARGS__; }

/* An id's time compared with a moment, and a moment with an id's time. */
#define ID_COMPARED_WITH_MOMENT(T, id_moment, moment_id, operator) \
	ID_FUNCTION(id_moment, \
				PG_RETURN_BOOL(id_time_arg(fcinfo, &T##_kind, 0) operator PG_GETARG_TIMESTAMPTZ(1))) \
	ID_FUNCTION(moment_id, \
				PG_RETURN_BOOL(PG_GETARG_TIMESTAMPTZ(0) operator id_time_arg(fcinfo, &T##_kind, 1)))

/*
 * What the planner asks of all these conditions: T_within_support
 * (planner/support.h) and the estimators (planner/estimate.h)
 */
#define ID_PLANNER(T, P) \
	static const id_condition_function T##_conditions[] = { \
		{P##_lt_timestamptz, BTLessStrategyNumber, 0}, {P##_timestamptz_gt, BTLessStrategyNumber, 1}, \
		{P##_le_timestamptz, BTLessEqualStrategyNumber, 0}, {P##_timestamptz_ge, BTLessEqualStrategyNumber, 1}, \
		{P##_eq_timestamptz, BTEqualStrategyNumber, 0}, {P##_timestamptz_eq, BTEqualStrategyNumber, 1}, \
		{P##_ge_timestamptz, BTGreaterEqualStrategyNumber, 0}, {P##_timestamptz_le, BTGreaterEqualStrategyNumber, 1}, \
		{P##_gt_timestamptz, BTGreaterStrategyNumber, 0}, {P##_timestamptz_lt, BTGreaterStrategyNumber, 1}, \
		{P##_within, ID_WITHIN, 0}, {P##_contained, ID_WITHIN, 1}, {P##_within_any, ID_WITHIN_ANY, 0}, \
		{NULL} \
	}; \
	ID_FUNCTION(P##_within_support, return id_support(fcinfo, &T##_kind, T##_conditions)) \
	ID_FUNCTION(P##_rangesel, return id_rangesel(fcinfo, &T##_kind, T##_conditions)) \
	ID_FUNCTION(P##_withinsel, return id_withinsel(fcinfo, &T##_kind, T##_conditions)) \
	ID_FUNCTION(P##_lejoinsel, return id_lejoinsel(fcinfo, &T##_kind))

#endif							/* SRC_FUNCTIONS_H */
