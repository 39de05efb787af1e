// pg-promise.  Connects with PGHOST, PGUSER and so on; an ID is a string.
// Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
import pgp from 'pg-promise'

const db = pgp()({})
const items = async (...query) => (await db.map(...query, (row) => row.item)).join(', ')

await db.none('CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)')

const ids = {}
for (const item of ['coffee', 'tea', 'cake', 'bread'])
	ids[item] = (await db.one('INSERT INTO orders (item) VALUES ($1) RETURNING id', [item])).id
console.log('inserted:', Object.keys(ids).join(', '))

// pg-promise inserts values into the statement: a string as a literal without a type, a list as an array of texts,
// which requires the cast
console.log('by ID:', await items('SELECT item FROM orders WHERE id = $1', [ids.coffee]))
console.log('by a list of IDs:', await items('SELECT item FROM orders WHERE id = ANY ($1::wiji[]) ORDER BY id', [[ids.coffee, ids.cake]]))
console.log('first page:', await items('SELECT item FROM orders ORDER BY id LIMIT 2', []))
console.log('next page:', await items('SELECT item FROM orders WHERE id > $1 ORDER BY id LIMIT 2', [ids.tea]))

const hourAgo = new Date(Date.now() - 3_600_000)
console.log('since an hour ago:', await items('SELECT item FROM orders WHERE id >= wiji_lower($1) ORDER BY id', [hourAgo]))

const { created } = await db.one('SELECT wiji_timestamp($1) AS created', [ids.coffee])
console.log('created:', Math.abs(Date.now() - created) < 60_000 ? 'just now' : created)

if (await items('SELECT item FROM orders WHERE id IN ($1:csv) ORDER BY id', [[ids.tea, ids.bread]]) !== 'tea, bread')
	throw new Error('a list')

await db.none('DROP TABLE orders')
await db.$pool.end()
