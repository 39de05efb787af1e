/*
 * siblings/siq/siq.h
 *		What the files of siq share: its settings.
 */
#ifndef SIBLINGS_SIQ_SIQ_H
#define SIBLINGS_SIQ_SIQ_H

/* Not the checksum of the other bytes: an id_status besides those of core/status.h. */
#define SIQ_BAD_CHECKSUM ID_OWN

#define SIQ_PUNYCODE_HINT "Write it in punycode, as in \"xn--bcher-kva.example\"."

/* siq.domain, siq.local_id and siq.shard; a shard of −1 is one that no other live session has. */
extern char *siq_domain_setting;
extern int	siq_local_id_setting;
extern int	siq_shard_setting;

#endif							/* SIBLINGS_SIQ_SIQ_H */
