/*
 * src/explain.c
 *		What is wrong with text or bytes that are not a wiji, in words.
 */
#include "postgres.h"

#include "core/wiji.h"
#include "compat.h"
#include "wiji_type.h"

/*
 * The version of these bytes as a UUID of RFC 9562, or 0 if they are not one.  Text of 26
 * characters is not that of a UUID.
 */
static int
wiji_version_as_uuid(size_t n, const uint8 *id)
{
	int			version = id[6] >> 4;

	return n != WIJI_TEXT_LEN && id[8] >> 6 == 2 && version <= 8 ? version : 0;
}

/* What is wrong with a character at this place of a text of n characters. */
static const char *
wiji_character_fault(size_t n, size_t at)
{
	if (n == WIJI_TEXT_LEN)
		return "is not in the Crockford base32 alphabet";
	if (n == WIJI_UUID_LEN && wiji_uuid_has_hyphen(at))
		return "is not the hyphen that the UUID form has there";
	if (n == WIJI_UUID_LEN || n == WIJI_HEX_LEN)
		return "is not a hexadecimal digit";
	return "is not in any form of a wiji";
}

char *
wiji_explain(id_status status, const char *text, size_t n, const uint8 *id)
{
	size_t		bad;

	switch (status)
	{
		case ID_TOO_LARGE:
			return psprintf("A first character beyond \"7\", here \"%c\", would need more than 128 bits.",
							text[0]);
		case ID_BAD_VERSION:
			if (wiji_version_as_uuid(n, id) != 0)
				return psprintf("The value is a UUID of version %d, not a wiji.", wiji_version_as_uuid(n, id));
			return psprintf("Found version %d; the only version of a wiji is %d.",
							wiji_get_version(id), WIJI_VERSION);
		default:
			break;
	}

	/* a wrong character explains more than a wrong length */
	bad = wiji_first_bad(text, n);
	if (bad < n)
		return id_explain_character(text, n, bad, wiji_character_fault(n, bad));
	return psprintf("Expected %d characters, or %d of hexadecimal, or %d of the UUID form; found %zu.",
					WIJI_TEXT_LEN, WIJI_HEX_LEN, WIJI_UUID_LEN, n);
}

const char *
wiji_advise(id_status status, const char *text, size_t n, const uint8 *id)
{
	int			version;

	if (status != ID_BAD_VERSION)
		return NULL;
	version = wiji_version_as_uuid(n, id);
	if (id_server_reads_uuid(version))
		return "Use wiji_generate(uuid_extract_timestamp(uuid)) for an ID with the time of the UUID.";
	if (version == 0 && text != NULL)
		return NULL;
	return "Call wiji_generate() for a new ID, or wiji_generate(timestamptz) for an existing row.";
}
