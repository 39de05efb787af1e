// postgres.js.  Connects with PGHOST, PGUSER and so on; an ID is a string.
// Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
import postgres from 'postgres'

const sql = postgres()
const items = (rows) => rows.map((row) => row.item).join(', ')

await sql`CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)`

const ids = {}
for (const item of ['coffee', 'tea', 'cake', 'bread']) {
	const [{ id }] = await sql`INSERT INTO orders (item) VALUES (${item}) RETURNING id`
	ids[item] = id
}
console.log('inserted:', Object.keys(ids).join(', '))

console.log('by ID:', items(await sql`SELECT item FROM orders WHERE id = ${ids.coffee}`))

console.log('by a list of IDs:', items(
	await sql`SELECT item FROM orders WHERE id = ANY (${[ids.coffee, ids.cake]}) ORDER BY id`))

const page = await sql`SELECT id, item FROM orders ORDER BY id LIMIT 2`
console.log('first page:', items(page))
console.log('next page:', items(
	await sql`SELECT id, item FROM orders WHERE id > ${page.at(-1).id} ORDER BY id LIMIT 2`))

const hourAgo = new Date(Date.now() - 3_600_000)
console.log('since an hour ago:', items(await sql`SELECT item FROM orders WHERE id >= wiji_lower(${hourAgo}) ORDER BY id`))

// a Date, which has milliseconds only
const [{ created }] = await sql`SELECT wiji_timestamp(${ids.coffee}) AS created`
console.log('created:', Math.abs(Date.now() - created) < 60_000 ? 'just now' : created)

// wiji[] is returned as an array of strings
const [{ all }] = await sql`SELECT array_agg(id ORDER BY id) AS all FROM orders`
if (all[0] !== ids.coffee || all.length !== 4)
	throw new Error(`not a list of IDs: ${all}`)

await sql`DROP TABLE orders`
await sql.end()
