/*
 * src/start.c
 *		What a server knows of the time before it was started.
 *
 * A standby remembers the last commit that it has replayed since its start, if there
 * was one.  The WAL before a server's recovery ended, or before the checkpoint of its
 * shutdown, has the last commits.
 *
 * Their times say too little if the clock was set back while the server ran.  What is
 * to be known then is kept in a file.
 */
#include "postgres.h"

#include <fcntl.h>
#include <unistd.h>

#include "access/xact.h"
#include "access/xlog.h"
#include "access/xlog_internal.h"
#include "access/xlogreader.h"
#include "access/xlogrecovery.h"
#include "catalog/pg_control.h"
#include "common/controldata_utils.h"
#include "miscadmin.h"
#include "clock.h"
#include "start.h"
#include "storage/fd.h"
#include "storage/lwlock.h"

/*
 * Commits are in the order of their records, which is about that of their times.
 * So we look at more than one, and further only to find one at all.
 */
#define ENOUGH_RECORDS 1000
#define MOST_RECORDS 100000

/*
 * A page of WAL.  Unlike the server's own, it raises no error if there is none.  What is
 * older than a promotion may be in the file of an earlier timeline.
 */
static int
start_read_page(XLogReaderState * reader pg_attribute_unused(), XLogRecPtr page, int needed pg_attribute_unused(),
				XLogRecPtr record pg_attribute_unused(), char *buffer)
{
	char		path[MAXPGPATH];
	XLogSegNo	segment;
	int			file = -1;
	ssize_t		got;

	XLByteToSeg(page, segment, wal_segment_size);
	for (TimeLineID timeline = GetWALInsertionTimeLine(); timeline > 0 && file < 0; timeline--)
	{
		XLogFilePath(path, timeline, segment, wal_segment_size);
		file = BasicOpenFile(path, O_RDONLY | PG_BINARY);
	}
	if (file < 0)
		return -1;
	got = pg_pread(file, buffer, XLOG_BLCKSZ, XLogSegmentOffset(page, wal_segment_size));
	close(file);
	return got == XLOG_BLCKSZ ? XLOG_BLCKSZ : -1;
}

static bool
start_read_record(XLogReaderState * reader, XLogRecPtr at)
{
	char	   *unused;

	if (XLogRecPtrIsInvalid(at))
		return false;
	XLogBeginRead(reader, at);
	return XLogReadRecord(reader, &unused) != NULL;
}

/* When the record's transaction ended; 0 if it is none of an end. */
static TimestampTz
start_end_of_transaction(XLogReaderState * reader)
{
	if (XLogRecGetRmid(reader) == RM_XACT_ID)
		switch (XLogRecGetInfo(reader) & XLOG_XACT_OPMASK)
		{
			case XLOG_XACT_COMMIT:
			case XLOG_XACT_COMMIT_PREPARED:
				return ((xl_xact_commit *) XLogRecGetData(reader))->xact_time;
			case XLOG_XACT_ABORT:
			case XLOG_XACT_ABORT_PREPARED:
				return ((xl_xact_abort *) XLogRecGetData(reader))->xact_time;
		}
	return 0;
}

/* When the record was written, if it is a checkpoint, or up to a second later: its time is cut. */
static TimestampTz
start_checkpoint(XLogReaderState * reader)
{
	uint8		info = XLogRecGetInfo(reader) & ~XLR_INFO_MASK;

	if (XLogRecGetRmid(reader) != RM_XLOG_ID || (info != XLOG_CHECKPOINT_SHUTDOWN && info != XLOG_CHECKPOINT_ONLINE))
		return 0;
	return time_t_to_timestamptz(((CheckPoint *) XLogRecGetData(reader))->time + 1);
}

/*
 * The first record after a recovery.  If there was none, it is the last checkpoint, if
 * that is one with which a server starts.  False if it cannot be found.
 */
static bool
start_read_first(XLogReaderState * reader, XLogRecPtr checkpoint)
{
	return start_read_record(reader, GetXLogReplayRecPtr(NULL)) ||
		(start_read_record(reader, checkpoint) && XLogRecGetRmid(reader) == RM_XLOG_ID &&
		 (XLogRecGetInfo(reader) & ~XLR_INFO_MASK) == XLOG_CHECKPOINT_SHUTDOWN);
}

/*
 * The latest end of a transaction before the server's work began, as the WAL has it.
 * If there is none, it is the time of a checkpoint; 0 if there is no such WAL.
 */
static TimestampTz
start_last_end(XLogRecPtr last_checkpoint)
{
	XLogReaderState *reader = XLogReaderAllocate(wal_segment_size, NULL, XL_ROUTINE(.page_read = start_read_page), NULL);
	TimestampTz latest = 0;
	TimestampTz checkpoint = 0;
	bool		found;

	if (reader == NULL)
		return 0;
	found = start_read_first(reader, last_checkpoint);
	for (int i = 0; found && (i < ENOUGH_RECORDS || (latest == 0 && i < MOST_RECORDS)); i++)
	{
		latest = Max(latest, start_end_of_transaction(reader));
		checkpoint = Max(checkpoint, start_checkpoint(reader));
		found = start_read_record(reader, XLogRecGetPrev(reader));
	}
	XLogReaderFree(reader);
	return latest != 0 ? latest : checkpoint;
}

/* In the folder of the server's data, where processes of the server are. */
#define START_FILE "wiji_low_water"

void
id_remember_time(int64 us)
{
	FILE	   *file = AllocateFile(START_FILE ".new", PG_BINARY_W);
	bool		is_written = file != NULL && fprintf(file, INT64_FORMAT "\n", us) > 0 && fflush(file) == 0 &&
		pg_fsync(fileno(file)) == 0;

	if (!is_written)
		ereport(LOG,
				(errcode_for_file_access(),
				 errmsg("could not write file \"%s\": %m", START_FILE ".new"),
				 errdetail("If the server is restarted before its clock has caught up, ids may be less than some that feeds have read.")));
	if (file != NULL)
		FreeFile(file);
	if (is_written)
		(void) durable_rename(START_FILE ".new", START_FILE, LOG);
}

static int64
start_remembered_time(void)
{
	FILE	   *file = AllocateFile(START_FILE, PG_BINARY_R);
	char		line[32] = "";
	char	   *end = line;
	int64		us = 0;

	if (file == NULL)
		return 0;
	if (fgets(line, sizeof(line), file) != NULL)
		us = strtoll(line, &end, 10);
	FreeFile(file);
	return *end == '\n' && us > 0 && us < PG_INT64_MAX / 4 ? us : 0;
}

int64
id_time_before_start(void)
{
	TimestampTz latest = GetLatestXTime();
	TimestampTz last_end = 0;
	int64		remembered = start_remembered_time();
	ControlFileData *control;
	bool		is_intact;

	LWLockAcquire(ControlFileLock, LW_SHARED);
	control = get_controlfile(DataDir, &is_intact);
	LWLockRelease(ControlFileLock);
	if (is_intact)
		last_end = start_last_end(control->checkPoint);
	latest = Max(latest, last_end);
	return Max(remembered, latest == 0 ? 0 : latest + UNIX_EPOCH_OFFSET_US);
}
