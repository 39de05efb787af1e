/*
 * test/proof/threads/stdatomic.h
 *		Atomics for CBMC, as compilers make them on machines with total store order: reads are
 *		plain, a sequentially consistent write is followed by a full fence, and a change in
 *		place is one step between two fences.  CBMC itself cannot follow the
 *		pointers of the compiler's own header into threads.
 */
#ifndef PROOF_STDATOMIC_H
#define PROOF_STDATOMIC_H

#include <stdbool.h>
#include <stdint.h>

#define _Atomic
#define ATOMIC_LLONG_LOCK_FREE 2
#define FENCE() __CPROVER_fence("WWfence", "RRfence", "RWfence", "WRfence")

#define atomic_load(at) (*(at))
#define atomic_store(at, value) \
	do { \
		*(at) = (value); \
		FENCE(); \
	} while (0)

/* A write that others may see later, but not before earlier ones. */
#define memory_order_release 3
#define atomic_store_explicit(at, value, order) (*(at) = (value))

static inline int64_t
atomic_fetch_or(int64_t *at, int64_t bits)
{
	int64_t		seen;

	FENCE();
	__CPROVER_atomic_begin();
	seen = *at;
	*at = seen | bits;
	__CPROVER_atomic_end();
	FENCE();
	return seen;
}

static inline bool
atomic_compare_exchange_weak(int64_t *at, int64_t *expected, int64_t value)
{
	int64_t		before = *expected;
	int64_t		seen;

	FENCE();
	__CPROVER_atomic_begin();
	seen = *at;
	if (seen == before)
		*at = value;
	__CPROVER_atomic_end();
	FENCE();
	*expected = seen;
	return seen == before;
}

#endif							/* PROOF_STDATOMIC_H */
