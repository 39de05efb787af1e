// A worker of an outbox, with node-postgres, connected by PGHOST, PGUSER and so on: npm install pg
// Run CREATE EXTENSION wiji_feed first.
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

const TABLES = `
CREATE SCHEMA wiji_example;
CREATE TABLE outbox (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, customer text, task text NOT NULL);
SELECT wiji_create_feed('outbox');
CREATE TABLE mailer (worker integer PRIMARY KEY, workers integer NOT NULL,
	feed regclass NOT NULL, position text, split name, sharing text);
INSERT INTO mailer VALUES (0, 1, 'outbox', NULL, 'customer');
`

// Delivers the next tasks, and returns how many there were.  If a delivery fails, the transaction is rolled
// back, the position stays, and the tasks come again.
async function round(db, deliver) {
	await db.query('BEGIN')
	try {
		const { rows } = await db.query("SELECT * FROM wiji_poll(NULL::outbox, 'mailer', max => 100)")
		for (const { id, customer, task } of rows)
			await deliver(id, customer, task)	// the ID tells a repeated delivery
		await db.query('COMMIT')
		return rows.length
	} catch (error) {
		await db.query('ROLLBACK')
		throw error
	}
}

let failing = true	// once
async function deliver(id, customer, task) {
	const what = `${task} for ${customer ?? 'nobody'}`
	if (task === 'tea' && failing) {
		failing = false
		console.log('failed:', what)
		throw new Error('the mail server has gone away')
	}
	console.log('delivered:', what)
}

const options = '-c search_path=wiji_example,public'	// a schema of the example's own
const db = new pg.Client({ options })	// not a pool, each of whose queries has another connection
await db.connect()
await db.query(TABLES)
await db.query("INSERT INTO outbox (customer, task) VALUES ('Ada', 'coffee'), ('Bob', 'tea'), (NULL, 'cake')")
for (;;) {
	try {
		if (await round(db, deliver) === 0)
			break	// a worker that goes on waits a second here
	} catch (error) {
		if (error.message !== 'the mail server has gone away')
			throw error
		await setTimeout(10)
	}
}
console.log('nothing is left')
await db.query('DROP SCHEMA wiji_example CASCADE')
await db.end()
