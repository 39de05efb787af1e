/*
 * src/compat.h
 *		The differences between PostgreSQL 15 and 19, under names of our own: the server's names
 *		are not redefined.
 */
#ifndef SRC_COMPAT_H
#define SRC_COMPAT_H

#include "fmgr.h"

#if PG_VERSION_NUM < 150000
#error "wiji needs PostgreSQL 15 or newer"
#endif

/*
 * 16: soft errors; before, every error is a hard one.  Varlenas got a header
 * of their own.
 */
#if PG_VERSION_NUM >= 160000
#include "nodes/miscnodes.h"
#include "varatt.h"
#define id_ereturn(context, dummy_value, ...) ereturn(context, dummy_value, __VA_ARGS__)
#else
#define id_ereturn(context, dummy_value, ...) \
	do { \
		(void) (context); \
		ereport(ERROR, __VA_ARGS__); \
	} while (0)
#endif

/* 18: a macro marks functions that do not return. */
#ifdef pg_noreturn
#define id_noreturn pg_noreturn
#else
#define id_noreturn _Noreturn
#endif

/*
 * 16: decoding a date returns more about its error.  Before, it can raise one for text that looks
 * like the name of a time zone.
 */
#include "utils/datetime.h"
#if PG_VERSION_NUM >= 160000
#define id_can_decode_date_time(text) true
#define id_decode_date_time(field, ftype, n, dtype, tm, fsec, tz) \
	DecodeDateTime(field, ftype, n, dtype, tm, fsec, tz, &(DateTimeErrorExtra) {0})
#else
/* Digits with ISO 8601's T and Z next to them, or letters alone. */
static inline bool
id_can_decode_date_time(const char *text)
{
	const char *p = text + strspn(text, "0123456789-+:. ");

	if (p > text && p[0] == 'T' && isdigit((unsigned char) p[1]))
		p += 1 + strspn(p + 1, "0123456789-+:. ");
	if (p > text && p[0] == 'Z' && isdigit((unsigned char) p[-1]))
		p++;
	return *p == '\0' ||
		text[strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")] == '\0';
}
#define id_decode_date_time(field, ftype, n, dtype, tm, fsec, tz) \
	DecodeDateTime(field, ftype, n, dtype, tm, fsec, tz)
#endif

/*
 * Does uuid_extract_timestamp() read the time of a UUID of this version?  17: of version 1.  18: of
 * version 7.
 */
#define id_server_reads_uuid(version) \
	(((version) == 1 && PG_VERSION_NUM >= 170000) || ((version) == 7 && PG_VERSION_NUM >= 180000))

/* 17: custom wait events.  Before, the event of every extension is "Extension". */
#include "utils/wait_event.h"
#if PG_VERSION_NUM >= 170000
#define id_wait_event_new(name) WaitEventExtensionNew(name)
#else
#define id_wait_event_new(name) PG_WAIT_EXTENSION
#endif

/*
 * 17: named segments of dynamic shared memory.  19: the initializer got a second
 * argument.
 */
#if PG_VERSION_NUM >= 170000
#include "storage/dsm_registry.h"
#if PG_VERSION_NUM >= 190000
#define ID_DSM_INIT_ARGS(memory) void *memory, void *unused pg_attribute_unused()
#define id_named_dsm(name, size, init, found) GetNamedDSMSegment(name, size, init, found, NULL)
#else
#define ID_DSM_INIT_ARGS(memory) void *memory
#define id_named_dsm(name, size, init, found) GetNamedDSMSegment(name, size, init, found)
#endif
#endif

/*
 * A number from 0 on that no two live processes share.  17: handed out in
 * turn; before, the lowest that is free.
 */
#if PG_VERSION_NUM >= 170000
#include "storage/procnumber.h"
#define id_session_slot() ((int) MyProcNumber)
#else
#include "storage/backendid.h"
#define id_session_slot() (MyBackendId - 1)
#endif

/*
 * 18: btree has skip scans, and skip support functions.  Before, nothing calls
 * such a function.
 */
#if PG_VERSION_NUM >= 180000
#include "utils/skipsupport.h"
typedef SkipSupport id_skip_support;
#else
#include "utils/relcache.h"
typedef struct
{
	Datum		low_elem;
	Datum		high_elem;
	Datum		(*decrement) (Relation rel, Datum existing, bool *underflow);
	Datum		(*increment) (Relation rel, Datum existing, bool *overflow);
}		   *id_skip_support;
#endif

/* 18: a library reports its name and version to pg_get_loaded_modules(). */
#ifdef PG_MODULE_MAGIC_EXT
#define ID_MODULE_MAGIC(...) PG_MODULE_MAGIC_EXT(__VA_ARGS__)
#else
#define ID_MODULE_MAGIC(...) PG_MODULE_MAGIC
#endif

/* For functions without arguments: compilers do not warn that fcinfo is unused. */
#define ID_NO_ARGS pg_attribute_unused() PG_FUNCTION_ARGS

#endif							/* SRC_COMPAT_H */
