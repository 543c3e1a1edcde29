import { createHash, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { describeError, isMissingTable } from '../connection/errors.js'
import { type Db, openClient } from '../connection/open.js'
import { ensurePartitions } from '../deliveries/partitions.js'

type Migration = { name: string; sql: string; checksum: string }

const folder = fileURLToPath(new URL('../../../../prisma/migrations/', import.meta.url))

/** The lock that Prisma uses, so that `prisma migrate deploy` and this function never run at once. */
const advisoryLock = 72_707_369

/** The same table that Prisma creates. */
const bookkeeping = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz, migration_name varchar(255) NOT NULL,
  logs text, rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count integer NOT NULL DEFAULT 0)`

/**
 * Applies all pending migrations to the database at `url`, each in its own transaction, and creates the partitions
 * of the days ahead. Each transaction takes an advisory lock, so any number of processes can call it at once.
 * @param only applies no others: a restored backup needs the tables as they were
 * @returns the names of the migrations that this call applied
 * @throws if this version cannot use the database, if an applied migration was changed afterwards, or if one fails. A failed
 *   migration leaves nothing behind.
 */
export async function migrate(url: string, today = new Date(), only?: string[]): Promise<string[]> {
  const client = await openClient(url)
  try {
    await assertSupported(client)
    await locked(client, () => client.query(bookkeeping))
    const applied = await appliedChecksums(client)
    const wanted = (await readMigrations()).filter(({ name }) => only?.includes(name) ?? true)
    const missing = wanted.filter(migration => isMissing(migration, applied))
    const done: string[] = []
    for (const migration of missing)
      if (await locked(client, () => apply(client, migration))) done.push(migration.name)
    await ensurePartitions(sql => client.query(sql), today)
    return done
  } finally {
    await client.end()
  }
}

/** Creates the database named in `url` if the server does not have it yet. */
export async function ensureDatabase(url: string): Promise<void> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1))
  const client = await openClient(withDatabase(url, 'postgres'))
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

/** Returns the URL of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${encodeURIComponent(database)}`
  return other.toString()
}

/** Returns the names of all migrations of this version, oldest first. */
export async function knownMigrations(): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter(entry => entry.isDirectory()).map(entry => entry.name)
  return names.toSorted()
}

async function readMigrations(): Promise<Migration[]> {
  const names = await knownMigrations()
  return Promise.all(
    names.map(async name => {
      const sql = await readFile(`${folder}${name}/migration.sql`, 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function appliedChecksums(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ migration_name: string; checksum: string }>(
    'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL',
  )
  return new Map(rows.map(row => [row.migration_name, row.checksum]))
}

function isMissing({ name, checksum }: Migration, applied: Map<string, string>): boolean {
  const known = applied.get(name)
  if (known !== undefined && known !== checksum) {
    throw new Error(
      `The migration ${name} was changed after it had been applied to this database. Restore its file.`,
    )
  }
  return known === undefined
}

/** Applies a migration unless another process has. @returns whether this call applied it */
async function apply(client: pg.Client, migration: Migration): Promise<boolean> {
  if (!isMissing(migration, await appliedChecksums(client))) return false
  const { name, sql, checksum } = migration
  await client.query(sql)
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, now(), 1)`,
    [randomUUID(), checksum, name],
  )
  return true
}

/** Runs `act` in a transaction that holds the lock. A lock of the session would be lost behind a pooler. */
async function locked<Result>(client: pg.Client, act: () => Promise<Result>): Promise<Result> {
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLock])
    const result = await act()
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

const migration = '20261203000301_no_post_marks'

/** Drops the counts for pages by offset. For a day after the migration, processes of an earlier version may still use them. */
export async function dropMarks({ pool }: Pick<Db, 'pool'>): Promise<void> {
  await pool.query(`DO $$ BEGIN
    IF to_regclass('post_marks') IS NOT NULL
      AND (SELECT finished_at < now() - interval '1 day' FROM _prisma_migrations WHERE migration_name = '${migration}')
    THEN
      SET LOCAL lock_timeout = '1s';
      DROP TABLE post_marks, post_mark_progress;
    END IF;
  END $$`)
}

/** For a day after the migration, processes of an earlier version may still run. */
const oldIndex = 'search_fresh_words, search_words, search_batches, search_blocks, search_progress'

/** Drops the index of words of an earlier version, once the present index has all posts. */
export async function dropOldIndex({ pool }: Pick<Db, 'pool'>): Promise<void> {
  await pool.query(`DO $$ BEGIN
    IF to_regclass('search_words') IS NOT NULL
      AND (SELECT finished_at < now() - interval '1 day' FROM _prisma_migrations WHERE migration_name = '20261206000101_search_vectors')
      AND EXISTS (SELECT FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
        WHERE inhparent = 'search_vectors'::regclass AND starts_with(relname, 'vectors__'))
    THEN
      SET LOCAL lock_timeout = '1s';
      DROP TABLE ${oldIndex};
    END IF;
  END $$`)
}

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

const oldestPostgres = 15

type Client = Pick<pg.ClientBase, 'query'>

/** Describes why this version can never use this database. Undefined if it can, or while Postgres does not respond. */
export async function dbUnsupported(db: Db): Promise<string | undefined> {
  return whyUnsupported(db.pool).catch(() => undefined)
}

/** @throws if this version can never use this database */
async function assertSupported(client: Client): Promise<void> {
  const reason = await whyUnsupported(client)
  if (reason !== undefined) throw new Error(reason)
}

async function whyUnsupported(client: Client): Promise<string | undefined> {
  const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num')
  const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000)
  if (major < oldestPostgres)
    return `Postgres ${major} is not supported. Use Postgres ${oldestPostgres} or later`
  const [oldest, own] = await Promise.all([oldestVersion(client), ownVersion()])
  return oldest !== undefined && isOlder(own, oldest)
    ? `A newer version has migrated this database. It allows Posthorn ${oldest} or later, but this is ${own}`
    : undefined
}

/** Returns the oldest version that may use the database. Undefined if it was never migrated, or before versions were recorded. */
async function oldestVersion(client: Client): Promise<string | undefined> {
  const asked = client.query<{ version: string }>('SELECT version FROM oldest_version')
  const { rows } = await asked.catch(error => {
    if (isMissingTable(error)) return { rows: [] }
    throw error
  })
  return rows[0]?.version
}

/** All workspaces have the version of the release. */
async function ownVersion(): Promise<string> {
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

/** Whether the version `one` is older than `other`. Both are three numbers, like 0.2.0. */
function isOlder(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) < 0
}
