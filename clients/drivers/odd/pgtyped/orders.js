// PgTyped, on node-postgres.  Connects with PGHOST, PGUSER and so on; an ID is a string.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import pg from 'pg'

const db = new pg.Client()
const items = (rows) => rows.map((row) => row.item).join(', ')
const run = (...command) => execFileSync(process.execPath, command, { stdio: 'pipe' })

await db.connect()
await db.query('CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)')

// pgtyped.json maps wiji to a TypeScript type; otherwise it is rejected, "not supported by mapping"
run('node_modules/@pgtyped/cli/lib/index.js', '-c', 'pgtyped.json')
run('node_modules/typescript/bin/tsc', '--target', 'es2022', '--module', 'nodenext', '--skipLibCheck', 'orders.queries.ts')
const orders = await import('./orders.queries.js')
const types = readFileSync('orders.queries.ts', 'utf8')
if (!/interface IByIdParams \{\s+id: string;/.test(types) || !/interface IInsertOrderResult \{\s+id: string;/.test(types))
	throw new Error(types)

const ids = {}
for (const item of ['coffee', 'tea', 'cake']) {
	const [row] = await orders.insertOrder.run({ item }, db)
	ids[item] = row.id
}
console.log('inserted:', Object.keys(ids).join(', '))

const [{ at }] = await orders.createdAt.run({ id: ids.coffee }, db)
console.log('created:', Math.abs(Date.now() - at) < 60_000 ? 'just now' : at)

console.log('the last day:', items(await orders.since.run({ start: new Date(Date.now() - 86_400_000) }, db)))
console.log('a list of IDs:', items(await orders.byIds.run({ ids: [ids.coffee, ids.cake] }, db)))

const id = '06C31QQ30K880007VPPQCVK2KZ'
await orders.insertWithId.run({ id, item: 'sugar' }, db)
console.log('from the application:', items(await orders.byId.run({ id }, db)))

await db.query('DROP TABLE orders')
await db.end()
