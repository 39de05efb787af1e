/*
 * src/random.h
 *		Cryptographic random bits, drawn from the server's generator in bulk.
 */
#ifndef SRC_RANDOM_H
#define SRC_RANDOM_H

/* Returns 64 fresh random bits.  ERROR XX000 if the server cannot generate any. */
extern uint64 id_random64(void);

#endif							/* SRC_RANDOM_H */
