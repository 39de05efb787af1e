/** An id: 26 characters, its UUID form (36) or its hexadecimal form (32), in either case, or its 16 bytes. */
export type Id = string | Uint8Array

/** A moment: a Date, or microseconds since 1970 as a BigInt.  Not a number, which could be of any unit. */
export type Moment = Date | bigint

/** The fields of an id. */
export interface Fields {
	/** Microseconds since 1970, 0 to 2^56 − 1. */
	timestamp_us: bigint
	/** Milliseconds since 1970. */
	timestamp_ms: number
	/** When the id was made, cut to milliseconds. */
	date: Date
	/** The number of the id among its generator's of that microsecond, 0 to 65535. */
	sequence: number
	/** Always 1. */
	version: number
	/** The generator's 52 random bits. */
	random: number
}

/** What `wiji.factory` may be told.  None of it is needed. */
export interface Options {
	/** Gives microseconds since 1970.  For tests; by default the platform's clock. */
	clock?: () => bigint
	/** The generator's 52 bits, 0 to 2^52 − 1, drawn by default.  No other generator may have the same. */
	random?: number
	/**
	 * For how many milliseconds to wait at most when the 65,536 ids of a microsecond are used up and the
	 * clock has not passed it; 5000 by default, Infinity for ever.  The thread is blocked meanwhile.
	 */
	maxWait?: number
}

/**
 * A generator.  Each id that it makes is greater than the one before, whatever the clock does.
 *
 * Each function makes a new id when it is called without an argument.
 *
 * @throws RangeError if the clock reads before 1970 or after 4253
 * @throws Error if the clock was still behind after `maxWait` milliseconds
 */
export interface Generator {
	/** A new id: 26 characters, upper case. */
	(): string
	/** The 16 bytes of a new id. */
	binary(): Uint8Array
	/** A new id in the UUID form: 36 characters, lower case. */
	uuid(): string
	/** A new id in hexadecimal: 32 characters, lower case. */
	hex(): string
}

/**
 * Identifiers of 128 bits that sort by the time at which they were made.
 *
 * A function that reads an id throws a SyntaxError, which tells what is wrong, if it is no wiji of
 * version 1, and a TypeError if it is no string or Uint8Array.
 */
export interface Wiji extends Generator {
	(): string
	/** The 26 characters of an id. */
	(id: Id): string
	binary(): Uint8Array
	/** The 16 bytes of an id. */
	binary(id: Id): Uint8Array
	uuid(): string
	/** The UUID form of an id. */
	uuid(id: Id): string
	hex(): string
	/** The hexadecimal form of an id. */
	hex(id: Id): string
	/** The fields of an id. */
	parse(id: Id): Fields
	/** Would `parse` read it?  Anything may be asked about. */
	isValid(id: unknown): boolean
	/** The order of two ids in any forms: −1, 0 or 1. */
	compare(a: Id, b: Id): -1 | 0 | 1
	/** A new generator, with random bits and a sequence of its own. */
	factory(options?: Options): Generator
	/**
	 * The id of these fields.
	 * @throws RangeError if one is out of its range
	 */
	make(timestamp_us: bigint, sequence: number, random: number): string
	/**
	 * The first id of a moment: `id >= wiji.lower(from)`.
	 * @throws RangeError before 1970 and after 4253-05-31T22:20:37.927935Z
	 */
	lower(moment: Moment): string
	/**
	 * The last id of a moment: `id <= wiji.upper(to)`.  A Date's moment is the first microsecond of its
	 * millisecond; to take in all of a day, say `id < wiji.lower(nextDay)`.
	 * @throws RangeError before 1970 and after 4253-05-31T22:20:37.927935Z
	 */
	upper(moment: Moment): string
}

declare const wiji: Wiji
export default wiji
