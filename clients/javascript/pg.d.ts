/** What is used of a client of node-postgres: a Client, or one of a Pool. */
export interface TypedClient {
	query(text: string): Promise<{ rows: any[] }>
	getTypeParser(oid: number): any
	setTypeParser(oid: number, parse: (value: string) => any): void
}

/**
 * Lets a connection read `wiji[]` as an array of strings.  Give it to a pool,
 * `new pg.Pool({ onConnect: registerTypes })`, or `await registerTypes(client)` once the client is
 * connected.  It asks for the type's OID; where the extension is not created yet, it does nothing.
 */
export declare function registerTypes(client: TypedClient): Promise<void>
