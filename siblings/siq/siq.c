/*
 * siblings/siq/siq.c
 *		The siq type: 14 bytes, ordered by creation time.
 *
 * siblings/siq/core.h defines a siq and how its bytes become text.  src/ has what
 * all identifier types need from PostgreSQL.  This file connects the two, in
 * the order in which siq--1.0.sql declares the functions.
 */
#include "postgres.h"

#include "common/string.h"
#include "core/monotonic.h"
#include "siblings/siq/core.h"
#include "bounds.h"
#include "clock.h"
#include "compat.h"
#include "id.h"
#include "planner/estimate.h"
#include "sort.h"
#include "siblings/siq/shard.h"
#include "siblings/siq/siq.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/numeric.h"
#include "utils/pg_crc.h"
#include "utils/uuid.h"

StaticAssertDecl(SIQ_UUID_LEN == UUID_LEN, "an ID fits into a uuid");

/*
 * Text and binary
 */

/* The CRC-32 of zlib and Python. */
static uint32
siq_checksum(const uint8 *id)
{
	pg_crc32	crc;

	INIT_TRADITIONAL_CRC32(crc);
	COMP_TRADITIONAL_CRC32(crc, id, SIQ_LEN);
	FIN_TRADITIONAL_CRC32(crc);
	return crc;
}

static id_status
siq_decode_checked(const char *text, size_t n, uint8 *id)
{
	uint32		checksum;
	id_status	status = siq_decode(text, n, id, &checksum);

	if (status == ID_OK && siq_has_checksum(n) && checksum != siq_checksum(id))
		return SIQ_BAD_CHECKSUM;
	return status;
}

static void
siq_encode_checked(const uint8 *id, char *text)
{
	siq_encode(id, siq_checksum(id), text);
}

/* What is wrong with a character at this place of a text of n characters. */
static const char *
siq_character_fault(size_t n, size_t at)
{
	if (n == SIQ_HEX_LEN)
		return "is not a hexadecimal digit";
	if (n == SIQ_TEXT_LEN && at < SIQ_PREFIX_LEN)
		return "does not match the prefix \"" SIQ_PREFIX "\"";
	if (n == SIQ_TEXT_LEN || n == SIQ_BASE32_LEN)
		return "is not in the lower-case base32 alphabet";
	return "is not in any form of a siq";
}

static char *
siq_explain(id_status status, const char *text, size_t n, const uint8 *id)
{
	size_t		bad;

	switch (status)
	{
		case ID_TOO_LARGE:
			if (text == NULL)
				return pstrdup("The last 10 bits of the UUID, which a siq does not use, are not zero.");
			return psprintf("A first character beyond \"p\", here \"%c\", would need more than 144 bits.",
							text[n - SIQ_BASE32_LEN]);
		case ID_BAD_VERSION:
			return psprintf("A siq is a UUID of version 8 and binary variant 10; found version %d and variant %d%d.",
							id[6] >> 4, id[8] >> 7, id[8] >> 6 & 1);
		case SIQ_BAD_CHECKSUM:
			return pstrdup("The checksum in the first characters does not match the others.");
		default:
			break;
	}

	/* a wrong character explains more than a wrong length */
	bad = siq_first_bad(text, n);
	if (bad < n)
		return id_explain_character(text, n, bad, siq_character_fault(n, bad));
	return psprintf("Expected \"%s\" and %d characters, or these %d alone, or %d of hexadecimal; found %zu.",
					SIQ_PREFIX, SIQ_BASE32_LEN, SIQ_BASE32_LEN, SIQ_HEX_LEN, n);
}

static const id_codec siq_codec = {
	.name = "siq",
	.len = SIQ_LEN,
	.text_len = SIQ_TEXT_LEN,
	.decode = siq_decode_checked,
	.encode = siq_encode_checked,
	.check = siq_check,
	.explain = siq_explain,
};

static const id_time siq_time = {
	.min_us = 0,
	.max_us = SIQ_MAX_US,
	.get_us = siq_get_timestamp_us,
	.first_of = siq_first_of,
	.last_of = siq_last_of,
};

