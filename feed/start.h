/*
 * feed/start.h
 *		The greatest key of a feed's table, and the next number of its sequence.
 */
#ifndef FEED_START_H
#define FEED_START_H

#include "feed/definition.h"

/*
 * Finds the greatest key in the table, by its index and without running anybody's code.  The rows
 * of this transaction count only if with_own_rows, or if the transaction gave the table a new file:
 * after ALTER TABLE ... TYPE, for example, all rows are its own.  Rows that other transactions have
 * not committed do not count.
 *
 * Returns false if there is no row.  bytes is a buffer for the key of FEED_KEY_LEN bytes.  ERROR
 * 42809 if a partition does not have a key index.
 */
extern bool feed_greatest_key(const feed_definition *f, bool with_own_rows, Datum *key,
							  uint8 *bytes);

/* The time above all keys in the table, for a start; INT64_MIN if it is empty. */
extern int64 feed_time_above_table(const feed_definition *f);

/*
 * The number after the last one that nextval() returned, read under the locks under which nextval()
 * changes it.  ERROR 42809 if the sequence was dropped concurrently.
 */
extern int64 feed_next_number(const feed_definition *f);

#endif							/* FEED_START_H */
