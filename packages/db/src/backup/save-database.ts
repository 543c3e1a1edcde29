import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { ClientBase } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { openClient } from '../connection/open-client.js'
import {
  type DescribedTable,
  fileOfTable,
  type SavedDatabase,
  type SavedPartition,
  type SavedTable,
  tablesInOrder,
  type WriteTable,
} from './tables.js'

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
    WHERE child.relnamespace = current_schema()::regnamespace AND child.relispartition AND child.relkind = 'r' ORDER BY name`,
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
