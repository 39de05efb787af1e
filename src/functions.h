/*
 * src/functions.h
 *		The SQL functions that every type has, a line for each group of them.
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
#include "planner/text.h"
#include "compat.h"
#include "bounds.h"
#include "id.h"
#include "sort.h"
#include "text.h"

#define ID_ARG(n) ((const uint8 *) PG_GETARG_POINTER(n))
#define ID_COMPARE(T) T##_compare(ID_ARG(0), ID_ARG(1))

#define ID_FUNCTION(name, ...) \
	PG_FUNCTION_INFO_V1(name); \
	Datum name(PG_FUNCTION_ARGS) { __VA_ARGS__; }

/* T_horizon of a type with a generator */
#define ID_HORIZON(T) ID_FUNCTION(T##_horizon, return id_horizon_of_kind(&T##_kind))

/* T_in, T_out and T_recv; T_send of a type that is passed by reference */
#define ID_INPUT_OUTPUT(T) \
	ID_FUNCTION(T##_in, return id_in(fcinfo, &T##_kind)) \
	ID_FUNCTION(T##_out, return id_out(fcinfo, &T##_kind)) \
	ID_FUNCTION(T##_recv, return id_recv(fcinfo, &T##_kind))

#define ID_SEND(T) \
	ID_FUNCTION(T##_send, return id_to_bytea(&T##_kind, ID_ARG(0)))

/*
 * T_text and T_from_text, for casts, and T_from_bytea of a type with one form
 * of bytes
 */
#define ID_TEXT_CASTS(T) \
	ID_FUNCTION(T##_text, \
				uint8 word[sizeof(uint64)]; \
				return id_to_text(&T##_kind, id_bytes(&T##_kind, PG_GETARG_DATUM(0), word))) \
	ID_FUNCTION(T##_from_text, return id_text_cast(fcinfo, &T##_kind))

#define ID_CASTS(T) \
	ID_TEXT_CASTS(T) \
	ID_FUNCTION(T##_from_bytea, return id_bytea_cast(fcinfo, &T##_kind))

/* An id compared with a text, and a text with an id. */
#define ID_COMPARED_WITH_TEXT(T, id_text, text_id, operator) \
	ID_FUNCTION(id_text, PG_RETURN_BOOL(id_text_compare(fcinfo, &T##_kind, ID_WITH_TEXT) operator 0)) \
	ID_FUNCTION(text_id, PG_RETURN_BOOL(id_text_compare(fcinfo, &T##_kind, TEXT_WITH_ID) operator 0))

/*
 * T_cmp_text, T_text_cmp and, for arrays of text as conditions of an index,
 * T_cmp_texts; and what the planner asks of all these comparisons
 * (src/planner/text.h)
 */
#define ID_TEXT_ORDER(T) \
	ID_FUNCTION(T##_cmp_text, PG_RETURN_INT32(id_text_compare(fcinfo, &T##_kind, ID_WITH_TEXT))) \
	ID_FUNCTION(T##_text_cmp, PG_RETURN_INT32(id_text_compare(fcinfo, &T##_kind, TEXT_WITH_ID))) \
	ID_FUNCTION(T##_cmp_texts, PG_RETURN_INT32(id_text_compare(fcinfo, &T##_kind, TEXT_WITH_TEXT))) \
	static const id_text_comparison T##_text_comparisons[] = { \
		{T##_lt_text, BTLessStrategyNumber, 1}, {T##_text_lt, BTLessStrategyNumber, 0}, \
		{T##_le_text, BTLessEqualStrategyNumber, 1}, {T##_text_le, BTLessEqualStrategyNumber, 0}, \
		{T##_eq_text, BTEqualStrategyNumber, 1}, {T##_text_eq, BTEqualStrategyNumber, 0}, \
		{T##_ge_text, BTGreaterEqualStrategyNumber, 1}, {T##_text_ge, BTGreaterEqualStrategyNumber, 0}, \
		{T##_gt_text, BTGreaterStrategyNumber, 1}, {T##_text_gt, BTGreaterStrategyNumber, 0}, \
		{T##_ne_text, ID_TEXT_UNEQUAL, 1}, {T##_text_ne, ID_TEXT_UNEQUAL, 0}, \
		{NULL} \
	}; \
	ID_FUNCTION(T##_text_support, return id_text_support(fcinfo, T##_text_comparisons)) \
	ID_FUNCTION(T##_textsel, return id_textsel(fcinfo, T##_text_comparisons)) \
	ID_FUNCTION(T##_textjoinsel, return id_textjoinsel(fcinfo, T##_text_comparisons))

/* T_hash_text, T_hash_text_extended; hash and extended are the functions for ids */
#define ID_TEXT_HASHES(T, hash, extended) \
	ID_FUNCTION(T##_hash_text, return DirectFunctionCall1(hash, id_of_text_arg(fcinfo, &T##_kind))) \
	ID_FUNCTION(T##_hash_text_extended, \
				return DirectFunctionCall2(extended, id_of_text_arg(fcinfo, &T##_kind), PG_GETARG_DATUM(1)))

/*
 * Time: T_lower, T_upper, T_within and T_within_any, the functions of the operators
 * with periods, and the bounds by which the planner replaces all of them
 */
#define ID_BOUNDS(T) \
	ID_FUNCTION(T##_lower, return id_lower(fcinfo, &T##_kind)) \
	ID_FUNCTION(T##_upper, return id_upper(fcinfo, &T##_kind)) \
	ID_FUNCTION(T##_within_lower, return id_within_lower(fcinfo, &T##_kind)) \
	ID_FUNCTION(T##_within_upper, return id_within_upper(fcinfo, &T##_kind)) \
	ID_FUNCTION(T##_within, return id_within(fcinfo, &T##_kind, 0)) \
	ID_FUNCTION(T##_contained, return id_within(fcinfo, &T##_kind, 1)) \
	ID_FUNCTION(T##_within_any, \
				PG_RETURN_BOOL(id_in_any_period(fcinfo, 1, id_time_arg(fcinfo, &T##_kind, 0))))

/* An id's time compared with a moment, and a moment with an id's time. */
#define ID_COMPARED_WITH_MOMENT(T, id_moment, moment_id, operator) \
	ID_FUNCTION(id_moment, \
				PG_RETURN_BOOL(id_time_arg(fcinfo, &T##_kind, 0) operator PG_GETARG_TIMESTAMPTZ(1))) \
	ID_FUNCTION(moment_id, \
				PG_RETURN_BOOL(PG_GETARG_TIMESTAMPTZ(0) operator id_time_arg(fcinfo, &T##_kind, 1)))

/*
 * What the planner asks of all these conditions: T_within_support
 * (src/planner/support.h) and the estimators (src/planner/estimate.h)
 */
#define ID_PLANNER(T) \
	static const id_condition_function T##_conditions[] = { \
		{T##_lt_timestamptz, BTLessStrategyNumber, 0}, {T##_timestamptz_gt, BTLessStrategyNumber, 1}, \
		{T##_le_timestamptz, BTLessEqualStrategyNumber, 0}, {T##_timestamptz_ge, BTLessEqualStrategyNumber, 1}, \
		{T##_eq_timestamptz, BTEqualStrategyNumber, 0}, {T##_timestamptz_eq, BTEqualStrategyNumber, 1}, \
		{T##_ge_timestamptz, BTGreaterEqualStrategyNumber, 0}, {T##_timestamptz_le, BTGreaterEqualStrategyNumber, 1}, \
		{T##_gt_timestamptz, BTGreaterStrategyNumber, 0}, {T##_timestamptz_lt, BTGreaterStrategyNumber, 1}, \
		{T##_within, ID_WITHIN, 0}, {T##_contained, ID_WITHIN, 1}, {T##_within_any, ID_WITHIN_ANY, 0}, \
		{NULL} \
	}; \
	ID_FUNCTION(T##_within_support, return id_support(fcinfo, &T##_kind, T##_conditions)) \
	ID_FUNCTION(T##_rangesel, return id_rangesel(fcinfo, &T##_kind, T##_conditions)) \
	ID_FUNCTION(T##_withinsel, return id_withinsel(fcinfo, &T##_kind, T##_conditions)) \
	ID_FUNCTION(T##_lejoinsel, return id_lejoinsel(fcinfo, &T##_kind))

/*
 * T_since and T_after of a type that has a sentinel; T_moments of any other
 */
#define ID_CUTS(T) \
	ID_FUNCTION(T##_since, return id_since(fcinfo, &T##_kind, false)) \
	ID_FUNCTION(T##_after, return id_since(fcinfo, &T##_kind, true))

#define ID_MOMENTS(T) \
	ID_FUNCTION(T##_moments, return id_moments(fcinfo))

/*
 * T_lt, T_le, T_eq, T_ge, T_gt, T_ne, T_cmp, and for min and max T_smaller,
 * T_larger
 */
#define ID_COMPARISONS(T) \
	ID_FUNCTION(T##_lt, PG_RETURN_BOOL(ID_COMPARE(T) < 0)) \
	ID_FUNCTION(T##_le, PG_RETURN_BOOL(ID_COMPARE(T) <= 0)) \
	ID_FUNCTION(T##_eq, PG_RETURN_BOOL(ID_COMPARE(T) == 0)) \
	ID_FUNCTION(T##_ge, PG_RETURN_BOOL(ID_COMPARE(T) >= 0)) \
	ID_FUNCTION(T##_gt, PG_RETURN_BOOL(ID_COMPARE(T) > 0)) \
	ID_FUNCTION(T##_ne, PG_RETURN_BOOL(ID_COMPARE(T) != 0)) \
	ID_FUNCTION(T##_cmp, PG_RETURN_INT32(ID_COMPARE(T))) \
	ID_FUNCTION(T##_smaller, PG_RETURN_DATUM(PG_GETARG_DATUM(ID_COMPARE(T) <= 0 ? 0 : 1))) \
	ID_FUNCTION(T##_larger, PG_RETURN_DATUM(PG_GETARG_DATUM(ID_COMPARE(T) >= 0 ? 0 : 1)))

/*
 * T_hash and T_hash_extended, which agree in the low 32 bits for seed 0, as
 * the server requires
 */
#define ID_HASHES(T) \
	ID_FUNCTION(T##_hash, PG_RETURN_UINT32((uint32) T##_hash64(ID_ARG(0), 0))) \
	ID_FUNCTION(T##_hash_extended, \
				PG_RETURN_UINT64(T##_hash64(ID_ARG(0), (uint64) PG_GETARG_INT64(1))))

/* T_sortsupport */
#define ID_SORT_SUPPORT(T) \
	static int \
	T##_sort_compare(Datum a, Datum b, SortSupport ssup pg_attribute_unused()) \
	{ \
		return T##_compare((const uint8 *) DatumGetPointer(a), (const uint8 *) DatumGetPointer(b)); \
	} \
	static Datum \
	T##_sort_abbreviate(Datum id, SortSupport ssup) \
	{ \
		return id_abbreviated(T##_sort_key((const uint8 *) DatumGetPointer(id)), ssup); \
	} \
	ID_FUNCTION(T##_sortsupport, \
				id_sort_support((SortSupport) PG_GETARG_POINTER(0), T##_sort_compare, T##_sort_abbreviate); \
				PG_RETURN_VOID())

#endif							/* SRC_FUNCTIONS_H */
