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
const BYTES_IN_HEX = Array.from({ length: 256 }, (_, byte) => HEX[byte >> 4] + HEX[byte & 15])

//
// From an ID to its forms, and back
//

function toText(bytes) {
	let text = ''
	let bits = 0
	let n = 2	// two zero bits precede the 128
	for (const byte of bytes) {
		bits = (bits << 8 | byte) & 0xffff
		for (n += 8; n >= 5;) {
			n -= 5
			text += CROCKFORD[bits >> n & 31]
		}
	}
	return text
}

function toHex(bytes) {
	let hex = ''
	for (const byte of bytes)
		hex += BYTES_IN_HEX[byte]
	return hex
}

function toUuid(bytes) {
	const hex = toHex(bytes)
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const toBytes = (bytes) => new Uint8Array(bytes)	// a copy: the caller may change it

/** 'Date', 'Uint8Array' and the like, including those of another realm. */
const kindOf = (value) => Object.prototype.toString.call(value).slice(8, -1)

function invalid(id, reason) {
	const shown = typeof id === 'string' ? ` ${JSON.stringify(id.length > 40 ? id.slice(0, 40) + '…' : id)}` : ''
	return new SyntaxError(`invalid wiji${shown}: ${reason}`)
}

/** The value of the text's character at index i; throws if it has none. */
function valueAt(text, i, table, expected) {
	const value = table[text.charCodeAt(i)]
	if (value === undefined || value < 0)
		throw invalid(text, `character ${i + 1}, ${JSON.stringify(String.fromCodePoint(text.codePointAt(i)))}, is not ${expected}`)
	return value
}

function fromCrockford(text) {
	const bytes = new Uint8Array(16)
	let bits = 0
	let n = -2	// the first two of the first character's five bits are not part of a byte
	let at = 0
	for (let i = 0; i < 26; i++) {
		bits = (bits << 5 | valueAt(text, i, CROCKFORD_VALUES, 'in the Crockford base32 alphabet')) & 0xfff
		n += 5
		if (n >= 8) {
			n -= 8
			bytes[at++] = bits >> n
		}
	}
	if (CROCKFORD_VALUES[text.charCodeAt(0)] > 7)
		throw invalid(text, `a first character beyond "7", here "${text[0]}", would need more than 128 bits`)
	return bytes
}

const hasHyphen = (i) => i === 8 || i === 13 || i === 18 || i === 23

function fromHex(text) {
	const bytes = new Uint8Array(16)
	let digit = 0
	for (let i = 0; i < text.length; i++) {
		if (text.length === 36 && hasHyphen(i)) {
			if (text[i] !== '-')
				throw invalid(text, `character ${i + 1}, ${JSON.stringify(text[i])}, is not the hyphen that the UUID form has there`)
			continue
		}
		bytes[digit >> 1] = bytes[digit >> 1] << 4 | valueAt(text, i, HEX_VALUES, 'a hexadecimal digit')
		digit++
	}
	return bytes
}

/** An ID's 16 bytes, from any of its forms. */
function read(id) {
	let bytes
	if (typeof id === 'string') {
		if (id.length === 26)
			bytes = fromCrockford(id)
		else if (id.length === 32 || id.length === 36)
			bytes = fromHex(id)
		else
			throw invalid(id, `expected 26 characters, 32 of hexadecimal or 36 of the UUID form, found ${id.length}`)
	} else if (ArrayBuffer.isView(id) && kindOf(id) === 'Uint8Array') {
		if (id.length !== 16)
			throw invalid(id, `expected 16 bytes, found ${id.length}`)
		bytes = id
	} else
		throw new TypeError(`a wiji is a string or a Uint8Array, not ${kindOf(id)}`)
	if (bytes[9] >> 4 !== 1)
		throw invalid(id, `found version ${bytes[9] >> 4}; the only version of a wiji is 1`)
	return bytes
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

function pack(us, sequence, random) {
	const bytes = new Uint8Array(16)
	const view = new DataView(bytes.buffer)
	view.setBigUint64(0, us << 8n | BigInt(sequence >> 8))
	view.setUint8(8, sequence)
	view.setUint8(9, 0x10 | random / 2 ** 48)
	view.setUint16(10, random / 2 ** 32)
	view.setUint32(12, random)
	return bytes
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

/**
 * The platform's clock in microseconds.  It is always within the millisecond of Date.now(), so that it
 * follows corrections of the system's clock, with the resolution of performance.now().
 */
function systemClock() {
	const ms = Date.now()
	const fine = performance.now()
	offset = Math.min(Math.max(offset, ms - fine), ms - fine + 0.999)
	const us = Math.floor((fine - (ms - offset)) * 1000)
	return BigInt(ms) * 1000n + BigInt(Math.min(Math.max(us, 0), 999))
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

/** Returns a function that generates the bytes of the next ID.  (Specification, 3.1 and 3.2.) */
function generator({ clock = systemClock, random, maxWait = 5000 }) {
	if (random !== undefined)
		inRange('random', random, MAX_RANDOM)
	if (typeof maxWait !== 'number' || !(maxWait >= 0))
		throw new RangeError(`maxWait must be milliseconds, 0 to Infinity, found ${maxWait}`)
	let last = -1n
	let sequence = 0

	return () => {
		random ??= drawRandom()	// not earlier: a snapshot of the program must not contain it
		for (let began; ;) {
			const us = clock()
			inRange('the clock', us, MAX_US)
			if (us > last) {
				last = us
				sequence = 0
				return pack(last, sequence, random)
			}
			if (sequence < MAX_SEQUENCE)
				return pack(last, ++sequence, random)

			const behind = Number(last - us) / 1000
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
	const form = (of) => (...id) => of(id.length > 0 ? read(id[0]) : next())
	return Object.assign(form(toText), { binary: form(toBytes), uuid: form(toUuid), hex: form(toHex) })
}

const wiji = Object.assign(forms(generator({})), {
	factory: (options = {}) => forms(generator(options)),

	parse(id) {
		const bytes = read(id)
		const view = new DataView(bytes.buffer, bytes.byteOffset, 16)
		const timestamp_us = view.getBigUint64(0) >> 8n
		const timestamp_ms = Number(timestamp_us / 1000n)
		return Object.defineProperty({
			timestamp_us,
			timestamp_ms,
			date: new Date(timestamp_ms),
			sequence: view.getUint16(7),
			version: bytes[9] >> 4,
			random: Number(view.getBigUint64(8) & BigInt(MAX_RANDOM)),
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
		const x = read(a)
		const y = read(b)
		for (let i = 0; i < 16; i++)
			if (x[i] !== y[i])
				return x[i] < y[i] ? -1 : 1
		return 0
	},

	make: (timestamp_us, sequence, random) => toText(pack(
		inRange('timestamp_us', timestamp_us, MAX_US),
		inRange('sequence', sequence, MAX_SEQUENCE),
		inRange('random', random, MAX_RANDOM))),

	lower: (time) => toText(pack(microseconds(time), 0, 0)),

	upper: (time) => toText(pack(microseconds(time), MAX_SEQUENCE, MAX_RANDOM)),
})

export default wiji
