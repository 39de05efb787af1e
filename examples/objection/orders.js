// Objection, on Knex and node-postgres.  Connects as PGHOST, PGUSER and the like say; an id is a string.
// The database needs CREATE EXTENSION wiji first.  The table orders is made here, and dropped at the end.
import Knex from 'knex'
import { Model } from 'objection'

const db = Knex({ client: 'pg', connection: {} })
Model.knex(db)
const items = (orders) => orders.map((order) => order.item).join(', ')

await db.schema.createTable('orders', (table) => {
	table.specificType('id', 'wiji').primary().defaultTo(db.raw('wiji_generate()'))
	table.text('item').notNullable()
})

class Order extends Model {
	static tableName = 'orders'
}

const ids = {}
for (const item of ['coffee', 'tea', 'cake', 'bread'])
	ids[item] = (await Order.query().insert({ item })).id
console.log('inserted:', Object.keys(ids).join(', '))

console.log('by id:', (await Order.query().findById(ids.coffee)).item)
console.log('by a list of ids:', items(await Order.query().findByIds([ids.coffee, ids.cake]).orderBy('id')))

const page = await Order.query().orderBy('id').limit(2)
console.log('first page:', items(page))
console.log('next page:', items(await Order.query().where('id', '>', page.at(-1).id).orderBy('id').limit(2)))

const { rows: [{ made }] } = await db.raw('SELECT wiji_timestamp(?) AS made', [ids.coffee])
console.log('made:', Math.abs(Date.now() - made) < 60_000 ? 'just now' : made)

await db.schema.dropTable('orders')
await db.destroy()
