// Zapatos, on node-postgres.  Connects with PGHOST, PGUSER and so on; an ID is a string.
// Run CREATE EXTENSION wiji first.  The program creates the table orders, and drops it at the end.
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import * as db from 'zapatos/db'

const pool = new pg.Pool()
const items = (rows) => rows.map((row) => row.item).join(', ')

await pool.query('CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL)')

// For an unknown type, its generator writes a file with "any", which you can edit.
const generate = () => execFileSync(process.execPath, ['node_modules/zapatos/dist/generate/cli.js'], { stdio: 'pipe' })
const custom = 'zapatos/custom/PgWiji.d.ts'
rmSync('zapatos', { recursive: true, force: true })
generate()
const created = readFileSync(custom, 'utf8')
writeFileSync(custom, created.replace('PgWiji = any', 'PgWiji = string'))
generate()
if (!/id: c\.PgWiji;/.test(readFileSync('zapatos/schema.d.ts', 'utf8')) || !/PgWiji = string/.test(readFileSync(custom, 'utf8')))
	throw new Error('the types')

const ids = {}
for (const item of ['coffee', 'tea', 'cake', 'bread'])
	ids[item] = (await db.insert('orders', { item }).run(pool)).id
console.log('inserted:', Object.keys(ids).join(', '))

const order = { by: 'id', direction: 'ASC' }
console.log('by ID:', (await db.selectExactlyOne('orders', { id: ids.coffee }).run(pool)).item)
console.log('by a list of IDs:', items(await db.select('orders', { id: db.conditions.isIn([ids.coffee, ids.cake]) }, { order }).run(pool)))

const page = await db.select('orders', db.all, { order, limit: 2 }).run(pool)
console.log('first page:', items(page))
console.log('next page:', items(await db.select('orders', { id: db.conditions.gt(page.at(-1).id) }, { order, limit: 2 }).run(pool)))

const hourAgo = new Date(Date.now() - 3_600_000)
const since = db.sql`${db.self} >= wiji_lower(${db.param(hourAgo)})`
console.log('since an hour ago:', items(await db.select('orders', { id: since }, { order }).run(pool)))

const [{ at }] = await db.sql`SELECT wiji_timestamp(${db.param(ids.coffee)}) AS at`.run(pool)
console.log('created:', Math.abs(Date.now() - at) < 60_000 ? 'just now' : at)

await pool.query('DROP TABLE orders')
await pool.end()
