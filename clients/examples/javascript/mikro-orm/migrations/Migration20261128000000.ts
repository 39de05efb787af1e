import { Migration } from '@mikro-orm/migrations'

// as "mikro-orm migration:create" writes it, with the extension
export class Migration20261128000000 extends Migration {
	override up() {
		this.addSql('create extension if not exists wiji;')
		this.addSql('create table "orders" ("id" wiji not null default wiji_generate(), "item" text not null, primary key ("id"));')
	}

	override down() {
		this.addSql('drop table "orders";')
	}
}
