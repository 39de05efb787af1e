/*
 * src/random.h
 *		Cryptographic random bits, drawn from the server's generator in bulk.
 */
#ifndef SRC_RANDOM_H
#define SRC_RANDOM_H

/* 64 fresh bits; an ERROR where the server has none to give. */
extern uint64 id_random64(void);

#endif							/* SRC_RANDOM_H */
