// Prisma on node-postgres, connected by DATABASE_URL: npm install @prisma/client @prisma/adapter-pg and,
// with --save-dev, prisma.  Before this program: "prisma generate" and "prisma migrate deploy".
import { PrismaPg } from '@prisma/adapter-pg'
import wiji from 'wiji'
import { PrismaClient } from './generated/client.ts'

const db = new PrismaClient({ adapter: new PrismaPg({ connectionString: process.env.DATABASE_URL }) })
const items = (rows: { item: string }[]) => rows.map((row) => row.item).join(', ')

const inserted = await db.order.createManyAndReturn({ data: [{ item: 'coffee' }, { item: 'tea' }, { item: 'cake' }] })
console.log('inserted:', items(inserted))

const [coffee, , cake] = inserted.map((row) => row.id)
const created = wiji.parse(coffee).date
console.log('created:', Date.now() - created.getTime() < 60_000 ? 'just now' : created)

// not wiji_lower() with a Date: the adapter sends times without their zone
const orderBy = { id: 'asc' } as const
const yesterday = wiji.lower(new Date(Date.now() - 86_400_000))
console.log('the last day:', items(await db.order.findMany({ where: { id: { gte: yesterday } }, orderBy })))

console.log('a list of IDs:', items(await db.order.findMany({ where: { id: { in: [coffee, cake] } }, orderBy })))

const id = wiji()
await db.order.create({ data: { id, item: 'sugar' } })
console.log('from the application:', (await db.order.findUniqueOrThrow({ where: { id } })).item)

await db.$disconnect()
