/*
 * src/id.c
 *		The errors for text and bytes that are not IDs.
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "funcapi.h"
#include "mb/pg_wchar.h"
#include "id.h"
#include "utils/datetime.h"
#include "utils/fmgrprotos.h"
#include "utils/lsyscache.h"
#include "utils/uuid.h"

Datum
id_row(FunctionCallInfo fcinfo, Datum *values, bool *nulls)
{
	TupleDesc	desc;

	if (get_call_result_type(fcinfo, NULL, &desc) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	return HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(desc), values, nulls));
}

/* Is the text a timestamp or a time range?  Then the hint shows how to compare IDs with it. */
static bool
id_text_is_time(const char *text, size_t n)
{
	char		timestamp[MAXDATELEN + 1];
	char		workbuf[MAXDATELEN + MAXDATEFIELDS];
	char	   *field[MAXDATEFIELDS];
	int			ftype[MAXDATEFIELDS];
	int			fields;
	int			decoded;
	int			dtype;
	struct pg_tm tm;
	fsec_t		fsec;
	int			tz;

	if (n == 0 || n > MAXDATELEN)
		return false;
	if ((text[0] == '[' || text[0] == '(') && (text[n - 1] == ']' || text[n - 1] == ')'))
		return true;
	memcpy(timestamp, text, n);
	timestamp[n] = '\0';
	if (!id_can_decode_date_time(timestamp) ||
		ParseDateTime(timestamp, workbuf, sizeof(workbuf), field, ftype,
					  MAXDATEFIELDS, &fields) != 0)
		return false;
	decoded = id_decode_date_time(field, ftype, fields, &dtype, &tm, &fsec, &tz);

	/* 22.11.2026 is a date in another DateStyle; a number is not a date */
	return decoded == 0 ||
		(decoded == DTERR_MD_FIELD_OVERFLOW && timestamp[strspn(timestamp, "0123456789")] != '\0');
}

/* Is it an interval with a unit, such as "1 day ago"?  Texts of IDs have no blanks. */
static bool
id_text_is_interval(const char *text, size_t n)
{
	char		interval[MAXDATELEN + 1];
	char		workbuf[MAXDATELEN + MAXDATEFIELDS];
	char	   *field[MAXDATEFIELDS];
	int			ftype[MAXDATEFIELDS];
	int			fields;
	int			dtype;
	struct pg_itm_in itm;

	if (n > MAXDATELEN || memchr(text, ' ', n) == NULL)
		return false;
	memcpy(interval, text, n);
	interval[n] = '\0';
	return ParseDateTime(interval, workbuf, sizeof(workbuf), field, ftype,
						 MAXDATEFIELDS, &fields) == 0 &&
		DecodeInterval(field, ftype, fields, INTERVAL_FULL_RANGE, &dtype, &itm) == 0;
}

static int
id_hint(const id_codec *codec, id_status status, const char *text, size_t n, const uint8 *id)
{
	const char *advice = codec->advise ? codec->advise(status, text, n, id) : NULL;

	if (advice == NULL && text != NULL && id_text_is_time(text, n))
		advice = psprintf("Compare IDs with a timestamp as in \"id >= %s_lower($1)\", "
						  "and with a range as in \"id <@ tstzrange($1, $2)\".",
						  codec->name);
	else if (advice == NULL && text != NULL && id_text_is_interval(text, n))
		advice = psprintf("Compare IDs with a time before now as in \"id >= %s_lower(now() - interval '1 day')\".",
						  codec->name);
	return advice ? errhint("%s", advice) : 0;
}

Datum
id_text_error(const id_codec *codec, id_status status,
			  const char *text, size_t n, const uint8 *id, Node *context)
{
	id_ereturn(context, (Datum) 0,
			   (errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
				errmsg("invalid input syntax for type %s: \"%.*s\"",
					   codec->name, (int) n, text),
				errdetail_internal("%s", codec->explain(status, text, n, id)),
				id_hint(codec, status, text, n, id)));
}

Datum
id_bytes_error(const id_codec *codec, id_status status,
			   size_t n, const uint8 *id, Node *context)
{
	id_ereturn(context, (Datum) 0,
			   (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				errmsg("incorrect binary data format for type %s", codec->name),
				status == ID_BAD_LENGTH ?
				errdetail("Expected %zu bytes; found %zu.", codec->len, n) :
				errdetail_internal("%s", codec->explain(status, NULL, n, id)),
				status == ID_BAD_LENGTH ? 0 : id_hint(codec, status, NULL, n, id)));
}

Datum
id_uuid_error(const id_codec *codec, id_status status, const uint8 *uuid, Node *context)
{
	id_ereturn(context, (Datum) 0,
			   (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
				errmsg("invalid %s: \"%s\"", codec->name,
					   DatumGetCString(DirectFunctionCall1(uuid_out, PointerGetDatum(uuid)))),
				errdetail_internal("%s", codec->explain(status, NULL, UUID_LEN, uuid)),
				id_hint(codec, status, NULL, UUID_LEN, uuid)));
}

int64
id_field(const char *type_name, const char *field, int64 value, int64 min, int64 max)
{
	if (value < min || value > max)
		ereport(ERROR,
				(errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
				 errmsg("%s out of range for type %s: %lld", field, type_name, (long long) value),
				 errdetail("Valid values are between %lld and %lld.", (long long) min, (long long) max)));
	return value;
}

char *
id_explain_character(const char *text, size_t n, size_t bad, const char *fault)
{
	/* all before the first bad byte is ASCII, so bytes are characters */
	return psprintf("Character %zu, \"%.*s\", %s.", bad + 1,
					Min(pg_encoding_mblen(GetDatabaseEncoding(), text + bad), (int) (n - bad)),
					text + bad, fault);
}
