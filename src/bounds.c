/*
 * src/bounds.c
 *		The ids of a moment and of a period, for every identifier type.
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "bounds.h"
#include "utils/builtins.h"
#include "utils/multirangetypes.h"
#include "utils/rangetypes.h"
#include "utils/typcache.h"

id_period
id_period_arg(FunctionCallInfo fcinfo, int n, int64 min_us, int64 max_us)
{
	const id_period none = {
		.first = 0,
		.last = -1,
	};

	RangeType  *range = PG_GETARG_RANGE_P(n);
	TypeCacheEntry *typcache = range_get_typcache(fcinfo, RangeTypeGetOid(range));
	RangeBound	lower;
	RangeBound	upper;
	bool		empty;
	TimestampTz first = id_us_to_timestamptz(min_us);
	TimestampTz last = id_us_to_timestamptz(max_us);
	TimestampTz bound;

	range_deserialize(typcache, range, &lower, &upper, &empty);
	if (empty)
		return none;

	/*
	 * The bounds are compared before a microsecond is added, as the greatest
	 * moments have no room for one.
	 */
	if (!lower.infinite)
	{
		bound = DatumGetTimestampTz(lower.val);
		if (bound > last)
			return none;
		if (bound >= first)
			first = bound + !lower.inclusive;
	}
	if (!upper.infinite)
	{
		bound = DatumGetTimestampTz(upper.val);
		if (bound < first)
			return none;
		if (bound <= last)
			last = bound - !upper.inclusive;
	}
	return (id_period)
	{
		first + UNIX_EPOCH_OFFSET_US, last + UNIX_EPOCH_OFFSET_US
	};
}

Datum
id_moments(FunctionCallInfo fcinfo)
{
	char	   *comparison = text_to_cstring(PG_GETARG_TEXT_PP(0));
	bool		or_equal = comparison[0] != '\0' && comparison[strlen(comparison) - 1] == '=';
	bool		equal = strcmp(comparison, "=") == 0;
	RangeBound	lower = {
		.val = PG_GETARG_DATUM(1),
		.inclusive = or_equal,
		.lower = true,
	};
	RangeBound	upper = {
		.val = PG_GETARG_DATUM(1),
		.inclusive = or_equal,
	};

	if (strcmp(comparison, "<") == 0 || strcmp(comparison, "<=") == 0)
		lower.infinite = true;
	else if (strcmp(comparison, ">") == 0 || strcmp(comparison, ">=") == 0)
		upper.infinite = true;
	else if (!equal)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid comparison: \"%s\"", comparison),
				 errdetail("It must be \"<\", \"<=\", \"=\", \">=\" or \">\".")));
	return RangeTypePGetDatum(id_make_range(lookup_type_cache(TSTZRANGEOID, TYPECACHE_RANGE_INFO),
											&lower, &upper, false));
}

bool
id_in_any_period(FunctionCallInfo fcinfo, int n, TimestampTz at)
{
	MultirangeType *periods = PG_GETARG_MULTIRANGE_P(n);
	TypeCacheEntry *typcache = multirange_get_typcache(fcinfo, MultirangeTypeGetOid(periods));

	return multirange_contains_elem_internal(typcache->rngtype, periods, TimestampTzGetDatum(at));
}
