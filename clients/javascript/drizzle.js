/**
 * Drizzle's column of PostgreSQL's type wiji.
 *
 *	import { pgTable, text } from 'drizzle-orm/pg-core'
 *	import { wiji, wijiGenerate } from 'wiji/drizzle'
 *
 *	export const orders = pgTable('orders', {
 *		id: wiji().primaryKey().default(wijiGenerate()),
 *		item: text().notNull(),
 *	})
 *
 * Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL
 * @module wiji/drizzle
 */

import { sql } from 'drizzle-orm'
import { customType } from 'drizzle-orm/pg-core'

export const wiji = customType({ dataType: () => 'wiji' })

export const wijiGenerate = () => sql`wiji_generate()`
