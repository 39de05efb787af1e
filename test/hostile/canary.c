/*
 * test/hostile/canary.c
 *		A function that is wrong: a tool that sings of it would sing of others.
 */
#include "postgres.h"

#include "fmgr.h"

PG_MODULE_MAGIC;

PG_FUNCTION_INFO_V1(canary);

static int	numbers[8] = {1, 2, 3};

/* reads beyond an array, or counts beyond the greatest integer */
Datum
canary(PG_FUNCTION_ARGS)
{
	int32		n = PG_GETARG_INT32(0);
	volatile int *volatile first = numbers;

	PG_RETURN_INT32(n < 100 ? first[n] : n + first[2]);
}
