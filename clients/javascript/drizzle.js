/**
 * Drizzle's column of PostgreSQL's type wiji.
 *
 *	import { pgTable, text } from 'drizzle-orm/pg-core'
 *	import { wijiColumn, wijiGenerate } from 'wiji/drizzle'
 *
 *	export const orders = pgTable('orders', {
 *		id: wijiColumn().primaryKey().default(wijiGenerate()),
 *		item: text().notNull(),
 *	})
 *
 * Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL
 * @module wiji/drizzle
 */

import { sql } from 'drizzle-orm'
import { customType } from 'drizzle-orm/pg-core'

export const wijiColumn = customType({ dataType: () => 'wiji' })

export const wijiGenerate = () => sql`wiji_generate()`
