/*
 * siblings/siq/siq.h
 *		What the library's entry uses of siq, and the setting of its shards.
 */
#ifndef SIBLINGS_SIQ_SIQ_H
#define SIBLINGS_SIQ_SIQ_H

/* Define the settings, when the library is loaded. */
extern void siq_define_settings(void);

/* The size of the shared memory. */
extern Size siq_shared_size(void);

extern int	siq_shard_setting;	/* −1: one that no other live session has */

#endif							/* SIBLINGS_SIQ_SIQ_H */
