/*
 * test/proof/proof_uid60.c
 *		src/core/uid60.h and src/core/uid60.c: fields, slots and text of a uid60.
 */
#include "core/uid60.c"
#include "test/proof/proof.h"

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

#define SLOTS (INT64_C(1) << 51)

/* Any id: 8 bytes with four zero bits in front. */
static void
any_id(uint8_t id[UID60_LEN])
{
	uint8_t		any[UID60_LEN];

	memcpy(id, any, UID60_LEN);
	ASSUME(id[0] < 16);
}

/* Every reader returns what pack was given, and the fields stand where the format has them. */
void
proof_uid60_fields(void)
{
	int64_t		ms;
	uint32_t	sequence;
	uint32_t	random;
	uint8_t		id[UID60_LEN];

	ASSUME(ms >= 0 && ms < INT64_C(1) << 42);
	ASSUME(sequence < 512 && random < 512);
	uid60_pack(id, ms << 9 | sequence, random);
	CLAIM(uid60_get_timestamp_us(id) == INT64_C(1519862400000000) + ms * 1000);
	CLAIM(uid60_get_sequence(id) == (int32_t) sequence);
	CLAIM(uid60_get_random(id) == (int32_t) random);
	CLAIM(uid60_slot_ms(ms << 9 | sequence) == ms);
	CLAIM(uid60_check(id) == ID_OK);
	CLAIM(number_of(id, UID60_LEN) == ((uint64_t) ms << 18 | sequence << 9 | random));
}

/*
 * Any 8 bytes with four zero bits in front are the id that pack makes of their
 * fields; all others are refused.
 */
void
proof_uid60_any_bytes(void)
{
	uint8_t		id[UID60_LEN];
	uint8_t		again[UID60_LEN];

	CLAIM(uid60_check(id) == (id[0] < 16 ? ID_OK : ID_TOO_LARGE));
	if (uid60_check(id) == ID_OK)
	{
		int64_t		ms = number_of(id, UID60_LEN) >> 18;

		CLAIM(uid60_get_timestamp_us(id) == UID60_EPOCH_US + ms * 1000);
		uid60_pack(again, ms << 9 | uid60_get_sequence(id), uid60_get_random(id));
		CLAIM(equal(id, again, UID60_LEN));
	}
}

/* The id that a bound is, as a number: proof_uid60_fields says that pack writes it. */
static uint64_t the_number;

void
promised_uid60_pack(uint8_t id[UID60_LEN], int64_t slot, uint32_t random)
{
	CLAIM(slot >= 0 && slot < SLOTS && random < 512);
	the_number = (uint64_t) slot * 512 + random;
}

/*
 * The ids whose time is not after a moment, and no others, are its last id and
 * all smaller ones; those whose time is not before it, its first id and all
 * greater ones.  The time of an id is that of its first 42 bits
 * (proof_uid60_any_bytes).
 */
void
proof_uid60_bounds(void)
{
	int64_t		us;
	uint64_t	number;
	int64_t		time;
	uint8_t		id[UID60_LEN];

	ASSUME(number < UINT64_C(1) << 60);
	ASSUME(us >= UID60_EPOCH_US && us <= UID60_MAX_US);
	time = INT64_C(1519862400000000) + (int64_t) (number >> 18) * 1000;
	uid60_last_of(us, id);
	CLAIM((time <= us) == (number <= the_number));

	/* no id is later than the beginning of the last millisecond */
	ASSUME(us <= UID60_MAX_US - 999);
	uid60_first_of(us, id);
	CLAIM((time >= us) == (number >= the_number));
}

/*
 * From any slot and with any clock, the next slot is greater: the clock's
 * millisecond, with a sequence in the lower half that goes on from the last,
 * or the last millisecond with the next sequence.  Only if there is none of
 * these, it has to wait.
 */
void
proof_uid60_next_slot(void)
{
	int64_t		last;
	int64_t		now;
	int64_t		slot;
	int64_t		last_sequence;

	ASSUME(last >= -512 && last < SLOTS);
	last_sequence = (last + 512) % 512;
	ASSUME(now >= 0 && now < INT64_C(1) << 42);
	slot = uid60_next_slot(last, now);
	CLAIM(slot == UID60_NO_SLOT || (slot > last && slot >= 0 && slot < SLOTS));
	CLAIM((slot == UID60_NO_SLOT) == (uid60_slot_ms(last) >= now && last_sequence == 511));
	if (slot == UID60_NO_SLOT)
		return;
	if (now > uid60_slot_ms(last))
		CLAIM(slot == now * 512 + (last_sequence + 1) % 256);
	else
		CLAIM(slot == last + 1);
}

