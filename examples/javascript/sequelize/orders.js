// Sequelize, on node-postgres.  Connects with PGHOST, PGUSER and so on; an ID is a string.
// Run CREATE EXTENSION wiji first.  The program creates the tables, and drops them at the end.
import { DataTypes, Op, Sequelize } from 'sequelize'

const { PGHOST, PGPORT, PGDATABASE, PGUSER, PGPASSWORD } = process.env
const db = new Sequelize(PGDATABASE, PGUSER, PGPASSWORD ?? '', { dialect: 'postgres', host: PGHOST, port: PGPORT, logging: false })
const items = (orders) => orders.map((order) => order.item).join(', ')

// Sequelize accepts unknown types as strings
const id = { type: 'wiji', primaryKey: true, defaultValue: Sequelize.fn('wiji_generate') }
const Order = db.define('order', { id, item: { type: DataTypes.TEXT, allowNull: false } }, { timestamps: false })
const Line = db.define('line', { id }, { timestamps: false })
Line.belongsTo(Order, { foreignKey: { name: 'orderId', type: 'wiji' } })
await db.sync()

const ids = {}
for (const item of ['coffee', 'tea', 'cake', 'bread'])
	ids[item] = (await Order.create({ item })).id
console.log('inserted:', Object.keys(ids).join(', '))

const order = ['id']
console.log('by ID:', (await Order.findByPk(ids.coffee)).item)
console.log('by a list of IDs:', items(await Order.findAll({ where: { id: [ids.coffee, ids.cake] }, order })))

const page = await Order.findAll({ order, limit: 2 })
console.log('first page:', items(page))
console.log('next page:', items(await Order.findAll({ where: { id: { [Op.gt]: page.at(-1).id } }, order, limit: 2 })))

const hourAgo = new Date(Date.now() - 3_600_000)
console.log('since an hour ago:', items(await Order.findAll({ where: { id: { [Op.gte]: Sequelize.fn('wiji_lower', hourAgo) } }, order })))

const [[{ created }]] = await db.query('SELECT wiji_timestamp($1) AS created', { bind: [ids.coffee] })
console.log('created:', Math.abs(Date.now() - created) < 60_000 ? 'just now' : created)

await Line.create({ orderId: ids.tea })
const line = await Line.findOne({ include: Order })
if (line.order.item !== 'tea')
	throw new Error('a foreign key')
await db.sync({ alter: true })	// changes nothing important: the IDs stay the same
if ((await Order.findByPk(ids.tea)).item !== 'tea')
	throw new Error('after alter')

await db.drop()
await db.close()
