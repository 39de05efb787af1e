/*
 * test/unit/stub/miscadmin.h
 *		Which process this is, or pretends to be.
 */
extern int	MyProcPid;
