/*
 * siblings/uuidtime/uuidtime.h
 *		What the library's entry uses of uuidtime.c.
 */
#ifndef SIBLINGS_UUIDTIME_UUIDTIME_H
#define SIBLINGS_UUIDTIME_UUIDTIME_H

#include "feed/feed.h"

extern const feed_key_type uuidtime_v7_key_type;

#endif							/* SIBLINGS_UUIDTIME_UUIDTIME_H */
