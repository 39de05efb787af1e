/*
 * siblings/siq/settings.h
 *		The settings of the siqs that a session generates.
 */
#ifndef SIBLINGS_SIQ_SETTINGS_H
#define SIBLINGS_SIQ_SETTINGS_H

extern char *siq_domain_setting;
extern int	siq_local_id_setting;
extern int	siq_shard_setting;	/* −1: one that no other live session has */

#define SIQ_PUNYCODE_HINT "Write it in punycode, as in \"xn--bcher-kva.example\"."

/* Define the settings, when the library is loaded: src/module.c calls it. */
extern void siq_define_settings(void);

#endif							/* SIBLINGS_SIQ_SETTINGS_H */
