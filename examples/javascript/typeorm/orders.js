// TypeORM on node-postgres.  Connects with PGHOST, PGUSER and so on; an ID is a string.
// Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
import 'reflect-metadata'
import { DataSource, EntitySchema, In, MoreThan, Raw } from 'typeorm'

const Order = new EntitySchema({
	name: 'Order',
	tableName: 'orders',
	columns: {
		id: { type: 'wiji', primary: true, default: () => 'wiji_generate()' },
		item: { type: 'text' },
	},
})

const db = new DataSource({ type: 'postgres', entities: [Order] })
db.driver.supportedDataTypes.push('wiji')	// otherwise the type is rejected
await db.initialize()
await db.synchronize()
const orders = db.getRepository(Order)
const items = (rows) => rows.map((row) => row.item).join(', ')

const ids = {}
for (const item of ['coffee', 'tea', 'cake', 'bread']) {
	const order = await orders.save({ item })
	ids[item] = order.id
}
console.log('inserted:', Object.keys(ids).join(', '))

console.log('by ID:', (await orders.findOneBy({ id: ids.coffee })).item)

// IN (…), and ANY with one parameter however long the list
const list = [ids.coffee, ids.cake]
const order = { id: 'ASC' }
const some = await orders.find({ where: { id: In(list) }, order })
const same = await orders.find({ where: { id: Raw((id) => `${id} = ANY (:list)`, { list }) }, order })
if (items(some) !== items(same))
	throw new Error('IN and ANY differ')
console.log('by a list of IDs:', items(same))

const page = await orders.find({ order, take: 2 })
console.log('first page:', items(page))
console.log('next page:', items(await orders.find({ where: { id: MoreThan(page.at(-1).id) }, order, take: 2 })))

const hourAgo = new Date(Date.now() - 3_600_000)
const since = Raw((id) => `${id} >= wiji_lower(:hourAgo)`, { hourAgo })
console.log('since an hour ago:', items(await orders.find({ where: { id: since }, order })))

// a Date, which has milliseconds only
const { created } = await orders.createQueryBuilder('o').select('wiji_timestamp(o.id)', 'created')
	.where({ id: ids.coffee }).getRawOne()
console.log('created:', Math.abs(Date.now() - created) < 60_000 ? 'just now' : created)

// the table needs no changes
const { upQueries } = await db.driver.createSchemaBuilder().log()
if (upQueries.length > 0)
	throw new Error(`would change the table again: ${upQueries[0].query}`)

await db.query('DROP TABLE orders')
await db.destroy()
