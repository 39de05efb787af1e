/*
 * test/fuzz/fuzz_wiji.c
 *		Any bytes as the text of a wiji, as a wiji, and as two.
 */
#include "core/hex.h"
#include "core/wiji.h"
#include "test/fuzz/fuzz.h"
#include "test/uuid.h"

/* in the order of their values; then the letters that are read as 1, 1, 0 and V */
static const char crockford[] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

static char
canonical_digit(char c)
{
	if (c >= 'a' && c <= 'z')
		c = (char) (c - 'a' + 'A');
	return c == 'I' || c == 'L' ? '1' : c == 'O' ? '0' : c == 'U' ? 'V' : c;
}

/* An ID in the form of n characters, as it is printed. */
static void
encode(const uint8_t id[WIJI_LEN], size_t n, char text[WIJI_UUID_LEN])
{
	if (n == WIJI_TEXT_LEN)
		wiji_encode(id, text);
	else if (n == WIJI_UUID_LEN)
		encode_uuid(id, text);
	else
		id_hex_encode(id, WIJI_LEN, text);
}

static void
fuzz_text(const char *text, size_t n)
{
	bool		base32 = n == WIJI_TEXT_LEN;
	bool		allowed = true;
	uint8_t		id[WIJI_LEN];
	id_status	status = wiji_decode(text, n, id);
	char		printed[WIJI_UUID_LEN];

	CHECK((status == ID_BAD_LENGTH) == (n != WIJI_TEXT_LEN && n != WIJI_HEX_LEN && n != WIJI_UUID_LEN));
	CHECK(wiji_first_bad(text, n) <= n);
	if (status == ID_BAD_LENGTH)
		return;

	for (size_t i = 0; i < n; i++)
	{
		bool		hyphen = n == WIJI_UUID_LEN && (i == 8 || i == 13 || i == 18 || i == 23);
		bool		good = base32 ? digit_in(crockford, canonical_digit(text[i])) >= 0 :
			hyphen ? text[i] == '-' : digit_in(HEX, text[i]) >= 0;

		if (allowed && !good)
			CHECK(wiji_first_bad(text, n) == i);
		allowed &= good;
	}
	CHECK(allowed == (status != ID_BAD_CHARACTER) && allowed == (wiji_first_bad(text, n) == n));
	if (!allowed)
		return;

	CHECK((status == ID_TOO_LARGE) == (base32 && digit_in(crockford, canonical_digit(text[0])) > 7));
	if (status == ID_TOO_LARGE)
		return;

	/* accepted bytes have version 1, and bytes that have it are accepted */
	CHECK(status == (id[9] >> 4 == 1 ? ID_OK : ID_BAD_VERSION) && status == wiji_check(id));
	encode(id, n, printed);
	for (size_t i = 0; i < n; i++)
		CHECK(printed[i] == (base32 ? canonical_digit(text[i]) :
							 text[i] >= 'A' && text[i] <= 'F' ? text[i] - 'A' + 'a' : text[i]));
}

static void
fuzz_id(const uint8_t id[WIJI_LEN])
{
	static const size_t forms[] = {WIJI_TEXT_LEN, WIJI_HEX_LEN, WIJI_UUID_LEN};

	uint8_t		other[WIJI_LEN];
	char		text[WIJI_UUID_LEN];

	for (int i = 0; i < 3; i++)
	{
		encode(id, forms[i], text);
		CHECK(wiji_decode(text, forms[i], other) == wiji_check(id) && memcmp(id, other, WIJI_LEN) == 0);
	}
	if (wiji_check(id) != ID_OK)
		return;

	wiji_pack(other, wiji_get_timestamp_us(id), (uint32_t) wiji_get_sequence(id), wiji_get_random(id));
	CHECK(memcmp(id, other, WIJI_LEN) == 0);

	if (wiji_increment(other))
	{
		CHECK(wiji_check(other) == ID_OK && wiji_compare(id, other) < 0);
		CHECK(wiji_decrement(other));
	}
	CHECK(memcmp(id, other, WIJI_LEN) == 0);
	if (wiji_decrement(other))
	{
		CHECK(wiji_check(other) == ID_OK && wiji_compare(id, other) > 0);
		CHECK(wiji_increment(other));
	}
	CHECK(memcmp(id, other, WIJI_LEN) == 0);

	wiji_first_of(wiji_get_timestamp_us(id), other);
	CHECK(wiji_compare(other, id) <= 0 && wiji_get_timestamp_us(other) == wiji_get_timestamp_us(id));
	CHECK(!wiji_decrement(other) || wiji_get_timestamp_us(other) == wiji_get_timestamp_us(id) - 1);
	wiji_last_of(wiji_get_timestamp_us(id), other);
	CHECK(wiji_compare(other, id) >= 0 && wiji_get_timestamp_us(other) == wiji_get_timestamp_us(id));
	CHECK(!wiji_increment(other) || wiji_get_timestamp_us(other) == wiji_get_timestamp_us(id) + 1);
}

static void
fuzz_pair(const uint8_t a[WIJI_LEN], const uint8_t b[WIJI_LEN])
{
	int			order = wiji_compare(a, b);
	uint64_t	x = wiji_sort_key(a);
	uint64_t	y = wiji_sort_key(b);

	CHECK(order == sign(memcmp(a, b, WIJI_LEN)));
	CHECK(x == y || (x < y) == (order < 0));
	CHECK(order != 0 || (x == y && wiji_hash64(a, x) == wiji_hash64(b, x)));
	if (order <= 0)
		CHECK((wiji_distance(a, b) > 0) == (order < 0));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_text((const char *) data, size);
	if (size >= WIJI_LEN)
		fuzz_id(data);
	if (size >= 2 * WIJI_LEN)
		fuzz_pair(data, data + WIJI_LEN);
	return 0;
}
