/*
 * test/proof/proof_siq.c
 *		src/core/siq.h and src/core/siq.c: fields, ticks, order and texts of a siq.
 */
#include "core/siq.c"
#include "core/hex.c"
#include "test/proof/proof.h"

static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz234567";

#define TICKS (INT64_C(1) << 56)

/* Every reader returns what pack was given, and the fields stand where the format has them. */
void
proof_siq_fields(void)
{
	int64_t		tick;
	uint32_t	shard;
	uint32_t	domain;
	uint32_t	serial;
	int			qualifier;
	uint8_t		id[SIQ_LEN];
	uint32_t	last;

	ASSUME(tick >= 0 && tick < TICKS);
	ASSUME(shard < 256);
	ASSUME(qualifier >= 0 && qualifier < SIQ_QUALIFIERS);
	ASSUME(serial <= siq_max_serial(qualifier));
	siq_pack(id, tick, shard, domain, serial, qualifier);
	CLAIM(siq_get_tick(id) == tick);
	CLAIM(siq_get_shard(id) == (int32_t) shard);
	CLAIM(siq_get_domain(id) == domain);
	CLAIM(siq_get_qualifier(id) == qualifier);
	CLAIM(siq_get_serial(id) == (int32_t) serial);
	CLAIM(siq_check(id) == ID_OK);

	last = serial << siq_qualifiers[qualifier].bits | siq_qualifiers[qualifier].value;
	CLAIM(last < 1 << 16);
	CLAIM(number_of(id, SIQ_LEN) == ((unsigned __int128) tick << 56 | (uint64_t) shard << 48 |
									 (uint64_t) domain << 16 | last));
}

/*
 * Any 14 bytes are an id, the one that pack makes of their fields, unless
 * their qualifier is one of the three unassigned values, 10010, 11010 and 11100.
 */
void
proof_siq_any_bytes(void)
{
	uint8_t		id[SIQ_LEN];
	uint8_t		again[SIQ_LEN];
	int			qualifier = siq_get_qualifier(id);
	uint8_t		bits = id[13] % 32;

	CLAIM(siq_check(id) == ID_OK);
	CLAIM((qualifier < 0) == (bits == 0x12 || bits == 0x1A || bits == 0x1C));
	CLAIM(siq_get_is_leaf(id) == (bits % 2 == 1));
	CLAIM(siq_get_can_have_children(id) == (bits % 4 == 2));
	if (qualifier < 0)
		CLAIM(siq_get_serial(id) == (int32_t) (number_of(id, SIQ_LEN) >> 5 & 0x7FF));
	else
	{
		CLAIM((uint32_t) siq_get_serial(id) <= siq_max_serial(qualifier));
		siq_pack(again, siq_get_tick(id), siq_get_shard(id), siq_get_domain(id), siq_get_serial(id), qualifier);
		CLAIM(equal(id, again, SIQ_LEN));
	}
}

/* No value of 16 bits has two qualifiers, and a qualifier's serials and bits fill them. */
void
proof_siq_qualifiers(void)
{
	int			a;
	int			b;
	uint16_t	last;
	const siq_qualifier_kind *x;
	const siq_qualifier_kind *y;

	ASSUME(a >= 0 && a < SIQ_QUALIFIERS && b >= 0 && b < SIQ_QUALIFIERS);
	x = &siq_qualifiers[a];
	y = &siq_qualifiers[b];
	CLAIM(x->bits >= 3 && x->bits <= 5 && x->value >> x->bits == 0);
	CLAIM(siq_max_serial(a) == (UINT32_C(1) << (16 - x->bits)) - 1);
	if ((last & ((1 << x->bits) - 1)) == x->value && (last & ((1 << y->bits) - 1)) == y->value)
		CLAIM(a == b);
}

/* A local id replaces the first byte of a domain's hash; 256 means zero, and 0 is none. */
void
proof_siq_local_domain(void)
{
	uint32_t	hash;
	uint32_t	local_id;
	uint32_t	domain = siq_local_domain(hash, local_id);

	ASSUME(local_id <= SIQ_MAX_LOCAL_ID);
	CLAIM(domain % (1 << 24) == hash % (1 << 24));
	CLAIM(domain >> 24 == (local_id == 0 ? hash >> 24 : local_id == 256 ? 0 : local_id));
}

