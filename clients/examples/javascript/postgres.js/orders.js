// postgres.js, connected by PGHOST, PGUSER and so on: npm install postgres
import postgres from 'postgres'
import wiji from 'wiji'

const sql = postgres({ onnotice() {}, connection: { search_path: 'wiji_example, public' } })	// a schema of the example's own
const items = (rows) => rows.map((row) => row.item).join(', ')

await sql`CREATE SCHEMA wiji_example`
await sql`CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)`

const inserted = await sql`INSERT INTO orders ${sql([{ item: 'coffee' }, { item: 'tea' }, { item: 'cake' }])} RETURNING *`
console.log('inserted:', items(inserted))

const [coffee, , cake] = inserted.map((row) => row.id)	// strings
const created = wiji.parse(coffee).date
console.log('created:', Date.now() - created < 60_000 ? 'just now' : created)

const yesterday = new Date(Date.now() - 86_400_000)
console.log('the last day:', items(await sql`SELECT item FROM orders WHERE id >= wiji_lower(${yesterday}) ORDER BY id`))

console.log('a list of IDs:', items(await sql`SELECT item FROM orders WHERE id = ANY (${[coffee, cake]}) ORDER BY id`))

const id = wiji()
await sql`INSERT INTO orders ${sql({ id, item: 'sugar' })}`
console.log('from the application:', items(await sql`SELECT item FROM orders WHERE id = ${id}`))

await sql`DROP SCHEMA wiji_example CASCADE`
await sql.end()
