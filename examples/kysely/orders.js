// Kysely, on node-postgres.  Connects with PGHOST, PGUSER and so on; an ID is a string.
// Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'

const db = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool() }) })
const items = (rows) => rows.map((row) => row.item).join(', ')

await db.schema.createTable('orders')
	.addColumn('id', sql`wiji`, (column) => column.primaryKey().defaultTo(sql`wiji_generate()`))
	.addColumn('item', 'text', (column) => column.notNull())
	.execute()

const ids = {}
for (const item of ['coffee', 'tea', 'cake', 'bread']) {
	const inserted = await db.insertInto('orders').values({ item }).returning('id').executeTakeFirstOrThrow()
	ids[item] = inserted.id
}
console.log('inserted:', Object.keys(ids).join(', '))

const orders = db.selectFrom('orders').select(['id', 'item']).orderBy('id')
console.log('by ID:', items(await orders.where('id', '=', ids.coffee).execute()))
console.log('by a list of IDs:', items(await orders.where('id', 'in', [ids.coffee, ids.cake]).execute()))

const page = await orders.limit(2).execute()
console.log('first page:', items(page))
console.log('next page:', items(await orders.where('id', '>', page.at(-1).id).limit(2).execute()))

const hourAgo = new Date(Date.now() - 3_600_000)
console.log('since an hour ago:', items(await orders.where('id', '>=', sql`wiji_lower(${hourAgo})`).execute()))

const { at } = await db.selectNoFrom(sql`wiji_timestamp(${ids.coffee})`.as('at')).executeTakeFirstOrThrow()
console.log('created:', Math.abs(Date.now() - at) < 60_000 ? 'just now' : at)

// the driver's setting for arrays: see node-postgres
const found = await orders.where(sql`id = ANY (${[ids.tea, ids.bread]})`).execute()
if (items(found) !== 'tea, bread')
	throw new Error(items(found))

await db.schema.dropTable('orders').execute()
await db.destroy()
