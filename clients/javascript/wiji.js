/**
 * Wiji: 128-bit identifiers that sort by creation time, to the microsecond.
 *
 *	import wiji from 'wiji'
 *
 *	wiji()                // '06C303ZADAJC00E40000000C1S', a new ID
 *	wiji.parse(id).date   // when it was generated
 *
 * An ECMAScript module for Node and browsers, without dependencies.  Implements specification 1.0.0;
 * where it contradicts itself, the repository's docs/internals/format.md applies.  IDs are read as 26
 * characters, in UUID form (36) or in hexadecimal (32), in upper or lower case, or as 16 bytes.
 *
 * Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL
 * @module wiji
 */

const MAX_US = (1n << 56n) - 1n	// 4253-05-31T22:20:37.927935Z
const MAX_SEQUENCE = 0xffff
const MAX_RANDOM = 2 ** 52 - 1
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const HEX = '0123456789abcdef'

/** The value of each ASCII character in an alphabet, in upper and lower case. */
function values(alphabet, alike = {}) {
	const table = new Int8Array(128).fill(-1)
	const set = (character, value) => {
		table[character.toUpperCase().charCodeAt(0)] = table[character.toLowerCase().charCodeAt(0)] = value
	}
	for (let i = 0; i < alphabet.length; i++)
		set(alphabet[i], i)
	for (const character in alike)
		set(character, alphabet.indexOf(alike[character]))
	return table
}

const CROCKFORD_VALUES = values(CROCKFORD, { I: '1', L: '1', O: '0', U: 'V' })
const HEX_VALUES = values(HEX)
const codes = (alphabet) => Uint8Array.from(alphabet, (character) => character.charCodeAt(0))
const CROCKFORD_CODES = codes(CROCKFORD)
const HEX_CODES = codes(HEX)

/**
 * The ID that is read or generated, in four words of 32 bits.  Nothing else runs between the function
 * that sets them and the one that returns a form of them.
 */
let w0 = 0, w1 = 0, w2 = 0, w3 = 0

//
// From an ID to its forms, and back
//

function toText() {
	const c = CROCKFORD_CODES
	return String.fromCharCode(
		c[w0 >>> 29], c[w0 >>> 24 & 31], c[w0 >>> 19 & 31], c[w0 >>> 14 & 31], c[w0 >>> 9 & 31], c[w0 >>> 4 & 31],
		c[(w0 << 1 | w1 >>> 31) & 31], c[w1 >>> 26 & 31], c[w1 >>> 21 & 31], c[w1 >>> 16 & 31], c[w1 >>> 11 & 31], c[w1 >>> 6 & 31], c[w1 >>> 1 & 31],
		c[(w1 << 4 | w2 >>> 28) & 31], c[w2 >>> 23 & 31], c[w2 >>> 18 & 31], c[w2 >>> 13 & 31], c[w2 >>> 8 & 31], c[w2 >>> 3 & 31],
		c[(w2 << 2 | w3 >>> 30) & 31], c[w3 >>> 25 & 31], c[w3 >>> 20 & 31], c[w3 >>> 15 & 31], c[w3 >>> 10 & 31], c[w3 >>> 5 & 31], c[w3 & 31])
}

/** Four hexadecimal digits: the low 16 bits of a word. */
function half(word) {
	const c = HEX_CODES
	return String.fromCharCode(c[word >>> 12 & 15], c[word >>> 8 & 15], c[word >>> 4 & 15], c[word & 15])
}

const toHex = () =>
	half(w0 >>> 16) + half(w0) + half(w1 >>> 16) + half(w1) + half(w2 >>> 16) + half(w2) + half(w3 >>> 16) + half(w3)

const toUuid = () =>
	`${half(w0 >>> 16)}${half(w0)}-${half(w1 >>> 16)}-${half(w1)}-${half(w2 >>> 16)}-${half(w2)}${half(w3 >>> 16)}${half(w3)}`

function toBytes() {
	const bytes = new Uint8Array(16)
	const put = (at, word) => {
		bytes[at] = word >>> 24
		bytes[at + 1] = word >>> 16
		bytes[at + 2] = word >>> 8
		bytes[at + 3] = word
	}
	put(0, w0)
	put(4, w1)
	put(8, w2)
	put(12, w3)
	return bytes
}

