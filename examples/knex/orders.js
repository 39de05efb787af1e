// Knex on node-postgres.  Connects with PGHOST, PGUSER and so on; an ID is a string.
// Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
import knex from 'knex'

const db = knex({ client: 'pg', connection: {} })
const items = (rows) => rows.map((row) => row.item).join(', ')

await db.schema.createTable('orders', (table) => {
	table.specificType('id', 'wiji').primary().defaultTo(db.raw('wiji_generate()'))
	table.text('item').notNullable()
})

const rows = await db('orders').returning(['id', 'item'])
	.insert([{ item: 'coffee' }, { item: 'tea' }, { item: 'cake' }, { item: 'bread' }])
const ids = Object.fromEntries(rows.map(({ id, item }) => [item, id]))
console.log('inserted:', items(rows))

console.log('by ID:', items(await db('orders').where({ id: ids.coffee })))

// IN (…), and ANY with one parameter however long the list
const list = [ids.coffee, ids.cake]
const some = await db('orders').whereIn('id', list).orderBy('id')
const same = await db('orders').whereRaw('id = ANY (?)', [list]).orderBy('id')
if (items(some) !== items(same))
	throw new Error('IN and ANY differ')
console.log('by a list of IDs:', items(same))

const page = await db('orders').orderBy('id').limit(2)
console.log('first page:', items(page))
console.log('next page:', items(await db('orders').where('id', '>', page.at(-1).id).orderBy('id').limit(2)))

const hourAgo = new Date(Date.now() - 3_600_000)
console.log('since an hour ago:', items(await db('orders').whereRaw('id >= wiji_lower(?)', [hourAgo]).orderBy('id')))

// a Date, which has milliseconds only
const { created } = await db('orders').where({ id: ids.coffee }).first(db.raw('wiji_timestamp(id) AS created'))
console.log('created:', Math.abs(Date.now() - created) < 60_000 ? 'just now' : created)

await db.schema.dropTable('orders')
await db.destroy()
