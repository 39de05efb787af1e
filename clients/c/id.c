/*
 * id.c
 *		Reading, writing, comparing and bounding IDs.
 */
#include <stdio.h>
#include <string.h>

#include "core.h"
#include "date.h"
#include "wiji.h"

_Static_assert(sizeof(wiji_t) == WIJI_LEN && sizeof(wiji_t[2]) == 2 * WIJI_LEN,
			   "a wiji_t is exactly its bytes");
_Static_assert((int) WIJI_BAD_LENGTH == ID_BAD_LENGTH && (int) WIJI_BAD_CHARACTER == ID_BAD_CHARACTER &&
			   (int) WIJI_TOO_LARGE == ID_TOO_LARGE && (int) WIJI_BAD_VERSION == ID_BAD_VERSION,
			   "statuses of the core are returned unchanged");

int
wiji_from_text(const char *text, size_t n, wiji_t *id)
{
	uint8_t		bytes[WIJI_LEN];
	id_status	status = wiji_decode(text, n, bytes);

	if (status == ID_OK)
		memcpy(id->bytes, bytes, WIJI_LEN);
	return status;
}

int
wiji_from_bytes(const void *bytes, size_t n, wiji_t *id)
{
	if (n != WIJI_LEN)
		return WIJI_BAD_LENGTH;
	if (wiji_check(bytes) != ID_OK)
		return WIJI_BAD_VERSION;
	memcpy(id->bytes, bytes, WIJI_LEN);
	return WIJI_OK;
}

bool
wiji_is_valid(const char *text, size_t n)
{
	wiji_t		id;

	return wiji_from_text(text, n, &id) == WIJI_OK;
}

bool
wiji_is_valid_bytes(const void *bytes, size_t n)
{
	wiji_t		id;

	return wiji_from_bytes(bytes, n, &id) == WIJI_OK;
}

char *
wiji_to_text(const wiji_t *id, char text[WIJI_TEXT_SIZE])
{
	wiji_encode(id->bytes, text);
	text[WIJI_TEXT_LEN] = '\0';
	return text;
}

char *
wiji_to_hex(const wiji_t *id, char text[WIJI_HEX_SIZE])
{
	id_hex_encode(id->bytes, WIJI_LEN, text);
	text[WIJI_HEX_LEN] = '\0';
	return text;
}

char *
wiji_to_uuid(const wiji_t *id, char text[WIJI_UUID_SIZE])
{
	id_hex_encode(id->bytes, 4, text);
	id_hex_encode(id->bytes + 4, 2, text + 9);
	id_hex_encode(id->bytes + 6, 2, text + 14);
	id_hex_encode(id->bytes + 8, 2, text + 19);
	id_hex_encode(id->bytes + 10, 6, text + 24);
	text[8] = text[13] = text[18] = text[23] = '-';
	text[WIJI_UUID_LEN] = '\0';
	return text;
}

/* What the character at this place of a text of n characters should have been. */
static const char *
expected(size_t at, size_t n)
{
	switch (n)
	{
		case WIJI_TEXT_LEN:
			return "in the Crockford base32 alphabet";
		case WIJI_HEX_LEN:
			return "a hexadecimal digit";
		case WIJI_UUID_LEN:
			return wiji_uuid_has_hyphen(at) ? "the hyphen that the UUID form has there" : "a hexadecimal digit";
		default:
			return "in any form of a wiji";
	}
}

/*
 * The version of these bytes as a UUID of RFC 9562, or 0, also for 26 characters,
 * which are not the text of a UUID.
 */
static int
version_as_uuid(const uint8_t *bytes, size_t n)
{
	int			version = bytes[6] >> 4;

	return n != WIJI_TEXT_LEN && bytes[8] >> 6 == 2 && version <= 8 ? version : 0;
}

