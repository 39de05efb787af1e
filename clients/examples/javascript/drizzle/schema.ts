import { pgTable, text } from 'drizzle-orm/pg-core'
import { wijiColumn, wijiGenerate } from 'wiji/drizzle'

export const orders = pgTable('orders', {
	id: wijiColumn().primaryKey().default(wijiGenerate()),
	item: text().notNull(),
})
