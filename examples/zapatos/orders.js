// Zapatos, on node-postgres.  Connects as PGHOST, PGUSER and the like say; an id is a string.
// The database needs CREATE EXTENSION wiji first.  The table orders is made here, and dropped at the end.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import * as db from 'zapatos/db'

const pool = new pg.Pool()
const items = (rows) => rows.map((row) => row.item).join(', ')

await pool.query('CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)')

// Its generator makes a file for a type that it does not know, "any" at first, and leaves it to you.
const generate = () => execFileSync(process.execPath, ['node_modules/zapatos/dist/generate/cli.js'], { stdio: 'pipe' })
const custom = 'zapatos/custom/PgWiji.d.ts'
rmSync('zapatos', { recursive: true, force: true })
generate()
const made = readFileSync(custom, 'utf8')
writeFileSync(custom, made.replace('PgWiji = any', 'PgWiji = string'))
generate()
if (!/id: c\.PgWiji;/.test(readFileSync('zapatos/schema.d.ts', 'utf8')) || !/PgWiji = string/.test(readFileSync(custom, 'utf8')))
	throw new Error('the types')

const ids = {}
for (const item of ['coffee', 'tea', 'cake', 'bread'])
	ids[item] = (await db.insert('orders', { item }).run(pool)).id
console.log('inserted:', Object.keys(ids).join(', '))

const order = { by: 'id', direction: 'ASC' }
console.log('by id:', (await db.selectExactlyOne('orders', { id: ids.coffee }).run(pool)).item)
console.log('by a list of ids:', items(await db.select('orders', { id: db.conditions.isIn([ids.coffee, ids.cake]) }, { order }).run(pool)))

const page = await db.select('orders', db.all, { order, limit: 2 }).run(pool)
console.log('first page:', items(page))
console.log('next page:', items(await db.select('orders', { id: db.conditions.gt(page.at(-1).id) }, { order, limit: 2 }).run(pool)))

const hourAgo = new Date(Date.now() - 3_600_000)
const since = db.sql`${db.self} >= wiji_lower(${db.param(hourAgo)})`
console.log('since an hour ago:', items(await db.select('orders', { id: since }, { order }).run(pool)))

const [{ at }] = await db.sql`SELECT wiji_timestamp(${db.param(ids.coffee)}) AS at`.run(pool)
console.log('made:', Math.abs(Date.now() - at) < 60_000 ? 'just now' : at)

await pool.query('DROP TABLE orders')
await pool.end()
