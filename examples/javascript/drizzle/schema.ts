import { pgTable, text } from 'drizzle-orm/pg-core'
import { wiji, wijiGenerate } from 'wiji/drizzle'

export const orders = pgTable('orders', {
	id: wiji().primaryKey().default(wijiGenerate()),
	item: text().notNull(),
})
