/*
 * src/wiji_type.h
 *		What the files of the wiji type and the library's entry share.
 */
#ifndef WIJI_TYPE_H
#define WIJI_TYPE_H

#include "feed/feed.h"
#include "id.h"

extern const id_codec wiji_codec;
extern const feed_key_type wiji_key_type;

/* The next ID of the session's generator. */
extern Datum wiji_next(void);

#endif							/* WIJI_TYPE_H */
