/*
 * wiji.h
 *		What wiji.c has for the library's entry.
 */
#ifndef WIJI_H
#define WIJI_H

/* Setting wiji.fresh_random; when the library is loaded. */
extern void wiji_define_settings(void);

#endif							/* WIJI_H */
