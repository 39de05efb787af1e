// Tests of the modules for CommonJS, in a copy of the package as npm pack makes it.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import wiji from '../wiji.js'

const here = fileURLToPath(new URL('..', import.meta.url))
const ID = '06C303ZADAJC00E40000000C1S'
const is = assert.deepEqual

describe('CommonJS', () => {
	const folder = mkdtempSync(join(tmpdir(), 'wiji-'))
	const copy = join(folder, 'node_modules/wiji')
	const require = createRequire(join(folder, 'main.cjs'))
	after(() => rmSync(folder, { recursive: true }))
	cpSync(here, copy, { recursive: true, filter: (path) => !path.startsWith(join(here, 'node_modules')) })
	const made = spawnSync(process.execPath, [join(copy, 'scripts/commonjs.js')], { encoding: 'utf8' })

	test('the module is the function', () => {
		is([made.status, made.stderr], [0, ''])
		const required = require('wiji')
		is(wiji.isValid(required()), true)
		is(required.uuid(ID), wiji.uuid(ID))
		is(Object.keys(required), Object.keys(wiji))
		assert.throws(() => required.parse('coffee'), /^SyntaxError: invalid wiji "coffee"/)
	})

	test('wiji/pg', async () => {
		const parsers = {}
		await require('wiji/pg').registerTypes({
			query: async () => ({ rows: [{ typarray: 16389 }] }),
			getTypeParser: (oid) => `parser of ${oid}`,
			setTypeParser: (oid, parser) => { parsers[oid] = parser },
		})
		is(parsers, { 16389: 'parser of 1009' })
	})

	test('wiji/drizzle', async (t) => {
		if (!await import('drizzle-orm').catch(() => undefined))
			return t.skip('drizzle-orm is not installed')
		const outside = createRequire(import.meta.url)
		cpSync(join(outside.resolve('drizzle-orm'), '..'), join(folder, 'node_modules/drizzle-orm'), { recursive: true })
		is(Object.keys(require('wiji/drizzle')).sort(), Object.keys(await import('../drizzle.js')).sort())
	})

	test('a form of export that nothing converts is an error', () => {
		const broken = join(folder, 'broken')
		cpSync(copy, broken, { recursive: true })
		writeFileSync(join(broken, 'pg.js'), 'export class Registry {}\n')
		const failed = spawnSync(process.execPath, [join(broken, 'scripts/commonjs.js')], { encoding: 'utf8' })
		is(failed.status, 1)
		assert.match(failed.stderr, /pg\.js: nothing says what this is in CommonJS: export class Registry/)
	})

	const compiler = (...options) => spawnSync('tsc', options, { cwd: folder, encoding: 'utf8' })

	const version = compiler('--version')
	const [, major, minor] = version.stdout?.match(/(\d+)\.(\d+)/) ?? []
	const lacking = version.error ? 'tsc is not installed' : major * 100 + +minor < 503 && 'tsc is older than 5.3'

	test('TypeScript types', { skip: lacking }, () => {
		cpSync(join(here, 'tests/types.cts'), join(folder, 'types.cts'))
		const { status, stdout, stderr } = compiler('--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--typeRoots', folder, 'types.cts')
		is([status, stdout, stderr], [0, '', ''])
	})
})