/** 'Date', 'Uint8Array' and the like, including those of another realm. */
const kindOf = (value) => Object.prototype.toString.call(value).slice(8, -1)

function invalid(id, reason) {
	const shown = typeof id === 'string' ? ` ${JSON.stringify(id.length > 40 ? id.slice(0, 40) + '…' : id)}` : ''
	return new SyntaxError(`invalid wiji${shown}: ${reason}`)
}

/** The value of the text's four digits from index i on, in a base of 2^bits; negative if one is not a digit. */
function fourDigits(text, i, table, bits) {
	const a = text.charCodeAt(i)
	const b = text.charCodeAt(i + 1)
	const c = text.charCodeAt(i + 2)
	const d = text.charCodeAt(i + 3)
	if ((a | b | c | d) > 127)
		return -1
	return table[a] << 3 * bits | table[b] << 2 * bits | table[c] << bits | table[d]
}

/** Whether a text of 26 characters is a number of 128 bits, which is then in the words. */
function fromCrockford(text) {
	const table = CROCKFORD_VALUES
	const x = text.charCodeAt(0)
	const y = text.charCodeAt(1)
	const first = (x | y) > 127 ? -1 : table[x] << 5 | table[y]
	const a = fourDigits(text, 2, table, 5)
	const b = fourDigits(text, 6, table, 5)
	const c = fourDigits(text, 10, table, 5)
	const d = fourDigits(text, 14, table, 5)
	const e = fourDigits(text, 18, table, 5)
	const f = fourDigits(text, 22, table, 5)
	w0 = first << 24 | a << 4 | b >>> 16
	w1 = b << 16 | c >>> 4
	w2 = c << 28 | d << 8 | e >>> 12
	w3 = e << 20 | f
	return (first | a | b | c | d | e | f) >= 0 && first < 256
}

/** The same for 32 characters, or for 36 if there are hyphens in their places. */
function fromHex(text) {
	const table = HEX_VALUES
	const hyphens = text.length === 36
	if (hyphens && !(text[8] === '-' && text[13] === '-' && text[18] === '-' && text[23] === '-'))
		return false
	const a = fourDigits(text, 0, table, 4)
	const b = fourDigits(text, 4, table, 4)
	const c = fourDigits(text, hyphens ? 9 : 8, table, 4)
	const d = fourDigits(text, hyphens ? 14 : 12, table, 4)
	const e = fourDigits(text, hyphens ? 19 : 16, table, 4)
	const f = fourDigits(text, hyphens ? 24 : 20, table, 4)
	const g = fourDigits(text, hyphens ? 28 : 24, table, 4)
	const h = fourDigits(text, hyphens ? 32 : 28, table, 4)
	w0 = a << 16 | b
	w1 = c << 16 | d
	w2 = e << 16 | f
	w3 = g << 16 | h
	return (a | b | c | d | e | f | g | h) >= 0
}

const hasHyphen = (i) => i === 8 || i === 13 || i === 18 || i === 23

/** Why a text is no number of 128 bits. */
function reasonOf(text) {
	const [table, expected] = text.length === 26 ? [CROCKFORD_VALUES, 'in the Crockford base32 alphabet'] : [HEX_VALUES, 'a hexadecimal digit']
	for (let i = 0; i < text.length; i++) {
		if (text.length === 36 && hasHyphen(i)) {
			if (text[i] !== '-')
				return `character ${i + 1}, ${JSON.stringify(text[i])}, is not the hyphen that the UUID form has there`
		} else if (!(table[text.charCodeAt(i)] >= 0))
			return `character ${i + 1}, ${JSON.stringify(String.fromCodePoint(text.codePointAt(i)))}, is not ${expected}`
	}
	return `a first character beyond "7", here "${text[0]}", would need more than 128 bits`
}

