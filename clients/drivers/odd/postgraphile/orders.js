// PostGraphile, on node-postgres.  Connects with PGHOST, PGUSER and so on; an ID is a string.
import { grafast } from 'postgraphile/grafast'
import pg from 'pg'
import { makeSchema } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

// PostGraphile omits unknown types, so this registers a scalar, which is the ID's text.
const WijiPlugin = {
	name: 'WijiPlugin',
	gather: {
		hooks: {
			pgCodecs_findPgCodec({ lib: { sql } }, event) {
				if (event.pgType.typname === 'wiji')
					event.pgCodec ??= { name: 'wiji', sqlType: sql`wiji`, fromPg: String, toPg: String, executor: null, attributes: undefined }
			},
		},
	},
	schema: {
		hooks: {
			init(_, build) {
				const codec = build.pgCodecs.wiji
				build.registerScalarType('Wiji', { pgCodec: codec }, () => ({ description: 'An identifier' }), 'Wiji')
				for (const variant of ['input', 'output'])
					build.setGraphQLTypeForPgCodec(codec, variant, 'Wiji')
				return _
			},
		},
	},
}

const pool = new pg.Pool()
const items = (orders) => orders.map((order) => order.item).join(', ')

await pool.query(`
	CREATE TABLE orders (id wiji PRIMARY KEY DEFAULT wiji_generate(), item text NOT NULL);
	CREATE TABLE parcels (id wiji PRIMARY KEY DEFAULT wiji_generate(), order_id wiji NOT NULL REFERENCES orders);
	CREATE INDEX ON parcels (order_id);
	CREATE FUNCTION orders_created(o orders) RETURNS timestamptz LANGUAGE SQL STABLE AS 'SELECT wiji_timestamp(o.id)';
	CREATE FUNCTION orders_since(start timestamptz) RETURNS SETOF orders LANGUAGE SQL STABLE
		AS 'SELECT * FROM orders WHERE id >= wiji_lower(start) ORDER BY id'`)

const { schema, resolvedPreset } = await makeSchema({
	extends: [PostGraphileAmberPreset],
	plugins: [WijiPlugin],
	pgServices: [makePgService({ pool, schemas: ['public'] })],
})
async function run(source, variableValues) {
	const { data, errors } = await grafast({ schema, resolvedPreset, requestContext: {}, source, variableValues })
	if (errors)
		throw errors[0]
	return data
}

const ids = {}
for (const item of ['coffee', 'tea', 'cake']) {
	const { createOrder } = await run('mutation ($item: String!) { createOrder(input: { order: { item: $item } }) { order { rowId } } }', { item })
	ids[item] = createOrder.order.rowId
}
console.log('inserted:', Object.keys(ids).join(', '))

// "id" is GraphQL's global ID here; the column is rowId
const byId = 'query ($a: Wiji!, $b: Wiji!) { a: orderByRowId(rowId: $a) { item } b: orderByRowId(rowId: $b) { item created } }'
const two = await run(byId, { a: ids.coffee, b: ids.cake })
console.log('created:', Math.abs(Date.now() - new Date(two.b.created)) < 60_000 ? 'just now' : two.b.created)

const since = 'query ($start: Datetime!) { ordersSince(start: $start) { nodes { item } } }'
console.log('the last day:', items((await run(since, { start: new Date(Date.now() - 86_400_000).toISOString() })).ordersSince.nodes))
console.log('a list of IDs:', items([two.a, two.b]))

const page = 'query ($after: Cursor) { allOrders(first: 2, after: $after, orderBy: PRIMARY_KEY_ASC) { nodes { item } pageInfo { endCursor } } }'
const first = (await run(page)).allOrders
const next = (await run(page, { after: first.pageInfo.endCursor })).allOrders
if (items([...first.nodes, ...next.nodes]) !== 'coffee, tea, cake')
	throw new Error('pages')

const { createParcel } = await run('mutation ($id: Wiji!) { createParcel(input: { parcel: { orderId: $id } }) { parcel { orderByOrderId { item } } } }', { id: ids.tea })
if (createParcel.parcel.orderByOrderId.item !== 'tea')
	throw new Error('a foreign key')

const insert = 'mutation { createOrder(input: { order: { rowId: "06C31QQ30K880007VPPQCVK2KZ", item: "sugar" } }) { order { rowId } } }'
const { createOrder } = await run(insert)
console.log('from the application:', (await run(byId, { a: createOrder.order.rowId, b: ids.cake })).a.item)

await pool.query('DROP TABLE parcels, orders CASCADE')
await pool.end()
