/*
 * siblings/siq/siq.h
 *		What the library's entry uses of siq.c.
 */
#ifndef SIBLINGS_SIQ_SIQ_H
#define SIBLINGS_SIQ_SIQ_H

#include "feed/feed.h"

extern const feed_kind siq_kind;

#endif							/* SIBLINGS_SIQ_SIQ_H */
