/*
 * siblings/tid62/tid62.c
 *		The tid62 type: 12 bytes, ordered by creation time.
 *
 * siblings/tid62/core.h defines a tid62 and how its bytes become text.  src/ has
 * what all identifier types need from PostgreSQL.  This file connects the two,
 * in the order in which tid62--1.0.sql declares the functions.
 */
#include "postgres.h"

#include "siblings/tid62/core.h"
#include "clock.h"
#include "random.h"
#include "bounds.h"
#include "id.h"
#include "planner/estimate.h"
#include "sort.h"
#include "utils/memutils.h"
#include "utils/uuid.h"

StaticAssertDecl(TID62_UUID_LEN == UUID_LEN, "a uuid464 is a uuid");

/*
 * Text and binary
 */

static char *
tid62_explain(id_status status, const char *text, size_t n, const uint8 *id pg_attribute_unused())
{
	size_t		bad;

	if (status == ID_TOO_LARGE)
		return pstrdup("Anything above \"" TID62_LARGEST_TEXT "\" would need more than 96 bits.");

	/* a wrong character explains more than a wrong length */
	bad = tid62_first_bad(text, n, TID62_BASE62, strlen(TID62_BASE62));
	if (bad < n)
		return id_explain_character(text, n, bad, "is not in the base62 alphabet");
	return psprintf("Expected %d characters; found %zu.", TID62_TEXT_LEN, n);
}

static const id_codec tid62_codec = {
	.name = "tid62",
	.len = TID62_LEN,
	.text_len = TID62_TEXT_LEN,
	.decode = tid62_decode,
	.encode = tid62_encode,
	.check = tid62_check,
	.explain = tid62_explain,
};

static const id_time tid62_time = {
	.min_us = TID62_MIN_US,
	.max_us = TID62_MAX_US,
	.get_us = tid62_get_timestamp_us,
	.first_of = tid62_first_of,
	.last_of = tid62_last_of,
};

ID_FUNCTION(pgwiji_tid62_in, return id_in(fcinfo, &tid62_codec))
ID_FUNCTION(pgwiji_tid62_out, return id_out(fcinfo, &tid62_codec))
ID_FUNCTION(pgwiji_tid62_recv, return id_recv(fcinfo, &tid62_codec))
ID_FUNCTION(pgwiji_tid62_send, return id_to_bytea(&tid62_codec, ID_ARG(0)))

/*
 * Comparing, hashing and sorting
 */

ID_COMPARISONS(tid62,
			   pgwiji_tid62_lt, pgwiji_tid62_le, pgwiji_tid62_eq,
			   pgwiji_tid62_ge, pgwiji_tid62_gt, pgwiji_tid62_ne,
			   pgwiji_tid62_cmp, pgwiji_tid62_smaller, pgwiji_tid62_larger,
			   pgwiji_tid62_hash, pgwiji_tid62_hash_extended)

ID_SORT_FUNCTION(pgwiji_tid62_sortsupport, tid62, tid62_sort_key(id))

/*
 * Generating: a second and fresh random bits, with no state to keep.
 */

static Datum
tid62_generate_us(int64 us)
{
	uint8	   *id = palloc(TID62_LEN);

	tid62_pack(id, tid62_us_to_seconds(us), id_random64());
	PG_RETURN_POINTER(id);
}

ID_FUNCTION(pgwiji_tid62_generate,
			return tid62_generate_us(id_clock_us(TID62_MIN_US, TID62_MAX_US, tid62_codec.name)))

PG_FUNCTION_INFO_V1(pgwiji_tid62_generate_at);

Datum
pgwiji_tid62_generate_at(PG_FUNCTION_ARGS)
{
	return tid62_generate_us(id_timestamptz_to_us(PG_GETARG_TIMESTAMPTZ(0),
												  TID62_MIN_US, TID62_MAX_US, tid62_codec.name));
}

/*
 * Reading
 */

