import { fileURLToPath } from 'node:url'
import { defineConfig } from 'prisma/config'

/** Configures the prisma CLI. Posthorn itself migrates with `migrate` of packages/db, from these same files. */
export default defineConfig({
  schema: fileURLToPath(new URL('schema.prisma', import.meta.url)),
  migrations: { path: fileURLToPath(new URL('migrations', import.meta.url)) },
  datasource: { url: process.env.DATABASE_URL ?? '' },
})
