/*
 * src/shared.h
 *		Memory that all sessions of a server share.
 */
#ifndef SRC_SHARED_H
#define SRC_SHARED_H

/*
 * The memory of this name, of the same size at every call; init is called for it
 * once in the life of the server, before any session sees it.  Null if the server
 * has none to give: before PostgreSQL 17, unless the library is in
 * shared_preload_libraries.
 *
 * Look it up once in a session and keep the address.
 */
extern void *id_shared_memory(const char *name, Size size, void (*init) (void *memory));

/*
 * The same without ERROR 53100: null and no_room, if there is no room to make the
 * memory.  Then no other session has it either.
 */
extern void *id_shared_memory_if_room(const char *name, Size size, void (*init) (void *memory), bool *no_room);

/*
 * _PG_init: before PostgreSQL 17 memory has to be asked for while the server
 * starts.  more is the size of memory that goes by the server's settings, which
 * are known only later.
 */
extern void id_request_shared_memory(Size (*more) (void));

#endif							/* SRC_SHARED_H */
