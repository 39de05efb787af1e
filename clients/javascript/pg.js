/**
 * What node-postgres needs to read arrays of wiji, whose OID differs between databases.
 *
 *	import pg from 'pg'
 *	import { registerTypes } from 'wiji/pg'
 *
 *	const pool = new pg.Pool({ onConnect: registerTypes })
 *
 * Without it, an array is a string: '{06C303ZADAJC00E40000000C1S}'.
 *
 * Copyright (c) 2026, the wiji developers.  SPDX-License-Identifier: PostgreSQL
 * @module wiji/pg
 */

const TEXT_ARRAY = 1009

// not a table of that name, whose rows are a type, too
const ARRAYS = `SELECT typarray FROM pg_catalog.pg_type WHERE typname = 'wiji' AND typtype IN ('b', 'd')`

export async function registerTypes(client) {
	const { rows } = await client.query(ARRAYS)
	for (const { typarray } of rows)
		client.setTypeParser(Number(typarray), client.getTypeParser(TEXT_ARRAY))
}
