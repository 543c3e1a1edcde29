import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { ClientBase } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { openClient } from '../connection/open.js'
import { ensureDatabase, knownMigrations, migrate } from '../migrations/migrate.js'
import { systemUserId } from '../users/system-user.js'

/** The fastest level halves the size of posts. Higher ones take several times longer for a tenth less. */
const level = 1

/**
 * What is called meanwhile: `onTable` after each table, `onSize` once with about the size of all tables in bytes, and `onRead` with
 * how much of it was read. The latter add up to the former.
 */
export type SaveEvents = {
  onTable: (table: SavedTable) => void
  onSize?: (bytes: number) => void
  onRead?: (bytes: number) => void
}

/**
 * Writes every table of the database at `url` to a file, as it was at one moment, while others go on writing.
 * Until it ends, Posthorn cannot drop the days of deliveries that are older than `DELIVERY_DAYS`, and tries again later.
 */
export async function saveDatabase(
  url: string,
  write: WriteTable,
  { onTable, onSize = () => {}, onRead = () => {} }: SaveEvents,
): Promise<SavedDatabase> {
  const client = await openClient(url)
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const [migrations, partitions] = [await migrationsOf(client), await partitionsOf(client)]
    const [tables, all]: [SavedTable[], DescribedTable[]] = [[], await tablesInOrder(client)]
    onSize(all.reduce((sum, { bytes }) => sum + bytes, 0))
    for (const described of all) {
      const table = await saveTable(client, described, { write, onRead })
      onTable(table)
      tables.push(table)
    }
    return { migrations, partitions, tables }
  } finally {
    await client.end()
  }
}

async function saveTable(
  client: ClientBase,
  { name, columns, rows: own, bytes }: DescribedTable,
  { write, onRead }: { write: WriteTable; onRead: (bytes: number) => void },
): Promise<SavedTable> {
  const listed = columns.map(column => `"${column}"`).join()
  const rows = client.query(copyTo(`COPY (SELECT ${listed} FROM ${own}) TO STDOUT`))
  let left = bytes
  const count = (read: number) => {
    onRead(Math.min(left, read)) // text is longer or shorter than what it takes on disk
    left -= Math.min(left, read)
  }
  rows.on('data', ({ length }: Buffer) => count(length))
  const written = await pipeline(rows, createGzip({ level }), (parts: AsyncIterable<Buffer>) =>
    write(fileOfTable(name), parts),
  )
  count(left)
  return { name, columns, rows: rows.rowCount, ...written }
}

async function migrationsOf(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  )
  return rows.map(({ name }) => name)
}

async function partitionsOf(client: ClientBase): Promise<SavedPartition[]> {
  const { rows } = await client.query<SavedPartition>(
    `SELECT child.relname AS name, parent.relname AS of, pg_get_expr(child.relpartbound, child.oid) AS bound
    FROM pg_inherits JOIN pg_class child ON child.oid = inhrelid JOIN pg_class parent ON parent.oid = inhparent
    WHERE child.relnamespace = current_schema()::regnamespace AND child.relispartition AND child.relkind = 'r'
      AND NOT ${isDerived('child.relname')} ORDER BY name`,
  )
  return rows
}

/** Returns the size of all files of posts in bytes, as the database at `url` knows it. */
export async function sizeOfFiles(url: string): Promise<number> {
  const client = await openClient(url)
  try {
    const { rows } = await client.query<{ bytes: number }>(
      'SELECT coalesce(sum(size), 0)::float8 AS bytes FROM files WHERE delete_at = 0',
    )
    return rows[0]?.bytes ?? 0
  } finally {
    await client.end()
  }
}

/**
 * Fills the empty database at `url` with the tables that `saveDatabase` wrote, in one transaction, and then
 * applies the migrations that came later. Creates the database if it is missing.
 *
 * @throws if the database has users, or if the backup comes from a newer version. It then changes nothing, so it can be repeated.
 */
export async function restoreDatabase(
  url: string,
  read: ReadTable,
  saved: SavedDatabase,
  onTable: (table: SavedTable) => void,
): Promise<void> {
  await assertKnown(saved.migrations)
  await ensureDatabase(url)
  const client = await openClient(url)
  try {
    await assertEmpty(client)
    await migrate(url, new Date(), saved.migrations)
    await fill(client, read, saved, onTable)
    await migrate(url)
    await client.query('ANALYZE')
  } finally {
    await client.end()
  }
}

async function assertKnown(migrations: string[]): Promise<void> {
  const known = new Set(await knownMigrations())
  const unknown = migrations.find(name => !known.has(name))
  if (unknown !== undefined)
    throw new Error(
      `this backup was made by a newer Posthorn (it has the migration ${unknown}). Restore it with that version`,
    )
}

async function assertEmpty(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ there: boolean }>(`SELECT to_regclass('users') IS NOT NULL AS there`)
  if (!rows[0]?.there) return
  const { rowCount } = await client.query('SELECT 1 FROM users WHERE id <> $1 LIMIT 1', [systemUserId])
  if (rowCount) throw new Error('the database is not empty. Restore into a new database or a new DATA_DIR')
}

