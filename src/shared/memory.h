/*
 * src/shared/memory.h
 *		Memory that all sessions of a server share.
 */
#ifndef SRC_SHARED_MEMORY_H
#define SRC_SHARED_MEMORY_H

/*
 * Returns the memory of this name.  init is called for it once after server start, before any
 * session sees it.  Null if the server cannot provide the memory: before PostgreSQL 17, unless the
 * library is in shared_preload_libraries.
 *
 * Names never change, so sessions with an older and a newer library find the same memory.  Any
 * change of its contents or size requires a new layout version: ERROR 55000 if the existing memory
 * has another one.  After an error of the server, such as 53100 for lack of space, the function can
 * be called again.
 *
 * It can be called in parallel plans and in subtransactions, whose abort does not undo it.  Call it
 * once in a session, and keep the address.
 */
extern void *id_shared_memory(const char *name, uint32 layout, Size size,
							  void (*init) (void *memory));

/*
 * For _PG_init: before PostgreSQL 17, memory has to be requested at server start.  size is called
 * later, when the server's settings are known.  It returns the sum of id_shared_size() for the
 * contents of each segment of the library.
 */
extern void id_request_shared_memory(Size (*size) (void));
extern Size id_shared_size(Size contents);

#endif							/* SRC_SHARED_MEMORY_H */
