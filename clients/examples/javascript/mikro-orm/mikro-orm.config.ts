import { Migrator } from '@mikro-orm/migrations'
import { defineConfig, defineEntity, p } from '@mikro-orm/postgresql'

export const Order = defineEntity({
	name: 'Order',
	tableName: 'orders',
	properties: {
		id: p.string().columnType('wiji').primary().defaultRaw('wiji_generate()'),
		item: p.text(),
	},
})

export default defineConfig({
	clientUrl: process.env.DATABASE_URL,
	entities: [Order],
	extensions: [Migrator],
	migrations: { path: `${import.meta.dirname}/migrations`, silent: true },
})
