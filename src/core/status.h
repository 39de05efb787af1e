/*
 * src/core/status.h
 *		The result of reading an ID.  The core returns it; errors are raised elsewhere.
 */
#ifndef CORE_STATUS_H
#define CORE_STATUS_H

typedef enum id_status
{
	ID_OK = 0,
	ID_BAD_LENGTH,				/* not a length that any form has */
	ID_BAD_CHARACTER,			/* not in the alphabet, or hyphens misplaced */
	ID_TOO_LARGE,				/* more bits than the identifier has */
	ID_BAD_VERSION,				/* a version this code does not know */
	ID_OWN						/* what a format adds to these */
} id_status;

#endif							/* CORE_STATUS_H */
