/*
 * src/wiji_type.h
 *		What the files of the wiji type and the library's entry share.
 */
#ifndef WIJI_TYPE_H
#define WIJI_TYPE_H

#include "id.h"

extern const id_codec wiji_codec;

#endif							/* WIJI_TYPE_H */
