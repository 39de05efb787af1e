#!/usr/bin/env node
// Prisma's schema engine as npm has it, in WebAssembly, for the command line, which otherwise downloads it
// from another server (PRISMA_SCHEMA_ENGINE_BINARY).  It reads calls in JSON, a line each, and answers them.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import { SchemaEngine } from '@prisma/schema-engine-wasm'

const options = (name) => process.argv.filter((_, i) => process.argv[i - 1] === name)
const write = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n')

if (process.argv.at(-1) === 'can-connect-to-database')
	process.exit()

// in parts, as the adapter puts the name of the shadow database beside them
const url = new URL(JSON.parse(options('--datasource')[0] ?? '{}').url ?? process.env.DATABASE_URL)
const factory = new PrismaPg({
	host: url.hostname, port: Number(url.port), database: url.pathname.slice(1),
	user: url.username, password: url.password,
})

// the engine reads columns of type "char", number 18, which the adapter rejects
const first = await factory.connect()
const adapter = Object.getPrototypeOf(Object.getPrototypeOf(first))
const { performIO, queryRaw } = adapter
adapter.performIO = async function (query) {
	const result = await performIO.call(this, query)
	this.chars = (result.fields ?? []).filter((field) => field.dataTypeID === 18)
	for (const field of this.chars)
		field.dataTypeID = 25
	return result
}
adapter.queryRaw = async function (query) {
	const result = await queryRaw.call(this, query)
	for (const { name } of this.chars)
		result.columnTypes[result.columnNames.indexOf(name)] = ColumnTypeEnum.Character
	return result
}
await first.dispose()

globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => console.error(message) }
const datamodels = options('--datamodels').map((file) => [file, readFileSync(file, 'utf8')])
const engine = await SchemaEngine.new({ datamodels: datamodels.length > 0 ? datamodels : undefined },
	(message) => console.error(message), bindMigrationAwareSqlAdapterFactory(factory))

for await (const line of createInterface({ input: process.stdin })) {
	const { id, method, params } = JSON.parse(line)
	if (!method)	// the answer to "print"
		continue
	try {
		const result = await engine[method === 'getDatabaseVersion' ? 'version' : method](params) ?? {}
		if (method === 'diff' && result.stdout)
			write({ id: 0, method: 'print', params: { content: result.stdout } })
		write({ id, result })
	} catch (error) {
		const { code, message, meta = null } = error
		write({ id, error: { code: 4466, message, data: { is_panic: false, error_code: code, message, meta } } })
	}
}
process.exit()
