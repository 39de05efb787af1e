/*
 * src/core/check.h
 *		Preconditions of the core's functions.
 *
 * They are checked in the core's tests and in servers built with assertions.
 */
#ifndef CORE_CHECK_H
#define CORE_CHECK_H

#if defined(USE_ASSERT_CHECKING)
#define core_assert(condition) Assert(condition)
#elif defined(CORE_CHECKED)
#include <assert.h>
#define core_assert(condition) assert(condition)
#else
#define core_assert(condition) ((void) 0)
#endif

#endif							/* CORE_CHECK_H */