ID_FUNCTION(pgwiji_tid62_timestamp,
			PG_RETURN_TIMESTAMPTZ(id_us_to_timestamptz(tid62_get_timestamp_us(ID_ARG(0)))))

PG_FUNCTION_INFO_V1(pgwiji_tid62_random);

Datum
pgwiji_tid62_random(PG_FUNCTION_ARGS)
{
	bytea	   *result = id_new_varlena(TID62_RANDOM_LEN);

	memcpy(VARDATA(result), ID_ARG(0) + TID62_RANDOM_AT, TID62_RANDOM_LEN);
	PG_RETURN_BYTEA_P(result);
}

/*
 * Bounding and converting
 */

/* The smallest ID not before a timestamp, and the largest not after it. */
ID_FUNCTION(pgwiji_tid62_lower, return id_lower(fcinfo, &tid62_codec, &tid62_time))
ID_FUNCTION(pgwiji_tid62_upper, return id_upper(fcinfo, &tid62_codec, &tid62_time))
ID_FUNCTION(pgwiji_tid62_within_lower, return id_within_lower(fcinfo, &tid62_codec, &tid62_time))
ID_FUNCTION(pgwiji_tid62_within_upper, return id_within_upper(fcinfo, &tid62_codec, &tid62_time))

ID_FUNCTION(pgwiji_tid62_rangesel, return id_rangesel(fcinfo, &tid62_codec))
ID_FUNCTION(pgwiji_tid62_text, return id_cast_to_text(fcinfo, &tid62_codec))
ID_FUNCTION(pgwiji_tid62_from_text, return id_cast_from_text(fcinfo, &tid62_codec))
ID_FUNCTION(pgwiji_tid62_from_bytea, return id_cast_from_bytea(fcinfo, &tid62_codec))

/*
 * The document's other IDs
 */

typedef struct simpledb_form
{
	const char *name;
	size_t		len;
	const char *alphabet;
	int			base;			/* characters of the alphabet */
	const char *fault;			/* of a character that is not in it */
	int64		max;			/* the largest number */
} simpledb_form;

static const simpledb_form simpledb_uuid464 = {
	.name = "uuid464",
	.len = TID62_UUID464_LEN,
	.alphabet = TID62_BASE64URL,
	.base = 64,
	.fault = "is not in the base64url alphabet",
};

static const simpledb_form simpledb_seq10 = {
	.name = "seq10",
	.len = TID62_SEQ10_LEN,
	.alphabet = TID62_BASE36,
	.base = 10,
	.fault = "is not a decimal digit",
	.max = TID62_SEQ10_MAX,
};

static const simpledb_form simpledb_seq36 = {
	.name = "seq36",
	.len = TID62_SEQ36_LEN,
	.alphabet = TID62_BASE36,
	.base = 36,
	.fault = "is not a digit 0-9 or a-z",
	.max = TID62_SEQ36_MAX,
};

static int
simpledb_text_detail(const simpledb_form *form, id_status status, const char *text, size_t n)
{
	size_t		bad = tid62_first_bad(text, n, form->alphabet, form->base);

	if (status == ID_TOO_LARGE)
		return errdetail("The last character holds two of the 128 bits, so it must be \"A\", \"Q\", \"g\" or \"w\".");
	if (bad < n)
		return errdetail_internal("%s", id_explain_character(text, n, bad, form->fault));
	return errdetail("Expected %zu characters; found %zu.", form->len, n);
}

static void
simpledb_text_error(const simpledb_form *form, id_status status, const char *text, size_t n)
{
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("invalid input syntax for %s: \"%.*s\"", form->name, (int) n, text),
			 simpledb_text_detail(form, status, text, n)));
}

PG_FUNCTION_INFO_V1(pgwiji_simpledb_uuid464);

Datum
pgwiji_simpledb_uuid464(PG_FUNCTION_ARGS)
{
	text	   *result = id_new_varlena(simpledb_uuid464.len);

	tid62_encode_uuid464(PG_GETARG_UUID_P(0)->data, VARDATA(result));
	PG_RETURN_TEXT_P(result);
}

