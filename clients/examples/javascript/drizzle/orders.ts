// Drizzle, connected by DATABASE_URL: npm install drizzle-orm pg && npm install --save-dev drizzle-kit
// Before this program, "drizzle-kit generate" and "drizzle-kit migrate" create the table of schema.ts.
import { eq, gte, inArray } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import wiji from 'wiji'
import { orders } from './schema.ts'

const db = drizzle(process.env.DATABASE_URL!)
const items = (rows: { item: string }[]) => rows.map((row) => row.item).join(', ')

const inserted = await db.insert(orders).values([{ item: 'coffee' }, { item: 'tea' }, { item: 'cake' }]).returning()
console.log('inserted:', items(inserted))

const [coffee, , cake] = inserted.map((row) => row.id)
const created = wiji.parse(coffee).date
console.log('created:', Date.now() - created.getTime() < 60_000 ? 'just now' : created)

const yesterday = wiji.lower(new Date(Date.now() - 86_400_000))
console.log('the last day:', items(await db.select().from(orders).where(gte(orders.id, yesterday)).orderBy(orders.id)))

const some = await db.select().from(orders).where(inArray(orders.id, [coffee, cake])).orderBy(orders.id)
console.log('a list of IDs:', items(some))

const id = wiji()
await db.insert(orders).values({ id, item: 'sugar' })
console.log('from the application:', items(await db.select().from(orders).where(eq(orders.id, id))))

await db.$client.end()
