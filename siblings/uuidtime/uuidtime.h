/*
 * siblings/uuidtime/uuidtime.h
 *		What the library's entry uses of uuidtime.c.
 */
#ifndef SIBLINGS_UUIDTIME_UUIDTIME_H
#define SIBLINGS_UUIDTIME_UUIDTIME_H

#include "feed/feed.h"

extern const feed_kind uuidtime_v7_kind;

#endif							/* SIBLINGS_UUIDTIME_UUIDTIME_H */
