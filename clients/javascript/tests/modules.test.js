// Tests of wiji/pg and, where it is installed, wiji/drizzle.  Those that need a database, with the extension
// and a schema that may be written, are run where WIJI_TEST_DATABASE names it; PGHOST and so on say where it is.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import wiji from '../wiji.js'
import { registerTypes } from '../pg.js'

const ID = '06C303ZADAJC00E40000000C1S'
const is = assert.deepEqual

/** A client of node-postgres, in a database that has the given types. */
function client(rows) {
	const parsers = new Map([[1009, (text) => text.slice(1, -1).split(',')]])
	return {
		query: async () => ({ rows }),
		getTypeParser: (oid) => parsers.get(oid) ?? String,
		setTypeParser: (oid, parse) => parsers.set(oid, parse),
	}
}

describe('wiji/pg', () => {
	test('an array is read as an array of text is', async () => {
		const db = client([{ typarray: 16389 }])
		is(db.getTypeParser(16389)(`{${ID},${ID}}`), `{${ID},${ID}}`, 'before')
		await registerTypes(db)
		is(db.getTypeParser(16389)(`{${ID},${ID}}`), [ID, ID], 'after')
	})

	test('OIDs that the application reads as text will do', async () => {
		const db = client([{ typarray: '4294967295' }])
		await registerTypes(db)
		is(db.getTypeParser(4294967295)(`{${ID}}`), [ID])
	})

	test('each schema has its own type, and a database without the extension none', async () => {
		const db = client([{ typarray: 16389 }, { typarray: 20000 }])
		await registerTypes(db)
		is([16389, 20000].map((oid) => db.getTypeParser(oid)(`{${ID}}`)), [[ID], [ID]])
		await registerTypes(client([]))
	})
})

const drizzle = await import('drizzle-orm/pg-core').catch(() => undefined)

test('wiji/drizzle', { skip: !drizzle && 'drizzle-orm is not installed' }, async () => {
	const { wijiColumn, wijiGenerate } = await import('../drizzle.js')
	const { ids, id } = drizzle.getTableConfig(drizzle.pgTable('orders', {
		id: wijiColumn().primaryKey().default(wijiGenerate()),
		ids: wijiColumn('list').array(),
	})).columns.reduce((columns, column) => ({ ...columns, [column.name === 'list' ? 'ids' : 'id']: column }), {})
	is([id.getSQLType(), id.primary, id.hasDefault, new drizzle.PgDialect().sqlToQuery(id.default).sql], ['wiji', true, true, 'wiji_generate()'])
	is([ids.getSQLType(), ids.mapFromDriverValue(`{${ID}}`), ids.mapToDriverValue([ID])], ['wiji[]', [ID], `{"${ID}"}`])
})

const pg = await import('pg').then((module) => module.default, () => undefined)
const database = process.env.WIJI_TEST_DATABASE
const needs = (...modules) => ({ skip: modules.includes(undefined) ? 'a driver is not installed' : !database && 'WIJI_TEST_DATABASE names no database' })

test('wiji/pg, with a server', needs(pg), async () => {
	const pool = new pg.Pool({ database, onConnect: registerTypes, max: 1 })
	try {
		await pool.query('CREATE TEMPORARY TABLE ids (id wiji, others wiji[], doc jsonb)')
		const ids = Array.from({ length: 3 }, () => wiji())
		const rows = [[ids[0], [], null], [ids[1], [ID, null], { id: ids[1] }], [ids[2], null, [ids[2]]]]
		for (const [id, others, doc] of rows)
			await pool.query('INSERT INTO ids VALUES ($1, $2, $3)', [id, others, JSON.stringify(doc)])
		const found = await pool.query({ text: 'SELECT * FROM ids ORDER BY id', rowMode: 'array' })
		is(found.rows, rows)
		is(JSON.parse(JSON.stringify(found.rows)), rows)
		is((await pool.query('SELECT array_agg(id ORDER BY id) AS all, min(id), max(id) FROM ids')).rows, [{ all: ids, min: ids[0], max: ids[2] }])
		is((await pool.query('INSERT INTO ids SELECT unnest($1::wiji[]) RETURNING id', [ids])).rows.map((row) => row.id), ids)
		is((await pool.query('SELECT count(*)::int AS n FROM ids WHERE id = ANY ($1)', [ids.slice(1)])).rows, [{ n: 4 }])
		is((await pool.query("SELECT '{{06C303ZADAJC00E40000000C1S,NULL}}'::wiji[] AS nested")).rows, [{ nested: [[ID, null]] }])
		await assert.rejects(pool.query('SELECT $1::wiji', ['']), { code: '22P02' })
	} finally {
		await pool.end()
	}
})

test('wiji/drizzle, with a server', needs(pg, drizzle), async () => {
	const { wijiColumn, wijiGenerate } = await import('../drizzle.js')
	const { arrayContains, eq, inArray, max, min, relations, sql } = await import('drizzle-orm')
	const drizzled = await import('drizzle-orm/node-postgres')
	const orders = drizzle.pgTable('drizzled_orders', {
		id: wijiColumn().primaryKey().default(wijiGenerate()),
		other: wijiColumn(),
		others: wijiColumn().array(),
	})
	const parcels = drizzle.pgTable('drizzled_parcels', { id: wijiColumn().primaryKey().$defaultFn(() => wiji()), order: wijiColumn() })
	const schema = {
		orders, parcels,
		ofOrders: relations(orders, ({ many }) => ({ parcels: many(parcels) })),
		ofParcels: relations(parcels, ({ one }) => ({ order: one(orders, { fields: [parcels.order], references: [orders.id] }) })),
	}
	const pool = new pg.Pool({ database, max: 1 })	// without registerTypes
	const db = drizzled.drizzle(pool, { schema })
	try {
		await db.execute(sql`CREATE TEMPORARY TABLE drizzled_orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), other wiji, others wiji[])`)
		await db.execute(sql`CREATE TEMPORARY TABLE drizzled_parcels (id wiji PRIMARY KEY, "order" wiji)`)
		const values = [{ other: null, others: [] }, { other: ID, others: [ID] }, { other: ID, others: null }]
		const rows = await db.insert(orders).values(values).returning()
		is(rows.map(({ other, others }) => ({ other, others })), values)
		is(rows.map((row) => row.id), rows.map((row) => row.id).sort())
		is(await db.select().from(orders).where(inArray(orders.id, [rows[0].id, rows[2].id])).orderBy(orders.id), [rows[0], rows[2]])
		is(await db.select().from(orders).where(arrayContains(orders.others, [ID])), [rows[1]])
		is(await db.select({ least: min(orders.id), most: max(orders.id) }).from(orders), [{ least: rows[0].id, most: rows[2].id }])
		const [parcel] = await db.insert(parcels).values({ order: rows[1].id }).returning()
		is(wiji.isValid(parcel.id), true)
		is(await db.query.orders.findFirst({ where: eq(orders.id, rows[1].id), with: { parcels: true } }), { ...rows[1], parcels: [parcel] })
	} finally {
		await pool.end()
	}
})
