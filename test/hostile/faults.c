/*
 * test/hostile/faults.c
 *		Memory that runs out, and random numbers that fail, where a test wants it.
 *
 * Linked into each library by script/long/faults, which has the linker lead its calls of these
 * functions here (--wrap).
 */
#include "postgres.h"

#include "fmgr.h"
#include "compat.h"
#include "utils/palloc.h"

extern void *__real_palloc(Size size);
extern void *__real_palloc0(Size size);
extern void *__real_repalloc(void *pointer, Size size);
extern void *__real_MemoryContextAlloc(MemoryContext context, Size size);
extern bool __real_pg_strong_random(void *buf, size_t len);

extern void *__wrap_palloc(Size size);
extern void *__wrap_palloc0(Size size);
extern void *__wrap_repalloc(void *pointer, Size size);
extern void *__wrap_MemoryContextAlloc(MemoryContext context, Size size);
extern bool __wrap_pg_strong_random(void *buf, size_t len);

static int32 allocations = 0;	/* until memory runs out, or 0 for never */
static bool no_random = false;

static void
allocate(void)
{
	if (allocations > 0 && --allocations == 0)
		ereport(ERROR,
				(errcode(ERRCODE_OUT_OF_MEMORY),
				 errmsg("out of memory")));
}

void *
__wrap_palloc(Size size)
{
	allocate();
	return __real_palloc(size);
}

void *
__wrap_palloc0(Size size)
{
	allocate();
	return __real_palloc0(size);
}

void *
__wrap_repalloc(void *pointer, Size size)
{
	allocate();
	return __real_repalloc(pointer, size);
}

void *
__wrap_MemoryContextAlloc(MemoryContext context, Size size)
{
	allocate();
	return __real_MemoryContextAlloc(context, size);
}

/* bits of a failed call must not be used: give them a pattern that can be recognized */
bool
__wrap_pg_strong_random(void *buf, size_t len)
{
	if (!no_random)
		return __real_pg_strong_random(buf, len);
	memset(buf, 0xA5, len);
	return false;
}

PG_FUNCTION_INFO_V1(id_fail_allocation);
PG_FUNCTION_INFO_V1(id_fail_random);

/*
 * The n-th allocation from here on fails; true if the one requested before has
 * not come yet.
 */
Datum
id_fail_allocation(PG_FUNCTION_ARGS)
{
	bool		pending = allocations > 0;

	allocations = PG_GETARG_INT32(0);
	PG_RETURN_BOOL(pending);
}

Datum
id_fail_random(PG_FUNCTION_ARGS)
{
	no_random = PG_GETARG_BOOL(0);
	PG_RETURN_VOID();
}
