/*
 * src/wiji_type.h
 *		What the files of the wiji type share.
 */
#ifndef WIJI_TYPE_H
#define WIJI_TYPE_H

#include "id.h"

extern const id_codec wiji_codec;

/* The detail and the hint of an error, as id_codec has them. */
extern char *wiji_explain(id_status status, const char *text, size_t n, const uint8 *id);
extern const char *wiji_advise(id_status status, const char *text, size_t n, const uint8 *id);

#endif							/* WIJI_TYPE_H */
