// Knex on node-postgres, connected by DATABASE_URL: npm install knex pg
import knex from 'knex'
import wiji from 'wiji'
import { registerTypes } from 'wiji/pg'

const db = knex({
	client: 'pg',
	connection: process.env.DATABASE_URL,
	// so that arrays of IDs are read as arrays
	pool: { afterCreate: (client, done) => { registerTypes(client).then(() => done(null, client), done) } },
})
const items = (rows) => rows.map((row) => row.item).join(', ')

await db.migrate.latest({ directory: `${import.meta.dirname}/migrations` })

const inserted = await db('orders').insert([{ item: 'coffee' }, { item: 'tea' }, { item: 'cake' }]).returning('*')
console.log('inserted:', items(inserted))

const [coffee, , cake] = inserted.map((row) => row.id)	// strings
const created = wiji.parse(coffee).date
console.log('created:', Date.now() - created < 60_000 ? 'just now' : created)

const yesterday = new Date(Date.now() - 86_400_000)
console.log('the last day:', items(await db('orders').whereRaw('id >= wiji_lower(?)', [yesterday]).orderBy('id')))

console.log('a list of IDs:', items(await db('orders').whereIn('id', [coffee, cake]).orderBy('id')))

const id = wiji()
await db('orders').insert({ id, item: 'sugar' })
console.log('from the application:', items(await db('orders').where({ id })))

await db.migrate.rollback({ directory: `${import.meta.dirname}/migrations` })
await db.destroy()