/* Before the first slot is the millisecond before the epoch, with any sequence that is drawn. */
void
proof_uid60_slot_before_first(void)
{
	uint64_t	random;
	int64_t		slot = uid60_slot_before_first(random);

	CLAIM(uid60_slot_ms(slot) == -1);
	CLAIM((slot & 511) == 511 - random % 512);
}

/*
 * Text is ten digits of six bits, the last two moved to the front, and is read back as the
 * same id.
 */
void
proof_uid60_text(void)
{
	uint8_t		id[UID60_LEN];
	uint8_t		again[UID60_LEN];
	char	   *text = any_text(UID60_TEXT_LEN);
	uint64_t	number;

	any_id(id);
	number = number_of(id, UID60_LEN);
	uid60_encode(id, text);
	for (int i = 0; i < 8; i++)
		CLAIM(text[i + 2] == alphabet[number >> (54 - 6 * i) & 0x3F]);
	CLAIM(text[0] == alphabet[number >> 6 & 0x3F]);
	CLAIM(text[1] == alphabet[number & 0x3F]);
	CLAIM(uid60_decode(text, UID60_TEXT_LEN, again) == ID_OK);
	CLAIM(equal(id, again, UID60_LEN));
}

static void
read_text(size_t n)
{
	char	   *text = any_text(n);
	uint8_t		id[UID60_LEN];
	size_t		bad = n;
	uint64_t	number = 0;
	id_status	status = uid60_decode(text, n, id);

	for (int i = n - 1; i >= 0; i--)
		if (digit_in(alphabet, 64, text[i]) < 0)
			bad = i;
	CLAIM(uid60_first_bad(text, n) == bad);
	CLAIM(status == (bad == n ? ID_OK : ID_BAD_CHARACTER));
	if (status != ID_OK)
		return;
	for (size_t i = 2; i < n; i++)
		number = number << 6 | digit_in(alphabet, 64, text[i]);
	number = number << 6 | digit_in(alphabet, 64, text[0]);
	number = number << 6 | digit_in(alphabet, 64, text[1]);
	CLAIM(number_of(id, UID60_LEN) == number);
}

/*
 * A text of ten is accepted just where each character is a digit, and has
 * their bits.  first_bad is the place of the first that is none.
 */
void
proof_uid60_read_ten(void)
{
	read_text(UID60_TEXT_LEN);
}

/* A text of nine is accepted in the same way, and lacks the first of ten digits. */
void
proof_uid60_read_nine(void)
{
	read_text(UID60_SHORT_LEN);
}

/* Other lengths than 9 and 10 are refused, and no byte of them is read. */
void
proof_uid60_lengths(void)
{
	size_t		n;
	uint8_t		id[UID60_LEN];

	ASSUME(n != 9 && n != 10);
	CLAIM(uid60_decode(NULL, n, id) == ID_BAD_LENGTH);
}

/* Of a text of any length, first_bad is the place of the first byte that is no digit. */
void
proof_uid60_first_bad(void)
{
	char		c;
	size_t		n;
	char	   *text = any_text(n);
	size_t		bad = n;

	ASSUME(n <= 40);
	CLAIM((values[(uint8_t) c] == XX) == (digit_in(alphabet, 64, c) < 0));
	for (int i = 39; i >= 0; i--)
		if (i < (int) n && values[(uint8_t) text[i]] == XX)
			bad = i;
	CLAIM(uid60_first_bad(text, n) == bad);
}

/* What is greater than all ids has a text that is refused. */
void
proof_uid60_end(void)
{
	uint8_t		end[UID60_LEN];
	char	   *text = any_text(UID60_TEXT_LEN);

	ASSUME(end[0] >= 16);
	uid60_encode(end, text);
	CLAIM(uid60_decode(text, UID60_TEXT_LEN, end) == ID_BAD_CHARACTER);
	CLAIM(text[0] == '~' && equal(text, text + 1, UID60_TEXT_LEN - 1));
}
