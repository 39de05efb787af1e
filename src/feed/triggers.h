/*
 * src/feed/triggers.h
 *		The triggers that make a table a feed.
 */
#ifndef SRC_FEED_TRIGGERS_H
#define SRC_FEED_TRIGGERS_H

#include "fmgr.h"

extern Datum pgwiji_feed_enter(PG_FUNCTION_ARGS);
extern Datum pgwiji_feed_guard(PG_FUNCTION_ARGS);
extern Datum pgwiji_row_version(PG_FUNCTION_ARGS);

#endif							/* SRC_FEED_TRIGGERS_H */
