// JavaScript's part of clients/bench/compare: its arguments, input and output are described there.
// It runs in the folder where npm has installed the other libraries.
import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'
import wiji from '../javascript/wiji.js'

const require = createRequire(`${process.cwd()}/`)
const generators = {
	wiji, 'ulid, monotonic': require('ulid').monotonicFactory(), 'uuid, version 7': require('uuid').v7,
}
const ids = Number(process.argv[2])

console.log(Object.keys(generators).join('\t'))
for await (const line of createInterface({ input: process.stdin })) {
	const [generator, threads] = line.split(' ').map(Number)
	const generate = Object.values(generators)[generator]
	const began = performance.now()
	for (let i = 0; threads === 1 && i < ids; i++)
		generate()
	console.log(threads === 1 ? (performance.now() - began) / 1000 : '-')	// threads do not share memory
}