/* compare orders ids as their bytes are, and no sort key, whatever its domain, contradicts it. */
void
proof_siq_order(void)
{
	uint8_t		a[SIQ_LEN];
	uint8_t		b[SIQ_LEN];
	uint32_t	domain;
	uint64_t	x = siq_sort_key(a, domain);
	uint64_t	y = siq_sort_key(b, domain);
	int			order = siq_compare(a, b);

	CLAIM(order == order_of(a, b, SIQ_LEN));
	CLAIM(order >= 0 || x <= y);
	CLAIM(order <= 0 || x >= y);
}

/*
 * Up to 2242, keys of ids of their domain are equal only where tick, shard
 * and serial, without its bits beyond the qualifier's 3 lowest, are equal; the
 * latter up to 125.
 */
void
proof_siq_sort_key(void)
{
	uint8_t		a[SIQ_LEN];
	uint8_t		b[SIQ_LEN];
	uint32_t	s = number_of(a, SIQ_LEN) >> 3 & 0x1FFF;
	uint32_t	t = number_of(b, SIQ_LEN) >> 3 & 0x1FFF;
	uint32_t	domain = siq_get_domain(a);

	ASSUME(siq_get_tick(a) >> 49 == 0 && siq_get_tick(b) >> 49 == 0);
	ASSUME(siq_get_domain(b) == domain);
	if (siq_sort_key(a, domain) == siq_sort_key(b, domain))
	{
		CLAIM(siq_get_tick(a) == siq_get_tick(b) && siq_get_shard(a) == siq_get_shard(b));
		CLAIM(s == t || (s >= 125 && t >= 125));
	}
}

/*
 * A tick is 1/65536 of a second.  Its time is cut to the microsecond, and ids
 * have this time.
 */
void
proof_siq_tick_to_us(void)
{
	int64_t		tick;
	int64_t		us;
	unsigned	__int128 time = (unsigned __int128) tick * 1000000;

	ASSUME(tick >= 0 && tick < TICKS);
	us = siq_tick_to_us(tick);
	CLAIM((unsigned __int128) us * 65536 <= time && time < (unsigned __int128) (us + 1) * 65536);
	CLAIM(us >= 0 && us <= SIQ_MAX_US);
}

/* The time of an id is that of its tick. */
void
proof_siq_timestamp(void)
{
	uint8_t		id[SIQ_LEN];

	CLAIM(siq_get_timestamp_us(id) == siq_tick_to_us(siq_get_tick(id)));
}

/* The tick of a moment has begun and has not ended. */
void
proof_siq_us_to_tick(void)
{
	int64_t		us;
	int64_t		tick;
	unsigned	__int128 time = (unsigned __int128) us * 65536;

	ASSUME(us >= 0 && us <= SIQ_MAX_US);
	tick = siq_us_to_tick(us);
	CLAIM((unsigned __int128) tick * 1000000 <= time && time < ((unsigned __int128) tick + 1) * 1000000);
	CLAIM(tick >= 0 && tick < TICKS);
}

/* The ticks whose time is not before a moment are the first tick of it and all later ones. */
void
proof_siq_first_tick(void)
{
	int64_t		us;
	int64_t		tick;

	ASSUME(us >= 0 && us <= SIQ_MAX_US && tick >= 0 && tick < TICKS);
	CLAIM((siq_tick_to_us(tick) >= us) == (tick >= siq_first_tick(us)));
	CLAIM((siq_tick_to_us(tick) <= us) == (tick < siq_first_tick(us + 1)));
	CLAIM(siq_first_tick(us) < TICKS && siq_first_tick(us + 1) <= TICKS && siq_first_tick(us + 1) > 0);
}

/* What proof_siq_first_tick says, of the tick of the id that proof_siq_bounds looks at. */
static int64_t a_tick;
static int64_t a_time;

int64_t
promised_siq_first_tick(int64_t us)
{
	int64_t		first;

	ASSUME(first >= (us > 0) && first <= TICKS - (us <= SIQ_MAX_US));
	ASSUME((a_time >= us) == (a_tick >= first));
	return first;
}

int64_t
promised_siq_tick_to_us(int64_t tick)
{
	CLAIM(tick == a_tick);
	return a_time;
}

/*
 * The ids whose time is not before a moment, and no others, are its first id
 * and all greater ones; those whose time is not after it, its last id and all
 * smaller ones.
 */
void
proof_siq_bounds(void)
{
	int64_t		us;
	int64_t		time;
	uint8_t		id[SIQ_LEN];
	uint8_t		first[SIQ_LEN];
	uint8_t		last[SIQ_LEN];

	ASSUME(us >= 0 && us <= SIQ_MAX_US && time >= 0 && time <= SIQ_MAX_US);
	a_tick = siq_get_tick(id);
	a_time = time;
	siq_first_of(us, first);
	siq_last_of(us, last);
	CLAIM((siq_get_timestamp_us(id) >= us) == (order_of(id, first, SIQ_LEN) >= 0));
	CLAIM((siq_get_timestamp_us(id) <= us) == (order_of(id, last, SIQ_LEN) <= 0));
}

