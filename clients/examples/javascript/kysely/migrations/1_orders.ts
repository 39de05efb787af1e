import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
	await sql`CREATE EXTENSION IF NOT EXISTS wiji`.execute(db)
	await db.schema.createTable('orders')
		.addColumn('id', sql`wiji`, (column) => column.primaryKey().defaultTo(sql`wiji_generate()`))
		.addColumn('item', 'text', (column) => column.notNull())
		.execute()
}

export async function down(db: Kysely<unknown>) {
	await db.schema.dropTable('orders').execute()
}
