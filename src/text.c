/*
 * src/text.c
 *		Ids beside texts that are read as ids, for every identifier type.
 */
#include "postgres.h"

#include "compat.h"
#include "text.h"

/* The bytes of an id that is an argument, or of the id that a text is. */
static const uint8 *
id_text_arg(FunctionCallInfo fcinfo, const id_kind *kind, int n, bool is_text, uint8 *buffer)
{
	text	   *t;
	id_status	status;

	if (!is_text)
		return id_bytes(kind, PG_GETARG_DATUM(n), buffer);
	t = PG_GETARG_TEXT_PP(n);
	status = kind->decode(VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t), buffer);
	if (status != ID_OK)
		id_text_error(kind, status, VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t), buffer, fcinfo->context);
	PG_FREE_IF_COPY(t, n);
	return buffer;
}

/*
 * Bytes that are compared one by one have the order of ids, of every type.  After
 * a soft error the answer is not looked at.
 */
int
id_text_compare(FunctionCallInfo fcinfo, const id_kind *kind, id_beside_text given)
{
	uint8		buffers[2][ID_MAX_LEN] = {0};
	const uint8 *a = id_text_arg(fcinfo, kind, 0, given != ID_WITH_TEXT, buffers[0]);
	const uint8 *b = id_text_arg(fcinfo, kind, 1, given != TEXT_WITH_ID, buffers[1]);
	int			result = memcmp(a, b, kind->len);

	return (result > 0) - (result < 0);
}

Datum
id_of_text_arg(FunctionCallInfo fcinfo, const id_kind *kind)
{
	uint8		buffer[ID_MAX_LEN];

	return id_datum(kind, id_text_arg(fcinfo, kind, 0, true, buffer));
}
