/*
 * glue/random.h
 *		Cryptographic random bits, drawn from the server's generator in bulk.
 */
#ifndef GLUE_RANDOM_H
#define GLUE_RANDOM_H

/* 64 fresh bits; an ERROR where the server has none to give. */
extern uint64 id_random64(void);

#endif							/* GLUE_RANDOM_H */
