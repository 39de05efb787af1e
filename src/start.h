/*
 * src/start.h
 *		What a server knows of the time before it was started.
 */
#ifndef SRC_START_H
#define SRC_START_H

/*
 * Nothing that was committed before the server was started, or promoted, was
 * committed later than this, in microseconds since 1970; 0 if nothing is known.  Nor
 * was a time kept that is later.
 *
 * It is known for as long as the server has made no checkpoint since; after a
 * recovery, for as long as the WAL of before is kept.
 */
extern int64 id_time_before_start(void);

/*
 * Keeps a time for starts to come: id_time_before_start() is not before it then.  In
 * microseconds since 1970.  Where it cannot be kept, the log tells why.
 */
extern void id_remember_time(int64 us);

#endif							/* SRC_START_H */
