const { PGHOST, PGPORT, PGDATABASE, PGUSER, PGPASSWORD } = process.env

export default {
	dialect: 'postgresql',
	dbCredentials: { host: PGHOST, port: Number(PGPORT), database: PGDATABASE, user: PGUSER, password: PGPASSWORD || 'none', ssl: false },
}
