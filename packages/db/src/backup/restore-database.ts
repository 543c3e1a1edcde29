import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type { ClientBase } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { openClient } from '../connection/open-client.js'
import { ensureDatabase, knownMigrations, migrate } from '../migrations/migrate.js'
import { systemUserId } from '../users/system-user.js'
import { fileOfTable, type ReadTable, type SavedDatabase, type SavedTable } from './tables.js'

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
