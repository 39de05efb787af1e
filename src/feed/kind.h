/*
 * src/feed/kind.h
 *		Types of IDs, as change feeds see them.
 *
 * Each type describes itself in a constant, which the library's entry registers.
 */
#ifndef SRC_FEED_KIND_H
#define SRC_FEED_KIND_H

#include "id.h"

typedef struct feed_kind
{
	const char *name;			/* of the type and its extension; "v7" for UUIDv7 */
	size_t		len;			/* bytes of an ID */
	bool		by_value;

	/*
	 * Times in microseconds since 1970, as fine as the type has them: of an ID, rounded down, and
	 * the least ID whose time is at least one in min_us … max_us.
	 */
	int64		(*get_us) (const uint8 *id);
	void		(*first_of) (int64 us, uint8 *id);
	int64		min_us;
	int64		max_us;
	int64		unit_us;		/* the least step between times, at least 2 */
	int64		least_lag_us;	/* that a feed must have */
	bool		(*is_valid) (const uint8 *id);	/* of a uuid; null if every value is an ID */
	Datum		(*generate) (void); /* the session's next ID; null if it takes an argument or IDs
									 * do not ascend */
} feed_kind;

/* Makes a type known; when the library is loaded. */
extern void feed_register_kind(const feed_kind *kind);

/* The kind of that name, or of a type of its extension; null if there is none. */
extern const feed_kind *feed_kind_named(const char *name);
extern const feed_kind *feed_kind_of_type(Oid type);

#endif							/* SRC_FEED_KIND_H */
