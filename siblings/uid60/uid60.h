/*
 * siblings/uid60/uid60.h
 *		What the library's entry uses of uid60.c.
 */
#ifndef SIBLINGS_UID60_UID60_H
#define SIBLINGS_UID60_UID60_H

/* Define the settings, when the library is loaded. */
extern void uid60_define_settings(void);

/* The shared memory of the generator that all sessions share. */
extern Size uid60_shared_size(void);

#endif							/* SIBLINGS_UID60_UID60_H */
