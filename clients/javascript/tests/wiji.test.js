// Tests of wiji.js, with those of the repository's conformance suite: npm test.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import wiji from '../wiji.js'

const MAX_US = 2n ** 56n - 1n
const MAX_RANDOM = 2 ** 52 - 1
const SUITE = new URL('../../../docs/conformance/', import.meta.url)
const hex = (bytes) => Buffer.from(bytes).toString('hex')
const unhex = (text) => new Uint8Array(Buffer.from(text, 'hex'))
const table = (name) => readFileSync(new URL(`${name}.tsv`, SUITE), 'utf8')
	.trimEnd().split('\n').slice(1).map((line) => line.split('\t'))
const is = assert.deepEqual

// the first ID of each of twenty modules, which stand for twenty processes
const modules = await Promise.all(Array.from({ length: 20 }, (_, i) => import(`../wiji.js?${i}`)))
const firsts = modules.map((module) => module.default())

// on a platform that does not report when its clock started
Object.defineProperty(performance, 'timeOrigin', { value: undefined, configurable: true })
const { default: wijiWithoutOrigin } = await import('../wiji.js?without-origin')
delete performance.timeOrigin

function errorOf(body) {
	try {
		body()
	} catch (error) {
		return error
	}
	return new Error('no error')
}

const REASONS = { length: /: expected .*, found \d+$/, character: /: character \d+, ".*", is not /, 'too large': /128 bits$/, version: /: found version \d+; / }

describe('conformance suite', { skip: !existsSync(SUITE) && 'it is in the repository only' }, () => {
	test('valid.tsv', () => {
		let before
		for (const [text, uuid, inHex, us, ms, date, sequence, version, random] of table('valid')) {
			const id = wiji.make(BigInt(us), Number(sequence), Number(random))
			is(id, text, text)
			for (const form of [text, uuid, inHex, unhex(inHex), Buffer.from(inHex, 'hex')]) {
				is([wiji(form), wiji.uuid(form), wiji.hex(form), hex(wiji.binary(form))], [text, uuid, inHex, inHex], `forms of ${form}`)
				is(wiji.parse(form), {
					timestamp_us: BigInt(us), timestamp_ms: Number(ms), date: new Date(Number(ms)),
					sequence: Number(sequence), version: Number(version), random: Number(random),
				}, `fields of ${form}`)
				is(wiji.isValid(form), true, `is ${form} valid`)
			}
			is(new Date(Number(ms)).toISOString().slice(0, -1), date.slice(0, -4), `date of ${text}`)
			is(wiji.compare(text, uuid), 0, `${text} and itself`)
			if (before)
				is([wiji.compare(before, id), wiji.compare(id, before), before < id], [-1, 1, true], `${before} and ${id}`)
			before = id
			is([wiji.lower(BigInt(us)) <= id, wiji.upper(BigInt(us)) >= id], [true, true], `bounds of ${text}`)
		}
	})

	test('written_otherwise.tsv', () => {
		for (const [written, text] of table('written_otherwise'))
			is([wiji(written), wiji.isValid(written)], [text, true], written)
	})

	test('invalid.tsv', () => {
		for (const [form, value, why] of table('invalid')) {
			const id = form === 'bytes' ? unhex(value) : value
			const error = errorOf(() => wiji.parse(id))
			is(error.name, 'SyntaxError', `error of ${form} ${value}`)
			if (/^[ -~]*$/.test(value))	// the table counts a character beyond ASCII in bytes
				is(REASONS[why].test(error.message), true, `reason of ${form} ${value}: ${error.message}`)
			is(wiji.isValid(id), false, `is ${form} ${value} valid`)
		}
	})

	test('clock.tsv', () => {
		let now, next, running
		for (const [scenario, clock, ids, result, first, last] of table('clock')) {
			if (scenario !== running)
				next = wiji.factory({ clock: () => now, random: 0x123456789abcd, maxWait: 0 })
			running = scenario
			now = BigInt(clock)
			if (result === 'wait') {
				is(/^the clock is [\d.]+ ms behind/.test(errorOf(next).message), true, `${scenario}: waits`)
				continue
			}
			const generated = Array.from({ length: Number(ids) }, () => next())
			is([generated[0], generated.at(-1)], [first, last], scenario)
			is(generated.every((id, i) => wiji.parse(id).sequence === wiji.parse(first).sequence + i), true, `${scenario}: sequence`)
		}
	})
})

