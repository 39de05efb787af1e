/** An ID: 26 characters, UUID form (36) or hexadecimal (32), in upper or lower case, or 16 bytes. */
export type Id = string | Uint8Array

declare const brand: unique symbol

/**
 * A string that is an ID, for programs in which the compiler shall tell IDs from other strings, and IDs of
 * one kind from those of another: `const id = wiji() as WijiId<'order'>`.
 */
export type WijiId<Of = unknown> = string & { readonly [brand]: Of }

/** A point in time: a Date, or microseconds since 1970 as a BigInt.  Not a number, whose unit is unclear. */
export type Moment = Date | bigint

/** The fields of an ID. */
export interface Fields {
	/** Microseconds since 1970, 0 to 2^56 − 1.  In the JSON of what `parse` returns, a string. */
	timestamp_us: bigint
	/** Milliseconds since 1970. */
	timestamp_ms: number
	/** When the ID was generated, truncated to milliseconds. */
	date: Date
	/** The counter for IDs of the same microsecond, 0 to 65535. */
	sequence: number
	/** Always 1. */
	version: number
	/** The generator's 52 random bits. */
	random: number
}

/** The options of `wiji.factory`, all optional. */
export interface Options {
	/** Returns microseconds since 1970.  For tests; by default the platform's clock. */
	clock?: () => bigint
	/** The generator's 52 bits, 0 to 2^52 − 1, random by default.  They must differ between generators. */
	random?: number
	/**
	 * How many milliseconds to wait at most after the 65,536 IDs of a microsecond, until the clock has
	 * passed it; 5000 by default, Infinity for no limit.  The thread is blocked during the wait.
	 */
	maxWait?: number
}

/**
 * A generator.  Each ID is greater than the one before, whatever the clock does.
 *
 * Each function generates a new ID when it is called without an argument.
 *
 * @throws RangeError if the clock's time is before 1970 or after 4253
 * @throws Error if the clock was still behind after `maxWait` milliseconds
 */
export interface Generator {
	/** A new ID: 26 characters, upper case. */
	(): string
	/** The 16 bytes of a new ID. */
	binary(): Uint8Array
	/** A new ID in the UUID form: 36 characters, lower case. */
	uuid(): string
	/** A new ID in hexadecimal: 32 characters, lower case. */
	hex(): string
}

/**
 * 128-bit identifiers that sort by creation time.
 *
 * Functions that read an ID throw a SyntaxError with the reason if it is not a wiji of version 1, and
 * a TypeError if it is not a string or Uint8Array.  Without an argument they generate an ID; with
 * `undefined` they do not.  For a list of new IDs, write `Array.from({ length: 2 }, () => wiji())`.
 */
export interface Wiji extends Generator {
	(): string
	/** The 26 characters of an ID. */
	(id: Id): string
	binary(): Uint8Array
	/** The 16 bytes of an ID. */
	binary(id: Id): Uint8Array
	uuid(): string
	/** The UUID form of an ID. */
	uuid(id: Id): string
	hex(): string
	/** The hexadecimal form of an ID. */
	hex(id: Id): string
	/** The fields of an ID. */
	parse(id: Id): Fields
	/** Whether `parse` would accept the value, which may be of any type. */
	isValid(id: unknown): boolean
	/** The order of two IDs in any forms: −1, 0 or 1. */
	compare(a: Id, b: Id): -1 | 0 | 1
	/** A new generator, with its own random bits and counter. */
	factory(options?: Options): Generator
	/**
	 * Builds the ID with these fields.
	 * @throws RangeError if one of them is out of range
	 */
	make(timestamp_us: bigint, sequence: number, random: number): string
	/**
	 * The first ID of a point in time: `id >= wiji.lower(from)`.
	 * @throws RangeError before 1970 and after 4253-05-31T22:20:37.927935Z
	 */
	lower(time: Moment): string
	/**
	 * The last ID of a point in time: `id <= wiji.upper(to)`.  A Date stands for the first microsecond of
	 * its millisecond; to include all of a day, use `id < wiji.lower(nextDay)`.
	 * @throws RangeError before 1970 and after 4253-05-31T22:20:37.927935Z
	 */
	upper(time: Moment): string
}

declare const wiji: Wiji
export default wiji