ID_FUNCTION(pgwiji_siq_in, return id_in(fcinfo, &siq_codec))
ID_FUNCTION(pgwiji_siq_out, return id_out(fcinfo, &siq_codec))
ID_FUNCTION(pgwiji_siq_recv, return id_recv(fcinfo, &siq_codec))
ID_FUNCTION(pgwiji_siq_send, return id_to_bytea(&siq_codec, ID_ARG(0)))

/*
 * Comparing, hashing and sorting
 */

ID_COMPARISONS(siq,
			   pgwiji_siq_lt, pgwiji_siq_le, pgwiji_siq_eq,
			   pgwiji_siq_ge, pgwiji_siq_gt, pgwiji_siq_ne,
			   pgwiji_siq_cmp, pgwiji_siq_smaller, pgwiji_siq_larger,
			   pgwiji_siq_hash, pgwiji_siq_hash_extended)

/*
 * Keys are best for the IDs of one domain.  The domain of the first ID is as good a
 * guess as any.
 */
ID_SORT_FUNCTION(pgwiji_siq_sortsupport, siq,
				 siq_sort_key(id, (uint32) id_sort_first(siq_get_domain(id), ssup)))

/*
 * Generating
 *
 * A session counts serials for each qualifier, but not for each shard or
 * domain.  So it never repeats an ID, even if these change.  The rule is
 * that of src/core/monotonic.h, with ticks.  Time does not step back between
 * qualifiers either.
 */

typedef struct siq_generator
{
	/* zeroed, as if tick 0, the first of 1970, had been used */
	monotonic	serials[SIQ_QUALIFIERS];
	int64		newest;			/* no ID to come is before this tick */
	int64		clock_us;		/* last reading of the clock */
	int			shard;			/* its earlier IDs are before newest; −1 at
								 * first */
	int64		used[SIQ_SHARDS];	/* first tick after those that this
									 * session used with a shard */
} siq_generator;

static siq_generator siq_session = {.shard = -1};

/* Runs before a session's first ID, not when the library is loaded. */
static void
siq_begin(void)
{
	static bool begun = false;

	if (likely(begun))
		return;
	siq_attach_shards();
	begun = true;
}

/*
 * The shard to use.  When it changes, the next ID is later than those of the
 * sessions that had the shard before.
 */
static int
siq_use_shard(void)
{
	int			shard = siq_own_shard();

	if (shard != siq_session.shard)
	{
		int64		next = siq_shard_next_tick(shard);

		/* this session continues the serials of the tick that it used last */
		if (next != siq_session.used[shard] && next > siq_session.newest)
			siq_session.newest = next;
		siq_session.shard = shard;
	}
	return shard;
}

/* Advance by the clock, and report its steps back. */
static bool
siq_next_serial(monotonic *serials, uint32 max_serial)
{
	int64		now = id_clock_us(0, SIQ_MAX_US, siq_codec.name);

	if (unlikely(now < siq_session.clock_us))
		id_report_step_back(siq_session.clock_us - now);
	siq_session.clock_us = now;
	return monotonic_next(serials, siq_us_to_tick(now), siq_session.newest, max_serial);
}

/* The index of a qualifier.  ERROR 22023, which lists the names, for any other name. */
static int
siq_qualifier_arg(text * name)
{
	int			qualifier = siq_find_qualifier(VARDATA_ANY(name), VARSIZE_ANY_EXHDR(name));
	StringInfoData names;

	if (qualifier >= 0)
		return qualifier;

	initStringInfo(&names);
	for (int i = 0; i < SIQ_QUALIFIERS; i++)
	{
		appendStringInfo(&names, "%s\"%s\"", i == 0 ? "" : ", ", siq_qualifiers[i].name);
		if (siq_qualifiers[i].other_name)
			appendStringInfo(&names, " or \"%s\"", siq_qualifiers[i].other_name);
	}
	ereport(ERROR,
			(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
			 errmsg("unrecognized siq qualifier: \"%s\"", text_to_cstring(name)),
			 errdetail("Qualifiers are %s.", names.data)));
	return -1;					/* not reached */
}

