import { type SQL } from 'drizzle-orm'
import { customType } from 'drizzle-orm/pg-core'

/**
 * A column of PostgreSQL's type wiji, whose values are strings of 26 characters: `wijiColumn()` or
 * `wijiColumn('name')`.  `wijiColumn().array()` is a column of lists of them.
 *
 * The server's function is the default by `.default(wijiGenerate())`; for IDs that are generated here, write
 * `.$defaultFn(() => wiji())`.
 */
export declare const wijiColumn: ReturnType<typeof customType<{ data: string, driverData: string }>>

/** The server's function, as a column's default. */
export declare const wijiGenerate: () => SQL<string>