/*
 * Text is the prefix, then five bits a character, the highest first: checksum,
 * then id.  It is read back as they were.
 */
void
proof_siq_text(void)
{
	uint8_t		id[SIQ_LEN];
	uint8_t		again[SIQ_LEN];
	uint32_t	checksum;
	uint32_t	read;
	char	   *text = any_text(SIQ_TEXT_LEN);
	unsigned	__int128 number = number_of(id, SIQ_LEN);

	siq_encode(id, checksum, text);
	CLAIM(equal(text, "did:siq:", 8));
	for (int i = 0; i < 29; i++)
	{
		int			shift = 140 - 5 * i;
		uint64_t	bits = number >> (shift < 112 ? shift : 111) >> (shift < 112 ? 0 : 1);

		if (shift >= 112)
			bits = checksum >> (shift - 112);
		else if (shift > 107)
			bits |= (uint64_t) checksum << (112 - shift);
		CLAIM(text[8 + i] == alphabet[bits & 0x1F]);
	}
	CLAIM(siq_decode(text, SIQ_TEXT_LEN, again, &read) == ID_OK);
	CLAIM(equal(id, again, SIQ_LEN) && checksum == read);
	CLAIM(siq_decode(text + SIQ_PREFIX_LEN, SIQ_BASE32_LEN, again, &read) == ID_OK);
	CLAIM(equal(id, again, SIQ_LEN) && checksum == read);
	CLAIM(siq_has_checksum(SIQ_TEXT_LEN) && siq_has_checksum(SIQ_BASE32_LEN) && !siq_has_checksum(SIQ_HEX_LEN));
}

/*
 * A text of 37 is accepted just where it is the prefix and then one of 29 that
 * is; one of 29, where each character is in the alphabet, and the first has at
 * most four bits.  first_bad is the place of the first byte that is none of
 * this, and printing gives the text again.
 */
static void
read_text(size_t n)
{
	char	   *text = any_text(n);
	char	   *printed = any_text(SIQ_TEXT_LEN);
	uint8_t		id[SIQ_LEN];
	uint32_t	checksum;
	size_t		prefix = n - SIQ_BASE32_LEN;
	size_t		bad = n;
	id_status	status = siq_decode(text, n, id, &checksum);

	for (int i = n - 1; i >= 0; i--)
		if (i < (int) prefix ? text[i] != "did:siq:"[i] : digit_in(alphabet, 32, text[i]) < 0)
			bad = i;
	CLAIM(siq_first_bad(text, n) == bad);
	CLAIM((status == ID_BAD_CHARACTER) == (bad < n));
	if (bad < n)
		return;

	CLAIM(status == (digit_in(alphabet, 32, text[prefix]) > 15 ? ID_TOO_LARGE : ID_OK));
	if (status != ID_OK)
		return;
	siq_encode(id, checksum, printed);
	CLAIM(equal(printed + SIQ_PREFIX_LEN, text + prefix, SIQ_BASE32_LEN));
}

void
proof_siq_read_text(void)
{
	read_text(SIQ_TEXT_LEN);
}

void
proof_siq_read_base32(void)
{
	read_text(SIQ_BASE32_LEN);
}

/* A text of 28 is accepted just where it has hexadecimal digits, as the bytes that they say. */
void
proof_siq_read_hex(void)
{
	char	   *text = any_text(SIQ_HEX_LEN);
	uint8_t		id[SIQ_LEN];
	uint32_t	checksum;
	size_t		bad = SIQ_HEX_LEN;
	unsigned	__int128 number = 0;
	id_status	status = siq_decode(text, SIQ_HEX_LEN, id, &checksum);

	for (int i = SIQ_HEX_LEN - 1; i >= 0; i--)
		if (id_hex_digit(text[i]) < 0)
			bad = i;
	CLAIM(siq_first_bad(text, SIQ_HEX_LEN) == bad);
	CLAIM(status == (bad < SIQ_HEX_LEN ? ID_BAD_CHARACTER : ID_OK));
	if (status != ID_OK)
		return;
	for (size_t i = 0; i < SIQ_HEX_LEN; i++)
		number = number << 4 | id_hex_digit(text[i]);
	CLAIM(number_of(id, SIQ_LEN) == number);
}

