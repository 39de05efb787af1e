/*
 * siblings/siq/siq.h
 *		What the library's entry uses of siq.c.
 */
#ifndef SIBLINGS_SIQ_SIQ_H
#define SIBLINGS_SIQ_SIQ_H

#include "feed/feed.h"

extern const feed_key_type siq_key_type;

#endif							/* SIBLINGS_SIQ_SIQ_H */
