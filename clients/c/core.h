/*
 * core.h
 *		The core, under the names that the library uses.
 *
 * A program that links libwiji.a sees all names with external linkage, so the
 * core's names get the library's prefix.  The core's wiji_compare takes bytes;
 * the public function of that name takes IDs.
 */
#ifndef LIBWIJI_CORE_H
#define LIBWIJI_CORE_H

#define id_hex_encode wiji_hex_encode
#define id_hex_decode wiji_hex_decode
#define id_hex_digit wiji_hex_digit
#define wiji_compare wiji_compare_bytes

#include "core/hex.h"
#include "core/wiji.h"

#undef wiji_compare

#endif							/* LIBWIJI_CORE_H */
