/*
 * test/fuzz/answer.h
 *		What the parts of test/fuzz/answer.c have in common: one for each room with a core, in its
 *		fuzz/answer_ROOM.c.
 */
#ifndef TEST_FUZZ_ANSWER_H
#define TEST_FUZZ_ANSWER_H

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define IS(word) (strcmp(question, word) == 0)

static inline void
print_hex(const uint8_t *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		printf("%02x", bytes[i]);
}

static inline void
tell_bounds(const uint8_t *first, const uint8_t *last, size_t n)
{
	print_hex(first, n);
	printf(" ");
	print_hex(last, n);
}

/* Prints the answer to a question of this room, and nothing to others. */
#define DECLARE_ANSWER(room) \
	extern void answer_##room(const char *question, const uint8_t *bytes, size_t n, const int64_t numbers[4]);

#endif
