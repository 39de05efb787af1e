/*
 * siblings/uid60/uid60.h
 *		What the library's entry uses of uid60.c.
 */
#ifndef SIBLINGS_UID60_UID60_H
#define SIBLINGS_UID60_UID60_H

#include "feed/feed.h"

extern const feed_key_type uid60_key_type;

#endif							/* SIBLINGS_UID60_UID60_H */
