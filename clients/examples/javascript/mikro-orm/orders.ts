// MikroORM, connected by DATABASE_URL: npm install @mikro-orm/core @mikro-orm/migrations @mikro-orm/postgresql
import { type InferEntity, MikroORM } from '@mikro-orm/postgresql'
import wiji from 'wiji'
import config, { Order } from './mikro-orm.config.ts'

const orm = await MikroORM.init(config)
await orm.migrator.up()
const em = orm.em.fork()
const items = (rows: InferEntity<typeof Order>[]) => rows.map((row) => row.item).join(', ')

const inserted = ['coffee', 'tea', 'cake'].map((item) => em.create(Order, { item }))
await em.flush()
console.log('inserted:', items(inserted))

const [coffee, , cake] = inserted.map((row) => row.id)
const created = wiji.parse(coffee).date
console.log('created:', Date.now() - created.getTime() < 60_000 ? 'just now' : created)

const orderBy = { id: 'asc' } as const
const yesterday = new Date(Date.now() - 86_400_000)
console.log('the last day:', items(await em.find(Order, { id: { $gte: wiji.lower(yesterday) } }, { orderBy })))

console.log('a list of IDs:', items(await em.find(Order, { id: [coffee, cake] }, { orderBy })))

const id = wiji()
em.create(Order, { id, item: 'sugar' })
await em.flush()
em.clear()
console.log('from the application:', (await em.findOneOrFail(Order, id)).item)

await orm.migrator.down()
await orm.close()
