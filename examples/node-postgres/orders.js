// node-postgres.  Connects with PGHOST, PGUSER and so on; an ID is a string.
// Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
import pg from 'pg'
import wiji from '../../clients/javascript/wiji.js'	// or, where it is installed, from 'wiji'

const db = new pg.Client()
await db.connect()
const items = (result) => result.rows.map((row) => row.item).join(', ')

await db.query('CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)')

const ids = {}
for (const item of ['coffee', 'tea', 'cake', 'bread']) {
	const inserted = await db.query('INSERT INTO orders (item) VALUES ($1) RETURNING id', [item])
	ids[item] = inserted.rows[0].id
}
console.log('inserted:', Object.keys(ids).join(', '))

console.log('by ID:', items(await db.query('SELECT item FROM orders WHERE id = $1', [ids.coffee])))

console.log('by a list of IDs:', items(await db.query(
	'SELECT item FROM orders WHERE id = ANY ($1) ORDER BY id', [[ids.coffee, ids.cake]])))

const page = await db.query('SELECT id, item FROM orders ORDER BY id LIMIT 2')
console.log('first page:', items(page))
const last = page.rows.at(-1).id
console.log('next page:', items(await db.query(
	'SELECT id, item FROM orders WHERE id > $1 ORDER BY id LIMIT 2', [last])))

const hourAgo = new Date(Date.now() - 3_600_000)
console.log('since an hour ago:', items(await db.query('SELECT item FROM orders WHERE id >= wiji_lower($1) ORDER BY id', [hourAgo])))

// a Date, which has milliseconds only
const { created } = (await db.query('SELECT wiji_timestamp($1) AS created', [ids.coffee])).rows[0]
console.log('created:', Math.abs(Date.now() - created) < 60_000 ? 'just now' : created)

// wiji[] is returned as a string unless its type, whose OID differs between databases, has a parser
const type = await db.query("SELECT typarray FROM pg_type WHERE oid = 'wiji'::regtype")
db.setTypeParser(type.rows[0].typarray, pg.types.getTypeParser(1009))	// that of text[]
const { all } = (await db.query('SELECT array_agg(id ORDER BY id) AS all FROM orders')).rows[0]
if (all[0] !== ids.coffee || all.length !== 4)
	throw new Error(`not a list of IDs: ${all}`)

// an ID that is generated here, and the row's ID
const order = wiji()
await db.query('INSERT INTO orders (id, item) VALUES ($1, $2)', [order, 'sugar'])
for (const form of [order, wiji.uuid(order), Buffer.from(wiji.binary(order))]) {
	const found = items(await db.query('SELECT item FROM orders WHERE id = $1', [form]))
	if (found !== 'sugar')
		throw new Error(`${order} is not found`)
}

// a timestamp as the start of a range, and as an ID that is generated here
for (const [condition, since] of [['id <@ tstzrange($1, NULL)', hourAgo], ['id >= $1', wiji.lower(hourAgo)]]) {
	const { rowCount } = await db.query(`SELECT FROM orders WHERE ${condition}`, [since])
	if (rowCount !== 5)
		throw new Error(`${rowCount} rows of ${condition}`)
}

// an invalid ID is error 22P02 there, and an error here, before anything is sent
const code = await db.query('SELECT FROM orders WHERE id = $1', ['coffee']).catch((error) => error.code)
if (code !== '22P02' || wiji.isValid('coffee'))
	throw new Error(`an invalid ID: ${code}`)

await db.query('DROP TABLE orders')
await db.end()
