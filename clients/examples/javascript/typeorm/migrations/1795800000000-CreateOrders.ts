import { type MigrationInterface, type QueryRunner } from 'typeorm'

// as "typeorm migration:generate" writes it, with the extension
export class CreateOrders1795800000000 implements MigrationInterface {
	async up(runner: QueryRunner) {
		await runner.query('CREATE EXTENSION IF NOT EXISTS wiji')
		await runner.query(`CREATE TABLE "orders" ("id" wiji NOT NULL DEFAULT wiji_generate(), "item" text NOT NULL,
			CONSTRAINT "PK_710e2d4957aa5878dfe94e4ac2f" PRIMARY KEY ("id"))`)
	}

	async down(runner: QueryRunner) {
		await runner.query('DROP TABLE "orders"')
	}
}