describe('generators', () => {
	test('IDs ascend in every form, with the time of Date', () => {
		const before = Date.now()
		let last = ''
		for (let i = 0; i < 200_000; i++) {
			const id = [wiji, wiji.uuid, wiji.hex, wiji.binary][i % 4]()
			if (i % 4 === 0) {
				const { date } = wiji.parse(id)
				is(date >= before && date <= new Date(), true, `time of ${id}`)
			}
			const inHex = wiji.hex(id)
			is(inHex > last, true, `${inHex} after ${last}`)
			last = inHex
		}
	})

	test('times have microseconds', () => {
		const rests = new Set()
		for (let i = 0; i < 10_000; i++)
			rests.add(wiji.parse(wiji()).timestamp_us % 1000n)
		is(rests.size > 100, true, `${rests.size} different microseconds`)
	})

	test('so does the first one of a process', () => {
		is(new Set(firsts.map((id) => wiji.parse(id).timestamp_us % 1000n)).size > 1, true, firsts)
	})

	test('IDs have the current time on a platform without performance.timeOrigin', () => {
		const before = Date.now()
		const generated = wiji.parse(wijiWithoutOrigin()).timestamp_ms
		is(generated >= before && generated <= Date.now(), true, generated)
	})

	test('the time refines that of Date.now(), whatever both clocks do', () => {
		const real = [Date.now, performance.now]
		let ms = 1_795_348_800_000
		let fine = 5_000.25
		Date.now = () => ms
		performance.now = () => fine
		try {
			const time = () => wiji.parse(wiji.factory()()).timestamp_us - 1_795_348_800_000_000n
			time()
			fine += 0.25
			is(time() % 1000n >= 250n, true, 'a quarter of a millisecond later')
			for (const [what, moreMs, moreFine] of [
				['both advance', 10, 10], ['the fine one stands still, as in sleep', 3_600_000, 0], ['the coarse one is set back', -60_000, 1],
				['the fine one leaps', 0, 500], ['the fine one restarts', 1, -5_000], ['it runs fast', 100, 101], ['it runs slow', 100, 99],
			]) {
				ms += moreMs
				fine += moreFine
				is(Number(time() / 1000n), ms - 1_795_348_800_000, what)
			}
		} finally {
			[Date.now, performance.now] = real
		}
	})

	test('a waiting generator continues when its clock does', () => {
		let now = 1000n
		let reads = 0
		const next = wiji.factory({ clock: () => reads++ < 65_600 ? now : now + 1n, maxWait: Infinity })
		let id
		for (let i = 0; i < 65_537; i++)
			id = next()
		is([wiji.parse(id).timestamp_us, wiji.parse(id).sequence], [1001n, 0], 'the ID after the wait')
	})

	test('waits are limited', () => {
		let now = 1000n
		const next = wiji.factory({ clock: () => now, maxWait: 30 })
		for (let i = 0; i < 65_536; i++)
			next()
		now = 5n
		is(errorOf(next).message, 'the clock is 0.995 ms behind the last ID, whose counter is exhausted; waited 30 ms', 'error')
		now = 1001n
		is(wiji.parse(next()).timestamp_us, 1001n, 'the generator is still usable')
	})

	test('waits are limited where a test has stopped the clocks', () => {
		const program = `import wiji from '${new URL('../wiji.js', import.meta.url)}'
			performance.now = () => 5
			const next = wiji.factory({ clock: () => 1000n, maxWait: 30 })
			try { for (let i = 0; i < 65_537; i++) next() } catch (error) { console.log(error.message) }`
		const ran = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8', timeout: 60_000 })
		is(ran.stdout.trim(), 'the clock is 0 ms behind the last ID, whose counter is exhausted; waited 30 ms', 'error')
	})

	test('times beyond 2^53 microseconds are exact, to the last one', () => {
		const real = [Date.now, performance.now]
		try {
			for (const ms of [0, 1, 16_777_215, 16_777_216, 9_007_199_254_740, 9_007_199_254_741, 2 ** 46 + 12_345, 72_057_594_037_926]) {
				Date.now = () => ms
				performance.now = () => 5_000
				const { timestamp_us, timestamp_ms } = wiji.parse(wiji.factory()())
				is([timestamp_ms, timestamp_us / 1000n], [ms, BigInt(ms)])
			}
			for (const ms of [-1, 72_057_594_037_928, 8.64e15]) {
				Date.now = () => ms
				const error = errorOf(wiji.factory())
				is([error.name, error.message.split(', found')[0]], ['RangeError', 'the clock must be 0 to 72057594037927935'])
			}
		} finally {
			[Date.now, performance.now] = real
		}
	})

	test('a clock may generate IDs itself', () => {
		const next = wiji.factory({ clock: () => wiji.parse(wiji('06C303ZADAJC00E40000000C1S')).timestamp_us + BigInt(wiji().length) })
		is(wiji.parse(next()).timestamp_us, 1795228678335123n + 26n)
	})

	test('factories have their own random bits', () => {
		const ids = Array.from({ length: 1000 }, () => wiji.factory()())
		const randoms = ids.map((id) => wiji.parse(id).random)
		is(new Set(randoms).size, 1000, 'different')
		const ones = Array.from({ length: 52 }, (_, bit) => randoms.filter((random) => BigInt(random) >> BigInt(bit) & 1n).length)
		is(ones.every((n) => n > 350 && n < 650), true, `each bit is set in half of them: ${ones}`)
		const two = [wiji.factory({ clock: () => 1000n }), wiji.factory({ clock: () => 1000n })]
		const generated = [...two, ...two, ...two].map((factory) => wiji.parse(factory()))
		is(generated.map((id) => id.sequence), [0, 0, 1, 1, 2, 2], 'independent counters')
		is(new Set(generated.map((id) => id.random)).size, 2, 'each keeps its own')
		const next = wiji.factory()
		is([next.uuid().length, next.hex().length, next.binary().length], [36, 32, 16], 'forms')
	})

	test('a clock out of range is an error', () => {
		for (const us of [-1n, MAX_US + 1n])
			is(errorOf(wiji.factory({ clock: () => us })).name, 'RangeError', us)
		is(errorOf(wiji.factory({ clock: () => 5 })).name, 'TypeError', 'a number')
		is(errorOf(() => wiji.factory({ random: 2 ** 52 })).name, 'RangeError', 'random')
		is(errorOf(() => wiji.factory({ maxWait: -1 })).name, 'RangeError', 'maxWait')
	})
})

