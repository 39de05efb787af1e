// MikroORM.  Connects with PGHOST, PGUSER and so on; an ID is a string.
// Run CREATE EXTENSION wiji first.  The program creates the tables, and drops them at the end.
import { EntitySchema, MikroORM, raw } from '@mikro-orm/postgresql'

const Order = new EntitySchema({
	name: 'Order',
	tableName: 'orders',
	properties: {
		id: { type: 'string', columnType: 'wiji', primary: true, defaultRaw: 'wiji_generate()' },
		item: { type: 'text' },
	},
})
const Line = new EntitySchema({
	name: 'Line',
	tableName: 'lines',
	properties: {
		id: { type: 'string', columnType: 'wiji', primary: true, defaultRaw: 'wiji_generate()' },
		order: { kind: 'm:1', entity: 'Order', columnType: 'wiji' },
	},
})

const { PGHOST, PGPORT, PGDATABASE, PGUSER, PGPASSWORD } = process.env
const orm = await MikroORM.init({ entities: [Order, Line], host: PGHOST, port: Number(PGPORT), dbName: PGDATABASE, user: PGUSER, password: PGPASSWORD })
await orm.schema.createSchema()
const db = orm.em.fork()
const items = (orders) => orders.map((order) => order.item).join(', ')

const ids = {}
for (const item of ['coffee', 'tea', 'cake', 'bread']) {
	const order = db.create('Order', { item })
	await db.persistAndFlush(order)
	ids[item] = order.id
}
console.log('inserted:', Object.keys(ids).join(', '))
db.clear()

const orderBy = { id: 'asc' }
console.log('by ID:', (await db.findOneOrFail('Order', ids.coffee)).item)
console.log('by a list of IDs:', items(await db.find('Order', { id: [ids.coffee, ids.cake] }, { orderBy })))

const page = await db.find('Order', {}, { orderBy, limit: 2 })
console.log('first page:', items(page))
console.log('next page:', items(await db.find('Order', { id: { $gt: page.at(-1).id } }, { orderBy, limit: 2 })))

const hourAgo = new Date(Date.now() - 3_600_000)
console.log('since an hour ago:', items(await db.find('Order', { id: { $gte: raw('wiji_lower(?)', [hourAgo]) } }, { orderBy })))

const [{ created }] = await db.execute('SELECT wiji_timestamp(?) AS created', [ids.coffee])
console.log('created:', Math.abs(Date.now() - new Date(created)) < 60_000 ? 'just now' : created)

await db.persistAndFlush(db.create('Line', { order: ids.tea }))
db.clear()
const [line] = await db.find('Line', {}, { populate: ['order'] })
if (line.order.item !== 'tea')
	throw new Error('a foreign key')
// the entities match the tables
const diff = await orm.schema.getUpdateSchemaSQL({ wrap: false })
if (diff !== '')
	throw new Error(diff)

await orm.schema.dropSchema()
await orm.close()
