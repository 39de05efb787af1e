// PgTyped, on node-postgres.  Connects with PGHOST, PGUSER and so on; an ID is a string.
// Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
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
for (const item of ['coffee', 'tea', 'cake', 'bread']) {
	const [row] = await orders.insertOrder.run({ item }, db)
	ids[item] = row.id
}
console.log('inserted:', Object.keys(ids).join(', '))

console.log('by ID:', items(await orders.byId.run({ id: ids.coffee }, db)))
console.log('by a list of IDs:', items(await orders.byIds.run({ ids: [ids.coffee, ids.cake] }, db)))

const page = await orders.firstPage.run(undefined, db)
console.log('first page:', items(page))
console.log('next page:', items(await orders.nextPage.run({ last: page.at(-1).id }, db)))
console.log('since an hour ago:', items(await orders.since.run({ start: new Date(Date.now() - 3_600_000) }, db)))

const [{ at }] = await orders.createdAt.run({ id: ids.coffee }, db)
console.log('created:', Math.abs(Date.now() - at) < 60_000 ? 'just now' : at)

await db.query('DROP TABLE orders')
await db.end()
