/*
 * siblings/uid60/fuzz/fuzz_uid60.c
 *		Any bytes as the text of a uid60, as a uid60, and as a clock.
 */
#include "siblings/uid60/core.h"
#include "test/fuzz/fuzz.h"

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

static void
fuzz_text(const char *text, size_t n)
{
	uint8_t		id[UID60_LEN];
	id_status	status = uid60_decode(text, n, id);
	size_t		first_bad = first_not_in(digits, text, n);
	char		printed[UID60_TEXT_LEN];

	CHECK(uid60_first_bad(text, n) == first_bad);
	CHECK(status == (n != 9 && n != 10 ? ID_BAD_LENGTH : first_bad < n ? ID_BAD_CHARACTER : ID_OK));
	if (status != ID_OK)
		return;
	CHECK(uid60_check(id) == ID_OK && load_be64(id) <= UID60_MAX);
	uid60_encode(id, printed);

	/*
	 * of nine digits the leading one, which is zero, was left out, in the
	 * third place
	 */
	CHECK(memcmp(printed, text, 2) == 0 && memcmp(printed + 10 - 7, text + n - 7, 7) == 0);
	CHECK(printed[2] == (n == 10 ? text[2] : 'A'));
}

static void
fuzz_id(const uint8_t id[UID60_LEN])
{
	int64_t		us = uid60_get_timestamp_us(id);
	uint8_t		other[UID60_LEN];
	char		text[UID60_TEXT_LEN];

	CHECK(uid60_check(id) == (load_be64(id) <= UID60_MAX ? ID_OK : ID_TOO_LARGE));
	if (uid60_check(id) != ID_OK)
		return;

	uid60_encode(id, text);
	CHECK(uid60_decode(text, UID60_TEXT_LEN, other) == ID_OK && memcmp(id, other, UID60_LEN) == 0);
	if (text[2] == 'A')
	{
		memmove(text + 2, text + 3, 7);
		CHECK(uid60_decode(text, UID60_SHORT_LEN, other) == ID_OK && memcmp(id, other, UID60_LEN) == 0);
	}

	uid60_pack(other, (us - UID60_EPOCH_US) / 1000 << 9 | uid60_get_sequence(id), (uint32_t) uid60_get_random(id));
	CHECK(memcmp(id, other, UID60_LEN) == 0);

	CHECK(us >= UID60_EPOCH_US && us <= UID60_MAX_US && us % 1000 == 0);
	uid60_first_of(us, other);
	CHECK(uid60_get_timestamp_us(other) == us && memcmp(other, id, UID60_LEN) <= 0);
	uid60_last_of(us + 999, other);
	CHECK(uid60_get_timestamp_us(other) == us && memcmp(other, id, UID60_LEN) >= 0);
	if (us < UID60_MAX_US - 999)
	{
		uid60_first_of(us + 1, other);
		CHECK(uid60_get_timestamp_us(other) == us + 1000);
	}
}

/* Slots follow the rule, whatever the clock does: it steps by -2 to 1 ms. */
static void
fuzz_clock(const uint8_t *data, size_t size)
{
	int64_t		last = uid60_slot_before_first(size);
	int64_t		now = (int64_t) number_at(data, size, 0) & UID60_MAX_MS;

	for (size_t i = 0; i < size; i++)
	{
		int64_t		next;

		now += (int8_t) data[i] >> 6;
		now = now < 0 ? 0 : now > UID60_MAX_MS ? UID60_MAX_MS : now;
		next = uid60_next_slot(last, now);
		if (last < 0 || now > last / 512)
			CHECK(next == now * 512 + (last + 512 + 1) % 256);
		else if (last % 512 == 511)
			CHECK(next == UID60_NO_SLOT);
		else
			CHECK(next == last + 1);
		if (next != UID60_NO_SLOT)
			last = next;
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_text((const char *) data, size);
	if (size >= UID60_LEN)
		fuzz_id(data);
	fuzz_clock(data, size);
	return 0;
}
