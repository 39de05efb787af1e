/*
 * src/core/hex.h
 *		Hexadecimal text of an identifier's bytes.
 */
#ifndef CORE_HEX_H
#define CORE_HEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Write 2 * n lower-case digits; no terminating zero. */
extern void id_hex_encode(const uint8_t *bytes, size_t n, char *text);

/* Read 2 * n digits of either case; false if a character is not a digit. */
extern bool id_hex_decode(const char *text, size_t n, uint8_t *bytes);

/* The value of one digit, or −1. */
extern int	id_hex_digit(char c);

#endif							/* CORE_HEX_H */
