/*
 * siblings/siq/fuzz/fuzz_siq.c
 *		Any bytes as the text of a siq, as a siq, as two, and as a UUID.
 */
#include "core/hex.h"
#include "siblings/siq/core.h"
#include "test/fuzz/fuzz.h"

static const char base32[] = "abcdefghijklmnopqrstuvwxyz234567";

static void
fuzz_text(const char *text, size_t n)
{
	uint8_t		id[SIQ_LEN];
	uint32_t	checksum = 0;
	id_status	status = siq_decode(text, n, id, &checksum);
	size_t		prefix = n == SIQ_TEXT_LEN ? SIQ_PREFIX_LEN : 0;
	bool		hex = n == SIQ_HEX_LEN;
	size_t		first_bad = 0;
	char		printed[SIQ_TEXT_LEN];

	CHECK((status == ID_BAD_LENGTH) == (n != 28 && n != 29 && n != 37));
	CHECK(siq_first_bad(text, n) <= n);
	if (status == ID_BAD_LENGTH)
		return;

	while (first_bad < prefix && text[first_bad] == "did:siq:"[first_bad])
		first_bad++;
	if (first_bad == prefix)
		first_bad += first_not_in(hex ? HEX : base32, text + prefix, n - prefix);
	CHECK(siq_first_bad(text, n) == first_bad && (status == ID_BAD_CHARACTER) == (first_bad < n));
	if (status == ID_BAD_CHARACTER)
		return;

	CHECK(status == (!hex && digit_in(base32, text[prefix]) > 15 ? ID_TOO_LARGE : ID_OK));
	if (status != ID_OK)
		return;

	if (hex)
	{
		id_hex_encode(id, SIQ_LEN, printed);
		for (size_t i = 0; i < n; i++)
			CHECK(printed[i] == (text[i] >= 'A' && text[i] <= 'F' ? text[i] - 'A' + 'a' : text[i]));
	}
	else
	{
		siq_encode(id, checksum, printed);
		CHECK(memcmp(printed + SIQ_PREFIX_LEN, text + prefix, SIQ_BASE32_LEN) == 0);
		CHECK(memcmp(printed, "did:siq:", SIQ_PREFIX_LEN) == 0);
	}
}

static void
fuzz_id(const uint8_t id[SIQ_LEN], uint32_t checksum)
{
	int			qualifier = siq_get_qualifier(id);
	int64_t		us = siq_get_timestamp_us(id);
	uint8_t		other[SIQ_LEN];
	uint32_t	other_checksum = ~checksum;
	uint8_t		uuid[SIQ_UUID_LEN];
	char		text[SIQ_TEXT_LEN];

	siq_encode(id, checksum, text);
	CHECK(siq_decode(text, SIQ_TEXT_LEN, other, &other_checksum) == ID_OK);
	CHECK(memcmp(id, other, SIQ_LEN) == 0 && checksum == other_checksum);

	siq_encode_uuid(id, uuid);
	CHECK(uuid[6] >> 4 == 8 && uuid[8] >> 6 == 2);
	CHECK(siq_decode_uuid(uuid, other) == ID_OK && memcmp(id, other, SIQ_LEN) == 0);

	if (qualifier >= 0)
	{
		siq_pack(other, siq_get_tick(id), (uint32_t) siq_get_shard(id), siq_get_domain(id),
				 (uint32_t) siq_get_serial(id), qualifier);
		CHECK(memcmp(id, other, SIQ_LEN) == 0);
		CHECK((uint32_t) siq_get_serial(id) <= siq_max_serial(qualifier));
		CHECK(siq_find_qualifier(siq_qualifiers[qualifier].name, strlen(siq_qualifiers[qualifier].name)) == qualifier);
	}
	else
		CHECK((id[13] & 0x1F) == 0x1C || (id[13] & 0x1F) == 0x12 || (id[13] & 0x1F) == 0x1A);

	CHECK(us >= 0 && us <= SIQ_MAX_US);
	siq_first_of(us, other);
	CHECK(siq_get_timestamp_us(other) == us && siq_compare(other, id) <= 0);
	siq_last_of(us, other);
	CHECK(siq_get_timestamp_us(other) == us && siq_compare(other, id) >= 0);

	/* a microsecond later is this tick still, or the next one */
	if (us < SIQ_MAX_US)
	{
		siq_first_of(us + 1, other);
		CHECK(siq_get_timestamp_us(other) > us && siq_compare(other, id) > 0);
		CHECK(siq_us_to_tick(us + 1) >= siq_us_to_tick(us));
	}
}

static void
fuzz_pair(const uint8_t a[SIQ_LEN], const uint8_t b[SIQ_LEN], uint32_t domain)
{
	uint32_t	domains[] = {siq_get_domain(a), siq_get_domain(b), domain};
	int			order = siq_compare(a, b);

	CHECK(order == sign(memcmp(a, b, SIQ_LEN)));
	for (int i = 0; i < 3; i++)
	{
		uint64_t	x = siq_sort_key(a, domains[i]);
		uint64_t	y = siq_sort_key(b, domains[i]);

		CHECK(x == y || (x < y) == (order < 0));
		CHECK(order != 0 || (x == y && siq_hash64(a, x) == siq_hash64(b, x)));
	}
}

static void
fuzz_uuid(const uint8_t uuid[SIQ_UUID_LEN])
{
	uint8_t		id[SIQ_LEN];
	uint8_t		again[SIQ_UUID_LEN];
	id_status	status = siq_decode_uuid(uuid, id);
	bool		version = uuid[6] >> 4 == 8 && uuid[8] >> 6 == 2;

	CHECK(status == (!version ? ID_BAD_VERSION : uuid[15] != 0 || uuid[14] & 3 ? ID_TOO_LARGE : ID_OK));
	if (status != ID_OK)
		return;
	siq_encode_uuid(id, again);
	CHECK(memcmp(uuid, again, SIQ_UUID_LEN) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_text((const char *) data, size);
	CHECK(siq_find_qualifier((const char *) data, size) < SIQ_QUALIFIERS);
	if (size >= SIQ_LEN)
		fuzz_id(data, (uint32_t) number_at(data, size, SIQ_LEN));
	if (size >= SIQ_UUID_LEN)
		fuzz_uuid(data);
	if (size >= 2 * SIQ_LEN)
		fuzz_pair(data, data + SIQ_LEN, (uint32_t) number_at(data, size, 2 * SIQ_LEN));
	return 0;
}