async function fill(
  client: ClientBase,
  read: ReadTable,
  { tables, partitions }: SavedDatabase,
  onTable: (table: SavedTable) => void,
): Promise<void> {
  const names = tables.map(({ name }) => `"${name}"`)
  const triggers = (state: 'DISABLE' | 'ENABLE') =>
    names.map(name => `ALTER TABLE ${name} ${state} TRIGGER USER`).join(';')
  await client.query('BEGIN')
  for (const { name, of, bound } of partitions)
    await client.query(`CREATE TABLE IF NOT EXISTS "${name}" PARTITION OF "${of}" ${bound}`)
  await client.query(`TRUNCATE ${names.join()}; ${triggers('DISABLE')}`) // migrations insert rows, and triggers count changes
  for (const table of tables) {
    await fillTable(client, read, table)
    onTable(table)
  }
  await client.query(`${triggers('ENABLE')}; COMMIT`)
}

async function fillTable(client: ClientBase, read: ReadTable, { name, columns, rows }: SavedTable) {
  const listed = columns.map(column => `"${column}"`).join()
  const table = client.query(copyFrom(`COPY "${name}" (${listed}) FROM STDIN`))
  await pipeline(read(fileOfTable(name)), createGunzip(), table)
  if (table.rowCount !== rows) throw new Error(`${name}: ${table.rowCount} rows instead of ${rows}`)
}

/** A table as a backup describes it. `bytes` and `sha256` are those of its compressed file. */
type SavedTable = { name: string; columns: string[]; rows: number; bytes: number; sha256: string }

/** A partition, and the values that it takes in SQL: `FOR VALUES FROM ('…') TO ('…')`. */
type SavedPartition = { name: string; of: string; bound: string }

/** `tables` are in the order in which foreign keys allow to fill them. */
type SavedDatabase = { migrations: string[]; partitions: SavedPartition[]; tables: SavedTable[] }

/** Writes a file of a backup as its parts come. Resolves with its size and digest. */
type WriteTable = (name: string, parts: AsyncIterable<Buffer>) => Promise<{ bytes: number; sha256: string }>

/** Reads a file of a backup. */
type ReadTable = (name: string) => Readable

/** Returns the file of a table in a backup's folder. */
export const fileOfTable = (name: string) => `${name}.copy.gz`

/**
 * `rows`: where its own rows are, without those of tables that inherit from it. `bytes`: about what they take, as of the last
 * vacuum. Asking for the exact size would wait for locks.
 */
type DescribedTable = { name: string; columns: string[]; rows: string; bytes: number }

/**
 * The index of words, which workers build again after a restore, and the tables of earlier versions that they drop later
 * (packages/db/src/search).
 */
const isDerived = (name: string) => `${name} ~ '^(vectors_|search_|post_mark)'`

/** Returns the tables with data and the columns that are not computed, each table after those that it refers to. */
async function tablesInOrder(client: ClientBase): Promise<DescribedTable[]> {
  const { rows: tables } = await client.query<DescribedTable>(
    `SELECT relname AS name, array_agg(attname::text ORDER BY attnum) AS columns,
      format(CASE relkind WHEN 'p' THEN '%I' ELSE 'ONLY %I' END, relname) AS rows,
      (SELECT coalesce(sum(greatest(own.relpages, 0) + greatest(coalesce(long.relpages, 0), 0)), 0)::float8
        * current_setting('block_size')::int
      FROM pg_class own LEFT JOIN pg_class long ON long.oid = own.reltoastrelid
      WHERE own.oid = pg_class.oid OR own.oid IN (
        SELECT inhrelid FROM pg_inherits WHERE inhparent = pg_class.oid AND pg_class.relkind = 'p')) AS bytes
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND relname <> '_prisma_migrations' AND NOT ${isDerived('relname')}
    GROUP BY pg_class.oid, relname, relkind ORDER BY relname`,
  )
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `SELECT DISTINCT conrelid::regclass::text AS from, confrelid::regclass::text AS to
    FROM pg_constraint WHERE contype = 'f' AND conrelid <> confrelid`,
  )
  return ordered(tables, ({ name }) => references.filter(({ from }) => from === name).map(({ to }) => to))
}

/** @throws if tables refer to each other in a circle */
function ordered(tables: DescribedTable[], needsOf: (table: DescribedTable) => string[]): DescribedTable[] {
  const done = new Set<string>()
  const left = [...tables]
  const result: DescribedTable[] = []
  while (left.length > 0) {
    const next = left.findIndex(table => needsOf(table).every(name => done.has(name)))
    const [table] = next < 0 ? [] : left.splice(next, 1)
    if (table === undefined) throw new Error(`foreign keys form a circle: ${left.map(({ name }) => name)}`)
    done.add(table.name)
    result.push(table)
  }
  return result
}
