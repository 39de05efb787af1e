// Drizzle on node-postgres.  Connects with PGHOST, PGUSER and so on; an ID is a string.
// Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import pg from 'pg'
import { asc, eq, gt, gte, inArray, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { customType, pgTable, text } from 'drizzle-orm/pg-core'
import wiji from '../../clients/javascript/wiji.js'	// or, where it is installed, from 'wiji'

const wijiType = customType({ dataType: () => 'wiji' })

const orders = pgTable('orders', {
	id: wijiType('id').primaryKey().default(sql`wiji_generate()`),
	item: text('item').notNull(),
})

// the same table, with IDs that are generated here
const ours = pgTable('orders', { id: wijiType('id').primaryKey().$defaultFn(() => wiji()), item: text('item').notNull() })

const client = new pg.Pool()
const db = drizzle({ client })
const items = (rows) => rows.map((row) => row.item).join(', ')

await db.execute(sql`CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)`)

const ids = {}
for (const item of ['coffee', 'tea', 'cake', 'bread']) {
	const [row] = await db.insert(orders).values({ item }).returning()
	ids[item] = row.id
}
console.log('inserted:', Object.keys(ids).join(', '))

console.log('by ID:', items(await db.select().from(orders).where(eq(orders.id, ids.coffee))))

// IN (…), and ANY with one parameter however long the list
const list = [ids.coffee, ids.cake]
const some = await db.select().from(orders).where(inArray(orders.id, list)).orderBy(asc(orders.id))
const same = await db.select().from(orders)
	.where(sql`${orders.id} = ANY (${sql.param(list)})`).orderBy(asc(orders.id))
if (items(some) !== items(same))
	throw new Error('IN and ANY differ')
console.log('by a list of IDs:', items(same))

const page = await db.select().from(orders).orderBy(asc(orders.id)).limit(2)
console.log('first page:', items(page))
console.log('next page:', items(
	await db.select().from(orders).where(gt(orders.id, page.at(-1).id)).orderBy(asc(orders.id)).limit(2)))

const hourAgo = new Date(Date.now() - 3_600_000)
console.log('since an hour ago:', items(
	await db.select().from(orders).where(gte(orders.id, sql`wiji_lower(${hourAgo})`)).orderBy(asc(orders.id))))

// without mapWith it would be a string
const [{ created }] = await db.select({ created: sql`wiji_timestamp(${orders.id})`.mapWith((t) => new Date(t)) })
	.from(orders).where(eq(orders.id, ids.coffee))
console.log('created:', Math.abs(Date.now() - created) < 60_000 ? 'just now' : created)

const [sugar] = await db.insert(ours).values({ item: 'sugar' }).returning()
if (!wiji.isValid(sugar.id) || wiji.compare(sugar.id, ids.bread) < 1)
	throw new Error(`${sugar.id} is not a new ID`)

// an invalid ID: a web application answers 404
const code = await db.select().from(orders).where(eq(orders.id, 'coffee')).catch((error) => error.cause.code)
if (code !== '22P02')
	throw new Error(`an invalid ID: ${code}`)

// drizzle-kit pull writes unknown("id"), which is not a function, and no default: add both by hand
rmSync('drizzle', { recursive: true, force: true })
execFileSync(process.execPath, ['node_modules/drizzle-kit/bin.cjs', 'pull'], { stdio: 'pipe' })
if (!/id: unknown\("id"\)\.primaryKey\(\)/.test(readFileSync('drizzle/schema.ts', 'utf8')))
	throw new Error(readFileSync('drizzle/schema.ts', 'utf8'))

await db.execute(sql`DROP TABLE orders`)
await client.end()
