import { defineConfig, env } from 'prisma/config'

export default defineConfig({
	schema: 'schema.prisma',
	datasource: { url: env('DATABASE_URL') },
	migrations: { path: 'migrations' },
	// Prisma's own migrations would change a column of type wiji to text.  With these two lines they leave the
	// table alone, and you write the SQL: "prisma migrate dev --create-only", then "prisma migrate deploy".
	experimental: { externalTables: true },
	tables: { external: ['public.orders'] },
})
