/*
 * glue/id.c
 *		The errors of identifiers that are not.
 */
#include "postgres.h"

#include "glue/id.h"
#include "mb/pg_wchar.h"

Datum
id_text_error(const id_kind *kind, id_status status,
			  const char *text, size_t n, const uint8 *id, Node *context)
{
	ereturn(context, (Datum) 0,
			(errcode(ERRCODE_INVALID_TEXT_REPRESENTATION),
			 errmsg("invalid input syntax for type %s: \"%.*s\"",
					kind->name, (int) n, text),
			 errdetail_internal("%s", kind->explain(status, text, n, id))));
}

Datum
id_bytes_error(const id_kind *kind, id_status status,
			   size_t n, const uint8 *id, Node *context)
{
	ereturn(context, (Datum) 0,
			(errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
			 errmsg("incorrect binary data format for type %s", kind->name),
			 status == ID_BAD_LENGTH ?
			 errdetail("Expected %zu bytes; found %zu.", kind->len, n) :
			 errdetail_internal("%s", kind->explain(status, NULL, n, id))));
}

char *
id_explain_character(const char *text, size_t n, size_t bad, const char *expected)
{
	/* what stands before the first bad byte is ASCII: bytes are characters */
	return psprintf("Character %zu, \"%.*s\", is not %s.",
					bad + 1,
					Min(pg_encoding_mblen(GetDatabaseEncoding(), text + bad), (int) (n - bad)),
					text + bad, expected);
}