describe('edges', () => {
	test('bounds at both ends', () => {
		is(wiji.lower(0n), '00000000000000040000000000', 'the first ID')
		is(wiji.upper(MAX_US), '7ZZZZZZZZZZZZZY7ZZZZZZZZZZ', 'the last ID')
		is(wiji.lower(new Date(0)), wiji.lower(0n), 'a Date')
		is(wiji.parse(wiji.upper(new Date('2026-11-22T12:00:00.123Z'))), {
			timestamp_us: 1795348800123000n, timestamp_ms: 1795348800123, date: new Date('2026-11-22T12:00:00.123Z'),
			sequence: 65535, version: 1, random: MAX_RANDOM,
		}, 'upper')
		for (const time of [-1n, MAX_US + 1n, new Date(-1), new Date(NaN), new Date(8.64e15)])
			is([errorOf(() => wiji.lower(time)).name, errorOf(() => wiji.upper(time)).name], ['RangeError', 'RangeError'], String(time))
		for (const time of [0, 1.5, '0', null, undefined])
			is(errorOf(() => wiji.lower(time)).name, 'TypeError', String(time))
	})

	test('fields beyond 2^53 are exact', () => {
		const us = 2n ** 53n + 1n
		const id = wiji.make(us, 65535, MAX_RANDOM)
		is([wiji.parse(id).timestamp_us, wiji.parse(id).random], [us, MAX_RANDOM], id)
	})

	test('make reports which field is out of range', () => {
		for (const [fields, name, message] of [
			[[-1n, 0, 0], 'RangeError', 'timestamp_us must be 0 to 72057594037927935, found -1'],
			[[MAX_US + 1n, 0, 0], 'RangeError', 'timestamp_us must be 0 to 72057594037927935, found 72057594037927936'],
			[[0n, 65536, 0], 'RangeError', 'sequence must be 0 to 65535, found 65536'],
			[[0n, 0.5, 0], 'RangeError', 'sequence must be 0 to 65535, found 0.5'],
			[[0n, NaN, 0], 'RangeError', 'sequence must be 0 to 65535, found NaN'],
			[[0n, 0, 2 ** 52], 'RangeError', 'random must be 0 to 4503599627370495, found 4503599627370496'],
			[[0, 0, 0], 'TypeError', 'timestamp_us must be a bigint, not Number'],
		]) {
			const error = errorOf(() => wiji.make(...fields))
			is([error.name, error.message], [name, message], fields)
		}
	})

	test('an invalid character at each position', () => {
		const { text, uuid, inHex } = { text: '06C303ZADAJC00E40000000C1S', uuid: '0660c03f-a9aa-9300-0710-000000003039', inHex: '0660c03fa9aa93000710000000003039' }
		for (const id of [text, uuid, inHex])
			for (let i = 0; i < id.length; i++)
				for (const wrong of ['!', ' ', '\0', '\n', 'é', 'ı', 'ſ', '\u212a', '０', '\u0130', '😀'[0]]) {
					const corrupted = id.slice(0, i) + wrong + id.slice(i + 1)
					is(errorOf(() => wiji.parse(corrupted)).message.startsWith(`invalid wiji ${JSON.stringify(corrupted)}: character ${i + 1}, ${JSON.stringify(wrong)}, is not `), true, corrupted)
				}
	})

	test('lengths 0 to 40 of text and of bytes', () => {
		for (let length = 0; length <= 40; length++) {
			const zeros = '0'.repeat(length)
			is(errorOf(() => wiji.parse(zeros)).name, 'SyntaxError', zeros)
			is(wiji.isValid(new Uint8Array(length).fill(0x11)), length === 16, `${length} bytes`)
		}
		is(errorOf(() => wiji.parse('x'.repeat(1e6))).message.length < 200, true, 'a long text is truncated in the message')
	})

	test('values that are neither text nor bytes are a TypeError, and not valid', () => {
		for (const value of [undefined, null, 4, 4n, {}, [], new Date(), new ArrayBuffer(16), new Uint16Array(8), new Int8Array(16), { [Symbol.toStringTag]: 'Uint8Array', length: 16, 9: 0x10 }]) {
			is([errorOf(() => wiji.parse(value)).name, errorOf(() => wiji.uuid(value)).name, wiji.isValid(value)], ['TypeError', 'TypeError', false], kindOf(value))
		}
	})

	test('fields are JSON, whose microseconds are text', () => {
		is(JSON.stringify(wiji.parse('06C303ZADAJC00E40000000C1S')),
			'{"timestamp_us":"1795228678335123","timestamp_ms":1795228678335,"date":"2026-11-21T02:37:58.335Z","sequence":7,"version":1,"random":12345}')
		is(Object.keys(wiji.parse(wiji())), ['timestamp_us', 'timestamp_ms', 'date', 'sequence', 'version', 'random'])
	})

	test('undefined generates no ID, so a list of new IDs calls wiji() for each', () => {
		is(errorOf(() => Array.from({ length: 2 }, wiji)).name, 'TypeError')
		is(Array.from({ length: 2 }, () => wiji()).map(wiji.isValid), [true, true])
	})

	test('returned bytes are a copy', () => {
		const bytes = Buffer.from(wiji.binary('06C303ZADAJC00E40000000C1S'))
		wiji.binary(bytes)[0] = 255
		is(bytes[0], 6, 'the first byte')
	})
})