/** Sets the words to those of an ID in any of its forms. */
function read(id) {
	if (typeof id === 'string') {
		if (id.length !== 26 && id.length !== 32 && id.length !== 36)
			throw invalid(id, `expected 26 characters, 32 of hexadecimal or 36 of the UUID form, found ${id.length}`)
		if (!(id.length === 26 ? fromCrockford(id) : fromHex(id)))
			throw invalid(id, reasonOf(id))
	} else if (ArrayBuffer.isView(id) && (id instanceof Uint8Array || kindOf(id) === 'Uint8Array')) {
		if (id.length !== 16)
			throw invalid(id, `expected 16 bytes, found ${id.length}`)
		w0 = id[0] << 24 | id[1] << 16 | id[2] << 8 | id[3]
		w1 = id[4] << 24 | id[5] << 16 | id[6] << 8 | id[7]
		w2 = id[8] << 24 | id[9] << 16 | id[10] << 8 | id[11]
		w3 = id[12] << 24 | id[13] << 16 | id[14] << 8 | id[15]
	} else
		throw new TypeError(`a wiji is a string or a Uint8Array, not ${kindOf(id)}`)
	const version = w2 >>> 20 & 15
	if (version !== 1)
		throw invalid(id, `found version ${version}; the only version of a wiji is 1`)
}

//
// Fields
//

function inRange(name, value, max) {
	if (typeof value !== typeof max)
		throw new TypeError(`${name} must be a ${typeof max}, not ${kindOf(value)}`)
	if (!(value >= 0 && value <= max) || typeof value === 'number' && !Number.isInteger(value))
		throw new RangeError(`${name} must be 0 to ${max}, found ${value}`)
	return value
}

/** Sets the words; the 56 bits of the time are 32 and 24. */
function pack(high, low, sequence, random) {
	w0 = high | 0
	w1 = low << 8 | sequence >>> 8
	w2 = sequence << 24 | 1 << 20 | random / 2 ** 32
	w3 = random | 0
}

function packTime(us, sequence, random) {
	pack(Number(us >> 24n), Number(us & 0xffffffn), sequence, random)
}

/** The fields in JSON, which has no BigInt.  The method is not enumerable, so that copies are fields only. */
function toJSON() {
	return { ...this, timestamp_us: String(this.timestamp_us) }
}

/** Microseconds since 1970, from a Date or a BigInt. */
function microseconds(time) {
	if (kindOf(time) === 'Date') {
		if (Number.isNaN(time.getTime()))
			throw new RangeError('the Date is invalid')
		time = BigInt(time.getTime()) * 1000n
	}
	if (typeof time !== 'bigint')
		throw new TypeError('a time must be a Date, or microseconds since 1970 as a BigInt')
	return inRange('microseconds since 1970', time, MAX_US)
}

//
// Generators
//

let offset = performance.timeOrigin ?? -Infinity	// from performance.now() to Date.now(), if known

// What a clock returned, microseconds since 1970: the 24 low bits, and those above
let high = 0, low = 0

/**
 * The platform's clock in microseconds.  It is always within the millisecond of Date.now(), so that it
 * follows corrections of the system's clock, with the resolution of performance.now().
 */
function readSystemClock() {
	const ms = Date.now()
	const fine = performance.now()
	offset = Math.min(Math.max(offset, ms - fine), ms - fine + 0.999)
	const us = Math.min(Math.max(Math.floor((fine - (ms - offset)) * 1000), 0), 999)
	// as two numbers, because the microseconds of later centuries are beyond 2^53
	const rest = ms % 2 ** 24 * 1000 + us
	high = Math.floor(ms / 2 ** 24) * 1000 + Math.floor(rest / 2 ** 24)
	low = rest % 2 ** 24
	if (!(ms >= 0 && high < 2 ** 32))
		inRange('the clock', BigInt(ms) * 1000n + BigInt(us), MAX_US)
}

/** A function that reads a clock of the caller's. */
const reader = (clock) => () => {
	const us = inRange('the clock', clock(), MAX_US)
	high = Number(us >> 24n)
	low = Number(us & 0xffffffn)
}

function drawRandom() {
	const [high, low] = crypto.getRandomValues(new Uint32Array(2))
	return high % 2 ** 20 * 2 ** 32 + low
}

