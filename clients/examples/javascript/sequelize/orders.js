// Sequelize on node-postgres, connected by DATABASE_URL: npm install sequelize pg
// Before this program, "sequelize-cli db:migrate" creates the table: npm install --save-dev sequelize-cli
import { DataTypes, Op, Sequelize } from 'sequelize'
import wiji from 'wiji'
import { registerTypes } from 'wiji/pg'

const db = new Sequelize(process.env.DATABASE_URL, {
	logging: false,
	hooks: { afterConnect: registerTypes },	// so that arrays of IDs are read as arrays
})
const Order = db.define('order', {
	id: { type: 'wiji', primaryKey: true, defaultValue: Sequelize.fn('wiji_generate') },
	item: { type: DataTypes.TEXT, allowNull: false },
}, { timestamps: false })
const items = (rows) => rows.map((row) => row.item).join(', ')

const inserted = await Order.bulkCreate([{ item: 'coffee' }, { item: 'tea' }, { item: 'cake' }])
console.log('inserted:', items(inserted))

const [coffee, , cake] = inserted.map((row) => row.id)	// strings
const created = wiji.parse(coffee).date
console.log('created:', Date.now() - created < 60_000 ? 'just now' : created)

const order = ['id']
const yesterday = new Date(Date.now() - 86_400_000)
const recent = await Order.findAll({ where: { id: { [Op.gte]: Sequelize.fn('wiji_lower', yesterday) } }, order })
console.log('the last day:', items(recent))

console.log('a list of IDs:', items(await Order.findAll({ where: { id: [coffee, cake] }, order })))

const id = wiji()
await Order.create({ id, item: 'sugar' })
console.log('from the application:', (await Order.findByPk(id)).item)

await db.close()