size_t
wiji_explain(const char *text, size_t n, char *sentence, size_t size)
{
	wiji_t		id;
	id_status	status = wiji_decode(text, n, id.bytes);
	size_t		bad = wiji_first_bad(text, n);
	unsigned	c = bad < n ? (unsigned char) text[bad] : 0;

	if (status == ID_OK)
		return (size_t) snprintf(sentence, size, "%s", "");
	if (status == ID_TOO_LARGE)
		return (size_t) snprintf(sentence, size, "A first character beyond \"7\", here \"%c\", would need more than 128 bits.",
								 text[0]);
	if (status == ID_BAD_VERSION)
		return (size_t) snprintf(sentence, size, version_as_uuid(id.bytes, n) == 0 ?
								 "Found version %d; the only version of a wiji is %d." :
								 "Found version %d; the only version of a wiji is %d. It is a UUID of version %d, which has its version in another place.",
								 wiji_get_version(id.bytes), WIJI_VERSION, version_as_uuid(id.bytes, n));

	/* an invalid character says more than the length does */
	if (bad == n)
		return (size_t) snprintf(sentence, size, "Expected %d characters, or %d of hexadecimal, or %d of the UUID form; found %zu.",
								 WIJI_TEXT_LEN, WIJI_HEX_LEN, WIJI_UUID_LEN, n);
	return (size_t) snprintf(sentence, size, c > ' ' && c <= '~' ? "Character %zu, \"%c\", is not %s." :
							 "Character %zu, of code 0x%02x, is not %s.", bad + 1, c, expected(bad, n));
}

int
wiji_parse(const wiji_t *id, wiji_fields *fields)
{
	if (wiji_check(id->bytes) != ID_OK)
		return WIJI_BAD_VERSION;
	fields->timestamp_us = wiji_get_timestamp_us(id->bytes);
	fields->timestamp_ms = fields->timestamp_us / 1000;
	fields->random = wiji_get_random(id->bytes);
	fields->sequence = wiji_get_sequence(id->bytes);
	fields->version = wiji_get_version(id->bytes);
	wiji_date_write(fields->timestamp_us, fields->date);
	return WIJI_OK;
}

int
wiji_make(int64_t timestamp_us, int32_t sequence, int64_t random, wiji_t *id)
{
	if (timestamp_us < 0 || timestamp_us > WIJI_MAX_US)
		return WIJI_BAD_TIMESTAMP;
	if (sequence < 0 || sequence > WIJI_MAX_SEQUENCE)
		return WIJI_BAD_SEQUENCE;
	if (random < 0 || random > WIJI_MAX_RANDOM)
		return WIJI_BAD_RANDOM;
	wiji_pack(id->bytes, timestamp_us, (uint32_t) sequence, random);
	return WIJI_OK;
}

int
wiji_compare(const wiji_t *a, const wiji_t *b)
{
	return wiji_compare_bytes(a->bytes, b->bytes);
}

int
wiji_lower(int64_t timestamp_us, wiji_t *id)
{
	return wiji_make(timestamp_us, 0, 0, id);
}

int
wiji_upper(int64_t timestamp_us, wiji_t *id)
{
	return wiji_make(timestamp_us, WIJI_MAX_SEQUENCE, WIJI_MAX_RANDOM, id);
}

const char *
wiji_strerror(int status)
{
	switch (status)
	{
		case WIJI_OK:
			return "success";
		case WIJI_BAD_LENGTH:
			return "not as long as any form of a wiji";
		case WIJI_BAD_CHARACTER:
			return "a character that is invalid in a wiji";
		case WIJI_TOO_LARGE:
			return "more than 128 bits";
		case WIJI_BAD_VERSION:
			return "not a wiji of version 1";
		case WIJI_BAD_TIMESTAMP:
			return "timestamp out of range";
		case WIJI_BAD_SEQUENCE:
			return "sequence out of range";
		case WIJI_BAD_RANDOM:
			return "random bits out of range";
		case WIJI_BAD_OPTION:
			return "options that this version of libwiji does not know";
		case WIJI_CLOCK_BEHIND:
			return "the clock is behind the last ID";
		case WIJI_NO_CLOCK:
			return "the clock cannot be read, or its time is out of range";
		case WIJI_NO_RANDOM:
			return "no random bits available";
		case WIJI_NO_MEMORY:
			return "out of memory";
		default:
			return "unknown status";
	}
}

const char *
wiji_library_version(void)
{
	return LIBWIJI_VERSION;
}
