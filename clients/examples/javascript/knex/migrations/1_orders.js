export async function up(knex) {
	await knex.raw('CREATE EXTENSION IF NOT EXISTS wiji')
	await knex.schema.createTable('orders', (table) => {
		table.specificType('id', 'wiji').primary().defaultTo(knex.raw('wiji_generate()'))
		table.text('item').notNullable()
	})
}

export async function down(knex) {
	await knex.schema.dropTable('orders')
}