/*
 * A UUID has the id's bits in their order, version 8 and the RFC's variant.
 * UUIDs are ordered as their ids, and read back as they were.
 */
void
proof_siq_uuid(void)
{
	uint8_t		a[SIQ_LEN];
	uint8_t		b[SIQ_LEN];
	uint8_t		again[SIQ_LEN];
	uint8_t		u[SIQ_UUID_LEN];
	uint8_t		v[SIQ_UUID_LEN];
	unsigned	__int128 number = number_of(a, SIQ_LEN);

	siq_encode_uuid(a, u);
	siq_encode_uuid(b, v);
	CLAIM(order_of(u, v, SIQ_UUID_LEN) == siq_compare(a, b));
	CLAIM(number_of(u, SIQ_UUID_LEN) == (number >> 64 << 80 | (unsigned __int128) 8 << 76 | (number >> 52 & 0xFFF) << 64 |
										 (unsigned __int128) 2 << 62 | (number & ((UINT64_C(1) << 52) - 1)) << 10));
	CLAIM(siq_decode_uuid(u, again) == ID_OK);
	CLAIM(equal(a, again, SIQ_LEN));
}

/*
 * A UUID is read just where it has version 8, the RFC's variant and ten zero
 * bits at its end, and as the id whose UUID it is.
 */
void
proof_siq_read_uuid(void)
{
	uint8_t		uuid[SIQ_UUID_LEN];
	uint8_t		again[SIQ_UUID_LEN];
	uint8_t		id[SIQ_LEN];
	id_status	status = siq_decode_uuid(uuid, id);

	if (uuid[6] >> 4 != 8 || uuid[8] >> 6 != 2)
		CLAIM(status == ID_BAD_VERSION);
	else if (uuid[15] != 0 || uuid[14] % 4 != 0)
		CLAIM(status == ID_TOO_LARGE);
	else
	{
		CLAIM(status == ID_OK);
		siq_encode_uuid(id, again);
		CLAIM(equal(uuid, again, SIQ_UUID_LEN));
	}
}

/* The qualifier's number is that of the only name that text is. */
static void
find(const char *text, size_t n)
{
	int			found = -1;

	for (int i = 0; i < SIQ_QUALIFIERS; i++)
		for (int other = 0; other < 2; other++)
		{
			const char *name = other ? siq_qualifiers[i].other_name : siq_qualifiers[i].name;
			bool		small = name != NULL && strlen(name) == n;
			bool		large = small;

			for (size_t j = 0; small | large && j < n; j++)
			{
				small &= text[j] == name[j];
				large &= text[j] == (name[j] == '_' ? '_' : name[j] - ('a' - 'A'));
			}
			if (small || large)
				found = i;
		}
	CLAIM(siq_find_qualifier(text, n) == found);
}

/* A qualifier is found just by its names, all in lower or all in upper case. */
void
proof_siq_find_qualifier(void)
{
	size_t		n;

	ASSUME(n <= 16);
	find(any_text(n), n);
}

/* Other lengths than 28, 29 and 37 are refused, and no byte of them is read. */
void
proof_siq_lengths(void)
{
	size_t		n;
	uint8_t		id[SIQ_LEN];
	uint32_t	checksum;

	ASSUME(n != 28 && n != 29 && n != 37);
	CLAIM(siq_decode(NULL, n, id, &checksum) == ID_BAD_LENGTH);
}

/* The hash is that of the first and the last eight bytes, which are all. */
void
proof_siq_hash(void)
{
	uint8_t		id[SIQ_LEN];
	uint64_t	seed;
	uint64_t	first = number_of(id, 8);
	uint64_t	last = number_of(id + 6, 8);

	CLAIM(siq_hash64(id, seed) == id_hash_words(first, last, seed));
}

/*
 * Of a text of another length, first_bad is the place of the first byte that no
 * form allows: no letter or digit of any form, and no colon.
 */
void
proof_siq_first_bad(void)
{
	char		c;
	size_t		i;
	size_t		n;
	char	   *text = any_text(n);
	size_t		bad = n;

	ASSUME(n <= 40 && n != 28 && n != 29 && n != 37);
	CLAIM(siq_is_allowed(c, i, n) == (digit_in(alphabet, 32, c) >= 0 || id_hex_digit(c) >= 0 || c == ':'));
	for (int j = 39; j >= 0; j--)
		if (j < (int) n && !siq_is_allowed(text[j], j, n))
			bad = j;
	CLAIM(siq_first_bad(text, n) == bad);
}
