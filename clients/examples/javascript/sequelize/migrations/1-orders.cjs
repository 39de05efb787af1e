// for sequelize-cli, which has no ECMAScript modules
module.exports = {
	async up(query, Sequelize) {
		await query.sequelize.query('CREATE EXTENSION IF NOT EXISTS wiji')
		await query.createTable('orders', {
			id: { type: 'wiji', primaryKey: true, defaultValue: Sequelize.fn('wiji_generate') },
			item: { type: Sequelize.TEXT, allowNull: false },
		})
	},

	async down(query) {
		await query.dropTable('orders')
	},
}