/*
 * The last 4 bytes of a domain's SHA-256, of which a local ID replaces the first;
 * 0 for no domain.
 */
static uint32
siq_hash_of_domain(const char *domain, int local_id)
{
	static char hashed[256] = "";	/* longer than any domain name */
	static uint32 hash;

	if (*domain == '\0' || strcmp(domain, "0") == 0)
		return 0;

	if (strcmp(domain, hashed) != 0)
	{
		bytea	   *digest;

		if (!pg_is_ascii(domain))
			ereport(ERROR,
					(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
					 errmsg("invalid domain for a siq: \"%s\"", domain),
					 errdetail("Domain names can contain only ASCII characters."),
					 errhint(SIQ_PUNYCODE_HINT)));

		/* sha256 takes a bytea, and a text is laid out like one */
		digest = DatumGetByteaPP(DirectFunctionCall1(sha256_bytea,
													 PointerGetDatum(cstring_to_text(domain))));
		hash = (uint32) load_be64((uint8 *) VARDATA_ANY(digest) + VARSIZE_ANY_EXHDR(digest) - 8);
		strlcpy(hashed, strlen(domain) < sizeof(hashed) ? domain : "", sizeof(hashed));
	}
	return siq_local_domain(hash, local_id);
}

static Datum
siq_next(text * name, const char *domain)
{
	int			qualifier = siq_qualifier_arg(name);
	monotonic  *serials = &siq_session.serials[qualifier];
	uint8	   *id = palloc(SIQ_LEN);
	id_wait		wait = {0};
	uint32		hash;
	int			shard;

	siq_begin();
	hash = siq_hash_of_domain(domain ? domain : siq_domain_setting, siq_local_id_setting);
	shard = siq_use_shard();

	/* without shared memory, it is unknown which ticks were used */
	while (!siq_next_serial(serials, siq_max_serial(qualifier)))
		id_wait_for_clock(&wait, Max(siq_tick_to_us(serials->last) - siq_session.clock_us, 0),
						  !siq_shards_are_shared());

	siq_session.newest = serials->last;
	siq_session.used[shard] = siq_session.newest + 1;
	siq_shard_used(shard, siq_session.newest);
	siq_pack(id, siq_session.newest, shard, hash, serials->sequence, qualifier);
	PG_RETURN_POINTER(id);
}

ID_FUNCTION(pgwiji_siq_generate, return siq_next(PG_GETARG_TEXT_PP(0), NULL))

ID_FUNCTION(pgwiji_siq_generate_for_domain,
			return siq_next(PG_GETARG_TEXT_PP(0), text_to_cstring(PG_GETARG_TEXT_PP(1))))

PG_FUNCTION_INFO_V1(pgwiji_siq_domain_hash);

Datum
pgwiji_siq_domain_hash(PG_FUNCTION_ARGS)
{
	int64		local_id = id_field("siq", "local_id", PG_GETARG_INT32(1), 0, SIQ_MAX_LOCAL_ID);

	PG_RETURN_INT64(siq_hash_of_domain(text_to_cstring(PG_GETARG_TEXT_PP(0)), local_id));
}

/*
 * Reading
 */

ID_FUNCTION(pgwiji_siq_timestamp,
			PG_RETURN_TIMESTAMPTZ(id_us_to_timestamptz(siq_get_timestamp_us(ID_ARG(0)))))

ID_FUNCTION(pgwiji_siq_shard, PG_RETURN_INT32(siq_get_shard(ID_ARG(0))))
ID_FUNCTION(pgwiji_siq_domain, PG_RETURN_INT64(siq_get_domain(ID_ARG(0))))
ID_FUNCTION(pgwiji_siq_serial, PG_RETURN_INT32(siq_get_serial(ID_ARG(0))))

PG_FUNCTION_INFO_V1(pgwiji_siq_qualifier);

