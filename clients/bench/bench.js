// JavaScript's part of clients/bench/compare: its arguments and its output are described there.
// It runs in the folder where npm has installed the other libraries.
import { createRequire } from 'node:module'
import wiji from '../javascript/wiji.js'

const require = createRequire(`${process.cwd()}/`)
const ulid = require('ulid')
const uuid = require('uuid')
const uuidv7 = require('uuidv7')
const [n, rounds] = process.argv.slice(2).map(Number)

const monotonic = ulid.monotonicFactory()
const text = wiji()
const form = wiji.uuid(text)
const bytes = wiji.binary(text)
const other = uuid.v7()
const otherBytes = uuid.parse(other)

const operations = {
	'generate': { 'wiji': wiji, 'ulid, monotonic': monotonic, 'uuid, version 7': uuid.v7, 'uuidv7': uuidv7.uuidv7 },
	'parse text': { 'wiji': () => wiji.binary(text), 'uuid': () => uuid.parse(other), 'uuidv7': () => uuidv7.UUID.parse(other) },
	'parse UUID form': { 'wiji': () => wiji.binary(form), 'uuid': () => uuid.parse(other), 'uuidv7': () => uuidv7.UUID.parse(other) },
	'format': { 'wiji': () => wiji(bytes), 'uuid': () => uuid.stringify(otherBytes) },
}

let sum = 0
const kept = new Array(64)	// or the compiler leaves out what nobody uses

function measure(run) {
	const began = process.hrtime.bigint()
	for (let i = 0; i < n; i++) {
		const made = kept[i % 64] = run()
		sum += typeof made === 'string' ? made.charCodeAt(20) : 0	// a text that is joined when it is used
	}
	return Number(process.hrtime.bigint() - began) / n
}

for (const [operation, libraries] of Object.entries(operations)) {
	const best = {}
	for (let round = 0; round < rounds; round++)
		for (const [library, run] of Object.entries(libraries))
			best[library] = Math.min(best[library] ?? Infinity, measure(run))
	for (const [library, ns] of Object.entries(best))
		console.log([operation, library, ns].join('\t'))
}
