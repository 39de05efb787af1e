/*
 * siblings/uid60/settings.h
 *		The settings of the uid60s that a session generates.
 */
#ifndef SIBLINGS_UID60_SETTINGS_H
#define SIBLINGS_UID60_SETTINGS_H

extern int	uid60_server_setting;	/* −1 for none */
extern bool uid60_allow_duplicates_setting;

/* Define the settings, when the library is loaded: src/module.c calls it. */
extern void uid60_define_settings(void);

#endif							/* SIBLINGS_UID60_SETTINGS_H */