const kindOf = (value) => Object.prototype.toString.call(value)

/** Runs code, which posts a message, in n threads; returns a promise of the messages. */
function inThreads(n, code) {
	return Promise.all(Array.from({ length: n }, () => new Promise((resolve, reject) => {
		const source = `const { parentPort } = require('node:worker_threads')
			import(${JSON.stringify(new URL('../wiji.js', import.meta.url).href)}).then(({ default: wiji }) => { ${code} })`
		new Worker(source, { eval: true }).on('message', resolve).on('error', reject)
	})))
}

describe('threads', () => {
	test('a million IDs of four threads', async () => {
		const generated = await inThreads(4, 'parentPort.postMessage(Array.from({ length: 250_000 }, () => wiji()))')
		is(new Set(generated.flat()).size, 1_000_000, 'different IDs')
		is(generated.every((ids) => ids.every((id, i) => i === 0 || ids[i - 1] < id)), true, 'each thread ascends')
	})

	test('without globals that only Node has, and where a thread must not sleep', async () => {
		const [id] = await inThreads(1, `
			for (const name of ['process', 'Buffer', 'require', 'SharedArrayBuffer', 'Atomics'])
				delete globalThis[name]
			let now = 5n, reads = 0
			const next = wiji.factory({ clock: () => reads++ < 70_000 ? now : now + 1n })
			for (let i = 0; i < 65_536; i++)
				next()
			parentPort.postMessage(next())`)
		is(wiji.parse(id).timestamp_us, 6n, id)
	})
})

const compiler = (...options) => spawnSync('tsc', options, { cwd: new URL('.', import.meta.url), encoding: 'utf8' })

test('TypeScript types', { skip: compiler('--version').error && 'tsc is not installed' }, () => {
	const { status, stdout, stderr } = compiler('--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', 'types.ts')
	is([status, stdout, stderr], [0, '', ''])
})
