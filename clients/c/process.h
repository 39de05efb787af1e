/*
 * process.h
 *		Which process is this?
 */
#ifndef LIBWIJI_PROCESS_H
#define LIBWIJI_PROCESS_H

/*
 * A number that this process keeps, and that none of those has from which it was
 * forked.  0 if a fork could not be noticed.
 */
extern unsigned wiji_process(void);

#endif							/* LIBWIJI_PROCESS_H */
