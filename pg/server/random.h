/*
 * pg/server/random.h
 *		Cryptographic random bits, drawn from the server's generator in bulk.
 */
#ifndef PG_SERVER_RANDOM_H
#define PG_SERVER_RANDOM_H

/* 64 fresh bits; an ERROR where the server has none to give. */
extern uint64 id_random64(void);

#endif							/* PG_SERVER_RANDOM_H */
