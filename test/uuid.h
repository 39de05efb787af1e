/*
 * test/uuid.h
 *		The UUID form of an ID, which the server prints for the library.
 */
#ifndef TEST_UUID_H
#define TEST_UUID_H

#include "core/hex.h"

/* 36 characters, without a terminating zero. */
static inline void
encode_uuid(const uint8_t id[16], char text[36])
{
	static const int bytes[] = {4, 2, 2, 2, 6};

	for (int i = 0; i < 5; i++)
	{
		id_hex_encode(id, bytes[i], text);
		id += bytes[i];
		text += 2 * bytes[i];
		if (i < 4)
			*text++ = '-';
	}
}

#endif							/* TEST_UUID_H */