Datum
pgwiji_siq_qualifier(PG_FUNCTION_ARGS)
{
	int			qualifier = siq_get_qualifier(ID_ARG(0));

	if (qualifier < 0)
		PG_RETURN_NULL();
	PG_RETURN_TEXT_P(cstring_to_text(siq_qualifiers[qualifier].name));
}

ID_FUNCTION(pgwiji_siq_is_leaf, PG_RETURN_BOOL(siq_get_is_leaf(ID_ARG(0))))
ID_FUNCTION(pgwiji_siq_can_have_children, PG_RETURN_BOOL(siq_get_can_have_children(ID_ARG(0))))

/*
 * Fields and bounds
 */

/*
 * In the first tick at or after the timestamp, so that the timestamp of an ID gives
 * its tick.
 */
PG_FUNCTION_INFO_V1(pgwiji_siq_make);

Datum
pgwiji_siq_make(PG_FUNCTION_ARGS)
{
	int64		us = id_timestamptz_to_us(PG_GETARG_TIMESTAMPTZ(0), 0, SIQ_MAX_US, siq_codec.name);
	int64		shard = id_field("siq", "shard", PG_GETARG_INT32(1), 0, SIQ_SHARDS - 1);
	int64		domain = id_field("siq", "domain", PG_GETARG_INT64(2), 0, PG_UINT32_MAX);
	int			qualifier = siq_qualifier_arg(PG_GETARG_TEXT_PP(4));
	int64		serial = id_field("siq", "serial", PG_GETARG_INT32(3), 0, siq_max_serial(qualifier));
	uint8	   *id = palloc(SIQ_LEN);

	siq_pack(id, siq_first_tick(us), shard, domain, serial, qualifier);
	PG_RETURN_POINTER(id);
}

/* The smallest ID not before a timestamp, and the largest not after it. */
ID_FUNCTION(pgwiji_siq_lower, return id_lower(fcinfo, &siq_codec, &siq_time))
ID_FUNCTION(pgwiji_siq_upper, return id_upper(fcinfo, &siq_codec, &siq_time))
ID_FUNCTION(pgwiji_siq_within_lower, return id_within_lower(fcinfo, &siq_codec, &siq_time))
ID_FUNCTION(pgwiji_siq_within_upper, return id_within_upper(fcinfo, &siq_codec, &siq_time))

ID_FUNCTION(pgwiji_siq_rangesel, return id_rangesel(fcinfo, &siq_codec))

/*
 * Converting
 */

ID_FUNCTION(pgwiji_siq_text, return id_cast_to_text(fcinfo, &siq_codec))
ID_FUNCTION(pgwiji_siq_from_text, return id_cast_from_text(fcinfo, &siq_codec))

/*
 * The 16 bytes that the document recommends to store, of which the first two are
 * zero.
 */
#define BINARY16_LEN 16

PG_FUNCTION_INFO_V1(pgwiji_siq_binary16);

Datum
pgwiji_siq_binary16(PG_FUNCTION_ARGS)
{
	bytea	   *result = id_new_varlena(BINARY16_LEN);

	memset(VARDATA(result), 0, BINARY16_LEN - SIQ_LEN);
	memcpy(VARDATA(result) + BINARY16_LEN - SIQ_LEN, ID_ARG(0), SIQ_LEN);
	PG_RETURN_BYTEA_P(result);
}

PG_FUNCTION_INFO_V1(pgwiji_siq_from_bytea);

Datum
pgwiji_siq_from_bytea(PG_FUNCTION_ARGS)
{
	bytea	   *b = PG_GETARG_BYTEA_PP(0);
	const char *bytes = VARDATA_ANY(b);
	size_t		n = VARSIZE_ANY_EXHDR(b);

	if (n == BINARY16_LEN && bytes[0] == 0 && bytes[1] == 0)
	{
		bytes += BINARY16_LEN - SIQ_LEN;
		n = SIQ_LEN;
	}
	if (n != SIQ_LEN)
		id_ereturn(fcinfo->context, (Datum) 0,
				   (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
					errmsg("incorrect binary data format for type siq"),
					n == BINARY16_LEN ?
					errdetail("The first 2 of %d bytes must be zero.", BINARY16_LEN) :
					errdetail("Expected %d bytes, or %d of which the first 2 are zero; found %zu.", SIQ_LEN, BINARY16_LEN, n)));
	return id_datum(&siq_codec, (const uint8 *) bytes);
}

