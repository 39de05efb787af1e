// Prisma's client, from "prisma generate", on node-postgres.  Connects with PGHOST, PGUSER and so on; an ID is a string.
// Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from './generated/index.js'
import wiji from '../../clients/javascript/wiji.js'	// or, where it is installed, from 'wiji'

// its timestamps have no time zone: it assumes that the session uses UTC
const db = new PrismaClient({ adapter: new PrismaPg({ options: '-c TimeZone=UTC' }) })
const items = (rows) => rows.map((row) => row.item).join(', ')

await db.$executeRaw`CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)`

const ids = {}
for (const item of ['coffee', 'tea', 'cake', 'bread']) {
	const order = await db.order.create({ data: { item } })
	ids[item] = order.id
}
console.log('inserted:', Object.keys(ids).join(', '))

console.log('by ID:', (await db.order.findUnique({ where: { id: ids.coffee } })).item)

// IN (…), and ANY with one parameter however long the list
const list = [ids.coffee, ids.cake]
const some = await db.order.findMany({ where: { id: { in: list } }, orderBy: { id: 'asc' } })
const same = await db.$queryRaw`SELECT * FROM orders WHERE id = ANY (${list}) ORDER BY id`
if (items(some) !== items(same))
	throw new Error('IN and ANY differ')
console.log('by a list of IDs:', items(same))

const page = await db.order.findMany({ orderBy: { id: 'asc' }, take: 2 })
console.log('first page:', items(page))
console.log('next page:', items(await db.order.findMany({
	where: { id: { gt: page.at(-1).id } }, orderBy: { id: 'asc' }, take: 2 })))

const hourAgo = new Date(Date.now() - 3_600_000)
console.log('since an hour ago:', items(await db.$queryRaw`SELECT * FROM orders WHERE id >= wiji_lower(${hourAgo}) ORDER BY id`))

// a Date, which has milliseconds only
const [{ created }] = await db.$queryRaw`SELECT wiji_timestamp(${ids.coffee}) AS created`
console.log('created:', Math.abs(Date.now() - created) < 60_000 ? 'just now' : created)

// an ID that is generated here
const id = wiji()
await db.order.create({ data: { id, item: 'sugar' } })
if ((await db.order.findUnique({ where: { id } })).item !== 'sugar')
	throw new Error(`${id} is not found`)

await db.$executeRaw`DROP TABLE orders`
await db.$disconnect()
