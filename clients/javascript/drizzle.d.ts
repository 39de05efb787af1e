import { type SQL } from 'drizzle-orm'
import { customType } from 'drizzle-orm/pg-core'

/**
 * A column of PostgreSQL's type wiji, whose values are strings of 26 characters: `wiji()` or
 * `wiji('name')`.  `wiji().array()` is a column of lists of them.
 */
export declare const wiji: ReturnType<typeof customType<{ data: string, driverData: string }>>

/** The server's function, as a column's default: `wiji().primaryKey().default(wijiGenerate())`. */
export declare const wijiGenerate: () => SQL<string>