PG_FUNCTION_INFO_V1(pgwiji_siq_uuid);

Datum
pgwiji_siq_uuid(PG_FUNCTION_ARGS)
{
	uint8	   *uuid = palloc(UUID_LEN);

	siq_encode_uuid(ID_ARG(0), uuid);
	PG_RETURN_POINTER(uuid);
}

/*
 * PostgreSQL has no integers of 112 bits, so numeric combines two of 56.
 */
#define TWO_TO_56 (INT64_C(1) << 56)

PG_FUNCTION_INFO_V1(pgwiji_siq_numeric);

Datum
pgwiji_siq_numeric(PG_FUNCTION_ARGS)
{
	const uint8 *id = ID_ARG(0);
	Datum		high = NumericGetDatum(int64_to_numeric(load_be64(id) >> 8));
	Datum		low = NumericGetDatum(int64_to_numeric(load_be64(id + 6) & (TWO_TO_56 - 1)));
	Datum		two_to_56 = NumericGetDatum(int64_to_numeric(TWO_TO_56));

	return DirectFunctionCall2(numeric_add, DirectFunctionCall2(numeric_mul, high, two_to_56), low);
}

PG_FUNCTION_INFO_V1(pgwiji_siq_from_uuid);

Datum
pgwiji_siq_from_uuid(PG_FUNCTION_ARGS)
{
	const uint8 *uuid = ID_ARG(0);
	uint8	   *id = palloc(SIQ_LEN);
	id_status	status = siq_decode_uuid(uuid, id);

	if (status != ID_OK)
		return id_uuid_error(&siq_codec, status, uuid, fcinfo->context);
	PG_RETURN_POINTER(id);
}

/* NaN counts as greater than all numbers. */
PG_FUNCTION_INFO_V1(pgwiji_siq_from_numeric);

Datum
pgwiji_siq_from_numeric(PG_FUNCTION_ARGS)
{
	Datum		number = PG_GETARG_DATUM(0);
	Datum		zero = NumericGetDatum(int64_to_numeric(0));
	Datum		two_to_56 = NumericGetDatum(int64_to_numeric(TWO_TO_56));
	Datum		high = DirectFunctionCall2(numeric_div_trunc, number, two_to_56);
	Datum		low;
	uint8	   *id;

	if (DatumGetBool(DirectFunctionCall2(numeric_lt, number, zero)) ||
		DatumGetBool(DirectFunctionCall2(numeric_ge, high, two_to_56)))
		id_ereturn(fcinfo->context, (Datum) 0,
				   (errcode(ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE),
					errmsg("value out of range for type siq: %s", DatumGetCString(DirectFunctionCall1(numeric_out, number))),
					errdetail("The value must be an integer of 112 bits.")));

	low = DirectFunctionCall2(numeric_sub, number,
							  DirectFunctionCall2(numeric_mul, high, two_to_56));
	if (DatumGetBool(DirectFunctionCall2(numeric_ne, low, DirectFunctionCall1(numeric_floor, low))))
		id_ereturn(fcinfo->context, (Datum) 0,
				   (errcode(ERRCODE_INVALID_BINARY_REPRESENTATION),
					errmsg("invalid value for type siq: %s", DatumGetCString(DirectFunctionCall1(numeric_out, number))),
					errdetail("The value must be an integer of 112 bits.")));

	id = palloc(SIQ_LEN);
	store_be64(id + 6, (uint64) DatumGetInt64(DirectFunctionCall1(numeric_int8, low)));
	store_be64(id, (uint64) DatumGetInt64(DirectFunctionCall1(numeric_int8, high)) << 8 | id[7]);
	PG_RETURN_POINTER(id);
}
