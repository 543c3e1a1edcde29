import { describeError, isMissingTable } from '../connection/errors.js'
import type { Db } from '../connection/open.js'
import { knownMigrations } from './migrate.js'

const advice = 'run the migrate step'

/**
 * Returns why a process of this version cannot use the database at startup: Postgres does not respond, or a migration
 * of this version is missing. Unknown migrations belong to a later version and are fine.
 */
export async function schemaTrouble(db: Db): Promise<string | undefined> {
  try {
    const applied = await appliedMigrations(db)
    const missing = (await knownMigrations()).find(name => !applied.has(name))
    return missing && `the migration ${missing} has not been applied: ${advice}`
  } catch (error) {
    return isMissingTable(error) ? `the database was never migrated: ${advice}` : describeError(error)
  }
}

async function appliedMigrations(db: Db): Promise<Set<string>> {
  const { rows } = await db.pool.query<{ migration_name: string }>(
    'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  )
  return new Set(rows.map(row => row.migration_name))
}
