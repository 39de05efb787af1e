/*
 * siblings/tid62/fuzz/fuzz_tid62.c
 *		Any bytes as the text of a tid62, as a tid62, as two, and as the other
 *		IDs of its document.
 */
#include "siblings/tid62/core.h"
#include "test/fuzz/fuzz.h"

static void
fuzz_text(const char *text, size_t n)
{
	uint8_t		id[TID62_LEN];
	id_status	status = tid62_decode(text, n, id);
	size_t		first_bad = first_not_in(TID62_BASE62, text, n);
	char		printed[TID62_TEXT_LEN];

	CHECK(tid62_first_bad(text, n, TID62_BASE62, 62) == first_bad);
	CHECK(status == (n != TID62_TEXT_LEN ? ID_BAD_LENGTH : first_bad < n ? ID_BAD_CHARACTER :
					 memcmp(text, "1f2SI9UJPXvb7vdJ1", TID62_TEXT_LEN) > 0 ? ID_TOO_LARGE : ID_OK));
	if (status != ID_OK)
		return;
	tid62_encode(id, printed);
	CHECK(memcmp(printed, text, TID62_TEXT_LEN) == 0);
}

static void
fuzz_uuid464_text(const char *text, size_t n)
{
	uint8_t		uuid[TID62_UUID_LEN];
	id_status	status = tid62_decode_uuid464(text, n, uuid);
	char		printed[TID62_UUID464_LEN];

	CHECK(status == (n != TID62_UUID464_LEN ? ID_BAD_LENGTH :
					 first_not_in(TID62_BASE64URL, text, n) < n ? ID_BAD_CHARACTER :
					 strchr("AQgw", text[n - 1]) == NULL ? ID_TOO_LARGE : ID_OK));
	if (status != ID_OK)
		return;
	tid62_encode_uuid464(uuid, printed);
	CHECK(memcmp(printed, text, TID62_UUID464_LEN) == 0);
}

static void
fuzz_seq_text(const char *text, size_t n, int base, size_t len, int64_t max)
{
	char		alphabet[] = TID62_BASE36;
	int64_t		number;
	id_status	status = tid62_decode_seq(text, n, base, len, &number);
	char		printed[TID62_SEQ10_LEN];

	alphabet[base] = '\0';
	CHECK(status == (n != len ? ID_BAD_LENGTH : first_not_in(alphabet, text, n) < n ? ID_BAD_CHARACTER : ID_OK));
	if (status != ID_OK)
		return;
	CHECK(number >= 0 && number <= max);
	tid62_encode_seq(number, base, len, printed);
	CHECK(memcmp(printed, text, len) == 0);
}

static void
fuzz_seq(int64_t number, int base, size_t len, int64_t max)
{
	char		text[TID62_SEQ10_LEN];
	char		before[TID62_SEQ10_LEN];
	int64_t		read;

	number = (int64_t) ((uint64_t) number % ((uint64_t) max + 1));
	tid62_encode_seq(number, base, len, text);
	CHECK(tid62_decode_seq(text, len, base, len, &read) == ID_OK && read == number);
	if (number == 0)
		return;
	tid62_encode_seq(number - 1, base, len, before);
	CHECK(memcmp(before, text, len) < 0);
}

static void
fuzz_id(const uint8_t id[TID62_LEN])
{
	int64_t		us = tid62_get_timestamp_us(id);
	uint8_t		other[TID62_LEN];
	char		text[TID62_TEXT_LEN];

	tid62_encode(id, text);
	CHECK(tid62_decode(text, TID62_TEXT_LEN, other) == ID_OK && memcmp(id, other, TID62_LEN) == 0);

	tid62_pack(other, tid62_get_seconds(id), load_be64(id + TID62_RANDOM_AT));
	CHECK(memcmp(id, other, TID62_LEN) == 0);

	CHECK(us >= TID62_MIN_US && us <= TID62_MAX_US && tid62_us_to_seconds(us) == tid62_get_seconds(id));
	tid62_first_of(us, other);
	CHECK(tid62_get_timestamp_us(other) == us && tid62_compare(other, id) <= 0);
	tid62_last_of(us + 999999, other);
	CHECK(tid62_get_timestamp_us(other) == us && tid62_compare(other, id) >= 0);
	if (tid62_get_seconds(id) < UINT32_MAX)
	{
		tid62_first_of(us + 1, other);
		CHECK(tid62_get_timestamp_us(other) == us + 1000000);
	}
}

static void
fuzz_pair(const uint8_t a[TID62_LEN], const uint8_t b[TID62_LEN])
{
	int			order = tid62_compare(a, b);
	uint64_t	x = tid62_sort_key(a);
	uint64_t	y = tid62_sort_key(b);
	char		s[TID62_TEXT_LEN];
	char		t[TID62_TEXT_LEN];

	CHECK(order == sign(memcmp(a, b, TID62_LEN)));
	CHECK(x == y || (x < y) == (order < 0));
	CHECK(order != 0 || tid62_hash64(a, x) == tid62_hash64(b, x));
	tid62_encode(a, s);
	tid62_encode(b, t);
	CHECK(order == sign(memcmp(s, t, TID62_TEXT_LEN)));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *) data;
	int64_t		number = (int64_t) number_at(data, size, 0);

	fuzz_text(text, size);
	fuzz_uuid464_text(text, size);
	fuzz_seq_text(text, size, 10, TID62_SEQ10_LEN, TID62_SEQ10_MAX);
	fuzz_seq_text(text, size, 36, TID62_SEQ36_LEN, TID62_SEQ36_MAX);
	fuzz_seq(number, 10, TID62_SEQ10_LEN, TID62_SEQ10_MAX);
	fuzz_seq(number, 36, TID62_SEQ36_LEN, TID62_SEQ36_MAX);
	if (size >= TID62_LEN)
		fuzz_id(data);
	if (size >= TID62_UUID_LEN)
	{
		uint8_t		uuid[TID62_UUID_LEN];
		char		printed[TID62_UUID464_LEN];

		tid62_encode_uuid464(data, printed);
		CHECK(tid62_decode_uuid464(printed, TID62_UUID464_LEN, uuid) == ID_OK);
		CHECK(memcmp(data, uuid, TID62_UUID_LEN) == 0);
	}
	if (size >= 2 * TID62_LEN)
		fuzz_pair(data, data + TID62_LEN);
	return 0;
}
