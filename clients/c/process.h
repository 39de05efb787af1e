/*
 * process.h
 *		Identifies the current process.
 */
#ifndef LIBWIJI_PROCESS_H
#define LIBWIJI_PROCESS_H

/*
 * A number that stays the same in this process and differs from those of its
 * ancestors.  0 if forks cannot be detected.
 */
extern unsigned wiji_process(void);

#endif							/* LIBWIJI_PROCESS_H */
