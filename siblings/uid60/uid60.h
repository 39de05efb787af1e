/*
 * siblings/uid60/uid60.h
 *		What the files of uid60 share.
 */
#ifndef SIBLINGS_UID60_UID60_H
#define SIBLINGS_UID60_UID60_H

/* uid60.server, which is −1 for none, and uid60.allow_duplicates */
extern int	uid60_server_setting;
extern bool uid60_allow_duplicates_setting;

/* The shared memory of the generator that all sessions share. */
extern Size uid60_shared_size(void);

#endif							/* SIBLINGS_UID60_UID60_H */
