/*
 * src/text.h
 *		Ids beside texts that are read as ids, for every identifier type.
 */
#ifndef SRC_TEXT_H
#define SRC_TEXT_H

#include "fmgr.h"
#include "id.h"

/* What a comparison is given. */
typedef enum id_beside_text
{
	ID_WITH_TEXT,
	TEXT_WITH_ID,
	TEXT_WITH_TEXT,
} id_beside_text;

/* -1, 0 or 1 by the order of ids; 22P02 for a text that is none */
extern int	id_text_compare(FunctionCallInfo fcinfo, const id_kind *kind, id_beside_text given);

/* The id that the first argument is the text of; 22P02 if it is none. */
extern Datum id_of_text_arg(FunctionCallInfo fcinfo, const id_kind *kind);

#endif							/* SRC_TEXT_H */
