// Reads and generates IDs for other programs.
//
//	node tell.js answer       reads lines "wiji_text HEX" or "wiji_id HEX", and prints the ID or "-"
//	node tell.js generate N   prints N lines of new IDs: text, UUID form, hex, and the bytes in hex
import { readFileSync } from 'node:fs'
import wiji from '../wiji.js'

function answer(line) {
	const [word, question] = line.split(' ')
	const bytes = new Uint8Array(Buffer.from(question.replace('.', ''), 'hex'))
	const id = word === 'wiji_text' ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : bytes
	if (!wiji.isValid(id))
		return '-'
	const { timestamp_us, sequence, random } = wiji.parse(id)
	return [wiji.hex(id), wiji(id), wiji.uuid(id), timestamp_us, sequence, random,
		wiji.hex(wiji.lower(timestamp_us)), wiji.hex(wiji.upper(timestamp_us))].join(' ')
}

const [mode, n] = process.argv.slice(2)
if (mode === 'answer')
	process.stdout.write(readFileSync(0, 'utf8').trimEnd().split('\n').map((line) => answer(line) + '\n').join(''))
else if (mode === 'generate')
	for (let i = 0; i < Number(n); i++)
		console.log(wiji(), wiji.uuid(), wiji.hex(), Buffer.from(wiji.binary()).toString('hex'))
else
	throw new Error('usage: tell.js answer | generate N')
