/*
 * src/bounds.c
 *		The IDs of a timestamp and of a time range, for every ID type.
 */
#include "postgres.h"

#include "bounds.h"
#include "utils/rangetypes.h"
#include "utils/typcache.h"

id_range
id_range_arg(FunctionCallInfo fcinfo, int n, int64 min_us, int64 max_us)
{
	const id_range none = {
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
	 * The bounds are compared before a microsecond is added, because that
	 * would overflow for the greatest timestamps.
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
	return (id_range)
	{
		first + UNIX_EPOCH_OFFSET_US, last + UNIX_EPOCH_OFFSET_US
	};
}
