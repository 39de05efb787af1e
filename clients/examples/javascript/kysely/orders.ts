// Kysely on node-postgres, connected by PGHOST, PGUSER and so on: npm install kysely pg
import { promises as fs } from 'node:fs'
import path from 'node:path'
import { type Generated, Kysely, PostgresDialect } from 'kysely'
import { FileMigrationProvider, Migrator, NO_MIGRATIONS } from 'kysely/migration'
import pg from 'pg'
import wiji from 'wiji'
import { registerTypes } from 'wiji/pg'

interface Database {
	orders: { id: Generated<string>, item: string }
}

// registerTypes is for arrays of IDs in results
const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: new pg.Pool({ onConnect: registerTypes }) }) })
const migrator = new Migrator({
	db, provider: new FileMigrationProvider({ fs, path, migrationFolder: path.join(import.meta.dirname, 'migrations') }),
})
const items = (rows: { item: string }[]) => rows.map((row) => row.item).join(', ')

const { error } = await migrator.migrateToLatest()
if (error)
	throw error

const inserted = await db.insertInto('orders').values([{ item: 'coffee' }, { item: 'tea' }, { item: 'cake' }])
	.returningAll().execute()
console.log('inserted:', items(inserted))

const [coffee, , cake] = inserted.map((row) => row.id)
const created = wiji.parse(coffee).date
console.log('created:', Date.now() - created.getTime() < 60_000 ? 'just now' : created)

const orders = db.selectFrom('orders').selectAll().orderBy('id')
const yesterday = new Date(Date.now() - 86_400_000)
console.log('the last day:', items(await orders.where('id', '>=', wiji.lower(yesterday)).execute()))

console.log('a list of IDs:', items(await orders.where('id', 'in', [coffee, cake]).execute()))

const id = wiji()
await db.insertInto('orders').values({ id, item: 'sugar' }).execute()
console.log('from the application:', items(await orders.where('id', '=', id).execute()))

await migrator.migrateTo(NO_MIGRATIONS)
await db.destroy()
