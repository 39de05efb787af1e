// Slonik.  Connects with PGHOST, PGUSER and so on; an ID is a string.
// Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
import { createPool, sql } from 'slonik'

const { PGHOST, PGPORT, PGDATABASE, PGUSER, PGPASSWORD } = process.env
const db = await createPool(`postgres://${PGUSER}:${PGPASSWORD ?? ''}@${encodeURIComponent(PGHOST)}:${PGPORT}/${PGDATABASE}`)
const q = sql.unsafe
const items = async (query) => (await db.anyFirst(query)).join(', ')

await db.query(q`CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)`)

const ids = {}
for (const item of ['coffee', 'tea', 'cake', 'bread'])
	ids[item] = await db.oneFirst(q`INSERT INTO orders (item) VALUES (${item}) RETURNING id`)
console.log('inserted:', Object.keys(ids).join(', '))

console.log('by ID:', await items(q`SELECT item FROM orders WHERE id = ${ids.coffee}`))
// sql.array requires the name of the element type
console.log('by a list of IDs:', await items(q`SELECT item FROM orders WHERE id = ANY (${sql.array([ids.coffee, ids.cake], sql.fragment`wiji[]`)}) ORDER BY id`))
console.log('first page:', await items(q`SELECT item FROM orders ORDER BY id LIMIT 2`))
console.log('next page:', await items(q`SELECT item FROM orders WHERE id > ${ids.tea} ORDER BY id LIMIT 2`))

const hourAgo = new Date(Date.now() - 3_600_000)
console.log('since an hour ago:', await items(q`SELECT item FROM orders WHERE id >= wiji_lower(${sql.timestamp(hourAgo)}) ORDER BY id`))

const created = await db.oneFirst(q`SELECT wiji_timestamp_us(${ids.coffee})`)	// a timestamptz is a number of milliseconds
console.log('created:', Math.abs(Date.now() - Number(created) / 1000) < 60_000 ? 'just now' : created)

await db.query(q`DROP TABLE orders`)
await db.end()
