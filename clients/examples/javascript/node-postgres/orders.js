// node-postgres, connected by PGHOST, PGUSER and so on: npm install pg
import pg from 'pg'
import wiji from 'wiji'
import { registerTypes } from 'wiji/pg'

const options = '-c search_path=wiji_example,public'	// a schema of the example's own
const db = new pg.Pool({ options, onConnect: registerTypes })	// so that arrays of IDs are read as arrays
const items = ({ rows }) => rows.map((row) => row.item).join(', ')

await db.query('CREATE SCHEMA wiji_example')
await db.query('CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)')

const inserted = await db.query('INSERT INTO orders (item) VALUES ($1), ($2), ($3) RETURNING id, item',
	['coffee', 'tea', 'cake'])
console.log('inserted:', items(inserted))

const [{ id: coffee }, , { id: cake }] = inserted.rows	// strings
const created = wiji.parse(coffee).date
console.log('created:', Date.now() - created < 60_000 ? 'just now' : created)

const yesterday = new Date(Date.now() - 86_400_000)
console.log('the last day:', items(await db.query(
	'SELECT item FROM orders WHERE id >= wiji_lower($1) ORDER BY id', [yesterday])))

const { rows: [{ ids }] } = await db.query('SELECT array_agg(id) AS ids FROM orders WHERE id IN ($1, $2)', [coffee, cake])
console.log('a list of IDs:', items(await db.query(
	'SELECT item FROM orders WHERE id = ANY ($1) ORDER BY id', [ids])))

const id = wiji()
await db.query('INSERT INTO orders (id, item) VALUES ($1, $2)', [id, 'sugar'])
console.log('from the application:', items(await db.query('SELECT item FROM orders WHERE id = $1', [id])))

await db.query('DROP SCHEMA wiji_example CASCADE')
await db.end()
