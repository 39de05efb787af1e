/*
 * glue/compare.h
 *		The functions by which ids are compared, hashed and sorted.
 *
 * They are the same for every type that is passed by reference, so each type
 * T has them by one line for each group.  T's core gives what differs:
 *
 *		int			T_compare(a, b)			−1, 0 or 1
 *		uint64_t	T_hash64(id, seed)		the same on every machine, for ever
 *		uint64_t	T_sort_key(id)			never contradicts T_compare
 */
#ifndef GLUE_COMPARE_H
#define GLUE_COMPARE_H

#include "postgres.h"

#include "fmgr.h"
#include "glue/sort.h"

#define ID_ARG(n) ((const uint8 *) PG_GETARG_POINTER(n))
#define ID_COMPARE(T) T##_compare(ID_ARG(0), ID_ARG(1))

#define ID_FUNCTION(name, ...) \
	PG_FUNCTION_INFO_V1(name); \
	Datum name(PG_FUNCTION_ARGS) { __VA_ARGS__; }

/* T_lt, T_le, T_eq, T_ge, T_gt, T_ne, T_cmp and what min and max need: T_smaller, T_larger */
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

/* T_hash and T_hash_extended, which agree in the low 32 bits for seed 0, as the server requires */
#define ID_HASHES(T) \
	ID_FUNCTION(T##_hash, PG_RETURN_UINT32((uint32) T##_hash64(ID_ARG(0), 0))) \
	ID_FUNCTION(T##_hash_extended, \
				PG_RETURN_UINT64(T##_hash64(ID_ARG(0), (uint64) PG_GETARG_INT64(1))))

/* T_sortsupport */
#define ID_SORT_SUPPORT(T) \
	static int \
	sort_compare(Datum a, Datum b, SortSupport ssup pg_attribute_unused()) \
	{ \
		return T##_compare((const uint8 *) DatumGetPointer(a), (const uint8 *) DatumGetPointer(b)); \
	} \
	static Datum \
	sort_abbreviate(Datum id, SortSupport ssup) \
	{ \
		return id_abbreviated(T##_sort_key((const uint8 *) DatumGetPointer(id)), ssup); \
	} \
	ID_FUNCTION(T##_sortsupport, \
				id_sort_support((SortSupport) PG_GETARG_POINTER(0), sort_compare, sort_abbreviate); \
				PG_RETURN_VOID())

#endif							/* GLUE_COMPARE_H */
