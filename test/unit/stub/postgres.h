/*
 * test/unit/stub/postgres.h
 *		As much of the server as the parts of src/ need that are tested alone.
 */
#ifndef STUB_POSTGRES_H
#define STUB_POSTGRES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef int64_t int64;
typedef uint64_t uint64;
typedef uintptr_t Datum;
typedef void *MemoryContext;

#define MemoryContextAllocZero(context, size) calloc(1, size)

/* An error ends in the test's own function, which does not return. */
#define ERROR 21
#define ERRCODE_INTERNAL_ERROR 1
#define errcode(code) (code)
#define errmsg(message) (message)
#define ereport(level, rest) stub_error(#rest)

extern void stub_error(const char *what) __attribute__((noreturn));
extern bool pg_strong_random(void *buffer, size_t n);

#endif							/* STUB_POSTGRES_H */
