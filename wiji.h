/*
 * wiji.h
 *		The part of wiji.c that the library's entry and feeds use.
 */
#ifndef WIJI_H
#define WIJI_H

/* Setting wiji.fresh_random; when the library is loaded. */
extern void wiji_define_settings(void);

/*
 * May the id be one that this transaction made?  Not if it is below the floor
 * that horizons know of, nor if no generator has come as far.
 */
extern bool wiji_made_here(const uint8 *id);

#endif							/* WIJI_H */
