import { describeError, isMissingTable } from '../connection/errors.js'
import type { Db } from '../connection/open.js'
import { knownMigrations } from './migrate.js'

const advice = 'run the migrate step'

/**
 * For a start: what keeps a process of this version from using the database. Postgres does not answer, or a migration
 * that this version knows was not applied. One that it does not know is a later version's, and no trouble.
 */
export async function schemaTrouble(db: Db): Promise<string | undefined> {
  try {
    const applied = await appliedMigrations(db)
    const missing = (await knownMigrations()).find(name => !applied.has(name))
    return missing && `the migration ${missing} is missing: ${advice}`
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
