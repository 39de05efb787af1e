// TypeORM on node-postgres, connected by DATABASE_URL: npm install typeorm reflect-metadata pg
// Compiled with "experimentalDecorators".
import { In, MoreThanOrEqual } from 'typeorm'
import wiji from 'wiji'
import { db, Order } from './data-source.js'

await db.initialize()
await db.runMigrations()
const orders = db.getRepository(Order)
const items = (rows: Order[]) => rows.map((row) => row.item).join(', ')

const inserted = await orders.save([{ item: 'coffee' }, { item: 'tea' }, { item: 'cake' }])
console.log('inserted:', items(inserted))

const [coffee, , cake] = inserted.map((row) => row.id)
const created = wiji.parse(coffee).date
console.log('created:', Date.now() - created.getTime() < 60_000 ? 'just now' : created)

const order = { id: 'ASC' } as const
const yesterday = wiji.lower(new Date(Date.now() - 86_400_000))
console.log('the last day:', items(await orders.find({ where: { id: MoreThanOrEqual(yesterday) }, order })))

console.log('a list of IDs:', items(await orders.find({ where: { id: In([coffee, cake]) }, order })))

const id = wiji()
await orders.insert({ id, item: 'sugar' })
console.log('from the application:', items(await orders.findBy({ id })))

await db.undoLastMigration()
await db.destroy()
