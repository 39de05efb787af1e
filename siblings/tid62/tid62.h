/*
 * siblings/tid62/tid62.h
 *		What the library's entry uses of tid62.c.
 */
#ifndef SIBLINGS_TID62_TID62_H
#define SIBLINGS_TID62_TID62_H

#include "feed/feed.h"

extern const feed_key_type tid62_key_type;

#endif							/* SIBLINGS_TID62_TID62_H */
