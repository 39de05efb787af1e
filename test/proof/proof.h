/*
 * test/proof/proof.h
 *		What the proofs of the core share.
 *
 * A proof is a function proof_NAME without arguments.  The comment before it
 * is the sentence that it proves.  CBMC tries every value of each variable to
 * which nothing is assigned, so such a variable means "for all", as far as
 * ASSUME allows.  script/prove runs the proofs, which test/proof/list lists.
 *
 * A proof assumes only what the core's header requires of its callers, which
 * core_assert says there, too.
 */
#ifndef PROOF_PROOF_H
#define PROOF_PROOF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ASSUME(condition) __CPROVER_assume(condition)

/* A claim that no input reaches is void: REACHED searches for an input for each. */
#ifdef REACHED
#define CLAIM(condition) __CPROVER_assert((condition) && false, #condition)
#else
#define CLAIM(condition) __CPROVER_assert(condition, #condition)
#endif

/* As the C library has it; CBMC knows the others that the core calls. */
void *
memchr(const void *bytes, int c, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (((const uint8_t *) bytes)[i] == (uint8_t) c)
			return (uint8_t *) bytes + i;
	return NULL;
}

/*
 * What the core is compared with is slow and plain, so that nothing is wrong
 * in the same way.
 */

/* The place of a character among the n of an alphabet, or −1. */
static inline int
digit_in(const char *alphabet, int n, char c)
{
	int			digit = -1;

	for (int i = 0; i < n; i++)
		if (alphabet[i] == c)
			digit = i;
	return digit;
}

/* As memcmp orders bytes, but −1, 0 or 1. */
static inline int
order_of(const uint8_t *a, const uint8_t *b, size_t n)
{
	int			order = 0;

	for (size_t i = 0; i < n; i++)
		if (order == 0)
			order = (a[i] > b[i]) - (a[i] < b[i]);
	return order;
}

static inline bool
equal(const void *a, const void *b, size_t n)
{
	bool		same = true;

	for (size_t i = 0; i < n; i++)
		same &= ((const uint8_t *) a)[i] == ((const uint8_t *) b)[i];
	return same;
}

/* n bytes as one number. */
static inline unsigned __int128
number_of(const uint8_t *bytes, size_t n)
{
	unsigned	__int128 number = 0;

	for (size_t i = 0; i < n; i++)
		number = number << 8 | bytes[i];
	return number;
}

/* n bytes that hold anything, and not one more: the solver sees each access beyond them. */
static inline char *
any_text(size_t n)
{
	char	   *text = malloc(n);

	ASSUME(text != NULL);
	return text;
}

#endif							/* PROOF_PROOF_H */