/** A clock in milliseconds that keeps running when a test replaces performance.now(). */
const stopwatch = performance.now.bind(performance)

/** Sleeps where the platform allows it; elsewhere (on a browser's page) the caller spins. */
function sleep(ms) {
	try {
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
	} catch {
		// a page may not block
	}
}

/** Returns a function that sets the words to the next ID.  (Specification, 3.1 and 3.2.) */
function generator({ clock, random, maxWait = 5000 }) {
	if (random !== undefined)
		inRange('random', random, MAX_RANDOM)
	if (typeof maxWait !== 'number' || !(maxWait >= 0))
		throw new RangeError(`maxWait must be milliseconds, 0 to Infinity, found ${maxWait}`)
	const readClock = clock === undefined ? readSystemClock : reader(clock)
	let lastHigh = -1
	let lastLow = 0
	let sequence = 0

	return () => {
		random ??= drawRandom()	// not earlier: a snapshot of the program must not contain it
		for (let began; ;) {
			readClock()
			if (high > lastHigh || high === lastHigh && low > lastLow) {
				lastHigh = high
				lastLow = low
				sequence = 0
				return pack(lastHigh, lastLow, sequence, random)
			}
			if (sequence < MAX_SEQUENCE)
				return pack(lastHigh, lastLow, ++sequence, random)

			const behind = ((lastHigh - high) * 2 ** 24 + lastLow - low) / 1000
			began ??= stopwatch()
			const waited = stopwatch() - began
			if (waited >= maxWait)
				throw new Error(`the clock is ${behind} ms behind the last ID, whose counter is exhausted; waited ${maxWait} ms`)
			if (behind > 0.1 || waited > 0.1)
				sleep(Math.min(Math.ceil(behind), maxWait - waited, 20))
		}
	}
}

/** The four functions of a generator; given an ID, they return its forms. */
function forms(next) {
	const form = (of) => function (id) {
		if (arguments.length > 0)
			read(id)
		else
			next()
		return of()
	}
	return Object.assign(form(toText), { binary: form(toBytes), uuid: form(toUuid), hex: form(toHex) })
}

const wiji = Object.assign(forms(generator({})), {
	factory: (options = {}) => forms(generator(options)),

	parse(id) {
		read(id)
		const seconds = w0 >>> 0	// of 2^24 microseconds
		const rest = w1 >>> 8
		const timestamp_ms = Math.floor(seconds / 1000) * 2 ** 24 + Math.floor((seconds % 1000 * 2 ** 24 + rest) / 1000)
		return Object.defineProperty({
			timestamp_us: BigInt(seconds) << 24n | BigInt(rest),
			timestamp_ms,
			date: new Date(timestamp_ms),
			sequence: (w1 & 0xff) << 8 | w2 >>> 24,
			version: w2 >>> 20 & 15,
			random: (w2 & 0xfffff) * 2 ** 32 + (w3 >>> 0),
		}, 'toJSON', { value: toJSON })
	},

	isValid(id) {
		try {
			read(id)
			return true
		} catch {
			return false
		}
	},

	compare(a, b) {
		read(a)
		const [x0, x1, x2, x3] = [w0, w1, w2, w3]
		read(b)
		if (x0 !== w0)
			return x0 >>> 0 < w0 >>> 0 ? -1 : 1
		if (x1 !== w1)
			return x1 >>> 0 < w1 >>> 0 ? -1 : 1
		if (x2 !== w2)
			return x2 >>> 0 < w2 >>> 0 ? -1 : 1
		return x3 === w3 ? 0 : x3 >>> 0 < w3 >>> 0 ? -1 : 1
	},

	make(timestamp_us, sequence, random) {
		inRange('timestamp_us', timestamp_us, MAX_US)
		inRange('sequence', sequence, MAX_SEQUENCE)
		inRange('random', random, MAX_RANDOM)
		packTime(timestamp_us, sequence, random)
		return toText()
	},

	lower(time) {
		packTime(microseconds(time), 0, 0)
		return toText()
	},

	upper(time) {
		packTime(microseconds(time), MAX_SEQUENCE, MAX_RANDOM)
		return toText()
	},
})

export default wiji
