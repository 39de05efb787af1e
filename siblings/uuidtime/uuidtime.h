/*
 * siblings/uuidtime/uuidtime.h
 *		What the library's entry uses of uuidtime.c.
 */
#ifndef SIBLINGS_UUIDTIME_UUIDTIME_H
#define SIBLINGS_UUIDTIME_UUIDTIME_H

#include "id.h"

extern const id_kind uuidtime_v7_kind;

#endif							/* SIBLINGS_UUIDTIME_UUIDTIME_H */
