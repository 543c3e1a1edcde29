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
 * Writes every table of the database at `url` to a file, as it was at one moment, while others go on writing.
 * Until it ends, Posthorn cannot drop the days of deliveries that are older than `DELIVERY_DAYS`, and tries again later.
 *
 * @param onTable is called after each table
 */
export async function saveDatabase(
  url: string,
  write: WriteTable,
  onTable: (table: SavedTable) => void,
): Promise<SavedDatabase> {
  const client = await openClient(url)
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const [migrations, partitions] = [await migrationsOf(client), await partitionsOf(client)]
    const tables: SavedTable[] = []
    for (const described of await tablesInOrder(client)) {
      const table = await saveTable(client, described, write)
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
  { name, columns, rows: own }: DescribedTable,
  write: WriteTable,
): Promise<SavedTable> {
  const listed = columns.map(column => `"${column}"`).join()
  const rows = client.query(copyTo(`COPY (SELECT ${listed} FROM ${own}) TO STDOUT`))
  const written = await pipeline(rows, createGzip({ level }), (parts: AsyncIterable<Buffer>) =>
    write(fileOfTable(name), parts),
  )
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
