/*
 * siblings/siq/siq.h
 *		What the library's entry uses of siq.c.
 */
#ifndef SIBLINGS_SIQ_SIQ_H
#define SIBLINGS_SIQ_SIQ_H

#include "id.h"

extern const id_kind siq_kind;

#endif							/* SIBLINGS_SIQ_SIQ_H */
