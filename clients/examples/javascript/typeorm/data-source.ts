import 'reflect-metadata'
import { Column, type ColumnType, DataSource, Entity, PrimaryColumn } from 'typeorm'
import { CreateOrders1795800000000 } from './migrations/1795800000000-CreateOrders.js'

const wiji = 'wiji' as ColumnType

@Entity('orders')
export class Order {
	@PrimaryColumn({ type: wiji, default: () => 'wiji_generate()' })
	id!: string

	@Column('text')
	item!: string
}

export const db = new DataSource({
	type: 'postgres', url: process.env.DATABASE_URL, entities: [Order], migrations: [CreateOrders1795800000000],
})
db.driver.supportedDataTypes.push(wiji)	// before initialize(), which rejects unknown types
