/*
 * src/id.h
 *		Input and output of every ID type, as text and as bytes, with the same errors for all.
 *
 * A type describes itself in constants and wraps these functions in one
 * line each.  They are inline so that, with a constant description, the compiler
 * calls the type's codec directly.
 */
#ifndef SRC_ID_H
#define SRC_ID_H

#include "core/bytes.h"
#include "core/hex.h"
#include "core/status.h"
#include "fmgr.h"
#include "lib/stringinfo.h"
#include "nodes/nodes.h"
#include "compat.h"

#define ID_MAX_LEN 16			/* bytes of the longest */

/* A short SQL function.  Its C name is written out where it is defined. */
#define ID_FUNCTION(name, ...) \
	PG_FUNCTION_INFO_V1(name); \
	Datum name(ID_NO_ARGS) { __VA_ARGS__; }

/* The bytes of argument n: an ID or a uuid, whose type is passed by reference. */
#define ID_ARG(n) ((const uint8 *) PG_GETARG_POINTER(n))

/*
 * The functions that compare and hash the IDs of a type, by its core's T_compare() and T_hash64().
 * Their names in C come in this order.
 */
#define ID_COMPARISONS(T, lt, le, eq, ge, gt, ne, cmp, smaller, larger, hash, hash_extended) \
	ID_FUNCTION(lt, PG_RETURN_BOOL(ID_COMPARE(T) < 0)) \
	ID_FUNCTION(le, PG_RETURN_BOOL(ID_COMPARE(T) <= 0)) \
	ID_FUNCTION(eq, PG_RETURN_BOOL(ID_COMPARE(T) == 0)) \
	ID_FUNCTION(ge, PG_RETURN_BOOL(ID_COMPARE(T) >= 0)) \
	ID_FUNCTION(gt, PG_RETURN_BOOL(ID_COMPARE(T) > 0)) \
	ID_FUNCTION(ne, PG_RETURN_BOOL(ID_COMPARE(T) != 0)) \
	ID_FUNCTION(cmp, PG_RETURN_INT32(ID_COMPARE(T))) \
	ID_FUNCTION(smaller, PG_RETURN_DATUM(PG_GETARG_DATUM(ID_COMPARE(T) <= 0 ? 0 : 1))) \
	ID_FUNCTION(larger, PG_RETURN_DATUM(PG_GETARG_DATUM(ID_COMPARE(T) >= 0 ? 0 : 1))) \
	ID_FUNCTION(hash, PG_RETURN_UINT32((uint32) T##_hash64(ID_ARG(0), 0))) \
	ID_FUNCTION(hash_extended, \
				PG_RETURN_UINT64(T##_hash64(ID_ARG(0), (uint64) PG_GETARG_INT64(1))))
#define ID_COMPARE(T) T##_compare(ID_ARG(0), ID_ARG(1))

/* A type's bytes and text. */
typedef struct id_codec
{
	const char *name;			/* of the SQL type */
	size_t		len;			/* bytes of an ID */
	bool		as_bigint;		/* passed as a bigint is: a Datum is the
								 * number that the 8 bytes are, big-endian */
	size_t		text_len;		/* characters that encode writes */

	id_status	(*decode) (const char *text, size_t n, uint8 *id);
	void		(*encode) (const uint8 *id, char *text);
	id_status	(*check) (const uint8 *id); /* are these bytes an ID? */

	/*
	 * Returns the detail of an error: why decode or check rejected the input.
	 * text is null if the input was bytes.
	 */
	char	   *(*explain) (id_status status, const char *text, size_t n, const uint8 *id);

	/*
	 * Returns the hint of that error, or null.  The function can be null,
	 * too.
	 */
	const char *(*advise) (id_status status, const char *text, size_t n, const uint8 *id);
} id_codec;

/* A type's timestamps, in microseconds since 1970. */
typedef struct id_time
{
	int64		min_us;			/* the first and the last that IDs can have */
	int64		max_us;
	int64		(*get_us) (const uint8 *id);	/* creation time, truncated to
												 * the type's unit */

	/*
	 * The smallest ID whose time is at least us, which is not after the time
	 * of the last ID.
	 */
	void		(*first_of) (int64 us, uint8 *id);
	void		(*last_of) (int64 us, uint8 *id);	/* the largest ID whose
													 * time is at most us */
} id_time;

/*
 * Raise 22P02 for text or 22P03 for bytes, softly where context allows; the
 * result is a null Datum.
 */
extern Datum id_text_error(const id_codec *codec, id_status status,
						   const char *text, size_t n, const uint8 *id, Node *context);
extern Datum id_bytes_error(const id_codec *codec, id_status status,
							size_t n, const uint8 *id, Node *context);

/* Raise 22P03 for a uuid that is not an ID, softly where context allows. */
extern Datum id_uuid_error(const id_codec *codec, id_status status, const uint8 *uuid,
						   Node *context);

/* The value of a field that the user passed.  ERROR 22003 unless it is in min … max. */
extern int64 id_field(const char *type_name, const char *field, int64 value, int64 min, int64 max);

/*
 * A detail about the first wrong character, which begins at byte bad of n.  The fault completes a
 * sentence about it: "is not a decimal digit".
 */
extern char *id_explain_character(const char *text, size_t n, size_t bad, const char *fault);

/* The Datum of an ID's bytes, which are copied. */
static pg_attribute_always_inline Datum
id_datum(const id_codec *codec, const uint8 *bytes)
{
	uint8	   *id;

	if (codec->as_bigint)
		return Int64GetDatum((int64) load_be64(bytes));
	id = palloc(codec->len);
	memcpy(id, bytes, codec->len);
	return PointerGetDatum(id);
}

/* As ID_ARG(n), for an ID of any type.  The bytes of a bigint are gone at the end of the block. */
#define ID_ARG_OF(codec, n) id_bytes(codec, PG_GETARG_DATUM(n), (uint8[sizeof(uint64)]) {0})

static pg_attribute_always_inline const uint8 *
id_bytes(const id_codec *codec, Datum id, uint8 word[sizeof(uint64)])
{
	if (!codec->as_bigint)
		return (const uint8 *) DatumGetPointer(id);
	store_be64(word, (uint64) DatumGetInt64(id));
	return word;
}

/*
 * The ID of n characters, or bytes, for any SQL function.
 *
 * Text is decoded into the result itself: a copy would read wider words than have just been
 * written, and wait for the writes.
 */
static pg_attribute_always_inline Datum
id_from_text(const id_codec *codec, const char *text, size_t n, Node *context)
{
	uint8		word[sizeof(uint64)];
	uint8	   *id = codec->as_bigint ? word : palloc(codec->len);
	id_status	status = codec->decode(text, n, id);

	if (unlikely(status != ID_OK))
		return id_text_error(codec, status, text, n, id, context);
	return codec->as_bigint ? id_datum(codec, id) : PointerGetDatum(id);
}

static pg_attribute_always_inline Datum
id_from_bytes(const id_codec *codec, const void *bytes, size_t n, Node *context)
{
	id_status	status = ID_BAD_LENGTH;

	if (unlikely(n != codec->len || (status = codec->check(bytes)) != ID_OK))
		return id_bytes_error(codec, status, n, bytes, context);
	return id_datum(codec, bytes);
}

/* input function */
static pg_attribute_always_inline Datum
id_in(FunctionCallInfo fcinfo, const id_codec *codec)
{
	char	   *text = PG_GETARG_CSTRING(0);

	return id_from_text(codec, text, strlen(text), fcinfo->context);
}

/* output function */
static pg_attribute_always_inline Datum
id_out(FunctionCallInfo fcinfo, const id_codec *codec)
{
	char	   *text = palloc(codec->text_len + 1);

	codec->encode(ID_ARG_OF(codec, 0), text);
	text[codec->text_len] = '\0';
	PG_RETURN_CSTRING(text);
}

/* receive function: all that is left of the message has to be one ID */
static pg_attribute_always_inline Datum
id_recv(FunctionCallInfo fcinfo, const id_codec *codec)
{
	StringInfo	message = (StringInfo) PG_GETARG_POINTER(0);
	int			n = message->len - message->cursor;
	Datum		id = id_from_bytes(codec, message->data + message->cursor, n, fcinfo->context);

	message->cursor = message->len;
	return id;
}

/* A text or bytea of n bytes, which the caller sets. */
static inline struct varlena *
id_new_varlena(size_t n)
{
	struct varlena *result = palloc(VARHDRSZ + n);

	SET_VARSIZE(result, VARHDRSZ + n);
	return result;
}

/*
 * The text and bytea of an ID's bytes, and its hexadecimal text, for any SQL function; a send
 * function returns the bytea.
 */
static pg_attribute_always_inline Datum
id_to_text(const id_codec *codec, const uint8 *id)
{
	text	   *result = id_new_varlena(codec->text_len);

	codec->encode(id, VARDATA(result));
	return PointerGetDatum(result);
}

static pg_attribute_always_inline Datum
id_to_bytea(const id_codec *codec, const uint8 *id)
{
	bytea	   *result = id_new_varlena(codec->len);

	memcpy(VARDATA(result), id, codec->len);
	return PointerGetDatum(result);
}

static inline Datum
id_to_hex(const id_codec *codec, const uint8 *id)
{
	text	   *result = id_new_varlena(2 * codec->len);

	id_hex_encode(id, codec->len, VARDATA(result));
	return PointerGetDatum(result);
}

/* The result of a function with OUT arguments: a row of these values. */
extern Datum id_row(FunctionCallInfo fcinfo, Datum *values, bool *nulls);

/* The SQL functions of the casts to text, from text and from bytea, as id_in() is that of input. */
static pg_attribute_always_inline Datum
id_cast_to_text(FunctionCallInfo fcinfo, const id_codec *codec)
{
	return id_to_text(codec, ID_ARG_OF(codec, 0));
}

static pg_attribute_always_inline Datum
id_cast_from_text(FunctionCallInfo fcinfo, const id_codec *codec)
{
	text	   *t = PG_GETARG_TEXT_PP(0);

	return id_from_text(codec, VARDATA_ANY(t), VARSIZE_ANY_EXHDR(t), fcinfo->context);
}

static pg_attribute_always_inline Datum
id_cast_from_bytea(FunctionCallInfo fcinfo, const id_codec *codec)
{
	bytea	   *b = PG_GETARG_BYTEA_PP(0);

	return id_from_bytes(codec, VARDATA_ANY(b), VARSIZE_ANY_EXHDR(b), fcinfo->context);
}

#endif							/* SRC_ID_H */