PG_FUNCTION_INFO_V1(pgwiji_simpledb_uuid464_decode);

Datum
pgwiji_simpledb_uuid464_decode(PG_FUNCTION_ARGS)
{
	text	   *t = PG_GETARG_TEXT_PP(0);
	pg_uuid_t  *uuid = palloc(sizeof(pg_uuid_t));
	id_status	status = tid62_decode_uuid464(VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t), uuid->data);

	if (status != ID_OK)
		simpledb_text_error(&simpledb_uuid464, status, VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t));
	PG_RETURN_UUID_P(uuid);
}

static Datum
simpledb_seq_encode(FunctionCallInfo fcinfo, const simpledb_form *form)
{
	int64		number = PG_GETARG_INT64(0);
	text	   *result = id_new_varlena(form->len);

	if (number < 0 || number > form->max)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("number out of range for %s: %lld", form->name, (long long) number),
				 errdetail("Valid values are between 0 and %lld.", (long long) form->max)));

	tid62_encode_seq(number, form->base, form->len, VARDATA(result));
	PG_RETURN_TEXT_P(result);
}

static Datum
simpledb_seq_decode(FunctionCallInfo fcinfo, const simpledb_form *form)
{
	text	   *t = PG_GETARG_TEXT_PP(0);
	int64_t		number;
	id_status	status = tid62_decode_seq(VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t),
										  form->base, form->len, &number);

	if (status != ID_OK)
		simpledb_text_error(form, status, VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t));
	PG_RETURN_INT64(number);
}

ID_FUNCTION(pgwiji_simpledb_seq10, return simpledb_seq_encode(fcinfo, &simpledb_seq10))
ID_FUNCTION(pgwiji_simpledb_seq36, return simpledb_seq_encode(fcinfo, &simpledb_seq36))
ID_FUNCTION(pgwiji_simpledb_seq10_decode, return simpledb_seq_decode(fcinfo, &simpledb_seq10))
ID_FUNCTION(pgwiji_simpledb_seq36_decode, return simpledb_seq_decode(fcinfo, &simpledb_seq36))

/*
 * Each side of the hyphen must have at least one character, and only characters
 * that are allowed in an ID.
 */
static void
simpledb_check_part(const char *argument, const text * part)
{
	const char *s = VARDATA_ANY(part);
	size_t		n = VARSIZE_ANY_EXHDR(part);
	size_t		bad = tid62_first_bad(s, n, TID62_BASE64URL, strlen(TID62_BASE64URL));

	if (n == 0 || bad < n)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid value for argument \"%s\": \"%.*s\"", argument, (int) n, s),
				 n == 0 ?
				 errdetail("The value is empty.") :
				 errdetail_internal("%s", id_explain_character(s, n, bad, "is not one of A-Za-z0-9_-"))));
}

PG_FUNCTION_INFO_V1(pgwiji_simpledb_prefixed_id);

Datum
pgwiji_simpledb_prefixed_id(PG_FUNCTION_ARGS)
{
	text	   *prefix = PG_GETARG_TEXT_PP(0);
	text	   *id = PG_GETARG_TEXT_PP(1);
	size_t		prefix_len = VARSIZE_ANY_EXHDR(prefix);
	size_t		id_len = VARSIZE_ANY_EXHDR(id);
	text	   *result;

	simpledb_check_part("prefix", prefix);
	simpledb_check_part("id", id);
	if (prefix_len + 1 + id_len > MaxAllocSize - VARHDRSZ)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("requested length too large")));

	result = id_new_varlena(prefix_len + 1 + id_len);
	memcpy(VARDATA(result), VARDATA_ANY(prefix), prefix_len);
	VARDATA(result)[prefix_len] = '-';
	memcpy(VARDATA(result) + prefix_len + 1, VARDATA_ANY(id), id_len);
	PG_RETURN_TEXT_P(result);
}
