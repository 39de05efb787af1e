/*
 * src/shared.h
 *		Memory that all sessions of a server share.
 */
#ifndef SRC_SHARED_H
#define SRC_SHARED_H

/*
 * The memory of this name; init is called for it once in the life of the server,
 * before any session sees it.  Null if the server has none to give: before PostgreSQL
 * 17, unless the library is in shared_preload_libraries.
 *
 * Names never change, so sessions with an older and a newer library find the same
 * memory.  Whoever changes what is in it, or its size, raises the layout version:
 * ERROR 55000 if the memory that exists has another one.  Any error of the server,
 * such as 53100 where there is no room, can be followed by another call.
 *
 * It may be called in parallel plans and in subtransactions, whose abort does not
 * undo it.  Look the memory up once in a session and keep the address.
 */
extern void *id_shared_memory(const char *name, uint32 layout, Size size, void (*init) (void *memory));

/*
 * _PG_init: before PostgreSQL 17 memory has to be requested at server
 * start.  more is the size of memory that goes by the server's settings, which
 * are known only later.
 */
extern void id_request_shared_memory(Size (*variable_size) (void));

#endif							/* SRC_SHARED_H */
