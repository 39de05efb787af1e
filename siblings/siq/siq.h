/*
 * siblings/siq/siq.h
 *		What the library does for the siq type when it is loaded.
 */
#ifndef SIBLINGS_SIQ_SIQ_H
#define SIBLINGS_SIQ_SIQ_H

/* Settings siq.domain, siq.local_id and siq.shard. */
extern void siq_define_settings(void);

#endif							/* SIBLINGS_SIQ_SIQ_H */
