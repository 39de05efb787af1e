// Tests of wiji/pg and, where it is installed, wiji/drizzle.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
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
