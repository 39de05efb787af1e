/*
 * siblings/uid60/uid60.h
 *		What the library's entry uses of uid60.c.
 */
#ifndef SIBLINGS_UID60_UID60_H
#define SIBLINGS_UID60_UID60_H

#include "feed/feed.h"

extern const feed_kind uid60_kind;

#endif							/* SIBLINGS_UID60_UID60_H */
